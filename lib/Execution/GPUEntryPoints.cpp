//===- GPUEntryPoints.cpp - What launches of kernels call -----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GPUEntryPoints.h"

#include "Emulation/DeviceCode.h"
#include "segment/Execution/Emulation.h"
#include "segment/Runtime/Runtime.h"
#include "llvm/ADT/Twine.h"

using namespace mlir::segment;
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

/// What the calls of a thread have in common.
struct ThreadState {
  /// The first thing that went wrong in the call that is running.
  std::string problem;
  EmulationOptions options;
};
} // namespace

static ThreadState &getThreadState() {
  static thread_local ThreadState state;
  return state;
}

void mlir::segment::setEmulationOptions(const EmulationOptions &options) {
  getThreadState().options = options;
}

/// The first problem of a call is reported, as in the context of a call.
static void report(const Twine &problem) {
  std::string &first = getThreadState().problem;
  if (first.empty())
    first = problem.str();
}

static void *loadModule(const char *data, size_t size) {
  auto module = std::make_unique<Module>();
  auto code = emulation::DeviceCode::load(StringRef(data, size),
                                          getThreadState().options.checkRaces);
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
  if (!kernel || !getThreadState().problem.empty())
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
  launch.seed = getThreadState().options.seed;
  std::string problem = emulation::run(launch);
  if (!problem.empty())
    fail(problem);
}

/// Launches are synchronous, so there is one stream and nothing to wait for.
static void *createStream() { return nullptr; }
static void ignoreStream(void *) {}

/// Moves what went wrong into the context of the call.
static void checkLaunches(SegmentContext *context) {
  std::string problem = std::move(getThreadState().problem);
  getThreadState().problem.clear();
  if (!problem.empty())
    segment_rt_report(context, SEGMENT_ERROR_DEVICE,
                      ("error: " + problem).c_str(), 0, nullptr);
}

template <typename T>
static std::pair<StringRef, void *> makeSymbol(StringRef name, T *function) {
  return {name, reinterpret_cast<void *>(function)};
}

llvm::ArrayRef<std::pair<StringRef, void *>>
mlir::segment::getGPUEntryPoints() {
  static const std::pair<StringRef, void *> symbols[] = {
      makeSymbol("mgpuModuleLoad", &loadModule),
      makeSymbol("mgpuModuleUnload", &unloadModule),
      makeSymbol("mgpuModuleGetFunction", &getFunction),
      makeSymbol("mgpuLaunchKernel", &launchKernel),
      makeSymbol("mgpuStreamCreate", &createStream),
      makeSymbol("mgpuStreamSynchronize", &ignoreStream),
      makeSymbol("mgpuStreamDestroy", &ignoreStream),
      makeSymbol("segment_rt_check_launches", &checkLaunches),
  };
  return symbols;
}
