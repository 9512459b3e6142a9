//===- FuseProducers.cpp - Elementwise producers into the body --*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An elementwise linalg operation whose result only a segment.reduce_by_key
// reads becomes part of its body: there is no tensor between them, and nothing
// is computed for rows that are left out.

#include "Fuse.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

/// The linalg operation on tensors that computes the elements of `value` one by
/// one, each where its loops are; null if there is none.
static linalg::LinalgOp getElementwiseProducer(Value value) {
  auto producer = value.getDefiningOp<linalg::LinalgOp>();
  if (!producer || !producer.hasPureTensorSemantics() ||
      producer->getNumResults() != 1 ||
      producer.getNumParallelLoops() != producer.getNumLoops() ||
      !producer.getMatchingIndexingMap(producer.getDpsInitOperand(0))
           .isIdentity())
    return {};
  return producer;
}

Value segment::getElementwiseShapeSource(Value value) {
  linalg::LinalgOp producer = getElementwiseProducer(value);
  if (!producer)
    return {};
  auto type = cast<RankedTensorType>(value.getType());
  for (OpOperand *operand : producer.getDpsInputOperands()) {
    auto inputType = dyn_cast<RankedTensorType>(operand->get().getType());
    if (inputType && inputType.getShape() == type.getShape() &&
        producer.getMatchingIndexingMap(operand).isIdentity())
      return operand->get();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// What only has a shape there is taken from before the producer.
static LogicalResult lookThrough(PatternRewriter &rewriter,
                                 OpOperand &operand) {
  Value source = getElementwiseShapeSource(operand.get());
  if (!source)
    return rewriter.notifyMatchFailure(
        operand.getOwner(), "no elementwise producer with an operand of the "
                            "same shape");
  rewriter.modifyOpInPlace(operand.getOwner(), [&] { operand.set(source); });
  return success();
}

namespace {
struct DimOfElementwise : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const override {
    return lookThrough(rewriter, op.getSourceMutable());
  }
};

struct CheckSegmentsOfElementwise : OpRewritePattern<CheckSegmentsOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CheckSegmentsOp op,
                                PatternRewriter &rewriter) const override {
    return lookThrough(rewriter, op.getDataMutable());
  }
};

struct CheckScatterOfElementwise : OpRewritePattern<CheckScatterOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CheckScatterOp op,
                                PatternRewriter &rewriter) const override {
    return lookThrough(rewriter, op.getUpdatesMutable());
  }
};

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// What takes the place of an input: inputs for the operands of its producer.
struct Inlined {
  linalg::LinalgOp producer;
  /// Of each argument of the producer's body: the input, or no value if the
  /// body doesn't use it or the operand is a scalar.
  SmallVector<FoldInput> inputs;
};

struct InlineProducer : OpRewritePattern<ReduceByKeyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceByKeyOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not on tensors");
    SmallVector<FoldInput> inputs = getFoldInputs(op);
    for (auto [i, input] : llvm::enumerate(inputs)) {
      std::optional<Inlined> inlined = plan(op, input);
      if (!inlined)
        continue;
      rewrite(rewriter, op, inputs, i, *inlined);
      return success();
    }
    return rewriter.notifyMatchFailure(
        op, "no input from an elementwise operation of its own");
  }

