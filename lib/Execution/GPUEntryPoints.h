//===- GPUEntryPoints.h - What launches of kernels call ---------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that MLIR's lowering of gpu.launch_func calls (mgpu...), and
// the one of ours that asks for errors. Kernels run in the emulation.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_GPUENTRYPOINTS_H
#define SEGMENT_LIB_EXECUTION_GPUENTRYPOINTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <utility>

namespace mlir::segment {

llvm::ArrayRef<std::pair<llvm::StringRef, void *>> getGPUEntryPoints();

} // namespace mlir::segment

#endif // SEGMENT_LIB_EXECUTION_GPUENTRYPOINTS_H
