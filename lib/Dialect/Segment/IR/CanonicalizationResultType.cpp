//===- CanonicalizationResultType.cpp - Static result types -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CanonicalizationUtils.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::segment;
using namespace mlir::segment::detail;

/// The number of segments that the operands promise, or dynamic.
static int64_t getKnownNumSegments(SegmentOpInterface op) {
  if (op.getNumSegmentsOrNull()) {
    std::optional<int64_t> constant = getConstantNumSegments(op);
    // A negative one is reported at run time.
    return constant && *constant >= 0 ? *constant : ShapedType::kDynamic;
  }
  if (op.getIdsType().getDimSize(0) == 0)
    return 0;
  std::optional<ConstantKeys> ids = ConstantKeys::get(
      cast<ReductionOpInterface>(op.getOperation()).getKeys());
  // Under bounds<error> a negative last id must be reported as such, not as a
  // static dimension that is wrong.
  if (!ids || ids->getLast() < 0 ||
      ids->getLast() == std::numeric_limits<int64_t>::max())
    return ShapedType::kDynamic;
  return ids->getLast() + 1;
}

namespace {

/// Dynamic dimensions of the result that follow from the operands become
/// static. What a cast of the result promises beyond that stays in the cast:
/// here it would be a check that fails even where nobody uses the cast.
struct RefineSegmentResult : SurfaceOpPattern<SegmentOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(SegmentOpInterface op,
                          PatternRewriter &rewriter) const override {
    RankedTensorType oldType = op.getResultType();
    SmallVector<int64_t> known{getKnownNumSegments(op)};
    llvm::append_range(known, op.getDataType().getShape().drop_front(
                                  op.getIdsType().getRank()));
    SmallVector<int64_t> shape(oldType.getShape());
    for (auto [dim, knownDim] : llvm::zip_equal(shape, known))
      if (ShapedType::isDynamic(dim))
        dim = knownDim;
    if (ArrayRef(shape) == oldType.getShape())
      return rewriter.notifyMatchFailure(
          op, "no dynamic dimension of the result is known");
    if (!fitsInMemory(shape, getElementBytes(oldType.getElementType())))
      return rewriter.notifyMatchFailure(
          op, "no static type for a size that is an error at run time");

    Value result = op->getResult(0);
    rewriter.modifyOpInPlace(op, [&] { result.setType(oldType.clone(shape)); });
    rewriter.setInsertionPointAfter(op);
    auto cast = tensor::CastOp::create(rewriter, op.getLoc(), oldType, result);
    rewriter.replaceAllUsesExcept(result, cast, cast);
    return success();
  }
};

} // namespace

void segment::populateRefineSegmentResultPatterns(RewritePatternSet &patterns,
                                                  StringRef opName) {
  addSurfaceOpPatterns<RefineSegmentResult>(patterns, opName);
}
