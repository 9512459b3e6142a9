//===- ArrayParser.cpp - Arrays from text -----------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementLiteral.h"
#include "segment/Execution/ArrayText.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace mlir::segment;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// numpy's limit; it bounds the recursion over nested lists too.
static constexpr size_t maxRank = 64;

static constexpr StringRef whitespace = " \t\r\n";

namespace {

/// Parses the elements of an array whose shape is known.
class ElementsParser {
public:
  ElementsParser(StringRef text, Array &array)
      : rest(text), array(array), next(array.getData()),
        end(next + array.getByteSize()) {}

  Error parse();

private:
  void skipSpace() { rest = rest.ltrim(whitespace); }
  bool peek(StringRef token) {
    skipSpace();
    return rest.starts_with(token);
  }
  bool consume(StringRef token) {
    skipSpace();
    return rest.consume_front(token);
  }
  StringRef takeLiteral();
  Error expected(const llvm::Twine &what);

  Error parsePart(char *to);
  Error parseElement(char *to);
  Error parseList(size_t dim);
  Error parseFlatList();
  Error parseSplat();

  StringRef rest;
  Array &array;
  /// Where the next element goes, and the end of them all.
  char *next;
  char *end;
};

} // namespace

Error ElementsParser::expected(const llvm::Twine &what) {
  skipSpace();
  if (rest.empty())
    return makeError("expected " + what + " before the end");
  return makeError("expected " + what + ", got '" + rest.take_front(24) + "'");
}

/// Everything up to the next delimiter.
StringRef ElementsParser::takeLiteral() {
  skipSpace();
  StringRef literal = rest.take_front(rest.find_first_of(",()[] \t\r\n"));
  rest = rest.drop_front(literal.size());
  return literal;
}

Error ElementsParser::parsePart(char *to) {
  ElementType type = getPartType(array.getType());
  skipSpace();
  if (rest.empty() || StringRef(",()[]").contains(rest.front()))
    return expected("a value of type " + getName(type));
  return mlir::segment::parseElement(takeLiteral(), type, to);
}

Error ElementsParser::parseElement(char *to) {
  if (!isComplex(array.getType()))
    return parsePart(to);
  unsigned partSize = getByteSize(getPartType(array.getType()));
  if (!consume("(")) {
    // A real number.
    std::memset(to + partSize, 0, partSize);
    return parsePart(to);
  }
  if (Error error = parsePart(to))
    return error;
  if (!consume(","))
    return expected("',' between the parts of a complex number");
  if (Error error = parsePart(to + partSize))
    return error;
  if (!consume(")"))
    return expected("')' after a complex number");
  return Error::success();
}

/// Parses a list that stands for a slice whose first dimension is `dim`.
Error ElementsParser::parseList(size_t dim) {
  int64_t extent = array.getShape()[dim];
  if (!consume("["))
    return expected("'[' of dimension " + llvm::Twine(dim));
  int64_t count = 0;
  if (!consume("]")) {
    do {
      if (count == extent)
        return makeError("expected " + llvm::Twine(extent) +
                         " values in dimension " + llvm::Twine(dim) +
                         ", got more");
      if (dim + 1 < array.getShape().size()) {
        if (Error error = parseList(dim + 1))
          return error;
      } else {
        if (Error error = parseElement(next))
          return error;
        next += getByteSize(array.getType());
      }
      ++count;
    } while (consume(","));
    if (!consume("]"))
      return expected("',' or ']'");
  }
  if (count != extent)
    return makeError("expected " + llvm::Twine(extent) +
                     " values in dimension " + llvm::Twine(dim) + ", got " +
                     llvm::Twine(count));
  return Error::success();
}

Error ElementsParser::parseFlatList() {
  auto wrongCount = [&](const llvm::Twine &got) {
    return makeError("expected " + llvm::Twine(array.getNumElements()) +
                     " values, got " + got);
  };
  if (!consume("]")) {
    do {
      if (next == end)
        return wrongCount("more");
      if (Error error = parseElement(next))
        return error;
      next += getByteSize(array.getType());
    } while (consume(","));
    if (!consume("]"))
      return expected("',' or ']'");
  }
  if (next != end)
    return wrongCount(
        llvm::Twine((next - array.getData()) / getByteSize(array.getType())));
  return Error::success();
}

Error ElementsParser::parseSplat() {
  char value[16];
  if (Error error = parseElement(value))
    return error;
  size_t size = getByteSize(array.getType());
  for (; next != end; next += size)
    std::memcpy(next, value, size);
  return Error::success();
}

Error ElementsParser::parse() {
  StringRef all = rest;
  Error error = Error::success();
  if (!consume("[")) {
    error = parseSplat();
  } else if (array.getShape().size() > 1 && peek("[")) {
    rest = all;
    error = parseList(0);
  } else {
    error = parseFlatList();
  }
  if (error)
    return error;
  skipSpace();
  return rest.empty() ? Error::success() : expected("nothing after the values");
}

namespace {

struct ArrayType {
  llvm::SmallVector<int64_t, 4> shape;
  ElementType element;
};

} // namespace

static Expected<ArrayType> parseType(StringRef text) {
  ArrayType type;
  StringRef rest = text.trim(whitespace);
  while (!rest.empty() && (llvm::isDigit(rest.front()) || rest[0] == '?')) {
    int64_t extent;
    if (rest.front() == '?')
      return makeError("expected a number instead of '?' in '" + text + "'");
    if (rest.consumeInteger(10, extent))
      return makeError("an extent in '" + text + "' doesn't fit 63 bits");
    if (!rest.consume_front("x"))
      return makeError("expected 'x' after an extent in '" + text + "'");
    if (type.shape.size() == maxRank)
      return makeError("more than " + llvm::Twine(maxRank) +
                       " dimensions in '" + text + "'");
    type.shape.push_back(extent);
  }
  std::optional<ElementType> element = getElementType(rest);
  if (!element)
    return makeError("unknown element type '" + rest +
                     "'; expected one of i1, i8, i16, i32, i64, ui8, ui16, "
                     "ui32, ui64, index, f16, bf16, f32, f64, complex<f32>, "
                     "complex<f64>");
  type.element = *element;
  return type;
}

Expected<Array> mlir::segment::parseArray(StringRef text) {
  size_t separator = text.find('=');
  if (separator == StringRef::npos)
    return makeError("expected '<type>=<values>', such as 3xi32=[0,1,0], got "
                     "'" +
                     text.take_front(40) + "'");
  Expected<ArrayType> type = parseType(text.take_front(separator));
  if (!type)
    return type.takeError();
  Expected<Array> array = Array::create(type->shape, type->element);
  if (!array)
    return array;
  if (Error error =
          ElementsParser(text.drop_front(separator + 1), *array).parse())
    return error;
  return array;
}
