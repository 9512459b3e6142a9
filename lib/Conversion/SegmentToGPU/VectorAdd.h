//===- VectorAdd.h - Atomic additions of four floats ------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_VECTORADD_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_VECTORADD_H

#include "../SegmentToLoops/LoopBuilder.h"

namespace mlir::segment {

/// How many f32 are added at once.
constexpr int64_t vectorAddLanes = 4;

/// Adds a vector to the f32 at `at` and behind it, each of them atomically.
/// `memory` is row-major, and aligned there to 16 bytes. For sm_90 and later.
void emitVectorAdd(LoopBuilder &b, Value value, Value memory, ValueRange at);

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_VECTORADD_H
