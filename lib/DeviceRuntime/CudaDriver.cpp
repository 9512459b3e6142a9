//===- CudaDriver.cpp - The CUDA driver, opened at run time ---------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include <atomic>
#include <dlfcn.h>

using namespace segment::device;

/// The oldest driver that knows the functions and all chips below sm_90.
static constexpr int oldestVersion = 11080;

// CUdevice_attribute
static constexpr int majorAttribute = 75, minorAttribute = 76;

static std::atomic<bool> wasOpened{false};

std::string segment::device::formatCudaVersion(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

const CudaDriver &CudaDriver::get() {
  static const CudaDriver driver;
  return driver;
}

bool CudaDriver::isOpen() { return wasOpened; }

CudaDriver::CudaDriver() {
  wasOpened = true;
  // It stays open: kernels and memory are its until the process ends.
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    problem = std::string("no CUDA driver: ") +
              (reason ? reason : "libcuda.so.1 can't be opened");
    return;
  }
  std::string missing;
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        dlsym(library, name));
    if (!function && missing.empty())
      missing = name;
  };
#define F(name, parameters) find(functions.name, #name);
  SEGMENT_CUDA_FUNCTIONS(F)
#undef F
  if (functions.cuDriverGetVersion)
    functions.cuDriverGetVersion(&version);
  if (version < oldestVersion || !missing.empty()) {
    problem = "the CUDA driver is too old: it is for CUDA " +
              formatCudaVersion(version) + ", expected " +
              formatCudaVersion(oldestVersion) + " or newer";
    if (!missing.empty())
      problem += " (it has no function " + missing + ")";
    return;
  }
  int count = 0;
  CudaResult result = functions.cuInit(0);
  if (result != cudaNoDevice)
    problem = check(result, "initializing the CUDA driver");
  if (result == cudaSuccess)
    problem = check(functions.cuDeviceGetCount(&count), "counting the devices");
  if (problem.empty() && count == 0)
    problem = "no CUDA device: the driver (CUDA " + formatCudaVersion(version) +
              ") finds none";
}

std::string CudaDriver::check(CudaResult result,
                              const std::string &what) const {
  if (result == cudaSuccess)
    return "";
  const char *name = nullptr, *text = nullptr;
  functions.cuGetErrorName(result, &name);
  functions.cuGetErrorString(result, &text);
  std::string message = what + ": ";
  message += name ? name : "CUDA error " + std::to_string(result);
  return text ? message + " (" + text + ")" : message;
}

std::string CudaDriver::enter(CudaContext &context) const {
  if (!problem.empty())
    return problem;
  std::string failure = check(functions.cuCtxGetCurrent(&context),
                              "looking for the current context");
  if (!failure.empty() || context)
    return failure;
  CudaDevice device = 0;
  failure = check(functions.cuDeviceGet(&device, 0), "taking device 0");
  if (failure.empty())
    failure = check(functions.cuDevicePrimaryCtxRetain(&context, device),
                    "making a context on device 0");
  if (failure.empty())
    failure = check(functions.cuCtxSetCurrent(context),
                    "making the context of device 0 current");
  return failure;
}

int CudaDriver::getArchitecture() const {
  CudaDevice device = 0;
  int major = 0, minor = 0;
  if (functions.cuCtxGetDevice(&device) == cudaSuccess) {
    functions.cuDeviceGetAttribute(&major, majorAttribute, device);
    functions.cuDeviceGetAttribute(&minor, minorAttribute, device);
  }
  return 10 * major + minor;
}

std::string CudaDriver::describeDevice() const {
  CudaDevice device = 0;
  char name[256] = "unknown device";
  if (functions.cuCtxGetDevice(&device) == cudaSuccess)
    functions.cuDeviceGetName(name, sizeof(name) - 1, device);
  return "sm_" + std::to_string(getArchitecture()) + ", " + name + ", CUDA " +
         formatCudaVersion(version);
}
