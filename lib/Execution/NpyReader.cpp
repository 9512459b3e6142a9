//===- NpyReader.cpp - Reading numpy's files --------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"
#include "segment/Execution/Npy.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

using namespace mlir::segment;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// The header's text and where the elements start.
struct Sections {
  StringRef header;
  StringRef elements;
};

static Expected<Sections> splitSections(StringRef contents) {
  if (!contents.consume_front(npyMagic))
    return makeError("not a .npy file: it doesn't start with \\x93NUMPY");
  if (contents.size() < 2)
    return makeError("the file ends within its header");
  unsigned major = static_cast<uint8_t>(contents[0]);
  unsigned minor = static_cast<uint8_t>(contents[1]);
  if (major < 1 || major > 3 || minor != 0)
    return makeError("expected version 1.0, 2.0 or 3.0 of the .npy format, "
                     "got " +
                     llvm::Twine(major) + "." + llvm::Twine(minor));
  contents = contents.drop_front(2);
  size_t lengthSize = major == 1 ? 2 : 4;
  if (contents.size() < lengthSize)
    return makeError("the file ends within its header");
  size_t length = major == 1 ? llvm::support::endian::read16le(contents.data())
                             : llvm::support::endian::read32le(contents.data());
  contents = contents.drop_front(lengthSize);
  if (contents.size() < length)
    return makeError("the file ends within its header: expected " +
                     llvm::Twine(length) + " bytes, got " +
                     llvm::Twine(contents.size()));
  return Sections{contents.take_front(length), contents.drop_front(length)};
}

/// Reverses the bytes of each number.
static void swapBytes(Array &array) {
  unsigned size = getByteSize(getPartType(array.getType()));
  char *end = array.getData() + array.getByteSize();
  for (char *number = array.getData(); number != end; number += size)
    std::reverse(number, number + size);
}

/// Compiled code relies on a bool being 0 or 1; a file can hold any byte.
static void normalizeBools(Array &array) {
  for (char *byte = array.getData(), *end = byte + array.getNumElements();
       byte != end; ++byte)
    *byte = *byte != 0;
}

Expected<Array> mlir::segment::parseNpy(StringRef contents) {
  Expected<Sections> sections = splitSections(contents);
  if (!sections)
    return sections.takeError();
  Expected<NpyHeader> header = parseNpyHeader(sections->header);
  if (!header)
    return header.takeError();

  // The size is checked before anything is allocated from the header's word.
  Expected<int64_t> numElements = getNumElements(header->shape, header->type);
  if (!numElements)
    return numElements.takeError();
  int64_t size = getByteSize(header->type);
  uint64_t numBytes = static_cast<uint64_t>(*numElements * size);
  if (sections->elements.size() != numBytes)
    return makeError("expected " + llvm::Twine(numBytes) + " bytes for " +
                     formatArrayType(header->shape, header->type) + ", got " +
                     llvm::Twine(sections->elements.size()));

  // With zero elements strides aren't used, and their product can overflow.
  size_t rank = header->shape.size();
  llvm::SmallVector<int64_t, 4> strides(rank, 0);
  if (numBytes != 0) {
    int64_t stride = size;
    for (size_t i = 0; i < rank; ++i) {
      size_t dim = header->isFortranOrder ? i : rank - 1 - i;
      strides[dim] = stride;
      stride *= header->shape[dim];
    }
  }
  Expected<Array> array = Array::pack(header->shape, header->type,
                                      sections->elements.data(), strides);
  if (!array)
    return array;
  bool isLittle = llvm::endianness::native == llvm::endianness::little;
  if (header->isBigEndian == isLittle)
    swapBytes(*array);
  if (header->type == ElementType::I1)
    normalizeBools(*array);
  return array;
}

Expected<Array> mlir::segment::readNpy(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (std::error_code error = buffer.getError())
    return makeError(path + ": " + error.message());
  Expected<Array> array = parseNpy((*buffer)->getBuffer());
  if (!array)
    return makeError(path + ": " + llvm::toString(array.takeError()));
  return array;
}
