//===- ElementType.h - Types of array elements ------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_ELEMENTTYPE_H
#define SEGMENT_EXECUTION_ELEMENTTYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace llvm {
struct fltSemantics;
} // namespace llvm

namespace mlir::segment {

/// The element types of arrays that are passed to and from compiled functions.
/// A quantized type is its storage type.
enum class ElementType : uint8_t {
  I1, // one byte, 0 or 1
  I8,
  I16,
  I32,
  I64,
  UI8,
  UI16,
  UI32,
  UI64,
  Index, // 64 bits
  F16,
  BF16,
  F32,
  F64,
  Complex64,  // two f32
  Complex128, // two f64
};

/// The size of an element in an array, in bytes.
unsigned getByteSize(ElementType type);

/// MLIR's spelling, such as "ui8" or "complex<f32>".
llvm::StringRef getName(ElementType type);

/// The type that MLIR spells `name`. Signed integers may be written si8 too.
std::optional<ElementType> getElementType(llvm::StringRef name);

bool isFloat(ElementType type);
bool isComplex(ElementType type);
bool isUnsigned(ElementType type);

/// Whether the type is an integer, index included, but not i1.
bool isInteger(ElementType type);

/// The type of a complex number's parts; any other type unchanged.
ElementType getPartType(ElementType type);

/// The format of a float type, or of the parts of a complex one.
const llvm::fltSemantics &getSemantics(ElementType type);

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_ELEMENTTYPE_H
