//===- NpyTest.cpp - Tests of numpy's files ---------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/Npy.h"

#include "TestUtils.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <fcntl.h>
#include <random>
#include <unistd.h>

using namespace mlir::segment;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

/// A file of version 1.0 with the header as given and these elements.
static std::string makeFile(StringRef header, StringRef elements = "") {
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 255);
  file += static_cast<char>(header.size() >> 8);
  return file + header.str() + elements.str();
}

static std::string makeHeader(StringRef descr, StringRef shape,
                              StringRef isFortranOrder = "False") {
  return ("{'descr': '" + descr + "', 'fortran_order': " + isFortranOrder +
          ", 'shape': " + shape + ", }\n")
      .str();
}

template <typename T>
static std::string toBytes(std::initializer_list<T> values) {
  return std::string(reinterpret_cast<const char *>(values.begin()),
                     values.size() * sizeof(T));
}

static std::string read(StringRef header, StringRef elements = "") {
  return print(parseNpy(makeFile(header, elements)));
}

/// What numpy.save would write.
static std::string write(const Array &array) {
  return formatNpyHeader(array) +
         std::string(array.getData(), static_cast<size_t>(array.getByteSize()));
}

namespace {

TEST(NpyReaderTest, Types) {
  EXPECT_EQ(read(makeHeader("|b1", "(2,)"), toBytes<char>({1, 0})),
            "2xi1=[true,false]");
  EXPECT_EQ(read(makeHeader("|i1", "(2,)"), toBytes<int8_t>({-1, 5})),
            "2xi8=[-1,5]");
  EXPECT_EQ(read(makeHeader("<i2", "(1,)"), toBytes<int16_t>({-300})),
            "1xi16=[-300]");
  EXPECT_EQ(read(makeHeader("<i4", "(1,)"), toBytes<int32_t>({-70000})),
            "1xi32=[-70000]");
  EXPECT_EQ(read(makeHeader("<i8", "(1,)"), toBytes<int64_t>({-1})),
            "1xi64=[-1]");
  EXPECT_EQ(read(makeHeader("|u1", "(1,)"), toBytes<uint8_t>({255})),
            "1xui8=[255]");
  EXPECT_EQ(read(makeHeader("<u2", "(1,)"), toBytes<uint16_t>({65535})),
            "1xui16=[65535]");
  EXPECT_EQ(read(makeHeader("<u4", "(1,)"), toBytes<uint32_t>({1u << 31})),
            "1xui32=[2147483648]");
  EXPECT_EQ(read(makeHeader("<u8", "(1,)"), toBytes<uint64_t>({1ull << 63})),
            "1xui64=[9223372036854775808]");
  EXPECT_EQ(read(makeHeader("<f2", "(1,)"), toBytes<uint16_t>({0x3e00})),
            "1xf16=[1.5]");
  EXPECT_EQ(read(makeHeader("<f4", "(1,)"), toBytes<float>({1.5f})),
            "1xf32=[1.5]");
  EXPECT_EQ(read(makeHeader("<f8", "(1,)"), toBytes<double>({-2.5})),
            "1xf64=[-2.5]");
  EXPECT_EQ(read(makeHeader("<c8", "(1,)"), toBytes<float>({1, -2})),
            "1xcomplex<f32>=[(1,-2)]");
  EXPECT_EQ(read(makeHeader("<c16", "(1,)"), toBytes<double>({1, -2})),
            "1xcomplex<f64>=[(1,-2)]");
  // ml_dtypes' bfloat16, in the form it is saved in and without an order.
  EXPECT_EQ(read(makeHeader("<V2", "(1,)"), toBytes<uint16_t>({0x3fc0})),
            "1xbf16=[1.5]");
  EXPECT_EQ(read(makeHeader("|V2", "(1,)"), toBytes<uint16_t>({0x3fc0})),
            "1xbf16=[1.5]");
}

TEST(NpyReaderTest, ByteOrder) {
  EXPECT_EQ(read(makeHeader(">i4", "(2,)"),
                 StringRef("\x00\x00\x00\x01\xff\xff\xff\xfe", 8)),
            "2xi32=[1,-2]");
  EXPECT_EQ(read(makeHeader(">c8", "(1,)"),
                 StringRef("\x3f\x80\x00\x00\xc0\x00\x00\x00", 8)),
            "1xcomplex<f32>=[(1,-2)]");
  EXPECT_EQ(read(makeHeader(">f2", "(1,)"), StringRef("\x3e\x00", 2)),
            "1xf16=[1.5]");
  EXPECT_EQ(read(makeHeader(">u1", "(1,)"), "A"), "1xui8=[65]");
  EXPECT_EQ(read(makeHeader("=u2", "(1,)"), toBytes<uint16_t>({7})),
            "1xui16=[7]");
  EXPECT_EQ(read(makeHeader("u2", "(1,)"), toBytes<uint16_t>({7})),
            "1xui16=[7]");
}

TEST(NpyReaderTest, FortranOrder) {
  EXPECT_EQ(read(makeHeader("|i1", "(2, 3)", "True"), "\1\2\3\4\5\6"),
            "2x3xi8=[[1,3,5],[2,4,6]]");
  EXPECT_EQ(read(makeHeader("|i1", "(2, 1, 2)", "True"), "\1\2\3\4"),
            "2x1x2xi8=[[[1,3]],[[2,4]]]");
  EXPECT_EQ(read(makeHeader("|i1", "(3,)", "True"), "\1\2\3"), "3xi8=[1,2,3]");
  EXPECT_EQ(read(makeHeader(">i2", "(2, 2)", "True"),
                 StringRef("\0\1\0\2\0\3\0\4", 8)),
            "2x2xi16=[[1,3],[2,4]]");
}

TEST(NpyReaderTest, Shapes) {
  EXPECT_EQ(read(makeHeader("|i1", "()"), "\5"), "i8=5");
  EXPECT_EQ(read(makeHeader("|i1", "(0,)")), "0xi8=[]");
  EXPECT_EQ(read(makeHeader("<f4", "(2, 0)")), "2x0xf32=[]");
  EXPECT_EQ(read(makeHeader("|i1", "(1,2)"), "\1\2"), "1x2xi8=[[1,2]]");
  EXPECT_EQ(read(makeHeader("|i1", "(1, 2, )"), "\1\2"), "1x2xi8=[[1,2]]");
  // As Python 2 wrote it.
  EXPECT_EQ(read(makeHeader("|i1", "(2L,)"), "\1\2"), "2xi8=[1,2]");
  EXPECT_EQ(read(makeHeader("<f8", "(4611686018427387904, 0, "
                                   "4611686018427387904)")),
            "4611686018427387904x0x4611686018427387904xf64=[]");
}

TEST(NpyReaderTest, Versions) {
  std::string header = makeHeader("|i1", "(2,)");
  for (char major : {2, 3}) {
    std::string file("\x93NUMPY", 6);
    file += {major, 0, static_cast<char>(header.size()), 0, 0, 0};
    EXPECT_EQ(print(parseNpy(file + header + "\1\2")), "2xi8=[1,2]");
  }
  EXPECT_EQ(getMessage(parseNpy(StringRef("\x93NUMPY\x04\x00\x00\x00", 10))),
            "expected version 1.0, 2.0 or 3.0 of the .npy format, got 4.0");
  EXPECT_EQ(getMessage(parseNpy(StringRef("\x93NUMPY\x01\x01\x00\x00", 10))),
            "expected version 1.0, 2.0 or 3.0 of the .npy format, got 1.1");
}

TEST(NpyReaderTest, HeaderForms) {
  EXPECT_EQ(read("{\"shape\":(2,),\"descr\":\"|i1\",\"fortran_order\":False}",
                 "\1\2"),
            "2xi8=[1,2]");
  EXPECT_EQ(read("  { 'descr' : '|i1' , 'fortran_order' : False , 'shape' : ( "
                 "2 , ) , }     \n",
                 "\1\2"),
            "2xi8=[1,2]");
}

TEST(NpyReaderTest, BoolsAreNormalized) {
  llvm::Expected<Array> array =
      parseNpy(makeFile(makeHeader("|b1", "(3,)"), "\x02\xff\x01"));
  ASSERT_TRUE(bool(array));
  EXPECT_EQ(StringRef(array->getData(), 3), "\1\1\1");
}

TEST(NpyReaderTest, BadElements) {
  EXPECT_EQ(read(makeHeader("<f4", "(3,)"), "1234567"),
            "error: expected 12 bytes for 3xf32, got 7");
  EXPECT_EQ(read(makeHeader("<f4", "(1,)"), "12345"),
            "error: expected 4 bytes for 1xf32, got 5");
  EXPECT_EQ(read(makeHeader("|i1", "(1000000000000,)"), "1"),
            "error: expected 1000000000000 bytes for 1000000000000xi8, got 1");
  EXPECT_EQ(read(makeHeader("<f8", "(4294967296, 4294967296)")),
            "error: the size of 4294967296x4294967296xf64 overflows");
}

TEST(NpyReaderTest, BadHeaders) {
  auto message = [](StringRef header) { return read(header); };
  EXPECT_EQ(message(makeHeader("<f16", "(1,)")),
            "error: element type '<f16' is not supported");
  EXPECT_EQ(message(makeHeader("|O", "(1,)")),
            "error: element type '|O' is not supported");
  EXPECT_EQ(message(makeHeader("<U5", "(1,)")),
            "error: element type '<U5' is not supported");
  EXPECT_EQ(message(makeHeader("", "(1,)")),
            "error: element type '' is not supported");
  EXPECT_EQ(message("{'descr': [('a', '<f4')], 'fortran_order': False, "
                    "'shape': (1,)}"),
            "error: structured element types are not supported");
  EXPECT_EQ(message(makeHeader("|i1", "(1,)", "true")),
            "error: malformed header: expected True or False for "
            "'fortran_order', got 'true, 'shape': (1,), }\\0A'");
  EXPECT_EQ(message("{'descr': '|i1', 'shape': (1,), }"),
            "error: malformed header: no key 'fortran_order'");
  EXPECT_EQ(message("{'descr': '|i1', 'descr': '|i1', }"),
            "error: malformed header: second key 'descr'");
  EXPECT_EQ(message("{'other': 1}"),
            "error: malformed header: unknown key 'other'");
  EXPECT_EQ(message(""),
            "error: malformed header: expected '{' before its end");
  EXPECT_EQ(message("{'descr"),
            "error: malformed header: expected a string with an end, got "
            "''descr'");
  EXPECT_EQ(message(makeHeader("|i1", "(1,)") + "x"),
            "error: malformed header: expected nothing after '}', got 'x'");
  for (StringRef shape : {"(3)", "(-1,)", "(,)", "(1.5,)", "(1 2)", "(1,", "1",
                          "[1]", "(9223372036854775808,)", "(True,)"})
    EXPECT_EQ(message(makeHeader("|i1", shape)).find("error: malformed header"),
              0u)
        << shape.str();
  std::string deep = "(";
  for (int i = 0; i < 65; ++i)
    deep += "1,";
  EXPECT_EQ(message(makeHeader("|i1", deep + ")")),
            "error: the shape has more than 64 dimensions");
}

TEST(NpyReaderTest, EveryTruncation) {
  std::string file = makeFile(makeHeader("<f4", "(2,)"), "12345678");
  for (size_t size = 0; size < file.size(); ++size) {
    std::string message =
        getMessage(parseNpy(StringRef(file).take_front(size)));
    EXPECT_TRUE(message.find("not a .npy file") == 0 ||
                message.find("the file ends within its header") == 0 ||
                message.find("expected 8 bytes for 2xf32, got ") == 0)
        << message;
  }
}

/// Files changed at random are read or refused, nothing else.
TEST(NpyReaderTest, Fuzz) {
  const std::string seeds[] = {
      makeFile(makeHeader("<f4", "(2, 3)"), std::string(24, '\x3f')),
      makeFile(makeHeader(">i8", "(3, 1)", "True"), std::string(24, '\1')),
      makeFile(makeHeader("<V2", "()"), "ab"),
      makeFile(makeHeader("|b1", "(0, 4)")),
      makeFile(makeHeader("<c16", "(1,)"), std::string(16, '\0')),
  };
  const StringRef alphabet = "0123456789'\"(){},:<>|=TrueFalseifuVcbL \n-\x93";
  std::mt19937 random(3);
  int numArrays = 0, numErrors = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string file = seeds[random() % std::size(seeds)];
    for (unsigned n = 1 + random() % 4; n > 0 && !file.empty(); --n) {
      size_t at = random() % file.size();
      char c = random() % 4 ? alphabet[random() % alphabet.size()]
                            : static_cast<char>(random());
      switch (random() % 4) {
      case 0:
        file.insert(at, 1, c);
        break;
      case 1:
        file.erase(at, 1);
        break;
      case 2:
        file.resize(at);
        break;
      default:
        file[at] = c;
      }
    }
    // On the heap at its exact size, so that a sanitizer sees any overrun.
    auto exact = std::make_unique<char[]>(file.size());
    std::memcpy(exact.get(), file.data(), file.size());
    llvm::Expected<Array> array = parseNpy(StringRef(exact.get(), file.size()));
    if (array) {
      ++numArrays;
      EXPECT_LE(array->getByteSize(), 100);
    } else {
      ++numErrors;
      EXPECT_NE(llvm::toString(array.takeError()), "");
    }
  }
  EXPECT_GT(numArrays, 1000);
  EXPECT_GT(numErrors, 1000);
}

