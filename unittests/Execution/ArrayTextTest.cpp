//===- ArrayTextTest.cpp - Tests of arrays as text --------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/ArrayText.h"

#include "TestUtils.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>
#include <random>

using namespace mlir::segment;
using llvm::APFloat;

/// Parses and prints.
static std::string echo(llvm::StringRef text) {
  return print(parseArray(text));
}

static std::string getError(llvm::StringRef text) {
  return getMessage(parseArray(text));
}

template <typename T> static T getElement(const Array &array, int64_t i = 0) {
  T value;
  std::memcpy(&value, array.getData() + i * int64_t{sizeof(T)}, sizeof(T));
  return value;
}

namespace {

TEST(ArrayTextTest, Forms) {
  EXPECT_EQ(echo("3xi32=[0,1,0]"), "3xi32=[0,1,0]");
  EXPECT_EQ(echo("2x2xf32=[[1,2],[3,4]]"), "2x2xf32=[[1,2],[3,4]]");
  EXPECT_EQ(echo("2x2xf32=[1,2,3,4]"), "2x2xf32=[[1,2],[3,4]]");
  EXPECT_EQ(echo("2x1x2xi8=[[[1,2]],[[3,4]]]"), "2x1x2xi8=[[[1,2]],[[3,4]]]");
  EXPECT_EQ(echo("2x2xf32=1.5"), "2x2xf32=[[1.5,1.5],[1.5,1.5]]");
  EXPECT_EQ(echo(" 3xi32 = [ 0 ,1,\t0 ] "), "3xi32=[0,1,0]");
  EXPECT_EQ(echo("i32=2"), "i32=2");
  EXPECT_EQ(echo("i32=[2]"), "i32=2");
  EXPECT_EQ(echo("index=5"), "index=5");
  EXPECT_EQ(echo("2xindex=[1,2]"), "2xindex=[1,2]");
  EXPECT_EQ(echo("2xsi8=[1,-2]"), "2xi8=[1,-2]");
}

TEST(ArrayTextTest, WithoutElements) {
  EXPECT_EQ(echo("0x4xf32=[]"), "0x4xf32=[]");
  EXPECT_EQ(echo("0xf32=7"), "0xf32=[]");
  EXPECT_EQ(echo("2x0xf32=[[],[]]"), "2x0xf32=[]");
  EXPECT_EQ(echo("2x0xf32=[]"), "2x0xf32=[]");
  EXPECT_EQ(echo("1000000000000x0xf32=[]"), "1000000000000x0xf32=[]");
}

TEST(ArrayTextTest, Bools) {
  EXPECT_EQ(echo("4xi1=[true,false,1,0]"), "4xi1=[true,false,true,false]");
  EXPECT_EQ(getError("i1=2"), "expected true, false, 1 or 0, got '2'");
}

TEST(ArrayTextTest, Complex) {
  EXPECT_EQ(echo("2xcomplex<f32>=[(1,-2.5), 3]"),
            "2xcomplex<f32>=[(1,-2.5),(3,0)]");
  EXPECT_EQ(echo("complex<f64>=(nan,-inf)"), "complex<f64>=(nan,-inf)");
  EXPECT_EQ(echo("2xcomplex<f32>=(1,2)"), "2xcomplex<f32>=[(1,2),(1,2)]");
  EXPECT_EQ(getError("complex<f32>=(1)"),
            "expected ',' between the parts of a complex number, got ')'");
  EXPECT_EQ(getError("complex<f32>=(1,2"),
            "expected ')' after a complex number before the end");
  EXPECT_EQ(getError("complex<f32>=(,2)"),
            "expected a value of type f32, got ',2)'");
}

TEST(ArrayTextTest, IntegerRanges) {
  struct {
    const char *type, *min, *max, *below, *above;
  } ranges[] = {
      {"i8", "-128", "127", "-129", "128"},
      {"i16", "-32768", "32767", "-32769", "32768"},
      {"i32", "-2147483648", "2147483647", "-2147483649", "2147483648"},
      {"i64", "-9223372036854775808", "9223372036854775807",
       "-9223372036854775809", "9223372036854775808"},
      {"index", "-9223372036854775808", "9223372036854775807",
       "-9223372036854775809", "9223372036854775808"},
      {"ui8", "0", "255", "-1", "256"},
      {"ui16", "0", "65535", "-1", "65536"},
      {"ui32", "0", "4294967295", "-1", "4294967296"},
      {"ui64", "0", "18446744073709551615", "-1", "18446744073709551616"},
  };
  for (const auto &range : ranges) {
    std::string type = range.type;
    for (const char *literal : {range.min, range.max})
      EXPECT_EQ(echo(type + "=" + literal), type + "=" + literal);
    for (const char *literal : {range.below, range.above})
      EXPECT_EQ(getError(type + "=" + literal),
                std::string("'") + literal + "' is out of range for " + type);
  }
  EXPECT_EQ(getError("i8=-340282366920938463463374607431768211456"),
            "'-340282366920938463463374607431768211456' is out of range for "
            "i8");
}

TEST(ArrayTextTest, IntegerForms) {
  EXPECT_EQ(echo("4xi16=[+5,-0,0x1F,-0x8000]"), "4xi16=[5,0,31,-32768]");
  EXPECT_EQ(echo("ui8=-0"), "ui8=0");
  EXPECT_EQ(echo("i32=007"), "i32=7");
  for (const char *literal :
       {"1.5", "abc", "1e3", "--1", "0x", "-", "+", "0xg", "1_0"})
    EXPECT_EQ(getError(std::string("i32=") + literal),
              std::string("expected a value of type i32, got '") + literal +
                  "'");
}

TEST(ArrayTextTest, Floats) {
  EXPECT_EQ(echo("5xf32=[nan,-NaN,Inf,-infinity,+inf]"),
            "5xf32=[nan,nan,inf,-inf,inf]");
  EXPECT_EQ(echo("4xf32=[0.1,-0.0,1e20,.5]"), "4xf32=[0.1,-0,1e+20,0.5]");
  EXPECT_EQ(echo("2xf64=[0x1.8p3,-0x.8P-1]"), "2xf64=[12,-0.25]");
  EXPECT_EQ(echo("3xf32=[3.4028235e38,1e-45,1e-46]"),
            "3xf32=[3.4028235e+38,1e-45,0]");
  EXPECT_EQ(echo("3xf16=[65504,0.1,6e-8]"), "3xf16=[65500,0.1,6e-08]");
  EXPECT_EQ(echo("2xbf16=[3.3895e38,0.1]"), "2xbf16=[3.39e+38,0.1]");
  EXPECT_TRUE(std::signbit(getElement<float>(parse("f32=-0.0"))));
}

TEST(ArrayTextTest, FloatBitPatterns) {
  EXPECT_EQ(getElement<uint32_t>(parse("f32=0x7fc12345")), 0x7fc12345u);
  EXPECT_EQ(getElement<uint16_t>(parse("bf16=0x3F80")), 0x3f80u);
  EXPECT_EQ(echo("f64=0x3FF0000000000000"), "f64=1");
  EXPECT_EQ(getError("f32=0x3F80"), "expected 8 hexadecimal digits for the "
                                    "bits of f32, got '0x3F80'");
  EXPECT_EQ(getError("f16=0x3Fzz"), "expected 4 hexadecimal digits for the "
                                    "bits of f16, got '0x3Fzz'");
}

TEST(ArrayTextTest, FloatErrors) {
  EXPECT_EQ(getError("f32=1e39"), "'1e39' is out of range for f32");
  EXPECT_EQ(getError("f16=65520"), "'65520' is out of range for f16");
  for (const char *literal :
       {"abc", "true", "1.2.3", "e5", "1e", "--1", "nan()", "0x1.8p", "0x1.8",
        "1f", ".", "-", "infi"}) {
    std::string message = getError(std::string("f32=") + literal);
    EXPECT_NE(message.find("expected "), std::string::npos) << message;
  }
}

/// A decimal is rounded once, not first to a wider format.
TEST(ArrayTextTest, RoundedOnce) {
  // Just above the midpoint of 1 and the next f16, closer than f32 can tell.
  EXPECT_EQ(getElement<uint16_t>(parse("f16=1.00048828125000000001")), 0x3c01u);
  EXPECT_EQ(getElement<uint16_t>(parse("f16=1.00048828125")), 0x3c00u);
}

/// Every number of the 16-bit formats comes back.
TEST(ArrayTextTest, RoundTrip16) {
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    for (unsigned bits = 0; bits < 65536; ++bits) {
      Array array = llvm::cantFail(Array::create({}, type));
      uint16_t pattern = static_cast<uint16_t>(bits);
      std::memcpy(array.getData(), &pattern, 2);
      Array back = parse(print(array));
      APFloat value(getSemantics(type), llvm::APInt(16, bits));
      APFloat valueBack(getSemantics(type),
                        llvm::APInt(16, getElement<uint16_t>(back)));
      ASSERT_TRUE(value.bitwiseIsEqual(valueBack) ||
                  (value.isNaN() && valueBack.isNaN()))
          << print(array);
    }
  }
}

