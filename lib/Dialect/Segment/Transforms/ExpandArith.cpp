//===- ExpandArith.cpp - segment-expand-arith -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTEXPANDARITH
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

namespace {
/// Chooses between bits. Some backends widen the operands of a select of bf16
/// and round its result, which loses subnormals.
struct ExpandBFloat16Select : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isBF16())
      return rewriter.notifyMatchFailure(op, "not a select of bf16");
    Type bits = rewriter.getI16Type();
    if (auto shaped = dyn_cast<ShapedType>(type))
      bits = shaped.clone(bits);
    Location loc = op.getLoc();
    Value yes =
        arith::BitcastOp::create(rewriter, loc, bits, op.getTrueValue());
    Value no =
        arith::BitcastOp::create(rewriter, loc, bits, op.getFalseValue());
    Value chosen =
        arith::SelectOp::create(rewriter, loc, op.getCondition(), yes, no);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, type, chosen);
    return success();
  }
};

struct SegmentExpandArith
    : segment::impl::SegmentExpandArithBase<SegmentExpandArith> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    segment::populateExpandArithPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void segment::populateExpandArithPatterns(RewritePatternSet &patterns) {
  arith::populateExpandBFloat16Patterns(patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  patterns.add<ExpandBFloat16Select>(patterns.getContext());
}
