//===- Executable.cpp - Executables and functions as C sees them ----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executable.h"

#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace segment::capi;
using mlir::segment::ElementType;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// By SegmentDType.
static constexpr ElementType elementTypes[] = {
    ElementType::I1,   ElementType::I8,        ElementType::I16,
    ElementType::I32,  ElementType::I64,       ElementType::UI8,
    ElementType::UI16, ElementType::UI32,      ElementType::UI64,
    ElementType::F16,  ElementType::BF16,      ElementType::F32,
    ElementType::F64,  ElementType::Complex64, ElementType::Complex128};

static constexpr int32_t numDTypes = std::size(elementTypes);
static_assert(numDTypes == SEGMENT_DTYPE_COMPLEX128 + 1);

static int32_t getDType(ElementType type) {
  if (type == ElementType::Index)
    return SEGMENT_DTYPE_INT64;
  return static_cast<int32_t>(
      std::find(elementTypes, elementTypes + numDTypes, type) - elementTypes);
}

size_t segment::capi::getByteSize(int32_t dtype) {
  if (dtype < 0 || dtype >= numDTypes)
    return 0;
  return mlir::segment::getByteSize(elementTypes[dtype]);
}

std::string segment::capi::formatArrayType(int32_t dtype, const int64_t *shape,
                                           int32_t rank) {
  std::string text;
  for (int32_t i = 0; i < rank; ++i)
    text +=
        (shape[i] == SEGMENT_DYNAMIC ? "?" : std::to_string(shape[i])) + 'x';
  if (dtype < 0 || dtype >= numDTypes)
    return text + "<dtype " + std::to_string(dtype) + ">";
  return text + getName(elementTypes[dtype]).str();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

SegmentValueType
SegmentFunction::convert(const mlir::segment::ValueType &type) {
  std::vector<int64_t> &shape =
      shapes.emplace_back(type.shape.begin(), type.shape.end());
  for (int64_t &extent : shape)
    if (extent < 0)
      extent = SEGMENT_DYNAMIC;
  SegmentValueType result;
  result.dtype = getDType(type.element);
  result.rank = static_cast<int32_t>(shape.size());
  result.shape = shape.data();
  result.isArray = type.isShaped;
  result.isWritable = type.isWritable;
  result.text = texts.emplace_back(type.text).c_str();
  return result;
}

/// The words of a descriptor: two pointers, the offset, sizes and strides. A
/// scalar takes no more room than one of rank 0.
static size_t getNumWords(const SegmentValueType &type) {
  return 3 + 2 * static_cast<size_t>(type.rank);
}

SegmentFunction::SegmentFunction(const mlir::segment::Signature &signature,
                                 mlir::segment::Executable::Entry entry)
    : entry(entry), name(signature.name), text(signature.text) {
  for (const mlir::segment::ValueType &type : signature.arguments) {
    arguments.push_back(convert(type));
    argumentWords.push_back(numWords);
    numWords += getNumWords(arguments.back());
  }
  for (const mlir::segment::ValueType &type : signature.results) {
    results.push_back(convert(type));
    resultWords.push_back(numWords);
    numWords += getNumWords(results.back());
  }
}

SegmentExecutable::SegmentExecutable(
    mlir::segment::Executable compiled,
    std::vector<mlir::segment::ReportedDiagnostic> reported)
    : executable(std::move(compiled)), diagnostics(std::move(reported)) {
  for (const std::string &name : executable.getFunctionNames()) {
    auto signature = executable.getSignature(name);
    if (!signature) {
      // Told to whoever asks for the function.
      llvm::consumeError(signature.takeError());
      continue;
    }
    functions.try_emplace(name, *signature,
                          llvm::cantFail(executable.getEntry(name)));
  }
}

//===----------------------------------------------------------------------===//
// C API
//===----------------------------------------------------------------------===//

void segmentExecutableDestroy(SegmentExecutable *executable) {
  delete executable;
}

size_t segmentExecutableGetNumDiagnostics(const SegmentExecutable *executable) {
  return executable->diagnostics.size();
}

const SegmentDiagnostic *
segmentExecutableGetDiagnostic(const SegmentExecutable *executable,
                               size_t index) {
  return executable->diagnostics.get(index);
}

size_t segmentExecutableGetNumFunctions(const SegmentExecutable *executable) {
  return executable->executable.getFunctionNames().size();
}

const char *
segmentExecutableGetFunctionName(const SegmentExecutable *executable,
                                 size_t index) {
  llvm::ArrayRef<std::string> names = executable->executable.getFunctionNames();
  return index < names.size() ? names[index].c_str() : nullptr;
}

const SegmentFunction *
segmentExecutableGetFunction(const SegmentExecutable *executable,
                             const char *name, SegmentError **error) {
  if (!executable || !name) {
    setError(error, SEGMENT_ERROR_KIND_INVALID_ARGUMENT,
             "the executable or the function's name is null");
    return nullptr;
  }
  auto it = executable->functions.find(name);
  if (it != executable->functions.end())
    return &it->second;
  setError(
      error, SEGMENT_ERROR_KIND_INVALID_ARGUMENT,
      llvm::toString(executable->executable.getSignature(name).takeError()));
  return nullptr;
}

const char *segmentFunctionGetName(const SegmentFunction *function) {
  return function->name.c_str();
}

const char *segmentFunctionGetTypeText(const SegmentFunction *function) {
  return function->text.c_str();
}

static const SegmentValueType *
getType(const std::vector<SegmentValueType> &types, size_t index) {
  return index < types.size() ? &types[index] : nullptr;
}

size_t segmentFunctionGetNumArguments(const SegmentFunction *function) {
  return function->arguments.size();
}

const SegmentValueType *
segmentFunctionGetArgumentType(const SegmentFunction *function, size_t index) {
  return getType(function->arguments, index);
}

size_t segmentFunctionGetNumResults(const SegmentFunction *function) {
  return function->results.size();
}

const SegmentValueType *
segmentFunctionGetResultType(const SegmentFunction *function, size_t index) {
  return getType(function->results, index);
}
