//===- BaselineCalls.h - What baselines.so exports --------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between gpu-check, which needs no CUDA toolkit, and the library
// of other ways to reduce rows that nvcc compiles where there is one.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_TOOLS_GPUCHECK_BASELINECALLS_H
#define SEGMENT_TOOLS_GPUCHECK_BASELINECALLS_H

#include <cstdint>

extern "C" {

/// A sum or minimum of rows, in memory of the device. Sums of 16-bit floats are
/// of f32, as ours. Ids are in range.
struct SegmentBaselineCall {
  /// "sum" or "min", and "f32", "f16", "bf16" or "i32".
  const char *kind, *type;
  /// `rows` x `columns`, row-major, and an id for each row.
  const void *data;
  const int32_t *ids;
  int64_t rows, columns, segments;
  /// Whether the ids are in order.
  int32_t isSorted;
};

enum SegmentBaselineStatus : int32_t {
  segmentBaselineDone = 0,
  /// The baseline has no way to do this.
  segmentBaselineUnsupported = 1,
  segmentBaselineFailed = 2
};

/// The name of a baseline, or null behind the last one.
using SegmentBaselineName = const char *(*)(int32_t baseline);

/// Allocates `*result` (`segments` x `columns`, on the device; segments without
/// rows have 0, or the largest finite number), computes it and waits. After a
/// failure `*problem` says why; the text stays valid until the next call.
using SegmentBaselineRun = int32_t (*)(int32_t baseline,
                                       const SegmentBaselineCall *call,
                                       void **result, const char **problem);

/// Gives back what a run that was done has allocated.
using SegmentBaselineRelease = void (*)(void *result);

} // extern "C"

#endif // SEGMENT_TOOLS_GPUCHECK_BASELINECALLS_H
