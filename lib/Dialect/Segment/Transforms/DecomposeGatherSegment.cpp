//===- DecomposeGatherSegment.cpp - Decomposition of gathering operations -===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

namespace {
struct DecomposeGatherSegment
    : OpInterfaceRewritePattern<GatherSegmentOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(GatherSegmentOpInterface op,
                                PatternRewriter &b) const override {
    auto reduction = cast<ReductionOpInterface>(op.getOperation());
    Location loc = op.getLoc();
    int64_t idsRank = op.getIdsType().getRank();
    RankedTensorType resultType =
        refineResultType(op.getResultType(), op.getXType(), 1);
    bool unsignedIds = op.getIdsType().getElementType().isUnsignedInteger();
    bool unsignedSrc = op.getSrcType().getElementType().isUnsignedInteger();
    if (!isCollapsible(op.getXType(), 1) || !isCollapsible(resultType, 1) ||
        !isCollapsible(op.getIdsType(), idsRank) ||
        !isCollapsible(op.getSrcType(), idsRank))
      return b.notifyMatchFailure(op, "a product of dimensions overflows");
    FoldPlan plan = planGatherSegment(op);

    Value x = createStorageCast(b, loc, reduction.getRows());
    Value src = createStorageCast(b, loc, op.getSrc());
    Value ids = createStorageCast(b, loc, reduction.getKeys());
    Value weights = op.getWeights();
    if (weights)
      weights = createStorageCast(b, loc, weights);

    // Shapes, sizes and ids come before the row numbers (clause 4.19).
    auto check = CheckSegmentsOp::create(
        b, loc, b.getIndexType(), b.getIndexType(),
        op->getName().getStringRef(), ids, x, op.getNumSegments(), src, weights,
        op.getResultType().getShape(), getElementBytes(plan.elementType),
        op.getSorted(), unsignedIds, reduction.getBounds());

    // The shape of the result, as far as the types and the check know it.
    SmallVector<OpFoldResult> shape = createResultShape(
        b, loc, resultType, check.getSegments(), x, /*numLead=*/1);

    // However many segments, rows without elements leave nothing to fold.
    if (llvm::any_of(ArrayRef(shape).drop_front(), isZeroInteger)) {
      replaceByStorage(
          b, op, tensor::EmptyOp::create(b, loc, shape, plan.elementType));
      return success();
    }

    // [M, D], and [N] of what there is for each row.
    FoldedRows rows{
        createCollapse(b, loc, x, 1), createCollapse(b, loc, src, idsRank),
        weights ? createCollapse(b, loc, weights, idsRank) : Value()};
    Value keys = createCollapse(b, loc, ids, idsRank);
    Value numRows = check.getRows();
    if (reduction.getBounds() == Bounds::error)
      numRows = createGatherCheck(b, op, check, src, rows, keys);

    // Start, fold, finish.
    SmallVector<OpFoldResult> sizes =
        collapseResultShape(b, loc, shape, rows.data);
    Value empty = tensor::EmptyOp::create(b, loc, sizes, plan.elementType);
    Value result = createFold(b, loc, plan, keys, numRows, rows, empty,
                              [&](ReduceByKeyOp fold) {
                                fold.setSorted(op.getSorted());
                                fold.setUnsignedKeys(unsignedIds);
                                fold.setUnsignedSources(unsignedSrc);
                              });
    replaceByStorage(b, op, createExpand(b, loc, result, shape, /*numLead=*/1));
    return success();
  }

  /// Checks the row numbers `src`, collapsed to `rows.sources`. Returns the
  /// number of rows to fold.
  static Value createGatherCheck(OpBuilder &b, GatherSegmentOpInterface op,
                                 CheckSegmentsOp check, Value src,
                                 const FoldedRows &rows, Value keys) {
    Location loc = op.getLoc();
    Value extent =
        createIndex(b, loc, tensor::getMixedSize(b, loc, rows.data, 0));
    SmallVector<Value> shape;
    if (op.getSrcType().getRank() > 1)
      for (OpFoldResult size : tensor::getMixedSizes(b, loc, src))
        shape.push_back(createIndex(b, loc, size));
    return CheckGatherOp::create(
        b, loc, b.getIndexType(), op->getName().getStringRef(), rows.sources,
        keys, check.getRows(), check.getSegments(), extent, shape,
        op.getSrcType().getElementType().isUnsignedInteger(),
        op.getIdsType().getElementType().isUnsignedInteger());
  }
};
} // namespace

void segment::populateDecomposeGatherSegmentPatterns(
    RewritePatternSet &patterns) {
  patterns.add<DecomposeGatherSegment>(patterns.getContext());
}
