//===- baselines.cu - Other ways to reduce rows on a GPU ------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What gpu-check times beside our kernels:
//
//   atomic         a thread for each element, an atomic operation each
//   cub_by_key     CUB's reduce-by-key, and its sort before where ids are in no
//                  order; rows of one element
//   cub_segmented  CUB's segmented reduce, with offsets found from the ids by
//                  binary search, and sorted before likewise
//
// As a call of ours they allocate the result and what they need besides; this
// comes from CUDA's pool, which keeps its memory. There is nothing in CUB for
// rows of several elements.
//
//===----------------------------------------------------------------------===//

#include "BaselineCalls.h"
#include <algorithm>
#include <cfloat>
#include <climits>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <string>
#include <thrust/iterator/transform_iterator.h>
#include <vector>

namespace {

constexpr int threadsPerBlock = 256;
const cudaStream_t stream = cudaStreamPerThread;

/// What failed; caught at the boundary of the library.
struct Failure {
  cudaError_t error;
};

void check(cudaError_t error) {
  if (error != cudaSuccess)
    throw Failure{error};
}

/// Memory of the pool, given back at the end of a run.
class Scratch {
public:
  ~Scratch() {
    for (void *pointer : pointers)
      cudaFreeAsync(pointer, stream);
  }
  template <typename T> T *allocate(int64_t count) {
    void *pointer = nullptr;
    check(cudaMallocAsync(&pointer, std::max<size_t>(count * sizeof(T), 1),
                          stream));
    pointers.push_back(pointer);
    return static_cast<T *>(pointer);
  }
  /// Leaves memory to the caller.
  void release(void *pointer) { std::erase(pointers, pointer); }

private:
  std::vector<void *> pointers;
};

//===----------------------------------------------------------------------===//
// Types and kinds
//===----------------------------------------------------------------------===//

template <typename T> struct Accumulator {
  using Type = float;
};
template <> struct Accumulator<int32_t> {
  using Type = int32_t;
};

struct Sum {
  template <typename A> __host__ __device__ A operator()(A a, A b) const {
    return a + b;
  }
  template <typename A> static A getStart() { return A(0); }
  template <typename A> static __device__ void update(A *at, A value) {
    atomicAdd(at, value);
  }
};

struct Min {
  template <typename A> __host__ __device__ A operator()(A a, A b) const {
    return b < a ? b : a;
  }
  template <typename A> static A getStart();
  static __device__ void update(int32_t *at, int32_t value) {
    atomicMin(at, value);
  }
  /// Floats are ordered like integers, negative ones the other way round.
  static __device__ void update(float *at, float value) {
    int bits = __float_as_int(value);
    if (bits >= 0)
      atomicMin(reinterpret_cast<int *>(at), bits);
    else
      atomicMax(reinterpret_cast<unsigned *>(at), static_cast<unsigned>(bits));
  }
};
template <> float Min::getStart<float>() { return FLT_MAX; }
template <> int32_t Min::getStart<int32_t>() { return INT_MAX; }

template <typename A> struct Widen {
  template <typename T> __host__ __device__ A operator()(T value) const {
    return static_cast<A>(value);
  }
};

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

__device__ int64_t getThread() {
  return int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
}

template <typename A> __global__ void fill(A *to, int64_t count, A value) {
  int64_t i = getThread();
  if (i < count)
    to[i] = value;
}

template <typename T, typename A, typename Kind>
__global__ void foldAtomically(const T *data, const int32_t *ids, A *to,
                               int64_t count, int64_t columns) {
  int64_t i = getThread();
  if (i < count)
    Kind::update(to + ids[i / columns] * columns + i % columns,
                 static_cast<A>(data[i]));
}

template <typename T, typename A>
__global__ void convert(const A *from, T *to, int64_t count) {
  int64_t i = getThread();
  if (i < count)
    to[i] = static_cast<T>(from[i]);
}

/// Stores the values of the keys that there are.
template <typename T, typename A>
__global__ void store(const int32_t *keys, const A *values, const int *count,
                      T *to, int64_t most) {
  int64_t i = getThread();
  if (i < most && i < *count)
    to[keys[i]] = static_cast<T>(values[i]);
}

/// The first row of each segment and of the one behind the last.
__global__ void findOffsets(const int32_t *ids, int64_t rows, int64_t *offsets,
                            int64_t segments) {
  int64_t segment = getThread();
  if (segment > segments)
    return;
  int64_t begin = 0, end = rows;
  while (begin < end) {
    int64_t middle = begin + (end - begin) / 2;
    if (ids[middle] < segment)
      begin = middle + 1;
    else
      end = middle;
  }
  offsets[segment] = begin;
}

template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), int64_t threads,
            Arguments... arguments) {
  if (threads == 0)
    return;
  int64_t blocks = (threads + threadsPerBlock - 1) / threadsPerBlock;
  kernel<<<static_cast<unsigned>(blocks), threadsPerBlock, 0, stream>>>(
      static_cast<Parameters>(arguments)...);
  check(cudaGetLastError());
}

/// Calls a function of CUB's for the size of its scratch memory, then with it.
template <typename Function> void callCub(Scratch &scratch, Function function) {
  size_t bytes = 0;
  check(function(nullptr, bytes));
  void *memory = scratch.allocate<char>(static_cast<int64_t>(bytes));
  check(function(memory, bytes));
}

//===----------------------------------------------------------------------===//
// Baselines
//===----------------------------------------------------------------------===//

