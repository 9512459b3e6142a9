//===- CudaGpu.h - A GPU as a device of compiled code -----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_DEVICERUNTIME_CUDAGPU_H
#define SEGMENT_LIB_DEVICERUNTIME_CUDAGPU_H

#include "CudaDriver.h"
#include "DeviceCalls.h"

namespace segment::device {

/// The device of the thread's current context, and its per-thread default
/// stream.
class CudaGpu : public Device {
public:
  static CudaGpu &get();
  static CudaStream getStream();

  std::string allocate(uint64_t bytes, void *&pointer,
                       bool &isMemoryShort) override;
  bool canAllocate(uint64_t bytes) override;
  void (*getRelease())(void *) override;
  std::string isOnDevice(const void *pointer, bool &isOnDevice) override;
  std::string read(void *host, const void *device, uint64_t bytes) override;
  std::string write(void *device, const void *host, uint64_t bytes) override;
  std::string copy(void *to, const void *from, uint64_t bytes) override;
  std::string synchronize() override;
};

} // namespace segment::device

#endif // SEGMENT_LIB_DEVICERUNTIME_CUDAGPU_H
