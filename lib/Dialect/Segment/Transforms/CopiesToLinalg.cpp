//===- CopiesToLinalg.cpp - segment-copies-to-linalg -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTCOPIESTOLINALG
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

namespace {
/// A scatter in place ends with a copy of its destination, flattened and put
/// back into shape, to itself. The two shapes have to agree, or the copy has no
/// meaning; so this is nothing but the destination.
struct EraseSelfCopy : OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getSource().getDefiningOp<memref::ExpandShapeOp>();
    auto collapse =
        expand ? expand.getSrc().getDefiningOp<memref::CollapseShapeOp>()
               : nullptr;
    if (!collapse || collapse.getSrc() != op.getTarget() ||
        expand.getReassociationIndices() != collapse.getReassociationIndices())
      return rewriter.notifyMatchFailure(op, "not the target itself");
    rewriter.eraseOp(op);
    return success();
  }
};

struct CopyToLinalg : OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<MemRefType>(op.getSource().getType());
    auto target = dyn_cast<MemRefType>(op.getTarget().getType());
    if (!source || !target)
      return rewriter.notifyMatchFailure(op, "unranked");
    if (source.getLayout().isIdentity() && target.getLayout().isIdentity())
      return rewriter.notifyMatchFailure(op, "one block of memory");
    linalg::makeMemRefCopyOp(rewriter, op.getLoc(), op.getSource(),
                             op.getTarget());
    rewriter.eraseOp(op);
    return success();
  }
};

struct SegmentCopiesToLinalg
    : segment::impl::SegmentCopiesToLinalgBase<SegmentCopiesToLinalg> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    segment::populateCopiesToLinalgPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void segment::populateCopiesToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<EraseSelfCopy, CopyToLinalg>(patterns.getContext());
}
