//===- FoldPlan.cpp - How a reduction folds an element type -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"
#include "segment/Dialect/Segment/Transforms/OrderedFloat.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Whether integers of `type` are compared and widened as unsigned.
static bool isUnsignedElement(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return !quantized.isSigned();
  return type.isUnsignedInteger() || type.isInteger(1);
}

/// The signless type that elements of `type` are stored as.
static Type getStorageType(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return quantized.getStorageType();
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

/// What sums and products of floats accumulate in (clause 3.4).
static Type getFloatAccumulator(ReductionOpInterface op, FloatType type) {
  Builder builder(op.getContext());
  std::optional<AccumulateMode> mode = op.getAccumulate();
  if (mode == AccumulateMode::f64)
    return builder.getF64Type();
  if (mode == AccumulateMode::native || type.getWidth() > 16)
    return type;
  return builder.getF32Type();
}

//===----------------------------------------------------------------------===//
// Scalar code
//===----------------------------------------------------------------------===//

static Value createInt(OpBuilder &b, Location loc, Type type, APInt value) {
  return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
}

static Value createInt(OpBuilder &b, Location loc, Type type, int64_t value) {
  return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
}

static Value createFloat(OpBuilder &b, Location loc, const APFloat &value,
                         Type type) {
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
}

static Value createNumber(OpBuilder &b, Location loc, Type type,
                          int64_t value) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    Value re = createNumber(b, loc, part, value);
    Value im = createNumber(b, loc, part, 0);
    return complex::CreateOp::create(b, loc, type, re, im);
  }
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(
        b, loc, b.getFloatAttr(type, static_cast<double>(value)));
  return createInt(b, loc, type, value);
}

static Value createExtend(OpBuilder &b, Location loc, Type type, Value value,
                          bool isUnsigned) {
  if (value.getType() == type)
    return value;
  if (isa<FloatType>(type))
    return arith::ExtFOp::create(b, loc, type, value);
  if (isUnsigned)
    return arith::ExtUIOp::create(b, loc, type, value);
  return arith::ExtSIOp::create(b, loc, type, value);
}

/// f64 to f32, rounded to odd: truncated, the last bit set if that was inexact.
/// A second rounding to 16 bits then gives what one rounding gives.
static Value createRoundToOdd(OpBuilder &b, Location loc, Value value) {
  Type f32 = b.getF32Type(), f64 = b.getF64Type(), i32 = b.getI32Type();
  using arith::CmpFPredicate;
  Value nearest = arith::TruncFOp::create(b, loc, f32, value);
  Value back = arith::ExtFOp::create(b, loc, f64, nearest);
  Value inexact =
      arith::CmpFOp::create(b, loc, CmpFPredicate::ONE, back, value);
  // Away from zero if the nearest's magnitude is larger: then step back.
  Value bits = arith::BitcastOp::create(b, loc, i32, nearest);
  Value zero64 = createNumber(b, loc, f64, 0);
  Value above = arith::CmpFOp::create(b, loc, CmpFPredicate::OGT, back, value);
  Value below = arith::CmpFOp::create(b, loc, CmpFPredicate::OLT, back, value);
  Value negative =
      arith::CmpFOp::create(b, loc, CmpFPredicate::OLT, value, zero64);
  Value away = arith::SelectOp::create(b, loc, negative, below, above);
  Value one = createInt(b, loc, i32, 1);
  Value stepped = arith::SubIOp::create(b, loc, bits, one);
  Value truncated = arith::SelectOp::create(b, loc, away, stepped, bits);
  Value odd = arith::OrIOp::create(b, loc, truncated, one);
  Value result = arith::SelectOp::create(b, loc, inexact, odd, bits);
  return arith::BitcastOp::create(b, loc, f32, result);
}

/// Rounds once to a narrower float.
static Value createRound(OpBuilder &b, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  if (type.getIntOrFloatBitWidth() == 16 && value.getType().isF64())
    value = createRoundToOdd(b, loc, value);
  return arith::TruncFOp::create(b, loc, type, value);
}

//===----------------------------------------------------------------------===//
// Sums, products and means
//===----------------------------------------------------------------------===//

