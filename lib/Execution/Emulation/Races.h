//===- Races.h - Accesses that nothing orders -------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread runs at a time in the emulation, so a missing barrier or a plain
// addition where an atomic one is needed may do no harm there. Here the bytes
// remember who has accessed them: two threads, of which one writes and one is
// not atomic, must be separated by a barrier of their block.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_EMULATION_RACES_H
#define SEGMENT_LIB_EXECUTION_EMULATION_RACES_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>

namespace mlir::segment::emulation {

/// The numbers are part of the interface to compiled code.
enum class AccessKind : int32_t { read, write, atomic };

/// Who accesses: the thread, counted through all blocks, its block, and between
/// which barriers.
struct Accessor {
  uint64_t thread = 0, block = 0, epoch = 0;

  /// Whether nothing separates the two.
  bool isUnordered(const Accessor &other) const {
    return thread != other.thread &&
           (block != other.block || epoch == other.epoch);
  }
};

/// The accesses of one launch.
class Races {
public:
  /// Notes an access. Returns the thread, with what it did, that it is in
  /// conflict with, or null.
  const std::pair<Accessor, AccessKind> *access(uintptr_t address, size_t size,
                                                AccessKind kind, Accessor who);

  /// The memory is another one from now on: shared memory of the next block.
  void forget(uintptr_t address, size_t size);

private:
  struct Byte {
    std::pair<Accessor, AccessKind> write, readers[2];
    bool isWritten = false;
    unsigned numReaders = 0;
  };

  std::pair<Accessor, AccessKind> *findConflict(Byte &byte, AccessKind kind,
                                                const Accessor &who);

  llvm::DenseMap<uintptr_t, Byte> bytes;
};

} // namespace mlir::segment::emulation

#endif // SEGMENT_LIB_EXECUTION_EMULATION_RACES_H
