//===- OwnersPlan.cpp - What owners and buckets decide at run time --------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnersEmitter.h"

#include "segment/Dialect/Segment/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::segment;
using arith::CmpIPredicate;

/// Bytes of scratch accumulators that a range of keys is cut to.
static constexpr int64_t blockBytes = 256 << 10;
/// More threads than this make buckets cheaper than looking at all keys.
static constexpr int64_t maxOwnerTasks = 4;
/// Ranges for weighing, and keys that are sampled for it.
static constexpr int64_t maxWeighedRanges = 1024, maxSamples = 16384;
/// Rows of a share for each range that it counts them in: sums of the counters
/// are one thread's.
static constexpr int64_t minRowsOfCounter = 4;
/// Positions are 32 bits wide.
static constexpr int64_t maxBucketRows = std::numeric_limits<int32_t>::max();
/// Bytes of a row's columns that are worth a task of their own: with less,
/// tasks fetch the same lines.
static constexpr int64_t minSplitBytes = 256;
/// A bound that no machine reaches.
static constexpr int64_t maxTasks = 1 << 16;

/// The smallest `s` with `count >> s <= limit`, rounding up; a loop of few
/// steps.
static Value emitShift(LoopBuilder &b, Value count, Value limit) {
  Value one = b.index(1);
  return b.whileLoop(
      {b.index(0)},
      [&](ValueRange state) {
        Value size = b.shl(one, state[0]);
        Value ranges = b.divu(b.add(count, b.sub(size, one)), size);
        return b.slt(limit, ranges);
      },
      [&](ValueRange state) {
        return OwnersEmitter::Values{b.add(state[0], one)};
      })[0];
}

static Value emitCeilShift(LoopBuilder &b, Value count, Value shift) {
  Value one = b.index(1);
  Value size = b.shl(one, shift);
  return b.shru(b.add(count, b.sub(size, one)), shift);
}

/// Bytes of the accumulators of one row of outs.
Value OwnersEmitter::emitScratchRowBytes() {
  int64_t columnBytes = 0, rowBytes = 0;
  for (unsigned i : columnAccumulators)
    columnBytes += getElementBytes(op.getAccumulatorType(i));
  for (unsigned i : rowAccumulators)
    rowBytes += getElementBytes(op.getAccumulatorType(i));
  Value bytes = b.index(rowBytes);
  if (hasColumns())
    bytes = b.add(bytes, b.mul(numColumns, b.index(columnBytes)));
  return b.max(bytes, b.index(1));
}

/// Into how many pieces the rows are cut. Documented in docs/Semantics.md,
/// since it decides the order, unless every order has the same bits: then there
/// is a piece for each thread, or one.
void OwnersEmitter::emitNumPieces() {
  Value one = b.index(1);
  bool isFree = getFoldOrder(op) == FoldOrder::any;
  bool isForced = options.forceOwners || options.forceBuckets;
  byPieces = b.boolean(false);
  hasPieces = hasColumns() && staticColumns.value_or(1) > 0 &&
              (isFree ? !isForced : getFoldOrder(op) == FoldOrder::pieces);
  if (!hasPieces)
    return;
  Value copyElements = b.max(b.mul(numKeys, numColumns), one);
  Value room = b.index(maxCopyBytes / getPieceBytes(op));
  if (isFree)
    room = b.mul(room, numTasks);
  Value most = b.add(b.divu(room, copyElements), one);
  Value rows =
      b.divu(b.divu(numRows, b.index(minRowsOfKey)), b.max(numKeys, one));
  Value size = b.divu(b.mul(numRows, numColumns), b.index(minPieceElements));
  most = b.min(b.min(most, rows), size);
  if (isFree)
    numPieces = b.select(b.slt(most, numTasks), one, numTasks);
  else
    numPieces = b.max(b.min(most, b.index(maxColumnPieces)), one);
  pieceRows =
      b.max(b.divu(b.add(numRows, b.sub(numPieces, one)), numPieces), one);
  if (!isForced)
    byPieces = b.both(b.slt(one, numTasks),
                      b.cmp(CmpIPredicate::sle, numTasks, numPieces));
}

