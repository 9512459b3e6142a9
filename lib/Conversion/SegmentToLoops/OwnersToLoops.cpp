//===- OwnersToLoops.cpp - Schedules for keys in any order ----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each task owns a range of the rows of outs, or some columns of one, and folds
// all rows with keys in it, in their order: there are no atomics, no private
// copies to merge, and the bits don't depend on the number of threads. How a
// task finds its rows:
//
// - *owners*: it looks at all keys, a block at a time, and lists the positions
//   of its own without a branch for each. Best for few threads.
// - *buckets*: all keys are counted by range once, and the positions of their
//   rows are placed range by range. Costs 4 bytes a row, but each key is looked
//   at three times only, however many threads there are; and a range can be
//   small enough for its accumulators to stay in cache.
//
// Where an accumulator is as large as the element that is stored, accumulators
// live in outs; otherwise in a block of scratch for a range at a time, from
// which results are stored once.
//
// Tasks get ranges of equal weight by a histogram of the keys (of a sample of
// them for owners); a range with several tasks' worth of rows is split by
// columns. The weights decide who folds, never in which order.

#include "FoldEmitter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::segment;
using arith::CmpIPredicate;

/// Bytes of scratch accumulators that a range of keys is cut to.
static constexpr int64_t blockBytes = 256 << 10;
/// Bytes of scratch accumulators of an owner.
static constexpr int64_t maxOwnerBytes = 3 << 19;
/// More threads than this make buckets cheaper than looking at all keys.
static constexpr int64_t maxOwnerTasks = 4;
/// Ranges for weighing, and keys that are sampled for it.
static constexpr int64_t maxWeighedRanges = 1024, maxSamples = 16384;
/// Positions are 32 bits wide.
static constexpr int64_t maxBucketRows = std::numeric_limits<int32_t>::max();
/// Rows with so many bytes are prefetched from wherever they are.
static constexpr int64_t minWideBytes = 128;
/// Bytes of a row's columns that are worth a task of their own: with less,
/// tasks fetch the same lines.
static constexpr int64_t minSplitBytes = 256;
/// A bound that no machine reaches.
static constexpr int64_t maxTasks = 1 << 16;
/// Keys compared at once.
static constexpr int64_t compareLanes = 16;

namespace {
class OwnersEmitter : public FoldEmitter {
public:
  using FoldEmitter::FoldEmitter;

protected:
  void emitFold() override;

private:
  /// What a task folds: rows of outs and columns.
  struct Task {
    Value number, begin, end;
    Columns columns;
    /// The positions of the rows of a block.
    Value listed = {};
  };

  bool livesInOuts();
  bool canSplitColumns();
  Value emitScratchRowBytes();
  void emitPlan();
  Value emitRangeOf(Value n);
  void forShares(function_ref<void(Value)> prepare,
                 function_ref<void(Value, Value)> body);
  void emitWeights();
  void emitTasks();
  void emitPlacement();
  void emitTask(Task task);
  void emitRange(const Task &task, Value begin, Value end);
  void emitChunk(const Task &task, Value rangeBegin, Value positions,
                 Value base, Value count);
  Value emitCollect(Value begin, Value end, Value from, Value to,
                    Value positions);
  Value emitIsOwned(Value number, bool isUnsigned, Value begin, Value size,
                    Lanes lanes);

  /// Where an accumulator of a row of outs lives.
  struct Slot {
    Value memref;
    SmallVector<Value> at;
    Lanes lanes;
  };
  Slot getSlot(const Task &task, Value rangeBegin, Value key, Value column,
               Lanes lanes, unsigned i);

  // Accumulators of output row `key`, at [task, key - rangeBegin] in scratch.
  Values loadAccumulators(const Task &task, Value rangeBegin, Value key,
                          Value column, Lanes lanes, ArrayRef<unsigned> which);
  void storeAccumulators(const Task &task, Value rangeBegin, Value key,
                         Value column, Lanes lanes, ArrayRef<unsigned> which,
                         ValueRange values);

