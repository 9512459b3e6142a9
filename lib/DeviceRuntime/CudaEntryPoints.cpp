//===- CudaEntryPoints.cpp - What compiled code calls on a GPU ------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of segment/Runtime/Device.h, and those that MLIR's gpu-to-llvm
// and its translation of gpu.launch_func call (mgpu...). Launches and copies of
// a thread all go to its default stream, in order; a launch isn't waited for
// before the host wants to see memory, or the call ends.
//
//===----------------------------------------------------------------------===//

#include "CudaEntryPoints.h"

#include "CudaGpu.h"
#include "KernelModule.h"
#include <cstdio>
#include <cstring>

using namespace segment::device;

static CudaGpu &getGpu() { return CudaGpu::get(); }

/// Calls `function` with a driver that is ready, unless something went wrong
/// before, and notes what goes wrong in it.
template <typename Function>
static void call(const std::string &what, Function function) {
  if (hasProblem())
    return;
  const CudaDriver &driver = CudaDriver::get();
  CudaContext context = nullptr;
  std::string problem = driver.enter(context);
  noteProblem(problem.empty() ? driver.check(function(driver), what) : problem);
}

//===----------------------------------------------------------------------===//
// segment/Runtime/Device.h
//===----------------------------------------------------------------------===//

void segmentDeviceFree(void *pointer) noexcept {
  if (pointer)
    getGpu().getRelease()(pointer);
}

int segmentDeviceDescribe(char *text, size_t size) noexcept {
  const CudaDriver &driver = CudaDriver::get();
  CudaContext context = nullptr;
  std::string problem = driver.enter(context);
  std::string answer = problem.empty() ? driver.describeDevice() : problem;
  if (size)
    std::snprintf(text, size, "%s", answer.c_str());
  return problem.empty();
}

void *segment_rt_device_alloc(SegmentContext *context, int64_t bytes) noexcept {
  return allocate(getGpu(), context, bytes);
}
void segment_rt_device_free(SegmentContext *context, void *pointer) noexcept {
  release(getGpu(), context, pointer);
}
int32_t segment_rt_device_can_allocate(SegmentContext *context,
                                       int64_t bytes) noexcept {
  return canAllocate(getGpu(), context, bytes);
}
void segment_rt_device_read(SegmentContext *context, void *host,
                            const void *device, int64_t bytes) noexcept {
  read(getGpu(), context, host, device, bytes);
}
void segment_rt_device_write(SegmentContext *context, void *device,
                             const void *host, int64_t bytes) noexcept {
  write(getGpu(), context, device, host, bytes);
}
void segment_rt_device_copy(SegmentContext *context, void *to, const void *from,
                            int64_t bytes) noexcept {
  copy(getGpu(), context, to, from, bytes);
}
void *segment_rt_device_argument(SegmentContext *context, void *pointer,
                                 int64_t bytes) noexcept {
  return takeArgument(getGpu(), context, pointer, bytes);
}
void segment_rt_device_argument_back(SegmentContext *context, void *pointer,
                                     const void *device,
                                     int64_t bytes) noexcept {
  returnArgument(getGpu(), context, pointer, device, bytes);
}
void *segment_rt_device_result(SegmentContext *context, const void *device,
                               int64_t bytes) noexcept {
  return takeResult(getGpu(), context, device, bytes);
}
void segment_rt_check_launches(SegmentContext *context) noexcept {
  checkLaunches(getGpu(), context);
}

//===----------------------------------------------------------------------===//
// Modules and launches
//===----------------------------------------------------------------------===//

void *mgpuModuleLoad(void *data, size_t size) {
  return new KernelModule(static_cast<const char *>(data), size);
}

void *mgpuModuleLoadJIT(void *data, int32_t optLevel) {
  return new KernelModule(static_cast<const char *>(data), 0);
}

void mgpuModuleUnload(void *module) {
  delete static_cast<KernelModule *>(module);
}

void *mgpuModuleGetFunction(void *module, const char *name) {
  if (hasProblem())
    return nullptr;
  std::string problem;
  const Kernel *kernel =
      static_cast<KernelModule *>(module)->getKernel(name, problem);
  noteProblem(problem);
  return const_cast<Kernel *>(kernel);
}

