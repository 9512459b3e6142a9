//===- RunWalk.cpp - Runs of equal keys folded in registers ---------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunWalk.h"

#include "WarpOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "segment/Dialect/Segment/Transforms/FoldOrder.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

RunWalk::Values RunWalk::identities() {
  Values values;
  for (unsigned i : which) {
    Type type = op.getAccumulatorType(i);
    Value identity = createIdentity(b, b.getLoc(), op.getKind(i), type);
    if (!op.isRowAccumulator(i) && !lanes.isScalar())
      identity = vector::BroadcastOp::create(b, RowBody::getType(type, lanes),
                                             identity);
    values.push_back(identity);
  }
  return b.pack(values);
}

SmallVector<Type> RunWalk::getTypes() {
  SmallVector<Type> types;
  for (unsigned i : which) {
    Type type = op.getAccumulatorType(i);
    types.push_back(op.isRowAccumulator(i) ? type
                                           : RowBody::getType(type, lanes));
  }
  return types;
}

RunWalk::Values RunWalk::combine(ValueRange left, ValueRange right) {
  Values values;
  SmallVector<Type> types = getTypes();
  for (auto [i, a, c] :
       llvm::zip_equal(which, b.unpack(left, types), b.unpack(right, types)))
    values.push_back(createCombine(b, b.getLoc(), op.getKind(i), a, c));
  return b.pack(values);
}

RunWalk::Values RunWalk::select(Value condition, ValueRange yes,
                                ValueRange no) {
  Values values;
  for (auto [a, c] : llvm::zip_equal(yes, no))
    values.push_back(b.select(condition, a, c));
  return values;
}

RunWalk::Values RunWalk::shuffle(ValueRange values, int64_t offset,
                                 gpu::ShuffleMode mode) {
  Values moved;
  for (Value value : values)
    moved.push_back(emitShuffle(b, value, offset, mode));
  return moved;
}

Chunk RunWalk::emitChunk(Value number, Value size) {
  Chunk chunk;
  chunk.number = number;
  chunk.begin = b.mul(number, size);
  // Without overflow.
  chunk.end =
      b.add(chunk.begin, b.min(size, b.sub(items.getCount(), chunk.begin)));
  Value key = items.emitItem(chunk.begin).key;
  chunk.firstKey = b.select(b.below(key, numKeys), key, b.index(-1));
  return chunk;
}

RunWalk::Values RunWalk::emitKept(Value isKept, const RunItems::Item &item,
                                  Value column) {
  if (Value inRange = items.emitInRange(item))
    isKept = isKept ? b.both(isKept, inRange) : inRange;
  auto values = [&] { return b.pack(items.emitValues(item, column)); };
  if (!isKept)
    return values();
  return b.ifElse(isKept, values, [&] { return identities(); });
}

void RunWalk::emitInner(const Chunk &chunk, Value key, Value column,
                        ValueRange values) {
  b.ifThen(b.sge(key, b.index(0)),
           [&] { sink.emitInner(chunk, key, column, values); });
}

void RunWalk::emitLast(const Chunk &chunk, ValueRange state, Value column) {
  b.ifThen(b.sge(state[0], b.index(0)),
           [&] { sink.emitLast(chunk, state[0], column, state.drop_front()); });
}

//===----------------------------------------------------------------------===//
// By a thread
//===----------------------------------------------------------------------===//

/// The state, a key and values, after an item whose key is in range.
RunWalk::Values RunWalk::emitStep(const Chunk &chunk, ValueRange state,
                                  Value key, ValueRange values, Value column) {
  Values next{key};
  llvm::append_range(
      next, b.ifElse(
                b.eq(key, state[0]),
                [&] { return combine(state.drop_front(), values); },
                [&] {
                  emitInner(chunk, state[0], column, state.drop_front());
                  return Values(values);
                }));
  return next;
}

RunWalk::Values RunWalk::emitThreadRows(const Chunk &chunk, Value begin,
                                        Value end, ValueRange state,
                                        Value column) {
  return b.loop(begin, end, b.index(1), state, [&](Value n, ValueRange state) {
    RunItems::Item item = items.emitItem(n);
    return b.ifElse(
        b.below(item.key, numKeys),
        [&] {
          return emitStep(chunk, state, item.key,
                          emitKept(Value(), item, column), column);
        },
        [&] { return Values(state); });
  });
}

void RunWalk::emitThread(const Chunk &chunk, Value column, int64_t inFlight,
                         bool withinRuns) {
  Values state{chunk.firstKey};
  llvm::append_range(state, identities());
  if (inFlight == 1) {
    state = emitThreadRows(chunk, chunk.begin, chunk.end, state, column);
    return emitLast(chunk, state, column);
  }
  Value size = b.index(inFlight), last = b.sub(chunk.end, b.index(1));
  state = b.loop(
      chunk.begin, chunk.end, size, state, [&](Value n, ValueRange state) {
        Value end = b.min(b.add(n, size), chunk.end);
        Value allCount = b.eq(b.sub(end, n), size);
        if (withinRuns)
          allCount = b.both(allCount, b.sge(state[0], b.index(0)));
        SmallVector<RunItems::Item> loaded;
        for (int64_t i = 0; i < inFlight; ++i) {
          Value at = b.min(b.add(n, b.index(i)), last);
          loaded.push_back(items.emitItem(at));
          allCount = b.both(allCount,
                            withinRuns ? b.eq(loaded.back().key, state[0])
                                       : b.below(loaded.back().key, numKeys));
          if (Value inRange = items.emitInRange(loaded.back()))
            allCount = b.both(allCount, inRange);
        }
        return b.ifElse(
            allCount,
            [&] {
              SmallVector<Values> values;
              for (const RunItems::Item &item : loaded)
                values.push_back(b.pack(items.emitValues(item, column)));
              Values next(state);
              for (auto [item, value] : llvm::zip_equal(loaded, values)) {
                if (!withinRuns) {
                  next = emitStep(chunk, next, item.key, value, column);
                  continue;
                }
                next = combine(ArrayRef<Value>(next).drop_front(), value);
                next.insert(next.begin(), state[0]);
              }
              return next;
            },
            [&] { return emitThreadRows(chunk, n, end, state, column); });
      });
  emitLast(chunk, state, column);
}

