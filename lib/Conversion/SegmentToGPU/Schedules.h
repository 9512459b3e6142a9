//===- Schedules.h - The schedules of a GPU ---------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_SCHEDULES_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_SCHEDULES_H

#include "../SegmentToLoops/RowBody.h"
#include "KernelBuilder.h"
#include "RunWalk.h"

namespace mlir::segment {

/// What the schedules have in common.
class KernelFold {
public:
  using Values = SmallVector<Value>;

  KernelFold(KernelBuilder &b, ReduceByKeyOp op);
  virtual ~KernelFold() = default;

  /// Emits the kernels in front of the operation, which the caller erases.
  void emit();

protected:
  /// Emits the fold of an operation that has elements.
  virtual void emitFold() = 0;

  /// How many rows a thread reads before it folds the first of them: as many as
  /// registers hold beside accumulators `which`.
  int64_t getRowsInFlight(ArrayRef<unsigned> which, Lanes lanes = {});

  /// How many columns make 16 bytes of what is read, computed with and stored
  /// in each of them; 1 if there is no vector form.
  Lanes getVectorLanes();
  /// Emits `form` in vectors if memory lies so that they are aligned, and
  /// scalar if not, or if there are none.
  void emitForms(function_ref<void(Lanes)> form);

  void place(Values &all, ArrayRef<unsigned> which, ValueRange accumulators) {
    for (auto [i, accumulator] : llvm::zip_equal(which, accumulators))
      all[i] = accumulator;
  }

  /// Inputs and outs that have columns.
  SmallVector<Value> getColumnMemory();

  KernelBuilder &b;
  ReduceByKeyOp op;
  RowBody body;
  SmallVector<unsigned> columnAccumulators, rowAccumulators;
  /// `numColumns` is null if the operation has none.
  Value numRows, numKeys, numColumns;
};

/// Runs of rows with one key are folded in registers and combined into memory
/// by atomic operations; where keys are promised to be sorted (`runs`), only
/// those at the ends of a chunk of rows are.
/// `vectorAtomics`: four f32 are added at once.
void emitAtomic(KernelBuilder &b, ReduceByKeyOp op, bool runs,
                bool vectorAtomics);
/// Why it can't be; empty if it can.
StringRef getAtomicRefusal(ReduceByKeyOp op, bool isDeterministic);
StringRef getRunsRefusal(ReduceByKeyOp op, bool isDeterministic);
/// Whether the accumulators are what is stored, so that they lie in outs.
bool hasAtomicOutputs(ReduceByKeyOp op);

/// Rows are taken in the order of their keys, and partial results combined in
/// an order that only keys and sizes decide.
void emitCsr(KernelBuilder &b, ReduceByKeyOp op);
/// A thread folds the rows of a segment, one after the other, for a column.
void emitRowByRow(KernelBuilder &b, ReduceByKeyOp op);

/// Rows in the order of their keys: the i-th is row `positions[i]` and has key
/// `keys[i]`. Rows without a key in range come last, with key `numKeys`.
struct SortedRows {
  Value keys, positions;
};

/// Sorts the rows by key; those of a key stay in their order. The memory is the
/// caller's.
SortedRows emitSort(KernelBuilder &b, RowBody &body, Value numRows,
                    Value numKeys);

/// The rows of an operation, as they stand or sorted.
class RowItems : public RunItems {
public:
  RowItems(LoopBuilder &b, RowBody &body, Value numRows, Value numKeys,
           ArrayRef<unsigned> rowAccumulators,
           ArrayRef<unsigned> columnAccumulators, SortedRows sorted = {},
           Lanes lanes = {})
      : RunItems(numRows), b(b), body(body), numKeys(numKeys),
        rowAccumulators(rowAccumulators),
        columnAccumulators(columnAccumulators), sorted(sorted), lanes(lanes) {}

  Value emitKey(Value i);
  Item emitItem(Value i) override;
  Value emitInRange(const Item &item) override;
  /// Those of accumulators of one value a row come first.
  Values emitValues(const Item &item, Value column) override;
  Value emitRunAcross(Value i) override;

private:
  LoopBuilder &b;
  RowBody &body;
  Value numKeys;
  ArrayRef<unsigned> rowAccumulators, columnAccumulators;
  SortedRows sorted;
  Lanes lanes;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_SCHEDULES_H
