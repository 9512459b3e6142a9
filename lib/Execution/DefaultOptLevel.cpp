//===- DefaultOptLevel.cpp - How much LLVM should optimize ----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "segment/Execution/Executable.h"

using namespace mlir;
using namespace mlir::segment;

/// Whether the operation's results with elements come without a loop over
/// these, apart from copies.
static bool makesNoElements(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() ||
         isa_and_nonnull<tensor::TensorDialect, memref::MemRefDialect,
                         bufferization::BufferizationDialect,
                         func::FuncDialect>(op->getDialect());
}

unsigned mlir::segment::getDefaultOptLevel(ModuleOp module) {
  WalkResult result = module.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (isa_and_nonnull<SegmentDialect>(op->getDialect()))
      return WalkResult::skip();
    if (isa<ModuleOp, func::FuncOp>(op))
      return WalkResult::advance();
    if (op->getNumRegions() != 0 || op->getNumSuccessors() != 0)
      return WalkResult::interrupt();
    bool hasElements = llvm::any_of(
        op->getResultTypes(), [](Type type) { return isa<ShapedType>(type); });
    return hasElements && !makesNoElements(op) ? WalkResult::interrupt()
                                               : WalkResult::advance();
  });
  return result.wasInterrupted() ? 2 : 1;
}
