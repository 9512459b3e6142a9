//===- DeviceCode.h - Kernels as code of the CPU ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_EMULATION_DEVICECODE_H
#define SEGMENT_LIB_EXECUTION_EMULATION_DEVICECODE_H

#include "Grid.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::segment::emulation {

/// A kernel, compiled for the CPU.
struct Kernel {
  std::string name;
  void (*entry)(void **arguments) = nullptr;
  bool synchronizes = false;
  /// The shared memory of the module that the kernel is in.
  std::vector<std::pair<char *, size_t>> sharedMemory;
};

/// The kernels of a device module: of the very LLVM IR that the device's
/// optimizer has left for its code generator, in which nothing is changed but
/// what the device does otherwise than the CPU.
class DeviceCode {
public:
  /// From bitcode, as gpu-module-to-binary{format=llvm} makes it.
  static llvm::Expected<std::unique_ptr<DeviceCode>>
  load(llvm::StringRef bitcode, bool checkRaces);
  ~DeviceCode();

  /// Null if there is no such kernel.
  const Kernel *lookup(llvm::StringRef name) const;

private:
  DeviceCode();

  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::StringMap<Kernel> kernels;
};

} // namespace mlir::segment::emulation

#endif // SEGMENT_LIB_EXECUTION_EMULATION_DEVICECODE_H
