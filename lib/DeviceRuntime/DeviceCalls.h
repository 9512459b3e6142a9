//===- DeviceCalls.h - What compiled code asks of any device ----*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_DEVICERUNTIME_DEVICECALLS_H
#define SEGMENT_LIB_DEVICERUNTIME_DEVICECALLS_H

#include "segment/Runtime/Device.h"
#include <string>

namespace segment::device {

/// What a device does. Operations return what went wrong, or an empty string.
class Device {
public:
  virtual ~Device() = default;

  /// Memory for at least one byte. `isMemoryShort` tells the one failure that a
  /// smaller size would not have.
  virtual std::string allocate(uint64_t bytes, void *&pointer,
                               bool &isMemoryShort) = 0;
  virtual bool canAllocate(uint64_t bytes) = 0;
  /// Frees memory, wherever that is called from. Errors have nowhere to go.
  virtual void (*getRelease())(void *) = 0;
  virtual std::string isOnDevice(const void *pointer, bool &isOnDevice) = 0;
  virtual std::string read(void *host, const void *device, uint64_t bytes) = 0;
  virtual std::string write(void *device, const void *host, uint64_t bytes) = 0;
  virtual std::string copy(void *to, const void *from, uint64_t bytes) = 0;
  virtual std::string synchronize() = 0;
};

/// Remembers, for the thread, the first thing that goes wrong where no context
/// is at hand.
void noteProblem(std::string problem) noexcept;
/// Whether there is one.
bool hasProblem() noexcept;

// The functions of segment/Runtime/Device.h, on a device.
void *allocate(Device &device, SegmentContext *context, int64_t bytes) noexcept;
void release(Device &device, SegmentContext *context, void *pointer) noexcept;
int32_t canAllocate(Device &device, SegmentContext *context,
                    int64_t bytes) noexcept;
void read(Device &device, SegmentContext *context, void *host, const void *from,
          int64_t bytes) noexcept;
void write(Device &device, SegmentContext *context, void *to, const void *host,
           int64_t bytes) noexcept;
void copy(Device &device, SegmentContext *context, void *to, const void *from,
          int64_t bytes) noexcept;
void *takeArgument(Device &device, SegmentContext *context, void *pointer,
                   int64_t bytes) noexcept;
void returnArgument(Device &device, SegmentContext *context, void *pointer,
                    const void *from, int64_t bytes) noexcept;
void *takeResult(Device &device, SegmentContext *context, const void *from,
                 int64_t bytes) noexcept;
void checkLaunches(Device &device, SegmentContext *context) noexcept;

} // namespace segment::device

#endif // SEGMENT_LIB_DEVICERUNTIME_DEVICECALLS_H
