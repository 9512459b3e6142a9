//===- Kernel.h - What is compiled for a call -------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PYTHON_KERNEL_H
#define SEGMENT_PYTHON_KERNEL_H

#include "Operation.h"

#include <cstring>

namespace segment::python {

/// What tells one compiled function from another. There is one function for all
/// shapes but for the rank of the ids and, where the rows are short or of a
/// usual size, their length.
struct KernelKey {
  static constexpr int32_t dynamicColumns = -1;

  Operation operation;
  Attributes attributes;
  /// SegmentDTypes: of the data (input and updates, x and weight), the ids or
  /// indices, and src.
  int8_t dtype = 0;
  int8_t idsDType = 0;
  int8_t srcDType = -1;
  /// The rank of the ids, or that of the indices less one.
  int8_t idsRank = 0;
  /// The number of coordinates in an index row.
  int8_t depth = 0;
  /// Whether the result replaces the input.
  bool inPlace = false;
  bool weighted = false;
  /// The number of elements in a row: 1 (then rows have no columns at all),
  /// some other number, or dynamicColumns.
  int32_t columns = dynamicColumns;

  explicit KernelKey(const Operation &operation) : operation(operation) {}

  bool operator==(const KernelKey &other) const;
  size_t hash() const;

  /// For rows of so many elements.
  static int32_t getColumns(int64_t rowSize);
};

/// A module with a function @f. It takes the operands with the dimensions of a
/// row made one (none, if a row is a single element), then num_segments as i64
/// if the operation has it, then a memref for the result of each kind.
std::string getModuleText(const KernelKey &key);

} // namespace segment::python

#endif // SEGMENT_PYTHON_KERNEL_H
