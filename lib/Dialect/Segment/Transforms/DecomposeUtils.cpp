//===- DecomposeUtils.cpp - What the decompositions share ----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::segment;

Value segment::createStorageCast(OpBuilder &b, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Type element = type.getElementType();
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    return quant::StorageCastOp::create(
        b, loc, type.clone(quantized.getStorageType()), tensor);
  if (element.isUnsignedInteger())
    return tensor::BitcastOp::create(
        b, loc, type.clone(b.getIntegerType(element.getIntOrFloatBitWidth())),
        tensor);
  return tensor;
}

Value segment::createElementCast(OpBuilder &b, Location loc, Value tensor,
                                 Type elementType) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == elementType)
    return tensor;
  RankedTensorType result = type.clone(elementType);
  if (isa<quant::QuantizedType>(elementType))
    return quant::StorageCastOp::create(b, loc, result, tensor);
  return tensor::BitcastOp::create(b, loc, result, tensor);
}

/// Adds a leading dimension of 1.
static Value addUnitDim(OpBuilder &b, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> shape{1};
  llvm::append_range(shape, type.getShape());
  SmallVector<OpFoldResult> sizes{b.getIndexAttr(1)};
  llvm::append_range(sizes, tensor::getMixedSizes(b, loc, tensor));
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < type.getRank(); ++i)
    groups.push_back(i == 0 ? ReassociationIndices{0, 1}
                            : ReassociationIndices{i + 1});
  return tensor::ExpandShapeOp::create(
      b, loc, RankedTensorType::get(shape, type.getElementType()), tensor,
      groups, sizes);
}

Value segment::createCollapse(OpBuilder &b, Location loc, Value tensor,
                              int64_t numLead) {
  if (numLead == 0) {
    tensor = addUnitDim(b, loc, tensor);
    numLead = 1;
  }
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  SmallVector<ReassociationIndices> groups(1);
  llvm::append_range(groups[0], llvm::seq<int64_t>(0, numLead));
  if (rank > numLead)
    llvm::append_range(groups.emplace_back(),
                       llvm::seq<int64_t>(numLead, rank));
  if (static_cast<int64_t>(groups.size()) == rank)
    return tensor;
  return tensor::CollapseShapeOp::create(b, loc, tensor, groups);
}

bool segment::isCollapsible(RankedTensorType type, int64_t numLead) {
  auto fits = [](ArrayRef<int64_t> group) {
    return llvm::any_of(group, ShapedType::isDynamic) ||
           detail::fitsInMemory(group, /*elementBytes=*/1);
  };
  ArrayRef<int64_t> shape = type.getShape();
  return fits(shape.take_front(numLead)) && fits(shape.drop_front(numLead));
}

Value segment::createExpand(OpBuilder &b, Location loc, Value tensor,
                            ArrayRef<OpFoldResult> shape, int64_t numLead) {
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t rank = shape.size();
  // [1] or [1, D] of a tensor that was one row: collapsed back.
  if (numLead == 0) {
    SmallVector<ReassociationIndices> groups;
    if (type.getRank() == 2)
      groups.push_back({0, 1});
    tensor = tensor::CollapseShapeOp::create(b, loc, tensor, groups);
    type = cast<RankedTensorType>(tensor.getType());
    if (type.getRank() == rank)
      return tensor;
    SmallVector<ReassociationIndices> all(1);
    llvm::append_range(all[0], llvm::seq<int64_t>(0, rank));
    auto [staticShape, dynamicShape] =
        decomposeMixedValues(SmallVector<OpFoldResult>(shape));
    return tensor::ExpandShapeOp::create(
        b, loc, RankedTensorType::get(staticShape, type.getElementType()),
        tensor, all, shape);
  }
  if (type.getRank() == rank)
    return tensor;
  SmallVector<ReassociationIndices> groups(1);
  llvm::append_range(groups[0], llvm::seq<int64_t>(0, numLead));
  if (rank > numLead)
    llvm::append_range(groups.emplace_back(),
                       llvm::seq<int64_t>(numLead, rank));
  auto [staticShape, dynamicShape] =
      decomposeMixedValues(SmallVector<OpFoldResult>(shape));
  return tensor::ExpandShapeOp::create(
      b, loc, RankedTensorType::get(staticShape, type.getElementType()), tensor,
      groups, shape);
}

RankedTensorType segment::refineResultType(RankedTensorType type,
                                           RankedTensorType rows,
                                           int64_t numLead) {
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t i = 1; i < type.getRank(); ++i)
    if (ShapedType::isDynamic(shape[i]))
      shape[i] = rows.getDimSize(numLead + i - 1);
  return type.clone(shape);
}

SmallVector<OpFoldResult>
segment::createResultShape(OpBuilder &b, Location loc, RankedTensorType type,
                           Value numSegments, Value rows, int64_t numLead) {
  SmallVector<OpFoldResult> shape;
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size))
      shape.push_back(b.getIndexAttr(size));
    else if (i == 0)
      shape.push_back(numSegments);
    else
      shape.push_back(tensor::getMixedSize(b, loc, rows, numLead + i - 1));
  }
  return shape;
}

