//===- RunWalk.h - Runs of equal keys folded in registers -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A thread, or a warp, walks a chunk of consecutive rows and folds the rows of
// a run of equal keys in registers. What becomes of a run is up to a sink: all
// schedules walk the same way.

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_RUNWALK_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_RUNWALK_H

#include "../SegmentToLoops/RowBody.h"
#include "KernelBuilder.h"

namespace mlir::segment {

/// Rows that a warp takes at once, if all of them have one key.
constexpr int64_t warpBatchRows = 128;

/// What runs consist of: rows, or partial results of them.
class RunItems {
public:
  using Values = SmallVector<Value>;

  struct Item {
    Value key;
    Row row;
  };

  explicit RunItems(Value count) : count(count) {}
  virtual ~RunItems() = default;

  Value getCount() const { return count; }
  virtual Item emitItem(Value n) = 0;
  /// Whether an item whose key is in range may be read; null if always.
  virtual Value emitInRange(const Item &item) { return {}; }
  virtual Values emitValues(const Item &item, Value column) = 0;
  /// The key of the run that goes on from item n - 1 to item n; -1 if there is
  /// none.
  virtual Value emitRunAcross(Value n) = 0;

private:
  Value count;
};

/// Consecutive items.
struct Chunk {
  Value number, begin, end;
  /// The key of the first item; -1 if it is out of range.
  Value firstKey;
};

/// Where the results of runs go. Their keys are in range, and their values are
/// packed (`LoopBuilder::pack`), since they cross blocks.
class RunSink {
public:
  virtual ~RunSink() = default;

  /// A run with another one behind it in the chunk. It is the first if its key
  /// is the first item's.
  virtual void emitInner(const Chunk &chunk, Value key, Value column,
                         ValueRange values) = 0;
  /// The run at hand when the chunk ends.
  virtual void emitLast(const Chunk &chunk, Value key, Value column,
                        ValueRange values) = 0;
};

class RunWalk {
public:
  using Values = SmallVector<Value>;

  /// Folds accumulators `which`, all of which have identities; those with
  /// columns are vectors of `lanes` of them.
  RunWalk(KernelBuilder &b, ReduceByKeyOp op, Value numKeys,
          ArrayRef<unsigned> which, RunItems &items, RunSink &sink,
          Lanes lanes = {})
      : b(b), op(op), numKeys(numKeys), which(which), items(items), sink(sink),
        lanes(lanes) {}

  /// Chunk `number` of `size` items.
  Chunk emitChunk(Value number, Value size);
  /// Walks a chunk for a column (null for accumulators of one value a row),
  /// `inFlight` rows at once where all of them count; if `withinRuns`, where
  /// all of them belong to the run at hand, so that the sink is emitted less
  /// often.
  void emitThread(const Chunk &chunk, Value column, int64_t inFlight,
                  bool withinRuns);
  /// Walks a chunk with all lanes of a warp.
  void emitWarp(const Chunk &chunk, Value lane);

private:
  /// All values are packed, but those that are combined.
  Values identities();
  SmallVector<Type> getTypes();
  Values combine(ValueRange left, ValueRange right);
  Values select(Value condition, ValueRange yes, ValueRange no);
  /// Values of an item; the identities if not `isKept`.
  Values emitKept(Value isKept, const RunItems::Item &item, Value column);
  void emitInner(const Chunk &chunk, Value key, Value column,
                 ValueRange values);
  void emitLast(const Chunk &chunk, ValueRange state, Value column);
  Values emitStep(const Chunk &chunk, ValueRange state, Value key,
                  ValueRange values, Value column);
  Values emitThreadRows(const Chunk &chunk, Value begin, Value end,
                        ValueRange state, Value column);
  Values emitWarpRows(const Chunk &chunk, Value begin, Value lane,
                      ValueRange state);
  Values shuffle(ValueRange values, int64_t offset, gpu::ShuffleMode mode);

  KernelBuilder &b;
  ReduceByKeyOp op;
  Value numKeys;
  ArrayRef<unsigned> which;
  RunItems &items;
  RunSink &sink;
  Lanes lanes;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_RUNWALK_H
