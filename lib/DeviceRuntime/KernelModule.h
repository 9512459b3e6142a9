//===- KernelModule.h - A module of kernels for a GPU -----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_DEVICERUNTIME_KERNELMODULE_H
#define SEGMENT_LIB_DEVICERUNTIME_KERNELMODULE_H

#include "CudaDriver.h"
#include <map>
#include <mutex>
#include <string>

namespace segment::device {

/// A kernel, with the name that messages call it by.
struct Kernel {
  std::string name;
  CudaFunction function = nullptr;
};

/// Kernels as the compiler left them. They are loaded into a context when one
/// is asked for there, so that a program that launches none needs no driver.
class KernelModule {
public:
  /// `data` stays where it is as long as the module; `size` is 0 for PTX, which
  /// ends with a zero.
  KernelModule(const char *data, size_t size) : data(data), size(size) {}
  ~KernelModule();
  KernelModule(const KernelModule &) = delete;
  KernelModule &operator=(const KernelModule &) = delete;

  /// The kernel in the current context; null, with `problem`, if it can't be
  /// had.
  const Kernel *getKernel(const char *name, std::string &problem);

private:
  struct Loaded {
    CudaModule module = nullptr;
    std::map<std::string, Kernel> kernels;
  };

  std::string load(const CudaDriver &driver, CudaModule &module) const;

  const char *data;
  size_t size;
  std::mutex mutex;
  std::map<CudaContext, Loaded> loaded;
};

} // namespace segment::device

#endif // SEGMENT_LIB_DEVICERUNTIME_KERNELMODULE_H
