//===- ExpandReshapes.cpp - segment-expand-reshapes -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTEXPANDRESHAPES
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

namespace {
struct ExpandReshape : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    MemRefType type = op.getResultType();
    auto groups = op.getReassociationIndices();
    bool isCovered = llvm::all_of(groups, [&](ReassociationIndices &group) {
      return llvm::count_if(
                 group, [&](int64_t i) { return type.isDynamicDim(i); }) <= 1;
    });
    if (isCovered)
      return rewriter.notifyMatchFailure(op, "upstream expands it");

    Location loc = op.getLoc();
    auto metadata =
        memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
    SmallVector<OpFoldResult> sourceStrides =
        metadata.getConstifiedMixedStrides();
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    SmallVector<OpFoldResult> strides(sizes.size());
    AffineExpr a, b;
    bindSymbols(rewriter.getContext(), a, b);
    for (auto [group, stride] : llvm::zip_equal(groups, sourceStrides)) {
      for (int64_t i : llvm::reverse(group)) {
        strides[i] = stride;
        stride = affine::makeComposedFoldedAffineApply(rewriter, loc, a * b,
                                                       {stride, sizes[i]});
      }
    }
    if (type.getLayout().isIdentity()) {
      // Not through a cast: once it is folded away, a copy would seem strided.
      rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
          op, type, metadata.getBaseBuffer(), rewriter.getIndexAttr(0), sizes,
          strides);
      return success();
    }
    auto cast = memref::ReinterpretCastOp::create(
        rewriter, loc, metadata.getBaseBuffer(),
        metadata.getConstifiedMixedOffset(), sizes, strides);
    rewriter.replaceOpWithNewOp<memref::CastOp>(op, type, cast);
    return success();
  }
};

struct SegmentExpandReshapes
    : segment::impl::SegmentExpandReshapesBase<SegmentExpandReshapes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    segment::populateExpandReshapesPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void segment::populateExpandReshapesPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandReshape>(patterns.getContext());
}
