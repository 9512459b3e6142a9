//===- Runtime.h - What compiled code needs at run time -----------*- C -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime library of code compiled by `segment-to-llvm-pipeline` with
// `runtime=library`. It is plain C, depends on nothing of LLVM or MLIR, and
// throws nothing.
//
// Every compiled function takes a context: the state of one call. It holds the
// status of the call, the message of the first failed check, and the memory the
// call has allocated. For each public function `f` the compiled module has
//
//   int32_t segment_entry_f(SegmentContext *context, void *const *arguments,
//                           void *const *results);
//
// which returns the status. `arguments[i]` points at the i-th argument and
// `results[i]` at storage for the i-th result. A tensor or memref of rank R is
// the descriptor
//
//   { T *allocated; T *aligned; int64_t offset; int64_t sizes[R];
//     int64_t strides[R]; }
//
// in row-major order without gaps: offset is 0, and strides, which count
// elements, are those of the sizes (rank 0 has neither); `aligned` points at
// the first element, aligned as its type asks. A scalar is its value; i1 is one
// byte that is 0 or 1, index is int64_t. The results hold nothing unless the
// status is SEGMENT_OK; they stay the context's until it is destroyed or gives
// them away
// (`segmentContextRelease`).
//
// A context serves one call. The functions may be called from several threads
// at once, except that nothing may use a context while or after it is
// destroyed.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_RUNTIME_RUNTIME_H
#define SEGMENT_RUNTIME_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define SEGMENT_RUNTIME_EXPORT __attribute__((visibility("default")))
#else
#define SEGMENT_RUNTIME_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#define SEGMENT_RUNTIME_NOEXCEPT noexcept
#else
#define SEGMENT_RUNTIME_NOEXCEPT
#endif

/// The state of one call. Its first member is the status, an int32_t, which
/// compiled code reads directly.
typedef struct SegmentContext SegmentContext;

/// How a call ended. The clauses are those of the semantics' section on bad
/// ids, indices and shapes.
typedef enum SegmentStatus {
  /// The results are there.
  SEGMENT_OK = 0,
  /// Shapes that disagree at run time (4.10).
  SEGMENT_ERROR_SHAPE = 1,
  /// A negative number of segments (4.8).
  SEGMENT_ERROR_NUM_SEGMENTS = 2,
  /// A size in bytes that overflows 64 bits (4.9).
  SEGMENT_ERROR_SIZE = 3,
  /// An allocation that failed (4.9).
  SEGMENT_ERROR_MEMORY = 4,
  /// Ids that decrease where they must be sorted (4.3).
  SEGMENT_ERROR_ORDER = 5,
  /// An id or index outside its range (4.2, 4.4, 4.7).
  SEGMENT_ERROR_BOUNDS = 6,
  /// A gathered row outside what it is gathered from (4.19).
  SEGMENT_ERROR_GATHER = 7,
  /// A kernel that a device could not run.
  SEGMENT_ERROR_DEVICE = 8
} SegmentStatus;

//===----------------------------------------------------------------------===//
// For callers of compiled code
//===----------------------------------------------------------------------===//

/// Makes a context for one call; null if there is no memory for it.
SEGMENT_RUNTIME_EXPORT SegmentContext *
segmentContextCreate(void) SEGMENT_RUNTIME_NOEXCEPT;

/// Destroys a context together with all memory that its call allocated and
/// that was neither freed nor released. Null is ignored.
SEGMENT_RUNTIME_EXPORT void
segmentContextDestroy(SegmentContext *context) SEGMENT_RUNTIME_NOEXCEPT;

/// Sets how many threads the call may use, for a call that is yet to start. 0,
/// and that is the default, leaves it to OpenMP (OMP_NUM_THREADS, or as many as
/// there are processors); less than 0 counts as 0, more than 1024 as 1024.
SEGMENT_RUNTIME_EXPORT void
segmentContextSetNumThreads(SegmentContext *context,
                            int32_t num_threads) SEGMENT_RUNTIME_NOEXCEPT;

/// The status of the call, a SegmentStatus.
SEGMENT_RUNTIME_EXPORT int32_t
segmentContextGetStatus(const SegmentContext *context) SEGMENT_RUNTIME_NOEXCEPT;

/// The message of the first failed check, empty if there is none. It belongs
/// to the context and ends with it.
SEGMENT_RUNTIME_EXPORT const char *segmentContextGetMessage(
    const SegmentContext *context) SEGMENT_RUNTIME_NOEXCEPT;

