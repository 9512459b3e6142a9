//===- Decompose.cpp - segment-decompose -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTDECOMPOSE
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

namespace {
struct SegmentDecompose
    : segment::impl::SegmentDecomposeBase<SegmentDecompose> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    segment::populateDecomposeSegmentPatterns(patterns);
    segment::populateDecomposeGatherSegmentPatterns(patterns);
    segment::populateDecomposeScatterPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    bool isDecomposed = true;
    getOperation()->walk([&](segment::ReductionOpInterface op) {
      op->emitOpError(
          "expected dimensions whose product fits 64 bits, but got ")
          << op->getOperandTypes();
      isDecomposed = false;
    });
    if (!isDecomposed)
      signalPassFailure();
  }
};
} // namespace
