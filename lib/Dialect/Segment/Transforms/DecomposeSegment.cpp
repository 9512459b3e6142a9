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

/// A tensor of `sizes` filled with a scalar.
static Value createFilled(OpBuilder &b, Location loc,
                          ArrayRef<OpFoldResult> sizes, Value scalar) {
  Value empty = tensor::EmptyOp::create(b, loc, sizes, scalar.getType());
  return linalg::FillOp::create(b, loc, scalar, empty).getResult(0);
}

/// The size of what is kept for each segment beside a row: nothing if rows may
/// have no elements and have none.
static OpFoldResult getExtraSize(OpBuilder &b, Location loc,
                                 ArrayRef<OpFoldResult> sizes) {
  if (sizes.size() == 1 || !isa<Value>(sizes[1]))
    return sizes[0];
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isEmpty = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        cast<Value>(sizes[1]), zero);
  Value size = arith::SelectOp::create(b, loc, isEmpty, zero,
                                       createIndex(b, loc, sizes[0]));
  return size;
}

/// The results of the accumulators, as storage of the result's elements.
static Value createFinish(OpBuilder &b, Location loc, const FoldPlan &plan,
                          ArrayRef<OpFoldResult> sizes,
                          ArrayRef<Value> accumulators) {
  Value accumulator = accumulators[0];
  if (!plan.finish)
    return accumulator;
  bool inPlace = plan.accumulatorType == plan.elementType;
  auto emit = [&](OpBuilder &b, ArrayRef<OpFoldResult> sizes, Value accumulator,
                  ValueRange extra) {
    SmallVector<Value> inputs;
    if (!inPlace)
      inputs.push_back(accumulator);
    llvm::append_range(inputs, extra);
    Value init = inPlace
                     ? accumulator
                     : tensor::EmptyOp::create(b, loc, sizes, plan.elementType)
                           .getResult();
    return createElementwise(
        b, loc, inputs, init,
        [&](OpBuilder &b, Location loc, ValueRange elements) {
          Value acc = inPlace ? elements.back() : elements[0];
          Value more = extra.empty() ? Value() : elements[inPlace ? 0 : 1];
          return plan.finish(b, loc, acc, more);
        });
  };
  ValueRange extra = ArrayRef<Value>(accumulators).drop_front();
  bool dynamicColumns = sizes.size() == 2 && isa<Value>(sizes[1]);
  if (!dynamicColumns || extra.empty())
    return emit(b, sizes, accumulator, extra);

  // Many segments without columns are not walked. (Without an extra the whole
  // is one dimension for segment-flatten-elementwise.)
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value hasColumns = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                           createIndex(b, loc, sizes[1]), zero);
  auto ifOp = scf::IfOp::create(
      b, loc, hasColumns,
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, emit(b, sizes, accumulator, extra));
      },
      [&](OpBuilder &b, Location loc) {
        Value empty = tensor::EmptyOp::create(b, loc, sizes, plan.elementType);
        scf::YieldOp::create(b, loc, empty);
      });
  return ifOp.getResult(0);
}

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
    int64_t bytes = std::max(getElementBytes(plan.elementType),
                             getElementBytes(plan.accumulatorType));
    auto check = CheckSegmentsOp::create(
        b, loc, b.getIndexType(), b.getIndexType(),
        op->getName().getStringRef(), ids, data, op.getNumSegmentsOrNull(),
        resultType.getShape(), bytes, op.isSorted(), isUnsigned,
        reduction.getBounds());

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
      replace(b, op, empty);
      return success();
    }

    // [N, D] and the sizes of accumulators, [S, D].
    Value rows2 = createCollapse(b, loc, data, idsRank);
    Value keys = createCollapse(b, loc, ids, idsRank);
    SmallVector<OpFoldResult> sizes{numSegments};
    if (cast<RankedTensorType>(rows2.getType()).getRank() == 2)
      sizes.push_back(tensor::getMixedSize(b, loc, rows2, 1));

    // Start, fold, finish.
    SmallVector<Value> accumulators{
        createFilled(b, loc, sizes, plan.start(b, loc))};
    if (plan.extra != FoldPlan::Extra::none) {
      Value zero = arith::ConstantOp::create(
          b, loc, b.getIntegerAttr(plan.getExtraType(b), 0));
      accumulators.push_back(
          createFilled(b, loc, getExtraSize(b, loc, sizes), zero));
    }
    accumulators = createFold(b, loc, plan, keys, check.getRows(), rows2,
                              accumulators, [&](ReduceByKeyOp fold) {
                                fold.setSorted(op.isSorted());
                                fold.setUnsignedKeys(isUnsigned);
                              });
    Value result = createFinish(b, loc, plan, sizes, accumulators);

    replace(b, op, createExpand(b, loc, result, shape, /*numLead=*/1));
    return success();
  }

  /// Replaces `op` by storage of its shape.
  static void replace(PatternRewriter &b, SegmentOpInterface op,
                      Value storage) {
    RankedTensorType type = op.getResultType();
    Value result =
        createElementCast(b, op.getLoc(), storage, type.getElementType());
    if (result.getType() != type)
      result = tensor::CastOp::create(b, op.getLoc(), type, result);
    b.replaceOp(op, result);
  }
};
} // namespace

void segment::populateDecomposeSegmentPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeSegment>(patterns.getContext());
}
