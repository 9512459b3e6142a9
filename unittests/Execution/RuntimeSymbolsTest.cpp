//===- RuntimeSymbolsTest.cpp - Tests of what compiled code calls ---------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeSymbols.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>

using namespace mlir::segment;
using llvm::APFloat;

static void *getSymbol(llvm::StringRef name) {
  for (auto [symbol, address] : getRuntimeSymbols())
    if (symbol == name)
      return address;
  ADD_FAILURE() << "no symbol " << name.str();
  return nullptr;
}

/// Calls one of the conversions to bf16, which return the bits in the low half
/// of a float.
template <typename T> static uint16_t convert(llvm::StringRef name, T value) {
  auto *function = reinterpret_cast<float (*)(T)>(getSymbol(name));
  return static_cast<uint16_t>(llvm::bit_cast<uint32_t>(function(value)));
}

template <typename T> static void expectRounded(llvm::StringRef name, T value) {
  APFloat want(value);
  bool losesInfo;
  want.convert(APFloat::BFloat(), APFloat::rmNearestTiesToEven, &losesInfo);
  uint16_t got = convert(name, value);
  if (std::isnan(value))
    EXPECT_TRUE(APFloat(APFloat::BFloat(), llvm::APInt(16, got)).isNaN());
  else
    EXPECT_EQ(got, want.bitcastToAPInt().getZExtValue())
        << name.str() << " of " << std::hexfloat << value;
}

namespace {

TEST(RuntimeSymbolsTest, NamesAndAddresses) {
  std::set<std::string> names;
  for (auto [name, address] : getRuntimeSymbols()) {
    EXPECT_TRUE(names.insert(name.str()).second) << name.str();
    EXPECT_NE(address, nullptr) << name.str();
  }
  EXPECT_EQ(names.count("segment_rt_alloc"), 1u);
  EXPECT_EQ(names.count("__divti3"), 1u);
}

TEST(RuntimeSymbolsTest, BFloat16FromFloat) {
  using Limits = std::numeric_limits<float>;
  for (float value :
       {0.0f, -0.0f, 1.0f, 0x1.01p0f, 0x1.03p0f, 0x1.010002p0f, Limits::max(),
        Limits::lowest(), Limits::infinity(), -Limits::infinity(),
        Limits::quiet_NaN(), Limits::denorm_min(), 1e-39f, 0x1.fefffep127f})
    expectRounded("__truncsfbf2", value);
  // A NaN whose payload is only in the bits that are dropped.
  expectRounded("__truncsfbf2", llvm::bit_cast<float>(0x7f800001u));
  std::mt19937 random(1);
  for (int i = 0; i < 100000; ++i)
    expectRounded("__truncsfbf2",
                  llvm::bit_cast<float>(static_cast<uint32_t>(random())));
}

TEST(RuntimeSymbolsTest, BFloat16FromDouble) {
  using Limits = std::numeric_limits<double>;
  // The midpoint of two neighbors, and what lies so near it that f32 doesn't
  // tell them apart.
  for (double value :
       {0.0, -0.0, 1.0, 0x1.01p0, 0x1.01000000001p0, 0x1.00fffffffffp0,
        0x1.03p0, 0x1.02fffffffffp0, -0x1.01000000001p0, Limits::max(),
        Limits::infinity(), Limits::quiet_NaN(), Limits::denorm_min(), 1e-39,
        0x1p-134, 0x1.00000000001p-134, 0x1.fefffffffffp127, 0x1.ffp127})
    expectRounded("__truncdfbf2", value);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    // Exponents near those of bf16, and bits next to a midpoint.
    uint64_t bits = random();
    uint64_t exponent = 1023 - 140 + random() % 280;
    uint64_t mantissa = (bits >> 45 << 45 & 0xfffffffffffff) |
                        (random() % 4 ? 0 : uint64_t{1} << 44) | (random() % 3);
    expectRounded("__truncdfbf2",
                  llvm::bit_cast<double>((bits & uint64_t{1} << 63) |
                                         exponent << 52 | mantissa));
  }
}

} // namespace
