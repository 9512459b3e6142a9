//===- ElementTypes.h - Element types of the contract -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Section 2 of the contract as predicates on element types.

#ifndef SEGMENT_DIALECT_SEGMENT_IR_ELEMENTTYPES_H
#define SEGMENT_DIALECT_SEGMENT_IR_ELEMENTTYPES_H

#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::quant {
class UniformQuantizedType;
} // namespace mlir::quant

namespace mlir::segment {

/// f16, bf16, f32, f64.
bool isFloatElement(Type type);
/// Signless i8, i16, i32, i64 or unsigned ui8, ui16, ui32, ui64; not i1.
bool isIntegerElement(Type type);
/// complex<f32>, complex<f64>.
bool isComplexElement(Type type);
/// A per-tensor quantized type over i8, u8 or i32; null for all others.
quant::UniformQuantizedType getQuantizedElement(Type type);
/// Types of ids and indices (clause 2.5).
bool isIdElement(Type type);
/// Types of num_segments (clause 2.6).
bool isNumSegmentsType(Type type);

/// Why `type` is not an element type of `reduction` (clauses 2.1 to 2.4): what
/// is expected, for a message "expected <...>, but got". Empty if it is one.
StringRef explainUnsupportedElement(Type type, Reduction reduction);

/// The size of an element in bytes, as it is stored in memory.
int64_t getElementBytes(Type type);

} // namespace mlir::segment

#endif // SEGMENT_DIALECT_SEGMENT_IR_ELEMENTTYPES_H
