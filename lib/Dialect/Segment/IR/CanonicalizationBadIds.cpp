//===- CanonicalizationBadIds.cpp - Constant bad ids and indices ----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Under bounds<drop> rows with bad ids don't touch the result (clause 3.9).
// Those before the first good row and behind the last one are sliced away; if
// there is no good one, no row is left, and the folds of operands without
// elements do the rest.
//
// Under bounds<error> a bad id is an error, which must stay; bounds<assume>
// promises that there is none.
//
// How a float sum is cut into pieces may depend on the number of rows (clause
// 3.6), so there either all rows go or none.

#include "CanonicalizationUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::segment;
using namespace mlir::segment::detail;

/// The part of the outermost dimension of `keys`, of which there must be some,
/// that holds the good keys; `isBad` is asked for groups of `groupSize`
/// elements by the position of their first one.
static std::pair<int64_t, int64_t>
findGoodPart(const ConstantKeys &keys, int64_t groupSize,
             function_ref<bool(int64_t)> isBad) {
  int64_t outer = keys.getShape().front();
  // If the groups are all the same, one stands for all.
  if (keys.isSplatValue())
    return isBad(0) ? std::pair<int64_t, int64_t>(0, 0)
                    : std::pair<int64_t, int64_t>(0, outer);
  int64_t stride = ShapedType::getNumElements(keys.getShape().drop_front());
  auto isAllBad = [&](int64_t position) {
    for (int64_t i = 0; i < stride; i += groupSize)
      if (!isBad(position * stride + i))
        return false;
    return true;
  };
  int64_t begin = 0, end = outer;
  while (begin < end && isAllBad(begin))
    ++begin;
  while (begin < end && isAllBad(end - 1))
    --end;
  if (begin == end)
    return {0, 0};
  return {begin, end};
}

/// Replaces rows and keys of `op`, which are the operands with the given
/// numbers, by their part [`begin`, `end`).
static void sliceOperands(PatternRewriter &rewriter, ReductionOpInterface op,
                          ConstantKeys &keys, unsigned rowsOperand,
                          unsigned keysOperand, int64_t begin, int64_t end) {
  Location loc = op.getLoc();
  Value rows = createOuterSlice(rewriter, loc, op.getRows(), begin, end);
  Value newKeys =
      arith::ConstantOp::create(rewriter, loc, keys.slice(begin, end));
  rewriter.modifyOpInPlace(op, [&] {
    op->setOperand(rowsOperand, rows);
    op->setOperand(keysOperand, newKeys);
  });
}

namespace {

struct DropConstantBadIds : SurfaceOpPattern<SegmentOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(SegmentOpInterface op,
                          PatternRewriter &rewriter) const override {
    auto reduction = cast<ReductionOpInterface>(op.getOperation());
    if (reduction.getBounds() != Bounds::drop)
      return rewriter.notifyMatchFailure(op, "the policy is not bounds<drop>");
    std::optional<ConstantKeys> ids = ConstantKeys::get(reduction.getKeys());
    if (!ids || ids->empty() || ids->getShape().empty())
      return rewriter.notifyMatchFailure(op, "no list of constant ids");
    if (op.isSorted() && !ids->isSorted())
      return rewriter.notifyMatchFailure(
          op, "what becomes of decreasing ids is left to the lowering");
    if (!hasProvenPrefix(op))
      return rewriter.notifyMatchFailure(
          op, "the shapes of ids and data may disagree at run time");

    // Not before it is known can an id be too large.
    int64_t limit = getConstantNumSegments(op).value_or(
        std::numeric_limits<int64_t>::max());
    bool isBounded = getConstantNumSegments(op).has_value();
    auto isBad = [&](int64_t position) {
      int64_t id = (*ids)[position];
      return id < 0 || (isBounded && id >= limit);
    };
    auto [begin, end] = findGoodPart(*ids, /*groupSize=*/1, isBad);
    if (end - begin == ids->getShape().front())
      return rewriter.notifyMatchFailure(op, "no bad ids at the ends");
    if (begin != end && !isExact(reduction))
      return rewriter.notifyMatchFailure(
          op, "the result may depend on the number of rows");
    sliceOperands(rewriter, reduction, *ids, /*rowsOperand=*/0,
                  /*keysOperand=*/1, begin, end);
    return success();
  }
};

struct DropConstantBadIndices : SurfaceOpPattern<ScatterOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(ScatterOpInterface op,
                          PatternRewriter &rewriter) const override {
    auto reduction = cast<ReductionOpInterface>(op.getOperation());
    if (reduction.getBounds() != Bounds::drop)
      return rewriter.notifyMatchFailure(op, "the policy is not bounds<drop>");
    std::optional<ConstantKeys> indices =
        ConstantKeys::get(reduction.getKeys());
    if (!indices || indices->empty())
      return rewriter.notifyMatchFailure(op, "no list of constant indices");
    ArrayRef<int64_t> rows = indices->getShape().drop_back();
    if (rows != op.getUpdatesType().getShape().take_front(rows.size()))
      return rewriter.notifyMatchFailure(
          op, "the number of updates may be wrong at run time");

    int64_t depth = op.getIndexDepth();
    ArrayRef<int64_t> slices = op.getInputType().getShape().take_front(depth);
    auto isBad = [&](int64_t position) {
      for (auto [i, dim] : llvm::enumerate(slices)) {
        int64_t index = (*indices)[position + i];
        if (index < 0 || (!ShapedType::isDynamic(dim) && index >= dim))
          return true;
      }
      return false;
    };
    auto [begin, end] = findGoodPart(*indices, depth, isBad);
    if (end - begin == rows.front())
      return rewriter.notifyMatchFailure(op, "no bad indices at the ends");
    if (begin != end && !isExact(reduction))
      return rewriter.notifyMatchFailure(
          op, "the result may depend on the number of updates");
    sliceOperands(rewriter, reduction, *indices, /*rowsOperand=*/2,
                  /*keysOperand=*/1, begin, end);
    return success();
  }
};

} // namespace

void segment::populateDropConstantBadIdsPatterns(RewritePatternSet &patterns,
                                                 StringRef opName) {
  addSurfaceOpPatterns<DropConstantBadIds>(patterns, opName);
}

void segment::populateDropConstantBadIndicesPatterns(
    RewritePatternSet &patterns, StringRef opName) {
  addSurfaceOpPatterns<DropConstantBadIndices>(patterns, opName);
}