/// Decides between owners, buckets and pieces, and how outs are cut into
/// ranges.
void OwnersEmitter::emitPlan() {
  Value one = b.index(1);
  numTasks = emitNumTasks(b.index(maxTasks));
  // Some more, since ranges are not cut at will.
  capacity = b.select(b.eq(numTasks, one), one, b.add(numTasks, b.index(2)));
  emitNumPieces();
  Value rowBytes = emitScratchRowBytes();
  Value isPlaceable = b.slt(numRows, b.index(maxBucketRows));
  if (options.forceOwners) {
    byBuckets = b.boolean(false);
  } else if (options.forceBuckets) {
    byBuckets = isPlaceable;
  } else {
    Value wants = b.slt(b.index(maxOwnerTasks), numTasks);
    if (!inOuts)
      wants = b.either(wants, b.slt(b.mul(numTasks, b.index(maxOwnerBytes)),
                                    b.mul(numKeys, rowBytes)));
    byBuckets = b.both(isPlaceable, wants);
    if (hasPieces)
      byBuckets = b.both(byBuckets, b.negate(byPieces));
  }

  // Buckets: accumulators in scratch fit a block; those in outs are cut so
  // that tasks can be weighed.
  Value limit;
  if (inOuts) {
    limit = b.min(b.mul(numTasks, b.index(8)), b.index(maxWeighedRanges));
  } else {
    Value rows = b.max(b.divu(b.index(blockBytes), rowBytes), one);
    limit = b.max(b.divu(numKeys, rows), one);
  }
  shift = emitShift(b, numKeys, limit);
  if (!inOuts) {
    // `limit` rounds down; one step less keeps a block within its bytes.
    Value isLarge =
        b.slt(b.index(blockBytes), b.mul(b.shl(one, shift), rowBytes));
    Value canShrink = b.both(isLarge, b.slt(b.index(0), shift));
    shift = b.select(canShrink, b.sub(shift, one), shift);
  }
  numRanges = b.max(emitCeilShift(b, numKeys, shift), one);
  Value bucketRows = b.shl(one, shift);
  Value allRows = b.max(numKeys, one);
  // Owners without scratch take what they own at once.
  Value ownerRows = allRows;
  if (!inOuts) {
    ownerRows = b.max(b.divu(b.index(maxOwnerBytes), rowBytes), one);
    ownerRows = b.min(ownerRows, allRows);
    if (hasPieces)
      ownerRows = b.select(byPieces, allRows, ownerRows);
  }
  rangeRows = b.select(byBuckets, bucketRows, ownerRows);
}

void OwnersEmitter::emitScratch() {
  Value one = b.index(1);
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
    if (!inOuts) {
      // Of all rows of outs there is one, that of the first piece.
      Value number = hasPieces ? b.select(byPieces, one, capacity) : capacity;
      scratch.push_back(
          b.heap(getStoredType(i), getScratchSizes(i, number, rangeRows)));
    }
    if (hasPieces)
      copies.push_back(
          b.heap(getStoredType(i),
                 getScratchSizes(i, b.sub(numPieces, one), numKeys)));
  }
}

/// The range of row `n`; `numRanges` if its key, or a row number that it
/// gathers, is out of range.
Value OwnersEmitter::emitRangeOf(Value n) {
  Value key = body->emitKey(n);
  Value isKept = b.below(key, numKeys);
  if (Value inRange = body->emitInRange(body->emitRow(n)))
    isKept = b.both(isKept, inRange);
  return b.select(isKept, b.shru(key, shift), numRanges);
}

/// Calls `body` for the rows of each share, in parallel. A share has rows of
/// one piece only.
void OwnersEmitter::forShares(function_ref<void(Value)> prepare,
                              function_ref<void(Value, Value)> body) {
  Value one = b.index(1);
  b.parallel(numShares, [&](Value t) {
    prepare(t);
    Value first = b.index(0), size = numRows, part = t;
    if (hasPieces) {
      Value piece = b.divu(t, pieceShares);
      first = b.min(b.mul(piece, pieceRows), numRows);
      size = b.min(pieceRows, b.sub(numRows, first));
      part = b.sub(t, b.mul(piece, pieceShares));
    }
    auto cut = [&](Value part) {
      return b.add(first, b.divu(b.mul(size, part), pieceShares));
    };
    b.loop(cut(part), cut(b.add(part, one)), one, [&](Value n) { body(t, n); });
  });
}

