//===- XlaFfi.cpp - The operations as a custom call of XLA ------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The extension _xla_ffi: one handler for all operations, which attributes tell
// apart. segment_mlir/jax/call.py registers it.
//
// Arrays have the dimensions of a batch before those of the operation, any
// number of them, but all the same number; an array that all elements of the
// batch share has extents 1 there. Everything is in row-major order.
//
//===----------------------------------------------------------------------===//

#include "Dispatcher.h"
#include "KernelCache.h"

#include "xla/ffi/api/ffi.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <new>
#include <optional>

using namespace nanobind::literals;
using namespace segment::python;
namespace ffi = xla::ffi;

//===----------------------------------------------------------------------===//
// XLA's arrays
//===----------------------------------------------------------------------===//

static std::optional<SegmentDType> getDType(ffi::DataType type) {
  switch (type) {
  case ffi::PRED:
    return SEGMENT_DTYPE_BOOL;
  case ffi::S8:
    return SEGMENT_DTYPE_INT8;
  case ffi::S16:
    return SEGMENT_DTYPE_INT16;
  case ffi::S32:
    return SEGMENT_DTYPE_INT32;
  case ffi::S64:
    return SEGMENT_DTYPE_INT64;
  case ffi::U8:
    return SEGMENT_DTYPE_UINT8;
  case ffi::U16:
    return SEGMENT_DTYPE_UINT16;
  case ffi::U32:
    return SEGMENT_DTYPE_UINT32;
  case ffi::U64:
    return SEGMENT_DTYPE_UINT64;
  case ffi::F16:
    return SEGMENT_DTYPE_FLOAT16;
  case ffi::BF16:
    return SEGMENT_DTYPE_BFLOAT16;
  case ffi::F32:
    return SEGMENT_DTYPE_FLOAT32;
  case ffi::F64:
    return SEGMENT_DTYPE_FLOAT64;
  case ffi::C64:
    return SEGMENT_DTYPE_COMPLEX64;
  case ffi::C128:
    return SEGMENT_DTYPE_COMPLEX128;
  default:
    return std::nullopt;
  }
}

