//===- GPUEntryPoints.cpp - What launches of kernels call -----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GPUEntryPoints.h"

#include "../DeviceRuntime/CudaEntryPoints.h"
#include "Emulation/DeviceCode.h"
#include "Emulation/EmulatedGpu.h"
#include "segment/Execution/Emulation.h"
#include "segment/Execution/KernelCounts.h"
#include "segment/Runtime/Device.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::segment;
namespace device = ::segment::device;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// A module of kernels, as the entry points pass it around. Where it can't be
/// loaded there is one without code, so that the error is reported by the call
/// that needs it.
struct Module {
  std::unique_ptr<emulation::DeviceCode> code;
  std::string problem;
};

} // namespace

static EmulationOptions &getOptions() {
  static thread_local EmulationOptions options;
  return options;
}

void mlir::segment::setEmulationOptions(const EmulationOptions &options) {
  getOptions() = options;
}

static void report(const Twine &problem) { device::noteProblem(problem.str()); }

static void *loadModule(const char *data, size_t size) {
  if (getOptions().printHash)
    llvm::errs() << "hash of the emulated kernels: "
                 << llvm::utohexstr(llvm::xxh3_64bits(StringRef(data, size)),
                                    /*LowerCase=*/true, 16)
                 << '\n';
  auto module = std::make_unique<Module>();
  auto code = emulation::DeviceCode::load(StringRef(data, size),
                                          getOptions().checkRaces);
  if (code)
    module->code = std::move(*code);
  else
    module->problem = llvm::toString(code.takeError());
  return module.release();
}

static void unloadModule(void *module) { delete static_cast<Module *>(module); }

/// Null, after a report, if there is no such kernel.
static const void *getFunction(void *handle, const char *name) {
  auto *module = static_cast<Module *>(handle);
  const emulation::Kernel *kernel =
      module->code ? module->code->lookup(name) : nullptr;
  if (!module->code)
    report(module->problem);
  else if (!kernel)
    report(Twine("no kernel '") + name + "'");
  return kernel;
}

/// What a GPU takes.
static bool isInLimits(const int64_t grid[3], const int64_t block[3]) {
  static constexpr int64_t maxGrid[] = {INT32_MAX, 65535, 65535};
  static constexpr int64_t maxBlock[] = {1024, 1024, 64};
  int64_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    if (grid[i] < 1 || grid[i] > maxGrid[i] || block[i] < 1 ||
        block[i] > maxBlock[i])
      return false;
    threads *= block[i];
  }
  return threads <= 1024;
}

static void launchKernel(const void *handle, int64_t gridX, int64_t gridY,
                         int64_t gridZ, int64_t blockX, int64_t blockY,
                         int64_t blockZ, int32_t dynamicSharedBytes,
                         void *stream, void **parameters, void **extra,
                         size_t numParameters) {
  auto *kernel = static_cast<const emulation::Kernel *>(handle);
  // Nothing is run behind a failure.
  if (!kernel || device::hasProblem())
    return;
  auto fail = [&](const Twine &problem) {
    report("kernel '" + kernel->name + "': " + problem);
  };
  const int64_t grid[] = {gridX, gridY, gridZ};
  const int64_t block[] = {blockX, blockY, blockZ};
  if (!isInLimits(grid, block))
    return fail("a grid of " + Twine(gridX) + " x " + Twine(gridY) + " x " +
                Twine(gridZ) + " blocks of " + Twine(blockX) + " x " +
                Twine(blockY) + " x " + Twine(blockZ) +
                " threads is not what a GPU can run");
  if (dynamicSharedBytes != 0)
    return fail("the emulation has no dynamic shared memory");
  emulation::Launch launch;
  launch.entry = kernel->entry;
  launch.arguments = parameters;
  for (int i = 0; i < 3; ++i) {
    launch.gridSize[i] = static_cast<uint32_t>(grid[i]);
    launch.blockSize[i] = static_cast<uint32_t>(block[i]);
  }
  launch.synchronizes = kernel->synchronizes;
  launch.sharedMemory = kernel->sharedMemory;
  launch.seed = getOptions().seed;
  std::vector<emulation::MemoryRange> memory =
      emulation::DeviceMemory::get().getAllocations();
  launch.memory = memory;
  if (EmulationCounts *counts = getOptions().counts)
    launch.counts = &counts->get(kernel->name);
  emulation::DeviceMemory::Access access;
  std::string problem = emulation::run(launch);
  if (!problem.empty())
    fail(problem);
}

/// Launches are synchronous, so there is one stream and nothing to wait for.
static void *createStream() { return nullptr; }
static void ignoreStream(void *) {}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static device::Device &getGpu() { return emulation::EmulatedGpu::get(); }

