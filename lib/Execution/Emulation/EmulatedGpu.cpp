//===- EmulatedGpu.cpp - The emulation as a device ------------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedGpu.h"

#include "DeviceMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cstring>

using namespace mlir::segment::emulation;
using llvm::StringRef;
using llvm::Twine;

EmulatedGpu &EmulatedGpu::get() {
  static EmulatedGpu gpu;
  return gpu;
}

std::string EmulatedGpu::allocate(uint64_t bytes, void *&pointer,
                                  bool &isMemoryShort) {
  pointer = DeviceMemory::get().allocate(bytes);
  isMemoryShort = !pointer;
  if (pointer)
    return "";
  return ("cannot allocate " + Twine(bytes) + " bytes on the device").str();
}

bool EmulatedGpu::canAllocate(uint64_t bytes) {
  return DeviceMemory::get().canAllocate(bytes);
}

void (*EmulatedGpu::getRelease())(void *) {
  return [](void *pointer) { DeviceMemory::get().free(pointer); };
}

std::string EmulatedGpu::isOnDevice(const void *pointer, bool &isOnDevice) {
  isOnDevice = DeviceMemory::get().isInRange(pointer);
  return "";
}

/// Empty if the bytes are within one allocation of the device.
static std::string checkRange(const void *pointer, uint64_t bytes,
                              StringRef what) {
  auto address = reinterpret_cast<uintptr_t>(pointer);
  if (llvm::any_of(
          DeviceMemory::get().getAllocations(),
          [&](MemoryRange range) { return range.contains(address, bytes); }))
    return "";
  return (what + " of " + Twine(bytes) +
          " bytes that are not within memory of the device")
      .str();
}

std::string EmulatedGpu::read(void *host, const void *device, uint64_t bytes) {
  std::string problem = checkRange(device, bytes, "a copy to the host");
  if (!problem.empty())
    return problem;
  DeviceMemory::Access access;
  std::memcpy(host, device, bytes);
  return "";
}

std::string EmulatedGpu::write(void *device, const void *host, uint64_t bytes) {
  std::string problem = checkRange(device, bytes, "a copy to the device");
  if (!problem.empty())
    return problem;
  DeviceMemory::Access access;
  std::memcpy(device, host, bytes);
  return "";
}

std::string EmulatedGpu::copy(void *to, const void *from, uint64_t bytes) {
  for (const void *pointer : {from, static_cast<const void *>(to)}) {
    std::string problem = checkRange(pointer, bytes, "a copy on the device");
    if (!problem.empty())
      return problem;
  }
  DeviceMemory::Access access;
  std::memmove(to, from, bytes);
  return "";
}
