//===- Arrays.cpp - Arrays of Python ----------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define SEGMENT_PYTHON_IMPORT_NUMPY
#include "NumpyApi.h"

#include "Arrays.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstring>

namespace nb = nanobind;
using namespace segment::python;

/// Results from this size on are in memory of the runtime's, which knows large
/// pages and the limits of memory; numpy keeps small ones at hand.
static constexpr int64_t largeResult = 1 << 16;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void segment::python::importNumpy() {
  if (_import_array() < 0)
    throw nb::python_error();
}

/// The numpy type of ml_dtypes.bfloat16, once an array of it was seen.
static int bfloat16Number = -1;

static int32_t getDType(PyArray_Descr *descr) {
  switch (descr->type_num) {
  case NPY_BOOL:
    return SEGMENT_DTYPE_BOOL;
  case NPY_BYTE:
    return SEGMENT_DTYPE_INT8;
  case NPY_SHORT:
    return SEGMENT_DTYPE_INT16;
  case NPY_INT:
    return SEGMENT_DTYPE_INT32;
  case NPY_LONG:
  case NPY_LONGLONG:
    return SEGMENT_DTYPE_INT64;
  case NPY_UBYTE:
    return SEGMENT_DTYPE_UINT8;
  case NPY_USHORT:
    return SEGMENT_DTYPE_UINT16;
  case NPY_UINT:
    return SEGMENT_DTYPE_UINT32;
  case NPY_ULONG:
  case NPY_ULONGLONG:
    return SEGMENT_DTYPE_UINT64;
  case NPY_HALF:
    return SEGMENT_DTYPE_FLOAT16;
  case NPY_FLOAT:
    return SEGMENT_DTYPE_FLOAT32;
  case NPY_DOUBLE:
    return SEGMENT_DTYPE_FLOAT64;
  case NPY_CFLOAT:
    return SEGMENT_DTYPE_COMPLEX64;
  case NPY_CDOUBLE:
    return SEGMENT_DTYPE_COMPLEX128;
  }
  static_assert(NPY_SIZEOF_LONG == 8 && NPY_SIZEOF_INT == 4);
  if (descr->type_num == bfloat16Number)
    return SEGMENT_DTYPE_BFLOAT16;
  if (descr->type_num >= NPY_USERDEF) {
    const char *name = descr->typeobj->tp_name;
    const char *dot = std::strrchr(name, '.');
    if (std::strcmp(dot ? dot + 1 : name, "bfloat16") == 0) {
      bfloat16Number = descr->type_num;
      return SEGMENT_DTYPE_BFLOAT16;
    }
  }
  return -1;
}

/// A new reference.
static PyArray_Descr *getDescr(int32_t dtype) {
  static constexpr int numbers[] = {
      NPY_BOOL,  NPY_INT8,    NPY_INT16,   NPY_INT32,     NPY_INT64,
      NPY_UINT8, NPY_UINT16,  NPY_UINT32,  NPY_UINT64,    NPY_FLOAT16,
      -1,        NPY_FLOAT32, NPY_FLOAT64, NPY_COMPLEX64, NPY_COMPLEX128};
  static_assert(std::size(numbers) == SEGMENT_DTYPE_COMPLEX128 + 1);
  if (dtype != SEGMENT_DTYPE_BFLOAT16)
    return PyArray_DescrFromType(numbers[dtype]);
  if (bfloat16Number < 0) {
    // Registers the type.
    nb::object type = nb::module_::import_("ml_dtypes").attr("bfloat16");
    PyArray_Descr *descr = nullptr;
    if (!PyArray_DescrConverter(type.ptr(), &descr))
      throw nb::python_error();
    bfloat16Number = descr->type_num;
    return descr;
  }
  return PyArray_DescrFromType(bfloat16Number);
}

nb::object segment::python::getDescrObject(int32_t dtype) {
  return nb::steal(reinterpret_cast<PyObject *>(getDescr(dtype)));
}

/// Of the same size, for moving elements of any type.
static PyArray_Descr *getBytesDescr(int32_t dtype) {
  switch (getByteSize(dtype)) {
  case 1:
    return PyArray_DescrFromType(NPY_UINT8);
  case 2:
    return PyArray_DescrFromType(NPY_UINT16);
  case 4:
    return PyArray_DescrFromType(NPY_UINT32);
  case 8:
    return PyArray_DescrFromType(NPY_UINT64);
  default:
    return PyArray_DescrFromType(NPY_COMPLEX128);
  }
}

