//===- RowBody.h - What a row contributes, scalar or in vectors -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The regions of segment.reduce_by_key emitted for one element, for a vector of
// columns of one row, or for one element each of a vector of rows.

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_ROWBODY_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_ROWBODY_H

#include "LoopBuilder.h"
#include "mlir/IR/IRMapping.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {

/// Clones what `values` need of `block`, with the block's arguments mapped, and
/// returns the clones. Where an operand is mapped to a vector the clone is one.
SmallVector<Value> cloneNeeded(OpBuilder &builder, Block &block,
                               IRMapping &mapping, ArrayRef<Value> values);

/// What is processed at once: one element, or a vector of them.
struct Lanes {
  int64_t width = 1;
  /// Which of a vector's elements exist; null for all.
  Value mask;
  bool isScalar() const { return width == 1; }
};

/// A row and the row numbers that it gathers from.
struct Row {
  Value number;
  SmallVector<Value> sources;
};

/// Prefetches `numBytes` of a row from `column` on, or the element `row` if
/// there is no column. Locality is that of memref.prefetch: 3 for the first
/// level of caches, 2 for the second.
void prefetchLines(LoopBuilder &b, Value memref, Value row, Value column,
                   int64_t numBytes, int64_t elementBytes, bool isWrite,
                   unsigned locality);

class RowBody {
public:
  using Access = ReduceByKeyOp::Access;

  /// `inputs` and `inits` stand for those of `op` (packed copies of strided
  /// ones).
  RowBody(LoopBuilder &b, ReduceByKeyOp op, ValueRange inputs,
          ValueRange inits);

  /// Whether columns can be processed in vectors.
  bool isVectorizable() const { return vectorizable; }
  /// Bits of the widest element in inputs, outs, accumulators and bodies.
  unsigned getWidestElement() const { return widest; }

  /// The rows to walk: `rows`, but no more than keys, sources and inputs have.
  Value emitNumRows();
  /// A number, of any type of keys, as index; what is beyond the range of index
  /// becomes its largest value.
  Value emitNumber(Value number, bool isUnsigned);
  /// Key `n` as index.
  Value emitKey(Value n);
  /// Row `n`, with its gathered row numbers loaded.
  Row emitRow(Value n);
  /// Whether the gathered row numbers are in range; null if nothing is
  /// gathered.
  Value emitInRange(const Row &row);
  /// Whether the row's body may be evaluated at all: not if what it gathers is
  /// out of range, or if the row is left out and the body can trap. Null if it
  /// may be always.
  Value emitIsEvaluated(const Row &row, Value numKeys);
  /// Prefetches gathered rows, or the row itself if `ownRow`.
  void emitPrefetch(const Row &row, Value column, int64_t numBytes, bool ownRow,
                    unsigned locality);

  /// The values that the row contributes to column accumulators `which`.
  SmallVector<Value> emitColumns(const Row &row, Value column, Lanes lanes,
                                 ArrayRef<unsigned> which);
  /// Those to accumulators of one value a row.
  SmallVector<Value> emitRowValues(const Row &row, ArrayRef<unsigned> which);
  /// Those of rows n ... n + width - 1 of an operation without columns, in
  /// vectors. Rows whose gathered row numbers are out of range give the
  /// identities.
  SmallVector<Value> emitRows(Value n, int64_t width, ArrayRef<unsigned> which,
                              ArrayRef<Value> identities);

  /// The start of accumulators `which` in output row `key`.
  SmallVector<Value> emitStart(Value key, Value column, Lanes lanes,
                               ArrayRef<unsigned> which);
  /// Stores the results of the accumulators in the outputs with columns
  /// (`columns`), or in those with one value a row.
  void emitFinish(Value key, Value column, Lanes lanes, ValueRange accumulators,
                  bool columns);
  /// The same for outputs of rank 1 and a vector of consecutive keys.
  void emitFinishKeys(Value key, Lanes lanes, ValueRange accumulators);
  SmallVector<Value> emitStartKeys(Value key, Lanes lanes,
                                   ArrayRef<unsigned> which);

  /// Vector types of `type`'s, or `type` if scalar.
  static Type getType(Type type, Lanes lanes);
  /// `value` in every lane.
  Value broadcast(Value value, Lanes lanes);
  Value loadLanes(Value memref, ValueRange at, Lanes lanes);
  void storeLanes(Value value, Value memref, ValueRange at, Lanes lanes);

private:
  Value loadElement(unsigned input, const Row &row);

  LoopBuilder &b;
  ReduceByKeyOp op;
  SmallVector<Value> inputs, inits;
  SmallVector<Access> accesses;
  bool vectorizable = true, canTrap = false;
  unsigned widest = 8;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_ROWBODY_H
