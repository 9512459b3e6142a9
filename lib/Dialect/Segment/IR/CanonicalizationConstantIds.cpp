//===- CanonicalizationConstantIds.cpp - Folds of constant ids and indices ===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CanonicalizationUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::segment;
using namespace mlir::segment::detail;

/// The number of segments given that the last id is `lastId`: what was
/// promised, or what the first form makes of it. Dynamic if it isn't known.
static int64_t getNumSegments(SegmentOpInterface op, int64_t lastId) {
  if (!op.getNumSegmentsOrNull())
    return lastId < std::numeric_limits<int64_t>::max() ? lastId + 1
                                                        : ShapedType::kDynamic;
  return getConstantNumSegments(op).value_or(ShapedType::kDynamic);
}

/// Whether a segment of a single row shows that row to the bit, NaN as NaN.
static bool copiesSingleRows(ReductionOpInterface op, Type type) {
  switch (op.getReduction()) {
  case Reduction::min:
  case Reduction::max:
    return true;
  case Reduction::prod:
    // 1 * x; the plain formula of complex products makes NaN of infinities.
    return !isa<ComplexType>(type);
  case Reduction::sum:
  case Reduction::mean:
    // Float sums start from +0, so that -0 becomes +0 (clause 3.8); sums of a
    // narrow quantized type saturate.
    return isIntegerElement(type);
  default:
    return false;
  }
}

/// How arith folds elements of `type`, if it does so to the bit in any order
/// and in the element's own type.
static std::optional<arith::AtomicRMWKind> getArithKind(ReductionOpInterface op,
                                                        Type type) {
  bool isMin = op.getReduction() == Reduction::min;
  if (isFloatElement(type)) {
    if (!op.isMinOrMax() || op.ignoresNan())
      return std::nullopt;
    return isMin ? arith::AtomicRMWKind::minimumf
                 : arith::AtomicRMWKind::maximumf;
  }
  if (!type.isSignlessInteger())
    return std::nullopt;
  switch (op.getReduction()) {
  case Reduction::sum:
    return arith::AtomicRMWKind::addi;
  case Reduction::prod:
    return arith::AtomicRMWKind::muli;
  case Reduction::min:
    return type.isInteger(1) ? arith::AtomicRMWKind::andi
                             : arith::AtomicRMWKind::mins;
  case Reduction::max:
    return type.isInteger(1) ? arith::AtomicRMWKind::ori
                             : arith::AtomicRMWKind::maxs;
  default:
    return std::nullopt;
  }
}

namespace {

/// Ids 0, 1, 2, ...: each row is a segment of its own.
struct FoldIotaIds : SurfaceOpPattern<SegmentOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(SegmentOpInterface op,
                          PatternRewriter &rewriter) const override {
    auto reduction = cast<ReductionOpInterface>(op.getOperation());
    RankedTensorType data = op.getDataType();
    int64_t idsRank = op.getIdsType().getRank();
    if (!copiesSingleRows(reduction, data.getElementType()))
      return rewriter.notifyMatchFailure(
          op, "a segment of one row is not a copy of it");
    std::optional<ConstantKeys> ids = ConstantKeys::get(reduction.getKeys());
    if (!ids || ids->empty())
      return rewriter.notifyMatchFailure(op, "the ids are not constant");
    int64_t numSegments = getNumSegments(op, ids->getLast());
    if (!ids->isIota(numSegments))
      return rewriter.notifyMatchFailure(
          op, "the ids don't name each segment once, in order");
    // No size to check: the result is as large as the data, which is there.
    if (!hasProvenPrefix(op) || !hasProvenResultShape(op, numSegments))
      return rewriter.notifyMatchFailure(op, "shapes may disagree at run time");
    replaceWithCast(rewriter, op,
                    createReshapedPrefix(rewriter, op.getLoc(),
                                         reduction.getRows(), idsRank,
                                         numSegments));
    return success();
  }
};

