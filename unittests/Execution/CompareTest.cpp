//===- CompareTest.cpp - Tests of comparing arrays --------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/Compare.h"

#include "TestUtils.h"

using namespace mlir::segment;

static std::string compare(llvm::StringRef got, llvm::StringRef want,
                           std::optional<double> tolerance = std::nullopt) {
  return describeDifference(parse(got), parse(want), tolerance)
      .value_or("equal");
}

namespace {

TEST(CompareTest, Exact) {
  EXPECT_EQ(compare("2xf32=[1,-0.0]", "2xf32=[1,-0.0]"), "equal");
  EXPECT_EQ(compare("2x3xi32=[[1,2,3],[4,0,0]]", "2x3xi32=[1,2,3,4,5,6]"),
            "differs at [1, 1]: expected 5, got 0 (2 of 6 elements differ)");
  EXPECT_EQ(compare("f64=0.1", "f64=0.2"),
            "differs at []: expected 0.2, got 0.1 (1 of 1 elements differ)");
  EXPECT_EQ(compare("0x3xf32=[]", "0x3xf32=[]"), "equal");
}

TEST(CompareTest, ZerosHaveSigns) {
  EXPECT_EQ(compare("1xf32=0.0", "1xf32=-0.0"),
            "differs at [0]: expected -0, got 0 (1 of 1 elements differ)");
  EXPECT_EQ(compare("1xf32=0.0", "1xf32=-0.0", 0.0), "equal");
}

TEST(CompareTest, NaN) {
  for (const char *type : {"f16", "bf16", "f32", "f64"}) {
    std::string name = type;
    EXPECT_EQ(compare(name + "=nan", name + "=-nan"), "equal");
    EXPECT_EQ(compare(name + "=nan", name + "=-nan", 0.5), "equal");
    EXPECT_EQ(compare(name + "=nan", name + "=1", 1e9),
              "differs at []: expected 1, got nan (1 of 1 elements differ)");
  }
  EXPECT_EQ(compare("f32=0x7fc00000", "f32=0xffc12345"), "equal");
  EXPECT_EQ(compare("complex<f32>=(nan,1)", "complex<f32>=(-nan,1)"), "equal");
  EXPECT_EQ(compare("complex<f32>=(nan,1)", "complex<f32>=(-nan,2)"),
            "differs at []: expected (nan,2), got (nan,1) (1 of 1 elements "
            "differ)");
  // Integers of the same bits as a NaN are integers.
  EXPECT_NE(compare("i32=2143289344", "i32=2143289345"), "equal");
}

TEST(CompareTest, Tolerance) {
  EXPECT_EQ(compare("f32=1.5", "f32=1", 0.25), "equal");
  EXPECT_NE(compare("f32=1.5625", "f32=1", 0.25), "equal");
  EXPECT_EQ(compare("f64=1000001", "f64=1000000", 1e-6), "equal");
  EXPECT_NE(compare("f64=1000002", "f64=1000000", 1e-6), "equal");
  EXPECT_EQ(compare("f32=inf", "f32=inf", 1.0), "equal");
  EXPECT_NE(compare("f32=inf", "f32=3e38", 1.0), "equal");
  EXPECT_NE(compare("f32=inf", "f32=-inf", 1.0), "equal");
  EXPECT_EQ(compare("complex<f64>=(1,2)", "complex<f64>=(1.1,2.1)", 0.1),
            "equal");
  EXPECT_NE(compare("i32=1", "i32=2", 10.0), "equal");
}

TEST(CompareTest, Types) {
  EXPECT_EQ(compare("2xf32=0", "2xf64=0"),
            "has the wrong type: expected 2xf64, got 2xf32");
  EXPECT_EQ(compare("2x1xf32=0", "2xf32=0"),
            "has the wrong type: expected 2xf32, got 2x1xf32");
  EXPECT_EQ(compare("0x3xf32=0", "0x4xf32=0"),
            "has the wrong type: expected 0x4xf32, got 0x3xf32");
  EXPECT_EQ(compare("2xi8=0", "2xui8=0"),
            "has the wrong type: expected 2xui8, got 2xi8");
  EXPECT_EQ(compare("2xindex=3", "2xi64=3"), "equal");
}

} // namespace
