//===- FoldPlan.h - How a reduction folds an element type -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a surface operation becomes for its reduction and element type: what the
// accumulators are, where they start, how an element becomes a value to
// combine, and how an accumulator becomes a result. Start, fold and finish are
// three things, so that a segment with rows never shows the value of an empty
// one by accident (clause 3.3).

#ifndef SEGMENT_LIB_DIALECT_SEGMENT_TRANSFORMS_FOLDPLAN_H
#define SEGMENT_LIB_DIALECT_SEGMENT_TRANSFORMS_FOLDPLAN_H

#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include <functional>

namespace mlir::segment {

struct FoldPlan {
  /// Signless storage type of an element of the data and of the result.
  Type elementType;
  /// Type of the accumulator.
  Type accumulatorType;
  Combiner combiner;
  /// What segment reductions start from. Null for scatters, which start from
  /// the input.
  std::function<Value(OpBuilder &, Location)> start;
  /// An element as a value to combine; null for the element itself.
  std::function<Value(OpBuilder &, Location, Value)> map;
  /// What else is kept for each segment.
  enum class Extra {
    none,
    /// i8: 1 once a row was folded.
    touched,
    /// i64: the number of rows folded.
    count
  } extra = Extra::none;
  /// The result of an accumulator and, unless it is none, its extra; null if
  /// the accumulator is the result.
  std::function<Value(OpBuilder &, Location, Value, Value)> finish;
  /// An element in the type that float sums and products accumulate in, as a
  /// scatter's input becomes the start; null for the element itself.
  std::function<Value(OpBuilder &, Location, Value)> widen;

  /// The value to combine of an element, or of its product with `weight`.
  Value createValue(OpBuilder &builder, Location loc, Value element,
                    Value weight = {}) const;
  Type getExtraType(OpBuilder &builder) const {
    return extra == Extra::count ? builder.getI64Type() : builder.getI8Type();
  }
};

FoldPlan planSegment(SegmentOpInterface op);
FoldPlan planGatherSegment(GatherSegmentOpInterface op);
FoldPlan planScatter(ScatterOpInterface op);

} // namespace mlir::segment

#endif // SEGMENT_LIB_DIALECT_SEGMENT_TRANSFORMS_FOLDPLAN_H
