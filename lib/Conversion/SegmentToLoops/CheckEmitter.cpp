//===- CheckEmitter.cpp - Comparisons and their reports ---------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckEmitter.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::segment;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Message
//===----------------------------------------------------------------------===//

/// The first file location in `loc`, null if there is none.
static FileLineColLoc findFileLocation(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location inner) {
    if (auto file = dyn_cast<FileLineColLoc>(inner)) {
      found = file;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return found;
}

Message::Message(Location loc, StringRef opName) {
  llvm::raw_string_ostream os(text);
  if (FileLineColLoc file = findFileLocation(loc))
    // Braces of a file name are not placeholders.
    for (char c : (file.getFilename().getValue() + ":" + Twine(file.getLine()) +
                   ":" + Twine(file.getColumn()) + ": ")
                      .str())
      os << (c == '{' || c == '}' ? '_' : c);
  os << "error: '" << opName << "' op ";
}

Message &Message::operator<<(Value value) {
  text += "{" + std::to_string(values.size()) + "}";
  values.push_back(value);
  return *this;
}

Message &Message::operator<<(ArrayRef<Value> list) {
  text += "[";
  llvm::interleave(
      list, [&](Value value) { *this << value; }, [&] { text += ", "; });
  text += "]";
  return *this;
}

//===----------------------------------------------------------------------===//
// CheckEmitter
//===----------------------------------------------------------------------===//

Value CheckEmitter::toI64(Value value, bool isUnsigned) {
  Type type = getI64Type();
  if (value.getType() == type)
    return value;
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(*this, type, value);
  if (isUnsigned)
    return arith::ExtUIOp::create(*this, type, value);
  return arith::ExtSIOp::create(*this, type, value);
}

Value CheckEmitter::product(ArrayRef<Value> values) {
  Value result = i64(1);
  for (Value value : values)
    result = mul(result, value);
  return result;
}

SmallVector<Value> CheckEmitter::dims(Value memref) {
  SmallVector<Value> result;
  auto type = cast<MemRefType>(memref.getType());
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!type.isDynamicDim(i))
      result.push_back(i64(type.getDimSize(i)));
    else
      result.push_back(toI64(memref::DimOp::create(*this, memref, i)));
  }
  return result;
}

Value CheckEmitter::anyZero(ArrayRef<Value> dims) {
  Value result = boolean(false);
  for (Value dim : dims)
    result = either(result, eq(dim, i64(0)));
  return result;
}

SmallVector<Value> CheckEmitter::delinearize(Value position,
                                             ArrayRef<Value> dims) {
  SmallVector<Value> result(dims.size());
  for (size_t i = dims.size(); i-- > 0;) {
    result[i] = arith::RemUIOp::create(*this, position, dims[i]);
    position = divu(position, dims[i]);
  }
  return result;
}

void CheckEmitter::check(Value failed, Failure failure,
                         function_ref<void(Message &)> describe) {
  ifThen(both(ok, failed), [&] {
    Message message(getLoc(), opName);
    describe(message);
    ReportOp::create(*this, failure, message.text, message.values);
  });
  ok = both(ok, negate(failed));
}
