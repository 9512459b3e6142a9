//===- SerializeLoops.cpp - segment-serialize-loops -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "segment/Conversion/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTSERIALIZELOOPS
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

/// Rewrites a loop as a nest of scf.for, which carries what the loop reduces.
static void serialize(scf::ParallelOp op, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  auto reduce = cast<scf::ReduceOp>(op.getBody()->getTerminator());
  auto inlineBlock = [&](OpBuilder &b, Block &block, ValueRange arguments) {
    Block *target = b.getInsertionBlock();
    Operation *terminator = block.getTerminator();
    rewriter.inlineBlockBefore(&block, target, target->end(), arguments);
    return terminator;
  };
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, op.getLoc(), op.getLowerBound(), op.getUpperBound(),
      op.getStep(), op.getInitVals(),
      [&](OpBuilder &b, Location, ValueRange ivs, ValueRange carried) {
        inlineBlock(b, *op.getBody(), ivs);
        scf::ValueVector results;
        for (auto [region, before, value] : llvm::zip_equal(
                 reduce.getReductions(), carried, reduce.getOperands())) {
          Operation *yield = inlineBlock(b, region.front(), {before, value});
          results.push_back(yield->getOperand(0));
          rewriter.eraseOp(yield);
        }
        rewriter.eraseOp(reduce);
        return results;
      });
  rewriter.replaceOp(op, nest.results);
}

namespace {
struct SegmentSerializeLoops
    : segment::impl::SegmentSerializeLoopsBase<SegmentSerializeLoops> {
  void runOnOperation() override {
    // Loops before the loops inside them: what is inside of one that becomes
    // serial is not nested any more.
    SmallVector<scf::ParallelOp> loops;
    getOperation()->walk<WalkOrder::PreOrder>(
        [&](scf::ParallelOp op) { loops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (scf::ParallelOp op : loops)
      if (op.getNumReductions() != 0 || op->getParentOfType<scf::ParallelOp>())
        serialize(op, rewriter);
  }
};
} // namespace
