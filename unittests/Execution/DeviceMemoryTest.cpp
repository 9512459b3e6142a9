//===- DeviceMemoryTest.cpp - Tests of memory of a device -----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where arrays of functions with kernels lie. The emulation's memory stops
// whoever touches it from the wrong side.
//
//===----------------------------------------------------------------------===//

#include "Emulation/DeviceMemory.h"
#include "Emulation/EmulatedGpu.h"
#include "TestUtils.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "segment/Execution/Executable.h"
#include "segment/InitAll.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::segment;
using emulation::DeviceMemory;

namespace {
/// Of an array of rank 1.
struct Descriptor {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};

class DeviceMemoryTest : public testing::Test {
protected:
  DeviceMemoryTest() {
    DialectRegistry registry;
    mlir::segment::registerAllDialects(registry);
    mlir::segment::registerAllExtensions(registry);
    context.appendDialectRegistry(registry);
  }

  /// The entry point of the function that `text` has.
  Executable::Entry compile(StringRef text) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    CompileOptions options;
    options.target = Target::emulation;
    FailureOr<Executable> compiled = Executable::compile(*module, options);
    if (failed(compiled)) {
      ADD_FAILURE() << "expected code";
      return nullptr;
    }
    executable.emplace(std::move(*compiled));
    return llvm::cantFail(
        executable->getEntry(executable->getFunctionNames().front()));
  }

  static Descriptor describe(float *data, int64_t size) {
    return {data, data, 0, size, 1};
  }

  /// Memory of the device with these values.
  float *makeOnDevice(ArrayRef<float> values) {
    uint64_t bytes = values.size() * sizeof(float);
    void *pointer = DeviceMemory::get().allocate(bytes);
    EXPECT_EQ(
        emulation::EmulatedGpu::get().write(pointer, values.data(), bytes), "");
    return static_cast<float *>(pointer);
  }
  static std::vector<float> readFromDevice(const float *pointer, size_t size) {
    std::vector<float> values(size);
    EXPECT_EQ(emulation::EmulatedGpu::get().read(values.data(), pointer,
                                                 size * sizeof(float)),
              "");
    return values;
  }

  MLIRContext context;
  std::optional<Executable> executable;
  std::unique_ptr<SegmentContext, decltype(&segmentContextDestroy)> call{
      segmentContextCreate(), segmentContextDestroy};
};

constexpr StringRef negate = R"mlir(
  #id = affine_map<(i) -> (i)>
  func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %to = tensor.empty(%n) : tensor<?xf32>
    %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%x : tensor<?xf32>) outs(%to : tensor<?xf32>) {
    ^bb0(%e: f32, %old: f32):
      %1 = arith.negf %e : f32
      linalg.yield %1 : f32
    } -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
)mlir";

constexpr StringRef negateInPlace = R"mlir(
  #id = affine_map<(i) -> (i)>
  func.func @f(%x: memref<?xf32>) {
    linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
        outs(%x : memref<?xf32>) {
    ^bb0(%e: f32):
      %0 = arith.negf %e : f32
      linalg.yield %0 : f32
    }
    return
  }
)mlir";

TEST_F(DeviceMemoryTest, HostToHost) {
  Executable::Entry entry = compile(negate);
  ASSERT_TRUE(entry);
  const float data[] = {1, 2, 3};
  Descriptor argument = describe(const_cast<float *>(data), 3), result;
  void *arguments[] = {&argument}, *results[] = {&result};
  ASSERT_EQ(entry(call.get(), arguments, results), SEGMENT_OK);
  EXPECT_FALSE(DeviceMemory::get().isInRange(result.aligned));
  EXPECT_EQ(ArrayRef(result.aligned, 3), ArrayRef<float>({-1, -2, -3}));
  ASSERT_TRUE(segmentContextRelease(call.get(), result.allocated));
  segmentFree(result.allocated);
}

