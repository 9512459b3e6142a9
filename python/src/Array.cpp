//===- Array.cpp - Elements in memory ---------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dispatcher.h"

using namespace segment::python;

void Array::setShape(const int64_t *extents, int32_t count) {
  rank = count;
  int64_t stride = 1;
  for (int32_t dim = count; dim-- > 0;) {
    shape[dim] = extents[dim];
    strides[dim] = stride;
    // Those of an array without elements are never used.
    if (__builtin_mul_overflow(stride, extents[dim], &stride))
      stride = 0;
  }
}

int64_t Array::getNumElements() const {
  int64_t count = 1;
  bool overflows = false;
  for (int32_t dim = 0; dim < rank; ++dim) {
    if (shape[dim] == 0)
      return 0;
    overflows |= __builtin_mul_overflow(count, shape[dim], &count);
  }
  // Such arrays repeat elements.
  return overflows ? INT64_MAX : count;
}

bool Array::isContiguous() const {
  int64_t expected = 1;
  for (int32_t dim = rank; dim-- > 0;) {
    if (shape[dim] == 0)
      return true;
    if (shape[dim] != 1 && strides[dim] != expected)
      return false;
    if (__builtin_mul_overflow(expected, shape[dim], &expected))
      return false;
  }
  return true;
}

bool Array::canCollapse(int32_t first) const {
  int64_t expected = 0;
  bool isFirst = true;
  for (int32_t dim = rank; dim-- > first;) {
    if (shape[dim] == 0)
      return true;
    if (shape[dim] == 1)
      continue;
    if (!isFirst && strides[dim] != expected)
      return false;
    isFirst = false;
    if (__builtin_mul_overflow(strides[dim], shape[dim], &expected))
      return false;
  }
  return true;
}

int64_t segment::python::getByteSize(int32_t dtype) {
  static constexpr int8_t sizes[] = {1, 1, 2, 4, 8, 1, 2, 4,
                                     8, 2, 2, 4, 8, 8, 16};
  static_assert(std::size(sizes) == SEGMENT_DTYPE_COMPLEX128 + 1);
  return sizes[dtype];
}

const char *segment::python::getDTypeName(int32_t dtype) {
  static constexpr const char *names[] = {
      "bool",     "int8",    "int16",   "int32",     "int64",
      "uint8",    "uint16",  "uint32",  "uint64",    "float16",
      "bfloat16", "float32", "float64", "complex64", "complex128"};
  static_assert(std::size(names) == SEGMENT_DTYPE_COMPLEX128 + 1);
  return names[dtype];
}

std::string segment::python::formatShape(const int64_t *shape, int32_t rank) {
  std::string text = "(";
  for (int32_t dim = 0; dim < rank; ++dim)
    text += (dim == 0 ? "" : ", ") + std::to_string(shape[dim]);
  return text + (rank == 1 ? ",)" : ")");
}

std::string segment::python::formatShape(const Array &array) {
  return formatShape(array.shape, array.rank);
}
