//===- CanonicalizationZeroSize.cpp - Folds of operands without elements --===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CanonicalizationUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::segment;
using namespace mlir::segment::detail;

static bool hasNoElements(RankedTensorType type) {
  return llvm::is_contained(type.getShape(), 0);
}

namespace {

/// Data without elements: every segment is empty, or the result has no elements
/// either. Ids are not looked at then (clause 4.11), except the first form's
/// last one, so that form must have no ids at all.
struct FoldZeroSizeSegment : SurfaceOpPattern<SegmentOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(SegmentOpInterface op,
                          PatternRewriter &rewriter) const override {
    RankedTensorType data = op.getDataType();
    if (!hasNoElements(data))
      return rewriter.notifyMatchFailure(op, "the data may have elements");
    if (!hasProvenPrefix(op))
      return rewriter.notifyMatchFailure(
          op, "the shapes of ids and data may disagree at run time");

    int64_t numSegments = 0;
    if (op.getNumSegmentsOrNull()) {
      std::optional<int64_t> constant = getConstantNumSegments(op);
      if (!constant || *constant < 0)
        return rewriter.notifyMatchFailure(
            op, "num_segments may be negative at run time");
      numSegments = *constant;
    } else if (op.getIdsType().getDimSize(0) != 0) {
      return rewriter.notifyMatchFailure(
          op, "the last id says how many segments there are");
    }
    if (!hasProvenResult(op, numSegments))
      return rewriter.notifyMatchFailure(
          op, "the result's shape or size may be wrong at run time");

    Type element = data.getElementType();
    if (getQuantizedElement(element))
      return rewriter.notifyMatchFailure(
          op, "there are no constants of quantized types");
    SmallVector<int64_t> shape{numSegments};
    llvm::append_range(shape,
                       data.getShape().drop_front(op.getIdsType().getRank()));
    auto type = RankedTensorType::get(shape, element);
    if (hasNoElements(type)) {
      replaceWithCast(
          rewriter, op,
          tensor::EmptyOp::create(rewriter, op.getLoc(), shape, element));
      return success();
    }
    if (type.getNumElements() > maxFoldedElements)
      return rewriter.notifyMatchFailure(
          op, "the result is too large for a constant");
    replaceWithCast(rewriter, op,
                    arith::ConstantOp::create(rewriter, op.getLoc(),
                                              getEmptyResult(op, type)));
    return success();
  }
};

/// No updates, or updates of no elements, change nothing.
struct FoldZeroSizeScatter : SurfaceOpPattern<ScatterOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(ScatterOpInterface op,
                          PatternRewriter &rewriter) const override {
    if (!hasNoElements(op.getUpdatesType()))
      return rewriter.notifyMatchFailure(op, "there may be updates");
    if (!hasProvenShapes(op))
      return rewriter.notifyMatchFailure(
          op, "the shape of the updates may be wrong at run time");
    rewriter.replaceOp(op, op.getStart());
    return success();
  }
};

} // namespace

void segment::populateFoldZeroSizeSegmentPatterns(RewritePatternSet &patterns,
                                                  StringRef opName) {
  addSurfaceOpPatterns<FoldZeroSizeSegment>(patterns, opName);
}

void segment::populateFoldZeroSizeScatterPatterns(RewritePatternSet &patterns,
                                                  StringRef opName) {
  addSurfaceOpPatterns<FoldZeroSizeScatter>(patterns, opName);
}
