//===- Compare.cpp - Comparing arrays ---------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/Compare.h"

#include "segment/Execution/ArrayText.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace mlir::segment;
using llvm::APFloat;

/// The value of a float of whatever format, exactly.
static double loadFloat(ElementType type, const char *element) {
  unsigned size = getByteSize(type);
  uint64_t bits = 0;
  std::memcpy(&bits, element, size);
  APFloat value(getSemantics(type), llvm::APInt(8 * size, bits));
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

/// Compares two numbers that don't have the same bits.
static bool areCloseFloats(ElementType type, const char *got, const char *want,
                           std::optional<double> tolerance) {
  double gotValue = loadFloat(type, got);
  double wantValue = loadFloat(type, want);
  if (std::isnan(gotValue) || std::isnan(wantValue))
    return std::isnan(gotValue) && std::isnan(wantValue);
  if (!tolerance)
    return false;
  if (std::isinf(gotValue) || std::isinf(wantValue))
    return gotValue == wantValue;
  return std::fabs(gotValue - wantValue) <=
         *tolerance * (1 + std::fabs(wantValue));
}

/// Compares two elements of a type.
static bool areEqual(ElementType type, const char *got, const char *want,
                     std::optional<double> tolerance) {
  ElementType partType = getPartType(type);
  unsigned size = getByteSize(type), partSize = getByteSize(partType);
  if (std::memcmp(got, want, size) == 0)
    return true;
  if (!isFloat(partType))
    return false;
  for (unsigned offset = 0; offset < size; offset += partSize)
    if (std::memcmp(got + offset, want + offset, partSize) != 0 &&
        !areCloseFloats(partType, got + offset, want + offset, tolerance))
      return false;
  return true;
}

/// The multi-index of an element, such as "[1, 2]".
static void printPosition(llvm::raw_ostream &stream,
                          llvm::ArrayRef<int64_t> shape, int64_t number) {
  llvm::SmallVector<int64_t, 4> position(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    position[dim] = number % shape[dim];
    number /= shape[dim];
  }
  stream << '[';
  llvm::interleaveComma(position, stream);
  stream << ']';
}

std::optional<std::string>
mlir::segment::describeDifference(const Array &got, const Array &want,
                                  std::optional<double> tolerance) {
  // There are no files of index elements: int64 stands for them.
  auto normalize = [](ElementType type) {
    return type == ElementType::Index ? ElementType::I64 : type;
  };
  if (normalize(got.getType()) != normalize(want.getType()) ||
      got.getShape() != want.getShape())
    return "has the wrong type: expected " + want.getTypeText() + ", got " +
           got.getTypeText();

  size_t size = getByteSize(got.getType());
  int64_t first = -1, numDifferences = 0;
  for (int64_t i = 0, e = got.getNumElements(); i < e; ++i) {
    size_t offset = static_cast<size_t>(i) * size;
    if (areEqual(got.getType(), got.getData() + offset, want.getData() + offset,
                 tolerance))
      continue;
    if (numDifferences++ == 0)
      first = i;
  }
  if (numDifferences == 0)
    return std::nullopt;

  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "differs at ";
  printPosition(stream, got.getShape(), first);
  size_t offset = static_cast<size_t>(first) * size;
  stream << ": expected ";
  printElement(stream, got.getType(), want.getData() + offset);
  stream << ", got ";
  printElement(stream, got.getType(), got.getData() + offset);
  stream << " (" << numDifferences << " of " << got.getNumElements()
         << " elements differ)";
  return text;
}
