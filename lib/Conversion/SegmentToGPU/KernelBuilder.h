//===- KernelBuilder.h - Launches over rows and columns ---------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How work is spread over a grid. Rows go along x of the grid and are strided
// over, so that their number is bound by nothing but 64 bits; columns go across
// the lanes of a block. Nothing is launched for no rows.

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_KERNELBUILDER_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_KERNELBUILDER_H

#include "../SegmentToLoops/LoopBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::segment {

/// Threads of a block.
constexpr int64_t blockThreads = 256;
/// Blocks of a grid at most; the hardware takes 2^31 - 1 along x.
constexpr int64_t maxBlocks = int64_t(1) << 24;

/// What a thread of a kernel over rows knows of its place.
struct KernelThread {
  /// The row, and the thread's number among those of the row.
  Value row, lane;
  /// How many threads a row has.
  Value numLanes;
};

class KernelBuilder : public LoopBuilder {
public:
  /// The names of kernels start with `function`.
  KernelBuilder(Location loc, OpBuilder &builder, StringRef function)
      : LoopBuilder(loc, builder), function(function) {}

  /// How many threads a row of `numColumns` has (null: one).
  Value emitLanes(Value numColumns);
  /// Emits `body` for rows [0, numRows), each for as many threads as
  /// `numColumns` asks for (null: one).
  void launchRows(StringRef name, Value numRows, Value numColumns,
                  function_ref<void(KernelThread)> body);
  /// Emits `body` for one block of `blockThreads` threads, given the number of
  /// the thread and shared memory of `numElements` of `type`.
  void launchBlock(StringRef name, Type type, int64_t numElements,
                   function_ref<void(Value thread, Value shared)> body);
  /// Calls `body` for the columns of a thread.
  void forColumns(KernelThread thread, Value numColumns,
                  function_ref<void(Value column)> body) {
    loop(thread.lane, numColumns, thread.numLanes, body);
  }

  void barrier() { gpu::BarrierOp::create(*this); }

private:
  gpu::LaunchOp launch(StringRef name, Value gridSize, Value lanes, Value rows,
                       TypeRange shared = {});

  std::string function;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_KERNELBUILDER_H
