//===- AtomicAccumulator.cpp - Accumulators that threads share ------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicAccumulator.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

/// What memref.atomic_rmw calls a combiner; none for those that it can't do on
/// `type` in one instruction.
static std::optional<arith::AtomicRMWKind> getNativeKind(Combiner kind,
                                                         Type type) {
  if (isa<FloatType>(type)) {
    if (kind == Combiner::add && (type.isF32() || type.isF64()))
      return arith::AtomicRMWKind::addf;
    return std::nullopt;
  }
  switch (kind) {
  case Combiner::add:
    return arith::AtomicRMWKind::addi;
  case Combiner::min:
    return arith::AtomicRMWKind::mins;
  case Combiner::max:
    return arith::AtomicRMWKind::maxs;
  case Combiner::minu:
    return arith::AtomicRMWKind::minu;
  case Combiner::maxu:
    return arith::AtomicRMWKind::maxu;
  default:
    return std::nullopt;
  }
}

/// Whether rows can be combined in any order, up to rounding.
static bool isCommutative(Combiner kind) {
  return kind != Combiner::assign && kind != Combiner::div &&
         kind != Combiner::divu;
}

std::optional<AtomicAccumulator> AtomicAccumulator::get(Combiner kind,
                                                        Type type) {
  MLIRContext *context = type.getContext();
  Type i32 = IntegerType::get(context, 32), i64 = IntegerType::get(context, 64);
  if (!isCommutative(kind))
    return std::nullopt;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    if (kind == Combiner::add && getNativeKind(kind, part))
      return AtomicAccumulator(kind, type, Form::pair, part);
    if (part.isF32())
      return AtomicAccumulator(kind, type, Form::swap, i64);
    return std::nullopt;
  }
  if (getNativeKind(kind, type) && isa<FloatType>(type))
    return AtomicAccumulator(kind, type, Form::single, type);
  unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  if (bits > 64)
    return std::nullopt;
  Form form = getNativeKind(kind, type) ? Form::single : Form::swap;
  return AtomicAccumulator(kind, type, form, bits > 32 ? i64 : i32);
}

Value AtomicAccumulator::encode(LoopBuilder &b, Value value) const {
  if (value.getType() == storage)
    return value;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type bits = b.getI32Type();
    Value high =
        arith::BitcastOp::create(b, bits, complex::ImOp::create(b, value));
    Value low =
        arith::BitcastOp::create(b, bits, complex::ReOp::create(b, value));
    high = arith::ExtUIOp::create(b, storage, high);
    low = arith::ExtUIOp::create(b, storage, low);
    return b.either(b.shl(high, b.integer(storage, 32)), low);
  }
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(b, storage, value);
  if (isa<FloatType>(type))
    value = arith::BitcastOp::create(
        b, b.getIntegerType(type.getIntOrFloatBitWidth()), value);
  if (value.getType() == storage)
    return value;
  bool isSigned = kind == Combiner::min || kind == Combiner::max;
  if (isSigned)
    return arith::ExtSIOp::create(b, storage, value);
  return arith::ExtUIOp::create(b, storage, value);
}

Value AtomicAccumulator::decode(LoopBuilder &b, Value stored) const {
  if (type == storage)
    return stored;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type bits = b.getI32Type(), part = complex.getElementType();
    Value high = b.shru(stored, b.integer(storage, 32));
    high = arith::TruncIOp::create(b, bits, high);
    Value low = arith::TruncIOp::create(b, bits, stored);
    return complex::CreateOp::create(b, type,
                                     arith::BitcastOp::create(b, part, low),
                                     arith::BitcastOp::create(b, part, high));
  }
  if (type.isIndex())
    return arith::IndexCastOp::create(b, type, stored);
  Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
  if (bits != storage)
    stored = arith::TruncIOp::create(b, bits, stored);
  if (bits != type)
    stored = arith::BitcastOp::create(b, type, stored);
  return stored;
}

/// The places of the two parts of a complex number.
static SmallVector<Value> getPart(LoopBuilder &b, ValueRange at, int64_t part) {
  SmallVector<Value> place(at);
  place.push_back(b.index(part));
  return place;
}

void AtomicAccumulator::store(LoopBuilder &b, Value value, Value memory,
                              ValueRange at) const {
  if (form != Form::pair)
    return b.store(encode(b, value), memory, at);
  b.store(complex::ReOp::create(b, value), memory, getPart(b, at, 0));
  b.store(complex::ImOp::create(b, value), memory, getPart(b, at, 1));
}

Value AtomicAccumulator::load(LoopBuilder &b, Value memory,
                              ValueRange at) const {
  if (form != Form::pair)
    return decode(b, b.load(memory, at));
  return complex::CreateOp::create(b, type, b.load(memory, getPart(b, at, 0)),
                                   b.load(memory, getPart(b, at, 1)));
}

void AtomicAccumulator::update(LoopBuilder &b, Value value, Value memory,
                               ValueRange at) const {
  switch (form) {
  case Form::single:
    memref::AtomicRMWOp::create(b, storage, *getNativeKind(kind, type),
                                encode(b, value), memory, at);
    return;
  case Form::pair: {
    arith::AtomicRMWKind add = *getNativeKind(kind, storage);
    memref::AtomicRMWOp::create(b, storage, add,
                                complex::ReOp::create(b, value), memory,
                                getPart(b, at, 0));
    memref::AtomicRMWOp::create(b, storage, add,
                                complex::ImOp::create(b, value), memory,
                                getPart(b, at, 1));
    return;
  }
  case Form::swap: {
    auto op = memref::GenericAtomicRMWOp::create(b, memory, at);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(op.getBody());
    Value combined = createCombine(b, b.getLoc(), kind,
                                   decode(b, op.getCurrentValue()), value);
    memref::AtomicYieldOp::create(b, encode(b, combined));
    return;
  }
  }
}
