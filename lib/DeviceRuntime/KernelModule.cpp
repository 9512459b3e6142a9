//===- KernelModule.cpp - A module of kernels for a GPU -------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelModule.h"

#include "KernelImage.h"

using namespace segment::device;

// CUjit_option
static constexpr int errorLogBuffer = 5, errorLogBytes = 6;

KernelModule::~KernelModule() {
  // Where the process ends the driver may have ended before.
  if (!loaded.empty())
    for (auto &[context, entry] : loaded)
      (void)CudaDriver::get()->cuModuleUnload(entry.module);
}

std::string KernelModule::load(const CudaDriver &driver,
                               CudaModule &module) const {
  KernelImage image = KernelImage::inspect(data, size);
  std::string what = "loading kernels (" + image.describe() + ")";
  if (image.format == KernelImage::Format::bitcode)
    return what + ": expected PTX or machine code; only the emulation runs "
                  "what format=llvm makes";
  char log[4096] = "";
  int options[] = {errorLogBuffer, errorLogBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log) - 1)};
  CudaResult result =
      driver->cuModuleLoadDataEx(&module, data, 2, options, values);
  if (result == cudaSuccess)
    return "";
  std::string problem =
      driver.check(result, what) + "; the device is " + driver.describeDevice();
  int needed = getCudaVersionOfPtx(image.ptxVersion);
  if (image.format == KernelImage::Format::ptx && needed > driver.getVersion())
    problem += "; this version of PTX needs a driver for CUDA " +
               formatCudaVersion(needed) + " or newer";
  else if (!image.chips.empty() &&
           image.chips != "sm_" + std::to_string(driver.getArchitecture()))
    problem +=
        "; compile for chip=sm_" + std::to_string(driver.getArchitecture());
  return log[0] ? problem + "; " + log : problem;
}

const Kernel *KernelModule::getKernel(const char *name, std::string &problem) {
  const CudaDriver &driver = CudaDriver::get();
  CudaContext context = nullptr;
  problem = driver.enter(context);
  if (!problem.empty())
    return nullptr;
  std::lock_guard<std::mutex> lock(mutex);
  auto it = loaded.find(context);
  if (it == loaded.end()) {
    CudaModule module = nullptr;
    problem = load(driver, module);
    if (!problem.empty())
      return nullptr;
    it = loaded.emplace(context, Loaded()).first;
    it->second.module = module;
  }
  auto &[module, kernels] = it->second;
  auto kernel = kernels.find(name);
  if (kernel != kernels.end())
    return &kernel->second;
  CudaFunction function = nullptr;
  problem = driver.check(driver->cuModuleGetFunction(&function, module, name),
                         std::string("looking up kernel '") + name + "'");
  if (!problem.empty())
    return nullptr;
  return &kernels.emplace(name, Kernel{name, function}).first->second;
}
