//===- Device.h - What compiled code with kernels needs -----------*- C -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code compiled by `segment-to-nvvm-pipeline` calls, besides Runtime.h, what is
// declared here, and the functions mgpu... that MLIR's lowering of launches
// calls. libSegmentCuda has both for NVIDIA's GPUs: plain C, without anything of
// LLVM. It needs no CUDA toolkit, and opens the driver (libcuda.so.1) when the
// first call asks for it; where there is none, calls fail with a message.
//
// All arrays of compiled functions are in the memory of the device; this is
// where the entry points (segment_entry_f, Runtime.h) take them from and to:
//
// - An argument may be memory of the host or of the device. The driver knows
//   which. Memory of the device is used as it is; memory of the host is copied to
//   the device, and what the function may write is copied back if it succeeds.
// - Results are memory of the device if an argument array with elements is, and
//   otherwise memory of the host. The context has them until
//   segmentContextRelease takes them out of it; the caller then frees memory of
//   the device with segmentDeviceFree and memory of the host with segmentFree.
//
// A call uses the CUDA context that is current on its thread; where there is
// none it makes the primary one of device 0 current. Work is enqueued on the
// per-thread default stream, and is done when the entry point returns.
//
// What the driver refuses is reported to the context of the call as
// SEGMENT_ERROR_DEVICE, by the driver's name of the error.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_RUNTIME_DEVICE_H
#define SEGMENT_RUNTIME_DEVICE_H

#include "segment/Runtime/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// For callers of compiled code
//===----------------------------------------------------------------------===//

/// Frees memory of the device that was taken with segmentContextRelease. Null is
/// ignored.
SEGMENT_RUNTIME_EXPORT void
segmentDeviceFree(void *pointer) SEGMENT_RUNTIME_NOEXCEPT;

/// What kernels would run on: "sm_90, NVIDIA H100 PCIe, CUDA 12.8", or why there
/// is nothing: "no driver: libcuda.so.1: cannot open ...". Returns 1 if there is
/// a device and otherwise 0; writes at most `size` bytes, the last of which is
/// zero.
SEGMENT_RUNTIME_EXPORT int
segmentDeviceDescribe(char *text, size_t size) SEGMENT_RUNTIME_NOEXCEPT;

//===----------------------------------------------------------------------===//
// For compiled code
//===----------------------------------------------------------------------===//

/// Allocates memory of the device, which the context keeps track of. Returns null
/// and reports SEGMENT_ERROR_MEMORY where there isn't enough.
SEGMENT_RUNTIME_EXPORT void *
segment_rt_device_alloc(SegmentContext *context,
                        int64_t bytes) SEGMENT_RUNTIME_NOEXCEPT;

/// Frees an allocation of the context. Any other pointer is left alone.
SEGMENT_RUNTIME_EXPORT void
segment_rt_device_free(SegmentContext *context,
                       void *pointer) SEGMENT_RUNTIME_NOEXCEPT;

/// Whether an allocation of `bytes` bytes is likely to succeed: 1 or 0.
SEGMENT_RUNTIME_EXPORT int32_t segment_rt_device_can_allocate(
    SegmentContext *context, int64_t bytes) SEGMENT_RUNTIME_NOEXCEPT;

/// Copies from the device, after all that was launched before. `host` gets
/// zeros where that fails.
SEGMENT_RUNTIME_EXPORT void
segment_rt_device_read(SegmentContext *context, void *host, const void *device,
                       int64_t bytes) SEGMENT_RUNTIME_NOEXCEPT;

/// Copies to the device.
SEGMENT_RUNTIME_EXPORT void
segment_rt_device_write(SegmentContext *context, void *device, const void *host,
                        int64_t bytes) SEGMENT_RUNTIME_NOEXCEPT;

/// Copies from memory of the device to other memory of it.
SEGMENT_RUNTIME_EXPORT void
segment_rt_device_copy(SegmentContext *context, void *to, const void *from,
                       int64_t bytes) SEGMENT_RUNTIME_NOEXCEPT;

/// The memory of the device that holds the argument at `pointer`: that itself,
/// or a copy that the context frees.
SEGMENT_RUNTIME_EXPORT void *
segment_rt_device_argument(SegmentContext *context, void *pointer,
                           int64_t bytes) SEGMENT_RUNTIME_NOEXCEPT;

/// Copies an argument back that the function may have written. Nothing is to be
/// done where `device` is `pointer`, or after a failure.
SEGMENT_RUNTIME_EXPORT void
segment_rt_device_argument_back(SegmentContext *context, void *pointer,
                                const void *device,
                                int64_t bytes) SEGMENT_RUNTIME_NOEXCEPT;

/// A copy of a result in memory of the host, which is the context's; null after a
/// failure.
SEGMENT_RUNTIME_EXPORT void *
segment_rt_device_result(SegmentContext *context, const void *device,
                         int64_t bytes) SEGMENT_RUNTIME_NOEXCEPT;

/// Waits for what was launched, and moves the first thing that went wrong in the
/// calls without a context (mgpu...) to the context.
SEGMENT_RUNTIME_EXPORT void
segment_rt_check_launches(SegmentContext *context) SEGMENT_RUNTIME_NOEXCEPT;

#ifdef __cplusplus
} // extern "C"
#endif

#endif // SEGMENT_RUNTIME_DEVICE_H