SmallVector<OpFoldResult>
segment::collapseResultShape(OpBuilder &b, Location loc,
                             ArrayRef<OpFoldResult> shape, Value rows) {
  SmallVector<OpFoldResult> sizes{shape.front()};
  if (cast<RankedTensorType>(rows.getType()).getRank() == 1)
    return sizes;
  std::optional<SmallVector<int64_t>> columns =
      getConstantIntValues(shape.drop_front());
  sizes.push_back(columns ? OpFoldResult(b.getIndexAttr(
                                ShapedType::getNumElements(*columns)))
                          : tensor::getMixedSize(b, loc, rows, 1));
  return sizes;
}

Value segment::createElementwise(
    OpBuilder &b, Location loc, ValueRange inputs, Value init,
    function_ref<Value(OpBuilder &, Location, ValueRange)> body) {
  int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
  MLIRContext *context = b.getContext();
  SmallVector<AffineMap> maps;
  for (Value input : inputs) {
    int64_t inputRank = cast<RankedTensorType>(input.getType()).getRank();
    assert((inputRank == rank || inputRank == 1) && "not elementwise");
    maps.push_back(AffineMap::getMultiDimIdentityMap(rank, context)
                       .getMajorSubMap(inputRank));
  }
  maps.push_back(AffineMap::getMultiDimIdentityMap(rank, context));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, loc, init.getType(), inputs, init, maps, iterators,
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        linalg::YieldOp::create(b, loc, body(b, loc, elements));
      });
  return generic.getResult(0);
}

Value segment::createIndex(OpBuilder &b, Location loc, OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(b, loc, size);
}

Value segment::createFold(OpBuilder &b, Location loc, const FoldPlan &plan,
                          Value keys, Value numRows, const FoldedRows &rows,
                          Value init,
                          function_ref<void(ReduceByKeyOp)> setFlags) {
  bool hasColumns = cast<RankedTensorType>(rows.data.getType()).getRank() == 2;
  SmallVector<Value> inputs{rows.data};
  SmallVector<AffineMap> access{
      ReduceByKeyOp::getAccessMap(b.getContext(), /*row=*/!rows.sources,
                                  /*gather=*/!!rows.sources, hasColumns)};
  if (rows.weights) {
    inputs.push_back(rows.weights);
    access.push_back(ReduceByKeyOp::getAccessMap(b.getContext(), /*row=*/true,
                                                 /*gather=*/false,
                                                 /*column=*/false));
  }
  SmallVector<Combiner> kinds{plan.combiner};
  SmallVector<Type> types{plan.accumulatorType};
  bool hasExtra = plan.extra != FoldPlan::Extra::none;
  if (hasExtra) {
    kinds.push_back(plan.extra == FoldPlan::Extra::count ? Combiner::add
                                                         : Combiner::maxu);
    types.push_back(plan.getExtraType(b));
  }
  auto createExtra = [&](OpBuilder &b, Location loc, int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc,
                                     b.getIntegerAttr(types.back(), value));
  };
  auto fold = ReduceByKeyOp::create(
      b, loc, keys, numRows, inputs, access,
      rows.sources ? ValueRange(rows.sources) : ValueRange{}, init, kinds,
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        SmallVector<Value> values{plan.createValue(
            b, loc, elements[0], rows.weights ? elements[1] : Value())};
        if (hasExtra)
          values.push_back(createExtra(b, loc, 1));
        YieldOp::create(b, loc, values);
      });

  OpBuilder::InsertionGuard guard(b);
  bool isIdentity = !plan.finish && plan.accumulatorType == plan.elementType;
  if (plan.start || plan.widen || hasExtra) {
    Block *start = b.createBlock(&fold.getStart(), {}, plan.elementType, loc);
    SmallVector<Value> values;
    if (plan.start)
      values.push_back(plan.start(b, loc));
    else if (plan.widen)
      values.push_back(plan.widen(b, loc, start->getArgument(0)));
    else
      values.push_back(start->getArgument(0));
    if (hasExtra)
      values.push_back(createExtra(b, loc, 0));
    YieldOp::create(b, loc, values);
  }
  if (!isIdentity || hasExtra) {
    Block *finish = b.createBlock(&fold.getFinish(), {}, types,
                                  SmallVector<Location>(types.size(), loc));
    Value result = finish->getArgument(0);
    if (plan.finish)
      result = plan.finish(b, loc, result,
                           hasExtra ? finish->getArgument(1) : Value());
    YieldOp::create(b, loc, result);
    if (hasExtra && hasColumns)
      fold.setRowAccumulators(ArrayRef<int64_t>{1});
  }
  setFlags(fold);
  return fold.getResult(0);
}

void segment::replaceByStorage(RewriterBase &b, Operation *op, Value storage) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Value result =
      createElementCast(b, op->getLoc(), storage, type.getElementType());
  if (result.getType() != type)
    result = tensor::CastOp::create(b, op->getLoc(), type, result);
  b.replaceOp(op, result);
}