TEST(NpyWriterTest, AsNumpyWrites) {
  std::string want =
      std::string("\x93NUMPY\x01\x00v\x00", 10) +
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  want.append(128 - 1 - want.size(), ' ');
  want += '\n';
  EXPECT_EQ(formatNpyHeader(parse("2x3xf32=0")), want);
}

TEST(NpyWriterTest, Headers) {
  struct {
    const char *array, *descr, *shape;
  } cases[] = {
      {"2xi1=0", "|b1", "(2,)"},
      {"i8=0", "|i1", "()"},
      {"1x2xi16=0", "<i2", "(1, 2)"},
      {"0xi32=0", "<i4", "(0,)"},
      {"1xi64=0", "<i8", "(1,)"},
      {"1xindex=0", "<i8", "(1,)"},
      {"1xui8=0", "|u1", "(1,)"},
      {"1xui16=0", "<u2", "(1,)"},
      {"1xui32=0", "<u4", "(1,)"},
      {"1xui64=0", "<u8", "(1,)"},
      {"1xf16=0", "<f2", "(1,)"},
      {"1xbf16=0", "<V2", "(1,)"},
      {"1xf64=0", "<f8", "(1,)"},
      {"1xcomplex<f32>=0", "<c8", "(1,)"},
      {"1xcomplex<f64>=0", "<c16", "(1,)"},
  };
  for (const auto &test : cases) {
    std::string header = formatNpyHeader(parse(test.array));
    EXPECT_EQ(header.size() % 64, 0u);
    EXPECT_NE(header.find(std::string("{'descr': '") + test.descr +
                          "', 'fortran_order': False, 'shape': " + test.shape +
                          ", }"),
              std::string::npos)
        << header;
  }
}