//===----------------------------------------------------------------------===//
// By a warp
//===----------------------------------------------------------------------===//

/// One row a lane. The partial result of a run is that of a scan at the run's
/// last lane; the run of the last lane is the next state.
RunWalk::Values RunWalk::emitWarpRows(const Chunk &chunk, Value begin,
                                      Value lane, ValueRange state) {
  Type i32 = b.getI32Type();
  Value zero = b.index(0), isLane0 = b.eq(lane, zero);
  Value n = b.add(begin, lane), last = b.sub(chunk.end, b.index(1));
  Value exists = b.slt(n, chunk.end);
  // Lanes behind the chunk continue its last run, and add nothing to it.
  RunItems::Item item = items.emitItem(b.min(n, last));
  Value inRange = b.below(item.key, numKeys);
  Value key = b.select(inRange, item.key, b.index(-1));
  Values values = emitKept(b.both(exists, inRange), item, Value());

  Value before = emitShuffle(b, key, 1, gpu::ShuffleMode::UP);
  before = b.select(isLane0, state[0], before);
  Value isHead = b.cmp(arith::CmpIPredicate::ne, key, before);
  values = select(b.both(isLane0, b.negate(isHead)),
                  combine(state.drop_front(), values), values);

  // The first lane of the run.
  Value number = arith::IndexCastOp::create(b, i32, lane);
  Value upToHere =
      b.shru(b.integer(i32, -1), b.sub(b.integer(i32, warpLanes - 1), number));
  Value heads = b.both(emitBallot(b, isHead), upToHere);
  Value first = b.sub(b.integer(i32, warpLanes - 1),
                      math::CountLeadingZerosOp::create(b, heads));
  first = b.max(first, b.integer(i32, 0));
  for (int64_t reach = 1; reach < warpLanes; reach *= 2) {
    Values others = shuffle(values, reach, gpu::ShuffleMode::UP);
    Value isOfRun = b.sge(b.sub(number, b.integer(i32, reach)), first);
    values = select(isOfRun, combine(others, values), values);
  }

  Values ended = select(isLane0, state.drop_front(),
                        shuffle(values, 1, gpu::ShuffleMode::UP));
  b.ifThen(isHead, [&] { emitInner(chunk, before, Value(), ended); });
  Values next{emitShuffle(b, key, warpLanes - 1, gpu::ShuffleMode::IDX)};
  llvm::append_range(next,
                     shuffle(values, warpLanes - 1, gpu::ShuffleMode::IDX));
  return next;
}

void RunWalk::emitWarp(const Chunk &chunk, Value lane) {
  constexpr int64_t inFlight = warpBatchRows / warpLanes;
  Values state{chunk.firstKey};
  llvm::append_range(state, identities());
  Value size = b.index(warpBatchRows), last = b.sub(chunk.end, b.index(1));
  state = b.loop(
      chunk.begin, chunk.end, size, state, [&](Value n, ValueRange state) {
        Value end = b.min(b.add(n, size), chunk.end);
        // Whether the run at hand goes on through all of these rows.
        Value goesOn =
            b.both(b.eq(b.sub(end, n), size), b.sge(state[0], b.index(0)));
        SmallVector<RunItems::Item> loaded;
        for (int64_t i = 0; i < inFlight; ++i) {
          Value at = b.min(b.add(b.add(n, b.index(i * warpLanes)), lane), last);
          loaded.push_back(items.emitItem(at));
          goesOn = b.both(goesOn, b.eq(loaded.back().key, state[0]));
          if (Value inRange = items.emitInRange(loaded.back()))
            goesOn = b.both(goesOn, inRange);
        }
        return b.ifElse(
            emitAll(b, goesOn),
            [&] {
              Values values = items.emitValues(loaded[0], Value());
              for (const RunItems::Item &item : ArrayRef(loaded).drop_front())
                values = combine(values, items.emitValues(item, Value()));
              for (int64_t half = warpLanes / 2; half > 0; half /= 2)
                values = combine(values,
                                 shuffle(values, half, gpu::ShuffleMode::XOR));
              Values next{state[0]};
              llvm::append_range(next, combine(state.drop_front(), values));
              return next;
            },
            [&] {
              return b.loop(n, end, b.index(warpLanes), state,
                            [&](Value begin, ValueRange state) {
                              return emitWarpRows(chunk, begin, lane, state);
                            });
            });
      });
  b.ifThen(b.eq(lane, b.index(0)), [&] { emitLast(chunk, state, Value()); });
}
