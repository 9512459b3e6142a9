//===- CudaDriver.h - The CUDA driver, opened at run time -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few declarations of the driver's interface that are needed, so that
// nothing of CUDA has to be there to build or to start this library.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_DEVICERUNTIME_CUDADRIVER_H
#define SEGMENT_LIB_DEVICERUNTIME_CUDADRIVER_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace segment::device {

using CudaResult = int;
using CudaDevice = int;
using CudaPointer = unsigned long long;
using CudaContext = struct CudaContextTag *;
using CudaModule = struct CudaModuleTag *;
using CudaFunction = struct CudaFunctionTag *;
using CudaStream = struct CudaStreamTag *;
using CudaEvent = struct CudaEventTag *;

inline constexpr CudaResult cudaSuccess = 0;
inline constexpr CudaResult cudaInvalidValue = 1;
inline constexpr CudaResult cudaOutOfMemory = 2;
inline constexpr CudaResult cudaNoDevice = 100;

/// The functions, by the names that libcuda.so.1 exports.
#define SEGMENT_CUDA_FUNCTIONS(F)                                              \
  F(cuInit, (unsigned))                                                        \
  F(cuDriverGetVersion, (int *))                                               \
  F(cuGetErrorName, (CudaResult, const char **))                               \
  F(cuGetErrorString, (CudaResult, const char **))                             \
  F(cuDeviceGetCount, (int *))                                                 \
  F(cuDeviceGet, (CudaDevice *, int))                                          \
  F(cuDeviceGetName, (char *, int, CudaDevice))                                \
  F(cuDeviceGetAttribute, (int *, int, CudaDevice))                            \
  F(cuDevicePrimaryCtxRetain, (CudaContext *, CudaDevice))                     \
  F(cuCtxGetCurrent, (CudaContext *))                                          \
  F(cuCtxSetCurrent, (CudaContext))                                            \
  F(cuCtxGetDevice, (CudaDevice *))                                            \
  F(cuModuleLoadDataEx,                                                        \
    (CudaModule *, const void *, unsigned, int *, void **))                    \
  F(cuModuleUnload, (CudaModule))                                              \
  F(cuModuleGetFunction, (CudaFunction *, CudaModule, const char *))           \
  F(cuLaunchKernel,                                                            \
    (CudaFunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
     unsigned, CudaStream, void **, void **))                                  \
  F(cuStreamSynchronize, (CudaStream))                                         \
  F(cuMemGetInfo_v2, (size_t *, size_t *))                                     \
  F(cuMemAlloc_v2, (CudaPointer *, size_t))                                    \
  F(cuMemFree_v2, (CudaPointer))                                               \
  F(cuMemcpyHtoDAsync_v2, (CudaPointer, const void *, size_t, CudaStream))     \
  F(cuMemcpyDtoHAsync_v2, (void *, CudaPointer, size_t, CudaStream))           \
  F(cuMemcpyDtoDAsync_v2, (CudaPointer, CudaPointer, size_t, CudaStream))      \
  F(cuMemcpyAsync, (CudaPointer, CudaPointer, size_t, CudaStream))             \
  F(cuMemsetD16Async, (CudaPointer, unsigned short, size_t, CudaStream))       \
  F(cuMemsetD32Async, (CudaPointer, unsigned, size_t, CudaStream))             \
  F(cuMemHostRegister_v2, (void *, size_t, unsigned))                          \
  F(cuMemHostUnregister, (void *))                                             \
  F(cuPointerGetAttribute, (void *, int, CudaPointer))                         \
  F(cuEventCreate, (CudaEvent *, unsigned))                                    \
  F(cuEventDestroy_v2, (CudaEvent))                                            \
  F(cuEventRecord, (CudaEvent, CudaStream))                                    \
  F(cuEventSynchronize, (CudaEvent))                                           \
  F(cuStreamWaitEvent, (CudaStream, CudaEvent, unsigned))

/// The driver's functions; null as long as it isn't opened.
struct CudaFunctions {
#define F(name, parameters) CudaResult(*name) parameters = nullptr;
  SEGMENT_CUDA_FUNCTIONS(F)
#undef F
};

/// The driver, ready for calls, or what is wrong with it.
class CudaDriver {
public:
  /// Opens and initializes it, once in the life of the process.
  static const CudaDriver &get();
  /// Whether `get` has been called, so that there can be something to wait for.
  static bool isOpen();

  /// Empty if there is a driver and at least one device.
  const std::string &getProblem() const { return problem; }
  const CudaFunctions *operator->() const { return &functions; }

  /// Empty for success; otherwise "<what>: CUDA_ERROR_... (<text>)".
  std::string check(CudaResult result, const std::string &what) const;

  /// As CUDA's version, 12080 for 12.8.
  int getVersion() const { return version; }

  /// Sees to it that the thread has a current context, and gives it.
  std::string enter(CudaContext &context) const;

  /// "sm_90, <name>, CUDA 12.8" of the current context's device, which `enter`
  /// has made.
  std::string describeDevice() const;
  /// The current context's device as CUDA numbers architectures: 90.
  int getArchitecture() const;

private:
  CudaDriver();

  CudaFunctions functions;
  std::string problem;
  int version = 0;
};

/// "12.8" for 12080.
std::string formatCudaVersion(int version);

} // namespace segment::device

#endif // SEGMENT_LIB_DEVICERUNTIME_CUDADRIVER_H
