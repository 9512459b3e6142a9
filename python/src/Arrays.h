//===- Arrays.h - Arrays of Python ------------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PYTHON_ARRAYS_H
#define SEGMENT_PYTHON_ARRAYS_H

#include "Dispatcher.h"

#include <nanobind/nanobind.h>

namespace segment::python {

/// Makes numpy's functions available. Throws if numpy can't be imported.
void importNumpy();

/// What a caller gave as an array: an array of numpy, something that hands its
/// memory out through DLPack, or what numpy makes an array of.
struct Argument {
  Array array;
  /// Owns the memory.
  nanobind::object owner;
  /// What the caller gave, if results are to be of its kind rather than of
  /// numpy's.
  nanobind::handle foreign;
  bool isWritable = false;

  /// Replaces the elements by a copy in row-major order.
  void makeContiguous();
};

/// The elements of an argument, without a copy where that is possible. Throws a
/// Problem of kind Type that begins with `name` if there are none: it is no
/// array, its elements are no numbers, or they are on a GPU.
Argument readArray(nanobind::handle object, const char *name);

/// The same for ids and indices: [] is a list of integers.
Argument readIds(nanobind::handle object, const char *name);

/// The same, where lists and numbers are taken for elements of type `dtype`.
Argument readArrayOfType(nanobind::handle object, const char *name,
                         int32_t dtype);

/// The same for what is written to, which can't be a copy.
Argument readDestination(nanobind::handle object, const char *name);

/// A new array for a result.
class Result {
public:
  /// Of the kind, and of the type, of `like`. Throws a Problem of kind Memory.
  Result(const Argument &like, int32_t dtype, const int64_t *shape,
         int32_t rank, int64_t bytes);

  Array &getArray() { return array; }
  /// The finished array, as the caller gets it.
  nanobind::object take();

private:
  Array array;
  nanobind::object owner;
  nanobind::handle foreign;
};

/// An array of numpy for a result of compiled code, which owns it.
nanobind::object wrapResult(const Array &array, void *allocation);

/// A new array of numpy with the same elements.
nanobind::object copyToNumpy(const Array &array);

/// numpy's type of a SegmentDType.
nanobind::object getDescrObject(int32_t dtype);

/// An array of numpy with the same elements, which `owner` owns.
nanobind::object viewAsNumpy(const Array &array, nanobind::handle owner);

/// Copies the elements of an array of the same shape and type.
void copyElements(const Argument &to, const Argument &from);

/// Whether two arrays have bytes in common.
bool shareMemory(const Argument &a, const Argument &b);

} // namespace segment::python

#endif // SEGMENT_PYTHON_ARRAYS_H