/// Accumulator type, map and finish of sums and products of numbers.
static FoldPlan planArithmetic(ReductionOpInterface op, Type dataType,
                               Combiner combiner) {
  FoldPlan plan;
  Type type = plan.elementType = getStorageType(dataType);
  plan.combiner = combiner;
  plan.accumulatorType = type;
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return plan;
  Type wide = plan.accumulatorType = getFloatAccumulator(op, floatType);
  if (wide == type)
    return plan;
  plan.map = plan.widen = [=](OpBuilder &b, Location loc, Value x) {
    return createExtend(b, loc, wide, x, false);
  };
  plan.finish = [=](OpBuilder &b, Location loc, Value acc, Value) {
    return createRound(b, loc, type, acc);
  };
  return plan;
}

/// The saturated sum of clause 2.4: exact in i64, zero points taken out.
static FoldPlan planQuantizedSum(quant::UniformQuantizedType type) {
  FoldPlan plan;
  Type storage = plan.elementType = type.getStorageType();
  bool isUnsigned = !type.isSigned();
  int64_t zeroPoint = type.getZeroPoint(), low = type.getStorageTypeMin(),
          high = type.getStorageTypeMax();
  Type i64 = plan.accumulatorType = IntegerType::get(type.getContext(), 64);
  plan.combiner = Combiner::add;
  plan.start = [=](OpBuilder &b, Location loc) {
    return createInt(b, loc, i64, 0);
  };
  plan.map = [=](OpBuilder &b, Location loc, Value q) -> Value {
    Value wide = createExtend(b, loc, i64, q, isUnsigned);
    return arith::SubIOp::create(b, loc, wide,
                                 createInt(b, loc, i64, zeroPoint));
  };
  plan.finish = [=](OpBuilder &b, Location loc, Value acc, Value) -> Value {
    // Saturating first keeps the addition of the zero point from wrapping.
    Value sum = arith::MinSIOp::create(
        b, loc, acc, createInt(b, loc, i64, high - zeroPoint));
    sum = arith::MaxSIOp::create(b, loc, sum,
                                 createInt(b, loc, i64, low - zeroPoint));
    sum = arith::AddIOp::create(b, loc, sum, createInt(b, loc, i64, zeroPoint));
    return arith::TruncIOp::create(b, loc, storage, sum);
  };
  return plan;
}

/// Exact sum and count, one division (clauses 3.4 and 3.5).
static FoldPlan planMean(ReductionOpInterface op, Type dataType) {
  FoldPlan plan = planArithmetic(op, dataType, Combiner::add);
  Type type = plan.elementType;
  bool isUnsigned = isUnsignedElement(dataType);
  if (auto integer = dyn_cast<IntegerType>(type)) {
    plan.accumulatorType = IntegerType::get(
        type.getContext(), integer.getWidth() == 64 ? 128 : 64);
    Type wide = plan.accumulatorType;
    plan.map = [=](OpBuilder &b, Location loc, Value x) {
      return createExtend(b, loc, wide, x, isUnsigned);
    };
  }
  Type wide = plan.accumulatorType;
  plan.extra = FoldPlan::Extra::count;
  plan.start = [=](OpBuilder &b, Location loc) {
    return createNumber(b, loc, wide, 0);
  };
  plan.finish = [=](OpBuilder &b, Location loc, Value acc,
                    Value count) -> Value {
    Type i64 = b.getI64Type();
    // A sum of no rows is 0, and stays it when divided by 1.
    Value divisor =
        arith::MaxSIOp::create(b, loc, count, createInt(b, loc, i64, 1));
    if (isa<IntegerType>(wide)) {
      divisor = createExtend(b, loc, wide, divisor, true);
      Value quotient =
          isUnsigned ? arith::DivUIOp::create(b, loc, acc, divisor).getResult()
                     : arith::DivSIOp::create(b, loc, acc, divisor).getResult();
      return arith::TruncIOp::create(b, loc, type, quotient);
    }
    if (auto complex = dyn_cast<ComplexType>(wide)) {
      Value n =
          arith::SIToFPOp::create(b, loc, complex.getElementType(), divisor);
      Value re = complex::ReOp::create(b, loc, acc);
      Value im = complex::ImOp::create(b, loc, acc);
      re = arith::DivFOp::create(b, loc, re, n);
      im = arith::DivFOp::create(b, loc, im, n);
      return complex::CreateOp::create(b, loc, wide, re, im);
    }
    Value n = arith::SIToFPOp::create(b, loc, wide, divisor);
    Value quotient = arith::DivFOp::create(b, loc, acc, n);
    return createRound(b, loc, type, quotient);
  };
  return plan;
}

