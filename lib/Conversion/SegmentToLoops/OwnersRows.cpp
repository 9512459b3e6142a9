//===- OwnersRows.cpp - How an owner finds its rows -----------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnersEmitter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::segment;

/// Whether `begin <= number < begin + size`, in the number's own type where
/// that has room for it.
Value OwnersEmitter::emitIsOwned(Value number, bool isUnsigned, Value begin,
                                 Value size, Lanes lanes) {
  Type type = getElementTypeOrSelf(number.getType());
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  bool isNarrow = width < 32 || (width == 32 && !isUnsigned);
  Type compared = isNarrow ? Type(b.getI32Type()) : Type(b.getI64Type());
  Type wanted = RowBody::getType(compared, lanes);
  if (type.isIndex())
    number = arith::IndexCastOp::create(b, wanted, number);
  else if (type != compared)
    number = isUnsigned ? arith::ExtUIOp::create(b, wanted, number).getResult()
                        : arith::ExtSIOp::create(b, wanted, number).getResult();
  Value end = b.add(begin, size);
  if (isNarrow) {
    // Beyond 2^31 there are no keys, and the difference stays in 32 bits.
    Value limit = b.index(int64_t{1} << 31);
    begin = b.min(begin, limit);
    end = b.min(end, limit);
  }
  Value from = arith::IndexCastOp::create(b, compared, begin);
  Value count = arith::IndexCastOp::create(b, compared, b.sub(end, begin));
  Value offset = b.sub(number, body->broadcast(from, lanes));
  return b.below(offset, body->broadcast(count, lanes));
}

/// Owners: lists the rows of [from, to) with keys in [begin, end), relative to
/// `from`; returns their number.
Value OwnersEmitter::emitCollect(Value begin, Value end, Value from, Value to,
                                 Value positions) {
  Value zero = b.index(0), one = b.index(1);
  Value size = b.sub(end, begin);
  Value count = b.sub(to, from);
  Type i32 = b.getI32Type();
  auto isOwned = [&](Value n, Lanes lanes) {
    Value owned = emitIsOwned(body->loadLanes(op.getKeys(), n, lanes),
                              op.getUnsignedKeys(), begin, size, lanes);
    for (auto [input, access] :
         llvm::zip_equal(op.getInputs(), op.getAccesses())) {
      if (access.source < 0)
        continue;
      Value source = op.getSources()[access.source];
      owned = b.both(owned, emitIsOwned(body->loadLanes(source, n, lanes),
                                        op.getUnsignedSources(), zero,
                                        b.dim(input, 0), lanes));
    }
    return owned;
  };
  auto oneByOne = [&](Value first, Value listed) {
    return b.loop(first, count, one, listed, [&](Value i, ValueRange state) {
      b.store(arith::IndexCastOp::create(b, i32, i), positions, state[0]);
      Value owned = isOwned(b.add(from, i), Lanes{});
      return Values{b.add(state[0], b.toIndex(owned))};
    })[0];
  };
  if (options.vectorBits < 512)
    return oneByOne(zero, zero);

  Lanes lanes{compareLanes, {}};
  Value width = b.index(compareLanes);
  auto vectorType = VectorType::get({compareLanes}, i32);
  SmallVector<int32_t> numbers(compareLanes);
  std::iota(numbers.begin(), numbers.end(), 0);
  Value iota = arith::ConstantOp::create(
      b, DenseIntElementsAttr::get(vectorType, numbers));
  Value full = b.mul(b.divu(count, width), width);
  Value listed =
      b.loop(zero, full, width, zero, [&](Value i, ValueRange state) {
        Value owned = isOwned(b.add(from, i), lanes);
        Value first = arith::IndexCastOp::create(b, i32, i);
        Value rows = b.add(body->broadcast(first, lanes), iota);
        // Compressed in a register and stored whole, since a compressing store
        // is
        // microcode on some CPUs; there is room behind the list.
        Value packed = LLVM::CallIntrinsicOp::create(
                           b, vectorType,
                           b.getStringAttr("llvm.experimental.vector.compress"),
                           ValueRange{rows, owned, rows})
                           .getResult(0);
        vector::StoreOp::create(b, packed, positions, state[0]);
        Value bits = vector::BitCastOp::create(
            b, VectorType::get({1}, b.getIntegerType(compareLanes)), owned);
        Value word = vector::ExtractOp::create(b, bits, ArrayRef<int64_t>{0});
        Value number = math::CtPopOp::create(b, word);
        number = arith::IndexCastUIOp::create(b, b.getIndexType(), number);
        return Values{b.add(state[0], number)};
      })[0];
  return oneByOne(full, listed);
}

/// Buckets: the positions of the rows with keys of a range, of a piece (of all
/// if null). A share's counter has come to where its rows of the range end.
OwnersEmitter::Values OwnersEmitter::emitPositionsOf(Value range, Value piece) {
  Value one = b.index(1), zero = b.index(0);
  Value begin = b.load(rangeBegins, range);
  if (!piece)
    return {begin, b.load(rangeBegins, b.add(range, one))};
  auto endOf = [&](Value share) -> Value {
    return arith::IndexCastUIOp::create(b, b.getIndexType(),
                                        b.load(counters, {share, range}));
  };
  Value shares = b.mul(piece, pieceShares);
  Value before = endOf(b.sub(b.max(shares, one), one));
  return {b.select(b.eq(piece, zero), begin, before),
          endOf(b.sub(b.add(shares, pieceShares), one))};
}