private:
  /// How the producer of `input` is inlined, if it is.
  static std::optional<Inlined> plan(ReduceByKeyOp op, const FoldInput &input) {
    linalg::LinalgOp producer = getElementwiseProducer(input.value);
    // A gathered row may be computed once and read often.
    if (!producer || input.source || producer->getBlock() != op->getBlock())
      return std::nullopt;
    MutableOperandRange all = op.getInputsMutable();
    for (OpOperand &use : input.value.getUses()) {
      auto isUse = [&](OpOperand &operand) { return &operand == &use; };
      if (llvm::none_of(all, isUse))
        return std::nullopt;
    }
    // The same, gathered by another input.
    for (const FoldInput &other : getFoldInputs(op))
      if (other.value == input.value && other.source)
        return std::nullopt;
    Block &body = *producer.getBlock();
    for (Operation &inner : body.without_terminator())
      if (!isScalarOperation(inner))
        return std::nullopt;

    Inlined inlined{producer, {}};
    // Nothing is lost of an input without rows.
    bool hasRow = llvm::none_of(input.access.getResults(), [](AffineExpr e) {
      return e == getAffineDimExpr(0, e.getContext());
    });
    for (BlockArgument argument : body.getArguments()) {
      OpOperand *operand = producer.getMatchingOpOperand(argument);
      FoldInput &replacement = inlined.inputs.emplace_back();
      if (argument.use_empty() || producer.isScalar(operand))
        continue;
      AffineMap access =
          compose(input.access, producer.getMatchingIndexingMap(operand));
      if (!access)
        return std::nullopt;
      hasRow |= access == input.access;
      replacement = {operand->get(), access, Value()};
    }
    // The number of rows must not be lost.
    if (!hasRow)
      return std::nullopt;
    return inlined;
  }

  /// The access of an operand that the loops of `access` read by `map`; null
  /// if there is no such.
  static AffineMap compose(AffineMap access, AffineMap map) {
    SmallVector<AffineExpr> results;
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim)
        return {};
      results.push_back(access.getResult(dim.getPosition()));
    }
    AffineMap composed = AffineMap::get(2, 1, results, access.getContext());
    for (bool row : {false, true})
      for (bool column : {false, true})
        if (composed == ReduceByKeyOp::getAccessMap(access.getContext(), row,
                                                    /*gather=*/false, column))
          return composed;
    return {};
  }

  /// Whether it may be in the body of segment.reduce_by_key.
  static bool isScalarOperation(Operation &op) {
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op) ||
        isa<linalg::IndexOp>(op))
      return false;
    auto isShaped = [](Type type) { return isa<ShapedType>(type); };
    return llvm::none_of(op.getOperandTypes(), isShaped) &&
           llvm::none_of(op.getResultTypes(), isShaped);
  }

  static void rewrite(PatternRewriter &rewriter, ReduceByKeyOp op,
                      ArrayRef<FoldInput> inputs, size_t position,
                      Inlined &inlined) {
    SmallVector<FoldInput> newInputs;
    // Where the elements of the old inputs are, of the producer's operands.
    SmallVector<unsigned> kept, made;
    for (auto [i, input] : llvm::enumerate(inputs))
      kept.push_back(i == position ? 0 : getOrAppend(newInputs, input));
    for (const FoldInput &input : inlined.inputs)
      made.push_back(input.value ? getOrAppend(newInputs, input) : 0);

    auto fused = createLike(
        rewriter,
        rewriter.getFusedLoc({op.getLoc(), inlined.producer.getLoc()}), op,
        newInputs, op.getInits(),
        llvm::map_to_vector(llvm::seq(op.getNumAccumulators()),
                            [&](unsigned i) { return op.getKind(i); }),
        [&](OpBuilder &b, ValueRange elements) {
          SmallVector<Value> arguments;
          Block &producerBody = *inlined.producer.getBlock();
          for (auto [argument, input, i] : llvm::zip_equal(
                   producerBody.getArguments(), inlined.inputs, made)) {
            // A scalar operand is its element.
            Value scalar =
                inlined.producer.getMatchingOpOperand(argument)->get();
            arguments.push_back(input.value ? elements[i] : scalar);
          }
          Value element = cloneBlock(b, producerBody, arguments)[0];
          SmallVector<Value> old;
          for (auto [i, place] : llvm::enumerate(kept))
            old.push_back(i == position ? element : elements[place]);
          return cloneBlock(b, op.getBody().front(), old);
        });
    fused->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    fused.setRowAccumulatorsAttr(op.getRowAccumulatorsAttr());
    fused.setPlanAttr(op.getPlanAttr());
    rewriter.inlineRegionBefore(op.getStart(), fused.getStart(),
                                fused.getStart().end());
    rewriter.inlineRegionBefore(op.getFinish(), fused.getFinish(),
                                fused.getFinish().end());
    rewriter.replaceOp(op, fused);
  }
};

/// What is expanded and collapsed again, as the operation that collapses a
/// producer leaves it.
struct CollapseOfExpand : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getSrc().getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand || expand.getSrcType() != op.getResultType() ||
        expand.getReassociationIndices() != op.getReassociationIndices())
      return rewriter.notifyMatchFailure(op, "not the inverse of an expansion");
    rewriter.replaceOp(op, expand.getSrc());
    return success();
  }
};
} // namespace

void segment::populateShapeOfElementwisePatterns(RewritePatternSet &patterns) {
  patterns.add<DimOfElementwise, CheckSegmentsOfElementwise,
               CheckScatterOfElementwise>(patterns.getContext());
}

void segment::populateFuseProducersPatterns(RewritePatternSet &patterns) {
  patterns.add<InlineProducer, CollapseOfExpand>(patterns.getContext());
  // Rows of several dimensions are collapsed first; then that is what an
  // elementwise operation computes.
  linalg::populateFoldReshapeOpsByCollapsingPatterns(
      patterns, [](OpOperand *operand) {
        auto collapse = dyn_cast<tensor::CollapseShapeOp>(operand->getOwner());
        return collapse && operand->get().hasOneUse() &&
               getElementwiseProducer(operand->get()) &&
               llvm::all_of(collapse->getUsers(), llvm::IsaPred<ReduceByKeyOp>);
      });
}
