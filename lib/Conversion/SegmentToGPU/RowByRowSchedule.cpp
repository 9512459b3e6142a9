//===- RowByRowSchedule.cpp - Segments folded row by row ------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Rows are taken in the order of their keys, so that a segment is a range of
// them; its bounds are found by binary search. A thread folds the range for one
// column in registers, in the order of the rows, and stores once. There are no
// atomic operations, and results don't depend on how threads run.

#include "Schedules.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

namespace {
class RowByRowFold : public KernelFold {
public:
  using KernelFold::KernelFold;

protected:
  void emitFold() override {
    if (!op.getSorted())
      sorted = emitSort(b, body, numRows, numKeys);
    emitOffsets();
    if (numColumns)
      b.launchRows("fold", numKeys, numColumns, [&](KernelThread thread) {
        b.forColumns(thread, numColumns,
                     [&](Value column) { emitSegment(thread.row, column); });
      });
    // Last, since the start of columns may read outs of one value a row.
    if (op.hasRowInits())
      b.launchRows("fold_rows", numKeys, Value(), [&](KernelThread thread) {
        emitSegment(thread.row, Value());
      });
    b.deallocate(offsets);
    if (sorted.keys) {
      b.deallocate(sorted.keys);
      b.deallocate(sorted.positions);
    }
  }

private:
  Value emitSortedKey(Value i) {
    return sorted.keys ? b.load(sorted.keys, i) : body.emitKey(i);
  }

  /// Of each key, and one behind: the first row whose key is not less. Where
  /// keys are not in order, in spite of the promise, these numbers still don't
  /// decrease, and stay within the rows.
  void emitOffsets() {
    Value count = b.add(numKeys, b.index(1));
    offsets = b.heap(b.getIndexType(), {count});
    b.launchRows("offsets", count, Value(), [&](KernelThread thread) {
      Value one = b.index(1);
      Values found = b.whileLoop(
          {b.index(0), numRows},
          [&](ValueRange range) { return b.slt(range[0], range[1]); },
          [&](ValueRange range) {
            // Halves without overflow.
            Value half = b.shru(b.sub(range[1], range[0]), one);
            Value middle = b.add(range[0], half);
            Value isLess = b.slt(emitSortedKey(middle), thread.row);
            return Values{b.select(isLess, b.add(middle, one), range[0]),
                          b.select(isLess, range[1], middle)};
          });
      b.store(found[0], offsets, thread.row);
    });
  }

  /// Folds a segment for a column, or for the outputs of one value a row.
  void emitSegment(Value key, Value column) {
    SmallVector<unsigned> which(rowAccumulators);
    if (column)
      llvm::append_range(which, columnAccumulators);
    Values start = body.emitStart(key, column, Lanes{}, rowAccumulators);
    if (column)
      llvm::append_range(
          start, body.emitStart(key, column, Lanes{}, columnAccumulators));
    Value one = b.index(1);
    Value first = b.load(offsets, key), last = b.load(offsets, b.add(key, one));
    Values folded =
        b.loop(first, last, one, start, [&](Value i, ValueRange carried) {
          Value n = sorted.positions ? b.load(sorted.positions, i) : i;
          Row row = body.emitRow(n);
          auto fold = [&] {
            Values values = body.emitRowValues(row, rowAccumulators);
            if (column)
              llvm::append_range(values, body.emitColumns(row, column, Lanes{},
                                                          columnAccumulators));
            for (auto [i, carry, value] :
                 llvm::zip_equal(which, carried, values))
              value = createCombine(b, b.getLoc(), op.getKind(i), carry, value);
            return values;
          };
          if (Value inRange = body.emitInRange(row))
            return b.ifElse(inRange, fold, [&] { return Values(carried); });
          return fold();
        });
    Values all(op.getNumAccumulators());
    place(all, which, folded);
    body.emitFinish(key, column, Lanes{}, all, /*columns=*/bool(column));
  }

  SortedRows sorted;
  Value offsets;
};
} // namespace

void segment::emitRowByRow(KernelBuilder &b, ReduceByKeyOp op) {
  RowByRowFold(b, op).emit();
}