[[noreturn]] static void failType(const char *name, const std::string &got) {
  throw Problem(Problem::Kind::Type,
                std::string(name) + ": expected an array of numbers, got " +
                    got);
}

static std::string getText(nb::handle object) {
  return nb::cast<std::string>(nb::str(object));
}

static std::string getTypeName(nb::handle object) {
  return Py_TYPE(object.ptr())->tp_name;
}

//===----------------------------------------------------------------------===//
// Arrays of numpy
//===----------------------------------------------------------------------===//

static PyArrayObject *asNumpy(nb::handle object) {
  return reinterpret_cast<PyArrayObject *>(object.ptr());
}

/// Whether the elements can be used where they are.
static bool view(PyArrayObject *numpy, Array &array) {
  array.data = PyArray_DATA(numpy);
  array.rank = PyArray_NDIM(numpy);
  int64_t size = getByteSize(array.dtype);
  const npy_intp *shape = PyArray_DIMS(numpy);
  const npy_intp *strides = PyArray_STRIDES(numpy);
  for (int32_t dim = 0; dim < array.rank; ++dim) {
    array.shape[dim] = shape[dim];
    array.strides[dim] = strides[dim] / size;
    if (strides[dim] % size != 0 && shape[dim] > 1)
      return false;
  }
  return PyArray_ISNOTSWAPPED(numpy);
}

static Argument readNumpy(nb::handle object, const char *name, bool canCopy) {
  PyArrayObject *numpy = asNumpy(object);
  Argument argument;
  argument.array.dtype = getDType(PyArray_DESCR(numpy));
  if (argument.array.dtype < 0)
    failType(name, "elements of type " + getText(reinterpret_cast<PyObject *>(
                                             PyArray_DESCR(numpy))));
  if (PyArray_NDIM(numpy) > Array::maxRank)
    throw Problem(Problem::Kind::Value,
                  std::string(name) + ": expected at most 32 dimensions, got " +
                      std::to_string(PyArray_NDIM(numpy)));
  argument.owner = nb::borrow(object);
  argument.isWritable = PyArray_ISWRITEABLE(numpy);
  if (view(numpy, argument.array))
    return argument;
  if (!canCopy)
    throw Problem(Problem::Kind::Type,
                  std::string(name) + ": expected elements in this machine's "
                                      "byte order, at strides that are "
                                      "multiples of their size");
  argument.owner = nb::steal(
      PyArray_CastToType(numpy, getDescr(argument.array.dtype), /*fortran=*/0));
  if (!argument.owner)
    throw nb::python_error();
  view(asNumpy(argument.owner), argument.array);
  return argument;
}

nb::object segment::python::viewAsNumpy(const Array &array, nb::handle owner) {
  npy_intp shape[Array::maxRank], strides[Array::maxRank];
  int64_t size = getByteSize(array.dtype);
  for (int32_t dim = 0; dim < array.rank; ++dim) {
    shape[dim] = array.shape[dim];
    strides[dim] = array.strides[dim] * size;
  }
  nb::object result = nb::steal(PyArray_NewFromDescr(
      &PyArray_Type, getBytesDescr(array.dtype), array.rank, shape, strides,
      array.data, NPY_ARRAY_WRITEABLE, nullptr));
  if (!result)
    throw nb::python_error();
  if (PyArray_SetBaseObject(asNumpy(result), nb::borrow(owner).release().ptr()))
    throw nb::python_error();
  return result;
}

void Argument::makeContiguous() {
  nb::object source = viewAsNumpy(array, owner);
  owner = nb::steal(PyArray_NewCopy(asNumpy(source), NPY_CORDER));
  if (!owner)
    throw nb::python_error();
  array.data = PyArray_DATA(asNumpy(owner));
  array.setShape(array.shape, array.rank);
}

void segment::python::copyElements(const Argument &to, const Argument &from) {
  nb::object target = viewAsNumpy(to.array, to.owner);
  nb::object source = viewAsNumpy(from.array, from.owner);
  if (PyArray_CopyInto(asNumpy(target), asNumpy(source)) < 0)
    throw nb::python_error();
}

//===----------------------------------------------------------------------===//
// Arrays of others
//===----------------------------------------------------------------------===//

