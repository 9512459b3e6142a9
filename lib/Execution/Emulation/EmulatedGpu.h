//===- EmulatedGpu.h - The emulation as a device ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_EMULATION_EMULATEDGPU_H
#define SEGMENT_LIB_EXECUTION_EMULATION_EMULATEDGPU_H

#include "../../DeviceRuntime/DeviceCalls.h"

namespace mlir::segment::emulation {

/// Memory is that of DeviceMemory; launches are done when they return.
class EmulatedGpu : public ::segment::device::Device {
public:
  static EmulatedGpu &get();

  std::string allocate(uint64_t bytes, void *&pointer,
                       bool &isMemoryShort) override;
  bool canAllocate(uint64_t bytes) override;
  void (*getRelease())(void *) override;
  std::string isOnDevice(const void *pointer, bool &isOnDevice) override;
  std::string read(void *host, const void *device, uint64_t bytes) override;
  std::string write(void *device, const void *host, uint64_t bytes) override;
  std::string copy(void *to, const void *from, uint64_t bytes) override;
  std::string synchronize() override { return ""; }
};

} // namespace mlir::segment::emulation

#endif // SEGMENT_LIB_EXECUTION_EMULATION_EMULATEDGPU_H
