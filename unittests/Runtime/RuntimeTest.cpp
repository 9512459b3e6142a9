//===- RuntimeTest.cpp - Tests of the runtime library -----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Runtime/Runtime.h"

#include "MemoryLimit.h"
#include "gtest/gtest.h"

#include <cstring>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

class RuntimeTest : public testing::Test {
protected:
  void SetUp() override {
    context = segmentContextCreate();
    ASSERT_NE(context, nullptr);
  }
  void TearDown() override { segmentContextDestroy(context); }

  std::string getMessage() { return segmentContextGetMessage(context); }
  std::string format(const char *format, std::vector<int64_t> arguments) {
    std::unique_ptr<SegmentContext, decltype(&segmentContextDestroy)> other(
        segmentContextCreate(), segmentContextDestroy);
    segment_rt_report(other.get(), SEGMENT_ERROR_SHAPE, format,
                      static_cast<int64_t>(arguments.size()), arguments.data());
    return segmentContextGetMessage(other.get());
  }

  SegmentContext *context = nullptr;
};

TEST_F(RuntimeTest, StartsWithoutError) {
  EXPECT_EQ(segmentContextGetStatus(context), SEGMENT_OK);
  EXPECT_EQ(getMessage(), "");
  EXPECT_EQ(segmentContextGetNumAllocations(context), 0u);
}

TEST_F(RuntimeTest, StatusIsTheFirstMember) {
  int32_t status;
  segment_rt_report(context, SEGMENT_ERROR_ORDER, "x", 0, nullptr);
  std::memcpy(&status, context, sizeof(status));
  EXPECT_EQ(status, SEGMENT_ERROR_ORDER);
}

TEST_F(RuntimeTest, FirstReportWins) {
  int64_t arguments[] = {1, 7, 2};
  segment_rt_report(context, SEGMENT_ERROR_BOUNDS,
                    "position [{0}], value {1}, range [0, {2})", 3, arguments);
  segment_rt_report(context, SEGMENT_ERROR_MEMORY, "later", 0, nullptr);
  EXPECT_EQ(segmentContextGetStatus(context), SEGMENT_ERROR_BOUNDS);
  EXPECT_EQ(getMessage(), "position [1], value 7, range [0, 2)");
}

TEST_F(RuntimeTest, OkIsNoReport) {
  segment_rt_report(context, SEGMENT_OK, "fine", 0, nullptr);
  EXPECT_EQ(getMessage(), "");
  segment_rt_report(context, SEGMENT_ERROR_SIZE, "not fine", 0, nullptr);
  EXPECT_EQ(getMessage(), "not fine");
}

TEST_F(RuntimeTest, Placeholders) {
  EXPECT_EQ(format("{1}{0}{1}", {1, -2}), "-21-2");
  EXPECT_EQ(format("{0u} {0}", {-1}), "18446744073709551615 -1");
  EXPECT_EQ(format("{0}", {std::numeric_limits<int64_t>::min()}),
            "-9223372036854775808");
  EXPECT_EQ(format("{10}", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 42}), "42");
  EXPECT_EQ(format(nullptr, {}), "");
}

TEST_F(RuntimeTest, WhatIsNoPlaceholderStays) {
  EXPECT_EQ(format("{1}", {5}), "{1}");
  EXPECT_EQ(format("{", {5}), "{");
  EXPECT_EQ(format("{0", {5}), "{0");
  EXPECT_EQ(format("{0x}", {5}), "{0x}");
  EXPECT_EQ(format("{}", {5}), "{}");
  EXPECT_EQ(format("{{0}}", {5}), "{5}");
  EXPECT_EQ(format("{99999999999999999999999}", {5}),
            "{99999999999999999999999}");
}

TEST_F(RuntimeTest, AllocationsAreTracked) {
  void *first = segment_rt_alloc(context, 100);
  void *second = segment_rt_alloc(context, 1);
  ASSERT_NE(first, nullptr);
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 64, 0u);
  std::memset(first, 1, 100);
  EXPECT_EQ(segmentContextGetNumAllocations(context), 2u);
  segment_rt_free(context, first);
  EXPECT_EQ(segmentContextGetNumAllocations(context), 1u);
  // The second is the context's to free.
}

TEST_F(RuntimeTest, ManyAllocations) {
  std::vector<void *> pointers;
  for (int i = 0; i < 50; ++i)
    pointers.push_back(segment_rt_alloc(context, 10));
  EXPECT_EQ(segmentContextGetNumAllocations(context), 50u);
  for (int i : {0, 49, 7, 8, 20})
    EXPECT_EQ(segmentContextRelease(context, pointers[i]), 1) << i;
  for (int i : {0, 49, 7, 8, 20}) {
    EXPECT_EQ(segmentContextRelease(context, pointers[i]), 0) << i;
    segmentFree(pointers[i]);
  }
  for (int i : {1, 30})
    segment_rt_free(context, pointers[i]);
  EXPECT_EQ(segmentContextGetNumAllocations(context), 43u);
}

