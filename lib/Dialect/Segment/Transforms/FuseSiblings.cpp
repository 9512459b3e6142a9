//===- FuseSiblings.cpp - Reductions over the same keys ---------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Two operations become one where it walks the same rows, leaves out the same
// ones and folds each accumulator in the order that it had. Accumulators that
// are equal (the sums of a sum and of a mean) are kept once.

#include "Fuse.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "segment/Dialect/Segment/Transforms/FoldOrder.h"

using namespace mlir;
using namespace mlir::segment;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {
/// Where a size comes from: a constant, a value, or a dimension of a value.
struct SizeOrigin {
  Value value;
  /// The dimension of `value`; the constant if there is no value; -1 if the
  /// value itself is the size.
  int64_t number;

  bool operator==(const SizeOrigin &other) const {
    return value == other.value && number == other.number;
  }
};
} // namespace

static SizeOrigin getSizeOrigin(Value tensor, int64_t dim) {
  while (true) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return {Value(), type.getDimSize(dim)};
    if (Value source = getElementwiseShapeSource(tensor)) {
      tensor = source;
      continue;
    }
    if (auto dps = tensor.getDefiningOp<DestinationStyleOpInterface>()) {
      tensor = dps.getTiedOpOperand(cast<OpResult>(tensor))->get();
      continue;
    }
    auto empty = tensor.getDefiningOp<tensor::EmptyOp>();
    if (!empty)
      return {tensor, dim};
    Value size = empty.getDynamicSize(dim);
    auto dimOp = size.getDefiningOp<tensor::DimOp>();
    if (!dimOp || !dimOp.getConstantIndex() ||
        !isa<RankedTensorType>(dimOp.getSource().getType()))
      return {size, -1};
    tensor = dimOp.getSource();
    dim = *dimOp.getConstantIndex();
  }
}

/// Whether some size is in both lists.
static bool haveCommon(ArrayRef<SizeOrigin> a, ArrayRef<SizeOrigin> b) {
  return llvm::any_of(
      a, [&](SizeOrigin size) { return llvm::is_contained(b, size); });
}

static SmallVector<SizeOrigin> getNumKeys(ReduceByKeyOp op) {
  return llvm::map_to_vector(op.getInits(),
                             [](Value init) { return getSizeOrigin(init, 0); });
}

static SmallVector<SizeOrigin> getNumColumns(ReduceByKeyOp op) {
  SmallVector<SizeOrigin> sizes;
  for (auto [input, access] : llvm::zip_equal(op.getInputs(), op.getAccesses()))
    if (access.column) {
      int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
      sizes.push_back(getSizeOrigin(input, rank - 1));
    }
  for (auto [i, init] : llvm::enumerate(op.getInits()))
    if (!op.isRowInit(i))
      sizes.push_back(getSizeOrigin(init, 1));
  return sizes;
}

/// What limits the rows beside `rows`, which is common.
static SmallVector<SizeOrigin> getNumRows(ReduceByKeyOp op) {
  SmallVector<SizeOrigin> sizes{getSizeOrigin(op.getKeys(), 0)};
  for (Value source : op.getSources())
    sizes.push_back(getSizeOrigin(source, 0));
  for (auto [input, access] : llvm::zip_equal(op.getInputs(), op.getAccesses()))
    if (access.row)
      sizes.push_back(getSizeOrigin(input, 0));
  return sizes;
}

//===----------------------------------------------------------------------===//
// Which operations are siblings
//===----------------------------------------------------------------------===//

/// What is gathered, by whose row numbers: rows are left out if one of these is
/// out of range.
static bool gatherAlike(ReduceByKeyOp a, ReduceByKeyOp b) {
  auto includes = [](ArrayRef<FoldInput> x, ArrayRef<FoldInput> y) {
    return llvm::all_of(y, [&](const FoldInput &input) {
      return !input.source || llvm::any_of(x, [&](const FoldInput &other) {
        return other.source == input.source &&
               getSizeOrigin(other.value, 0) == getSizeOrigin(input.value, 0);
      });
    });
  };
  SmallVector<FoldInput> x = getFoldInputs(a), y = getFoldInputs(b);
  return includes(x, y) && includes(y, x);
}

