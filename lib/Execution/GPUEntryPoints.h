//===- GPUEntryPoints.h - What launches of kernels call ---------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that MLIR's lowering of gpu.launch_func calls (mgpu...), and
// ours for memory of a device (segment/Runtime/Device.h).
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_GPUENTRYPOINTS_H
#define SEGMENT_LIB_EXECUTION_GPUENTRYPOINTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <utility>

namespace mlir::segment {

/// With kernels and memory in the emulation.
llvm::ArrayRef<std::pair<llvm::StringRef, void *>> getEmulationEntryPoints();

/// With those of a GPU, by its driver.
llvm::ArrayRef<std::pair<llvm::StringRef, void *>> getCudaEntryPoints();

} // namespace mlir::segment

#endif // SEGMENT_LIB_EXECUTION_GPUENTRYPOINTS_H
