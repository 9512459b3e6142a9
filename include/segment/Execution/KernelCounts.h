//===- KernelCounts.h - What emulated kernels did ---------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_KERNELCOUNTS_H
#define SEGMENT_EXECUTION_KERNELCOUNTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <deque>
#include <string>

namespace mlir::segment {

/// What the threads of a kernel did with one kind of memory. Each thread counts
/// for itself, and an access to a vector counts once.
struct AccessCounts {
  uint64_t loads = 0, loadBytes = 0;
  uint64_t stores = 0, storeBytes = 0;
  /// Operations, their elements (four for a reduction of four floats) and the
  /// bytes of these. A compare-and-swap counts whether it succeeds or not.
  uint64_t atomics = 0, atomicLanes = 0, atomicBytes = 0;
};

/// What a kernel did in all its launches. A thread's own memory and constants
/// don't count.
struct KernelCounts {
  std::string kernel;
  uint64_t launches = 0, blocks = 0, threads = 0;
  AccessCounts global, shared;
  /// Once for the whole block.
  uint64_t barriers = 0;
  /// Once for the lanes that take part together.
  uint64_t shuffles = 0, votes = 0;
};

/// The kernels, in the order of their first launch. References to them stay
/// valid.
class EmulationCounts {
public:
  /// The counts of a kernel, which may be new.
  KernelCounts &get(llvm::StringRef kernel);

  /// A line of JSON for each kernel.
  void print(llvm::raw_ostream &stream) const;

private:
  std::deque<KernelCounts> kernels;
};

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_KERNELCOUNTS_H