TEST(ArrayTextTest, RoundTripRandom) {
  std::mt19937_64 random(1);
  for (ElementType type :
       {ElementType::F32, ElementType::F64, ElementType::I64, ElementType::UI64,
        ElementType::Complex64, ElementType::Complex128}) {
    Array array = llvm::cantFail(Array::create({5, 100}, type));
    for (int64_t i = 0; i < array.getByteSize(); i += 8) {
      uint64_t bits = random();
      if (isFloat(getPartType(type)))
        bits &= ~(uint64_t{1} << 62 | uint64_t{1} << 30); // no NaN
      std::memcpy(array.getData() + i, &bits, 8);
    }
    Array back = parse(print(array));
    EXPECT_EQ(back.getTypeText(), array.getTypeText());
    EXPECT_EQ(std::memcmp(back.getData(), array.getData(),
                          static_cast<size_t>(array.getByteSize())),
              0)
        << getName(type).str();
  }
}

TEST(ArrayTextTest, WrongCounts) {
  EXPECT_EQ(getError("3xi32=[1,2]"), "expected 3 values, got 2");
  EXPECT_EQ(getError("3xi32=[1,2,3,4]"), "expected 3 values, got more");
  EXPECT_EQ(getError("3xi32=[]"), "expected 3 values, got 0");
  EXPECT_EQ(getError("0xi32=[1]"), "expected 0 values, got more");
  EXPECT_EQ(getError("2x2xi32=[1,2,3]"), "expected 4 values, got 3");
  EXPECT_EQ(getError("2x2xi32=[[1,2],[3]]"),
            "expected 2 values in dimension 1, got 1");
  EXPECT_EQ(getError("2x2xi32=[[1,2],[3,4,5]]"),
            "expected 2 values in dimension 1, got more");
  EXPECT_EQ(getError("2x2xi32=[[1,2]]"),
            "expected 2 values in dimension 0, got 1");
}