static bool walkAlike(ReduceByKeyOp a, ReduceByKeyOp b) {
  if (a.getKeys() != b.getKeys() || a.getRows() != b.getRows() ||
      a.getSorted() != b.getSorted() || a.getUnique() != b.getUnique() ||
      a.getInBounds() != b.getInBounds() ||
      a.getUnsignedKeys() != b.getUnsignedKeys() ||
      a.getUnsignedSources() != b.getUnsignedSources() || !gatherAlike(a, b))
    return false;
  if (!haveCommon(getNumKeys(a), getNumKeys(b)))
    return false;
  if (a.hasColumns() && b.hasColumns() &&
      !haveCommon(getNumColumns(a), getNumColumns(b)))
    return false;
  SmallVector<SizeOrigin> x = getNumRows(a), y = getNumRows(b);
  auto includes = [](ArrayRef<SizeOrigin> x, ArrayRef<SizeOrigin> y) {
    return llvm::all_of(
        y, [&](SizeOrigin size) { return llvm::is_contained(x, size); });
  };
  return includes(x, y) && includes(y, x);
}

/// Whether `merged`, which stands in front of `b`, may be executed where `a`
/// is, before it in the same block, with what it needs.
static bool canHoist(ReduceByKeyOp merged, ReduceByKeyOp a, ReduceByKeyOp b) {
  // What is in between may leave the function.
  bool hasBarrier = false;
  for (Operation *op = a->getNextNode(); op != b; op = op->getNextNode())
    hasBarrier |= !isMemoryEffectFree(op);
  if (hasBarrier && !isSpeculatable(b))
    return false;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.omitUsesFromAbove = false;
  options.filter = [&](Operation *op) {
    return op->getBlock() == a->getBlock() && !op->isBeforeInBlock(a);
  };
  SetVector<Operation *> needed;
  return succeeded(getBackwardSlice(merged, &needed, options)) &&
         llvm::all_of(needed, [&](Operation *op) {
           return op != a && isMemoryEffectFree(op) &&
                  (!hasBarrier || isSpeculatable(op));
         });
}

//===----------------------------------------------------------------------===//
// Equal accumulators
//===----------------------------------------------------------------------===//

