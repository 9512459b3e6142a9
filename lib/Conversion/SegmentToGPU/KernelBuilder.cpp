//===- KernelBuilder.cpp - Launches over rows and columns -----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

using namespace mlir;
using namespace mlir::segment;

gpu::LaunchOp KernelBuilder::launch(StringRef name, Value gridSize, Value lanes,
                                    Value rows, TypeRange shared) {
  Value one = index(1);
  auto op = gpu::LaunchOp::create(
      *this, gridSize, one, one, lanes, rows, one,
      /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
      /*asyncDependencies=*/ValueRange(), shared,
      /*privateAttributions=*/TypeRange(), /*clusterSizeX=*/Value(),
      /*clusterSizeY=*/Value(), /*clusterSizeZ=*/Value(),
      FlatSymbolRefAttr::get(getContext(), kernelModule),
      FlatSymbolRefAttr::get(getContext(), function + "_" + name.str()));
  setInsertionPointToEnd(&op.getBody().front());
  gpu::TerminatorOp::create(*this);
  setInsertionPointToStart(&op.getBody().front());
  return op;
}

Value KernelBuilder::emitLanes(Value numColumns) {
  // The power of two that covers the columns.
  Value lanes = index(1);
  if (numColumns) {
    std::optional<int64_t> columns = getConstantIntValue(numColumns);
    for (int64_t width = 1; width < blockThreads; width *= 2) {
      Value wider = index(2 * width);
      if (columns) {
        if (*columns > width)
          lanes = wider;
        continue;
      }
      Value covers = cmp(arith::CmpIPredicate::sle, numColumns, index(width));
      lanes = select(covers, lanes, wider);
    }
  }
  return lanes;
}

void KernelBuilder::launchBlocks(StringRef name, Value numRows,
                                 Value numColumns, int64_t maxBlocks,
                                 TypeRange shared,
                                 function_ref<void(gpu::LaunchOp)> body) {
  Value lanes = emitLanes(numColumns);
  Value rows = divu(index(blockThreads), lanes);
  ifThen(cmp(arith::CmpIPredicate::sgt, numRows, index(0)), [&] {
    // Rounded up without overflow.
    Value blocks = add(divu(sub(numRows, index(1)), rows), index(1));
    blocks = min(blocks, index(maxBlocks));
    OpBuilder::InsertionGuard guard(*this);
    body(launch(name, blocks, lanes, rows, shared));
  });
}

void KernelBuilder::forRows(gpu::LaunchOp op, Value numRows,
                            function_ref<void(KernelThread)> body) {
  Value first =
      add(mul(op.getBlockIds().x, op.getBlockSize().y), op.getThreadIds().y);
  Value step = mul(op.getGridSize().x, op.getBlockSize().y);
  loop(first, numRows, step, [&](Value row) {
    body({row, op.getThreadIds().x, op.getBlockSize().x});
  });
}

void KernelBuilder::launchRows(StringRef name, Value numRows, Value numColumns,
                               function_ref<void(KernelThread)> body) {
  launchBlocks(name, numRows, numColumns, maxBlocks, {},
               [&](gpu::LaunchOp op) { forRows(op, numRows, body); });
}

void KernelBuilder::launchSharedRows(
    StringRef name, Value numRows, Value numColumns, TypeRange types,
    function_ref<void(Value, Value, ValueRange)> begin,
    function_ref<void(KernelThread, ValueRange)> body,
    function_ref<void(Value, Value, ValueRange)> end) {
  launchBlocks(name, numRows, numColumns, sharedBlocks, types,
               [&](gpu::LaunchOp op) {
                 auto size = op.getBlockSize();
                 Value number =
                     add(mul(op.getThreadIds().y, size.x), op.getThreadIds().x);
                 Value numThreads = mul(size.x, size.y);
                 SmallVector<Value> shared(op.getWorkgroupAttributions());
                 begin(number, numThreads, shared);
                 barrier();
                 forRows(op, numRows,
                         [&](KernelThread thread) { body(thread, shared); });
                 barrier();
                 end(number, numThreads, shared);
               });
}

MemRefType KernelBuilder::getSharedType(ArrayRef<int64_t> shape, Type element) {
  auto space = gpu::AddressSpaceAttr::get(
      getContext(), gpu::GPUDialect::getWorkgroupAddressSpace());
  return MemRefType::get(shape, element, MemRefLayoutAttrInterface(), space);
}

void KernelBuilder::launchBlock(StringRef name, Type type, int64_t numElements,
                                function_ref<void(Value, Value)> body) {
  OpBuilder::InsertionGuard guard(*this);
  Type shared = getSharedType({numElements}, type);
  gpu::LaunchOp op =
      launch(name, index(1), index(blockThreads), index(1), shared);
  body(op.getThreadIds().x, op.getWorkgroupAttributions().front());
}
