//===- FreeMemory.cpp - Memory that is kept for the next call ---*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreeMemory.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

using namespace segment::runtime;

namespace {

/// The kept pieces, the oldest first. Threads are still running when a process
/// ends, so nothing destroys it.
class Kept {
public:
  Memory take(uint64_t bytes) {
    Memory *best = nullptr;
    for (Memory &memory : *this)
      if (memory.bytes >= bytes && memory.bytes - bytes <= bytes / 4 &&
          (!best || memory.bytes < best->bytes))
        best = &memory;
    return best ? remove(best) : Memory();
  }

  void insert(Memory memory) {
    while (count == capacity || total + memory.bytes > maxKeptBytes)
      std::free(remove(entries).start);
    entries[count++] = memory;
    total += memory.bytes;
  }

  void clear() {
    while (count > 0)
      std::free(remove(entries).start);
  }

private:
  static constexpr unsigned capacity = 16;

  Memory *begin() { return entries; }
  Memory *end() { return entries + count; }

  Memory remove(Memory *entry) {
    Memory memory = *entry;
    std::move(entry + 1, end(), entry);
    --count;
    total -= memory.bytes;
    return memory;
  }

  Memory entries[capacity];
  unsigned count = 0;
  uint64_t total = 0;
};

/// Nobody waits for it: whoever doesn't get it does without. So it does no harm
/// either if a process forks while it is held.
class TryLock {
public:
  TryLock() : isOwner(!flag.test_and_set(std::memory_order_acquire)) {}
  ~TryLock() {
    if (isOwner)
      flag.clear(std::memory_order_release);
  }
  explicit operator bool() const { return isOwner; }

private:
  static std::atomic_flag flag;
  bool isOwner;
};

} // namespace

std::atomic_flag TryLock::flag = ATOMIC_FLAG_INIT;
static Kept kept;

Memory segment::runtime::takeKept(uint64_t bytes) noexcept {
  if (bytes < minKeptBytes)
    return {};
  TryLock lock;
  return lock ? kept.take(bytes) : Memory();
}

bool segment::runtime::keep(Memory memory) noexcept {
  if (memory.bytes < minKeptBytes || memory.bytes > maxKeptBytes)
    return false;
  TryLock lock;
  if (!lock)
    return false;
  kept.insert(memory);
  return true;
}

void segment::runtime::freeKept() noexcept {
  if (TryLock lock; lock)
    kept.clear();
}