static int32_t getDType(nb::dlpack::dtype type) {
  if (type.lanes != 1)
    return -1;
  int bits = type.bits;
  auto byWidth = [&](int32_t first) {
    return bits == 8    ? first
           : bits == 16 ? first + 1
           : bits == 32 ? first + 2
           : bits == 64 ? first + 3
                        : -1;
  };
  switch (static_cast<nb::dlpack::dtype_code>(type.code)) {
  case nb::dlpack::dtype_code::Bool:
    return bits == 8 ? SEGMENT_DTYPE_BOOL : -1;
  case nb::dlpack::dtype_code::Int:
    return byWidth(SEGMENT_DTYPE_INT8);
  case nb::dlpack::dtype_code::UInt:
    return byWidth(SEGMENT_DTYPE_UINT8);
  case nb::dlpack::dtype_code::Float:
    return bits == 16   ? SEGMENT_DTYPE_FLOAT16
           : bits == 32 ? SEGMENT_DTYPE_FLOAT32
           : bits == 64 ? SEGMENT_DTYPE_FLOAT64
                        : -1;
  case nb::dlpack::dtype_code::Bfloat:
    return bits == 16 ? SEGMENT_DTYPE_BFLOAT16 : -1;
  case nb::dlpack::dtype_code::Complex:
    return bits == 64    ? SEGMENT_DTYPE_COMPLEX64
           : bits == 128 ? SEGMENT_DTYPE_COMPLEX128
                         : -1;
  default:
    return -1;
  }
}

static nb::dlpack::dtype getDLPackType(int32_t dtype) {
  using Code = nb::dlpack::dtype_code;
  Code code = dtype == SEGMENT_DTYPE_BOOL       ? Code::Bool
              : dtype <= SEGMENT_DTYPE_INT64    ? Code::Int
              : dtype <= SEGMENT_DTYPE_UINT64   ? Code::UInt
              : dtype == SEGMENT_DTYPE_BFLOAT16 ? Code::Bfloat
              : dtype <= SEGMENT_DTYPE_FLOAT64  ? Code::Float
                                                : Code::Complex;
  return {static_cast<uint8_t>(code),
          static_cast<uint8_t>(8 * getByteSize(dtype)), 1};
}

/// What an ndarray shows; it owns the memory.
template <typename NDArray>
static Argument readNDArray(const NDArray &ndarray, nb::handle object,
                            const char *name) {
  if (ndarray.device_type() != nb::device::cpu::value)
    failType(name, getTypeName(object) +
                       " on another device (of DLPack's type " +
                       std::to_string(ndarray.device_type()) +
                       "); only memory of the CPU can be used");
  Argument argument;
  Array &array = argument.array;
  array.dtype = getDType(ndarray.dtype());
  if (array.dtype < 0)
    failType(name, getTypeName(object) + " of elements of another type");
  if (ndarray.ndim() > static_cast<size_t>(Array::maxRank))
    throw Problem(Problem::Kind::Value,
                  std::string(name) + ": expected at most 32 dimensions, got " +
                      std::to_string(ndarray.ndim()));
  array.data = const_cast<void *>(static_cast<const void *>(ndarray.data()));
  array.rank = static_cast<int32_t>(ndarray.ndim());
  for (int32_t dim = 0; dim < array.rank; ++dim) {
    array.shape[dim] = static_cast<int64_t>(ndarray.shape(dim));
    array.strides[dim] = ndarray.stride(dim);
  }
  // Refers to the object by its own count.
  auto *kept = new NDArray(ndarray);
  argument.owner = nb::capsule(
      kept, [](void *p) noexcept { delete static_cast<NDArray *>(p); });
  argument.foreign = object;
  return argument;
}

static void refuseGpu(nb::handle object, const char *name) {
  if (nb::hasattr(object, "__cuda_array_interface__"))
    failType(name, getTypeName(object) +
                       " on a GPU; only memory of the CPU can be used");
}