/// Buckets: the positions of the rows, range by range, in their order; those
/// without a range behind them.
void OwnersEmitter::emitPlacement() {
  Value one = b.index(1), zero = b.index(0);
  Type i32 = b.getI32Type();
  Value zeroCount = b.integer(i32, 0), oneCount = b.integer(i32, 1);
  Value slots = b.select(byBuckets, b.add(numRanges, one), zero);
  // Each share has a counter for each range, so it needs some rows for each.
  Value pieces = hasPieces ? numPieces : one;
  Value perPiece = b.mul(pieces, b.max(slots, one));
  Value most = b.divu(numRows, b.mul(perPiece, b.index(minRowsOfCounter)));
  pieceShares = b.divu(b.add(numTasks, b.sub(pieces, one)), pieces);
  pieceShares = b.max(b.min(pieceShares, most), one);
  numShares = hasPieces ? b.mul(pieces, pieceShares) : pieceShares;
  counters = b.heap(i32, {numShares, slots});
  positions = b.heap(i32, {b.select(byBuckets, numRows, zero)});
  rangeBegins = b.heap(b.getIndexType(), {slots});
  auto toIndex = [&](Value count) -> Value {
    return arith::IndexCastUIOp::create(b, b.getIndexType(), count);
  };
  b.ifThen(byBuckets, [&] {
    // How many rows each share has in each range.
    forShares(
        [&](Value t) {
          b.loop(zero, slots, one,
                 [&](Value i) { b.store(zeroCount, counters, {t, i}); });
        },
        [&](Value t, Value n) {
          Value range = emitRangeOf(n);
          Value count = b.load(counters, {t, range});
          b.store(b.add(count, oneCount), counters, {t, range});
        });
    // Counts become positions, range by range and share by share.
    b.loop(zero, slots, one, zeroCount, [&](Value range, ValueRange state) {
      b.store(toIndex(state[0]), rangeBegins, range);
      return b.loop(zero, numShares, one, state,
                    [&](Value t, ValueRange state) {
                      Value count = b.load(counters, {t, range});
                      b.store(state[0], counters, {t, range});
                      return Values{b.add(state[0], count)};
                    });
    });
    forShares([](Value) {},
              [&](Value t, Value n) {
                Value range = emitRangeOf(n);
                Value at = b.load(counters, {t, range});
                b.store(arith::IndexCastOp::create(b, i32, n), positions,
                        toIndex(at));
                b.store(b.add(at, oneCount), counters, {t, range});
              });
  });
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// Rows of outs that are cut at once when tasks are made, and their weights.
void OwnersEmitter::emitWeights() {
  Value one = b.index(1), zero = b.index(0);
  Value isShared = b.slt(one, numTasks);
  if (hasPieces)
    isShared = b.both(isShared, b.negate(byPieces));
  weighShift = b.select(byBuckets, shift,
                        emitShift(b, numKeys, b.index(maxWeighedRanges)));
  numWeighed = b.max(emitCeilShift(b, numKeys, weighShift), one);
  weights = b.heap(b.getIndexType(), {numWeighed});
  b.ifThen(isShared, [&] {
    // A row of outs is started and finished, which weighs as a row does.
    b.loop(zero, numWeighed, one,
           [&](Value i) { b.store(b.shl(one, weighShift), weights, i); });
    b.ifElse(
        byBuckets,
        [&] {
          b.loop(zero, numWeighed, one, [&](Value i) {
            Value count = b.sub(b.load(rangeBegins, b.add(i, one)),
                                b.load(rangeBegins, i));
            b.store(b.add(b.load(weights, i), count), weights, i);
          });
          return Values{};
        },
        [&] {
          Value stride = b.max(b.divu(numRows, b.index(maxSamples)), one);
          b.loop(zero, numRows, stride, [&](Value n) {
            Value key = body->emitKey(n);
            b.ifThen(b.below(key, numKeys), [&] {
              Value i = b.shru(key, weighShift);
              b.store(b.add(b.load(weights, i), stride), weights, i);
            });
          });
          return Values{};
        });
  });
}

void OwnersEmitter::storeTask(Value t, ArrayRef<Value> fields) {
  for (auto [k, value] : llvm::enumerate(fields))
    b.store(value, taskTable, {t, b.index(k)});
}

/// Makes a task for each thread: of ranges of rows of outs of equal weights, or
/// of pieces of rows.
void OwnersEmitter::emitTasks() {
  Value one = b.index(1), zero = b.index(0);
  Value columnEnd = hasColumns() ? numColumns : one;
  taskTable = b.heap(b.getIndexType(), {capacity, b.getIndexAttr(6)});
  auto emitShared = [&] {
    return b.ifElse(
        b.slt(one, numTasks), [&] { return Values{emitWeighedTasks()}; },
        [&] {
          Value pieces = hasPieces ? numPieces : one;
          storeTask(zero, {zero, numKeys, zero, columnEnd, zero, pieces});
          return Values{one};
        });
  };
  if (!hasPieces) {
    taskCount = emitShared()[0];
    return;
  }
  taskCount = b.ifElse(
      byPieces,
      [&] {
        b.loop(zero, numTasks, one, [&](Value t) {
          auto cut = [&](Value t) {
            return b.divu(b.mul(numPieces, t), numTasks);
          };
          storeTask(
              t, {zero, numKeys, zero, columnEnd, cut(t), cut(b.add(t, one))});
        });
        return Values{numTasks};
      },
      emitShared)[0];
}

/// The tasks of owners and buckets; returns their number.
Value OwnersEmitter::emitWeighedTasks() {
  Value one = b.index(1), zero = b.index(0);
  Value columnEnd = hasColumns() ? numColumns : one;
  auto store = [&](Value t, Value begin, Value end, Value from, Value to) {
    storeTask(t, {begin, end, from, to, zero, hasPieces ? numPieces : one});
  };
  // How many tasks a range can be split into by columns.
  int64_t line =
      std::max<int64_t>(minSplitBytes * 8 / body->getWidestElement(), 1);
  Value splits = one;
  if (canSplitColumns())
    splits = b.max(b.divu(numColumns, b.index(line)), one);
  Value total =
      b.loop(zero, numWeighed, one, zero, [&](Value i, ValueRange state) {
        return Values{b.add(state[0], b.load(weights, i))};
      })[0];
  // Task, its first row of outs, its weight so far, weight left.
  Values state{zero, zero, zero, total};
  state = b.loop(zero, numWeighed, one, state, [&](Value i, ValueRange state) {
    Value t = state[0], begin = state[1], weight = state[2], rest = state[3];
    Value rangeBegin = b.shl(i, weighShift);
    Value rangeEnd = b.min(b.shl(b.add(i, one), weighShift), numKeys);
    Value here = b.load(weights, i);
    Value left = b.max(b.sub(numTasks, t), one);
    Value target = b.max(b.divu(b.add(rest, weight), left), one);
    Value half = b.divu(target, b.index(2));
    Value parts = b.min(b.min(b.divu(b.add(here, half), target), splits), left);
    Value isHot = b.slt(one, parts);
    return b.ifElse(
        isHot,
        [&] {
          // What was before is a task, then columns of the range.
          Value has = b.slt(begin, rangeBegin);
          b.ifThen(has, [&] { store(t, begin, rangeBegin, zero, columnEnd); });
          Value first = b.add(t, b.toIndex(has));
          b.loop(zero, parts, one, [&](Value p) {
            // Whole lines of columns.
            auto cut = [&](Value k) -> Value {
              Value lines = b.ceilDivu(columnEnd, line);
              Value at = b.mul(b.divu(b.mul(lines, k), parts), b.index(line));
              return b.min(at, columnEnd);
            };
            store(b.add(first, p), rangeBegin, rangeEnd, cut(p),
                  cut(b.add(p, one)));
          });
          return Values{b.add(first, parts), rangeEnd, zero, b.sub(rest, here)};
        },
        [&] {
          Value with = b.add(weight, here);
          // Closed where that is nearest to the target.
          Value isFull = b.cmp(CmpIPredicate::sge,
                               b.add(with, b.divu(here, b.index(2))), target);
          isFull = b.both(isFull, b.slt(one, left));
          b.ifThen(isFull, [&] { store(t, begin, rangeEnd, zero, columnEnd); });
          return Values{b.select(isFull, b.add(t, one), t),
                        b.select(isFull, rangeEnd, begin),
                        b.select(isFull, zero, with), b.sub(rest, here)};
        });
  });
  Value has = b.slt(state[1], numKeys);
  b.ifThen(has, [&] { store(state[0], state[1], numKeys, zero, columnEnd); });
  return b.add(state[0], b.toIndex(has));
}
