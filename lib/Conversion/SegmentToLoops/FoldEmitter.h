//===- FoldEmitter.h - What the schedules share -----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_FOLDEMITTER_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_FOLDEMITTER_H

#include "RowBody.h"
#include "segment/Dialect/Segment/Transforms/FoldOrder.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

namespace mlir::segment {

/// What a plan fixes at compile time.
struct ScheduleOptions {
  /// Bits of a vector register.
  int64_t vectorBits = 256;
  /// Rows that are collected before they are folded.
  int64_t block = 512;
  /// How many rows ahead is prefetched; 0 for no prefetching.
  int64_t prefetch = 24;
  /// Vector registers an accumulator takes of a row at once.
  int64_t tile = 4;
  /// Which of owners and buckets is taken; by the sizes at run time if neither
  /// is set.
  bool forceOwners = false, forceBuckets = false;
};

/// A range of columns.
struct Columns {
  Value begin, end;
  /// Their number if `begin` is 0 and the type says it.
  std::optional<int64_t> size;
};

class FoldEmitter {
public:
  using Values = SmallVector<Value>;

  FoldEmitter(ImplicitLocOpBuilder &builder, ReduceByKeyOp op,
              const ScheduleOptions &options);
  virtual ~FoldEmitter() = default;

  /// Emits the schedule in front of the operation. The caller erases it.
  void emit();

protected:
  /// Emits the fold, of an operation that has elements.
  virtual void emitFold() = 0;

  /// How many tasks to fork: one for small work, otherwise a task a thread, but
  /// at most `limit`.
  Value emitNumTasks(Value limit);
  /// Calls `body` for tiles of columns.
  void forTiles(const Columns &columns,
                function_ref<void(Value column, Lanes lanes)> body);
  /// Calls `body` for vectors of consecutive numbers in [begin, end), the rest
  /// one by one.
  void forVectors(Value begin, Value end,
                  function_ref<void(Value i, Lanes lanes)> body);
  Columns allColumns() { return {b.index(0), numColumns, staticColumns}; }
  /// Rows [begin, end) of outs as they are without rows to fold.
  void emitEmptyRows(Value begin, Value end, const Columns &columns);

  Value combine(unsigned i, Value accumulator, Value value) {
    return createCombine(b, b.getLoc(), op.getKind(i), accumulator, value);
  }
  Values combine(ArrayRef<unsigned> which, ValueRange accumulators,
                 ValueRange values) {
    Values result;
    for (auto [i, accumulator, value] :
         llvm::zip_equal(which, accumulators, values))
      result.push_back(combine(i, accumulator, value));
    return result;
  }
  /// The identities of accumulators `which`.
  Values identities(ArrayRef<unsigned> which, Lanes lanes = {});
  /// `accumulators` of `which` spread over all accumulators; null elsewhere.
  void place(Values &all, ArrayRef<unsigned> which, ValueRange accumulators) {
    for (auto [i, accumulator] : llvm::zip_equal(which, accumulators))
      all[i] = accumulator;
  }
  bool hasColumns() const { return hasColumn; }

  LoopBuilder b;
  ReduceByKeyOp op;
  ScheduleOptions options;
  /// Set when emission starts.
  std::optional<RowBody> body;
  SmallVector<unsigned> columnAccumulators, rowAccumulators;
  Value numRows, numKeys, numColumns;
  std::optional<int64_t> staticColumns;
  /// Elements of a vector register, of a tile.
  int64_t vectorWidth = 1, tileWidth = 1;

private:
  Value packed(Value memref, bool isOutput);

  bool hasColumn;
  SmallVector<Value> copies;
  SmallVector<std::pair<Value, Value>> copiedOutputs;
};

/// The sorted schedule.
void emitRuns(ImplicitLocOpBuilder &b, ReduceByKeyOp op,
              const ScheduleOptions &options);
/// Owners and buckets.
void emitOwners(ImplicitLocOpBuilder &b, ReduceByKeyOp op,
                const ScheduleOptions &options);
/// Fixed pieces of rows where there are few keys, otherwise owners or buckets.
void emitPieces(ImplicitLocOpBuilder &b, ReduceByKeyOp op,
                const ScheduleOptions &options);

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_FOLDEMITTER_H
