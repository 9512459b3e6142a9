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
    RankedTensorType resultType = op.getResultType();
    int64_t idsRank = op.getIdsType().getRank();
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
        /*sources=*/Value(), /*weights=*/Value(), resultType.getShape(), bytes,
        op.isSorted(), isUnsigned, reduction.getBounds());

    // The shape of the result, as far as the types and the check know it.
    OpFoldResult numSegments = check.getSegments();
    if (!resultType.isDynamicDim(0))
      numSegments = b.getIndexAttr(resultType.getDimSize(0));
    SmallVector<OpFoldResult> shape{numSegments};
    for (int64_t i = 1; i < resultType.getRank(); ++i)
      shape.push_back(tensor::getMixedSize(b, loc, data, idsRank + i - 1));

    // However many segments, rows without elements leave nothing to fold.
    if (llvm::any_of(ArrayRef(shape).drop_front(), isZeroInteger)) {
      Value empty = tensor::EmptyOp::create(b, loc, shape, plan.elementType);
      replaceByStorage(b, op, empty);
      return success();
    }

    // [N, D] and the sizes of accumulators, [S, D].
    Value rows2 = createCollapse(b, loc, data, idsRank);
    Value keys = createCollapse(b, loc, ids, idsRank);
    SmallVector<OpFoldResult> sizes{numSegments};
    if (cast<RankedTensorType>(rows2.getType()).getRank() == 2)
      sizes.push_back(tensor::getMixedSize(b, loc, rows2, 1));

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
