//===- SplitAccumulators.cpp - Start, fold and finish apart ---------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitAccumulators.h"

#include "LoopBuilder.h"
#include "RowBody.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::segment;

/// What `block` yields as value `i`, for all elements of `output`, from those
/// of `inputs` (null for what isn't there).
static void emitElementwise(LoopBuilder &b, Block &block, unsigned i,
                            ValueRange inputs, Value output) {
  auto yield = cast<YieldOp>(block.getTerminator());
  int64_t rank = cast<MemRefType>(output.getType()).getRank();
  SmallVector<Value> operands;
  SmallVector<BlockArgument> arguments;
  SmallVector<AffineMap> maps;
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  for (auto [argument, input] : llvm::zip_equal(block.getArguments(), inputs)) {
    int64_t inputRank = cast<MemRefType>(input.getType()).getRank();
    if (argument.use_empty() || inputRank > rank)
      continue;
    operands.push_back(input);
    arguments.push_back(argument);
    maps.push_back(identity.getMajorSubMap(inputRank));
  }
  maps.push_back(identity);
  linalg::GenericOp::create(
      b, operands, output, maps,
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        IRMapping mapping;
        for (auto [argument, element] : llvm::zip(arguments, elements))
          mapping.map(argument, element);
        linalg::YieldOp::create(
            inner, loc,
            cloneNeeded(inner, block, mapping, yield.getValues()[i]));
      });
}

ReduceByKeyOp segment::splitAccumulators(RewriterBase &rewriter,
                                         ReduceByKeyOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  builder.setInsertionPoint(op);
  LoopBuilder b(op.getLoc(), builder);

  // Accumulators of the shape of outs.
  Value wide;
  for (Value init : op.getInits())
    if (!wide || cast<MemRefType>(init.getType()).getRank() == 2)
      wide = init;
  auto wideType = cast<MemRefType>(wide.getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < wideType.getRank(); ++i)
    sizes.push_back(wideType.isDynamicDim(i)
                        ? OpFoldResult(b.dim(wide, i))
                        : OpFoldResult(b.getIndexAttr(wideType.getDimSize(i))));
  // However many rows there are, without columns nothing is kept for them,
  // unless they have a value in outs.
  if (sizes.size() == 2 && wideType.isDynamicDim(1) && !op.hasRowInits())
    sizes[0] =
        b.select(b.eq(b.dim(wide, 1), b.index(0)), b.index(0), b.dim(wide, 0));
  SmallVector<Value> accumulators;
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
    SmallVector<OpFoldResult> shape{sizes[0]};
    if (!op.isRowAccumulator(i))
      shape = sizes;
    accumulators.push_back(b.heap(op.getAccumulatorType(i), shape));
  }

  // Start.
  for (auto [i, accumulator] : llvm::enumerate(accumulators)) {
    if (op.getStart().empty())
      memref::CopyOp::create(b, op.getInits()[i], accumulator);
    else
      emitElementwise(b, op.getStart().front(), i, op.getInits(), accumulator);
  }

  // Fold. Without a row of accumulators no key is in range.
  SmallVector<Combiner> kinds;
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i)
    kinds.push_back(op.getKind(i));
  auto access =
      llvm::to_vector(op.getAccess().getAsValueRange<AffineMapAttr>());
  auto fold = ReduceByKeyOp::create(
      b, op.getKeys(), op.getRows(), op.getInputs(), access, op.getSources(),
      accumulators, kinds, [&](OpBuilder &inner, Location, ValueRange values) {
        IRMapping mapping;
        mapping.map(op.getBody().front().getArguments(), values);
        for (Operation &operation : op.getBody().front())
          inner.clone(operation, mapping);
      });
  fold.setSorted(op.getSorted());
  fold.setUnique(op.getUnique());
  fold.setInBounds(op.getInBounds());
  fold.setUnsignedKeys(op.getUnsignedKeys());
  fold.setUnsignedSources(op.getUnsignedSources());

  // Finish.
  for (auto [i, init] : llvm::enumerate(op.getInits())) {
    if (op.getFinish().empty())
      memref::CopyOp::create(b, accumulators[i], init);
    else
      emitElementwise(b, op.getFinish().front(), i, accumulators, init);
  }
  for (Value accumulator : accumulators)
    b.deallocate(accumulator);
  rewriter.eraseOp(op);
  return fold;
}
