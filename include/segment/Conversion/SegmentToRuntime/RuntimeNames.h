//===- RuntimeNames.h - Symbols of the runtime library -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Names that compiled code and segment/Runtime/Runtime.h share.

#ifndef SEGMENT_CONVERSION_SEGMENTTORUNTIME_RUNTIMENAMES_H
#define SEGMENT_CONVERSION_SEGMENTTORUNTIME_RUNTIMENAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::segment::runtime {

/// Prefix of the functions of the library that compiled code calls.
inline constexpr llvm::StringLiteral kRuntimePrefix = "segment_rt_";
inline constexpr llvm::StringLiteral kReport = "segment_rt_report";
inline constexpr llvm::StringLiteral kAlloc = "segment_rt_alloc";
inline constexpr llvm::StringLiteral kFree = "segment_rt_free";
inline constexpr llvm::StringLiteral kCanAllocate = "segment_rt_can_allocate";
inline constexpr llvm::StringLiteral kNumThreads = "segment_rt_num_threads";
inline constexpr llvm::StringLiteral kCheckLaunches =
    "segment_rt_check_launches";

/// What is called for memory of a device (segment/Runtime/Device.h).
inline constexpr llvm::StringLiteral kDevicePrefix = "segment_rt_device_";
inline constexpr llvm::StringLiteral kDeviceAlloc = "segment_rt_device_alloc";
inline constexpr llvm::StringLiteral kDeviceFree = "segment_rt_device_free";
inline constexpr llvm::StringLiteral kDeviceCanAllocate =
    "segment_rt_device_can_allocate";
inline constexpr llvm::StringLiteral kDeviceRead = "segment_rt_device_read";
inline constexpr llvm::StringLiteral kDeviceWrite = "segment_rt_device_write";
inline constexpr llvm::StringLiteral kDeviceCopy = "segment_rt_device_copy";
inline constexpr llvm::StringLiteral kDeviceArgument =
    "segment_rt_device_argument";
inline constexpr llvm::StringLiteral kDeviceArgumentBack =
    "segment_rt_device_argument_back";
inline constexpr llvm::StringLiteral kDeviceResult = "segment_rt_device_result";

/// OpenMP's function that it asks where the caller set no number.
inline constexpr llvm::StringLiteral kMaxThreads = "omp_get_max_threads";
/// Prefix of the entry point of a public function.
inline constexpr llvm::StringLiteral kEntryPrefix = "segment_entry_";

/// On functions between segment-lower-runtime and segment-early-exit: the first
/// argument is the context of the call.
inline constexpr llvm::StringLiteral kHasContextAttr = "segment.has_context";

/// On arguments from segment-protect-arguments to segment-lower-runtime: the
/// function doesn't write to them.
inline constexpr llvm::StringLiteral kReadOnlyAttr = "segment.read_only";

} // namespace mlir::segment::runtime

#endif // SEGMENT_CONVERSION_SEGMENTTORUNTIME_RUNTIMENAMES_H
