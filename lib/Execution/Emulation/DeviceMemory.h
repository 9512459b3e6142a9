//===- DeviceMemory.h - Memory that only kernels can access -----*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_EMULATION_DEVICEMEMORY_H
#define SEGMENT_LIB_EXECUTION_EMULATION_DEVICEMEMORY_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace mlir::segment::emulation {

/// A range of addresses.
struct MemoryRange {
  uintptr_t begin = 0, end = 0;

  bool contains(uintptr_t address, uint64_t size) const {
    return begin <= address && address <= end && size <= end - address;
  }
};

/// The memory of the emulated device: a range of addresses of its own, which is
/// there only while a kernel or a copy runs. Code of the host that touches it
/// at another time is stopped by the processor.
class DeviceMemory {
public:
  static DeviceMemory &get();

  /// Memory that starts with garbage in it; null if there isn't enough.
  void *allocate(uint64_t bytes);
  void free(void *pointer);
  bool canAllocate(uint64_t bytes);

  /// Whether the address is one of the device, allocated or not.
  bool isInRange(const void *pointer) const;
  /// The allocations, by address.
  std::vector<MemoryRange> getAllocations();

  /// Makes the memory accessible as long as one of these is there. This goes
  /// for all threads of the process.
  class Access {
  public:
    Access() { get().open(); }
    ~Access() { get().close(); }
    Access(const Access &) = delete;
    Access &operator=(const Access &) = delete;
  };

private:
  DeviceMemory();
  void open();
  void close();
  void protect(bool isAccessible);

  std::mutex mutex;
  char *base = nullptr;
  /// How much of the range has been in use.
  uint64_t used = 0;
  unsigned numAccesses = 0;
  /// Sizes as they were asked for, by address, and gaps by size.
  std::map<char *, uint64_t> allocations;
  std::multimap<uint64_t, char *> gaps;
};

} // namespace mlir::segment::emulation

#endif // SEGMENT_LIB_EXECUTION_EMULATION_DEVICEMEMORY_H