Argument segment::python::readArray(nb::handle object, const char *name) {
  if (PyArray_Check(object.ptr()))
    return readNumpy(object, name, /*canCopy=*/true);
  if (nb::hasattr(object, "__dlpack__")) {
    // Through DLPack the result would have no gradient, without a word.
    if (nb::hasattr(object, "requires_grad") &&
        nb::cast<bool>(object.attr("requires_grad")))
      failType(name, getTypeName(object) +
                         " that requires a gradient; the functions of "
                         "segment_mlir.torch have gradients, these are for "
                         "detach()ed tensors");
    nb::ndarray<nb::ro> ndarray;
    if (nb::try_cast(object, ndarray, false))
      return readNDArray(ndarray, object, name);
    refuseGpu(object, name);
  } else if (!PyList_Check(object.ptr()) && !PyTuple_Check(object.ptr()) &&
             !nb::hasattr(object, "__array_interface__"))
    refuseGpu(object, name);
  nb::object numpy =
      nb::steal(PyArray_FromAny(object.ptr(), nullptr, 0, 0, 0, nullptr));
  if (!numpy)
    throw nb::python_error();
  int number = PyArray_DESCR(asNumpy(numpy))->type_num;
  if (number == NPY_OBJECT)
    failType(name, getTypeName(object));
  return readNumpy(numpy, name, /*canCopy=*/true);
}

Argument segment::python::readIds(nb::handle object, const char *name) {
  Argument argument = readArray(object, name);
  // numpy takes a list without numbers for one of floats.
  if (argument.array.dtype == SEGMENT_DTYPE_FLOAT64 &&
      (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr())) &&
      argument.array.getNumElements() == 0)
    argument.array.dtype = SEGMENT_DTYPE_INT64;
  return argument;
}

/// Lists and numbers have no type of their own.
static bool isUntyped(nb::handle object) {
  return PyList_Check(object.ptr()) || PyTuple_Check(object.ptr()) ||
         PyLong_Check(object.ptr()) || PyFloat_Check(object.ptr()) ||
         PyComplex_Check(object.ptr());
}

Argument segment::python::readArrayOfType(nb::handle object, const char *name,
                                          int32_t dtype) {
  Argument argument = readArray(object, name);
  // What is lost by rounding alone may be converted, as numpy does in a sum.
  auto getClass = [](int32_t dtype) {
    return dtype == SEGMENT_DTYPE_BOOL      ? 0
           : dtype <= SEGMENT_DTYPE_UINT64  ? 1
           : dtype <= SEGMENT_DTYPE_FLOAT64 ? 2
                                            : 3;
  };
  if (argument.array.dtype == dtype || !isUntyped(object) ||
      (getClass(argument.array.dtype) > getClass(dtype) &&
       argument.array.getNumElements() != 0))
    return argument;
  nb::object numpy = nb::steal(PyArray_FromAny(
      object.ptr(), getDescr(dtype), 0, 0, NPY_ARRAY_FORCECAST, nullptr));
  if (!numpy) {
    nb::python_error error;
    if (!error.matches(PyExc_OverflowError))
      throw error;
    throw Problem(Problem::Kind::Value,
                  std::string(name) + ": a number is out of the range of " +
                      getDTypeName(dtype));
  }
  return readNumpy(numpy, name, /*canCopy=*/true);
}

