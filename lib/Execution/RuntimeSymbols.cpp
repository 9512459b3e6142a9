//===- RuntimeSymbols.cpp - Functions that compiled code calls --*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeSymbols.h"

#include "segment/Runtime/Runtime.h"
#include <cmath>
#include <cstdint>
#include <cstring>

//===----------------------------------------------------------------------===//
// bfloat16, which older compiler libraries don't have
//===----------------------------------------------------------------------===//

/// A bf16 is returned in the low 16 bits of a float register.
static float returnBFloat16(uint16_t bits) {
  uint32_t wide = bits;
  float result;
  std::memcpy(&result, &wide, sizeof(result));
  return result;
}

/// Rounds to nearest, ties to even; subnormals are kept.
static float truncateToBFloat16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if (std::isnan(value))
    return returnBFloat16(static_cast<uint16_t>(bits >> 16 | 0x40));
  uint32_t isOdd = bits >> 16 & 1;
  return returnBFloat16(static_cast<uint16_t>((bits + 0x7fff + isOdd) >> 16));
}

/// Rounds once: on the way to f32 an inexact value becomes odd, so that the
/// second rounding knows on which side of a midpoint it was.
static float truncateDoubleToBFloat16(double value) {
  float narrow = static_cast<float>(value);
  double back = narrow;
  if (back != value && !std::isnan(value) && !std::isinf(narrow)) {
    uint32_t bits;
    std::memcpy(&bits, &narrow, sizeof(bits));
    if (!(bits & 1)) {
      // To the odd neighbor that lies on the value's side.
      bits += std::fabs(back) < std::fabs(value) ? 1 : -1;
      std::memcpy(&narrow, &bits, sizeof(bits));
    }
  }
  return truncateToBFloat16(narrow);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

// Only their addresses are taken, so the true types don't matter.
extern "C" {
void __divti3();
void __modti3();
void __udivti3();
void __umodti3();
void __multi3();
void __floattisf();
void __floattidf();
void __floatuntisf();
void __floatuntidf();
void __fixsfti();
void __fixdfti();
void __fixunssfti();
void __fixunsdfti();
void __powisf2();
void __powidf2();
#if defined(__x86_64__)
void __extendhfsf2();
void __truncsfhf2();
void __truncdfhf2();
#endif
}

template <typename T>
static std::pair<llvm::StringRef, void *> makeSymbol(llvm::StringRef name,
                                                     T *function) {
  return {name, reinterpret_cast<void *>(function)};
}

#define SYMBOL(name) makeSymbol(#name, &name)

llvm::ArrayRef<std::pair<llvm::StringRef, void *>>
mlir::segment::getRuntimeSymbols() {
  static const std::pair<llvm::StringRef, void *> symbols[] = {
      SYMBOL(segment_rt_alloc),
      SYMBOL(segment_rt_free),
      SYMBOL(segment_rt_can_allocate),
      SYMBOL(segment_rt_num_threads),
      SYMBOL(segment_rt_report),
      SYMBOL(__divti3),
      SYMBOL(__modti3),
      SYMBOL(__udivti3),
      SYMBOL(__umodti3),
      SYMBOL(__multi3),
      SYMBOL(__floattisf),
      SYMBOL(__floattidf),
      SYMBOL(__floatuntisf),
      SYMBOL(__floatuntidf),
      SYMBOL(__fixsfti),
      SYMBOL(__fixdfti),
      SYMBOL(__fixunssfti),
      SYMBOL(__fixunsdfti),
      SYMBOL(__powisf2),
      SYMBOL(__powidf2),
#if defined(__x86_64__)
      SYMBOL(__extendhfsf2),
      SYMBOL(__truncsfhf2),
      SYMBOL(__truncdfhf2),
#endif
      makeSymbol("__truncsfbf2", &truncateToBFloat16),
      makeSymbol("__truncdfbf2", &truncateDoubleToBFloat16),
  };
  return symbols;
}

#undef SYMBOL
