//===- Block.cpp - Memory for arrays ----------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block lies in memory of malloc's, behind a header that says where that
// begins, and before a mark that shows whether it was overrun:
//
//   | up to the alignment | header | the block's bytes | mark | rest |
//
//===----------------------------------------------------------------------===//

#include "Block.h"

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

namespace {

struct Header {
  void *start;
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
static char *allocateMemory(uint64_t bytes, uint64_t alignment) {
#if SEGMENT_HAS_ADDRESS_SANITIZER
  // The block has to end where the memory does.
  void *memory = nullptr;
  return posix_memalign(&memory, alignment, alignment + bytes) == 0
             ? static_cast<char *>(memory)
             : nullptr;
#else
  if (bytes >= roundedSize)
    bytes = roundUp(bytes, hugePage);
  return static_cast<char *>(
      std::malloc(sizeof(Header) + alignment - 1 + bytes + sizeof(mark)));
#endif
}

void *segment::runtime::allocateBlock(uint64_t bytes) noexcept {
  uint64_t alignment = bytes >= hugePage ? hugePage : smallAlignment;
  char *memory = allocateMemory(bytes, alignment);
  if (!memory)
    return nullptr;
  auto address = reinterpret_cast<uintptr_t>(memory) + sizeof(Header);
  char *block =
      memory + sizeof(Header) + (roundUp(address, alignment) - address);
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
#endif
  std::free(getHeader(block)->start);
}
