//===- ReduceToGPU.cpp - segment-reduce-to-gpu ----------------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedules.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "segment/Conversion/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTREDUCETOGPU
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;

namespace {
struct SegmentReduceToGPU
    : segment::impl::SegmentReduceToGPUBase<SegmentReduceToGPU> {
  using Base::Base;

  void runOnOperation() override {
    if (schedule != "auto" && schedule != "atomic" && schedule != "runs" &&
        schedule != "csr") {
      emitError(getOperation()->getLoc())
          << "segment-reduce-to-gpu: expected schedule=auto, atomic, runs or "
             "csr, but got '"
          << schedule << "'";
      return signalPassFailure();
    }
    SmallVector<ReduceByKeyOp> ops;
    getOperation()->walk([&](ReduceByKeyOp op) {
      if (!op.hasTensorSemantics())
        ops.push_back(op);
    });
    for (auto [i, op] : llvm::enumerate(ops))
      if (failed(lower(op, i)))
        return signalPassFailure();
  }

private:
  LogicalResult lower(ReduceByKeyOp op, size_t number) {
    StringRef atomicRefusal = getAtomicRefusal(op, deterministic);
    StringRef runsRefusal = getRunsRefusal(op, deterministic);
    StringRef refusal = schedule == "atomic" ? atomicRefusal
                        : schedule == "runs" ? runsRefusal
                                             : "";
    if (!refusal.empty())
      return op.emitOpError("cannot be lowered by schedule '")
             << schedule << "': " << refusal;
    StringRef chosen = schedule;
    if (schedule == "auto") {
      // Accumulators that are not what is stored would be written and read once
      // more each; csr keeps them in registers.
      bool hasRuns = runsRefusal.empty() && hasAtomicOutputs(op);
      chosen = hasRuns ? "runs" : "csr";
      if (!op.getSorted() && atomicRefusal.empty())
        chosen = "atomic";
    }
    std::string function = "segment";
    if (auto parent = op->getParentOfType<FunctionOpInterface>())
      function = parent.getName().str();
    OpBuilder builder(op);
    KernelBuilder b(op.getLoc(), builder,
                    function + "_" + std::to_string(number));
    b.setInsertionPoint(op);
    if (chosen != "csr")
      emitAtomic(b, op, /*runs=*/chosen == "runs", vectorAtomics);
    else
      emitCsr(b, op);
    op.erase();
    return success();
  }
};
} // namespace
