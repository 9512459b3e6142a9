//===- Combine.cpp - Combiners as scalar code -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/TypeUtilities.h"
#include "segment/Dialect/Segment/Transforms/OrderedFloat.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

/// An integer in every lane of `type`.
static Value createInt(OpBuilder &b, Location loc, Type type, int64_t value) {
  TypedAttr attr = b.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return arith::ConstantOp::create(b, loc, attr);
}

/// Signed division without traps: x / 0 is 0, INT_MIN / -1 wraps (clause 1.4).
static Value createSafeDivS(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  Type type = lhs.getType();
  Value zero = createInt(b, loc, type, 0);
  Value one = createInt(b, loc, type, 1);
  Value minusOne = createInt(b, loc, type, -1);
  using arith::CmpIPredicate;
  Value byZero = arith::CmpIOp::create(b, loc, CmpIPredicate::eq, rhs, zero);
  Value byMinusOne =
      arith::CmpIOp::create(b, loc, CmpIPredicate::eq, rhs, minusOne);
  Value special = arith::OrIOp::create(b, loc, byZero, byMinusOne);
  Value divisor = arith::SelectOp::create(b, loc, special, one, rhs);
  Value quotient = arith::DivSIOp::create(b, loc, lhs, divisor);
  Value negated = arith::SubIOp::create(b, loc, zero, lhs);
  Value result = arith::SelectOp::create(b, loc, byMinusOne, negated, quotient);
  return arith::SelectOp::create(b, loc, byZero, zero, result);
}

/// Unsigned division with x / 0 = 0.
static Value createSafeDivU(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  Type type = lhs.getType();
  Value zero = createInt(b, loc, type, 0);
  Value one = createInt(b, loc, type, 1);
  Value byZero =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, rhs, zero);
  Value divisor = arith::SelectOp::create(b, loc, byZero, one, rhs);
  Value quotient = arith::DivUIOp::create(b, loc, lhs, divisor);
  return arith::SelectOp::create(b, loc, byZero, zero, quotient);
}

namespace {
struct ComplexParts {
  Value re, im;
  ComplexParts(OpBuilder &b, Location loc, Value value)
      : re(complex::ReOp::create(b, loc, value)),
        im(complex::ImOp::create(b, loc, value)) {}
};
} // namespace

/// The plain formula (clause 2.2).
static Value createComplexMul(OpBuilder &b, Location loc, Value lhs,
                              Value rhs) {
  ComplexParts x(b, loc, lhs), y(b, loc, rhs);
  // One statement per operation: the order of arguments is the compiler's
  // choice.
  Value rr = arith::MulFOp::create(b, loc, x.re, y.re);
  Value ii = arith::MulFOp::create(b, loc, x.im, y.im);
  Value ri = arith::MulFOp::create(b, loc, x.re, y.im);
  Value ir = arith::MulFOp::create(b, loc, x.im, y.re);
  Value re = arith::SubFOp::create(b, loc, rr, ii);
  Value im = arith::AddFOp::create(b, loc, ri, ir);
  return complex::CreateOp::create(b, loc, lhs.getType(), re, im);
}

/// R. L. Smith, Algorithm 116: Complex division, CACM 5(8), 1962: scales by the
/// larger part of the divisor, so that its square doesn't overflow. A divisor
/// of zero divides both parts by it.
static Value createComplexDiv(OpBuilder &b, Location loc, Value lhs,
                              Value rhs) {
  ComplexParts x(b, loc, lhs), y(b, loc, rhs);
  Type type = x.re.getType();
  auto mul = [&](Value u, Value v) -> Value {
    return arith::MulFOp::create(b, loc, u, v);
  };
  auto abs = [&](Value u) -> Value {
    Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 0.0));
    Value isNegative =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, u, zero);
    return arith::SelectOp::create(
        b, loc, isNegative, arith::NegFOp::create(b, loc, u).getResult(), u);
  };
  Value absRe = abs(y.re);
  Value absIm = abs(y.im);
  Value byRe =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGE, absRe, absIm);
  Value large = arith::SelectOp::create(b, loc, byRe, y.re, y.im);
  Value small = arith::SelectOp::create(b, loc, byRe, y.im, y.re);
  Value ratio = arith::DivFOp::create(b, loc, small, large);
  Value scale = arith::AddFOp::create(b, loc, large, mul(small, ratio));
  // (x.re, x.im) turned so that one formula serves both cases.
  Value first = arith::SelectOp::create(b, loc, byRe, x.re, x.im);
  Value second = arith::SelectOp::create(b, loc, byRe, x.im, x.re);
  Value re = arith::DivFOp::create(
      b, loc,
      arith::AddFOp::create(b, loc, first, mul(second, ratio)).getResult(),
      scale);
  Value imTurned = arith::DivFOp::create(
      b, loc,
      arith::SubFOp::create(b, loc, second, mul(first, ratio)).getResult(),
      scale);
  Value im = arith::SelectOp::create(
      b, loc, byRe, imTurned,
      arith::NegFOp::create(b, loc, imTurned).getResult());

  Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 0.0));
  Value reIsZero =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, y.re, zero);
  Value imIsZero =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, y.im, zero);
  Value isZero = arith::AndIOp::create(b, loc, reIsZero, imIsZero);
  re = arith::SelectOp::create(
      b, loc, isZero, arith::DivFOp::create(b, loc, x.re, absRe).getResult(),
      re);
  im = arith::SelectOp::create(
      b, loc, isZero, arith::DivFOp::create(b, loc, x.im, absRe).getResult(),
      im);
  return complex::CreateOp::create(b, loc, lhs.getType(), re, im);
}

