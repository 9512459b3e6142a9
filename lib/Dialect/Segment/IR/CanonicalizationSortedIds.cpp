//===- CanonicalizationSortedIds.cpp - Constant ids that turn out sorted --===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CanonicalizationUtils.h"

using namespace mlir;
using namespace mlir::segment;
using namespace mlir::segment::detail;

namespace {

/// The two forms treat ids out of range differently, and name themselves in
/// their errors, so nothing may be left that can fail.
struct SortedConstantIds : SurfaceOpPattern<SegmentOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(SegmentOpInterface op,
                          PatternRewriter &rewriter) const override {
    auto reduction = cast<ReductionOpInterface>(op.getOperation());
    StringRef name = op->getName().getStringRef();
    if (op.isSorted() || !name.consume_front("segment.unsorted_"))
      return rewriter.notifyMatchFailure(op, "not an unsorted form");
    if (op.getIdsType().getRank() == 0)
      return rewriter.notifyMatchFailure(
          op, "the sorted forms don't take ids of rank 0");
    if (!isExact(reduction))
      return rewriter.notifyMatchFailure(
          op, "the result depends on the order of the fold");
    std::optional<ConstantKeys> ids = ConstantKeys::get(reduction.getKeys());
    if (!ids || ids->empty() || !ids->isSorted())
      return rewriter.notifyMatchFailure(op,
                                         "the ids are not constant and sorted");
    std::optional<int64_t> numSegments = getConstantNumSegments(op);
    if (!numSegments || ids->getMin() < 0 || ids->getMax() >= *numSegments)
      return rewriter.notifyMatchFailure(op,
                                         "ids may be out of range at run time");
    if (!hasProvenPrefix(op) || !hasProvenResult(op, *numSegments))
      return rewriter.notifyMatchFailure(
          op, "shapes or sizes may be wrong at run time");

    OperationState state(op.getLoc(), ("segment." + name + "_v2").str(),
                         op->getOperands(), op->getResultTypes(),
                         op->getAttrs());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

} // namespace

void segment::populateSortedConstantIdsPatterns(RewritePatternSet &patterns,
                                                StringRef opName) {
  addSurfaceOpPatterns<SortedConstantIds>(patterns, opName);
}
