//===- FoldOrder.cpp - In which order rows are folded ---------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Dialect/Segment/Transforms/FoldOrder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::segment;

bool segment::isReorderable(Combiner kind, Type type) {
  switch (kind) {
  case Combiner::add:
  case Combiner::mul:
    return type.isIntOrIndex();
  case Combiner::min:
  case Combiner::max:
  case Combiner::minu:
  case Combiner::maxu:
  case Combiner::minnum:
  case Combiner::maxnum:
    return true;
  case Combiner::div:
  case Combiner::divu:
  case Combiner::assign:
    return false;
  }
  llvm_unreachable("unknown combiner");
}

bool segment::hasIdentity(Combiner kind, Type type) {
  switch (kind) {
  case Combiner::add:
    return true;
  case Combiner::mul:
    // (1 + 0i) times infinity has a NaN.
    return !isa<ComplexType>(type);
  case Combiner::min:
  case Combiner::max:
  case Combiner::minu:
  case Combiner::maxu:
  case Combiner::minnum:
  case Combiner::maxnum:
    return !type.isIndex();
  case Combiner::div:
  case Combiner::divu:
  case Combiner::assign:
    return false;
  }
  llvm_unreachable("unknown combiner");
}

Value segment::createIdentity(OpBuilder &b, Location loc, Combiner kind,
                              Type type) {
  if (!hasIdentity(kind, type))
    return {};
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Value part = createIdentity(b, loc, kind, complex.getElementType());
    return complex::CreateOp::create(b, loc, type, part, part);
  }
  auto create = [&](TypedAttr attr) -> Value {
    return arith::ConstantOp::create(b, loc, attr);
  };
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    APFloat value = APFloat::getZero(semantics, /*Negative=*/true);
    if (kind == Combiner::mul)
      value = APFloat(semantics, 1);
    if (kind == Combiner::min || kind == Combiner::max)
      value = APFloat::getInf(semantics, /*Negative=*/kind == Combiner::max);
    if (kind == Combiner::minnum || kind == Combiner::maxnum)
      value = APFloat::getQNaN(semantics);
    return create(b.getFloatAttr(type, value));
  }
  if (type.isIndex())
    return create(b.getIndexAttr(kind == Combiner::mul));
  unsigned width = type.getIntOrFloatBitWidth();
  APInt value(width, kind == Combiner::mul);
  if (kind == Combiner::min)
    value = APInt::getSignedMaxValue(width);
  if (kind == Combiner::max)
    value = APInt::getSignedMinValue(width);
  if (kind == Combiner::minu)
    value = APInt::getMaxValue(width);
  return create(b.getIntegerAttr(type, value));
}

FoldOrder segment::getFoldOrder(ReduceByKeyOp op) {
  bool reorderable = true, identities = true, isNarrow = false;
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
    Type type = op.getAccumulatorType(i);
    bool anyOrder = isReorderable(op.getKind(i), type);
    reorderable &= anyOrder;
    identities &= hasIdentity(op.getKind(i), type);
    // Whoever asks for sums in 16 bits gets what others sum in 16 bits.
    isNarrow |=
        !anyOrder && isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 16;
  }
  if (reorderable && identities)
    return FoldOrder::any;
  if (!identities || isNarrow)
    return FoldOrder::rows;
  if (op.getSorted())
    return FoldOrder::runs;
  return FoldOrder::pieces;
}

int64_t segment::getPieceBytes(ReduceByKeyOp op) {
  int64_t all = 0, widest = 0;
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
    Type type = op.getAccumulatorType(i);
    int64_t bytes = getElementBytes(type);
    all += bytes;
    if (!isReorderable(op.getKind(i), type))
      widest = std::max(widest, bytes);
  }
  return widest != 0 ? widest : all;
}

bool segment::foldsBlocks(ReduceByKeyOp op) {
  return llvm::all_of(llvm::seq(op.getNumAccumulators()), [&](unsigned i) {
    Type type = op.getAccumulatorType(i);
    if (auto integer = dyn_cast<IntegerType>(type))
      return integer.getWidth() >= 8 && integer.getWidth() <= 64;
    return isa<FloatType>(type);
  });
}

bool segment::keepsOrder(ReduceByKeyOp op, ReduceByKeyOp other) {
  FoldOrder order = getFoldOrder(op);
  if (order == FoldOrder::any)
    return true;
  if (getFoldOrder(other) != order)
    return false;
  switch (order) {
  case FoldOrder::any:
  case FoldOrder::rows:
    return true;
  case FoldOrder::runs:
    // With columns there are no blocks.
    return op.hasColumns() == other.hasColumns() &&
           (op.hasColumns() || foldsBlocks(op) == foldsBlocks(other));
  case FoldOrder::pieces:
    return op.hasColumns() == other.hasColumns() &&
           getPieceBytes(op) == getPieceBytes(other);
  }
  llvm_unreachable("unknown order");
}

StringRef segment::getRefusal(ReduceByKeyOp op, Schedule schedule) {
  FoldOrder order = getFoldOrder(op);
  switch (schedule) {
  case Schedule::plain:
    return "";
  case Schedule::runs:
    if (!op.getSorted())
      return "its keys are not sorted";
    if (order == FoldOrder::rows)
      return "it folds one row after the other: a combiner without identity, "
             "or a float sum or product in 16 bits";
    return "";
  case Schedule::pieces:
    if (op.hasColumns())
      return "it has columns";
    if (order == FoldOrder::rows)
      return "it folds one row after the other: a combiner without identity, "
             "or a float sum or product in 16 bits";
    if (order == FoldOrder::runs)
      return "it folds runs of sorted keys, and float sums and products in "
             "another order have other bits";
    return "";
  case Schedule::owners:
  case Schedule::buckets:
  case Schedule::adaptive:
    if (order == FoldOrder::runs)
      return "it folds runs of sorted keys, and float sums and products in "
             "another order have other bits";
    if (order == FoldOrder::pieces && !op.hasColumns())
      return "it folds pieces of rows, and float sums and products in another "
             "order have other bits";
    return "";
  }
  llvm_unreachable("unknown schedule");
}
