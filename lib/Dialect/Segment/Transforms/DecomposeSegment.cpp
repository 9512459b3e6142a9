//===- DecomposeSegment.cpp - Decomposition of segment operations ---------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

namespace {
struct DecomposeSegment : OpInterfaceRewritePattern<SegmentOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(SegmentOpInterface op,
                                PatternRewriter &b) const override {
    auto reduction = cast<ReductionOpInterface>(op.getOperation());
    Location loc = op.getLoc();
    int64_t idsRank = op.getIdsType().getRank();
    RankedTensorType resultType =
        refineResultType(op.getResultType(), op.getDataType(), idsRank);
    bool isUnsigned = op.getIdsType().getElementType().isUnsignedInteger();
    if (!isCollapsible(op.getDataType(), idsRank) ||
        !isCollapsible(op.getIdsType(), idsRank) ||
        !isCollapsible(resultType, 1))
      return b.notifyMatchFailure(op, "a product of dimensions overflows");
    FoldPlan plan = planSegment(op);

    Value data = createStorageCast(b, loc, reduction.getRows());
    Value ids = createStorageCast(b, loc, reduction.getKeys());

    // The check: nothing is allocated from a number that it did not let pass.
    int64_t bytes = getElementBytes(plan.elementType);
    auto check = CheckSegmentsOp::create(
        b, loc, b.getIndexType(), b.getIndexType(),
        op->getName().getStringRef(), ids, data, op.getNumSegmentsOrNull(),
        /*sources=*/Value(), /*weights=*/Value(), op.getResultType().getShape(),
        bytes, op.isSorted(), isUnsigned, reduction.getBounds());

    // The shape of the result, as far as the types and the check know it.
    SmallVector<OpFoldResult> shape = createResultShape(
        b, loc, resultType, check.getSegments(), data, /*numLead=*/idsRank);

    // However many segments, rows without elements leave nothing to fold.
    if (llvm::any_of(ArrayRef(shape).drop_front(), isZeroInteger)) {
      Value empty = tensor::EmptyOp::create(b, loc, shape, plan.elementType);
      replaceByStorage(b, op, empty);
      return success();
    }

    // [N, D] and the sizes of accumulators, [S, D].
    Value rows2 = createCollapse(b, loc, data, idsRank);
    Value keys = createCollapse(b, loc, ids, idsRank);
    SmallVector<OpFoldResult> sizes = collapseResultShape(b, loc, shape, rows2);

    // Start, fold, finish.
    Value empty = tensor::EmptyOp::create(b, loc, sizes, plan.elementType);
    Value result = createFold(b, loc, plan, keys, check.getRows(), {rows2},
                              empty, [&](ReduceByKeyOp fold) {
                                fold.setSorted(op.isSorted());
                                fold.setUnsignedKeys(isUnsigned);
                              });

    replaceByStorage(b, op, createExpand(b, loc, result, shape, /*numLead=*/1));
    return success();
  }
};
} // namespace

void segment::populateDecomposeSegmentPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeSegment>(patterns.getContext());
}
