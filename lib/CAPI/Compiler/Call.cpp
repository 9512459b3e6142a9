//===- Call.cpp - Calling compiled functions from C -----------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executable.h"
#include "Strided.h"
#include "segment/Runtime/Runtime.h"
#include "llvm/ADT/SmallVector.h"

#include <cstring>
#include <new>

using namespace segment::capi;

static_assert(
    SEGMENT_ERROR_KIND_SHAPE == static_cast<int>(SEGMENT_ERROR_SHAPE) &&
        SEGMENT_ERROR_KIND_NUM_SEGMENTS ==
            static_cast<int>(SEGMENT_ERROR_NUM_SEGMENTS) &&
        SEGMENT_ERROR_KIND_SIZE == static_cast<int>(SEGMENT_ERROR_SIZE) &&
        SEGMENT_ERROR_KIND_MEMORY == static_cast<int>(SEGMENT_ERROR_MEMORY) &&
        SEGMENT_ERROR_KIND_ORDER == static_cast<int>(SEGMENT_ERROR_ORDER) &&
        SEGMENT_ERROR_KIND_BOUNDS == static_cast<int>(SEGMENT_ERROR_BOUNDS) &&
        SEGMENT_ERROR_KIND_GATHER == static_cast<int>(SEGMENT_ERROR_GATHER) &&
        SEGMENT_ERROR_KIND_DEVICE == static_cast<int>(SEGMENT_ERROR_DEVICE),
    "the kinds are statuses");

/// What an argument without elements points to where the caller says null.
alignas(16) static char nothing[16];

namespace {

/// One call. Nothing is allocated for functions of a usual number of arguments
/// and results, except by the function itself.
class Call {
public:
  Call(const SegmentFunction &function, const SegmentArray *arguments,
       SegmentResult *results, SegmentError **error)
      : function(function), arguments(arguments), results(results),
        error(error) {
    words.resize_for_overwrite(function.numWords);
  }
  ~Call() { segmentContextDestroy(context); }

  int32_t run(int32_t numThreads);

private:
  int32_t passArgument(size_t index);
  int32_t packArgument(size_t index, int64_t bytes);
  void unpackArguments();
  int32_t takeResult(size_t index);
  int32_t copyResult(SegmentResult &result, const void *from);
  int32_t fail(int32_t kind, const std::string &message) {
    return setError(error, kind, message);
  }
  int32_t failType(size_t index, int32_t kind);
  int32_t failContext() {
    return setCallError(error, segmentContextGetStatus(context),
                        segmentContextGetMessage(context));
  }
  /// The strides of an argument in the caller's memory.
  const int64_t *getStrides(size_t index) const {
    if (arguments[index].strides)
      return arguments[index].strides;
    return &words[function.argumentWords[index]] + 3 + arguments[index].rank;
  }
  /// Where the called function finds an argument.
  char *getData(size_t argument) const {
    return reinterpret_cast<char *>(words[function.argumentWords[argument]]);
  }

  const SegmentFunction &function;
  const SegmentArray *arguments;
  SegmentResult *results;
  SegmentError **error;
  SegmentContext *context = nullptr;
  /// The descriptors (segment/Runtime/Runtime.h), one after the other.
  llvm::SmallVector<int64_t, 64> words;
  llvm::SmallVector<void *, 16> pointers;
  /// The arguments that had to be packed.
  llvm::SmallVector<size_t, 4> packed;
};

} // namespace

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

int32_t Call::failType(size_t index, int32_t kind) {
  const SegmentArray &argument = arguments[index];
  return fail(
      kind, "argument " + std::to_string(index) + ": expected " +
                function.arguments[index].text + ", got " +
                formatArrayType(argument.dtype, argument.shape, argument.rank));
}