TEST_F(DeviceMemoryTest, DeviceToDevice) {
  Executable::Entry entry = compile(negate);
  ASSERT_TRUE(entry);
  float *data = makeOnDevice({1, 2, 3});
  size_t before = DeviceMemory::get().getAllocations().size();
  Descriptor argument = describe(data, 3), result;
  void *arguments[] = {&argument}, *results[] = {&result};
  ASSERT_EQ(entry(call.get(), arguments, results), SEGMENT_OK);
  // The result is the one new allocation: nothing was copied.
  EXPECT_TRUE(DeviceMemory::get().isInRange(result.aligned));
  EXPECT_EQ(DeviceMemory::get().getAllocations().size(), before + 1);
  EXPECT_EQ(readFromDevice(result.aligned, 3),
            std::vector<float>({-1, -2, -3}));
  call.reset();
  EXPECT_EQ(DeviceMemory::get().getAllocations().size(), before);
  DeviceMemory::get().free(data);
}

TEST_F(DeviceMemoryTest, WrittenInPlace) {
  Executable::Entry entry = compile(negateInPlace);
  ASSERT_TRUE(entry);
  float data[] = {1, 2, 3};
  Descriptor argument = describe(data, 3);
  void *arguments[] = {&argument};
  ASSERT_EQ(entry(call.get(), arguments, nullptr), SEGMENT_OK);
  EXPECT_EQ(ArrayRef(data), ArrayRef<float>({-1, -2, -3}));

  float *device = makeOnDevice({4, 5, 6});
  argument = describe(device, 3);
  ASSERT_EQ(entry(call.get(), arguments, nullptr), SEGMENT_OK);
  EXPECT_EQ(readFromDevice(device, 3), std::vector<float>({-4, -5, -6}));
  DeviceMemory::get().free(device);
}

TEST_F(DeviceMemoryTest, ArgumentThatIsNoAllocation) {
  // An address of the device's range with nothing behind it.
  Executable::Entry entry = compile(negate);
  ASSERT_TRUE(entry);
  float *device = makeOnDevice({1});
  Descriptor argument = describe(device + 100000, 3), result;
  void *arguments[] = {&argument}, *results[] = {&result};
  EXPECT_EQ(entry(call.get(), arguments, results), SEGMENT_ERROR_DEVICE);
  EXPECT_TRUE(StringRef(segmentContextGetMessage(call.get()))
                  .contains("access out of bounds: thread ("));
  DeviceMemory::get().free(device);
}

TEST_F(DeviceMemoryTest, ArgumentThatIsTooShort) {
  Executable::Entry entry = compile(negate);
  ASSERT_TRUE(entry);
  float *device = makeOnDevice({1, 2, 3});
  Descriptor argument = describe(device, 4), result;
  void *arguments[] = {&argument}, *results[] = {&result};
  EXPECT_EQ(entry(call.get(), arguments, results), SEGMENT_ERROR_DEVICE);
  StringRef message = segmentContextGetMessage(call.get());
  EXPECT_TRUE(message.starts_with("error: kernel 'f_loop_0': access out of "
                                  "bounds: thread ("))
      << message.str();
  EXPECT_TRUE(message.contains("reads 4 bytes at byte 12 of an array of 12 "
                               "bytes"))
      << message.str();
  DeviceMemory::get().free(device);
}

TEST_F(DeviceMemoryTest, NothingIsReadBeforeItIsWritten) {
  auto *bytes = static_cast<unsigned char *>(DeviceMemory::get().allocate(3));
  unsigned char copy[3];
  EXPECT_EQ(emulation::EmulatedGpu::get().read(copy, bytes, 3), "");
  EXPECT_EQ(copy[1], 0xcd);
  EXPECT_EQ(emulation::EmulatedGpu::get().read(copy, bytes + 1, 3),
            "a copy to the host of 3 bytes that are not within memory of the "
            "device");
  DeviceMemory::get().free(bytes);
}

TEST_F(DeviceMemoryTest, TooMuch) {
  EXPECT_EQ(DeviceMemory::get().allocate(uint64_t{1} << 60), nullptr);
}

using DeviceMemoryDeathTest = DeviceMemoryTest;

TEST_F(DeviceMemoryDeathTest, HostTouchesMemoryOfTheDevice) {
  float *device = makeOnDevice({1, 2, 3});
  EXPECT_DEATH({ *static_cast<volatile float *>(device) = 1; }, "");
  EXPECT_DEATH((void)*static_cast<volatile float *>(device), "");
  DeviceMemory::get().free(device);
}
} // namespace
