//===- DeviceMemory.cpp - Memory that only kernels can access -------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"

#include "segment/Runtime/Runtime.h"
#include <cstring>
#include <sys/mman.h>

using namespace mlir::segment::emulation;

/// Addresses, of which only those in use cost memory.
static constexpr uint64_t rangeBytes = uint64_t{1} << 38;
/// As CUDA aligns, and a gap behind each allocation.
static constexpr uint64_t alignment = 256;
static constexpr uint64_t pageBytes = 4096;
/// Garbage for what is expected to be small; fresh pages are zero.
static constexpr uint64_t maxGarbage = 1 << 20;

static uint64_t roundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// What an allocation takes of the range.
static uint64_t getFootprint(uint64_t bytes) {
  return roundUp(bytes + alignment, alignment);
}

DeviceMemory &DeviceMemory::get() {
  // Never destroyed: contexts of calls may outlive it.
  static DeviceMemory *memory = new DeviceMemory;
  return *memory;
}

DeviceMemory::DeviceMemory() {
  void *range = mmap(nullptr, rangeBytes, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  base = range == MAP_FAILED ? nullptr : static_cast<char *>(range);
}

bool DeviceMemory::isInRange(const void *pointer) const {
  auto *address = static_cast<const char *>(pointer);
  return base && base <= address && address < base + rangeBytes;
}

void DeviceMemory::protect(bool isAccessible) {
  if (used)
    mprotect(base, roundUp(used, pageBytes),
             isAccessible ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void DeviceMemory::open() {
  std::lock_guard<std::mutex> lock(mutex);
  if (numAccesses++ == 0)
    protect(true);
}

void DeviceMemory::close() {
  std::lock_guard<std::mutex> lock(mutex);
  if (--numAccesses == 0)
    protect(false);
}

bool DeviceMemory::canAllocate(uint64_t bytes) {
  return bytes <= INT64_MAX &&
         segment_rt_can_allocate(nullptr, static_cast<int64_t>(bytes));
}

void *DeviceMemory::allocate(uint64_t bytes) {
  if (!base || !canAllocate(bytes) || bytes > rangeBytes / 2)
    return nullptr;
  Access access;
  std::lock_guard<std::mutex> lock(mutex);
  uint64_t footprint = getFootprint(bytes);
  char *pointer = nullptr;
  // Sizes come again and again, so gaps of the very size will do.
  auto gap = gaps.find(footprint);
  if (gap != gaps.end()) {
    pointer = gap->second;
    gaps.erase(gap);
  } else {
    if (footprint > rangeBytes - used)
      return nullptr;
    pointer = base + used;
    used += footprint;
    protect(true);
  }
  allocations.emplace(pointer, bytes);
  std::memset(pointer, 0xcd, std::min(bytes, maxGarbage));
  return pointer;
}

void DeviceMemory::free(void *pointer) {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = allocations.find(static_cast<char *>(pointer));
  if (it == allocations.end())
    return;
  uint64_t footprint = getFootprint(it->second);
  // Large ones are given back to the system: whole pages that nothing else
  // uses.
  auto begin = reinterpret_cast<uintptr_t>(pointer);
  uintptr_t first = roundUp(begin, pageBytes);
  uintptr_t last = (begin + footprint) / pageBytes * pageBytes;
  if (footprint > maxGarbage && first < last)
    madvise(reinterpret_cast<void *>(first), last - first, MADV_DONTNEED);
  gaps.emplace(footprint, it->first);
  allocations.erase(it);
  if (!allocations.empty())
    return;
  // Everything is free: start over.
  gaps.clear();
  if (numAccesses == 0)
    used = 0;
}

std::vector<MemoryRange> DeviceMemory::getAllocations() {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<MemoryRange> ranges;
  ranges.reserve(allocations.size());
  for (auto [pointer, bytes] : allocations) {
    auto begin = reinterpret_cast<uintptr_t>(pointer);
    ranges.push_back({begin, begin + bytes});
  }
  return ranges;
}
