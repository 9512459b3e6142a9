//===- BlockScan.h - Looking at all ids at the speed of memory --*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Whether one of many ids is bad is asked block by block, with vectors and by
// several threads; which one it is, only in the first block that has one.

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_BLOCKSCAN_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_BLOCKSCAN_H

#include "LoopBuilder.h"
#include <functional>
#include <optional>

namespace mlir::segment {

/// Rows [begin, end), of type index.
struct RowRange {
  Value begin, end;
};

/// Emits, where it is called, whether one of the rows [begin, end) is bad.
/// There are at least `FlatRows::getMinRows` rows up to `end`.
using BlockTest = std::function<Value(Value begin, Value end)>;

/// Integers that lie in memory without gaps, `depth` of them a row.
class FlatRows {
public:
  /// None if they don't lie so, or rows are too long for vectors.
  static std::optional<FlatRows> get(LoopBuilder &b, Value memref,
                                     int64_t depth, bool isUnsigned,
                                     int64_t vectorBits);

  /// The memref with all dimensions in one.
  Value getMemRef() const { return memref; }
  int64_t getDepth() const { return depth; }
  /// How many rows there have to be for tests.
  int64_t getMinRows() const;
  /// The number of rows where the type says it, otherwise -1.
  int64_t getStaticRows() const;

  /// Tests for a row with an integer outside of its range `[0, limits[i])`. The
  /// limits are i64 and not negative.
  BlockTest testOutside(LoopBuilder &b, ArrayRef<Value> limits) const;
  /// Tests for a row (of one integer) of `limit` or more. Negative ones are
  /// fine.
  BlockTest testAbove(LoopBuilder &b, Value limit) const;
  /// Tests for a row (of one integer) that is less than the row before it, or
  /// negative.
  BlockTest testDecreasing(LoopBuilder &b) const;

private:
  using Values = LoopBuilder::Values;
  using Combine =
      function_ref<Value(Value accumulated, Value elements, Value position)>;

  /// The integers of a register from a position on.
  Value load(LoopBuilder &b, Value position) const;
  /// Integers that are loaded at once.
  int64_t getStep() const {
    return numRegisters * registerType.getNumElements();
  }
  /// Combines the elements [begin, end), in steps of which the last may begin
  /// before the one before it ends: one vector for each register of a step.
  Values reduce(LoopBuilder &b, Value begin, Value end, int64_t start,
                Combine combine) const;

  Value memref;
  int64_t depth;
  bool isUnsigned;
  VectorType registerType;
  /// A few, that together hold whole rows.
  int64_t numRegisters;
};

/// The first block of rows for which the test says yes; an empty range behind
/// the rows if there is none. With less than `minRows` rows all of them,
/// without a test.
RowRange findFirstBlock(LoopBuilder &b, const FlatRows &rows, Value numRows,
                        const BlockTest &test);

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_BLOCKSCAN_H
