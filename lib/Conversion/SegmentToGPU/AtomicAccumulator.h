//===- AtomicAccumulator.h - Accumulators that threads share ----*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An accumulator lies in memory in a type that the hardware has atomic
// operations for: integers of 8 and 16 bits in 32, floats as they are where
// they are added, a complex number as two floats, everything else as bits that
// are compared and swapped.

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_ATOMICACCUMULATOR_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_ATOMICACCUMULATOR_H

#include "../SegmentToLoops/LoopBuilder.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {

class AtomicAccumulator {
public:
  /// None if there is no atomic operation: more than 64 bits at once, or a
  /// combiner for which the order of rows matters.
  static std::optional<AtomicAccumulator> get(Combiner kind, Type type);

  /// The type of an element in memory; a complex number has two of them.
  Type getStorageType() const { return storage; }
  bool isPair() const { return form == Form::pair; }
  /// Whether what lies in memory is the accumulator itself.
  bool isPlain() const { return storage == type; }

  void store(LoopBuilder &b, Value value, Value memory, ValueRange at) const;
  Value load(LoopBuilder &b, Value memory, ValueRange at) const;
  /// Combines `value` into what lies there.
  void update(LoopBuilder &b, Value value, Value memory, ValueRange at) const;

private:
  enum class Form {
    /// One atomic operation.
    single,
    /// One for the real part, one for the imaginary one.
    pair,
    /// Compare and swap.
    swap
  };

  AtomicAccumulator(Combiner kind, Type type, Form form, Type storage)
      : kind(kind), type(type), form(form), storage(storage) {}

  Value encode(LoopBuilder &b, Value value) const;
  Value decode(LoopBuilder &b, Value stored) const;

  Combiner kind;
  Type type;
  Form form;
  Type storage;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_ATOMICACCUMULATOR_H
