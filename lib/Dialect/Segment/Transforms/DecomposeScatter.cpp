//===- DecomposeScatter.cpp - Decomposition of scatter operations ---------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

/// An index as i64.
static Value createI64(OpBuilder &b, Location loc, Value value,
                       bool isUnsigned) {
  Type i64 = b.getI64Type();
  if (value.getType() == i64)
    return value;
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(b, loc, i64, value);
  if (isUnsigned)
    return arith::ExtUIOp::create(b, loc, i64, value);
  return arith::ExtSIOp::create(b, loc, i64, value);
}

/// Keys of index rows of several coordinates: the row-major position of the
/// slice, or -1 if a coordinate is out of its dimension.
static Value createLinearKeys(OpBuilder &b, Location loc, Value indices,
                              ArrayRef<OpFoldResult> dims, bool isUnsigned) {
  auto type = cast<RankedTensorType>(indices.getType());
  // [B..., K] as [N, K].
  Value flat = createCollapse(b, loc, indices, type.getRank() - 1);
  OpFoldResult numRows = tensor::getMixedSize(b, loc, flat, 0);
  Type i64 = b.getI64Type();
  SmallVector<Value> dimValues, columns;
  SmallVector<AffineMap> maps;
  for (auto [k, dim] : llvm::enumerate(dims)) {
    dimValues.push_back(
        createI64(b, loc, createIndex(b, loc, dim), /*isUnsigned=*/false));
    SmallVector<OpFoldResult> offsets{b.getIndexAttr(0), b.getIndexAttr(k)};
    SmallVector<OpFoldResult> sizes{numRows, b.getIndexAttr(1)};
    SmallVector<OpFoldResult> strides{b.getIndexAttr(1), b.getIndexAttr(1)};
    auto columnType = RankedTensorType::get(
        {cast<RankedTensorType>(flat.getType()).getDimSize(0)},
        type.getElementType());
    columns.push_back(tensor::ExtractSliceOp::create(b, loc, columnType, flat,
                                                     offsets, sizes, strides));
  }
  Value init = tensor::EmptyOp::create(b, loc, {numRows}, i64);
  return createElementwise(
      b, loc, columns, init,
      [&](OpBuilder &b, Location loc, ValueRange coordinates) -> Value {
        Value key, valid;
        for (auto [k, dim] : llvm::enumerate(dimValues)) {
          Value index = createI64(b, loc, coordinates[k], isUnsigned);
          Value inRange = arith::CmpIOp::create(
              b, loc, arith::CmpIPredicate::ult, index, dim);
          if (!key) {
            key = index;
            valid = inRange;
            continue;
          }
          key = arith::MulIOp::create(b, loc, key, dim);
          key = arith::AddIOp::create(b, loc, key, index);
          valid = arith::AndIOp::create(b, loc, valid, inRange);
        }
        Value none =
            arith::ConstantOp::create(b, loc, b.getIntegerAttr(i64, -1));
        return arith::SelectOp::create(b, loc, valid, key, none);
      });
}

namespace {
struct DecomposeScatter : OpInterfaceRewritePattern<ScatterOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ScatterOpInterface op,
                                PatternRewriter &b) const override {
    auto reduction = cast<ReductionOpInterface>(op.getOperation());
    Location loc = op.getLoc();
    RankedTensorType inputType = op.getInputType();
    int64_t depth = op.getIndexDepth();
    int64_t batchRank = op.getIndicesType().getRank() - 1;
    bool isUnsigned = op.getIndicesType().getElementType().isUnsignedInteger();
    if (!isCollapsible(inputType, depth) ||
        !isCollapsible(op.getIndicesType(), batchRank) ||
        !isCollapsible(op.getUpdatesType(), batchRank))
      return b.notifyMatchFailure(op, "a product of dimensions overflows");
    FoldPlan plan = planScatter(op);

    Value input = createStorageCast(b, loc, op.getStart());
    Value indices = createStorageCast(b, loc, reduction.getKeys());
    Value updates = createStorageCast(b, loc, reduction.getRows());

    auto check = CheckScatterOp::create(
        b, loc, b.getIndexType(), op->getName().getStringRef(), input, indices,
        updates, isUnsigned, reduction.getBounds());

    SmallVector<OpFoldResult> inputSizes = tensor::getMixedSizes(b, loc, input);
    Value rows2 = createCollapse(b, loc, updates, batchRank);
    Value start = createCollapse(b, loc, input, depth);

    // Keys.
    Value keys;
    bool unsignedKeys = false;
    if (depth == 0) {
      // Every update is a whole input.
      Value zero = arith::ConstantOp::create(
          b, loc, b.getIntegerAttr(b.getI32Type(), 0));
      Value empty = tensor::EmptyOp::create(
          b, loc, {tensor::getMixedSize(b, loc, rows2, 0)}, b.getI32Type());
      keys = linalg::FillOp::create(b, loc, zero, empty).getResult(0);
    } else if (depth == 1) {
      keys = createCollapse(b, loc, indices, batchRank + 1);
      unsignedKeys = isUnsigned;
    } else {
      keys = createLinearKeys(
          b, loc, indices, ArrayRef(inputSizes).take_front(depth), isUnsigned);
    }

    // Start, fold, finish.
    Value result =
        createFold(b, loc, plan, keys, check.getRows(), {rows2}, start,
                   [&](ReduceByKeyOp fold) {
                     fold.setInBounds(reduction.getBounds() == Bounds::assume);
                     fold.setUnsignedKeys(unsignedKeys);
                   });

    replaceByStorage(b, op, createExpand(b, loc, result, inputSizes, depth));
    return success();
  }
};
} // namespace

void segment::populateDecomposeScatterPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeScatter>(patterns.getContext());
}
