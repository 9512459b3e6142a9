//===- ArrayTest.cpp - Tests of arrays --------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestUtils.h"

using namespace mlir::segment;

namespace {

TEST(ArrayTest, PackTransposed) {
  const int32_t data[] = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(print(Array::pack({3, 2}, ElementType::I32, data, {4, 12})),
            "3x2xi32=[[1,4],[2,5],[3,6]]");
}

TEST(ArrayTest, PackNegativeStrides) {
  const int32_t data[] = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(print(Array::pack({2, 3}, ElementType::I32, data + 5, {-12, -4})),
            "2x3xi32=[[6,5,4],[3,2,1]]");
}

TEST(ArrayTest, PackBroadcast) {
  const float data[] = {1, 2};
  EXPECT_EQ(print(Array::pack({3, 2}, ElementType::F32, data, {0, 4})),
            "3x2xf32=[[1,2],[1,2],[1,2]]");
  EXPECT_EQ(print(Array::pack({2, 2}, ElementType::F32, data, {4, 0})),
            "2x2xf32=[[1,1],[2,2]]");
}

TEST(ArrayTest, PackUnaligned) {
  char data[17] = {};
  const double values[] = {1.5, -2};
  std::memcpy(data + 1, values, 16);
  EXPECT_EQ(print(Array::pack({2}, ElementType::F64, data + 1, {8})),
            "2xf64=[1.5,-2]");
  EXPECT_EQ(print(Array::pack({}, ElementType::F64, data + 9, {})), "f64=-2");
}

TEST(ArrayTest, PackEverySize) {
  for (auto type : {ElementType::I8, ElementType::I16, ElementType::I32,
                    ElementType::I64, ElementType::Complex128}) {
    int64_t size = getByteSize(type);
    char data[4 * 16];
    for (size_t i = 0; i < sizeof(data); ++i)
      data[i] = static_cast<char>(i);
    llvm::Expected<Array> array = Array::pack({2}, type, data, {2 * size});
    ASSERT_TRUE(bool(array));
    size_t bytes = static_cast<size_t>(size);
    EXPECT_EQ(std::memcmp(array->getData(), data, bytes), 0);
    EXPECT_EQ(std::memcmp(array->getData() + size, data + 2 * size, bytes), 0);
  }
}

TEST(ArrayTest, PackThreeDimensions) {
  int8_t data[24];
  for (int8_t i = 0; i < 24; ++i)
    data[i] = i;
  // Every second of the middle dimension, the outer one backwards.
  EXPECT_EQ(
      print(Array::pack({2, 2, 2}, ElementType::I8, data + 12, {-12, 6, 1})),
      "2x2x2xi8=[[[12,13],[18,19]],[[0,1],[6,7]]]");
}

TEST(ArrayTest, WithoutElements) {
  EXPECT_EQ(print(Array::pack({0, 5}, ElementType::F32, nullptr, {1, 1})),
            "0x5xf32=[]");
  // No element has been anywhere near this stride.
  constexpr int64_t huge = int64_t{1} << 62;
  EXPECT_EQ(print(Array::pack({huge, huge, 0}, ElementType::F64, nullptr,
                              {huge, huge, huge})),
            "4611686018427387904x4611686018427387904x0xf64=[]");
}

TEST(ArrayTest, Impossible) {
  EXPECT_EQ(getMessage(Array::create({int64_t{1} << 32, int64_t{1} << 32},
                                     ElementType::I8)),
            "the size of 4294967296x4294967296xi8 overflows");
  EXPECT_EQ(getMessage(Array::create({int64_t{1} << 60}, ElementType::F64)),
            "the size of 1152921504606846976xf64 overflows");
  EXPECT_EQ(getMessage(Array::create({int64_t{1} << 50}, ElementType::F32)),
            "cannot allocate 4503599627370496 bytes for "
            "1125899906842624xf32");
}

TEST(ArrayTest, TypeNames) {
  for (auto type :
       {ElementType::I1, ElementType::I8, ElementType::I16, ElementType::I32,
        ElementType::I64, ElementType::UI8, ElementType::UI16,
        ElementType::UI32, ElementType::UI64, ElementType::Index,
        ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64,
        ElementType::Complex64, ElementType::Complex128})
    EXPECT_EQ(getElementType(getName(type)), type);
  EXPECT_EQ(getElementType("si16"), ElementType::I16);
  EXPECT_EQ(getElementType("i4"), std::nullopt);
  EXPECT_EQ(getElementType(""), std::nullopt);
}

} // namespace