/// Whether a value of block `x` is computed as one of block `y` is, where
/// `areEqual` says which of their arguments are.
static bool isSameValue(Value a, Value b, Block &x, Block &y,
                        function_ref<bool(unsigned, unsigned)> areEqual) {
  if (a.getType() != b.getType())
    return false;
  auto argumentA = dyn_cast<BlockArgument>(a);
  auto argumentB = dyn_cast<BlockArgument>(b);
  if (argumentA && argumentB && argumentA.getOwner() == &x &&
      argumentB.getOwner() == &y)
    return areEqual(argumentA.getArgNumber(), argumentB.getArgNumber());
  if (a == b)
    return true;
  auto resultA = dyn_cast<OpResult>(a), resultB = dyn_cast<OpResult>(b);
  if (!resultA || !resultB ||
      resultA.getResultNumber() != resultB.getResultNumber())
    return false;
  // Inside or outside of the blocks: what is computed alike is the same.
  if (!isMemoryEffectFree(a.getDefiningOp()) ||
      a.getDefiningOp()->getNumRegions() != 0)
    return false;
  return OperationEquivalence::isEquivalentTo(
      a.getDefiningOp(), b.getDefiningOp(),
      [&](Value c, Value d) {
        return success(isSameValue(c, d, x, y, areEqual));
      },
      /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

namespace {
/// Two siblings about to become one.
class Merger {
public:
  Merger(RewriterBase &rewriter, ReduceByKeyOp a, ReduceByKeyOp b)
      : rewriter(rewriter), a(a), b(b) {
    inputs = getFoldInputs(a);
    numInputsOfA = inputs.size();
    for (const FoldInput &input : getFoldInputs(b))
      inputsOfB.push_back(getOrAppend(inputs, input));
    for (unsigned i = 0; i < a.getNumAccumulators(); ++i)
      kinds.push_back(a.getKind(i));
    for (unsigned j = 0; j < b.getNumAccumulators(); ++j) {
      std::optional<unsigned> shared = findShared(j);
      isShared.push_back(shared.has_value());
      accumulatorsOfB.push_back(shared.value_or(kinds.size()));
      if (!shared)
        kinds.push_back(b.getKind(j));
    }
  }

  unsigned getNumAccumulators() const { return kinds.size(); }

  /// Creates the merged operation where the rewriter is.
  ReduceByKeyOp create() {
    Location loc = rewriter.getFusedLoc({a.getLoc(), b.getLoc()});
    SmallVector<Value> inits(a.getInits());
    llvm::append_range(inits, b.getInits());
    auto merged =
        createLike(rewriter, loc, a, inputs, inits, kinds,
                   [&](OpBuilder &builder, ValueRange elements) {
                     return join(cloneBlock(builder, a.getBody().front(),
                                            elements.take_front(numInputsOfA)),
                                 cloneBlock(builder, b.getBody().front(),
                                            pick(elements, inputsOfB)));
                   });

    bool sharesAny = llvm::is_contained(isShared, true);
    if (sharesAny || !a.getStart().empty() || !b.getStart().empty())
      createStart(merged);
    if (sharesAny || !a.getFinish().empty() || !b.getFinish().empty())
      createFinish(merged);
    return merged;
  }

private:
  /// The accumulator of `a` that accumulator `j` of `b` is equal to, if any.
  std::optional<unsigned> findShared(unsigned j) {
    for (unsigned i = 0; i < a.getNumAccumulators(); ++i)
      if (isSame(i, j))
        return i;
    return std::nullopt;
  }

  bool isSame(unsigned i, unsigned j) {
    if (a.getKind(i) != b.getKind(j) ||
        a.getAccumulatorType(i) != b.getAccumulatorType(j) ||
        a.isRowAccumulator(i) != b.isRowAccumulator(j) ||
        a.hasColumns() != b.hasColumns())
      return false;
    Block &bodyA = a.getBody().front(), &bodyB = b.getBody().front();
    auto isSameInput = [&](unsigned x, unsigned y) {
      return inputsOfB[y] == x;
    };
    if (!isSameValue(a.getYield().getValues()[i], b.getYield().getValues()[j],
                     bodyA, bodyB, isSameInput))
      return false;
    auto isSameInit = [&](unsigned x, unsigned y) {
      return a.getInits()[x] == b.getInits()[y];
    };
    if (a.getStart().empty() != b.getStart().empty())
      return false;
    if (a.getStart().empty())
      return isSameInit(i, j);
    Block &startA = a.getStart().front(), &startB = b.getStart().front();
    return isSameValue(startA.getTerminator()->getOperand(i),
                       startB.getTerminator()->getOperand(j), startA, startB,
                       isSameInit);
  }

  static SmallVector<Value> pick(ValueRange values,
                                 ArrayRef<unsigned> positions) {
    return llvm::map_to_vector(positions,
                               [&](unsigned i) { return values[i]; });
  }

  /// Values for the accumulators of `a` and of `b` as values for those of both.
  SmallVector<Value> join(SmallVector<Value> ofA, ArrayRef<Value> ofB) {
    for (auto [j, value] : llvm::enumerate(ofB))
      if (!isShared[j])
        ofA.push_back(value);
    return ofA;
  }

  /// A block of `region` with arguments of `types`.
  Block *createBlock(Region &region, ArrayRef<Type> types, Location loc) {
    return rewriter.createBlock(&region, {}, types,
                                SmallVector<Location>(types.size(), loc));
  }

  /// What a region yields, or its arguments where there is no region.
  SmallVector<Value> cloneOrForward(Region &region, ValueRange arguments) {
    if (region.empty())
      return llvm::to_vector(arguments);
    return cloneBlock(rewriter, region.front(), arguments);
  }

  void createStart(ReduceByKeyOp merged) {
    OpBuilder::InsertionGuard guard(rewriter);
    SmallVector<Type> types;
    for (Value init : merged.getInits())
      types.push_back(cast<ShapedType>(init.getType()).getElementType());
    Block *block = createBlock(merged.getStart(), types, merged.getLoc());
    ValueRange olds = block->getArguments();
    unsigned numOfA = a.getInits().size();
    SmallVector<Value> ofA =
        cloneOrForward(a.getStart(), olds.take_front(numOfA));
    SmallVector<Value> ofB =
        cloneOrForward(b.getStart(), olds.drop_front(numOfA));
    YieldOp::create(rewriter, merged.getLoc(), join(ofA, ofB));
  }

  void createFinish(ReduceByKeyOp merged) {
    OpBuilder::InsertionGuard guard(rewriter);
    unsigned numOfA = a.getNumAccumulators();
    SmallVector<Type> types(kinds.size());
    SmallVector<int64_t> rows;
    auto add = [&](ReduceByKeyOp op, unsigned from, unsigned to) {
      types[to] = op.getAccumulatorType(from);
      if (op.isRowAccumulator(from) && !llvm::is_contained(rows, to))
        rows.push_back(to);
    };
    for (unsigned i = 0; i < numOfA; ++i)
      add(a, i, i);
    for (auto [j, position] : llvm::enumerate(accumulatorsOfB))
      add(b, j, position);
    Block *block = createBlock(merged.getFinish(), types, merged.getLoc());
    ValueRange totals = block->getArguments();
    SmallVector<Value> results =
        cloneOrForward(a.getFinish(), totals.take_front(numOfA));
    llvm::append_range(
        results, cloneOrForward(b.getFinish(), pick(totals, accumulatorsOfB)));
    YieldOp::create(rewriter, merged.getLoc(), results);
    if (merged.hasColumns() && !rows.empty())
      merged.setRowAccumulators(rows);
  }

  RewriterBase &rewriter;
  ReduceByKeyOp a, b;
  /// Those of both, of which the first ones are those of `a`.
  SmallVector<FoldInput> inputs;
  unsigned numInputsOfA;
  SmallVector<Combiner> kinds;
  /// What the inputs and accumulators of `b` have become.
  SmallVector<unsigned> inputsOfB, accumulatorsOfB;
  SmallVector<bool> isShared;
};
} // namespace

/// Merges `b` into `a`, which comes before it. Returns null if it can't be.
static ReduceByKeyOp merge(RewriterBase &rewriter, ReduceByKeyOp a,
                           ReduceByKeyOp b, unsigned maxAccumulators) {
  if (!walkAlike(a, b))
    return {};
  Merger merger(rewriter, a, b);
  if (merger.getNumAccumulators() > maxAccumulators)
    return {};
  // First behind all that it needs.
  rewriter.setInsertionPoint(b);
  ReduceByKeyOp merged = merger.create();
  if (!keepsOrder(a, merged) || !keepsOrder(b, merged) ||
      !canHoist(merged, a, b) ||
      failed(moveOperationDependencies(rewriter, merged, a))) {
    rewriter.eraseOp(merged);
    return {};
  }
  rewriter.moveOpBefore(merged, a);
  unsigned numOfA = a.getNumResults();
  rewriter.replaceOp(a, merged.getResults().take_front(numOfA));
  rewriter.replaceOp(b, merged.getResults().drop_front(numOfA));
  return merged;
}

void segment::fuseSiblings(RewriterBase &rewriter, Block &block,
                           unsigned maxAccumulators) {
  SmallVector<ReduceByKeyOp> candidates;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto reduce = dyn_cast<ReduceByKeyOp>(op);
    // What was planned by hand stays as it is.
    if (!reduce || !reduce.hasTensorSemantics() || reduce.getPlan() ||
        !reduce->getDiscardableAttrs().empty())
      continue;
    bool isMerged = false;
    for (ReduceByKeyOp &candidate : candidates) {
      ReduceByKeyOp merged =
          merge(rewriter, candidate, reduce, maxAccumulators);
      if (!merged)
        continue;
      candidate = merged;
      isMerged = true;
      break;
    }
    if (!isMerged)
      candidates.push_back(reduce);
  }
}