template <typename T, typename Kind> class Reduction {
  using A = typename Accumulator<T>::Type;

public:
  Reduction(const SegmentBaselineCall &call)
      : rows(call.rows), columns(call.columns), segments(call.segments),
        data(static_cast<const T *>(call.data)), ids(call.ids),
        isSorted(call.isSorted) {}

  void *runAtomic() {
    T *result = scratch.allocate<T>(segments * columns);
    A *sums = allocateAccumulators(result);
    launch(fill<A>, segments * columns, sums, segments * columns, start);
    launch(foldAtomically<T, A, Kind>, rows * columns, data, ids, sums,
           rows * columns, columns);
    storeAccumulators(sums, result);
    return finish(result);
  }

  void *runByKey() {
    sort();
    T *result = scratch.allocate<T>(segments);
    auto *keys = scratch.allocate<int32_t>(segments);
    A *values = scratch.allocate<A>(segments);
    int *count = scratch.allocate<int>(1);
    callCub(scratch, [&](void *memory, size_t &bytes) {
      return cub::DeviceReduce::ReduceByKey(memory, bytes, ids, keys,
                                            getValues(), values, count, Kind(),
                                            rows, stream);
    });
    launch(fill<T>, segments, result, segments, static_cast<T>(start));
    launch(store<T, A>, segments, keys, values, count, result, segments);
    return finish(result);
  }

  void *runSegmented() {
    sort();
    T *result = scratch.allocate<T>(segments);
    auto *offsets = scratch.allocate<int64_t>(segments + 1);
    A *sums = allocateAccumulators(result);
    launch(findOffsets, segments + 1, ids, rows, offsets, segments);
    callCub(scratch, [&](void *memory, size_t &bytes) {
      return cub::DeviceSegmentedReduce::Reduce(
          memory, bytes, getValues(), sums, segments, offsets, offsets + 1,
          Kind(), start, stream);
    });
    storeAccumulators(sums, result);
    return finish(result);
  }

private:
  /// The result itself where that is what is accumulated in.
  A *allocateAccumulators(T *result) {
    if constexpr (std::is_same_v<T, A>)
      return result;
    else
      return scratch.allocate<A>(segments * columns);
  }
  void storeAccumulators(const A *sums, T *result) {
    if constexpr (!std::is_same_v<T, A>)
      launch(convert<T, A>, segments * columns, sums, result,
             segments * columns);
  }
  auto getValues() const {
    if constexpr (std::is_same_v<T, A>)
      return data;
    else
      return thrust::make_transform_iterator(data, Widen<A>());
  }

  /// Brings rows of one element into the order of their ids.
  void sort() {
    if (isSorted)
      return;
    using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>;
    auto *keys = scratch.allocate<int32_t>(rows);
    auto *values = scratch.allocate<Bits>(rows);
    int bits = 1;
    while (bits < 31 && segments > int64_t(1) << bits)
      ++bits;
    callCub(scratch, [&](void *memory, size_t &bytes) {
      return cub::DeviceRadixSort::SortPairs(
          memory, bytes, ids, keys, reinterpret_cast<const Bits *>(data),
          values, rows, 0, bits, stream);
    });
    ids = keys;
    data = reinterpret_cast<const T *>(values);
  }

  void *finish(T *result) {
    check(cudaStreamSynchronize(stream));
    scratch.release(result);
    return result;
  }

  int64_t rows, columns, segments;
  const T *data;
  const int32_t *ids;
  bool isSorted;
  A start = Kind::template getStart<A>();
  Scratch scratch;
};

constexpr const char *names[] = {"atomic", "cub_by_key", "cub_segmented"};

/// Null where the baseline has no way to do it.
template <typename T, typename Kind>
void *run(int32_t baseline, const SegmentBaselineCall &call) {
  if (baseline == 0)
    return Reduction<T, Kind>(call).runAtomic();
  if (call.columns != 1)
    return nullptr;
  return baseline == 1 ? Reduction<T, Kind>(call).runByKey()
                       : Reduction<T, Kind>(call).runSegmented();
}

void *run(int32_t baseline, const SegmentBaselineCall &call) {
  std::string type = call.type, kind = call.kind;
  if (kind == "sum") {
    if (type == "f32")
      return run<float, Sum>(baseline, call);
    if (type == "f16")
      return run<__half, Sum>(baseline, call);
    if (type == "bf16")
      return run<__nv_bfloat16, Sum>(baseline, call);
    if (type == "i32")
      return run<int32_t, Sum>(baseline, call);
  } else if (kind == "min") {
    if (type == "f32")
      return run<float, Min>(baseline, call);
    if (type == "i32")
      return run<int32_t, Min>(baseline, call);
  }
  return nullptr;
}

/// Lets the pool keep what is given back to it.
void keepMemory() {
  int device = 0;
  cudaMemPool_t pool;
  uint64_t all = UINT64_MAX;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetDefaultMemPool(&pool, device));
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
}

} // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT const char *segmentBaselineName(int32_t baseline) {
  return baseline >= 0 && baseline < 3 ? names[baseline] : nullptr;
}

EXPORT int32_t segmentBaselineRun(int32_t baseline,
                                  const SegmentBaselineCall *call,
                                  void **result, const char **problem) {
  static thread_local std::string text;
  try {
    keepMemory();
    *result = run(baseline, *call);
    return *result ? segmentBaselineDone : segmentBaselineUnsupported;
  } catch (const Failure &failure) {
    text = std::string(cudaGetErrorName(failure.error)) + " (" +
           cudaGetErrorString(failure.error) + ")";
    *problem = text.c_str();
    return segmentBaselineFailed;
  }
}

EXPORT void segmentBaselineRelease(void *result) {
  cudaFreeAsync(result, stream);
  cudaStreamSynchronize(stream);
}
