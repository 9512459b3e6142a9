//===- WarpOps.cpp - What the lanes of a warp exchange --------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Shuffles move 32 bits; wider values go in several.

#include "WarpOps.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::segment;

static constexpr unsigned wordBits = 32;

/// The integer with the bits of `value`, which is no complex number.
static Value getBits(LoopBuilder &b, Value value) {
  Type type = value.getType();
  if (type.isIndex())
    return arith::IndexCastOp::create(b, b.getI64Type(), value);
  if (isa<IntegerType>(type))
    return value;
  return arith::BitcastOp::create(
      b, b.getIntegerType(type.getIntOrFloatBitWidth()), value);
}

static Value fromBits(LoopBuilder &b, Value bits, Type type) {
  if (type.isIndex())
    return arith::IndexCastOp::create(b, type, bits);
  if (isa<IntegerType>(type))
    return bits;
  return arith::BitcastOp::create(b, type, bits);
}

Value segment::emitShuffle(LoopBuilder &b, Value value, int64_t offset,
                           gpu::ShuffleMode mode) {
  if (auto type = dyn_cast<ComplexType>(value.getType())) {
    Value re = emitShuffle(b, complex::ReOp::create(b, value), offset, mode);
    Value im = emitShuffle(b, complex::ImOp::create(b, value), offset, mode);
    return complex::CreateOp::create(b, type, re, im);
  }
  auto shuffle = [&](Value word) -> Value {
    return gpu::ShuffleOp::create(b, word, static_cast<int32_t>(offset),
                                  static_cast<int32_t>(warpLanes), mode)
        .getShuffleResult();
  };
  Value bits = getBits(b, value);
  Type all = bits.getType(), word = b.getI32Type();
  unsigned width = all.getIntOrFloatBitWidth();
  Value moved;
  if (width == wordBits) {
    moved = shuffle(bits);
  } else if (width < wordBits) {
    moved = shuffle(arith::ExtUIOp::create(b, word, bits));
    moved = arith::TruncIOp::create(b, all, moved);
  } else {
    for (unsigned at = 0; at < width; at += wordBits) {
      Value part = at == 0 ? bits : b.shru(bits, b.integer(all, at));
      part = shuffle(arith::TruncIOp::create(b, word, part));
      part = arith::ExtUIOp::create(b, all, part);
      if (at != 0)
        part = b.shl(part, b.integer(all, at));
      moved = moved ? b.either(moved, part) : part;
    }
  }
  return fromBits(b, moved, value.getType());
}

static Value emitVote(LoopBuilder &b, Value condition, Type type,
                      NVVM::VoteSyncKind kind) {
  Value everyone = b.integer(b.getI32Type(), -1);
  return NVVM::VoteSyncOp::create(b, type, everyone, condition, kind);
}

Value segment::emitAll(LoopBuilder &b, Value condition) {
  return emitVote(b, condition, b.getI1Type(), NVVM::VoteSyncKind::all);
}

Value segment::emitBallot(LoopBuilder &b, Value condition) {
  return emitVote(b, condition, b.getI32Type(), NVVM::VoteSyncKind::ballot);
}
