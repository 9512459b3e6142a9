//===- OwnersEmitter.h - Schedules for keys in any order --------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// See OwnersToLoops.cpp, which folds; OwnersPlan.cpp decides who folds what,
// and OwnersRows.cpp finds the rows.

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_OWNERSEMITTER_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_OWNERSEMITTER_H

#include "FoldEmitter.h"

namespace mlir::segment {

class OwnersEmitter : public FoldEmitter {
public:
  using FoldEmitter::FoldEmitter;

protected:
  void emitFold() override;

private:
  /// Where the accumulators of a kind are: of row `key` of outs at
  /// `key - base`, or at `key` if there is no base.
  struct View {
    Value memref, base;
  };
  /// What a task folds: rows of outs, columns and pieces of rows.
  struct Task {
    Value number, begin, end;
    Columns columns;
    Value firstPiece, lastPiece;
    /// The positions of the rows of a block.
    Value listed = {};
    SmallVector<View> views = {};
  };
  /// Bytes of scratch accumulators of an owner; with copies for pieces it has
  /// 4 MiB.
  static constexpr int64_t maxOwnerBytes = (4 << 20) - maxCopyBytes;
  /// Keys compared at once.
  static constexpr int64_t compareLanes = 16;

  // OwnersPlan.cpp
  Value emitScratchRowBytes();
  void emitNumPieces();
  void emitPlan();
  void emitScratch();
  Value emitRangeOf(Value n);
  void forShares(function_ref<void(Value)> prepare,
                 function_ref<void(Value, Value)> body);
  void emitPlacement();
  void emitWeights();
  void emitTasks();
  Value emitWeighedTasks();
  void storeTask(Value t, ArrayRef<Value> fields);

  // OwnersRows.cpp
  Value emitIsOwned(Value number, bool isUnsigned, Value begin, Value size,
                    Lanes lanes);
  Value emitCollect(Value begin, Value end, Value from, Value to,
                    Value positions);
  Values emitPositionsOf(Value range, Value piece);

  // OwnersToLoops.cpp
  bool livesInOuts();
  bool canSplitColumns();
  Type getStoredType(unsigned i);
  SmallVector<OpFoldResult> getScratchSizes(unsigned i, Value copies,
                                            Value rows);
  View getOwnView(const Task &task, Value rangeBegin, unsigned i);
  Value emitSlice(Value scratch, Value number);
  SmallVector<View> emitViews(const Task &task, Value rangeBegin, Value piece);
  Values loadAccumulators(ArrayRef<View> views, Value key, Value column,
                          Lanes lanes, ArrayRef<unsigned> which);
  void storeAccumulators(ArrayRef<View> views, Value key, Value column,
                         Lanes lanes, ArrayRef<unsigned> which,
                         ValueRange values);
  void emitTask(Task task);
  void emitRange(const Task &task, Value begin, Value end);
  void emitBegin(const Task &task, Value begin, Value end, Value piece);
  void emitRows(const Task &task, Value begin, Value end, Value piece);
  void emitFoldRows(const Task &task, const Columns &columns, Value count,
                    function_ref<Value(Value)> getRow,
                    function_ref<void(Value)> prefetch);
  void emitChunk(const Task &task, Value positions, Value base, Value count,
                 Value isWhole);
  void emitEnd(const Task &task, Value rangeBegin, Value begin, Value end);
  int64_t getPrefetchedBytes(const Columns &columns);
  void emitPrefetch(const Task &task, const Columns &columns, Value ahead);

  bool inOuts = false, hasFinish = false;
  /// Whether the order allows partial results of pieces of rows.
  bool hasPieces = false;
  /// i1: by buckets; a task folds pieces of rows, of all keys.
  Value byBuckets, byPieces;
  Value numTasks, capacity, shift, rangeRows, numRanges;
  Value numPieces, pieceRows;
  /// Weights of ranges of `1 << weighShift` rows of outs.
  Value weighShift, numWeighed, weights;
  /// Begin and end of rows of outs, of columns and of pieces of each task.
  Value taskTable, taskCount;
  /// Buckets: shares of rows that are counted and placed, in all and of a
  /// piece; positions of rows by range, where each range begins, and for each
  /// share where its rows of each range are placed next.
  Value numShares, pieceShares, positions, rangeBegins, counters;
  /// Accumulators that don't live in outs, of each task; those of the pieces
  /// but the first one, of all rows of outs.
  SmallVector<Value> scratch, copies;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_OWNERSEMITTER_H
