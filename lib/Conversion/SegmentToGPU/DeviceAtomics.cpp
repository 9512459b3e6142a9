//===- DeviceAtomics.cpp - segment-device-atomics -------------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "segment/Conversion/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTDEVICEATOMICS
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

/// All threads of the device, and no others.
static constexpr StringLiteral deviceScope = "device";

/// A compare-and-swap starts from a load, which others' swaps may overlap with.
static void relaxLoads(Value pointer) {
  for (Operation *user : pointer.getUsers()) {
    auto load = dyn_cast<LLVM::LoadOp>(user);
    if (!load)
      continue;
    load.setOrdering(LLVM::AtomicOrdering::monotonic);
    load.setSyncscope(deviceScope);
    load.setAlignment(load.getType().getIntOrFloatBitWidth() / 8);
  }
}

namespace {
struct SegmentDeviceAtomics
    : segment::impl::SegmentDeviceAtomicsBase<SegmentDeviceAtomics> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto update = dyn_cast<LLVM::AtomicRMWOp>(op)) {
        update.setOrdering(LLVM::AtomicOrdering::monotonic);
        update.setSyncscope(deviceScope);
      } else if (auto swap = dyn_cast<LLVM::AtomicCmpXchgOp>(op)) {
        swap.setSuccessOrdering(LLVM::AtomicOrdering::monotonic);
        swap.setFailureOrdering(LLVM::AtomicOrdering::monotonic);
        swap.setSyncscope(deviceScope);
        relaxLoads(swap.getPtr());
      }
    });
  }
};
} // namespace
