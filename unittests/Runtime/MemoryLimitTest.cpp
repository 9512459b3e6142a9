//===- MemoryLimitTest.cpp - Tests of the memory limits ---------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLimit.h"
#include "gtest/gtest.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace segment::runtime;
namespace fs = std::filesystem;

namespace {

/// A folder that stands for /sys/fs/cgroup, and a file for /proc/self/cgroup.
class MemoryLimitTest : public testing::Test {
protected:
  void SetUp() override {
    std::string path = testing::TempDir() + "segment-limit-XXXXXX";
    ASSERT_NE(mkdtemp(path.data()), nullptr);
    root = path;
  }
  void TearDown() override { fs::remove_all(root); }

  void write(const std::string &file, const std::string &text) {
    fs::create_directories((root / file).parent_path());
    std::ofstream(root / file) << text;
  }
  uint64_t getLimit(const std::string &membership) {
    write("membership", membership);
    return getControlGroupLimit(root / "membership", root);
  }

  fs::path root;
};

constexpr uint64_t noLimit = UINT64_MAX;

TEST_F(MemoryLimitTest, NoControlGroups) {
  EXPECT_EQ(getControlGroupLimit(root / "absent", root), noLimit);
  EXPECT_EQ(getLimit(""), noLimit);
  EXPECT_EQ(getLimit("nonsense\n:\n::\n0::\n"), noLimit);
}

TEST_F(MemoryLimitTest, Version2) {
  write("memory.max", "max\n");
  write("a/memory.max", "max\n");
  EXPECT_EQ(getLimit("0::/a/b\n"), noLimit);
  write("a/b/memory.max", "1000\n");
  EXPECT_EQ(getLimit("0::/a/b\n"), 1000u);
  EXPECT_EQ(getLimit("0::/a\n"), noLimit);
}

TEST_F(MemoryLimitTest, EveryGroupAboveCounts) {
  write("memory.max", "500\n");
  write("a/memory.max", "300\n");
  write("a/b/memory.max", "1000\n");
  EXPECT_EQ(getLimit("0::/a/b\n"), 300u);
  EXPECT_EQ(getLimit("0::/\n"), 500u);
}

TEST_F(MemoryLimitTest, Version1) {
  write("memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("memory/a/memory.limit_in_bytes", "700\n");
  EXPECT_EQ(getLimit("5:cpu:/a\n4:memory:/a\n"), 700u);
  EXPECT_EQ(getLimit("4:cpu,memory:/a/absent\n"), 700u);
  // Another controller's group says nothing.
  EXPECT_EQ(getLimit("5:cpu:/a\n"), noLimit);
}

TEST_F(MemoryLimitTest, BothVersions) {
  write("memory/a/memory.limit_in_bytes", "700\n");
  write("unified/b/memory.max", "600\n");
  EXPECT_EQ(getLimit("4:memory:/a\n0::/b\n"), 600u);
}

TEST_F(MemoryLimitTest, GroupOutsideTheNamespace) {
  write("memory.max", "400\n");
  EXPECT_EQ(getLimit("0::/../../x\n"), 400u);
}

TEST_F(MemoryLimitTest, OfThisProcess) {
  uint64_t limit = getMemoryLimit();
  EXPECT_GT(limit, uint64_t{1} << 20);
  EXPECT_LE(limit, static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE)));
}

} // namespace