TEST(ArrayTextTest, Syntax) {
  EXPECT_EQ(getError("hello"), "expected '<type>=<values>', such as "
                               "3xi32=[0,1,0], got 'hello'");
  EXPECT_EQ(getError("3xi32="), "expected a value of type i32 before the end");
  EXPECT_EQ(getError("3xi32=[1,2,3"), "expected ',' or ']' before the end");
  EXPECT_EQ(getError("3xi32=[1,2 3]"), "expected ',' or ']', got '3]'");
  EXPECT_EQ(getError("3xi32=[1,2,3] 4"),
            "expected nothing after the values, got '4'");
  EXPECT_EQ(getError("3xi32=[1,,3]"),
            "expected a value of type i32, got ',3]'");
  EXPECT_EQ(getError("3xi32=[[1,2,3]]"),
            "expected a value of type i32, got '[1,2,3]]'");
  EXPECT_EQ(getError("2x2xi32=[[1,2],3]"),
            "expected '[' of dimension 1, got '3]'");
  EXPECT_EQ(getError("1x1xi32=[[[1]]]"),
            "expected a value of type i32, got '[1]]]'");
}

TEST(ArrayTextTest, Types) {
  EXPECT_EQ(getError("?x4xf32=1"),
            "expected a number instead of '?' in '?x4xf32'");
  EXPECT_EQ(getError("4f32=1"), "expected 'x' after an extent in '4f32'");
  EXPECT_NE(getError("4xi4=1").find("unknown element type 'i4'; expected one"),
            std::string::npos);
  EXPECT_NE(getError("=1").find("unknown element type ''"), std::string::npos);
  EXPECT_NE(getError("-3xi32=1").find("unknown element type '-3xi32'"),
            std::string::npos);
  EXPECT_EQ(getError("99999999999999999999xi8=1"),
            "an extent in '99999999999999999999xi8' doesn't fit 63 bits");
  EXPECT_EQ(getError("9000000000000000000xi16=1"),
            "the size of 9000000000000000000xi16 overflows");
  EXPECT_EQ(getError("1000000000000000xi8=1"),
            "cannot allocate 1000000000000000 bytes for 1000000000000000xi8");
  std::string deep;
  for (int i = 0; i < 65; ++i)
    deep += "1x";
  EXPECT_NE(getError(deep + "i8=1").find("more than 64 dimensions"),
            std::string::npos);
}

/// Texts changed at random are parsed or refused, nothing else.
TEST(ArrayTextTest, Fuzz) {
  const llvm::StringRef seeds[] = {
      "3xi32=[0,1,0]",
      "2x2xf32=[[1,2],[3,-4e5]]",
      "2xcomplex<f32>=[(1,2),3]",
      "0x4xf32=[]",
      "4xf16=0x1.8p3",
      "2xi1=[true,0]",
      "bf16=-infinity",
      "2x0xui64=[[],[]]",
      "f64=0x7ff8000000000000",
  };
  const llvm::StringRef alphabet = "0123456789xXpPeE+-.,[]()<>=? ?infatrueb";
  std::mt19937 random(2);
  int numArrays = 0, numErrors = 0;
  for (int i = 0; i < 100000; ++i) {
    std::string text = seeds[random() % std::size(seeds)].str();
    for (unsigned n = 1 + random() % 4; n > 0; --n) {
      size_t at = random() % (text.size() + 1);
      char c = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
      case 0:
        text.insert(at, 1, c);
        break;
      case 1:
        text.erase(std::min(at, text.size()), 1);
        break;
      default:
        if (at < text.size())
          text[at] = c;
      }
    }
    llvm::Expected<Array> array = parseArray(text);
    if (array) {
      ++numArrays;
      if (array->getNumElements() < 1000) {
        EXPECT_EQ(echo(print(*array)), print(*array)) << text;
      }
    } else {
      ++numErrors;
      EXPECT_NE(llvm::toString(array.takeError()), "");
    }
  }
  EXPECT_GT(numArrays, 1000);
  EXPECT_GT(numErrors, 1000);
}

} // namespace
