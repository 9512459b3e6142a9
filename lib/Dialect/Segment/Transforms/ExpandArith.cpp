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
}
