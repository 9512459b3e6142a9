//===- AtomicSchedule.cpp - Rows combined by atomic operations ------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Three kernels: start writes the accumulators, fold combines each row into
// those of its key, finish makes what is stored of them. Where accumulators are
// what is stored, they are so from the start, and there is no finish.

#include "AtomicAccumulator.h"
#include "Schedules.h"
#include "segment/Dialect/Segment/Transforms/FoldOrder.h"

using namespace mlir;
using namespace mlir::segment;

namespace {
class AtomicFold : public KernelFold {
public:
  AtomicFold(KernelBuilder &b, ReduceByKeyOp op) : KernelFold(b, op) {
    for (unsigned i = 0; i < op.getNumAccumulators(); ++i)
      accumulators.push_back(
          *AtomicAccumulator::get(op.getKind(i), op.getAccumulatorType(i)));
  }

protected:
  void emitFold() override {
    allocate();
    emitStart();
    emitRows();
    if (!inOutputs)
      emitFinish();
    for (Value scratch : memory)
      if (!llvm::is_contained(op.getInits(), scratch))
        b.deallocate(scratch);
  }

private:
  void allocate() {
    inOutputs = op.getFinish().empty() &&
                llvm::all_of(accumulators, [](auto &a) { return a.isPlain(); });
    if (inOutputs) {
      llvm::append_range(memory, op.getInits());
      return;
    }
    for (auto [i, accumulator] : llvm::enumerate(accumulators)) {
      SmallVector<OpFoldResult> sizes{numKeys};
      if (!op.isRowAccumulator(i))
        sizes.push_back(numColumns);
      if (accumulator.isPair())
        sizes.push_back(b.getIndexAttr(2));
      for (OpFoldResult &size : sizes)
        if (std::optional<int64_t> constant = getConstantIntValue(size))
          size = b.getIndexAttr(*constant);
      memory.push_back(b.heap(accumulator.getStorageType(), sizes));
    }
  }

  static SmallVector<Value> getPlace(Value key, Value column) {
    SmallVector<Value> place{key};
    if (column)
      place.push_back(column);
    return place;
  }

  void emitStart() {
    if (inOutputs && op.getStart().empty())
      return;
    auto start = [&](Value key, Value column, ArrayRef<unsigned> which) {
      Values values = body.emitStart(key, column, Lanes{}, which);
      for (auto [i, value] : llvm::zip_equal(which, values))
        accumulators[i].store(b, value, memory[i], getPlace(key, column));
    };
    if (!columnAccumulators.empty())
      b.launchRows("start", numKeys, numColumns, [&](KernelThread thread) {
        b.forColumns(thread, numColumns, [&](Value column) {
          start(thread.row, column, columnAccumulators);
        });
      });
    // Last, since the start of columns may read outs of one value a row.
    if (!rowAccumulators.empty())
      b.launchRows("start_rows", numKeys, Value(), [&](KernelThread thread) {
        start(thread.row, Value(), rowAccumulators);
      });
  }

  void emitRows() {
    b.launchRows("fold", numRows, numColumns, [&](KernelThread thread) {
      Value key = body.emitKey(thread.row);
      b.ifThen(b.below(key, numKeys), [&] {
        Row row = body.emitRow(thread.row);
        auto fold = [&] { emitRow(key, row, thread); };
        if (Value inRange = body.emitInRange(row))
          b.ifThen(inRange, fold);
        else
          fold();
      });
    });
  }

  void emitRow(Value key, const Row &row, KernelThread thread) {
    auto update = [&](ArrayRef<unsigned> which, ValueRange values,
                      Value column) {
      for (auto [i, value] : llvm::zip_equal(which, values))
        accumulators[i].update(b, value, memory[i], getPlace(key, column));
    };
    if (!columnAccumulators.empty())
      b.forColumns(thread, numColumns, [&](Value column) {
        update(columnAccumulators,
               body.emitColumns(row, column, Lanes{}, columnAccumulators),
               column);
      });
    if (rowAccumulators.empty())
      return;
    auto updateRow = [&] {
      update(rowAccumulators, body.emitRowValues(row, rowAccumulators),
             Value());
    };
    if (numColumns)
      b.ifThen(b.eq(thread.lane, b.index(0)), updateRow);
    else
      updateRow();
  }

  void emitFinish() {
    auto finish = [&](Value key, Value column) {
      Values all(op.getNumAccumulators());
      auto load = [&](ArrayRef<unsigned> which, Value column) {
        for (unsigned i : which)
          all[i] = accumulators[i].load(b, memory[i], getPlace(key, column));
      };
      if (column)
        load(columnAccumulators, column);
      load(rowAccumulators, Value());
      body.emitFinish(key, column, Lanes{}, all, /*columns=*/bool(column));
    };
    if (numColumns)
      b.launchRows("finish", numKeys, numColumns, [&](KernelThread thread) {
        b.forColumns(thread, numColumns,
                     [&](Value column) { finish(thread.row, column); });
      });
    if (op.hasRowInits())
      b.launchRows("finish_rows", numKeys, Value(),
                   [&](KernelThread thread) { finish(thread.row, Value()); });
  }

  SmallVector<AtomicAccumulator> accumulators;
  /// Where the accumulators lie.
  Values memory;
  /// Whether that is in outs.
  bool inOutputs = false;
};
} // namespace

StringRef segment::getAtomicRefusal(ReduceByKeyOp op, bool isDeterministic) {
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
    Combiner kind = op.getKind(i);
    Type type = op.getAccumulatorType(i);
    if (!AtomicAccumulator::get(kind, type))
      return "there is no atomic operation for an accumulator: it has more "
             "than 64 bits, or the order of its rows matters";
    if (isDeterministic && !isReorderable(kind, type))
      return "the order of atomic operations changes from run to run, and with "
             "it the rounding";
  }
  return "";
}

void segment::emitAtomic(KernelBuilder &b, ReduceByKeyOp op) {
  AtomicFold(b, op).emit();
}