/// Checks an argument and makes its descriptor.
int32_t Call::passArgument(size_t index) {
  const SegmentArray &argument = arguments[index];
  const SegmentValueType &type = function.arguments[index];
  int32_t rank = argument.rank;
  if (rank < 0 || (rank > 0 && !argument.shape))
    return fail(SEGMENT_ERROR_KIND_INVALID_ARGUMENT,
                "argument " + std::to_string(index) +
                    ": the rank is negative or the shape is null");
  if (argument.dtype != type.dtype)
    return failType(index, SEGMENT_ERROR_KIND_ARGUMENT_TYPE);
  if (rank != type.rank)
    return failType(index, SEGMENT_ERROR_KIND_ARGUMENT_SHAPE);

  int64_t *descriptor = &words[function.argumentWords[index]];
  int64_t *sizes = descriptor + 3, *strides = sizes + rank;
  int64_t numElements = 1;
  bool isPacked = true, isEmpty = false, overflows = false;
  for (int32_t dim = rank; dim-- > 0;) {
    int64_t extent = argument.shape[dim];
    if (extent < 0 ||
        (type.shape[dim] != SEGMENT_DYNAMIC && type.shape[dim] != extent))
      return failType(index, SEGMENT_ERROR_KIND_ARGUMENT_SHAPE);
    sizes[dim] = extent;
    strides[dim] = numElements;
    isEmpty |= extent == 0;
    if (argument.strides && extent != 1)
      isPacked &= argument.strides[dim] == numElements;
    // Strides of an array without elements are never used to reach one.
    if (__builtin_mul_overflow(numElements, extent, &numElements)) {
      overflows = true;
      numElements = 0;
    }
  }
  size_t elementSize = getByteSize(argument.dtype);
  int64_t bytes;
  overflows |= __builtin_mul_overflow(
      numElements, static_cast<int64_t>(elementSize), &bytes);
  // There are such arrays: those that repeat elements.
  if (overflows && !isEmpty)
    return fail(SEGMENT_ERROR_KIND_SIZE,
                "argument " + std::to_string(index) + ": the size of " +
                    formatArrayType(argument.dtype, argument.shape, rank) +
                    " overflows");
  void *data = argument.data;
  if (!data) {
    if (!isEmpty)
      return fail(SEGMENT_ERROR_KIND_INVALID_ARGUMENT,
                  "argument " + std::to_string(index) + ": the data is null");
    data = nothing;
  }
  pointers[index] = descriptor;
  if (!type.isArray) {
    std::memcpy(descriptor, data, elementSize);
    return 0;
  }
  descriptor[0] = descriptor[1] = reinterpret_cast<int64_t>(data);
  descriptor[2] = 0;
  // The parts of a complex number are what is aligned.
  size_t alignment =
      argument.dtype >= SEGMENT_DTYPE_COMPLEX64 ? elementSize / 2 : elementSize;
  if (isEmpty ||
      (isPacked && reinterpret_cast<uintptr_t>(data) % alignment == 0))
    return 0;
  return packArgument(index, bytes);
}

/// Replaces an argument by a copy that the context owns.
int32_t Call::packArgument(size_t index, int64_t bytes) {
  const SegmentArray &argument = arguments[index];
  int64_t *descriptor = &words[function.argumentWords[index]];
  void *copy = segment_rt_alloc(context, bytes);
  if (!copy)
    return failContext();
  pack(static_cast<char *>(copy), static_cast<const char *>(argument.data),
       argument.shape, getStrides(index), argument.rank,
       getByteSize(argument.dtype));
  descriptor[0] = descriptor[1] = reinterpret_cast<int64_t>(copy);
  packed.push_back(index);
  return 0;
}

