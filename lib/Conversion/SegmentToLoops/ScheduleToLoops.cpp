//===- ScheduleToLoops.cpp - segment-schedule-to-loops ----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldEmitter.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "segment/Conversion/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTSCHEDULETOLOOPS
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;

static void lower(ReduceByKeyOp op, PlanAttr plan) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  ScheduleOptions options;
  options.vectorBits = plan.getVectorBits();
  options.tile = plan.getTile();
  options.block = plan.getBlock();
  options.prefetch = plan.getPrefetch();
  switch (plan.getSchedule()) {
  case Schedule::plain:
    return;
  case Schedule::runs:
    emitRuns(b, op, options);
    break;
  case Schedule::owners:
    options.forceOwners = true;
    emitOwners(b, op, options);
    break;
  case Schedule::buckets:
    options.forceBuckets = true;
    emitOwners(b, op, options);
    break;
  case Schedule::adaptive:
    emitOwners(b, op, options);
    break;
  case Schedule::pieces:
    emitPieces(b, op, options);
    break;
  }
  op.erase();
}

namespace {
struct SegmentScheduleToLoops
    : segment::impl::SegmentScheduleToLoopsBase<SegmentScheduleToLoops> {
  void runOnOperation() override {
    SmallVector<std::pair<ReduceByKeyOp, PlanAttr>> planned;
    getOperation()->walk([&](ReduceByKeyOp op) {
      if (std::optional<PlanAttr> plan = op.getPlan();
          plan && !op.hasTensorSemantics())
        planned.push_back({op, *plan});
    });
    for (auto [op, plan] : planned) {
      StringRef refusal = getRefusal(op, plan.getSchedule());
      if (!refusal.empty()) {
        op.emitOpError("cannot be lowered by schedule '")
            << stringifySchedule(plan.getSchedule()) << "': " << refusal;
        return signalPassFailure();
      }
      lower(op, plan);
    }
  }
};
} // namespace