//===----------------------------------------------------------------------===//
// Minima and maxima
//===----------------------------------------------------------------------===//

/// Float segments fold ordered integers; empty ones still hold the start.
static FoldPlan planFloatMinMax(ReductionOpInterface op, EmptyMode empty,
                                FloatType type, bool isMin) {
  bool ignoreNan = op.ignoresNan();
  FoldPlan plan;
  plan.elementType = type;
  IntegerType ordered = getOrderedType(type);
  plan.accumulatorType = ordered;
  plan.combiner = isMin ? Combiner::min : Combiner::max;
  APInt start = getOrderedStart(type, isMin);
  plan.start = [=](OpBuilder &b, Location loc) {
    return createInt(b, loc, ordered, start);
  };
  plan.map = [=](OpBuilder &b, Location loc, Value x) {
    return createToOrdered(b, loc, x, isMin, ignoreNan);
  };
  plan.finish = [=](OpBuilder &b, Location loc, Value acc, Value) -> Value {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    APFloat shown = APFloat::getZero(semantics);
    if (empty == EmptyMode::identity)
      shown = APFloat::getLargest(semantics, /*Negative=*/!isMin);
    if (empty == EmptyMode::infinity)
      shown = APFloat::getInf(semantics, /*Negative=*/!isMin);
    Value isEmpty = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, acc,
                                          createInt(b, loc, ordered, start));
    Value value = createFromOrdered(b, loc, acc, type);
    return arith::SelectOp::create(b, loc, isEmpty,
                                   createFloat(b, loc, shown, type), value);
  };
  return plan;
}

/// Integers, i1 and quantized storage start from the identity, which is also
/// what empty segments show unless they show zero.
static FoldPlan planIntegerMinMax(EmptyMode empty, Type dataType, bool isMin) {
  FoldPlan plan;
  Type type = plan.elementType = plan.accumulatorType =
      getStorageType(dataType);
  bool isUnsigned = isUnsignedElement(dataType);
  plan.combiner = isMin ? (isUnsigned ? Combiner::minu : Combiner::min)
                        : (isUnsigned ? Combiner::maxu : Combiner::max);
  unsigned width = type.getIntOrFloatBitWidth();
  APInt start = isMin ? (isUnsigned ? APInt::getMaxValue(width)
                                    : APInt::getSignedMaxValue(width))
                      : (isUnsigned ? APInt::getMinValue(width)
                                    : APInt::getSignedMinValue(width));
  APInt zero(width, 0);
  if (auto quantized = dyn_cast<quant::UniformQuantizedType>(dataType)) {
    start = APInt(width,
                  isMin ? quantized.getStorageTypeMax()
                        : quantized.getStorageTypeMin(),
                  /*isSigned=*/true, /*implicitTrunc=*/true);
    zero = APInt(width, quantized.getZeroPoint(), /*isSigned=*/true,
                 /*implicitTrunc=*/true);
  }
  plan.start = [=](OpBuilder &b, Location loc) {
    return createInt(b, loc, type, start);
  };
  if (empty != EmptyMode::zero || zero == start)
    return plan;
  plan.extra = FoldPlan::Extra::touched;
  plan.finish = [=](OpBuilder &b, Location loc, Value acc,
                    Value touched) -> Value {
    Value isEmpty =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, touched,
                              createInt(b, loc, b.getI8Type(), 0));
    return arith::SelectOp::create(b, loc, isEmpty,
                                   createInt(b, loc, type, zero), acc);
  };
  return plan;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

