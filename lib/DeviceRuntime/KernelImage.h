//===- KernelImage.h - What kernels were compiled to ------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_DEVICERUNTIME_KERNELIMAGE_H
#define SEGMENT_LIB_DEVICERUNTIME_KERNELIMAGE_H

#include <cstddef>
#include <string>

namespace segment::device {

/// What can be told of a compiled module before a driver loads it.
struct KernelImage {
  enum class Format { ptx, cubin, fatbin, bitcode, unknown };

  /// `size` is that of everything but PTX, which ends with a zero.
  static KernelImage inspect(const char *data, size_t size);

  Format format = Format::unknown;
  /// The chips, as "sm_90" or "sm_90, sm_100"; empty if that can't be told.
  std::string chips;
  /// The version of PTX, as 78 for 7.8; 0 without PTX of a known version.
  int ptxVersion = 0;

  /// "PTX 7.8 for sm_90", "machine code for sm_90", ...
  std::string describe() const;
};

/// The oldest CUDA, as 11080, whose driver takes this version of PTX; 0 if that
/// isn't known.
int getCudaVersionOfPtx(int ptxVersion);

} // namespace segment::device

#endif // SEGMENT_LIB_DEVICERUNTIME_KERNELIMAGE_H