TEST_F(RuntimeTest, EmptyAllocationsAreDistinct) {
  std::set<void *> pointers;
  for (int i = 0; i < 100; ++i)
    pointers.insert(segment_rt_alloc(context, 0));
  EXPECT_EQ(pointers.size(), 100u);
  EXPECT_EQ(pointers.count(nullptr), 0u);
}

TEST_F(RuntimeTest, OnlyItsOwnMemoryIsFreed) {
  int value = 0;
  segment_rt_free(context, &value);
  segment_rt_free(context, nullptr);
  EXPECT_EQ(segmentContextRelease(context, &value), 0);
  EXPECT_EQ(segmentContextRelease(context, nullptr), 0);
}

TEST_F(RuntimeTest, ReleasedMemoryOutlivesTheContext) {
  auto *data = static_cast<char *>(segment_rt_alloc(context, 1000));
  ASSERT_NE(data, nullptr);
  EXPECT_EQ(segmentContextRelease(context, data), 1);
  EXPECT_EQ(segmentContextRelease(context, data), 0);
  EXPECT_EQ(segmentContextGetNumAllocations(context), 0u);
  segmentContextDestroy(context);
  std::memset(data, 1, 1000);
  segmentFree(data);
  segmentFree(nullptr);
  context = segmentContextCreate();
}

TEST_F(RuntimeTest, ImpossibleAllocations) {
  int64_t limit = static_cast<int64_t>(segment::runtime::getMemoryLimit());
  for (int64_t bytes : {int64_t{-1}, std::numeric_limits<int64_t>::min(),
                        std::numeric_limits<int64_t>::max(), limit + 1}) {
    EXPECT_FALSE(segment_rt_can_allocate(context, bytes)) << bytes;
    EXPECT_FALSE(segment_rt_can_allocate(nullptr, bytes)) << bytes;
    // Asking is no report.
    EXPECT_EQ(segmentContextGetStatus(context), SEGMENT_OK);
  }
  EXPECT_EQ(segment_rt_alloc(context, limit + 1), nullptr);
  EXPECT_EQ(segmentContextGetStatus(context), SEGMENT_ERROR_MEMORY);
  EXPECT_EQ(getMessage(),
            "cannot allocate " + std::to_string(limit + 1) + " bytes");
  EXPECT_EQ(segmentContextGetNumAllocations(context), 0u);
}

TEST_F(RuntimeTest, AllocationsOfACallAddUp) {
  int64_t limit = static_cast<int64_t>(segment::runtime::getMemoryLimit());
  EXPECT_TRUE(segment_rt_can_allocate(context, limit));
  void *data = segment_rt_alloc(context, 4096);
  ASSERT_NE(data, nullptr);
  EXPECT_FALSE(segment_rt_can_allocate(context, limit));
  EXPECT_TRUE(segment_rt_can_allocate(context, limit - 4096));
  EXPECT_TRUE(segment_rt_can_allocate(nullptr, limit));
  segment_rt_free(context, data);
  EXPECT_TRUE(segment_rt_can_allocate(context, limit));
}

TEST_F(RuntimeTest, NumberOfThreads) {
  EXPECT_EQ(segment_rt_num_threads(context, nullptr), 1);
  EXPECT_EQ(segment_rt_num_threads(context, [] { return 5; }), 5);
  EXPECT_EQ(segment_rt_num_threads(context, [] { return 0; }), 1);
  EXPECT_EQ(segment_rt_num_threads(context, [] { return 5000; }), 1024);
  segmentContextSetNumThreads(context, 3);
  EXPECT_EQ(segment_rt_num_threads(context, nullptr), 3);
  EXPECT_EQ(segment_rt_num_threads(context, [] { return 5; }), 3);
  segmentContextSetNumThreads(context, 1000000);
  EXPECT_EQ(segment_rt_num_threads(context, nullptr), 1024);
  for (int32_t none : {0, -1}) {
    segmentContextSetNumThreads(context, none);
    EXPECT_EQ(segment_rt_num_threads(context, [] { return 5; }), 5);
  }
}

TEST_F(RuntimeTest, DestroyingNothing) { segmentContextDestroy(nullptr); }

TEST_F(RuntimeTest, ManyThreads) {
  constexpr int numThreads = 8, numRounds = 2000;
  std::vector<std::thread> threads;
  for (int t = 0; t < numThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < numRounds; ++i) {
        void *kept = segment_rt_alloc(context, i % 50);
        void *freed = segment_rt_alloc(context, 8);
        std::memset(freed, t, 8);
        segment_rt_free(context, freed);
        if (i % 2)
          segmentContextRelease(context, kept), segmentFree(kept);
        int64_t argument = t;
        if (i == numRounds / 2)
          segment_rt_report(context, SEGMENT_ERROR_BOUNDS, "thread {0}", 1,
                            &argument);
        // Whoever sees the status sees the message.
        if (segmentContextGetStatus(context) != SEGMENT_OK) {
          EXPECT_EQ(getMessage().find("thread "), 0u);
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(segmentContextGetStatus(context), SEGMENT_ERROR_BOUNDS);
  EXPECT_EQ(segmentContextGetNumAllocations(context),
            size_t{numThreads * numRounds / 2});
}

} // namespace