/// All rows belong to one segment: a plain reduction of them.
struct FoldUniformIds : SurfaceOpPattern<SegmentOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(SegmentOpInterface op,
                          PatternRewriter &rewriter) const override {
    auto reduction = cast<ReductionOpInterface>(op.getOperation());
    RankedTensorType data = op.getDataType();
    Type element = data.getElementType();
    std::optional<arith::AtomicRMWKind> kind = getArithKind(reduction, element);
    if (!kind)
      return rewriter.notifyMatchFailure(
          op, "the reduction depends on the order of the rows, or is none of "
              "arith's");
    std::optional<ConstantKeys> ids = ConstantKeys::get(reduction.getKeys());
    if (!ids || !ids->isUniform())
      return rewriter.notifyMatchFailure(
          op, "the ids are not constant and all the same");
    int64_t id = ids->getLast();
    int64_t numSegments = getNumSegments(op, id);
    if (id < 0 || id >= numSegments)
      return rewriter.notifyMatchFailure(
          op, "the id may be out of range at run time");
    if (!hasProvenPrefix(op) || !hasProvenResult(op, numSegments))
      return rewriter.notifyMatchFailure(
          op, "shapes or sizes may be wrong at run time");
    ArrayRef<int64_t> row =
        data.getShape().drop_front(op.getIdsType().getRank());
    SmallVector<int64_t> shape{numSegments};
    llvm::append_range(shape, row);
    auto type = RankedTensorType::get(shape, element);
    if (type.getNumElements() == 0 || type.getNumElements() > maxFoldedElements)
      return rewriter.notifyMatchFailure(
          op, "the result has no elements, or too many for a constant");

    Location loc = op.getLoc();
    Value reduced = reduction.getRows();
    if (int64_t rank = op.getIdsType().getRank()) {
      TypedAttr start =
          arith::getIdentityValueAttr(*kind, element, rewriter, loc);
      Value init = arith::ConstantOp::create(
          rewriter, loc,
          DenseElementsAttr::get(RankedTensorType::get(row, element), start));
      auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
        linalg::YieldOp::create(
            b, loc, arith::getReductionOp(*kind, b, loc, args[1], args[0]));
      };
      reduced = linalg::ReduceOp::create(
                    rewriter, loc, reduced, init,
                    llvm::to_vector(llvm::seq<int64_t>(0, rank)), body)
                    .getResult(0);
    }
    Value empty =
        arith::ConstantOp::create(rewriter, loc, getEmptyResult(op, type));
    SmallVector<OpFoldResult> offsets(shape.size(), rewriter.getIndexAttr(0));
    offsets[0] = rewriter.getIndexAttr(id);
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(rewriter.getContext(), shape);
    sizes[0] = rewriter.getIndexAttr(1);
    SmallVector<OpFoldResult> strides(shape.size(), rewriter.getIndexAttr(1));
    replaceWithCast(rewriter, op,
                    tensor::InsertSliceOp::create(rewriter, loc, reduced, empty,
                                                  offsets, sizes, strides));
    return success();
  }
};

/// Indices that name every slice in order: nothing of the input is left.
struct FoldIotaIndices : SurfaceOpPattern<ScatterOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(ScatterOpInterface op,
                          PatternRewriter &rewriter) const override {
    auto reduction = cast<ReductionOpInterface>(op.getOperation());
    if (reduction.getReduction() != Reduction::update)
      return rewriter.notifyMatchFailure(
          op, "the result depends on the input's values");
    if (!hasProvenShapes(op))
      return rewriter.notifyMatchFailure(
          op, "the shape of the updates may be wrong at run time");
    int64_t depth = op.getIndexDepth();
    ArrayRef<int64_t> slices = op.getInputType().getShape().take_front(depth);
    if (ShapedType::isDynamicShape(slices))
      return rewriter.notifyMatchFailure(op,
                                         "the number of slices is not known");
    std::optional<ConstantKeys> indices =
        ConstantKeys::get(reduction.getKeys());
    if (!indices || !isIota(*indices, slices))
      return rewriter.notifyMatchFailure(
          op, "the indices don't name each slice once, in order");
    replaceWithCast(
        rewriter, op,
        createReshapedPrefix(rewriter, op.getLoc(), reduction.getRows(),
                             op.getIndicesType().getRank() - 1, slices));
    return success();
  }

private:
  /// Whether the index rows are the positions of `slices` in row-major order.
  static bool isIota(const ConstantKeys &indices, ArrayRef<int64_t> slices) {
    int64_t depth = slices.size();
    if (indices.empty() || indices.isSplatValue())
      // One index row of zeros is a splat, too.
      return !indices.empty() && indices[0] == 0 &&
             llvm::all_of(indices.getShape().drop_back(),
                          [](int64_t dim) { return dim == 1; }) &&
             llvm::all_of(slices, [](int64_t dim) { return dim == 1; });
    SmallVector<int64_t> position(depth, 0);
    int64_t numRows =
        ShapedType::getNumElements(indices.getShape().drop_back());
    for (int64_t row = 0; row < numRows; ++row) {
      for (int64_t i = 0; i < depth; ++i)
        if (indices[row * depth + i] != position[i])
          return false;
      // The next position, or past the last one: all zeros again.
      int64_t i = depth - 1;
      while (i >= 0 && ++position[i] >= slices[i])
        position[i--] = 0;
      if (i < 0)
        return row == numRows - 1;
    }
    return false;
  }
};

} // namespace

void segment::populateFoldConstantIdsPatterns(RewritePatternSet &patterns,
                                              StringRef opName) {
  addSurfaceOpPatterns<FoldIotaIds, FoldUniformIds>(patterns, opName);
}

void segment::populateFoldConstantIndicesPatterns(RewritePatternSet &patterns,
                                                  StringRef opName) {
  addSurfaceOpPatterns<FoldIotaIndices>(patterns, opName);
}