static Array toArray(const ffi::AnyBuffer &buffer) {
  std::optional<SegmentDType> dtype = getDType(buffer.element_type());
  if (!dtype)
    throw Problem(Problem::Kind::Type,
                  "there are no operations on XLA's element type " +
                      std::to_string(static_cast<int>(buffer.element_type())));
  ffi::AnyBuffer::Dimensions shape = buffer.dimensions();
  if (shape.size() > static_cast<size_t>(Array::maxRank))
    throw Problem(Problem::Kind::Value, "expected arrays of at most " +
                                            std::to_string(Array::maxRank) +
                                            " dimensions, got " +
                                            std::to_string(shape.size()));
  Array array;
  array.data = buffer.untyped_data();
  array.dtype = *dtype;
  array.setShape(shape.begin(), static_cast<int32_t>(shape.size()));
  return array;
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

/// The part of an array that an element of the batch has.
static Array getElement(const Array &array, int32_t batchRank,
                        const int64_t *position) {
  int64_t offset = 0;
  for (int32_t dim = 0; dim < batchRank; ++dim)
    if (array.shape[dim] != 1)
      offset += position[dim] * array.strides[dim];
  Array element;
  element.data =
      static_cast<char *>(array.data) + offset * getByteSize(array.dtype);
  element.dtype = array.dtype;
  element.setShape(array.shape + batchRank, array.rank - batchRank);
  return element;
}

/// Steps to the next position in row-major order; false after the last one.
static bool advance(int64_t *position, const int64_t *shape, int32_t rank) {
  for (int32_t dim = rank; dim-- > 0;) {
    if (++position[dim] < shape[dim])
      return true;
    position[dim] = 0;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The handler
//===----------------------------------------------------------------------===//

/// Runs a call whose operands are set.
static void runCall(Call &call, Array &result) {
  call.numSegments = result.rank ? result.shape[0] : 0;
  call.prepare();
  if (call.resultRank != result.rank ||
      !std::equal(result.shape, result.shape + result.rank, call.resultShape))
    throw Problem(Problem::Kind::Value,
                  getName(call.operation) + ": expected a result of shape " +
                      formatShape(call.resultShape, call.resultRank) +
                      ", got memory for one of shape " +
                      formatShape(result.shape, result.rank));
  KernelKey key = call.getKey(/*inPlace=*/false);
  const SegmentFunction *function = KernelCache::get().find(key);
  if (!function)
    function = KernelCache::get().findOrCompile(key);
  Array *outs[] = {&result};
  call.run(function, outs, /*inPlace=*/false, /*threads=*/0);
}

/// `idsRank` is that of the ids or indices, without the batch.
static void runBatch(Call &call, const Array *operands, size_t numOperands,
                     const Array &result, int64_t idsRank) {
  // Ids or indices come second, whatever the operation.
  int64_t rank = numOperands > 1 ? operands[1].rank - idsRank : -1;
  int32_t lowest = result.rank;
  for (size_t i = 0; i < numOperands; ++i)
    lowest = std::min(lowest, operands[i].rank);
  if (rank < 0 || rank > lowest)
    throw Problem(Problem::Kind::Value,
                  getName(call.operation) +
                      ": arrays of these ranks are no batch");
  auto batchRank = static_cast<int32_t>(rank);
  if (std::find(result.shape, result.shape + batchRank, 0) !=
      result.shape + batchRank)
    return;
  int64_t position[Array::maxRank] = {};
  Array elements[4];
  do {
    for (size_t i = 0; i < numOperands; ++i) {
      elements[i] = getElement(operands[i], batchRank, position);
      call.operands[i] = &elements[i];
    }
    Array element = getElement(result, batchRank, position);
    runCall(call, element);
  } while (advance(position, result.shape, batchRank));
}

static ffi::ErrorCode getErrorCode(Problem::Kind kind) {
  switch (kind) {
  case Problem::Kind::Type:
  case Problem::Kind::Value:
    return ffi::ErrorCode::kInvalidArgument;
  case Problem::Kind::Memory:
    return ffi::ErrorCode::kResourceExhausted;
  case Problem::Kind::Bounds:
    return ffi::ErrorCode::kOutOfRange;
  case Problem::Kind::Compile:
    return ffi::ErrorCode::kInternal;
  }
  return ffi::ErrorCode::kUnknown;
}

/// Throws a Problem if the operation is called with what it doesn't have.
static Call makeCall(std::string_view operation, std::string_view bounds,
                     std::string_view nan, std::string_view empty,
                     std::string_view accumulate) {
  Attributes attributes;
  attributes.bounds = parseBounds(bounds);
  attributes.nan = parseNan(nan);
  attributes.empty = parseEmpty(empty);
  attributes.accumulate = parseAccumulate(accumulate);
  Call call(parseOperation(operation), attributes);
  checkAttributes(call.operation, attributes);
  return call;
}

static ffi::Error run(ffi::RemainingArgs arguments,
                      ffi::Result<ffi::AnyBuffer> resultBuffer,
                      std::string_view operation, int64_t idsRank,
                      std::string_view bounds, std::string_view nan,
                      std::string_view empty, std::string_view accumulate) {
  try {
    Call call = makeCall(operation, bounds, nan, empty, accumulate);

    Array operands[4];
    size_t numOperands = arguments.size();
    if (numOperands > std::size(operands))
      return ffi::Error::InvalidArgument("expected at most 4 arrays, got " +
                                         std::to_string(numOperands));
    for (size_t i = 0; i < numOperands; ++i) {
      ffi::ErrorOr<ffi::AnyBuffer> buffer = arguments.get<ffi::AnyBuffer>(i);
      if (!buffer)
        return buffer.error();
      operands[i] = toArray(*buffer);
    }
    runBatch(call, operands, numOperands, toArray(*resultBuffer), idsRank);
    return ffi::Error::Success();
  } catch (const Problem &problem) {
    return ffi::Error(getErrorCode(problem.getKind()), problem.what());
  } catch (const std::bad_alloc &) {
    return ffi::Error(ffi::ErrorCode::kResourceExhausted, "out of memory");
  }
}

XLA_FFI_DEFINE_HANDLER(handler, run,
                       ffi::Ffi::Bind()
                           .RemainingArgs()
                           .Ret<ffi::AnyBuffer>()
                           .Attr<std::string_view>("operation")
                           .Attr<int64_t>("ids_rank")
                           .Attr<std::string_view>("bounds")
                           .Attr<std::string_view>("nan")
                           .Attr<std::string_view>("empty")
                           .Attr<std::string_view>("accumulate"));

NB_MODULE(_xla_ffi, module) {
  module.doc() = "The operations as a custom call of XLA.";
  module.def(
      "handler",
      [] { return nanobind::capsule(reinterpret_cast<void *>(handler)); },
      "The handler, as jax.ffi.register_ffi_target takes it.");
  module.def(
      "check",
      [](const std::string &operation, const std::string &bounds,
         const std::string &nan, const std::string &empty,
         const std::string &accumulate) {
        try {
          makeCall(operation, bounds, nan, empty, accumulate);
        } catch (const Problem &problem) {
          throw nanobind::value_error(problem.what());
        }
      },
      "operation"_a, "bounds"_a, "nan"_a, "empty"_a, "accumulate"_a,
      "Refuses keywords that the handler would refuse.");
}