/// IEEE 754 minimum and maximum, or with `ignoreNan` minimumNumber and
/// maximumNumber.
static Value createFloatMinMax(OpBuilder &b, Location loc, Value lhs, Value rhs,
                               bool isMin, bool ignoreNan) {
  auto type = cast<FloatType>(lhs.getType());
  if (type.getWidth() == 16) {
    // Upstream widens 16-bit floats, with hundreds of instructions for bf16.
    Value x = createToOrdered(b, loc, lhs, isMin, ignoreNan);
    Value y = createToOrdered(b, loc, rhs, isMin, ignoreNan);
    Value best = isMin ? arith::MinSIOp::create(b, loc, x, y).getResult()
                       : arith::MaxSIOp::create(b, loc, x, y).getResult();
    return createFromOrdered(b, loc, best, type);
  }
  Value best = isMin ? arith::MinimumFOp::create(b, loc, lhs, rhs).getResult()
                     : arith::MaximumFOp::create(b, loc, lhs, rhs).getResult();
  if (!ignoreNan)
    return best;
  auto isNan = [&](Value v) -> Value {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, v, v);
  };
  best = arith::SelectOp::create(b, loc, isNan(rhs), lhs, best);
  return arith::SelectOp::create(b, loc, isNan(lhs), rhs, best);
}

Value segment::createCombine(OpBuilder &b, Location loc, Combiner kind,
                             Value accumulator, Value value) {
  Type type = accumulator.getType();
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(type));
  bool isComplex = isa<ComplexType>(type);
  switch (kind) {
  case Combiner::add:
    if (isComplex)
      return complex::AddOp::create(b, loc, accumulator, value);
    if (isFloat)
      return arith::AddFOp::create(b, loc, accumulator, value);
    return arith::AddIOp::create(b, loc, accumulator, value);
  case Combiner::mul:
    if (isComplex)
      return createComplexMul(b, loc, accumulator, value);
    if (isFloat)
      return arith::MulFOp::create(b, loc, accumulator, value);
    return arith::MulIOp::create(b, loc, accumulator, value);
  case Combiner::div:
    if (isComplex)
      return createComplexDiv(b, loc, accumulator, value);
    if (isFloat)
      return arith::DivFOp::create(b, loc, accumulator, value);
    return createSafeDivS(b, loc, accumulator, value);
  case Combiner::divu:
    return createSafeDivU(b, loc, accumulator, value);
  case Combiner::min:
    if (isFloat)
      return createFloatMinMax(b, loc, accumulator, value, /*isMin=*/true,
                               /*ignoreNan=*/false);
    return arith::MinSIOp::create(b, loc, accumulator, value);
  case Combiner::max:
    if (isFloat)
      return createFloatMinMax(b, loc, accumulator, value, /*isMin=*/false,
                               /*ignoreNan=*/false);
    return arith::MaxSIOp::create(b, loc, accumulator, value);
  case Combiner::minu:
    return arith::MinUIOp::create(b, loc, accumulator, value);
  case Combiner::maxu:
    return arith::MaxUIOp::create(b, loc, accumulator, value);
  case Combiner::minnum:
    return createFloatMinMax(b, loc, accumulator, value, /*isMin=*/true,
                             /*ignoreNan=*/true);
  case Combiner::maxnum:
    return createFloatMinMax(b, loc, accumulator, value, /*isMin=*/false,
                             /*ignoreNan=*/true);
  case Combiner::assign:
    return value;
  }
  llvm_unreachable("unknown combiner");
}
