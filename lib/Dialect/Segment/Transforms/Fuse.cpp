//===- Fuse.cpp - segment-fuse ----------------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuse.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTFUSE
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;

//===----------------------------------------------------------------------===//
// What the parts share
//===----------------------------------------------------------------------===//

SmallVector<FoldInput> segment::getFoldInputs(ReduceByKeyOp op) {
  SmallVector<FoldInput> inputs;
  for (auto [value, map, access] : llvm::zip_equal(
           op.getInputs(), op.getAccess().getAsValueRange<AffineMapAttr>(),
           op.getAccesses()))
    inputs.push_back(
        {value, map,
         access.source >= 0 ? op.getSources()[access.source] : Value()});
  return inputs;
}

unsigned segment::getOrAppend(SmallVectorImpl<FoldInput> &inputs,
                              const FoldInput &input) {
  auto *it = llvm::find(inputs, input);
  if (it == inputs.end()) {
    inputs.push_back(input);
    return inputs.size() - 1;
  }
  return it - inputs.begin();
}

ReduceByKeyOp segment::createLike(
    RewriterBase &rewriter, Location loc, ReduceByKeyOp like,
    ArrayRef<FoldInput> inputs, ValueRange inits, ArrayRef<Combiner> kinds,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> body) {
  SmallVector<Value> values, sources;
  SmallVector<AffineMap> access;
  for (const FoldInput &input : inputs) {
    values.push_back(input.value);
    access.push_back(input.access);
    if (input.source)
      sources.push_back(input.source);
  }
  auto op = ReduceByKeyOp::create(
      rewriter, loc, like.getKeys(), like.getRows(), values, access, sources,
      inits, kinds, [&](OpBuilder &b, Location, ValueRange elements) {
        YieldOp::create(b, loc, body(b, elements));
      });
  op.setSorted(like.getSorted());
  op.setUnique(like.getUnique());
  op.setInBounds(like.getInBounds());
  op.setUnsignedKeys(like.getUnsignedKeys());
  op.setUnsignedSources(like.getUnsignedSources());
  return op;
}

SmallVector<Value> segment::cloneBlock(OpBuilder &builder, Block &block,
                                       ValueRange arguments) {
  IRMapping mapping;
  mapping.map(block.getArguments(), arguments);
  for (Operation &op : block.without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct SegmentFuse : segment::impl::SegmentFuseBase<SegmentFuse> {
  using Base::Base;

  void runOnOperation() override {
    if (maxAccumulators < 1) {
      emitError(getOperation()->getLoc())
          << "segment-fuse: expected max-accumulators of at least 1, but got "
          << maxAccumulators.getValue();
      return signalPassFailure();
    }
    // Only after shapes are taken from before elementwise operations are checks
    // of what these made equal to each other.
    if (failed(apply(populateShapeOfElementwisePatterns)))
      return signalPassFailure();
    SmallVector<Block *> blocks;
    getOperation()->walk<WalkOrder::PreOrder>([&](Block *block) {
      // Bodies go with the operations that are merged.
      if (!isa_and_nonnull<ReduceByKeyOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    IRRewriter rewriter(&getContext());
    for (Block *block : blocks) {
      eraseRedundantChecks(rewriter, *block);
      fuseSiblings(rewriter, *block, maxAccumulators);
    }
    // Last, since a producer that several reductions use has one use now.
    if (failed(apply(populateFuseProducersPatterns)))
      return signalPassFailure();
  }

private:
  LogicalResult apply(function_ref<void(RewritePatternSet &)> populate) {
    RewritePatternSet patterns(&getContext());
    populate(patterns);
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false);
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    return applyPatternsGreedily(getOperation(), std::move(patterns), config);
  }
};
} // namespace
