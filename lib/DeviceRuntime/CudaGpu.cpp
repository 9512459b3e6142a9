//===- CudaGpu.cpp - A GPU as a device of compiled code -------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaGpu.h"

using namespace segment::device;

// CUpointer_attribute and CUmemorytype
static constexpr int memoryTypeAttribute = 2, ordinalAttribute = 9;
static constexpr unsigned deviceMemory = 2;

/// CU_STREAM_PER_THREAD. It waits for what the legacy default stream does,
/// which is what makes the memory that other libraries wrote there ready.
static const CudaStream perThreadStream = reinterpret_cast<CudaStream>(2);

static CudaPointer toCuda(const void *pointer) {
  return reinterpret_cast<CudaPointer>(pointer);
}

static std::string countBytes(uint64_t bytes) {
  return std::to_string(bytes) + " bytes";
}

CudaGpu &CudaGpu::get() {
  static CudaGpu gpu;
  return gpu;
}

CudaStream CudaGpu::getStream() { return perThreadStream; }

std::string CudaGpu::allocate(uint64_t bytes, void *&pointer,
                              bool &isMemoryShort) {
  const CudaDriver &driver = CudaDriver::get();
  CudaContext context = nullptr;
  std::string problem = driver.enter(context);
  if (!problem.empty())
    return problem;
  // The driver has no empty allocations.
  CudaPointer memory = 0;
  CudaResult result = driver->cuMemAlloc_v2(&memory, bytes ? bytes : 1);
  isMemoryShort = result == cudaOutOfMemory;
  pointer = reinterpret_cast<void *>(memory);
  return driver.check(result,
                      "allocating " + countBytes(bytes) + " on the device");
}

bool CudaGpu::canAllocate(uint64_t bytes) {
  const CudaDriver &driver = CudaDriver::get();
  CudaContext context = nullptr;
  size_t available = 0, total = 0;
  if (!driver.enter(context).empty() ||
      driver->cuMemGetInfo_v2(&available, &total) != cudaSuccess)
    return true;
  return bytes <= available;
}

void (*CudaGpu::getRelease())(void *) {
  return [](void *pointer) {
    const CudaDriver &driver = CudaDriver::get();
    CudaContext context = nullptr;
    // It waits for the kernels that use the memory.
    if (driver.enter(context).empty())
      (void)driver->cuMemFree_v2(toCuda(pointer));
  };
}

std::string CudaGpu::isOnDevice(const void *pointer, bool &isOnDevice) {
  const CudaDriver &driver = CudaDriver::get();
  CudaContext context = nullptr;
  std::string problem = driver.enter(context);
  if (!problem.empty())
    return problem;
  unsigned type = 0;
  CudaResult result = driver->cuPointerGetAttribute(&type, memoryTypeAttribute,
                                                    toCuda(pointer));
  isOnDevice = result == cudaSuccess && type == deviceMemory;
  // What the driver has never seen is the host's.
  if (result == cudaInvalidValue)
    return "";
  if (!isOnDevice)
    return driver.check(result, "asking where an argument lies");
  int ordinal = 0;
  CudaDevice device = 0;
  result = driver->cuPointerGetAttribute(&ordinal, ordinalAttribute,
                                         toCuda(pointer));
  if (result == cudaSuccess)
    result = driver->cuCtxGetDevice(&device);
  if (result == cudaSuccess && ordinal != device)
    return "an argument lies on device " + std::to_string(ordinal) +
           ", but the call runs on device " + std::to_string(device);
  return driver.check(result, "asking on which device an argument lies");
}

std::string CudaGpu::read(void *host, const void *device, uint64_t bytes) {
  const CudaDriver &driver = CudaDriver::get();
  CudaContext context = nullptr;
  std::string problem = driver.enter(context);
  if (problem.empty())
    problem = driver.check(
        driver->cuMemcpyDtoHAsync_v2(host, toCuda(device), bytes, getStream()),
        "copying " + countBytes(bytes) + " to the host");
  return problem.empty() ? synchronize() : problem;
}

std::string CudaGpu::write(void *device, const void *host, uint64_t bytes) {
  const CudaDriver &driver = CudaDriver::get();
  CudaContext context = nullptr;
  std::string problem = driver.enter(context);
  // From memory that may be paged the driver takes what it copies at once.
  if (problem.empty())
    problem = driver.check(
        driver->cuMemcpyHtoDAsync_v2(toCuda(device), host, bytes, getStream()),
        "copying " + countBytes(bytes) + " to the device");
  return problem.empty() ? synchronize() : problem;
}

std::string CudaGpu::copy(void *to, const void *from, uint64_t bytes) {
  const CudaDriver &driver = CudaDriver::get();
  CudaContext context = nullptr;
  std::string problem = driver.enter(context);
  if (!problem.empty())
    return problem;
  return driver.check(driver->cuMemcpyDtoDAsync_v2(toCuda(to), toCuda(from),
                                                   bytes, getStream()),
                      "copying " + countBytes(bytes) + " on the device");
}

std::string CudaGpu::synchronize() {
  // Without a driver nothing was launched.
  if (!CudaDriver::isOpen())
    return "";
  const CudaDriver &driver = CudaDriver::get();
  CudaContext context = nullptr;
  std::string problem = driver.enter(context);
  if (!problem.empty())
    return problem;
  return driver.check(driver->cuStreamSynchronize(getStream()),
                      "waiting for kernels");
}