void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t sharedBytes, void *stream,
                      void **parameters, void **extra, size_t numParameters) {
  auto *kernel = static_cast<const Kernel *>(function);
  if (!kernel)
    return;
  std::string shape = std::to_string(gridX) + " x " + std::to_string(gridY) +
                      " x " + std::to_string(gridZ) + " blocks of " +
                      std::to_string(blockX) + " x " + std::to_string(blockY) +
                      " x " + std::to_string(blockZ) + " threads";
  call("launching kernel '" + kernel->name + "' with " + shape,
       [&](const CudaDriver &driver) {
         // The driver's numbers have 32 bits.
         for (intptr_t size : {gridX, gridY, gridZ, blockX, blockY, blockZ})
           if (size < 1 || size > INT32_MAX)
             return cudaInvalidValue;
         return driver->cuLaunchKernel(
             kernel->function, static_cast<unsigned>(gridX),
             static_cast<unsigned>(gridY), static_cast<unsigned>(gridZ),
             static_cast<unsigned>(blockX), static_cast<unsigned>(blockY),
             static_cast<unsigned>(blockZ), static_cast<unsigned>(sharedBytes),
             static_cast<CudaStream>(stream), parameters, extra);
       });
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

// The translation makes a stream for each launch, and waits for it. What
// matters is the order, which the one stream of the thread keeps.

void *mgpuStreamCreate() { return CudaGpu::getStream(); }
void mgpuStreamDestroy(void *stream) {}
void mgpuStreamSynchronize(void *stream) {}

void mgpuStreamWaitEvent(void *stream, void *event) {
  call("waiting for an event", [&](const CudaDriver &driver) {
    return driver->cuStreamWaitEvent(static_cast<CudaStream>(stream),
                                     static_cast<CudaEvent>(event), 0);
  });
}

void *mgpuEventCreate() {
  constexpr unsigned disableTiming = 2;
  CudaEvent event = nullptr;
  call("making an event", [&](const CudaDriver &driver) {
    return driver->cuEventCreate(&event, disableTiming);
  });
  return event;
}

void mgpuEventDestroy(void *event) {
  call("destroying an event", [&](const CudaDriver &driver) {
    return driver->cuEventDestroy_v2(static_cast<CudaEvent>(event));
  });
}

void mgpuEventSynchronize(void *event) {
  call("waiting for an event", [&](const CudaDriver &driver) {
    return driver->cuEventSynchronize(static_cast<CudaEvent>(event));
  });
}

void mgpuEventRecord(void *event, void *stream) {
  call("recording an event", [&](const CudaDriver &driver) {
    return driver->cuEventRecord(static_cast<CudaEvent>(event),
                                 static_cast<CudaStream>(stream));
  });
}

//===----------------------------------------------------------------------===//
// Memory that a module asks for by operations of the gpu dialect
//===----------------------------------------------------------------------===//

void *mgpuMemAlloc(uint64_t bytes, void *stream, bool isHostShared) {
  CudaPointer memory = 0;
  call("allocating " + std::to_string(bytes) + " bytes on the device",
       [&](const CudaDriver &driver) {
         return driver->cuMemAlloc_v2(&memory, bytes ? bytes : 1);
       });
  return reinterpret_cast<void *>(memory);
}

void mgpuMemFree(void *pointer, void *stream) {
  call("freeing memory of the device", [&](const CudaDriver &driver) {
    return driver->cuMemFree_v2(reinterpret_cast<CudaPointer>(pointer));
  });
}

void mgpuMemcpy(void *to, void *from, size_t bytes, void *stream) {
  call("copying " + std::to_string(bytes) + " bytes",
       [&](const CudaDriver &driver) {
         return driver->cuMemcpyAsync(reinterpret_cast<CudaPointer>(to),
                                      reinterpret_cast<CudaPointer>(from),
                                      bytes, static_cast<CudaStream>(stream));
       });
}

void mgpuMemset32(void *to, unsigned int value, size_t count, void *stream) {
  call("filling memory", [&](const CudaDriver &driver) {
    return driver->cuMemsetD32Async(reinterpret_cast<CudaPointer>(to), value,
                                    count, static_cast<CudaStream>(stream));
  });
}

void mgpuMemset16(void *to, unsigned short value, size_t count, void *stream) {
  call("filling memory", [&](const CudaDriver &driver) {
    return driver->cuMemsetD16Async(reinterpret_cast<CudaPointer>(to), value,
                                    count, static_cast<CudaStream>(stream));
  });
}

void mgpuMemHostRegister(void *pointer, uint64_t bytes) {
  call("registering memory of the host", [&](const CudaDriver &driver) {
    return driver->cuMemHostRegister_v2(pointer, bytes, 0);
  });
}

void mgpuMemHostUnregister(void *pointer) {
  call("unregistering memory of the host", [&](const CudaDriver &driver) {
    return driver->cuMemHostUnregister(pointer);
  });
}