Value FoldPlan::createValue(OpBuilder &b, Location loc, Value element,
                            Value weight) const {
  if (weight && widen)
    // What `map` would do, before the product is rounded.
    return createCombine(b, loc, Combiner::mul, widen(b, loc, weight),
                         widen(b, loc, element));
  if (weight)
    element = createCombine(b, loc, Combiner::mul, weight, element);
  return map ? map(b, loc, element) : element;
}

/// The reductions of segments of elements of `type`.
static FoldPlan planSegmentReduction(ReductionOpInterface op, Type type,
                                     EmptyMode empty) {
  Reduction reduction = op.getReduction();
  switch (reduction) {
  case Reduction::sum:
  case Reduction::prod: {
    if (auto quantized = getQuantizedElement(type))
      return planQuantizedSum(quantized);
    bool isSum = reduction == Reduction::sum;
    FoldPlan plan =
        planArithmetic(op, type, isSum ? Combiner::add : Combiner::mul);
    Type wide = plan.accumulatorType;
    plan.start = [=](OpBuilder &b, Location loc) {
      return createNumber(b, loc, wide, isSum ? 0 : 1);
    };
    return plan;
  }
  case Reduction::mean:
    return planMean(op, type);
  case Reduction::min:
  case Reduction::max: {
    bool isMin = reduction == Reduction::min;
    if (auto floatType = dyn_cast<FloatType>(type))
      return planFloatMinMax(op, empty, floatType, isMin);
    return planIntegerMinMax(empty, type, isMin);
  }
  default:
    llvm_unreachable("not a reduction of segment operations");
  }
}

FoldPlan segment::planSegment(SegmentOpInterface op) {
  return planSegmentReduction(cast<ReductionOpInterface>(op.getOperation()),
                              op.getDataType().getElementType(),
                              op.getEffectiveEmpty());
}

FoldPlan segment::planGatherSegment(GatherSegmentOpInterface op) {
  return planSegmentReduction(cast<ReductionOpInterface>(op.getOperation()),
                              op.getXType().getElementType(),
                              op.getEffectiveEmpty());
}

FoldPlan segment::planScatter(ScatterOpInterface op) {
  auto reductionOp = cast<ReductionOpInterface>(op.getOperation());
  Type type = op.getInputType().getElementType();
  Type storage = getStorageType(type);
  bool isUnsigned = isUnsignedElement(type);
  auto inPlace = [&](Combiner combiner) {
    FoldPlan plan;
    plan.elementType = plan.accumulatorType = storage;
    plan.combiner = combiner;
    return plan;
  };
  Reduction reduction = reductionOp.getReduction();
  switch (reduction) {
  case Reduction::min:
  case Reduction::max: {
    bool isMin = reduction == Reduction::min;
    if (isa<FloatType>(storage) && reductionOp.ignoresNan())
      return inPlace(isMin ? Combiner::minnum : Combiner::maxnum);
    if (isUnsigned)
      return inPlace(isMin ? Combiner::minu : Combiner::maxu);
    return inPlace(isMin ? Combiner::min : Combiner::max);
  }
  case Reduction::update:
    return inPlace(Combiner::assign);
  case Reduction::sum:
    return planArithmetic(reductionOp, type, Combiner::add);
  case Reduction::prod:
    return planArithmetic(reductionOp, type, Combiner::mul);
  case Reduction::div:
    return planArithmetic(reductionOp, type,
                          isUnsigned ? Combiner::divu : Combiner::div);
  case Reduction::sub: {
    // x - u is x + (-u), to the bit.
    FoldPlan plan = planArithmetic(reductionOp, type, Combiner::add);
    auto widen = plan.widen;
    plan.map = [=](OpBuilder &b, Location loc, Value u) -> Value {
      if (widen)
        u = widen(b, loc, u);
      if (isa<ComplexType>(u.getType()))
        return complex::NegOp::create(b, loc, u);
      if (isa<FloatType>(u.getType()))
        return arith::NegFOp::create(b, loc, u);
      return arith::SubIOp::create(b, loc, createInt(b, loc, u.getType(), 0),
                                   u);
    };
    return plan;
  }
  default:
    llvm_unreachable("not a reduction of scatter operations");
  }
}
