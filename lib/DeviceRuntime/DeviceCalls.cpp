//===- DeviceCalls.cpp - What compiled code asks of any device ------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceCalls.h"

#include <cstring>

using namespace segment::device;

static std::string &getProblem() noexcept {
  static thread_local std::string problem;
  return problem;
}

void segment::device::noteProblem(std::string problem) noexcept {
  std::string &first = getProblem();
  if (first.empty())
    first = std::move(problem);
}

bool segment::device::hasProblem() noexcept { return !getProblem().empty(); }

static void report(SegmentContext *context, int32_t status,
                   const std::string &problem) {
  segment_rt_report(context, status, ("error: " + problem).c_str(), 0, nullptr);
}

/// Whether the call goes on. An earlier problem of the thread ends it.
static bool isGoingOn(SegmentContext *context) {
  std::string &problem = getProblem();
  if (!problem.empty()) {
    report(context, SEGMENT_ERROR_DEVICE, problem);
    problem.clear();
  }
  return segmentContextGetStatus(context) == SEGMENT_OK;
}

/// Whether `problem` is none; otherwise it is reported.
static bool succeeded(SegmentContext *context, const std::string &problem) {
  if (problem.empty())
    return true;
  report(context, SEGMENT_ERROR_DEVICE, problem);
  return false;
}

void *segment::device::allocate(Device &device, SegmentContext *context,
                                int64_t bytes) noexcept {
  if (!isGoingOn(context))
    return nullptr;
  void *pointer = nullptr;
  bool isMemoryShort = bytes < 0;
  std::string problem = isMemoryShort
                            ? "cannot allocate " +
                                  std::to_string(static_cast<uint64_t>(bytes)) +
                                  " bytes on the device"
                            : device.allocate(static_cast<uint64_t>(bytes),
                                              pointer, isMemoryShort);
  if (!problem.empty()) {
    report(context, isMemoryShort ? SEGMENT_ERROR_MEMORY : SEGMENT_ERROR_DEVICE,
           problem);
    return nullptr;
  }
  if (segment_rt_attach(context, pointer, device.getRelease()))
    return pointer;
  device.getRelease()(pointer);
  report(context, SEGMENT_ERROR_MEMORY, "out of memory");
  return nullptr;
}

void segment::device::release(Device &device, SegmentContext *context,
                              void *pointer) noexcept {
  if (segment_rt_detach(context, pointer))
    device.getRelease()(pointer);
}

int32_t segment::device::canAllocate(Device &device, SegmentContext *context,
                                     int64_t bytes) noexcept {
  // A problem of another kind is for the allocation to report.
  return bytes >= 0 && device.canAllocate(static_cast<uint64_t>(bytes));
}

void segment::device::read(Device &device, SegmentContext *context, void *host,
                           const void *from, int64_t bytes) noexcept {
  if (bytes <= 0)
    return;
  if (!isGoingOn(context) ||
      !succeeded(context,
                 device.read(host, from, static_cast<uint64_t>(bytes))))
    std::memset(host, 0, static_cast<size_t>(bytes));
}

void segment::device::write(Device &device, SegmentContext *context, void *to,
                            const void *host, int64_t bytes) noexcept {
  if (bytes > 0 && isGoingOn(context))
    succeeded(context, device.write(to, host, static_cast<uint64_t>(bytes)));
}

void segment::device::copy(Device &device, SegmentContext *context, void *to,
                           const void *from, int64_t bytes) noexcept {
  if (bytes > 0 && isGoingOn(context))
    succeeded(context, device.copy(to, from, static_cast<uint64_t>(bytes)));
}

void *segment::device::takeArgument(Device &device, SegmentContext *context,
                                    void *pointer, int64_t bytes) noexcept {
  if (!isGoingOn(context))
    return nullptr;
  // Where there are no elements the pointer may be anything.
  bool isOnDevice = false;
  if (bytes > 0 && !succeeded(context, device.isOnDevice(pointer, isOnDevice)))
    return nullptr;
  if (isOnDevice)
    return pointer;
  void *memory = allocate(device, context, bytes);
  if (memory)
    write(device, context, memory, pointer, bytes);
  return memory;
}

void segment::device::returnArgument(Device &device, SegmentContext *context,
                                     void *pointer, const void *from,
                                     int64_t bytes) noexcept {
  if (pointer == from || bytes <= 0 || !isGoingOn(context))
    return;
  succeeded(context, device.read(pointer, from, static_cast<uint64_t>(bytes)));
}

void *segment::device::takeResult(Device &device, SegmentContext *context,
                                  const void *from, int64_t bytes) noexcept {
  if (!isGoingOn(context))
    return nullptr;
  void *host = segment_rt_alloc(context, bytes);
  if (host)
    read(device, context, host, from, bytes);
  return host;
}

void segment::device::checkLaunches(Device &device,
                                    SegmentContext *context) noexcept {
  if (isGoingOn(context))
    succeeded(context, device.synchronize());
}
