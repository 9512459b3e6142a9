//===- NpyHeader.cpp - The header of numpy's files --------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include <optional>

using namespace mlir::segment;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static constexpr bool isLittleEndian =
    llvm::endianness::native == llvm::endianness::little;

/// The type whose descr, without the byte order, is `name`.
static std::optional<ElementType> getTypeOfDescr(StringRef name) {
  return llvm::StringSwitch<std::optional<ElementType>>(name)
      .Case("b1", ElementType::I1)
      .Case("i1", ElementType::I8)
      .Case("i2", ElementType::I16)
      .Case("i4", ElementType::I32)
      .Case("i8", ElementType::I64)
      .Case("u1", ElementType::UI8)
      .Case("u2", ElementType::UI16)
      .Case("u4", ElementType::UI32)
      .Case("u8", ElementType::UI64)
      .Case("f2", ElementType::F16)
      .Case("V2", ElementType::BF16)
      .Case("f4", ElementType::F32)
      .Case("f8", ElementType::F64)
      .Case("c8", ElementType::Complex64)
      .Case("c16", ElementType::Complex128)
      .Default(std::nullopt);
}

std::string mlir::segment::getNpyDescr(ElementType type) {
  StringRef order = isLittleEndian ? "<" : ">";
  auto withOrder = [&](StringRef name) { return (order + name).str(); };
  switch (type) {
  case ElementType::I1:
    return "|b1";
  case ElementType::I8:
    return "|i1";
  case ElementType::UI8:
    return "|u1";
  case ElementType::I16:
    return withOrder("i2");
  case ElementType::I32:
    return withOrder("i4");
  case ElementType::I64:
  case ElementType::Index:
    return withOrder("i8");
  case ElementType::UI16:
    return withOrder("u2");
  case ElementType::UI32:
    return withOrder("u4");
  case ElementType::UI64:
    return withOrder("u8");
  case ElementType::F16:
    return withOrder("f2");
  case ElementType::BF16:
    return withOrder("V2");
  case ElementType::F32:
    return withOrder("f4");
  case ElementType::F64:
    return withOrder("f8");
  case ElementType::Complex64:
    return withOrder("c8");
  case ElementType::Complex128:
    return withOrder("c16");
  }
  llvm_unreachable("unknown element type");
}

namespace {

/// Reads the few forms of Python literals that occur in headers.
class HeaderParser {
public:
  HeaderParser(StringRef text) : rest(text) {}

  Expected<NpyHeader> parse();

private:
  void skipSpace() { rest = rest.ltrim(" \t\r\n"); }
  bool consume(StringRef token) {
    skipSpace();
    return rest.consume_front(token);
  }
  /// An error that shows where parsing stopped.
  Error expected(StringRef what);

  Expected<StringRef> parseString();
  Error parseDescr(NpyHeader &header);
  Error parseFortranOrder(NpyHeader &header);
  Error parseShape(NpyHeader &header);

  StringRef rest;
};

} // namespace

Error HeaderParser::expected(StringRef what) {
  skipSpace();
  std::string got;
  llvm::raw_string_ostream stream(got);
  llvm::printEscapedString(rest.take_front(24), stream);
  return makeError(
      "malformed header: expected " + what +
      (got.empty() ? std::string(" before its end") : ", got '" + got + "'"));
}

Expected<StringRef> HeaderParser::parseString() {
  skipSpace();
  if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
    return expected("a string");
  size_t end = rest.find(rest.front(), 1);
  if (end == StringRef::npos)
    return expected("a string with an end");
  StringRef string = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return string;
}

Error HeaderParser::parseDescr(NpyHeader &header) {
  skipSpace();
  if (rest.starts_with("["))
    return makeError("structured element types are not supported");
  Expected<StringRef> descr = parseString();
  if (!descr)
    return descr.takeError();
  StringRef name = *descr;
  char order = name.empty() ? '\0' : name.front();
  if (StringRef("<>|=").contains(order))
    name = name.drop_front();
  header.isBigEndian = order == '>' || (order != '<' && !isLittleEndian);
  std::optional<ElementType> type = getTypeOfDescr(name);
  if (!type) {
    std::string shown;
    llvm::raw_string_ostream stream(shown);
    llvm::printEscapedString(descr->take_front(24), stream);
    return makeError("element type '" + shown + "' is not supported");
  }
  header.type = *type;
  return Error::success();
}

Error HeaderParser::parseFortranOrder(NpyHeader &header) {
  if (consume("True"))
    header.isFortranOrder = true;
  else if (consume("False"))
    header.isFortranOrder = false;
  else
    return expected("True or False for 'fortran_order'");
  return Error::success();
}

Error HeaderParser::parseShape(NpyHeader &header) {
  if (!consume("("))
    return expected("'(' of the shape");
  while (!consume(")")) {
    skipSpace();
    int64_t extent;
    if (rest.empty() || !llvm::isDigit(rest.front()) ||
        rest.consumeInteger(10, extent))
      return expected("an extent of at most 63 bits");
    rest.consume_front("L"); // as Python 2 wrote it
    if (header.shape.size() == maxNpyRank)
      return makeError("the shape has more than " + llvm::Twine(maxNpyRank) +
                       " dimensions");
    header.shape.push_back(extent);
    if (consume(","))
      continue;
    // Without a comma "(3)" is a number in Python, not a shape.
    if (header.shape.size() == 1 || !consume(")"))
      return expected("',' or ')' in the shape");
    break;
  }
  return Error::success();
}

Expected<NpyHeader> HeaderParser::parse() {
  NpyHeader header{};
  bool hasDescr = false, hasFortranOrder = false, hasShape = false;
  if (!consume("{"))
    return expected("'{'");
  while (!consume("}")) {
    Expected<StringRef> key = parseString();
    if (!key)
      return key.takeError();
    bool *has = llvm::StringSwitch<bool *>(*key)
                    .Case("descr", &hasDescr)
                    .Case("fortran_order", &hasFortranOrder)
                    .Case("shape", &hasShape)
                    .Default(nullptr);
    if (!has || *has) {
      std::string shown;
      llvm::raw_string_ostream stream(shown);
      llvm::printEscapedString(key->take_front(24), stream);
      return makeError(llvm::Twine("malformed header: ") +
                       (has ? "second" : "unknown") + " key '" + shown + "'");
    }
    *has = true;
    if (!consume(":"))
      return expected("':'");
    if (Error error = has == &hasDescr          ? parseDescr(header)
                      : has == &hasFortranOrder ? parseFortranOrder(header)
                                                : parseShape(header))
      return error;
    if (consume(","))
      continue;
    if (!consume("}"))
      return expected("',' or '}'");
    break;
  }
  skipSpace();
  if (!rest.empty())
    return expected("nothing after '}'");
  for (auto [has, key] : {std::pair(hasDescr, "descr"),
                          std::pair(hasFortranOrder, "fortran_order"),
                          std::pair(hasShape, "shape")})
    if (!has)
      return makeError(llvm::Twine("malformed header: no key '") + key + "'");
  return header;
}

Expected<NpyHeader> mlir::segment::parseNpyHeader(StringRef text) {
  return HeaderParser(text).parse();
}
