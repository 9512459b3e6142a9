//===- FreeMemory.h - Memory that is kept for the next call -----*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_RUNTIME_FREEMEMORY_H
#define SEGMENT_LIB_RUNTIME_FREEMEMORY_H

#include <cstdint>

namespace segment::runtime {

/// Memory of malloc's. What a call frees the next one asks for, and malloc
/// gives the larger pieces back to the system in between, so that each call
/// touches new pages: a page fault for every 4 KiB, which can cost more than
/// the fold.
struct Memory {
  char *start = nullptr;
  uint64_t bytes = 0;
};

/// Memory below this size is left to malloc.
constexpr uint64_t minKeptBytes = uint64_t{256} << 10;
/// What is kept at most, together.
constexpr uint64_t maxKeptBytes = uint64_t{64} << 20;

/// Kept memory of at least `bytes` bytes, and not much more; none if there is
/// none, or if another thread is asking.
Memory takeKept(uint64_t bytes) noexcept;

/// Keeps the memory, if need be in place of what was kept first. False if the
/// caller has to free it.
bool keep(Memory memory) noexcept;

/// Frees all that is kept.
void freeKept() noexcept;

} // namespace segment::runtime

#endif // SEGMENT_LIB_RUNTIME_FREEMEMORY_H
