//===- CudaEntryPoints.h - What compiled code calls on a GPU ----*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions beside those of segment/Runtime/Device.h. Their names and types
// are those of MLIR's lowering.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_DEVICERUNTIME_CUDAENTRYPOINTS_H
#define SEGMENT_LIB_DEVICERUNTIME_CUDAENTRYPOINTS_H

#include "segment/Runtime/Device.h"

extern "C" {
SEGMENT_RUNTIME_EXPORT void *mgpuModuleLoad(void *data, size_t size);
SEGMENT_RUNTIME_EXPORT void *mgpuModuleLoadJIT(void *data, int32_t optLevel);
SEGMENT_RUNTIME_EXPORT void mgpuModuleUnload(void *module);
SEGMENT_RUNTIME_EXPORT void *mgpuModuleGetFunction(void *module,
                                                   const char *name);
SEGMENT_RUNTIME_EXPORT void
mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY, intptr_t gridZ,
                 intptr_t blockX, intptr_t blockY, intptr_t blockZ,
                 int32_t sharedBytes, void *stream, void **parameters,
                 void **extra, size_t numParameters);
SEGMENT_RUNTIME_EXPORT void *mgpuStreamCreate();
SEGMENT_RUNTIME_EXPORT void mgpuStreamDestroy(void *stream);
SEGMENT_RUNTIME_EXPORT void mgpuStreamSynchronize(void *stream);
SEGMENT_RUNTIME_EXPORT void mgpuStreamWaitEvent(void *stream, void *event);
SEGMENT_RUNTIME_EXPORT void *mgpuEventCreate();
SEGMENT_RUNTIME_EXPORT void mgpuEventDestroy(void *event);
SEGMENT_RUNTIME_EXPORT void mgpuEventSynchronize(void *event);
SEGMENT_RUNTIME_EXPORT void mgpuEventRecord(void *event, void *stream);
SEGMENT_RUNTIME_EXPORT void *mgpuMemAlloc(uint64_t bytes, void *stream,
                                          bool isHostShared);
SEGMENT_RUNTIME_EXPORT void mgpuMemFree(void *pointer, void *stream);
SEGMENT_RUNTIME_EXPORT void mgpuMemcpy(void *to, void *from, size_t bytes,
                                       void *stream);
SEGMENT_RUNTIME_EXPORT void mgpuMemset32(void *to, unsigned int value,
                                         size_t count, void *stream);
SEGMENT_RUNTIME_EXPORT void mgpuMemset16(void *to, unsigned short value,
                                         size_t count, void *stream);
SEGMENT_RUNTIME_EXPORT void mgpuMemHostRegister(void *pointer, uint64_t bytes);
SEGMENT_RUNTIME_EXPORT void mgpuMemHostUnregister(void *pointer);
}

#endif // SEGMENT_LIB_DEVICERUNTIME_CUDAENTRYPOINTS_H
