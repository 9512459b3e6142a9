//===- Operation.h - Operations and their attributes ------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PYTHON_OPERATION_H
#define SEGMENT_PYTHON_OPERATION_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace segment::python {

/// What the operations have in common that take the same operands.
enum class Family : uint8_t {
  /// data, segment_ids; as many segments as the last id says.
  Segment,
  /// data, segment_ids, num_segments; ids sorted.
  SegmentV2,
  /// data, segment_ids, num_segments.
  UnsortedSegment,
  /// x, src, segment_ids, num_segments, weight or none.
  GatherSegment,
  /// input, indices, updates.
  Scatter
};

enum class Kind : uint8_t {
  Sum,
  Prod,
  Min,
  Max,
  Mean,
  Add,
  Sub,
  Mul,
  Div,
  Update
};

/// An operation, or several that walk the same rows.
struct Operation {
  static constexpr size_t maxKinds = 5;

  Operation(Family family, Kind kind)
      : family(family), numKinds(1), kinds{kind} {}

  Family family;
  uint8_t numKinds;
  std::array<Kind, maxKinds> kinds;
  /// Whether it is segment_reduce, of however many kinds.
  bool isReduce = false;

  bool isScatter() const { return family == Family::Scatter; }
};

enum class Bounds : uint8_t { Error, Drop, Assume };
enum class Nan : uint8_t { Default, Propagate, Ignore };
enum class Empty : uint8_t { Default, Identity, Infinity, Zero };
enum class Accumulate : uint8_t { Default, Native, F64 };

struct Attributes {
  Bounds bounds = Bounds::Error;
  Nan nan = Nan::Default;
  Empty empty = Empty::Default;
  Accumulate accumulate = Accumulate::Default;
};

/// "unsorted_segment_sum", as the dialect and the Python package call it.
std::string getName(Family family, Kind kind);

/// That of its kind, or "segment_reduce".
std::string getName(const Operation &operation);

/// The operation of a name, such as "scatter_min". Throws a Problem of kind
/// Value if there is none.
Operation parseOperation(std::string_view name);

/// Adds a kind to an operation on segments; "sum", "prod", "min", "max" or
/// "mean".
void addKind(Operation &operation, std::string_view kind);

/// The attributes of their spellings in Python; an empty string is the default.
/// Throws a Problem of kind Value that names what is expected.
Bounds parseBounds(std::string_view text);
Nan parseNan(std::string_view text);
Empty parseEmpty(std::string_view text);
Accumulate parseAccumulate(std::string_view text);

/// Throws a Problem of kind Value if an operation doesn't have an attribute
/// that is not the default.
void checkAttributes(const Operation &operation, const Attributes &attributes);

} // namespace segment::python

#endif // SEGMENT_PYTHON_OPERATION_H
