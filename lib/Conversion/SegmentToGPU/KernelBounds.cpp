//===- KernelBounds.cpp - segment-kernel-bounds ---------------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "segment/Conversion/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTKERNELBOUNDS
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

/// Blocks that shall fit a multiprocessor. Said at all, it keeps the assembler
/// from spilling registers for the sake of more.
static constexpr int32_t residentBlocks = 1;

namespace {
struct SegmentKernelBounds
    : segment::impl::SegmentKernelBoundsBase<SegmentKernelBounds> {
  void runOnOperation() override {
    if (getOperation().getName() != segment::kernelModule)
      return;
    Builder b(&getContext());
    StringRef kernel = NVVM::NVVMDialect::getKernelFuncAttrName();
    StringRef threads = NVVM::NVVMDialect::getMaxntidAttrName();
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (!function->hasAttr(kernel))
        continue;
      // Where the shape of a block is known, it is there already.
      if (!function->hasAttr(threads))
        function->setAttr(
            threads, b.getDenseI32ArrayAttr(
                         {static_cast<int32_t>(segment::blockThreads), 1, 1}));
      function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                        b.getI32IntegerAttr(residentBlocks));
    }
  }
};
} // namespace
