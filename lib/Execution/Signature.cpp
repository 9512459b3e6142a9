//===- Signature.cpp - Types of compiled functions --------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/Signature.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::segment;
using llvm::Error;
using llvm::Expected;

static std::string getText(Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

static std::optional<ElementType> getIntegerElementType(unsigned width,
                                                        bool isUnsigned) {
  switch (width) {
  case 1:
    if (isUnsigned)
      return std::nullopt;
    return ElementType::I1;
  case 8:
    return isUnsigned ? ElementType::UI8 : ElementType::I8;
  case 16:
    return isUnsigned ? ElementType::UI16 : ElementType::I16;
  case 32:
    return isUnsigned ? ElementType::UI32 : ElementType::I32;
  case 64:
    return isUnsigned ? ElementType::UI64 : ElementType::I64;
  }
  return std::nullopt;
}

static std::optional<ElementType> getElementType(Type type) {
  using Result = std::optional<ElementType>;
  return llvm::TypeSwitch<Type, Result>(type)
      .Case([](IntegerType type) {
        return getIntegerElementType(type.getWidth(), type.isUnsigned());
      })
      .Case([](quant::QuantizedType type) {
        return getIntegerElementType(type.getStorageTypeIntegralWidth(),
                                     !type.isSigned());
      })
      .Case([](IndexType) { return ElementType::Index; })
      .Case([](Float16Type) { return ElementType::F16; })
      .Case([](BFloat16Type) { return ElementType::BF16; })
      .Case([](Float32Type) { return ElementType::F32; })
      .Case([](Float64Type) { return ElementType::F64; })
      .Case([](ComplexType type) -> Result {
        if (type.getElementType().isF32())
          return ElementType::Complex64;
        if (type.getElementType().isF64())
          return ElementType::Complex128;
        return std::nullopt;
      })
      .Default([](Type) { return std::nullopt; });
}

Expected<ValueType> ValueType::get(Type type) {
  ValueType result;
  result.text = getText(type);
  Type elementType = type;
  if (auto shapedType = dyn_cast<ShapedType>(type)) {
    // An encoding, such as a sparse one, changes what a tensor consists of.
    auto tensorType = dyn_cast<RankedTensorType>(type);
    auto memRefType = dyn_cast<MemRefType>(type);
    if (!(tensorType && !tensorType.getEncoding()) &&
        !(memRefType && memRefType.getLayout().isIdentity()))
      return makeError("type " + result.text +
                       " can't be passed; only tensors and memrefs of known "
                       "rank and without a layout or encoding, and scalars "
                       "can");
    result.isShaped = true;
    result.isWritable = static_cast<bool>(memRefType);
    result.shape = llvm::to_vector<4>(shapedType.getShape());
    elementType = shapedType.getElementType();
  }
  std::optional<ElementType> element = ::getElementType(elementType);
  if (!element)
    return makeError("type " + result.text +
                     " can't be passed: there are no arrays of " +
                     getText(elementType));
  result.element = *element;
  return result;
}

Error ValueType::check(const Array &array) const {
  bool fits =
      array.getShape().size() == shape.size() &&
      (array.getType() == element ||
       (element == ElementType::Index && array.getType() == ElementType::I64));
  if (fits)
    for (auto [extent, want] : llvm::zip_equal(array.getShape(), shape))
      fits &= ShapedType::isDynamic(want) || extent == want;
  if (fits)
    return Error::success();
  // A quantized type doesn't show what an array of it consists of.
  std::string stored;
  if (StringRef(text).contains("!quant"))
    stored = " (given by storage, " + formatArrayType(shape, element) + ")";
  return makeError("expected " + text + stored + ", got " +
                   array.getTypeText());
}

Expected<Signature> Signature::get(StringRef name, FunctionType type) {
  Signature signature;
  signature.name = name.str();
  signature.text = getText(type);
  auto append = [&](TypeRange types, std::vector<ValueType> &to,
                    StringRef what) -> Error {
    for (auto [i, type] : llvm::enumerate(types)) {
      Expected<ValueType> valueType = ValueType::get(type);
      if (!valueType)
        return makeError("function '" + name + "', " + what + " " +
                         llvm::Twine(i) + ": " +
                         llvm::toString(valueType.takeError()));
      to.push_back(std::move(*valueType));
    }
    return Error::success();
  };
  if (Error error = append(type.getInputs(), signature.arguments, "argument"))
    return error;
  if (Error error = append(type.getResults(), signature.results, "result"))
    return error;
  return signature;
}

Error Signature::check(llvm::ArrayRef<Array> arrays) const {
  if (arrays.size() != arguments.size())
    return makeError("function '" + name + "' of type " + text + " takes " +
                     llvm::Twine(arguments.size()) +
                     (arguments.size() == 1 ? " input" : " inputs") + ", got " +
                     llvm::Twine(arrays.size()));
  for (auto [i, array] : llvm::enumerate(arrays))
    if (Error error = arguments[i].check(array))
      return makeError("input " + llvm::Twine(i) + ": " +
                       llvm::toString(std::move(error)));
  return Error::success();
}
