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

  void place(Values &all, ArrayRef<unsigned> which, ValueRange accumulators) {
    for (auto [i, accumulator] : llvm::zip_equal(which, accumulators))
      all[i] = accumulator;
  }

  KernelBuilder &b;
  ReduceByKeyOp op;
  RowBody body;
  SmallVector<unsigned> columnAccumulators, rowAccumulators;
  /// `numColumns` is null if the operation has none.
  Value numRows, numKeys, numColumns;
};

/// Each row is combined into memory by atomic operations.
void emitAtomic(KernelBuilder &b, ReduceByKeyOp op);
/// Why it can't be; empty if it can.
StringRef getAtomicRefusal(ReduceByKeyOp op, bool isDeterministic);

/// A thread folds the rows of a segment, in order, for a column.
void emitCsr(KernelBuilder &b, ReduceByKeyOp op);

/// Rows in the order of their keys: the i-th is row `positions[i]` and has key
/// `keys[i]`. Rows without a key in range come last, with key `numKeys`.
struct SortedRows {
  Value keys, positions;
};

/// Sorts the rows by key; those of a key stay in their order. The memory is the
/// caller's.
SortedRows emitSort(KernelBuilder &b, RowBody &body, Value numRows,
                    Value numKeys);

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_SCHEDULES_H
