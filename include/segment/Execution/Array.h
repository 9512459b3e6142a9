//===- Array.h - An array of numbers in memory ------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_ARRAY_H
#define SEGMENT_EXECUTION_ARRAY_H

#include "segment/Execution/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlir::segment {

/// An error that is nothing but a message.
llvm::Error makeError(const llvm::Twine &message);

/// "3x5xf32"; a scalar is "f32". A negative extent stands for an unknown one.
std::string formatArrayType(llvm::ArrayRef<int64_t> shape, ElementType type);

/// The product of the extents, which are not negative, or an error that says
/// that it, or its size in bytes, doesn't fit 63 bits.
llvm::Expected<int64_t> getNumElements(llvm::ArrayRef<int64_t> shape,
                                       ElementType type);

/// An array of rank 0 (a scalar) or more, in row-major order without gaps, with
/// numpy's representation of elements (an i1 is a byte, 0 or 1). Copies share
/// their elements.
class Array {
public:
  /// An array whose elements are yet to be set.
  static llvm::Expected<Array> create(llvm::ArrayRef<int64_t> shape,
                                      ElementType type);

  /// An array that owns `data`, which is as described above, through `owner`.
  static Array adopt(llvm::ArrayRef<int64_t> shape, ElementType type,
                     void *data, std::shared_ptr<void> owner);

  /// A copy of elements that lie at `data` plus, for each dimension, a multiple
  /// of a stride in bytes, of whatever sign and alignment; 0 repeats.
  static llvm::Expected<Array> pack(llvm::ArrayRef<int64_t> shape,
                                    ElementType type, const void *data,
                                    llvm::ArrayRef<int64_t> byteStrides);

  ElementType getType() const { return type; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumElements() const { return numElements; }
  int64_t getByteSize() const {
    return numElements * segment::getByteSize(type);
  }
  char *getData() const { return data; }

  /// "3x5xf32".
  std::string getTypeText() const { return formatArrayType(shape, type); }

private:
  Array() = default;

  llvm::SmallVector<int64_t, 4> shape;
  ElementType type = ElementType::I1;
  int64_t numElements = 0;
  char *data = nullptr;
  std::shared_ptr<void> owner;
};

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_ARRAY_H
