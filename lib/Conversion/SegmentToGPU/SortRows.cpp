//===- SortRows.cpp - A stable radix sort of rows by key ------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Least digit first. In each pass every worker, a thread, has a range of rows:
// it counts the digits in it, the counts are summed up digit by digit and
// worker by worker, and it moves its rows to the places that the sums say. A
// worker's rows stay in order, so the sort is stable, and nothing depends on
// how threads run. As many passes are made as the largest key has digits.

#include "Schedules.h"

using namespace mlir;
using namespace mlir::segment;

static constexpr int64_t digitBits = 4, numDigits = 1 << digitBits;
/// Workers at most, and rows of each at least.
static constexpr int64_t maxWorkers = 1 << 16, minWorkerRows = 32;

namespace {
class RowSorter {
public:
  using Values = SmallVector<Value>;

  RowSorter(KernelBuilder &b, RowBody &body, Value numRows, Value numKeys)
      : b(b), body(body), numRows(numRows), numKeys(numKeys) {}

  SortedRows emit() {
    Value least = b.index(minWorkerRows);
    workerRows = b.max(b.ceilDivu(numRows, maxWorkers), least);
    numWorkers =
        b.divu(b.add(numRows, b.sub(workerRows, b.index(1))), workerRows);
    counts = b.heap(b.getIndexType(), {b.mul(numWorkers, b.index(numDigits))});
    Values buffers;
    for (int i = 0; i < 4; ++i)
      buffers.push_back(b.heap(b.getIndexType(), {numRows}));
    emitUnsorted(buffers[0], buffers[1]);

    Value last = b.index(63);
    Values state{b.index(0)};
    llvm::append_range(state, buffers);
    Values sorted = b.whileLoop(
        state,
        [&](ValueRange state) {
          // Further digits of the largest key.
          Value rest = b.shru(numKeys, b.min(state[0], last));
          Value isDone =
              b.either(b.cmp(arith::CmpIPredicate::sgt, state[0], last),
                       b.eq(rest, b.index(0)));
          return b.negate(isDone);
        },
        [&](ValueRange state) {
          emitPass(state[0], state.slice(1, 2), state.slice(3, 2));
          return Values{b.add(state[0], b.index(digitBits)), state[3], state[4],
                        state[1], state[2]};
        });
    b.deallocate(counts);
    b.deallocate(sorted[3]);
    b.deallocate(sorted[4]);
    return {sorted[1], sorted[2]};
  }

private:
  void emitUnsorted(Value keys, Value positions) {
    b.launchRows("keys", numRows, Value(), [&](KernelThread thread) {
      Value key = body.emitKey(thread.row);
      key = b.select(b.below(key, numKeys), key, numKeys);
      b.store(key, keys, thread.row);
      b.store(thread.row, positions, thread.row);
    });
  }

  void emitPass(Value shift, ValueRange from, ValueRange to) {
    b.launchRows("count", numWorkers, Value(), [&](KernelThread thread) {
      Value one = b.index(1), zero = b.index(0);
      b.loop(zero, b.index(numDigits), one, [&](Value digit) {
        b.store(zero, counts, emitCounter(digit, thread.row));
      });
      forRows(thread.row, [&](Value n) {
        Value at =
            emitCounter(emitDigit(b.load(from[0], n), shift), thread.row);
        b.store(b.add(b.load(counts, at), one), counts, at);
      });
    });
    emitScan();
    b.launchRows("move", numWorkers, Value(), [&](KernelThread thread) {
      forRows(thread.row, [&](Value n) {
        Value key = b.load(from[0], n);
        Value at = emitCounter(emitDigit(key, shift), thread.row);
        Value place = b.load(counts, at);
        b.store(b.add(place, b.index(1)), counts, at);
        b.store(key, to[0], place);
        b.store(b.load(from[1], n), to[1], place);
      });
    });
  }

  /// Replaces each counter by the sum of those before it: each thread of a
  /// block sums up a range, the sums are scanned in shared memory.
  void emitScan() {
    Type index = b.getIndexType();
    b.launchBlock("scan", index, blockThreads, [&](Value thread, Value sums) {
      Value zero = b.index(0), one = b.index(1),
            threads = b.index(blockThreads);
      Value numCounters = b.mul(numWorkers, b.index(numDigits));
      Value range = b.ceilDivu(numCounters, blockThreads);
      Value begin = b.min(b.mul(thread, range), numCounters);
      Value end = b.min(b.add(begin, range), numCounters);
      Value total = b.loop(begin, end, one, zero, [&](Value i, ValueRange sum) {
        return Values{b.add(sum[0], b.load(counts, i))};
      })[0];
      b.store(total, sums, thread);
      b.barrier();
      // The sums of 1, 2, 4, ... threads up to this one.
      Values scanned = b.whileLoop(
          {one}, [&](ValueRange reach) { return b.slt(reach[0], threads); },
          [&](ValueRange reach) {
            Value hasOther = b.sge(thread, reach[0]);
            Value other = b.select(hasOther, b.sub(thread, reach[0]), zero);
            Value more = b.select(hasOther, b.load(sums, other), zero);
            b.barrier();
            b.store(b.add(b.load(sums, thread), more), sums, thread);
            b.barrier();
            return Values{b.add(reach[0], reach[0])};
          });
      Value before = b.sub(b.load(sums, thread), total);
      b.loop(begin, end, one, before, [&](Value i, ValueRange sum) {
        Value count = b.load(counts, i);
        b.store(sum[0], counts, i);
        return Values{b.add(sum[0], count)};
      });
    });
  }

  Value emitDigit(Value key, Value shift) {
    return b.both(b.shru(key, shift), b.index(numDigits - 1));
  }

  Value emitCounter(Value digit, Value worker) {
    return b.add(b.mul(digit, numWorkers), worker);
  }

  void forRows(Value worker, function_ref<void(Value)> body) {
    Value begin = b.mul(worker, workerRows);
    Value end = b.min(b.add(begin, workerRows), numRows);
    b.loop(begin, end, b.index(1), body);
  }

  KernelBuilder &b;
  RowBody &body;
  Value numRows, numKeys, workerRows, numWorkers, counts;
};
} // namespace

SortedRows segment::emitSort(KernelBuilder &b, RowBody &body, Value numRows,
                             Value numKeys) {
  return RowSorter(b, body, numRows, numKeys).emit();
}
