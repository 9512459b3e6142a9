//===- CanonicalizationCasts.cpp - Shape casts of operands -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CanonicalizationUtils.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::segment;
using namespace mlir::segment::detail;

/// What `value` was before a tensor.cast that forgets static dimensions, null
/// if there is none.
static Value getCastSource(Value value) {
  auto cast = value.getDefiningOp<tensor::CastOp>();
  if (!cast || !tensor::canFoldIntoConsumerOp(cast))
    return {};
  // The operations take no tensors with an encoding.
  auto type = mlir::cast<RankedTensorType>(cast.getSource().getType());
  return type.getEncoding() ? Value() : cast.getSource();
}

/// Tries `isCompatible` on the shapes of the operands with one cast after the
/// other folded in; shapes that disagree stay dynamic, since that is an error
/// of run time. Returns the operands if any was folded.
static std::optional<SmallVector<Value>>
foldCasts(Operation *op, unsigned numOperands,
          function_ref<bool(ArrayRef<ArrayRef<int64_t>>)> isCompatible) {
  SmallVector<Value> operands(op->getOperands());
  bool changed = false;
  for (unsigned i = 0; i < numOperands; ++i) {
    Value source = getCastSource(operands[i]);
    if (!source)
      continue;
    Value before = std::exchange(operands[i], source);
    SmallVector<ArrayRef<int64_t>> shapes;
    for (Value operand : ArrayRef(operands).take_front(numOperands))
      shapes.push_back(cast<RankedTensorType>(operand.getType()).getShape());
    if (isCompatible(shapes))
      changed = true;
    else
      operands[i] = before;
  }
  if (!changed)
    return std::nullopt;
  return operands;
}

namespace {

struct FoldTensorCastIntoSegment : SurfaceOpPattern<SegmentOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(SegmentOpInterface op,
                          PatternRewriter &rewriter) const override {
    ArrayRef<int64_t> resultRow = op.getResultType().getShape().drop_front();
    auto isCompatible = [&](ArrayRef<ArrayRef<int64_t>> shapes) {
      ArrayRef<int64_t> data = shapes[0], ids = shapes[1];
      return succeeded(
                 verifyCompatibleShape(ids, data.take_front(ids.size()))) &&
             succeeded(
                 verifyCompatibleShape(resultRow, data.drop_front(ids.size())));
    };
    std::optional<SmallVector<Value>> operands =
        foldCasts(op, /*numOperands=*/2, isCompatible);
    if (!operands)
      return rewriter.notifyMatchFailure(op, "no cast of data or ids to fold");
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(*operands); });
    return success();
  }
};

/// The result has the type of the input, so it changes with it.
struct FoldTensorCastIntoScatter : SurfaceOpPattern<ScatterOpInterface> {
  using SurfaceOpPattern::SurfaceOpPattern;

  LogicalResult rewriteOp(ScatterOpInterface op,
                          PatternRewriter &rewriter) const override {
    auto isCompatible = [](ArrayRef<ArrayRef<int64_t>> shapes) {
      ArrayRef<int64_t> input = shapes[0], indices = shapes[1];
      SmallVector<int64_t> expected(indices.drop_back());
      llvm::append_range(expected, input.drop_front(indices.back()));
      return succeeded(verifyCompatibleShape(expected, shapes[2]));
    };
    std::optional<SmallVector<Value>> operands =
        foldCasts(op, /*numOperands=*/3, isCompatible);
    if (!operands)
      return rewriter.notifyMatchFailure(
          op, "no cast of input, indices or updates to fold");
    Operation *newOp = rewriter.clone(*op);
    rewriter.modifyOpInPlace(newOp, [&] {
      newOp->setOperands(*operands);
      newOp->getResult(0).setType(operands->front().getType());
    });
    replaceWithCast(rewriter, op, newOp->getResult(0));
    return success();
  }
};

/// Goes before upstream's pattern for operations in destination style (benefit
/// 2), which would clone the operation, crashes on regions that are empty, and
/// doesn't ask whether shapes agree. Shapes that don't are no error here: the
/// check before the operation reports it, if the function is run at all.
struct FoldTensorCastIntoReduceByKey : OpRewritePattern<ReduceByKeyOp> {
  explicit FoldTensorCastIntoReduceByKey(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(ReduceByKeyOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> operands(op->getOperands());
    bool changed = false;
    for (Value &operand : operands)
      if (Value source = getCastSource(operand)) {
        operand = source;
        changed = true;
      }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no cast of an operand to fold");

    SmallVector<Type> types(ValueRange(operands).getTypes());
    bool agree = true;
    (void)op.verifyExtents(types, [&] {
      agree = false;
      return InFlightDiagnostic();
    });
    if (!agree) {
      rewriter.replaceOp(op, op.getInits());
      return success();
    }
    auto newOp = cast<ReduceByKeyOp>(rewriter.clone(*op));
    rewriter.modifyOpInPlace(newOp, [&] {
      newOp->setOperands(operands);
      for (auto [result, init] :
           llvm::zip_equal(newOp.getResults(), newOp.getInits()))
        result.setType(init.getType());
    });
    SmallVector<Value> results(newOp.getResults());
    for (auto [value, type] : llvm::zip_equal(results, op.getResultTypes()))
      if (value.getType() != type)
        value = tensor::CastOp::create(rewriter, op.getLoc(), type, value);
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void ReduceByKeyOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<FoldTensorCastIntoReduceByKey>(context);
}

void segment::populateFoldTensorCastIntoSegmentPatterns(
    RewritePatternSet &patterns, StringRef opName) {
  addSurfaceOpPatterns<FoldTensorCastIntoSegment>(patterns, opName);
}

void segment::populateFoldTensorCastIntoScatterPatterns(
    RewritePatternSet &patterns, StringRef opName) {
  addSurfaceOpPatterns<FoldTensorCastIntoScatter>(patterns, opName);
}