/// Copies back what the function may have written to copies.
void Call::unpackArguments() {
  for (size_t index : packed) {
    if (!function.arguments[index].isWritable)
      continue;
    const SegmentArray &argument = arguments[index];
    unpack(static_cast<char *>(argument.data), getData(index), argument.shape,
           getStrides(index), argument.rank, getByteSize(argument.dtype));
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// For what belongs to neither the context nor the caller: a constant of the
/// module, or what an earlier result has taken already.
int32_t Call::copyResult(SegmentResult &result, const void *from) {
  // The result exists, so its size does not overflow.
  size_t bytes = getByteSize(result.dtype);
  for (int32_t dim = 0; dim < result.rank; ++dim)
    bytes *= static_cast<size_t>(result.shape[dim]);
  void *copy = segment_rt_alloc(context, static_cast<int64_t>(bytes));
  if (!copy)
    return failContext();
  std::memcpy(copy, from, bytes);
  segmentContextRelease(context, copy);
  result.data = result.allocation = copy;
  return 0;
}

int32_t Call::takeResult(size_t index) {
  const SegmentValueType &type = function.results[index];
  const int64_t *descriptor = &words[function.resultWords[index]];
  SegmentResult &result = results[index];
  result.dtype = type.dtype;
  result.rank = type.rank;
  result.argument = -1;
  result.allocation = nullptr;
  if (!type.isArray) {
    std::memcpy(result.scalar, descriptor, sizeof(result.scalar));
    result.data = result.scalar;
    result.ownership = SEGMENT_RESULT_SCALAR;
    return 0;
  }
  for (int32_t dim = 0; dim < type.rank; ++dim)
    result.shape[dim] = descriptor[3 + dim];
  void *allocated = reinterpret_cast<void *>(descriptor[0]);
  result.data = reinterpret_cast<char *>(descriptor[1]) +
                descriptor[2] * static_cast<int64_t>(getByteSize(type.dtype));
  for (size_t i = 0, e = function.arguments.size(); i < e; ++i) {
    // The packed copy of an argument, though, is the context's.
    if (!function.arguments[i].isArray || allocated != arguments[i].data)
      continue;
    result.ownership = SEGMENT_RESULT_BORROWED;
    result.argument = static_cast<int32_t>(i);
    return 0;
  }
  result.ownership = SEGMENT_RESULT_OWNED;
  if (!segmentContextRelease(context, allocated))
    return copyResult(result, result.data);
  result.allocation = allocated;
  return 0;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

int32_t Call::run(int32_t numThreads) {
  size_t numArguments = function.arguments.size();
  size_t numResults = function.results.size();
  context = segmentContextCreate();
  if (!context)
    return fail(SEGMENT_ERROR_KIND_MEMORY, "out of memory");
  if (numThreads != 0)
    segmentContextSetNumThreads(context, numThreads);
  pointers.resize_for_overwrite(numArguments + numResults);
  for (size_t i = 0; i < numArguments; ++i)
    if (int32_t kind = passArgument(i))
      return kind;
  for (size_t i = 0; i < numResults; ++i) {
    if (function.results[i].rank > 0 && !results[i].shape)
      return fail(SEGMENT_ERROR_KIND_INVALID_ARGUMENT,
                  "result " + std::to_string(i) +
                      ": there is no storage for the shape");
    pointers[numArguments + i] = &words[function.resultWords[i]];
  }

  if (function.entry(context, pointers.data(), pointers.data() + numArguments))
    return failContext();

  for (size_t i = 0; i < numResults; ++i)
    if (int32_t kind = takeResult(i)) {
      while (i-- > 0)
        segmentFree(results[i].allocation);
      return kind;
    }
  unpackArguments();
  return 0;
}

/// Why a call can't even begin, or null.
static const char *findMisuse(const SegmentFunction *function,
                              const SegmentArray *arguments,
                              size_t numArguments, SegmentResult *results,
                              size_t numResults,
                              const SegmentCallOptions *options) {
  if (!function)
    return "the function is null";
  if ((!arguments && numArguments != 0) || (!results && numResults != 0))
    return "the arguments or the results are null";
  if (options && options->size != sizeof(SegmentCallOptions))
    return "expected options.size to be sizeof(SegmentCallOptions)";
  if (options && options->threads < 0)
    return "expected options.threads to be at least 0";
  return nullptr;
}

static int32_t checkCount(const SegmentFunction &function, const char *what,
                          size_t got, size_t expected, SegmentError **error) {
  if (got == expected)
    return 0;
  return setError(error, SEGMENT_ERROR_KIND_INVALID_ARGUMENT,
                  "function '" + function.name + "' of type " + function.text +
                      ": expected " + std::to_string(expected) + " " + what +
                      ", got " + std::to_string(got));
}

int32_t segmentFunctionCall(const SegmentFunction *function,
                            const SegmentArray *arguments, size_t numArguments,
                            SegmentResult *results, size_t numResults,
                            const SegmentCallOptions *options,
                            SegmentError **error) {
  try {
    if (const char *misuse = findMisuse(function, arguments, numArguments,
                                        results, numResults, options))
      return setError(error, SEGMENT_ERROR_KIND_INVALID_ARGUMENT, misuse);
    if (int32_t kind = checkCount(*function, "arguments", numArguments,
                                  function->arguments.size(), error))
      return kind;
    if (int32_t kind = checkCount(*function, "results", numResults,
                                  function->results.size(), error))
      return kind;
    return Call(*function, arguments, results, error)
        .run(options ? options->threads : 0);
  } catch (const std::bad_alloc &) {
    return setError(error, SEGMENT_ERROR_KIND_MEMORY, "out of memory");
  }
}

void *segmentResultAllocate(int64_t size) {
  if (size < 0)
    return nullptr;
  SegmentContext *context = segmentContextCreate();
  if (!context)
    return nullptr;
  void *memory = segment_rt_alloc(context, size);
  if (memory)
    segmentContextRelease(context, memory);
  segmentContextDestroy(context);
  return memory;
}

void segmentResultFree(void *allocation) { segmentFree(allocation); }
