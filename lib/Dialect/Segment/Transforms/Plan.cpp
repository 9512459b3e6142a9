//===- Plan.cpp - segment-plan ----------------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Remarks.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"
#include "segment/Dialect/Segment/Transforms/FoldOrder.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTPLAN
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;

static std::pair<Schedule, StringRef> choose(ReduceByKeyOp op) {
  if (getRefusal(op, Schedule::runs).empty())
    return {Schedule::runs, "sorted keys"};
  if (getRefusal(op, Schedule::pieces).empty())
    return {Schedule::pieces, "keys in any order, no columns"};
  return {Schedule::adaptive, op.getSorted()
                                  ? "sorted keys, but folded one row after "
                                    "the other"
                                  : "keys in any order"};
}

/// The width of vectors that the module's target description gives for the
/// CPU; 0 if there is none.
static int64_t queryVectorBits(Operation *op) {
  FailureOr<Attribute> width =
      dlti::query(op, {StringRef("CPU"), StringRef("max_vector_op_width")});
  if (failed(width))
    return 0;
  auto bits = dyn_cast<IntegerAttr>(*width);
  return bits ? bits.getInt() : 0;
}

/// Registers that an accumulator takes of a row at once. A run is walked once
/// for each tile of a row, so rows that fill half of the registers are one
/// tile.
static int64_t chooseTile(ReduceByKeyOp op, Schedule schedule, int64_t bits) {
  constexpr int64_t usual = 4;
  int64_t most = getAccumulatorRegisters(bits), tile = usual;
  if (schedule != Schedule::runs)
    return usual;
  for (unsigned i = 0; i < op.getInits().size(); ++i) {
    auto type = cast<ShapedType>(op.getInits()[i].getType());
    if (op.isRowInit(i) || type.getRank() < 2 || type.isDynamicDim(1))
      continue;
    int64_t lanes = bits / (8 * getElementBytes(type.getElementType()));
    while (tile < most && 2 * tile * lanes <= type.getDimSize(1))
      tile *= 2;
  }
  return tile;
}

static bool isVectorBits(int64_t bits) {
  return bits == 128 || bits == 256 || bits == 512;
}

namespace {
struct SegmentPlan : segment::impl::SegmentPlanBase<SegmentPlan> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(checkOptions()))
      return signalPassFailure();
    WalkResult result = getOperation()->walk([&](ReduceByKeyOp op) {
      return failed(plan(op)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  LogicalResult checkOptions() {
    auto fail = [&]() {
      return emitError(getOperation()->getLoc()) << "segment-plan: expected ";
    };
    if (vectorBits != 0 && !isVectorBits(vectorBits))
      return fail() << "vector-bits=128, 256 or 512, but got "
                    << vectorBits.getValue();
    if (tile < 0 || tile > 16)
      return fail() << "tile of 1 to 16, or 0 to choose one, but got "
                    << tile.getValue();
    if (block < 16 || block > 65536)
      return fail() << "block of 16 to 65536, but got " << block.getValue();
    if (prefetch < 0 || prefetch > 4096)
      return fail() << "prefetch of 0 to 4096, but got " << prefetch.getValue();
    if (!schedule.empty() && !(forced = symbolizeSchedule(schedule)))
      return fail() << "schedule=plain, runs, owners, buckets, adaptive or "
                       "pieces, but got '"
                    << schedule << "'";
    return success();
  }

  LogicalResult plan(ReduceByKeyOp op) {
    std::optional<PlanAttr> given = op.getPlan();
    auto [chosen, reason] = choose(op);
    if (given) {
      chosen = given->getSchedule();
      reason = "as written";
    } else if (forced) {
      chosen = *forced;
      reason = "forced";
    }
    if (StringRef refusal = getRefusal(op, chosen); !refusal.empty())
      return op.emitOpError("cannot be lowered by schedule '")
             << stringifySchedule(chosen) << "': " << refusal;
    if (given)
      return success();

    int64_t bits = vectorBits;
    if (bits == 0)
      bits = queryVectorBits(op);
    if (!isVectorBits(bits))
      bits = 256;
    int64_t registers = tile;
    if (registers == 0)
      registers = chooseTile(op, chosen, bits);
    op.setPlanAttr(PlanAttr::get(op.getContext(), chosen, bits, registers,
                                 block, prefetch));
    remark::passed(
        op.getLoc(),
        remark::RemarkOpts::name("segment-plan").category("segment-plan"))
        << ("schedule " + stringifySchedule(chosen) + ": " + reason).str()
        << remark::metric("VectorBits", bits)
        << remark::metric("Tile", registers)
        << remark::metric("Block", block.getValue())
        << remark::metric("Prefetch", prefetch.getValue());
    return success();
  }

  std::optional<Schedule> forced;
};
} // namespace
