//===- OpenMPRuntimeTest.cpp - Tests of finding OpenMP's runtime ----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenMPRuntime.h"

#include "TestUtils.h"
#include "gtest/gtest.h"

using namespace mlir::segment;

namespace {

TEST(OpenMPRuntimeTest, WhatItProvides) {
  EXPECT_TRUE(OpenMPRuntime::provides("__kmpc_fork_call"));
  EXPECT_TRUE(OpenMPRuntime::provides("omp_get_max_threads"));
  EXPECT_FALSE(OpenMPRuntime::provides("segment_rt_num_threads"));
  EXPECT_FALSE(OpenMPRuntime::provides("memcpy"));
}

TEST(OpenMPRuntimeTest, Functions) {
  llvm::Expected<OpenMPRuntime> runtime = OpenMPRuntime::get();
  ASSERT_TRUE(static_cast<bool>(runtime)) << toString(runtime.takeError());
  llvm::Expected<void *> function = runtime->lookup("omp_get_max_threads");
  ASSERT_TRUE(static_cast<bool>(function)) << toString(function.takeError());
  EXPECT_GE(reinterpret_cast<int (*)()>(*function)(), 1);
  // The same one each time.
  llvm::Expected<OpenMPRuntime> again = OpenMPRuntime::get();
  ASSERT_TRUE(static_cast<bool>(again)) << toString(again.takeError());
  EXPECT_EQ(llvm::cantFail(again->lookup("omp_get_max_threads")), *function);
}

TEST(OpenMPRuntimeTest, NoSuchFunction) {
  llvm::Expected<OpenMPRuntime> runtime = OpenMPRuntime::get();
  ASSERT_TRUE(static_cast<bool>(runtime)) << toString(runtime.takeError());
  llvm::Expected<void *> function = runtime->lookup("omp_get_rich");
  ASSERT_FALSE(static_cast<bool>(function));
  EXPECT_EQ(toString(function.takeError()),
            "the OpenMP runtime of this process has no 'omp_get_rich'");
}

TEST(OpenMPRuntimeTest, NoRuntime) {
  llvm::Expected<OpenMPRuntime> runtime =
      OpenMPRuntime::load({"/nowhere/libomp.so.5", "libnosuchomp.so"});
  ASSERT_FALSE(static_cast<bool>(runtime));
  std::string message = toString(runtime.takeError());
  EXPECT_EQ(message.find("no OpenMP runtime to run threads with: install "
                         "LLVM's libomp (Debian package libomp-22-dev), or "
                         "compile with parallel=none; /nowhere/libomp.so.5"),
            0u)
      << message;
  EXPECT_NE(message.find("; libnosuchomp.so"), std::string::npos) << message;
}

} // namespace