static void *allocate(SegmentContext *context, int64_t bytes) {
  return device::allocate(getGpu(), context, bytes);
}
static void release(SegmentContext *context, void *pointer) {
  device::release(getGpu(), context, pointer);
}
static int32_t canAllocate(SegmentContext *context, int64_t bytes) {
  return device::canAllocate(getGpu(), context, bytes);
}
static void read(SegmentContext *context, void *host, const void *from,
                 int64_t bytes) {
  device::read(getGpu(), context, host, from, bytes);
}
static void write(SegmentContext *context, void *to, const void *host,
                  int64_t bytes) {
  device::write(getGpu(), context, to, host, bytes);
}
static void copy(SegmentContext *context, void *to, const void *from,
                 int64_t bytes) {
  device::copy(getGpu(), context, to, from, bytes);
}
static void *takeArgument(SegmentContext *context, void *pointer,
                          int64_t bytes) {
  return device::takeArgument(getGpu(), context, pointer, bytes);
}
static void returnArgument(SegmentContext *context, void *pointer,
                           const void *from, int64_t bytes) {
  device::returnArgument(getGpu(), context, pointer, from, bytes);
}
static void *takeResult(SegmentContext *context, const void *from,
                        int64_t bytes) {
  return device::takeResult(getGpu(), context, from, bytes);
}
static void checkLaunches(SegmentContext *context) {
  device::checkLaunches(getGpu(), context);
}

//===----------------------------------------------------------------------===//
// The tables
//===----------------------------------------------------------------------===//

template <typename T>
static std::pair<StringRef, void *> makeSymbol(StringRef name, T *function) {
  return {name, reinterpret_cast<void *>(function)};
}

llvm::ArrayRef<std::pair<StringRef, void *>>
mlir::segment::getEmulationEntryPoints() {
  static const std::pair<StringRef, void *> symbols[] = {
      makeSymbol("mgpuModuleLoad", &loadModule),
      makeSymbol("mgpuModuleUnload", &unloadModule),
      makeSymbol("mgpuModuleGetFunction", &getFunction),
      makeSymbol("mgpuLaunchKernel", &launchKernel),
      makeSymbol("mgpuStreamCreate", &createStream),
      makeSymbol("mgpuStreamSynchronize", &ignoreStream),
      makeSymbol("mgpuStreamDestroy", &ignoreStream),
      makeSymbol("segment_rt_check_launches", &checkLaunches),
      makeSymbol("segment_rt_device_alloc", &allocate),
      makeSymbol("segment_rt_device_free", &release),
      makeSymbol("segment_rt_device_can_allocate", &canAllocate),
      makeSymbol("segment_rt_device_read", &read),
      makeSymbol("segment_rt_device_write", &write),
      makeSymbol("segment_rt_device_copy", &copy),
      makeSymbol("segment_rt_device_argument", &takeArgument),
      makeSymbol("segment_rt_device_argument_back", &returnArgument),
      makeSymbol("segment_rt_device_result", &takeResult),
  };
  return symbols;
}

#define SYMBOL(name) makeSymbol(#name, &name)

llvm::ArrayRef<std::pair<StringRef, void *>>
mlir::segment::getCudaEntryPoints() {
  static const std::pair<StringRef, void *> symbols[] = {
      SYMBOL(mgpuModuleLoad),
      SYMBOL(mgpuModuleLoadJIT),
      SYMBOL(mgpuModuleUnload),
      SYMBOL(mgpuModuleGetFunction),
      SYMBOL(mgpuLaunchKernel),
      SYMBOL(mgpuStreamCreate),
      SYMBOL(mgpuStreamDestroy),
      SYMBOL(mgpuStreamSynchronize),
      SYMBOL(mgpuStreamWaitEvent),
      SYMBOL(mgpuEventCreate),
      SYMBOL(mgpuEventDestroy),
      SYMBOL(mgpuEventSynchronize),
      SYMBOL(mgpuEventRecord),
      SYMBOL(mgpuMemAlloc),
      SYMBOL(mgpuMemFree),
      SYMBOL(mgpuMemcpy),
      SYMBOL(mgpuMemset32),
      SYMBOL(mgpuMemset16),
      SYMBOL(mgpuMemHostRegister),
      SYMBOL(mgpuMemHostUnregister),
      SYMBOL(segment_rt_check_launches),
      SYMBOL(segment_rt_device_alloc),
      SYMBOL(segment_rt_device_free),
      SYMBOL(segment_rt_device_can_allocate),
      SYMBOL(segment_rt_device_read),
      SYMBOL(segment_rt_device_write),
      SYMBOL(segment_rt_device_copy),
      SYMBOL(segment_rt_device_argument),
      SYMBOL(segment_rt_device_argument_back),
      SYMBOL(segment_rt_device_result),
  };
  return symbols;
}

#undef SYMBOL