  bool inOuts = false;
  /// i1: by buckets.
  Value byBuckets;
  Value numTasks, capacity, shift, rangeRows, numRanges;
  /// Weights of ranges of `1 << weighShift` rows of outs.
  Value weighShift, numWeighed, weights;
  /// Begin and end of rows of outs and of columns of each task.
  Value taskTable, taskCount;
  /// Buckets: positions of rows by range, where each range begins.
  Value positions, rangeBegins, counters;
  SmallVector<Value> scratch;
};
} // namespace

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

bool OwnersEmitter::livesInOuts() {
  if (op.getNumAccumulators() != op.getInits().size())
    return false;
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
    Type type = op.getAccumulatorType(i);
    Type stored = getElementTypeOrSelf(op.getInits()[i].getType());
    bool castable = type == stored || (isa<IntegerType, FloatType>(type) &&
                                       isa<IntegerType, FloatType>(stored) &&
                                       type.getIntOrFloatBitWidth() ==
                                           stored.getIntOrFloatBitWidth());
    if (!castable || op.isRowAccumulator(i) != op.isRowInit(i))
      return false;
  }
  return true;
}

/// Whether several tasks may fold columns of the same rows: not if there is
/// something in outs that all of them would read and write.
bool OwnersEmitter::canSplitColumns() {
  return hasColumns() && !op.hasRowInits();
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

static Value bitcast(LoopBuilder &b, Value value, Type type) {
  Type wanted = type;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    wanted = vector.clone(type);
  if (value.getType() == wanted)
    return value;
  return arith::BitcastOp::create(b, wanted, value);
}

OwnersEmitter::Slot OwnersEmitter::getSlot(const Task &task, Value rangeBegin,
                                           Value key, Value column, Lanes lanes,
                                           unsigned i) {
  bool isRow = op.isRowAccumulator(i);
  Slot slot{
      inOuts ? op.getInits()[i] : scratch[i], {key}, isRow ? Lanes{} : lanes};
  if (!inOuts)
    slot.at = {task.number, b.sub(key, rangeBegin)};
  if (!isRow)
    slot.at.push_back(column);
  return slot;
}

OwnersEmitter::Values
OwnersEmitter::loadAccumulators(const Task &task, Value rangeBegin, Value key,
                                Value column, Lanes lanes,
                                ArrayRef<unsigned> which) {
  Values values;
  for (unsigned i : which) {
    Slot slot = getSlot(task, rangeBegin, key, column, lanes, i);
    values.push_back(bitcast(b,
                             body->loadLanes(slot.memref, slot.at, slot.lanes),
                             op.getAccumulatorType(i)));
  }
  return values;
}

void OwnersEmitter::storeAccumulators(const Task &task, Value rangeBegin,
                                      Value key, Value column, Lanes lanes,
                                      ArrayRef<unsigned> which,
                                      ValueRange values) {
  for (auto [i, value] : llvm::zip_equal(which, values)) {
    Slot slot = getSlot(task, rangeBegin, key, column, lanes, i);
    Type stored = getElementTypeOrSelf(slot.memref.getType());
    body->storeLanes(bitcast(b, value, stored), slot.memref, slot.at,
                     slot.lanes);
  }
}

//===----------------------------------------------------------------------===//
// The plan at run time
//===----------------------------------------------------------------------===//

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

/// Decides between owners and buckets, and how outs are cut into ranges.
void OwnersEmitter::emitPlan() {
  Value one = b.index(1);
  numTasks = emitNumTasks(b.index(maxTasks));
  // Some more, since ranges are not cut at will.
  capacity = b.select(b.eq(numTasks, one), one, b.add(numTasks, b.index(2)));
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
  // Owners without scratch take what they own at once.
  Value bucketRows = b.shl(one, shift);
  if (inOuts) {
    rangeRows = b.select(byBuckets, bucketRows, b.max(numKeys, one));
  } else {
    Value ownerRows = b.max(b.divu(b.index(maxOwnerBytes), rowBytes), one);
    ownerRows = b.min(ownerRows, b.max(numKeys, one));
    rangeRows = b.select(byBuckets, bucketRows, ownerRows);
    for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
      SmallVector<OpFoldResult> sizes{capacity, rangeRows};
      if (!op.isRowAccumulator(i)) {
        if (staticColumns)
          sizes.push_back(b.getIndexAttr(*staticColumns));
        else
          sizes.push_back(numColumns);
      }
      scratch.push_back(b.heap(op.getAccumulatorType(i), sizes));
    }
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

/// Calls `body` for the rows of each share, in parallel.
void OwnersEmitter::forShares(function_ref<void(Value)> prepare,
                              function_ref<void(Value, Value)> body) {
  Value one = b.index(1);
  b.parallel(numTasks, [&](Value t) {
    prepare(t);
    Value from = b.divu(b.mul(numRows, t), numTasks);
    Value to = b.divu(b.mul(numRows, b.add(t, one)), numTasks);
    b.loop(from, to, one, [&](Value n) { body(t, n); });
  });
}

/// Buckets: the positions of the rows, range by range, in their order; those
/// without a range behind them.
void OwnersEmitter::emitPlacement() {
  Value one = b.index(1), zero = b.index(0);
  Type i32 = b.getI32Type();
  Value zeroCount = b.integer(i32, 0), oneCount = b.integer(i32, 1);
  Value slots = b.select(byBuckets, b.add(numRanges, one), zero);
  counters = b.heap(i32, {numTasks, slots});
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
      return b.loop(zero, numTasks, one, state, [&](Value t, ValueRange state) {
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

void OwnersEmitter::emitTasks() {
  Value one = b.index(1), zero = b.index(0);
  Value columnEnd = hasColumns() ? numColumns : one;
  taskTable = b.heap(b.getIndexType(), {capacity, b.getIndexAttr(4)});
  auto store = [&](Value t, Value begin, Value end, Value from, Value to) {
    for (auto [k, value] : llvm::enumerate(Values{begin, end, from, to}))
      b.store(value, taskTable, {t, b.index(k)});
  };
  Value isShared = b.slt(one, numTasks);
  taskCount = b.ifElse(
      isShared,
      [&] {
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
        state = b.loop(
            zero, numWeighed, one, state, [&](Value i, ValueRange state) {
              Value t = state[0], begin = state[1], weight = state[2],
                    rest = state[3];
              Value rangeBegin = b.shl(i, weighShift);
              Value rangeEnd = b.min(b.shl(b.add(i, one), weighShift), numKeys);
              Value here = b.load(weights, i);
              Value left = b.max(b.sub(numTasks, t), one);
              Value target = b.max(b.divu(b.add(rest, weight), left), one);
              Value half = b.divu(target, b.index(2));
              Value parts =
                  b.min(b.min(b.divu(b.add(here, half), target), splits), left);
              Value isHot = b.slt(one, parts);
              return b.ifElse(
                  isHot,
                  [&] {
                    // What was before is a task, then columns of the range.
                    Value has = b.slt(begin, rangeBegin);
                    b.ifThen(has, [&] {
                      store(t, begin, rangeBegin, zero, columnEnd);
                    });
                    Value first = b.add(t, b.toIndex(has));
                    b.loop(zero, parts, one, [&](Value p) {
                      // Whole lines of columns.
                      auto cut = [&](Value k) -> Value {
                        Value lines = b.ceilDivu(columnEnd, line);
                        Value at = b.mul(b.divu(b.mul(lines, k), parts),
                                         b.index(line));
                        return b.min(at, columnEnd);
                      };
                      store(b.add(first, p), rangeBegin, rangeEnd, cut(p),
                            cut(b.add(p, one)));
                    });
                    return Values{b.add(first, parts), rangeEnd, zero,
                                  b.sub(rest, here)};
                  },
                  [&] {
                    Value with = b.add(weight, here);
                    // Closed where that is nearest to the target.
                    Value isFull =
                        b.cmp(CmpIPredicate::sge,
                              b.add(with, b.divu(here, b.index(2))), target);
                    isFull = b.both(isFull, b.slt(one, left));
                    b.ifThen(isFull, [&] {
                      store(t, begin, rangeEnd, zero, columnEnd);
                    });
                    return Values{b.select(isFull, b.add(t, one), t),
                                  b.select(isFull, rangeEnd, begin),
                                  b.select(isFull, zero, with),
                                  b.sub(rest, here)};
                  });
            });
        Value has = b.slt(state[1], numKeys);
        b.ifThen(has,
                 [&] { store(state[0], state[1], numKeys, zero, columnEnd); });
        return Values{b.add(state[0], b.toIndex(has))};
      },
      [&] {
        store(zero, zero, numKeys, zero, columnEnd);
        return Values{one};
      })[0];
}

//===----------------------------------------------------------------------===//
// Finding rows
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

/// Folds the listed rows.
void OwnersEmitter::emitChunk(const Task &task, Value rangeBegin,
                              Value positions, Value base, Value count) {
  Value zero = b.index(0), one = b.index(1);
  auto position = [&](Value j) {
    Value relative =
        arith::IndexCastUIOp::create(b, b.getIndexType(), b.load(positions, j));
    return b.add(base, relative);
  };
  bool gathers = !op.getSources().empty();
  Value last = b.sub(count, one);
  auto fold = [&](const Columns &columns) {
    b.loop(zero, count, one, [&](Value j) {
      Value n = position(j);
      Value key = body->emitKey(n);
      Row row = body->emitRow(n);
      if (options.prefetch > 0) {
        Value ahead =
            position(b.min(b.add(j, b.index(options.prefetch)), last));
        Value aheadKey = body->emitKey(ahead);
        int64_t bytes = 64;
        if (hasColumns() && columns.size)
          bytes = std::min<int64_t>(
              *columns.size * body->getWidestElement() / 8, 512);
        else if (hasColumns())
          bytes = 128;
        // Wide rows go to the second level of caches: the first has room for
        // few lines on their way. Narrow ones of the data are near each other.
        bool isWide = hasColumns() && bytes >= minWideBytes;
        unsigned locality = isWide ? 2 : 3;
        if (isWide || gathers)
          body->emitPrefetch(body->emitRow(ahead), columns.begin, bytes,
                             /*ownRow=*/isWide, locality);
        if (inOuts)
          for (Value init : op.getInits()) {
            int64_t size =
                getElementBytes(getElementTypeOrSelf(init.getType()));
            bool isRow = cast<MemRefType>(init.getType()).getRank() == 1;
            prefetchLines(b, init, aheadKey, isRow ? Value() : columns.begin,
                          isRow ? size : bytes, size, /*isWrite=*/true,
                          locality);
          }
      }
      if (!rowAccumulators.empty()) {
        Values before = loadAccumulators(task, rangeBegin, key, {}, Lanes{},
                                         rowAccumulators);
        Values after = combine(rowAccumulators, before,
                               body->emitRowValues(row, rowAccumulators));
        storeAccumulators(task, rangeBegin, key, {}, Lanes{}, rowAccumulators,
                          after);
      }
      if (hasColumns())
        forTiles(columns, [&](Value column, Lanes lanes) {
          Values before = loadAccumulators(task, rangeBegin, key, column, lanes,
                                           columnAccumulators);
          Values after = combine(
              columnAccumulators, before,
              body->emitColumns(row, column, lanes, columnAccumulators));
          storeAccumulators(task, rangeBegin, key, column, lanes,
                            columnAccumulators, after);
        });
    });
  };
  if (!staticColumns)
    return fold(task.columns);
  // All columns, as nearly always, with their number known.
  Value width = b.sub(task.columns.end, task.columns.begin);
  b.ifElse(
      b.eq(width, b.index(*staticColumns)),
      [&] {
        fold(allColumns());
        return Values{};
      },
      [&] {
        fold(task.columns);
        return Values{};
      });
}

/// Rows [begin, end) of outs: start, fold, finish.
void OwnersEmitter::emitRange(const Task &task, Value begin, Value end) {
  Value one = b.index(1);
  bool hasStart = !inOuts || !op.getStart().empty();
  bool hasFinish = !inOuts || !op.getFinish().empty();
  if (hasStart)
    b.loop(begin, end, one, [&](Value key) {
      Values rows = body->emitStart(key, {}, Lanes{}, rowAccumulators);
      if (hasColumns())
        forTiles(task.columns, [&](Value column, Lanes lanes) {
          storeAccumulators(
              task, begin, key, column, lanes, columnAccumulators,
              body->emitStart(key, column, lanes, columnAccumulators));
        });
      // Last, since the start of columns may read them.
      storeAccumulators(task, begin, key, {}, Lanes{}, rowAccumulators, rows);
    });

  // The rows, a block at a time.
  Value range = b.shru(begin, shift);
  Values rows = b.ifElse(
      byBuckets,
      [&] {
        return Values{b.load(rangeBegins, range),
                      b.load(rangeBegins, b.add(range, one))};
      },
      [&] { return Values{b.index(0), numRows}; });
  Value block = b.index(options.block);
  auto listType = MemRefType::get(
      {ShapedType::kDynamic}, b.getI32Type(),
      StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, {1}));
  b.loop(rows[0], rows[1], block, [&](Value from) {
    Value to = b.min(b.add(from, block), rows[1]);
    Value count = b.sub(to, from);
    auto view = [&](Value memref, Value offset, Value size) -> Value {
      return memref::SubViewOp::create(
          b, listType, memref, ArrayRef<OpFoldResult>{offset},
          ArrayRef<OpFoldResult>{size},
          ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
    };
    Values list = b.ifElse(
        byBuckets,
        [&] { return Values{view(positions, from, count), b.index(0), count}; },
        [&] {
          Value owned = emitCollect(begin, end, from, to, task.listed);
          return Values{view(task.listed, b.index(0), owned), from, owned};
        });
    emitChunk(task, begin, list[0], list[1], list[2]);
  });

  if (hasFinish)
    b.loop(begin, end, one, [&](Value key) {
      Values all(op.getNumAccumulators());
      place(all, rowAccumulators,
            loadAccumulators(task, begin, key, {}, Lanes{}, rowAccumulators));
      if (hasColumns())
        forTiles(task.columns, [&](Value column, Lanes lanes) {
          Values tile(all);
          place(tile, columnAccumulators,
                loadAccumulators(task, begin, key, column, lanes,
                                 columnAccumulators));
          body->emitFinish(key, column, lanes, tile, /*columns=*/true);
        });
      body->emitFinish(key, {}, Lanes{}, all, /*columns=*/false);
    });
}

void OwnersEmitter::emitTask(Task task) {
  task.listed = b.stack(b.getI32Type(), {options.block + 2 * compareLanes});
  b.loop(task.begin, task.end, rangeRows, [&](Value begin) {
    emitRange(task, begin, b.min(b.add(begin, rangeRows), task.end));
  });
}

void OwnersEmitter::emitFold() {
  inOuts = livesInOuts();
  emitPlan();
  emitPlacement();
  emitWeights();
  emitTasks();
  b.parallel(taskCount, [&](Value t) {
    auto load = [&](int64_t k) { return b.load(taskTable, {t, b.index(k)}); };
    Task task{t, load(0), load(1), Columns{load(2), load(3), {}}};
    emitTask(task);
  });
  for (Value memory :
       llvm::concat<Value>(scratch, Values{counters, positions, rangeBegins,
                                           weights, taskTable}))
    b.deallocate(memory);
}

void segment::emitOwners(ImplicitLocOpBuilder &b, ReduceByKeyOp op,
                         const ScheduleOptions &options) {
  OwnersEmitter(b, op, options).emit();
}