TEST(NpyWriterTest, RoundTrip) {
  for (StringRef text :
       {"2xi1=[true,false]", "i8=-5", "1x2xi16=[[1,-2]]", "0x3xi32=[]",
        "2xui64=[18446744073709551615,0]", "3xf16=[1,nan,-inf]",
        "3xbf16=[1,nan,-inf]", "2x2xf64=[[1,-0],[0.1,1e+300]]",
        "1xcomplex<f32>=[(1,-2)]", "1xcomplex<f64>=[(0.1,nan)]"})
    EXPECT_EQ(print(parseNpy(write(parse(text)))), text);
  // A shape that takes more than one multiple of 64 bytes.
  std::string deep;
  for (int i = 0; i < 64; ++i)
    deep += "1x";
  Array array = parse(deep + "i8=7");
  EXPECT_EQ(print(parseNpy(write(array))), print(array));
}

/// A folder for files.
class NpyFilesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("segment-npy", folder));
  }
  void TearDown() override { fs::remove_directories(folder); }

  std::string getPath(StringRef name) {
    return (StringRef(folder) + "/" + name).str();
  }
  std::vector<std::string> list() {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; it != end && !error;
         it.increment(error))
      names.push_back(llvm::sys::path::filename(it->path()).str());
    llvm::sort(names);
    return names;
  }
  std::string write(std::vector<NpyOutput> outputs) {
    return llvm::toString(writeNpyFiles(outputs));
  }

  llvm::SmallString<128> folder;
};

