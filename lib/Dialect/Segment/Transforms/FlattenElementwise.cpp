//===- FlattenElementwise.cpp - segment-flatten-elementwise -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTFLATTENELEMENTWISE
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

/// Whether all memrefs of `op` are walked as they lie in memory.
static bool isFlat(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumLoops() < 2 ||
      op.hasIndexSemantics() || op.getNumParallelLoops() != op.getNumLoops())
    return false;
  return llvm::all_of(
      llvm::zip_equal(op->getOperands(), op.getIndexingMapsArray()),
      [](auto it) {
        auto [operand, map] = it;
        auto type = dyn_cast<MemRefType>(operand.getType());
        // Scalars of fills.
        if (!type)
          return map.getNumResults() == 0;
        // A static size that overflows is never allocated, but must not be
        // computed here either.
        return map.isIdentity() && type.getLayout().isIdentity() &&
               segment::detail::fitsInMemory(type.getShape(),
                                             /*elementBytes=*/1);
      });
}

static Value createFlat(OpBuilder &b, Location loc, Value operand) {
  auto type = dyn_cast<MemRefType>(operand.getType());
  if (!type)
    return operand;
  SmallVector<ReassociationIndices> all(1);
  llvm::append_range(all[0], llvm::seq<int64_t>(0, type.getRank()));
  return memref::CollapseShapeOp::create(b, loc, operand, all);
}

namespace {
struct FlattenFill : OpRewritePattern<linalg::FillOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::FillOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFlat(op))
      return rewriter.notifyMatchFailure(op, "not one block of memory");
    Value output = createFlat(rewriter, op.getLoc(), op.getOutputs()[0]);
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, op.getInputs(), output);
    return success();
  }
};

struct FlattenGeneric : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFlat(op))
      return rewriter.notifyMatchFailure(
          op, "not elementwise on row-major memrefs");
    auto flatten = [&](Value operand) {
      return createFlat(rewriter, op.getLoc(), operand);
    };
    SmallVector<Value> inputs = llvm::map_to_vector(op.getInputs(), flatten);
    SmallVector<Value> outputs = llvm::map_to_vector(op.getOutputs(), flatten);
    // A scalar has no dimension, a memref the one that is left.
    SmallVector<AffineMap> maps;
    for (Value operand : op->getOperands())
      maps.push_back(isa<MemRefType>(operand.getType())
                         ? rewriter.getMultiDimIdentityMap(1)
                         : AffineMap::get(1, 0, rewriter.getContext()));
    auto flat = linalg::GenericOp::create(
        rewriter, op.getLoc(), inputs, outputs, maps,
        {utils::IteratorType::parallel},
        function_ref<void(OpBuilder &, Location, ValueRange)>());
    rewriter.inlineRegionBefore(op.getRegion(), flat.getRegion(),
                                flat.getRegion().end());
    rewriter.eraseOp(op);
    return success();
  }
};

struct SegmentFlattenElementwise
    : segment::impl::SegmentFlattenElementwiseBase<SegmentFlattenElementwise> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    segment::populateFlattenElementwisePatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void segment::populateFlattenElementwisePatterns(RewritePatternSet &patterns) {
  patterns.add<FlattenFill, FlattenGeneric>(patterns.getContext());
}
