//===- VectorizeRows.cpp - segment-vectorize-rows -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTVECTORIZEROWS
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

/// Whether vectors of `type` are loaded and computed with as scalars are.
static bool isVectorElement(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() >= 8 && integer.getWidth() <= 64;
  return isa<FloatType>(type);
}

/// The width of the widest element that `op` computes with; 0 if it can't be
/// vectorized along its innermost loop.
static unsigned getWidestElement(linalg::GenericOp op) {
  unsigned numLoops = op.getNumLoops();
  if (numLoops == 0 || !op.hasPureBufferSemantics() || op.hasIndexSemantics() ||
      op.getNumParallelLoops() != numLoops)
    return 0;
  MLIRContext *context = op.getContext();
  AffineExpr innermost = getAffineDimExpr(numLoops - 1, context);
  unsigned widest = 0;
  for (auto [operand, map] :
       llvm::zip_equal(op->getOperands(), op.getIndexingMapsArray())) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type || !isVectorElement(type.getElementType()) ||
        !map.isProjectedPermutation())
      return 0;
    widest = std::max(widest, type.getElementTypeBitWidth());
    std::optional<unsigned> position = map.getResultPosition(innermost);
    if (!position)
      continue;
    SmallVector<int64_t> strides;
    int64_t offset;
    if (*position + 1 != map.getNumResults() ||
        failed(type.getStridesAndOffset(strides, offset)) ||
        strides.back() != 1)
      return 0;
  }
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (!OpTrait::hasElementwiseMappableTraits(&inner) &&
        !isa<arith::ConstantOp>(inner))
      return 0;
    for (Type type : inner.getResultTypes()) {
      if (type.isInteger(1))
        continue;
      if (!isVectorElement(type))
        return 0;
      widest = std::max(widest, type.getIntOrFloatBitWidth());
    }
  }
  return widest;
}

/// `op` on the part of its iteration space that starts at `offsets` and is of
/// `sizes`; loops of size 1 (by attribute) are dropped except for the
/// innermost.
static linalg::GenericOp createTile(RewriterBase &rewriter,
                                    linalg::GenericOp op, ValueRange outer,
                                    OpFoldResult offset, OpFoldResult size) {
  Location loc = op.getLoc();
  MLIRContext *context = op.getContext();
  unsigned innermost = op.getNumLoops() - 1;
  Attribute one = rewriter.getIndexAttr(1);
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  for (auto [operand, map] :
       llvm::zip_equal(op->getOperands(), op.getIndexingMapsArray())) {
    auto type = cast<MemRefType>(operand.getType());
    SmallVector<OpFoldResult> offsets, sizes;
    SmallVector<int64_t> shape;
    SmallVector<AffineExpr> results;
    for (AffineExpr expr : map.getResults()) {
      unsigned loop = cast<AffineDimExpr>(expr).getPosition();
      if (loop != innermost) {
        offsets.push_back(outer[loop]);
        sizes.push_back(one);
        continue;
      }
      offsets.push_back(offset);
      sizes.push_back(size);
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
      results.push_back(getAffineDimExpr(0, context));
    }
    SmallVector<OpFoldResult> strides(offsets.size(), one);
    maps.push_back(AffineMap::get(1, 0, results, context));
    if (offsets.empty()) {
      operands.push_back(operand);
      continue;
    }
    MemRefType view = memref::SubViewOp::inferRankReducedResultType(
        shape, type, offsets, sizes, strides);
    operands.push_back(memref::SubViewOp::create(rewriter, loc, view, operand,
                                                 offsets, sizes, strides));
  }
  ValueRange all(operands);
  auto tile = linalg::GenericOp::create(
      rewriter, loc, all.take_front(op.getNumDpsInputs()),
      all.drop_front(op.getNumDpsInputs()), maps,
      {utils::IteratorType::parallel},
      function_ref<void(OpBuilder &, Location, ValueRange)>());
  rewriter.cloneRegionBefore(op.getRegion(), tile.getRegion(),
                             tile.getRegion().end());
  return tile;
}

/// The size of each loop of `op`.
static SmallVector<OpFoldResult> getLoopSizes(RewriterBase &rewriter,
                                              linalg::GenericOp op) {
  SmallVector<OpFoldResult> sizes(op.getNumLoops());
  for (auto [operand, map] :
       llvm::zip_equal(op->getOperands(), op.getIndexingMapsArray())) {
    auto type = cast<MemRefType>(operand.getType());
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      OpFoldResult &size = sizes[cast<AffineDimExpr>(expr).getPosition()];
      if (!type.isDynamicDim(i))
        size = rewriter.getIndexAttr(type.getDimSize(i));
      else if (!size)
        size = memref::DimOp::create(rewriter, op.getLoc(), operand, i)
                   .getResult();
    }
  }
  return sizes;
}

static void vectorizeRows(RewriterBase &rewriter, linalg::GenericOp op,
                          int64_t length) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<OpFoldResult> sizes = getLoopSizes(rewriter, op);
  std::optional<int64_t> columns = getConstantIntValue(sizes.back());
  if (columns && *columns < length)
    return;
  auto toValue = [&](OpFoldResult size) -> Value {
    if (auto value = dyn_cast<Value>(size))
      return value;
    return arith::ConstantIndexOp::create(rewriter, loc,
                                          *getConstantIntValue(size));
  };
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value step = arith::ConstantIndexOp::create(rewriter, loc, length);
  SmallVector<Value> outer;
  for (OpFoldResult size : ArrayRef(sizes).drop_back()) {
    auto loop = scf::ForOp::create(rewriter, loc, zero, toValue(size), one);
    rewriter.setInsertionPointToStart(loop.getBody());
    outer.push_back(loop.getInductionVar());
  }

  // Full tiles.
  Value all = toValue(sizes.back());
  Value rest =
      columns ? arith::ConstantIndexOp::create(rewriter, loc, *columns % length)
                    .getResult()
              : arith::RemUIOp::create(rewriter, loc, all, step).getResult();
  Value full = arith::SubIOp::create(rewriter, loc, all, rest);
  auto loop = scf::ForOp::create(rewriter, loc, zero, full, step);
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(loop.getBody());
    linalg::GenericOp tile =
        createTile(rewriter, op, outer, loop.getInductionVar(),
                   rewriter.getIndexAttr(length));
    rewriter.setInsertionPoint(tile);
    FailureOr<linalg::VectorizationResult> vectorized =
        linalg::vectorize(rewriter, tile);
    if (succeeded(vectorized))
      rewriter.eraseOp(tile);
  }

  // The rest.
  if (!columns || *columns % length != 0)
    createTile(rewriter, op, outer, full,
               columns ? OpFoldResult(rewriter.getIndexAttr(*columns % length))
                       : OpFoldResult(rest));
  rewriter.eraseOp(op);
}

namespace {
struct SegmentVectorizeRows
    : segment::impl::SegmentVectorizeRowsBase<SegmentVectorizeRows> {
  using Base::Base;

  void runOnOperation() override {
    if (vectorBits != 128 && vectorBits != 256 && vectorBits != 512) {
      emitError(getOperation().getLoc()) << "segment-vectorize-rows: expected "
                                            "vector-bits=128, 256 or 512, but "
                                            "got "
                                         << vectorBits.getValue();
      return signalPassFailure();
    }
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::GenericOp op : ops)
      if (unsigned width = getWidestElement(op))
        vectorizeRows(rewriter, op, vectorBits / width);
  }
};
} // namespace
