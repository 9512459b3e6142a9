//===- BlockTest.cpp - Tests of memory for arrays ---------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"

#include "gtest/gtest.h"

#include <cstring>
#include <fstream>
#include <limits>
#include <set>
#include <string>

using namespace segment::runtime;

namespace {

constexpr uint64_t mega = uint64_t{1} << 20;

TEST(BlockTest, AlignedAndWritable) {
  for (uint64_t bytes :
       {uint64_t{0}, uint64_t{1}, uint64_t{63}, uint64_t{64}, uint64_t{1000},
        2 * mega - 1, 2 * mega, 3 * mega + 5, 16 * mega, 17 * mega + 3}) {
    void *block = allocateBlock(bytes);
    ASSERT_NE(block, nullptr) << bytes;
    uint64_t alignment = bytes >= 2 * mega ? 2 * mega : 64;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % alignment, 0u) << bytes;
    std::memset(block, 0xff, bytes);
    EXPECT_EQ(getBlockSize(block), bytes);
    freeBlock(block);
  }
}

TEST(BlockTest, Distinct) {
  std::set<void *> blocks;
  for (int i = 0; i < 1000; ++i)
    EXPECT_TRUE(blocks.insert(allocateBlock(i % 5)).second);
  for (void *block : blocks)
    freeBlock(block);
}

TEST(BlockTest, TooLarge) {
  EXPECT_EQ(allocateBlock(std::numeric_limits<int64_t>::max()), nullptr);
}

TEST(BlockTest, Nothing) { freeBlock(nullptr); }

/// How the flags of the mapping that `address` is in are spelled in
/// /proc/self/smaps.
std::string getMappingFlags(void *address) {
  std::ifstream smaps("/proc/self/smaps");
  bool isIn = false;
  for (std::string line; std::getline(smaps, line);) {
    unsigned long begin, end;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2)
      isIn = begin <= reinterpret_cast<uintptr_t>(address) &&
             reinterpret_cast<uintptr_t>(address) < end;
    else if (isIn && line.rfind("VmFlags:", 0) == 0)
      return line;
  }
  return "";
}

TEST(BlockTest, LargeOnesHaveHugePages) {
  std::ifstream supported("/sys/kernel/mm/transparent_hugepage/enabled");
  if (!supported)
    GTEST_SKIP() << "this kernel has no huge pages on request";
  void *block = allocateBlock(20 * mega);
  std::string flags = getMappingFlags(block);
  if (!flags.empty()) {
    EXPECT_NE((flags + " ").find(" hg "), std::string::npos) << flags;
  }
  freeBlock(block);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(BlockDeathTest, OverrunIsNoticed) {
  for (uint64_t bytes : {uint64_t{0}, uint64_t{7}, uint64_t{4096}, 2 * mega}) {
    EXPECT_DEATH(
        {
          auto *block = static_cast<char *>(allocateBlock(bytes));
          block[bytes] ^= 1;
          freeBlock(block);
        },
        "memory behind an allocation was written");
  }
}
#endif

} // namespace
