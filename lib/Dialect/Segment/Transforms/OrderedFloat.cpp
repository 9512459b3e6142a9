//===- OrderedFloat.cpp - Floats as order-preserving integers -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Dialect/Segment/Transforms/OrderedFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::segment;

IntegerType segment::getOrderedType(FloatType type) {
  return IntegerType::get(type.getContext(), type.getWidth());
}

APInt segment::getOrderedStart(FloatType type, bool isMin) {
  return isMin ? APInt::getSignedMaxValue(type.getWidth())
               : APInt::getSignedMinValue(type.getWidth());
}

/// `element`, or a vector of it where `type` is a vector.
static Type getLike(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

static Value createConstant(OpBuilder &builder, Location loc, Type type,
                            const APInt &value) {
  TypedAttr attr = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return arith::ConstantOp::create(builder, loc, attr);
}

/// `bits` with all but the sign inverted if the sign is set: its own inverse.
static Value invertNegatives(OpBuilder &builder, Location loc, Value bits) {
  Type type = bits.getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value shift = createConstant(builder, loc, type, APInt(width, width - 1));
  Value magnitude =
      createConstant(builder, loc, type, APInt::getSignedMaxValue(width));
  Value sign = arith::ShRSIOp::create(builder, loc, bits, shift);
  Value mask = arith::AndIOp::create(builder, loc, sign, magnitude);
  return arith::XOrIOp::create(builder, loc, bits, mask);
}

Value segment::createToOrdered(OpBuilder &builder, Location loc, Value value,
                               bool isMin, bool ignoreNan) {
  auto floatType = cast<FloatType>(getElementTypeOrSelf(value.getType()));
  Type type = getLike(value.getType(), getOrderedType(floatType));
  unsigned width = floatType.getWidth();
  const llvm::fltSemantics &semantics = floatType.getFloatSemantics();

  Value bits = arith::BitcastOp::create(builder, loc, type, value);
  Value ordered = invertNegatives(builder, loc, bits);

  // Compared as integers, since 16-bit floats would be widened first.
  Value magnitude = arith::AndIOp::create(
      builder, loc, bits,
      createConstant(builder, loc, type, APInt::getSignedMaxValue(width)));
  Value isNan = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sgt, magnitude,
      createConstant(builder, loc, type,
                     APFloat::getInf(semantics).bitcastToAPInt()));
  // Winning: the far end. Losing: beyond the infinity, but not the start value.
  APInt nan =
      isMin ? APInt::getSignedMinValue(width) : APInt::getSignedMaxValue(width);
  if (ignoreNan) {
    nan = APFloat::getQNaN(semantics).bitcastToAPInt();
    if (!isMin)
      nan.flipAllBits();
  }
  return arith::SelectOp::create(
      builder, loc, isNan, createConstant(builder, loc, type, nan), ordered);
}

Value segment::createFromOrdered(OpBuilder &builder, Location loc,
                                 Value ordered, FloatType type) {
  Value bits = invertNegatives(builder, loc, ordered);
  return arith::BitcastOp::create(builder, loc,
                                  getLike(ordered.getType(), type), bits);
}
