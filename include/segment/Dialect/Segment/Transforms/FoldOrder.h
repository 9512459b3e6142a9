//===- FoldOrder.h - In which order rows are folded -------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Float sums and products depend on the order of the fold. The order is a
// property of the operation, and a schedule either keeps it or is refused
// (docs/Semantics.md has the definitions). Nothing in it depends on the number
// of threads, on vector width or on tiles.

#ifndef SEGMENT_DIALECT_SEGMENT_TRANSFORMS_FOLDORDER_H
#define SEGMENT_DIALECT_SEGMENT_TRANSFORMS_FOLDORDER_H

#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {

enum class FoldOrder {
  /// Every order gives the same bits: integers, minima and maxima.
  any,
  /// One row after the other, from the start: combiners without identity, float
  /// sums and products in 16 bits.
  rows,
  /// Sorted keys: partial results of the rows of each run within blocks and
  /// pieces of fixed size.
  runs,
  /// Other keys: partial results of fixed pieces, and without columns lanes, of
  /// rows where there are few keys, otherwise one row after the other.
  pieces,
};

/// Rows of a piece of sorted keys: partial results of a run don't cross a
/// multiple of it.
constexpr int64_t runPieceRows = 1024;
/// Rows of a block of sorted keys without columns that is folded at once if all
/// of it belongs to one run, and its lanes.
constexpr int64_t runBlockRows = 64, runBlockLanes = 16;
/// Pieces of rows with accumulators of their own, and lanes of each.
constexpr int64_t maxPieces = 16, pieceLanes = 4;
/// Fewer rows are not worth pieces; a piece has at least as many.
constexpr int64_t minPieceRows = 4096;
/// Bytes of the accumulators of pieces at most, those of `getPieceBytes`.
constexpr int64_t maxPieceBytes = 4 << 20;

/// With columns: pieces, elements of one, rows that it has for each key on
/// average, and bytes of the accumulators of all pieces but the first, those of
/// `getPieceBytes`.
constexpr int64_t maxColumnPieces = 8, minPieceElements = 1 << 17,
                  minRowsOfKey = 8, maxCopyBytes = 5 << 19;

/// The order in which the operation folds.
FoldOrder getFoldOrder(ReduceByKeyOp op);

/// Whether the accumulators of `op` keep their bits where `other`, which has
/// them among others, folds the same rows.
bool keepsOrder(ReduceByKeyOp op, ReduceByKeyOp other);

/// Bytes that decide, with the number of keys, whether there are pieces: of the
/// widest accumulator that depends on the order, so that others beside it make
/// no difference; of all together if none does.
int64_t getPieceBytes(ReduceByKeyOp op);

/// Whether blocks of rows of one run are folded at once (in the order of runs,
/// without columns): not with accumulators that there are no vectors of.
bool foldsBlocks(ReduceByKeyOp op);

/// The value that changes nothing when something is combined with it, to the
/// bit; null if there is none.
Value createIdentity(OpBuilder &builder, Location loc, Combiner kind,
                     Type type);
bool hasIdentity(Combiner kind, Type type);

/// Why `schedule` can't lower `op` with the bits that its order gives; empty if
/// it can.
StringRef getRefusal(ReduceByKeyOp op, Schedule schedule);

/// Whether the order in which values are combined doesn't matter.
bool isReorderable(Combiner kind, Type type);

} // namespace mlir::segment

#endif // SEGMENT_DIALECT_SEGMENT_TRANSFORMS_FOLDORDER_H
