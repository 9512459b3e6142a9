//===- ElementTypes.cpp - Element types of the contract -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Dialect/Segment/IR/ElementTypes.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace mlir::segment;

bool segment::isFloatElement(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

bool segment::isIntegerElement(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSigned())
    return false;
  switch (integer.getWidth()) {
  case 8:
  case 16:
  case 32:
  case 64:
    return true;
  default:
    return false;
  }
}

bool segment::isComplexElement(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex && isa<Float32Type, Float64Type>(complex.getElementType());
}

quant::UniformQuantizedType segment::getQuantizedElement(Type type) {
  auto quantized = dyn_cast<quant::UniformQuantizedType>(type);
  if (!quantized)
    return {};
  unsigned width = quantized.getStorageTypeIntegralWidth();
  if (width == 8 || (width == 32 && quantized.isSigned()))
    return quantized;
  return {};
}

bool segment::isIdElement(Type type) {
  if (isa<IndexType>(type))
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSigned())
    return false;
  unsigned width = integer.getWidth();
  return width == 8 || width == 16 || width == 32 ||
         (width == 64 && integer.isSignless());
}

bool segment::isNumSegmentsType(Type type) {
  return type.isIndex() || type.isSignlessInteger(32) ||
         type.isSignlessInteger(64);
}

StringRef segment::explainUnsupportedElement(Type type, Reduction reduction) {
  bool ordered = reduction == Reduction::min || reduction == Reduction::max;
  if (isFloatElement(type) || isIntegerElement(type))
    return {};
  if (isa<ComplexType>(type)) {
    if (ordered)
      return "an ordered element type for min and max, which complex is not";
    return isComplexElement(type) ? StringRef()
                                  : StringRef("complex<f32> or complex<f64>");
  }
  if (type.isSignlessInteger(1)) {
    if (ordered || reduction == Reduction::update)
      return {};
    return "a number (i1 is for min, max and update only)";
  }
  if (isa<quant::QuantizedType>(type)) {
    if (!ordered && reduction != Reduction::sum)
      return "an unquantized element type (quantized types are for sum, min "
             "and max only)";
    if (!isa<quant::UniformQuantizedType>(type))
      return "a per-tensor !quant.uniform type";
    return getQuantizedElement(type)
               ? StringRef()
               : StringRef("a quantized type stored as i8, u8 or i32");
  }
  return "element type f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, "
         "complex or !quant.uniform";
}

int64_t segment::getElementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return getElementBytes(quantized.getStorageType());
  if (type.isIndex())
    return 8;
  return (type.getIntOrFloatBitWidth() + 7) / 8;
}
