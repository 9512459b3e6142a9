//===- OverrideBounds.cpp - segment-override-bounds -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTOVERRIDEBOUNDS
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

namespace {
struct SegmentOverrideBounds
    : segment::impl::SegmentOverrideBoundsBase<SegmentOverrideBounds> {
  using Base::Base;

  void runOnOperation() override {
    std::optional<segment::Bounds> policy = segment::symbolizeBounds(bounds);
    if (!policy) {
      emitError(getOperation()->getLoc())
          << "segment-override-bounds: expected bounds=error, drop or assume, "
             "but got '"
          << bounds << "'";
      return signalPassFailure();
    }
    getOperation()->walk(
        [&](segment::ReductionOpInterface op) { op.setBounds(*policy); });
  }
};
} // namespace
