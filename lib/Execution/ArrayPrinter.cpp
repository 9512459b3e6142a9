//===- ArrayPrinter.cpp - Arrays to text ------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/ArrayText.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>
#include <cstring>

using namespace mlir::segment;
using llvm::APFloat;
using llvm::ArrayRef;
using llvm::raw_ostream;
using llvm::StringRef;

template <typename T> static T load(const char *element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

template <typename T>
static void printInteger(raw_ostream &stream, const char *element) {
  // raw_ostream would print 8-bit ones as characters.
  if constexpr (std::is_signed_v<T>)
    stream << static_cast<int64_t>(load<T>(element));
  else
    stream << static_cast<uint64_t>(load<T>(element));
}

/// The shortest decimal that reads as the same number of the type T.
template <typename T> static void printShortest(raw_ostream &stream, T value) {
  char text[32];
  auto [end, error] = std::to_chars(text, text + sizeof(text), value);
  assert(error == std::errc() && "any number fits");
  (void)error;
  stream << StringRef(text, static_cast<size_t>(end - text));
}

/// The same for the 16-bit formats, which <charconv> doesn't know: the fewest
/// digits that read as the same bits.
static void printShortest16(raw_ostream &stream, const APFloat &value) {
  APFloat wide = value;
  bool losesInfo;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  constexpr int maxDigits = 6;
  for (int precision = 1;; ++precision) {
    char text[32];
    auto [end, error] =
        std::to_chars(text, text + sizeof(text), wide.convertToDouble(),
                      std::chars_format::general, precision);
    assert(error == std::errc() && "any number fits");
    (void)error;
    double parsed = 0;
    std::from_chars(text, end, parsed);
    APFloat narrow(parsed);
    narrow.convert(value.getSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    // Printed anew: "65500" is better than "6.55e+04".
    if (precision == maxDigits || narrow.bitwiseIsEqual(value))
      return printShortest(stream, parsed);
  }
}

static void printFloat(raw_ostream &stream, ElementType type,
                       const char *element) {
  unsigned size = getByteSize(type);
  uint64_t bits = 0;
  std::memcpy(&bits, element, size);
  APFloat value(getSemantics(type), llvm::APInt(8 * size, bits));
  if (value.isNaN())
    stream << "nan";
  else if (value.isInfinity())
    stream << (value.isNegative() ? "-inf" : "inf");
  else if (type == ElementType::F32)
    printShortest(stream, load<float>(element));
  else if (type == ElementType::F64)
    printShortest(stream, load<double>(element));
  else
    printShortest16(stream, value);
}

void mlir::segment::printElement(raw_ostream &stream, ElementType type,
                                 const char *element) {
  switch (type) {
  case ElementType::I1:
    stream << (*element ? "true" : "false");
    return;
  case ElementType::I8:
    return printInteger<int8_t>(stream, element);
  case ElementType::I16:
    return printInteger<int16_t>(stream, element);
  case ElementType::I32:
    return printInteger<int32_t>(stream, element);
  case ElementType::I64:
  case ElementType::Index:
    return printInteger<int64_t>(stream, element);
  case ElementType::UI8:
    return printInteger<uint8_t>(stream, element);
  case ElementType::UI16:
    return printInteger<uint16_t>(stream, element);
  case ElementType::UI32:
    return printInteger<uint32_t>(stream, element);
  case ElementType::UI64:
    return printInteger<uint64_t>(stream, element);
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::F32:
  case ElementType::F64:
    return printFloat(stream, type, element);
  case ElementType::Complex64:
  case ElementType::Complex128: {
    ElementType part = getPartType(type);
    stream << '(';
    printFloat(stream, part, element);
    stream << ',';
    printFloat(stream, part, element + getByteSize(part));
    stream << ')';
    return;
  }
  }
}

/// Prints a slice that has `shape` and moves `element` past it.
static void printElements(raw_ostream &stream, ElementType type,
                          ArrayRef<int64_t> shape, const char *&element) {
  if (shape.empty()) {
    printElement(stream, type, element);
    element += getByteSize(type);
    return;
  }
  stream << '[';
  for (int64_t i = 0; i < shape.front(); ++i) {
    if (i != 0)
      stream << ',';
    printElements(stream, type, shape.drop_front(), element);
  }
  stream << ']';
}

void mlir::segment::printArray(raw_ostream &stream, const Array &array) {
  stream << array.getTypeText() << '=';
  // A trillion empty rows say no more than none.
  if (array.getNumElements() == 0) {
    stream << "[]";
    return;
  }
  const char *element = array.getData();
  printElements(stream, array.getType(), array.getShape(), element);
}
