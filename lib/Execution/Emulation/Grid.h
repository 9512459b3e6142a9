//===- Grid.h - Grids of device threads on the CPU --------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a kernel that was compiled for the CPU: every block, every thread, with
// barriers, shuffles and votes. One thread runs at a time; where threads wait
// for each other each has a stack of its own. The order of blocks, and of
// threads between two barriers, follows from a seed.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_EMULATION_GRID_H
#define SEGMENT_LIB_EXECUTION_EMULATION_GRID_H

#include "DeviceMemory.h"
#include "segment/Execution/KernelCounts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace mlir::segment::emulation {

using Dim3 = std::array<uint32_t, 3>;

struct Launch {
  /// Calls the kernel with the arguments that the pointers point at.
  void (*entry)(void **arguments) = nullptr;
  void **arguments = nullptr;
  Dim3 gridSize{}, blockSize{};
  /// Whether threads of a block wait for each other.
  bool synchronizes = false;
  /// The shared memory of a block, which starts with garbage in it.
  llvm::ArrayRef<std::pair<char *, size_t>> sharedMemory;
  /// The memory that the kernel may access besides, by address. Without it,
  /// accesses are not checked.
  std::optional<llvm::ArrayRef<MemoryRange>> memory;
  /// Where to add what threads do, if `memory` is there; may be null.
  KernelCounts *counts = nullptr;
  /// 0 stands for the natural order.
  uint64_t seed = 0;
};

/// Runs all threads. Returns what went wrong, or an empty string.
std::string run(const Launch &launch);

/// Which special register `special` is asked for: a group of three for x, y and
/// z each.
enum Special : int32_t {
  threadId = 0,
  blockId = 3,
  blockDim = 6,
  gridDim = 9,
  laneId = 12
};

/// What is done by the lanes of a warp together. The numbers are part of the
/// interface to compiled code.
enum class WarpOp : int32_t {
  shuffleUp,
  shuffleDown,
  shuffleXor,
  shuffleIndex,
  ballot,
  any,
  all,
  matchAny,
  synchronize
};

/// As what an access counts: atomic loads and stores are what they are called,
/// and an element of a vector behind the first is a lane of the same operation.
/// The numbers are part of the interface to compiled code.
enum class AccessCount : int32_t { load, store, atomic, lane };

/// The functions that emulated code calls, by name.
llvm::ArrayRef<std::pair<llvm::StringRef, void *>> getDeviceSymbols();

} // namespace mlir::segment::emulation

#endif // SEGMENT_LIB_EXECUTION_EMULATION_GRID_H
