//===- Benchmark.h - Timing calls of a function -----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_TOOLS_SEGMENTRUN_BENCHMARK_H
#define SEGMENT_TOOLS_SEGMENTRUN_BENCHMARK_H

#include "segment/Execution/Executable.h"

namespace mlir::segment {

/// Calls a function `numRuns` times, with at most `numThreads` threads, and
/// prints one line of JSON: the smallest and the median time in seconds, the
/// bytes of inputs and results, and how many of them the median makes a second.
llvm::Error benchmark(const Executable &executable, llvm::StringRef name,
                      llvm::ArrayRef<Array> inputs, int32_t numThreads,
                      unsigned numRuns, llvm::raw_ostream &stream);

} // namespace mlir::segment

#endif // SEGMENT_TOOLS_SEGMENTRUN_BENCHMARK_H
