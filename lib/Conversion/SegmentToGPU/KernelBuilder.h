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

/// The module that all kernels of a module go to.
constexpr StringLiteral kernelModule = "segment_kernels";
/// Threads of a block.
constexpr int64_t blockThreads = 256;
/// Blocks of a grid at most; the hardware takes 2^31 - 1 along x.
constexpr int64_t maxBlocks = int64_t(1) << 24;

/// Blocks with accumulators of their own in shared memory at most.
constexpr int64_t sharedBlocks = 1024;

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
  /// The same with at most `sharedBlocks` blocks, each with shared memory of
  /// `types`. `begin` and `end` are emitted for each thread, given its number
  /// in the block and the number of those; others have begun before `body`, and
  /// are done with it before `end`.
  void launchSharedRows(StringRef name, Value numRows, Value numColumns,
                        TypeRange types,
                        function_ref<void(Value, Value, ValueRange)> begin,
                        function_ref<void(KernelThread, ValueRange)> body,
                        function_ref<void(Value, Value, ValueRange)> end);
  /// Emits `body` for one block of `blockThreads` threads, given the number of
  /// the thread and shared memory of `numElements` of `type`.
  void launchBlock(StringRef name, Type type, int64_t numElements,
                   function_ref<void(Value thread, Value shared)> body);
  /// Calls `body` for the columns of a thread.
  void forColumns(KernelThread thread, Value numColumns,
                  function_ref<void(Value column)> body) {
    loop(thread.lane, numColumns, thread.numLanes, body);
  }

  /// The type of shared memory.
  MemRefType getSharedType(ArrayRef<int64_t> shape, Type element);

  void barrier() { gpu::BarrierOp::create(*this); }

private:
  /// Launches blocks for rows, of as many threads each as `numColumns` asks
  /// for.
  void launchBlocks(StringRef name, Value numRows, Value numColumns,
                    int64_t maxBlocks, TypeRange shared,
                    function_ref<void(gpu::LaunchOp)> body);
  /// Calls `body` for the rows of a thread.
  void forRows(gpu::LaunchOp op, Value numRows,
               function_ref<void(KernelThread)> body);
  gpu::LaunchOp launch(StringRef name, Value gridSize, Value lanes, Value rows,
                       TypeRange shared = {});

  std::string function;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOGPU_KERNELBUILDER_H
