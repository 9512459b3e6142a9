//===- ElementLiteral.cpp - Literals of single elements ---------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementLiteral.h"

#include "segment/Execution/Array.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include <cstring>
#include <optional>

using namespace mlir::segment;
using llvm::APFloat;
using llvm::APInt;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Stores the low bits of `bits`, as many as the type has.
static void storeBits(uint64_t bits, ElementType type, char *element) {
  switch (getByteSize(type)) {
  case 1:
    *element = static_cast<char>(bits);
    return;
  case 2:
    return llvm::support::endian::write16(element, static_cast<uint16_t>(bits),
                                          llvm::endianness::native);
  case 4:
    return llvm::support::endian::write32(element, static_cast<uint32_t>(bits),
                                          llvm::endianness::native);
  case 8:
    return llvm::support::endian::write64(element, bits,
                                          llvm::endianness::native);
  }
  llvm_unreachable("an element of another size");
}

static Error expectedLiteral(ElementType type, StringRef literal) {
  if (literal.empty())
    return makeError("expected a value of type " + getName(type));
  return makeError("expected a value of type " + getName(type) + ", got '" +
                   literal + "'");
}

static Error outOfRange(ElementType type, StringRef literal) {
  return makeError("'" + literal + "' is out of range for " + getName(type));
}

static Error parseBool(StringRef literal, char *element) {
  std::optional<bool> value = llvm::StringSwitch<std::optional<bool>>(literal)
                                  .Cases({"true", "1"}, true)
                                  .Cases({"false", "0"}, false)
                                  .Default(std::nullopt);
  if (!value)
    return makeError("expected true, false, 1 or 0, got '" + literal + "'");
  *element = *value;
  return Error::success();
}

static Error parseInteger(StringRef literal, ElementType type, char *element) {
  StringRef digits = literal;
  bool isNegative = digits.consume_front("-");
  if (!isNegative)
    digits.consume_front("+");
  unsigned radix = digits.consume_front_insensitive("0x") ? 16 : 10;
  APInt magnitude;
  if (digits.empty() || digits.getAsInteger(radix, magnitude))
    return expectedLiteral(type, literal);

  unsigned width = 8 * getByteSize(type);
  unsigned activeBits = magnitude.getActiveBits();
  bool fits = isUnsigned(type)
                  ? activeBits <= width && (!isNegative || activeBits == 0)
                  : activeBits < width || (isNegative && activeBits == width &&
                                           magnitude.isPowerOf2());
  if (!fits)
    return outOfRange(type, literal);
  uint64_t bits = magnitude.zextOrTrunc(64).getZExtValue();
  storeBits(isNegative ? -bits : bits, type, element);
  return Error::success();
}

/// inf and nan with an optional sign, in any case.
static std::optional<APFloat> parseNonFinite(StringRef literal,
                                             const llvm::fltSemantics &format) {
  bool isNegative = literal.consume_front("-");
  if (!isNegative)
    literal.consume_front("+");
  std::string word = literal.lower();
  if (word == "inf" || word == "infinity")
    return APFloat::getInf(format, isNegative);
  if (word == "nan")
    return APFloat::getQNaN(format, isNegative);
  return std::nullopt;
}

static Error parseFloat(StringRef literal, ElementType type, char *element) {
  const llvm::fltSemantics &format = getSemantics(type);
  auto store = [&](const APFloat &value) {
    storeBits(value.bitcastToAPInt().getZExtValue(), type, element);
    return Error::success();
  };
  if (std::optional<APFloat> value = parseNonFinite(literal, format))
    return store(*value);

  // The bit pattern, as MLIR prints it where decimals wouldn't do.
  StringRef digits = literal;
  if (digits.consume_front_insensitive("0x") &&
      !digits.contains_insensitive('p')) {
    unsigned numDigits = 2 * getByteSize(type);
    uint64_t bits;
    if (digits.size() != numDigits || digits.getAsInteger(16, bits))
      return makeError("expected " + llvm::Twine(numDigits) +
                       " hexadecimal digits for the bits of " + getName(type) +
                       ", got '" + literal + "'");
    storeBits(bits, type, element);
    return Error::success();
  }

  // APFloat knows words of its own and lets "1e" pass; only numbers are left.
  if (literal.find_first_not_of("0123456789abcdefABCDEFxXpP+-.") !=
          StringRef::npos ||
      literal.find_first_of("0123456789") == StringRef::npos ||
      (!literal.contains_insensitive('x') &&
       literal.ends_with_insensitive("e")))
    return expectedLiteral(type, literal);
  APFloat value(format);
  Expected<APFloat::opStatus> status =
      value.convertFromString(literal, APFloat::rmNearestTiesToEven);
  if (!status) {
    llvm::consumeError(status.takeError());
    return expectedLiteral(type, literal);
  }
  if (value.isInfinity())
    return outOfRange(type, literal);
  return store(value);
}

Error mlir::segment::parseElement(StringRef literal, ElementType type,
                                  char *element) {
  if (type == ElementType::I1)
    return parseBool(literal, element);
  if (isInteger(type))
    return parseInteger(literal, type, element);
  return parseFloat(literal, type, element);
}