Argument segment::python::readDestination(nb::handle object, const char *name) {
  if (PyArray_Check(object.ptr())) {
    Argument argument = readNumpy(object, name, /*canCopy=*/false);
    if (!argument.isWritable)
      throw Problem(Problem::Kind::Value,
                    std::string(name) + ": the array is read-only");
    return argument;
  }
  if (nb::hasattr(object, "__dlpack__")) {
    nb::ndarray<> ndarray;
    if (nb::try_cast(object, ndarray, false)) {
      // JAX hands out its immutable arrays as if they could be written to.
      std::string module =
          getText(nb::handle(object.type()).attr("__module__"));
      if (module.rfind("jax", 0) == 0)
        throw Problem(Problem::Kind::Value,
                      std::string(name) + ": arrays of JAX are immutable");
      Argument argument = readNDArray(ndarray, object, name);
      argument.isWritable = true;
      return argument;
    }
    refuseGpu(object, name);
    nb::ndarray<nb::ro> readOnly;
    if (nb::try_cast(object, readOnly, false))
      throw Problem(Problem::Kind::Value,
                    std::string(name) + ": the array is read-only");
  }
  throw Problem(Problem::Kind::Type, std::string(name) +
                                         ": expected an array that can be "
                                         "written to, got " +
                                         getTypeName(object));
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static nb::object makeNumpy(const Array &array, nb::handle base) {
  npy_intp shape[Array::maxRank];
  std::copy(array.shape, array.shape + array.rank, shape);
  nb::object result = nb::steal(PyArray_NewFromDescr(
      &PyArray_Type, getDescr(array.dtype), array.rank, shape, nullptr,
      array.data, NPY_ARRAY_CARRAY, nullptr));
  if (!result)
    throw nb::python_error();
  if (PyArray_SetBaseObject(asNumpy(result), nb::borrow(base).release().ptr()))
    throw nb::python_error();
  return result;
}

static nb::object own(void *allocation) {
  return nb::capsule(allocation,
                     [](void *p) noexcept { segmentResultFree(p); });
}

nb::object segment::python::wrapResult(const Array &array, void *allocation) {
  return makeNumpy(array, own(allocation));
}

nb::object segment::python::copyToNumpy(const Array &array) {
  npy_intp shape[Array::maxRank];
  std::copy(array.shape, array.shape + array.rank, shape);
  nb::object result =
      nb::steal(PyArray_Empty(array.rank, shape, getDescr(array.dtype),
                              /*fortran=*/0));
  if (!result)
    throw nb::python_error();
  std::memcpy(
      PyArray_DATA(asNumpy(result)), array.data,
      static_cast<size_t>(array.getNumElements() * getByteSize(array.dtype)));
  return result;
}

Result::Result(const Argument &like, int32_t dtype, const int64_t *shape,
               int32_t rank, int64_t bytes)
    : foreign(like.foreign) {
  array.dtype = dtype;
  array.setShape(shape, rank);
  if (!foreign && bytes < largeResult) {
    npy_intp extents[Array::maxRank];
    std::copy(shape, shape + rank, extents);
    owner =
        nb::steal(PyArray_Empty(rank, extents, getDescr(dtype), /*fortran=*/0));
    if (!owner)
      throw nb::python_error();
    array.data = PyArray_DATA(asNumpy(owner));
    return;
  }
  array.data = segmentResultAllocate(bytes);
  if (!array.data)
    throw Problem(Problem::Kind::Memory,
                  "there are no " + std::to_string(bytes) +
                      " bytes of memory for a result of shape " +
                      formatShape(shape, rank) + " and type " +
                      getDTypeName(dtype));
  owner = own(array.data);
  if (!foreign)
    owner = makeNumpy(array, owner);
}

nb::object Result::take() {
  if (!foreign)
    return std::move(owner);
  size_t shape[Array::maxRank];
  std::copy(array.shape, array.shape + array.rank, shape);
  nb::ndarray<nb::array_api> ndarray(
      array.data, static_cast<size_t>(array.rank), shape, owner, array.strides,
      getDLPackType(array.dtype), nb::device::cpu::value);
  return nb::module_::import_("segment_mlir._kinds")
      .attr("to_kind_of")(foreign, nb::cast(ndarray));
}

//===----------------------------------------------------------------------===//
// Overlaps
//===----------------------------------------------------------------------===//

/// The first byte, and the one behind the last.
static std::pair<uintptr_t, uintptr_t> getExtent(const Array &array) {
  int64_t size = getByteSize(array.dtype), low = 0, high = 0;
  for (int32_t dim = 0; dim < array.rank; ++dim) {
    int64_t reach = (array.shape[dim] - 1) * array.strides[dim] * size;
    (reach < 0 ? low : high) += reach;
  }
  auto address = reinterpret_cast<uintptr_t>(array.data);
  return {address + static_cast<uintptr_t>(low),
          address + static_cast<uintptr_t>(high + size)};
}

bool segment::python::shareMemory(const Argument &a, const Argument &b) {
  if (a.array.getNumElements() == 0 || b.array.getNumElements() == 0)
    return false;
  auto [aBegin, aEnd] = getExtent(a.array);
  auto [bBegin, bEnd] = getExtent(b.array);
  if (aEnd <= bBegin || bEnd <= aBegin)
    return false;
  if (a.array.isContiguous() && b.array.isContiguous())
    return true;
  // They may still be interleaved. What takes numpy too long to find out is
  // taken for an overlap.
  nb::module_ numpy = nb::module_::import_("numpy");
  try {
    return nb::cast<bool>(numpy.attr("shares_memory")(
        viewAsNumpy(a.array, a.owner), viewAsNumpy(b.array, b.owner), 100000));
  } catch (nb::python_error &error) {
    if (error.matches(PyExc_RuntimeError))
      return true;
    throw;
  }
}
