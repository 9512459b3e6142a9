//===- Strided.cpp - Copying between layouts ------------------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strided.h"

#include <cstring>
#include <type_traits>

/// Copies the part of the array below dimension `dim`. `packed` advances over
/// it, `strided` stays where it is.
template <bool isPacking, typename Size>
static void copy(char *&packed, char *strided, const int64_t *shape,
                 const int64_t *strides, int32_t rank, Size size) {
  if (rank == 0) {
    std::memcpy(isPacking ? packed : strided, isPacking ? strided : packed,
                size);
    packed += size;
    return;
  }
  int64_t step = *strides * static_cast<int64_t>(size);
  if (rank == 1 && *strides == 1) {
    size_t bytes = static_cast<size_t>(*shape) * size;
    std::memcpy(isPacking ? packed : strided, isPacking ? strided : packed,
                bytes);
    packed += bytes;
    return;
  }
  for (int64_t i = 0; i < *shape; ++i, strided += step)
    copy<isPacking>(packed, strided, shape + 1, strides + 1, rank - 1, size);
}

template <bool isPacking>
static void dispatch(char *packed, char *strided, const int64_t *shape,
                     const int64_t *strides, int32_t rank, size_t size) {
  // A constant size makes a load and a store of each copied element.
  auto run = [&](auto constant) {
    copy<isPacking>(packed, strided, shape, strides, rank, constant);
  };
  switch (size) {
  case 1:
    return run(std::integral_constant<size_t, 1>());
  case 2:
    return run(std::integral_constant<size_t, 2>());
  case 4:
    return run(std::integral_constant<size_t, 4>());
  case 8:
    return run(std::integral_constant<size_t, 8>());
  default:
    return run(std::integral_constant<size_t, 16>());
  }
}

void segment::capi::pack(char *to, const char *from, const int64_t *shape,
                         const int64_t *strides, int32_t rank, size_t size) {
  dispatch<true>(to, const_cast<char *>(from), shape, strides, rank, size);
}

void segment::capi::unpack(char *to, const char *from, const int64_t *shape,
                           const int64_t *strides, int32_t rank, size_t size) {
  dispatch<false>(const_cast<char *>(from), to, shape, strides, rank, size);
}
