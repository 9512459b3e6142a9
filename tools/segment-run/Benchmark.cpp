//===- Benchmark.cpp - Timing calls of a function ---------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Benchmark.h"

#include "llvm/Support/JSON.h"
#include <chrono>

using namespace mlir::segment;
using llvm::ArrayRef;

static int64_t countBytes(ArrayRef<Array> arrays) {
  int64_t numBytes = 0;
  for (const Array &array : arrays)
    numBytes += array.getByteSize();
  return numBytes;
}

/// The median of a sorted, non-empty sequence.
static double getMedian(ArrayRef<double> sorted) {
  size_t half = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[half]
                           : (sorted[half - 1] + sorted[half]) / 2;
}

llvm::Error mlir::segment::benchmark(const Executable &executable,
                                     llvm::StringRef name,
                                     ArrayRef<Array> inputs, int32_t numThreads,
                                     unsigned numRuns,
                                     llvm::raw_ostream &stream) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> seconds;
  int64_t numBytes = 0;
  for (unsigned run = 0; run < numRuns; ++run) {
    Clock::time_point start = Clock::now();
    llvm::Expected<std::vector<Array>> results =
        executable.call(name, inputs, numThreads);
    Clock::time_point end = Clock::now();
    if (!results)
      return results.takeError();
    seconds.push_back(std::chrono::duration<double>(end - start).count());
    numBytes = countBytes(inputs) + countBytes(*results);
  }
  llvm::sort(seconds);
  double median = getMedian(seconds);
  llvm::json::OStream json(stream);
  json.object([&] {
    json.attribute("function", llvm::json::fixUTF8(name));
    json.attribute("runs", numRuns);
    json.attribute("min", seconds.front());
    json.attribute("median", median);
    json.attribute("bytes", numBytes);
    json.attribute("bytes_per_second",
                   static_cast<double>(numBytes) / std::max(median, 1e-9));
  });
  stream << '\n';
  return llvm::Error::success();
}
