//===- Dispatcher.h - Calls of operations on arrays -------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PYTHON_DISPATCHER_H
#define SEGMENT_PYTHON_DISPATCHER_H

#include "Kernel.h"
#include "Problem.h"
#include "segment-c/Compiler.h"

#include <vector>

namespace segment::python {

/// Elements in memory, whoever owns them.
struct Array {
  static constexpr int32_t maxRank = 32;

  void *data = nullptr;
  /// A SegmentDType.
  int32_t dtype = 0;
  int32_t rank = 0;
  int64_t shape[maxRank];
  /// In elements.
  int64_t strides[maxRank];

  /// Takes a shape over, with the strides of row-major order.
  void setShape(const int64_t *extents, int32_t count);

  int64_t getNumElements() const;
  bool isContiguous() const;
  /// Whether the dimensions from `first` on can be walked as a single one.
  bool canCollapse(int32_t first) const;
};

/// A size of a SegmentDType's element, in bytes.
int64_t getByteSize(int32_t dtype);

/// "float32": numpy's name of a SegmentDType.
const char *getDTypeName(int32_t dtype);

/// "(3, 4)"
std::string formatShape(const int64_t *shape, int32_t rank);
std::string formatShape(const Array &array);

/// A call of an operation (or of several on the same operands). What it is
/// called with belongs to the caller and stays as it is.
///
///   Call call(parseOperation("unsorted_segment_sum"), attributes);
///   call.operands = {&data, &ids};
///   call.numSegments = 7;
///   call.prepare();
///   ... memory for call.resultRank, call.resultShape ...
///   call.run({&out}, /*threads=*/0);
///
/// Every problem is thrown as a Problem.
class Call {
public:
  Call(const Operation &operation, const Attributes &attributes)
      : operation(operation), attributes(attributes) {}

  Operation operation;
  Attributes attributes;
  /// As Family lists them, num_segments left out. weight may be null.
  const Array *operands[4] = {};
  /// Unless the result's length follows from the ids (Family::Segment).
  int64_t numSegments = 0;

  /// Set by `prepare`.
  int32_t resultRank = 0;
  int64_t resultShape[Array::maxRank];
  int64_t resultBytes = 0;

  /// Checks types, shapes, num_segments and the size of the result, in this
  /// order, and finds the shape of a result.
  void prepare();

  /// Whether `run` takes operand i as it is: its rows can be walked as a single
  /// dimension. Otherwise the caller makes a contiguous copy.
  bool accepts(size_t i) const;
  /// The same of a destination of the result's shape.
  bool acceptsDestination(const Array &out) const;

  /// The key of the compiled function. `inPlace`: of a scatter whose
  /// destination is its input.
  KernelKey getKey(bool inPlace) const;

  /// Computes into memory of the caller, of the result's type and shape; one
  /// array for each kind. Nothing is written if it fails. At most `threads`
  /// threads are used, as many as OpenMP takes if that is 0.
  void run(const SegmentFunction *function, Array *const *outs, bool inPlace,
           int32_t threads) const;

private:
  std::string getName() const { return segment::python::getName(operation); }
  [[noreturn]] void fail(Problem::Kind kind, const std::string &message) const;
  void checkTypes() const;
  void prepareSegments();
  void prepareScatter();
  void setResultSize();
  int32_t getDepth() const;

  /// Set by `prepare`: the ids' rank (the indices' less one), the dimension of
  /// the operand that holds the rows at which its rows start, and the number of
  /// elements in a row.
  int32_t idsRank = 0;
  int32_t resultRowDim = 0;
  int64_t rowSize = 1;
};

/// max(ids) + 1, and 0 without ids or if all are negative.
int64_t countSegments(const Array &ids);

} // namespace segment::python

#endif // SEGMENT_PYTHON_DISPATCHER_H
