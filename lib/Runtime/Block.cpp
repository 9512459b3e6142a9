//===- Block.cpp - Memory for arrays ----------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block lies in memory of malloc's (perhaps of an earlier block), behind a
// header that says where that begins, and before a mark that shows whether it
// was overrun:
//
//   | up to the alignment | header | the block's bytes | mark | rest |
//
//===----------------------------------------------------------------------===//

#include "Block.h"

#include "FreeMemory.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#define SEGMENT_HAS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SEGMENT_HAS_ADDRESS_SANITIZER 1
#endif
#endif

using namespace segment::runtime;

namespace {

struct Header {
  Memory memory;
  uint64_t bytes;
};

/// Enough for any vector register and for a line of the cache.
constexpr uint64_t smallAlignment = 64;
constexpr uint64_t hugePage = uint64_t{2} << 20;
/// From this size on the end is rounded up to huge pages as well.
constexpr uint64_t roundedSize = 8 * hugePage;

constexpr uint64_t mark = 0x5e6d3e47b10c0f5e;

} // namespace

static uint64_t roundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

static Header *getHeader(void *block) {
  return static_cast<Header *>(block) - 1;
}

static char *getEnd(void *block) {
  return static_cast<char *>(block) + getHeader(block)->bytes;
}

/// Memory in which `bytes` bytes can be aligned behind a header.
static Memory allocateMemory(uint64_t bytes, uint64_t alignment) {
#if SEGMENT_HAS_ADDRESS_SANITIZER
  // The block has to end where the memory does.
  void *memory = nullptr;
  if (posix_memalign(&memory, alignment, alignment + bytes) != 0)
    return {};
  return {static_cast<char *>(memory), alignment + bytes};
#else
  if (bytes >= roundedSize)
    bytes = roundUp(bytes, hugePage);
  bytes += sizeof(Header) + alignment - 1 + sizeof(mark);
  if (Memory memory = takeKept(bytes); memory.start)
    return memory;
  void *memory = std::malloc(bytes);
  if (!memory) {
    freeKept();
    memory = std::malloc(bytes);
  }
  return {static_cast<char *>(memory), bytes};
#endif
}

void *segment::runtime::allocateBlock(uint64_t bytes) noexcept {
  uint64_t alignment = bytes >= hugePage ? hugePage : smallAlignment;
  Memory memory = allocateMemory(bytes, alignment);
  if (!memory.start)
    return nullptr;
  auto address = reinterpret_cast<uintptr_t>(memory.start) + sizeof(Header);
  char *block =
      memory.start + sizeof(Header) + (roundUp(address, alignment) - address);
  *getHeader(block) = {memory, bytes};
  // Not every kernel has huge pages, and nothing but time depends on them.
  if (alignment == hugePage)
    (void)madvise(block, bytes, MADV_HUGEPAGE);
#if !SEGMENT_HAS_ADDRESS_SANITIZER
  std::memcpy(block + bytes, &mark, sizeof(mark));
#endif
  return block;
}

uint64_t segment::runtime::getBlockSize(const void *block) noexcept {
  return getHeader(const_cast<void *>(block))->bytes;
}

void segment::runtime::freeBlock(void *block) noexcept {
  if (!block)
    return;
#if !SEGMENT_HAS_ADDRESS_SANITIZER
  if (std::memcmp(getEnd(block), &mark, sizeof(mark)) != 0) {
    std::fputs("segment: memory behind an allocation was written\n", stderr);
    std::abort();
  }
  if (keep(getHeader(block)->memory))
    return;
#endif
  std::free(getHeader(block)->memory.start);
}