TEST_F(NpyFilesTest, WriteAndRead) {
  EXPECT_EQ(write({{getPath("a.npy"), parse("2xf32=[1,2]")},
                   {getPath("b.npy"), parse("i64=3")}}),
            "");
  EXPECT_EQ(list(), (std::vector<std::string>{"a.npy", "b.npy"}));
  EXPECT_EQ(print(readNpy(getPath("a.npy"))), "2xf32=[1,2]");
  EXPECT_EQ(print(readNpy(getPath("b.npy"))), "i64=3");
  EXPECT_EQ(write({{getPath("a.npy"), parse("1xi8=[4]")}}), "");
  EXPECT_EQ(print(readNpy(getPath("a.npy"))), "1xi8=[4]");
}

TEST_F(NpyFilesTest, AllOrNothing) {
  std::string absent = getPath("absent/b.npy");
  std::string message = write(
      {{getPath("a.npy"), parse("2xf32=[1,2]")}, {absent, parse("i64=3")}});
  EXPECT_EQ(message.find(absent + ": "), 0u) << message;
  EXPECT_EQ(list(), std::vector<std::string>());
}

TEST_F(NpyFilesTest, OneFileTwice) {
  std::string path = getPath("a.npy");
  EXPECT_EQ(write({{path, parse("i8=1")}, {path, parse("i8=2")}}),
            path + ": two arrays can't go to the same file");
  EXPECT_EQ(list(), std::vector<std::string>());
}

TEST_F(NpyFilesTest, Devices) {
  EXPECT_EQ(write({{"/dev/null", parse("i8=1")}, {"/dev/null", parse("i8=2")}}),
            "");
  EXPECT_EQ(write({{"/dev/null", parse("2xf32=[1,2]")}}), "");
  if (fs::exists("/dev/full")) {
    std::string message = write({{getPath("a.npy"), parse("2xf32=[1,2]")},
                                 {"/dev/full", parse("2xf32=[1,2]")}});
    EXPECT_EQ(message.find("/dev/full: "), 0u) << message;
    EXPECT_EQ(list(), std::vector<std::string>());
  }
}

TEST_F(NpyFilesTest, ErrorsNameTheFile) {
  std::string path = getPath("absent.npy");
  EXPECT_EQ(getMessage(readNpy(path)), path + ": No such file or directory");
  std::string bad = getPath("bad.npy");
  std::error_code error;
  llvm::raw_fd_ostream(bad, error) << "text";
  EXPECT_EQ(getMessage(readNpy(bad)),
            bad + ": not a .npy file: it doesn't start with \\x93NUMPY");
  EXPECT_EQ(getMessage(readNpy(folder)).find(folder.str().str() + ": "), 0u);
}

} // namespace
