//===- Array.cpp - An array of numbers in memory ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/Array.h"

#include "segment/Runtime/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>

using namespace mlir::segment;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

/// What compiled code's own allocations have.
static constexpr size_t alignment = 64;

Error mlir::segment::makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

std::string mlir::segment::formatArrayType(ArrayRef<int64_t> shape,
                                           ElementType type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (int64_t extent : shape) {
    if (extent < 0)
      stream << "?x";
    else
      stream << extent << 'x';
  }
  stream << getName(type);
  return text;
}

Expected<int64_t> mlir::segment::getNumElements(ArrayRef<int64_t> shape,
                                                ElementType type) {
  // 0 x 2^62 x 2^62 is an array without elements: it is no overflow.
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t numElements = 1, numBytes;
  bool overflows = false;
  for (int64_t extent : shape)
    overflows |= __builtin_mul_overflow(numElements, extent, &numElements);
  overflows |= __builtin_mul_overflow(
      numElements, static_cast<int64_t>(getByteSize(type)), &numBytes);
  if (overflows)
    return makeError("the size of " + formatArrayType(shape, type) +
                     " overflows");
  return numElements;
}

Expected<Array> Array::create(ArrayRef<int64_t> shape, ElementType type) {
  Expected<int64_t> numElements = segment::getNumElements(shape, type);
  if (!numElements)
    return numElements.takeError();
  int64_t numBytes = *numElements * segment::getByteSize(type);
  // The kernel would promise memory that there isn't.
  void *data = nullptr;
  if (!segment_rt_can_allocate(nullptr, numBytes) ||
      posix_memalign(&data, alignment,
                     std::max<size_t>(static_cast<size_t>(numBytes), 1)) != 0)
    return makeError("cannot allocate " + llvm::Twine(numBytes) +
                     " bytes for " + formatArrayType(shape, type));
  return adopt(shape, type, data, std::shared_ptr<void>(data, std::free));
}

Array Array::adopt(ArrayRef<int64_t> shape, ElementType type, void *data,
                   std::shared_ptr<void> owner) {
  Array array;
  array.shape.assign(shape.begin(), shape.end());
  array.type = type;
  array.numElements = llvm::cantFail(segment::getNumElements(shape, type));
  array.data = static_cast<char *>(data);
  array.owner = std::move(owner);
  return array;
}

/// Copies `count` elements of `size` bytes that lie `stride` bytes apart.
static void copyRow(char *to, const char *from, int64_t count, int64_t size,
                    int64_t stride) {
  if (stride == size) {
    std::memcpy(to, from, static_cast<size_t>(count * size));
    return;
  }
  auto copy = [&](auto constantSize) {
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(to + i * constantSize, from + i * stride, constantSize);
  };
  switch (size) {
  case 1:
    return copy(std::integral_constant<int64_t, 1>());
  case 2:
    return copy(std::integral_constant<int64_t, 2>());
  case 4:
    return copy(std::integral_constant<int64_t, 4>());
  case 8:
    return copy(std::integral_constant<int64_t, 8>());
  default:
    return copy(std::integral_constant<int64_t, 16>());
  }
}

Expected<Array> Array::pack(ArrayRef<int64_t> shape, ElementType type,
                            const void *data, ArrayRef<int64_t> byteStrides) {
  Expected<Array> array = create(shape, type);
  if (!array || array->getNumElements() == 0)
    return array;
  int64_t size = segment::getByteSize(type);
  size_t rank = shape.size();
  const char *from = static_cast<const char *>(data);
  if (rank == 0) {
    std::memcpy(array->getData(), from, static_cast<size_t>(size));
    return array;
  }
  // The last dimension is a row; the others are counted like an odometer.
  int64_t rowLength = shape.back();
  llvm::SmallVector<int64_t, 4> position(rank - 1, 0);
  char *to = array->getData();
  for (int64_t rest = array->getNumElements() / rowLength; rest > 0; --rest) {
    copyRow(to, from, rowLength, size, byteStrides.back());
    to += rowLength * size;
    for (size_t dim = rank - 1; dim-- > 0;) {
      from += byteStrides[dim];
      if (++position[dim] < shape[dim])
        break;
      from -= byteStrides[dim] * shape[dim];
      position[dim] = 0;
    }
  }
  return array;
}
