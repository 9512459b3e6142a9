//===- WarpOps.h - What the lanes of a warp exchange ------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_WARPOPS_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_WARPOPS_H

#include "../SegmentToLoops/LoopBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::segment {

constexpr int64_t warpLanes = 32;

/// `value`, of any type that accumulators have, of another lane: the one
/// `offset` below (up), with the number `offset` (idx), or with the lane's own
/// number and `offset` combined by exclusive or (xor). All lanes take part;
/// those that have no lane so far below get their own value.
Value emitShuffle(LoopBuilder &b, Value value, int64_t offset,
                  gpu::ShuffleMode mode);
/// Whether `condition` holds in all lanes.
Value emitAll(LoopBuilder &b, Value condition);
/// The lanes in which `condition` holds, as the bits of an i32.
Value emitBallot(LoopBuilder &b, Value condition);

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_WARPOPS_H
