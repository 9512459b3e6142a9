//===- ElementType.cpp - Types of array elements ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/ElementType.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir::segment;
using llvm::APFloat;
using llvm::StringRef;

unsigned mlir::segment::getByteSize(ElementType type) {
  switch (type) {
  case ElementType::I1:
  case ElementType::I8:
  case ElementType::UI8:
    return 1;
  case ElementType::I16:
  case ElementType::UI16:
  case ElementType::F16:
  case ElementType::BF16:
    return 2;
  case ElementType::I32:
  case ElementType::UI32:
  case ElementType::F32:
    return 4;
  case ElementType::I64:
  case ElementType::UI64:
  case ElementType::Index:
  case ElementType::F64:
  case ElementType::Complex64:
    return 8;
  case ElementType::Complex128:
    return 16;
  }
  llvm_unreachable("unknown element type");
}

StringRef mlir::segment::getName(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "i1";
  case ElementType::I8:
    return "i8";
  case ElementType::I16:
    return "i16";
  case ElementType::I32:
    return "i32";
  case ElementType::I64:
    return "i64";
  case ElementType::UI8:
    return "ui8";
  case ElementType::UI16:
    return "ui16";
  case ElementType::UI32:
    return "ui32";
  case ElementType::UI64:
    return "ui64";
  case ElementType::Index:
    return "index";
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  case ElementType::F32:
    return "f32";
  case ElementType::F64:
    return "f64";
  case ElementType::Complex64:
    return "complex<f32>";
  case ElementType::Complex128:
    return "complex<f64>";
  }
  llvm_unreachable("unknown element type");
}

std::optional<ElementType> mlir::segment::getElementType(StringRef name) {
  return llvm::StringSwitch<std::optional<ElementType>>(name)
      .Case("i1", ElementType::I1)
      .Cases({"i8", "si8"}, ElementType::I8)
      .Cases({"i16", "si16"}, ElementType::I16)
      .Cases({"i32", "si32"}, ElementType::I32)
      .Cases({"i64", "si64"}, ElementType::I64)
      .Case("ui8", ElementType::UI8)
      .Case("ui16", ElementType::UI16)
      .Case("ui32", ElementType::UI32)
      .Case("ui64", ElementType::UI64)
      .Case("index", ElementType::Index)
      .Case("f16", ElementType::F16)
      .Case("bf16", ElementType::BF16)
      .Case("f32", ElementType::F32)
      .Case("f64", ElementType::F64)
      .Case("complex<f32>", ElementType::Complex64)
      .Case("complex<f64>", ElementType::Complex128)
      .Default(std::nullopt);
}

bool mlir::segment::isFloat(ElementType type) {
  return type >= ElementType::F16 && type <= ElementType::F64;
}

bool mlir::segment::isComplex(ElementType type) {
  return type >= ElementType::Complex64;
}

bool mlir::segment::isUnsigned(ElementType type) {
  return type >= ElementType::UI8 && type <= ElementType::UI64;
}

bool mlir::segment::isInteger(ElementType type) {
  return type >= ElementType::I8 && type <= ElementType::Index;
}

ElementType mlir::segment::getPartType(ElementType type) {
  if (type == ElementType::Complex64)
    return ElementType::F32;
  if (type == ElementType::Complex128)
    return ElementType::F64;
  return type;
}

const llvm::fltSemantics &mlir::segment::getSemantics(ElementType type) {
  switch (getPartType(type)) {
  case ElementType::F16:
    return APFloat::IEEEhalf();
  case ElementType::BF16:
    return APFloat::BFloat();
  case ElementType::F32:
    return APFloat::IEEEsingle();
  case ElementType::F64:
    return APFloat::IEEEdouble();
  default:
    llvm_unreachable("not a float or complex type");
  }
}