/// How many allocations the context holds at present.
SEGMENT_RUNTIME_EXPORT size_t segmentContextGetNumAllocations(
    const SegmentContext *context) SEGMENT_RUNTIME_NOEXCEPT;

/// Takes an allocation out of the context. Returns 1 if `pointer` (the
/// `allocated` member of a result's descriptor) was an allocation of the
/// context: the caller then owns it and frees it with `segmentFree`. Returns 0
/// for any other pointer, such as an argument that a function hands back or a
/// constant of the module: the caller has to copy what it points at.
SEGMENT_RUNTIME_EXPORT int
segmentContextRelease(SegmentContext *context,
                      void *pointer) SEGMENT_RUNTIME_NOEXCEPT;

/// Frees memory that was taken with `segmentContextRelease`, and no other: it is
/// not memory of `malloc`'s, and not a device's (segment/Runtime/Device.h). Null
/// is ignored.
SEGMENT_RUNTIME_EXPORT void segmentFree(void *pointer) SEGMENT_RUNTIME_NOEXCEPT;

//===----------------------------------------------------------------------===//
// For compiled code
//===----------------------------------------------------------------------===//

/// Allocates `bytes` bytes, aligned to 64, which the context keeps track of; 0
/// bytes give a pointer that is not null and unlike every other one. Returns
/// null and reports SEGMENT_ERROR_MEMORY if the size is negative, if the call's
/// allocations together would exceed the machine's memory or the limit of a
/// control group, or if the allocation fails. (Without the limit an
/// overcommitting kernel would grant the memory and kill the process when it is
/// written to.)
SEGMENT_RUNTIME_EXPORT void *
segment_rt_alloc(SegmentContext *context,
                 int64_t bytes) SEGMENT_RUNTIME_NOEXCEPT;

/// Frees an allocation of the context. Any other pointer is left alone.
SEGMENT_RUNTIME_EXPORT void
segment_rt_free(SegmentContext *context,
                void *pointer) SEGMENT_RUNTIME_NOEXCEPT;

/// Makes the context free what isn't its own memory, such as a device's: when it
/// is destroyed it calls `release` with `pointer`, unless that was released or
/// detached before. Returns 1, or 0 if there is no memory to keep track of it.
SEGMENT_RUNTIME_EXPORT int32_t segment_rt_attach(
    SegmentContext *context, void *pointer,
    void (*release)(void *pointer)) SEGMENT_RUNTIME_NOEXCEPT;

/// Takes back `segment_rt_attach`. Returns 1 if `pointer` was attached,
/// otherwise 0.
SEGMENT_RUNTIME_EXPORT int32_t segment_rt_detach(
    SegmentContext *context, void *pointer) SEGMENT_RUNTIME_NOEXCEPT;

/// Whether an allocation of `bytes` bytes is within the limits that
/// `segment_rt_alloc` has: 1 or 0. It reports nothing and allocates nothing, so
/// a later allocation can still fail. Without a context (null) the call's other
/// allocations don't count.
SEGMENT_RUNTIME_EXPORT int32_t segment_rt_can_allocate(
    SegmentContext *context, int64_t bytes) SEGMENT_RUNTIME_NOEXCEPT;

/// The number of threads that the call may use, from 1 to 1024: the number set
/// with `segmentContextSetNumThreads`, otherwise what `get_default` says.
/// Compiled code passes `omp_get_max_threads` of the OpenMP runtime that runs
/// its loops; this library has none of its own. Null stands for 1.
SEGMENT_RUNTIME_EXPORT int64_t segment_rt_num_threads(
    SegmentContext *context, int (*get_default)(void)) SEGMENT_RUNTIME_NOEXCEPT;

/// Reports a failed check: `status` is one of SegmentStatus other than
/// SEGMENT_OK, and `format` its message, in which "{i}" stands for
/// `arguments[i]` as a signed decimal number and "{iu}" for the same as an
/// unsigned one. The first report of a context wins; later ones are ignored.
SEGMENT_RUNTIME_EXPORT void
segment_rt_report(SegmentContext *context, int32_t status, const char *format,
                  int64_t num_arguments,
                  const int64_t *arguments) SEGMENT_RUNTIME_NOEXCEPT;

#ifdef __cplusplus
} // extern "C"
#endif

#endif // SEGMENT_RUNTIME_RUNTIME_H
