//===- FreeMemoryTest.cpp - Tests of memory that is kept --------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreeMemory.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

using namespace segment::runtime;

namespace {

constexpr uint64_t mega = uint64_t{1} << 20;

Memory allocate(uint64_t bytes) {
  return {static_cast<char *>(std::malloc(bytes)), bytes};
}

class FreeMemoryTest : public testing::Test {
protected:
  void SetUp() override { freeKept(); }
  void TearDown() override { freeKept(); }
};

TEST_F(FreeMemoryTest, TheSmallestThatFits) {
  Memory small = allocate(10 * mega), fitting = allocate(12 * mega),
         large = allocate(13 * mega);
  for (Memory memory : {large, small, fitting})
    ASSERT_TRUE(keep(memory));
  Memory taken = takeKept(11 * mega);
  EXPECT_EQ(taken.start, fitting.start);
  EXPECT_EQ(taken.bytes, fitting.bytes);
  std::free(taken.start);
  // It is kept no longer.
  EXPECT_EQ(takeKept(12 * mega).start, large.start);
  std::free(large.start);
  EXPECT_EQ(takeKept(11 * mega).start, nullptr);
}

TEST_F(FreeMemoryTest, MuchLargerOnesAreLeft) {
  ASSERT_TRUE(keep(allocate(10 * mega)));
  EXPECT_EQ(takeKept(7 * mega).start, nullptr);
  Memory taken = takeKept(8 * mega);
  EXPECT_NE(taken.start, nullptr);
  std::free(taken.start);
}

TEST_F(FreeMemoryTest, WhatIsNotKept) {
  Memory small = allocate(minKeptBytes - 1);
  EXPECT_FALSE(keep(small));
  std::free(small.start);
  EXPECT_FALSE(keep({nullptr, maxKeptBytes + 1}));
  EXPECT_EQ(takeKept(minKeptBytes - 1).start, nullptr);
}

TEST_F(FreeMemoryTest, TheOldestMakeRoom) {
  // Half of what is kept, three times.
  std::vector<Memory> all;
  for (int i = 0; i < 3; ++i) {
    all.push_back(allocate(maxKeptBytes / 2));
    ASSERT_TRUE(keep(all.back()));
  }
  EXPECT_EQ(takeKept(maxKeptBytes / 2).start, all[1].start);
  EXPECT_EQ(takeKept(maxKeptBytes / 2).start, all[2].start);
  EXPECT_EQ(takeKept(maxKeptBytes / 2).start, nullptr);
  std::free(all[1].start);
  std::free(all[2].start);
  // As often as one likes.
  for (int i = 0; i < 1000; ++i)
    ASSERT_TRUE(keep(allocate(minKeptBytes)));
}

TEST_F(FreeMemoryTest, NobodyGetsWhatAnotherHas) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 2000; ++i) {
        Memory memory = takeKept(mega);
        if (!memory.start)
          memory = allocate(mega);
        std::memset(memory.start, t, 256);
        std::this_thread::yield();
        for (int k = 0; k < 256; ++k)
          ASSERT_EQ(memory.start[k], t);
        if (!keep(memory))
          std::free(memory.start);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
