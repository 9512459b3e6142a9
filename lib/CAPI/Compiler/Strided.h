//===- Strided.h - Copying between layouts ----------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CAPI_COMPILER_STRIDED_H
#define SEGMENT_LIB_CAPI_COMPILER_STRIDED_H

#include <cstddef>
#include <cstdint>

namespace segment::capi {

/// Copies elements of `size` bytes from an array with strides, which count
/// elements, to one in row-major order. Any alignment will do.
void pack(char *to, const char *from, const int64_t *shape,
          const int64_t *strides, int32_t rank, size_t size);

/// The reverse.
void unpack(char *to, const char *from, const int64_t *shape,
            const int64_t *strides, int32_t rank, size_t size);

} // namespace segment::capi

#endif // SEGMENT_LIB_CAPI_COMPILER_STRIDED_H
