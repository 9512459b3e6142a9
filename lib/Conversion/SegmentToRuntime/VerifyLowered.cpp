//===- VerifyLowered.cpp - segment-verify-lowered -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "segment/Conversion/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTVERIFYLOWERED
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

/// A launch of a kernel is lowered where LLVM IR is made, if there is code for
/// the kernel.
static bool isCompiledKernel(Operation *op) {
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
    return isa_and_present<gpu::BinaryOp>(SymbolTable::lookupNearestSymbolFrom(
        launch, launch.getKernelModuleName()));
  return isa<gpu::BinaryOp>(op);
}

namespace {
struct SegmentVerifyLowered
    : segment::impl::SegmentVerifyLoweredBase<SegmentVerifyLowered> {
  void runOnOperation() override {
    bool isLowered = true;
    getOperation()->walk([&](Operation *op) {
      if (isa<ModuleOp>(op) ||
          isa<LLVM::LLVMDialect, omp::OpenMPDialect>(op->getDialect()) ||
          isCompiledKernel(op))
        return;
      op->emitError()
          << "expected everything to be lowered to the LLVM dialect, "
             "but '"
          << op->getName() << "' is left: no pass of the pipeline "
          << "lowers it";
      isLowered = false;
    });
    if (!isLowered)
      signalPassFailure();
  }
};
} // namespace
