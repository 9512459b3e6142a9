//===- ParallelLoopsToGPU.cpp - segment-parallel-loops-to-gpu -------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "segment/Conversion/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTPARALLELLOOPSTOGPU
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;

/// Whether all of the loop can run on a device: it computes, and reads and
/// writes memory that exists already.
static bool canLaunch(scf::ParallelOp loop) {
  if (!loop.getInitVals().empty())
    return false;
  WalkResult result = loop.getBody()->walk([](Operation *op) {
    if (isa<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
            memref::SubViewOp, memref::DimOp, memref::CastOp,
            memref::ReinterpretCastOp>(op) ||
        isa<scf::ForOp, scf::IfOp, scf::YieldOp, scf::ReduceOp, scf::WhileOp,
            scf::ConditionOp>(op) ||
        isa<arith::ArithDialect, complex::ComplexDialect, math::MathDialect,
            ub::UBDialect>(op->getDialect()))
      return WalkResult::advance();
    return WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

static void launch(scf::ParallelOp loop, StringRef name, KernelBuilder &b) {
  // The iterations in row-major order, numbered.
  SmallVector<Value> counts;
  Value total = b.index(1), zero = b.index(0);
  for (auto [lower, upper, step] : llvm::zip_equal(
           loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    Value length = b.max(b.sub(upper, lower), zero);
    Value count = length;
    if (getConstantIntValue(step) != 1)
      count = b.divu(b.add(length, b.sub(step, b.index(1))), step);
    counts.push_back(count);
    total = b.mul(total, count);
  }
  b.launchRows(name, total, Value(), [&](KernelThread thread) {
    Value rest = thread.row;
    IRMapping mapping;
    for (size_t dim = counts.size(); dim-- > 0;) {
      Value i = rest;
      if (dim > 0) {
        i = arith::RemUIOp::create(b, rest, counts[dim]);
        rest = b.divu(rest, counts[dim]);
      }
      i = b.add(loop.getLowerBound()[dim], b.mul(i, loop.getStep()[dim]));
      mapping.map(loop.getInductionVars()[dim], i);
    }
    for (Operation &op : loop.getBody()->without_terminator())
      b.clone(op, mapping);
  });
}

namespace {
struct SegmentParallelLoopsToGPU
    : segment::impl::SegmentParallelLoopsToGPUBase<SegmentParallelLoopsToGPU> {
  void runOnOperation() override {
    SmallVector<scf::ParallelOp> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::LaunchOp, gpu::GPUModuleOp>(op))
        return WalkResult::skip();
      auto loop = dyn_cast<scf::ParallelOp>(op);
      if (!loop || !canLaunch(loop))
        return WalkResult::advance();
      loops.push_back(loop);
      return WalkResult::skip();
    });
    for (auto [i, loop] : llvm::enumerate(loops)) {
      std::string function = "segment";
      if (auto parent = loop->getParentOfType<FunctionOpInterface>())
        function = parent.getName().str();
      OpBuilder builder(loop);
      KernelBuilder b(loop.getLoc(), builder, function);
      b.setInsertionPoint(loop);
      launch(loop, "loop_" + std::to_string(i), b);
      loop.erase();
    }
  }
};
} // namespace
