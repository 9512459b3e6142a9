//===- Emulation.h - Options of emulated kernels ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_EMULATION_H
#define SEGMENT_EXECUTION_EMULATION_H

#include <cstdint>

namespace mlir::segment {

class EmulationCounts;

struct EmulationOptions {
  /// In which order the blocks and threads of kernels run; 0 is the natural
  /// order.
  uint64_t seed = 0;
  /// Whether accesses to memory that nothing orders are errors. This counts
  /// when a module is compiled.
  bool checkRaces = false;
  /// Whether the hash of kernels (segment-kernels-to-binary) is printed on the
  /// standard error stream when they are loaded.
  bool printHash = false;
  /// Where what kernels do is added up (KernelCounts.h); null to count nothing.
  EmulationCounts *counts = nullptr;
};

/// Sets the options of what this thread compiles and calls.
void setEmulationOptions(const EmulationOptions &options);

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_EMULATION_H
