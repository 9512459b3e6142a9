//===- CanonicalizationUtils.cpp - What canonicalizations share -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CanonicalizationUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"
#include <complex>

using namespace mlir;
using namespace mlir::segment;
using namespace mlir::segment::detail;

//===----------------------------------------------------------------------===//
// ConstantKeys
//===----------------------------------------------------------------------===//

std::optional<ConstantKeys> ConstantKeys::get(Value keys) {
  DenseIntElementsAttr attr;
  auto type = dyn_cast<RankedTensorType>(keys.getType());
  if (!type || !type.hasStaticShape() || !matchPattern(keys, m_Constant(&attr)))
    return std::nullopt;
  auto toNumber = [&](const APInt &value) {
    return type.getElementType().isUnsignedInteger()
               ? static_cast<int64_t>(value.getZExtValue())
               : value.getSExtValue();
  };
  ConstantKeys result(attr, type);
  if (llvm::is_contained(type.getShape(), 0))
    return result;
  if (attr.isSplat()) {
    result.isSplat = true;
    result.values.push_back(toNumber(attr.getSplatValue<APInt>()));
    return result;
  }
  if (attr.getNumElements() > maxFoldedElements)
    return std::nullopt;
  result.values = llvm::map_to_vector(attr.getValues<APInt>(), toNumber);
  return result;
}

bool ConstantKeys::isUniform() const {
  return !values.empty() && llvm::all_equal(values);
}

bool ConstantKeys::isSorted() const { return llvm::is_sorted(values); }

bool ConstantKeys::isIota(int64_t size) const {
  // A splat of a single element is one, any other isn't.
  if (isSplat && llvm::any_of(getShape(), [](int64_t dim) { return dim != 1; }))
    return false;
  if (static_cast<int64_t>(values.size()) != size)
    return false;
  return llvm::all_of(llvm::enumerate(values), [](auto it) {
    return it.value() == static_cast<int64_t>(it.index());
  });
}

int64_t ConstantKeys::getMin() const { return *llvm::min_element(values); }

int64_t ConstantKeys::getMax() const { return *llvm::max_element(values); }

DenseElementsAttr ConstantKeys::slice(int64_t begin, int64_t end) {
  SmallVector<int64_t> shape(type.getShape());
  shape.front() = end - begin;
  RankedTensorType newType = type.clone(shape);
  if (begin == end)
    return DenseElementsAttr::get(newType, ArrayRef<APInt>());
  if (isSplat)
    return attr.resizeSplat(newType);
  int64_t stride = newType.getNumElements() / (end - begin);
  auto all = attr.getValues<APInt>();
  return DenseElementsAttr::get(newType,
                                SmallVector<APInt>(all.begin() + begin * stride,
                                                   all.begin() + end * stride));
}

//===----------------------------------------------------------------------===//
// Properties of operations
//===----------------------------------------------------------------------===//

bool segment::detail::isExact(ReductionOpInterface op) {
  if (op.isMinOrMax() || op.getReduction() == Reduction::update)
    return true;
  Type type = getElementTypeOrSelf(op.getRows());
  return isIntegerElement(type) || getQuantizedElement(type);
}

/// What empty segments show, as an APInt, an APFloat or a complex number.
template <typename Visitor>
static DenseElementsAttr visitEmptyValue(SegmentOpInterface op, Type type,
                                         Visitor &&visit) {
  auto reductionOp = cast<ReductionOpInterface>(op.getOperation());
  bool isProd = reductionOp.getReduction() == Reduction::prod;
  bool isMin = reductionOp.getReduction() == Reduction::min;
  EmptyMode empty = op.getEffectiveEmpty();
  bool isExtreme = reductionOp.isMinOrMax() && empty != EmptyMode::zero;

  if (auto complex = dyn_cast<ComplexType>(type)) {
    const llvm::fltSemantics &semantics =
        cast<FloatType>(complex.getElementType()).getFloatSemantics();
    APFloat zero = APFloat::getZero(semantics);
    return visit(std::complex<APFloat>(
        isProd ? APFloat::getOne(semantics) : zero, zero));
  }
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    if (isExtreme)
      return visit(empty == EmptyMode::infinity
                       ? APFloat::getInf(semantics, /*Negative=*/!isMin)
                       : APFloat::getLargest(semantics, /*Negative=*/!isMin));
    return visit(isProd ? APFloat::getOne(semantics)
                        : APFloat::getZero(semantics));
  }
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return {};
  unsigned width = integer.getWidth();
  // i1 is ordered false < true.
  if (isExtreme && (integer.isUnsigned() || width == 1))
    return visit(isMin ? APInt::getMaxValue(width) : APInt::getZero(width));
  if (isExtreme)
    return visit(isMin ? APInt::getSignedMaxValue(width)
                       : APInt::getSignedMinValue(width));
  return visit(APInt(width, isProd ? 1 : 0));
}

TypedAttr segment::detail::getEmptyResult(SegmentOpInterface op,
                                          RankedTensorType type) {
  return visitEmptyValue(op, type.getElementType(), [&](const auto &value) {
    return DenseElementsAttr::get(type, ArrayRef(value));
  });
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

void segment::detail::replaceWithCast(PatternRewriter &rewriter, Operation *op,
                                      Value value) {
  Type type = op->getResult(0).getType();
  if (value.getType() != type)
    value = tensor::CastOp::create(rewriter, op->getLoc(), type, value);
  rewriter.replaceOp(op, value);
}

Value segment::detail::createOuterSlice(OpBuilder &builder, Location loc,
                                        Value tensor, int64_t begin,
                                        int64_t end) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  sizes[0] = builder.getIndexAttr(end - begin);
  // No slice starts within a dimension of size 0.
  if (begin == end || llvm::is_contained(type.getShape(), 0))
    return tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  offsets[0] = builder.getIndexAttr(begin);
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, tensor, offsets, sizes,
                                        strides);
}

Value segment::detail::createReshapedPrefix(OpBuilder &builder, Location loc,
                                            Value tensor, int64_t numDims,
                                            ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(tensor.getType());
  ArrayRef<int64_t> prefix = type.getShape().take_front(numDims);
  if (prefix == shape)
    return tensor;
  ArrayRef<int64_t> row = type.getShape().drop_front(numDims);

  /// Groups of `first` dimensions, then of one.
  auto group = [&](int64_t first) {
    SmallVector<ReassociationIndices> groups;
    int64_t dim = 0;
    if (first > 0)
      groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, first)));
    for (dim = first; dim < first + static_cast<int64_t>(row.size()); ++dim)
      groups.push_back({dim});
    return groups;
  };
  auto withRow = [&](ArrayRef<int64_t> outer) {
    SmallVector<int64_t> all(outer);
    llvm::append_range(all, row);
    return type.clone(all);
  };

  // To one dimension in the middle, and from there to the new ones.
  int64_t product = ShapedType::getNumElements(prefix);
  if (numDims == 0) {
    SmallVector<ReassociationIndices> groups;
    for (int64_t dim = 0; dim < static_cast<int64_t>(row.size()); ++dim)
      groups.push_back(dim == 0 ? ReassociationIndices{0, 1}
                                : ReassociationIndices{dim + 1});
    tensor = tensor::ExpandShapeOp::create(builder, loc, withRow(product),
                                           tensor, groups);
  } else if (numDims > 1) {
    tensor = tensor::CollapseShapeOp::create(builder, loc, withRow(product),
                                             tensor, group(numDims));
  }
  if (shape.size() == 1)
    return tensor;
  return tensor::ExpandShapeOp::create(builder, loc, withRow(shape), tensor,
                                       group(shape.size()));
}
