//===- OrderedFloat.h - Floats as order-preserving integers -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A float's bits, read as a signed integer and with the magnitude of negative
// numbers inverted, order like the float: -inf < ... < -0 < +0 < ... < +inf.
// With NaN moved to the end that shall win (or, where NaN is ignored, just
// inside the end that loses), the minimum and maximum of IEEE 754 are integer
// ones, and the very end of the integer range is a start value that no data
// takes.

#ifndef SEGMENT_DIALECT_SEGMENT_TRANSFORMS_ORDEREDFLOAT_H
#define SEGMENT_DIALECT_SEGMENT_TRANSFORMS_ORDEREDFLOAT_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::segment {

/// The signless integer type that orders the values of a float type.
IntegerType getOrderedType(FloatType type);

/// The value from which a minimum or maximum of ordered integers starts.
APInt getOrderedStart(FloatType type, bool isMin);

/// Maps a float, or a vector of floats, to its ordered integer.
Value createToOrdered(OpBuilder &builder, Location loc, Value value, bool isMin,
                      bool ignoreNan);

/// The inverse, for every integer but the start value.
Value createFromOrdered(OpBuilder &builder, Location loc, Value ordered,
                        FloatType type);

} // namespace mlir::segment

#endif // SEGMENT_DIALECT_SEGMENT_TRANSFORMS_ORDEREDFLOAT_H
