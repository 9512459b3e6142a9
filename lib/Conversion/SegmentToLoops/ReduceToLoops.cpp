//===- ReduceToLoops.cpp - The plain lowering of segment.reduce_by_key ----===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowBody.h"
#include "SplitAccumulators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "segment/Conversion/Passes.h"
#include "segment/Conversion/SegmentToLoops/SegmentToLoops.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTREDUCETOLOOPS
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;
using Access = ReduceByKeyOp::Access;

namespace {
/// Emits the fold of one row.
class RowEmitter {
public:
  RowEmitter(ImplicitLocOpBuilder &b, ReduceByKeyOp op, Value row)
      : b(b), op(op), accesses(op.getAccesses()), row(row) {}

  /// Reads the key and the gathered row numbers, and returns whether all are in
  /// range.
  Value emitRowNumbers() {
    key = loadNumber(op.getKeys(), op.getUnsignedKeys());
    Value inRange;
    if (!op.getInBounds())
      inRange = isBelow(key, memref::DimOp::create(b, op.getInits()[0], 0));
    for (Value source : op.getSources())
      sources.push_back(loadNumber(source, op.getUnsignedSources()));
    for (auto [input, access] : llvm::zip_equal(op.getInputs(), accesses)) {
      if (access.source < 0)
        continue;
      Value below =
          isBelow(sources[access.source], memref::DimOp::create(b, input, 0));
      inRange = inRange ? arith::AndIOp::create(b, inRange, below).getResult()
                        : below;
    }
    return inRange;
  }

  /// Folds the row into the accumulators.
  void emitFold() {
    for (unsigned i = 0, e = op.getInits().size(); i < e; ++i)
      if (op.isRowAccumulator(i))
        emitRowAccumulator(i);
    emitColumns();
  }

private:
  Value loadNumber(Value numbers, bool isUnsigned) {
    Value number = memref::LoadOp::create(b, numbers, row);
    if (number.getType().isIndex())
      return number;
    if (isUnsigned)
      return arith::IndexCastUIOp::create(b, b.getIndexType(), number);
    return arith::IndexCastOp::create(b, b.getIndexType(), number);
  }

  /// In one comparison, since negative numbers are large when unsigned.
  Value isBelow(Value number, Value extent) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, number, extent);
  }

  Value rowOf(Access access) {
    return access.source >= 0 ? sources[access.source] : row;
  }

  /// The element of an input without columns.
  Value loadElement(Value input, Access access) {
    SmallVector<Value> at;
    if (access.row || access.source >= 0)
      at.push_back(rowOf(access));
    return memref::LoadOp::create(b, input, at);
  }

  /// Row `number` of a memref of rank 2.
  Value createRowView(Value memref, Value number) {
    auto type = cast<MemRefType>(memref.getType());
    OpFoldResult columns =
        type.isDynamicDim(1)
            ? OpFoldResult(memref::DimOp::create(b, memref, 1).getResult())
            : b.getIndexAttr(type.getDimSize(1));
    SmallVector<OpFoldResult> offsets{number, b.getIndexAttr(0)};
    SmallVector<OpFoldResult> sizes{b.getIndexAttr(1), columns};
    SmallVector<OpFoldResult> strides(2, b.getIndexAttr(1));
    MemRefType view = memref::SubViewOp::inferRankReducedResultType(
        {type.getDimSize(1)}, type, offsets, sizes, strides);
    return memref::SubViewOp::create(b, view, memref, offsets, sizes, strides);
  }

  void emitRowAccumulator(unsigned i) {
    IRMapping mapping;
    for (auto [argument, input, access] : llvm::zip_equal(
             op.getBody().front().getArguments(), op.getInputs(), accesses))
      if (!access.column && !argument.use_empty())
        mapping.map(argument, loadElement(input, access));
    Value value = cloneNeeded(b, op.getBody().front(), mapping,
                              op.getYield().getValues()[i])[0];
    Value init = op.getInits()[i];
    Value accumulator = memref::LoadOp::create(b, init, key);
    Value combined =
        createCombine(b, b.getLoc(), op.getKind(i), accumulator, value);
    memref::StoreOp::create(b, combined, init, key);
  }

  /// All accumulators with columns in one linalg.generic.
  void emitColumns() {
    SmallVector<unsigned> wide;
    for (unsigned i = 0, e = op.getInits().size(); i < e; ++i)
      if (!op.isRowAccumulator(i))
        wide.push_back(i);
    // Without columns there is no row to take a view of.
    auto isEmpty = [](Value memref) {
      return cast<MemRefType>(memref.getType()).getShape().back() == 0;
    };
    bool hasColumns = llvm::none_of(
        wide, [&](unsigned i) { return isEmpty(op.getInits()[i]); });
    for (auto [input, access] : llvm::zip_equal(op.getInputs(), accesses))
      hasColumns &= !access.column || !isEmpty(input);
    if (wide.empty() || !hasColumns)
      return;
    SmallVector<Value> outputs;
    for (unsigned i : wide)
      outputs.push_back(createRowView(op.getInits()[i], key));
    Block &body = op.getBody().front();
    IRMapping mapping;
    SmallVector<Value> inputs;
    SmallVector<BlockArgument> arguments;
    for (auto [argument, input, access] :
         llvm::zip_equal(body.getArguments(), op.getInputs(), accesses)) {
      if (!access.column) {
        if (!argument.use_empty())
          mapping.map(argument, loadElement(input, access));
        continue;
      }
      bool hasRow = access.row || access.source >= 0;
      inputs.push_back(hasRow ? createRowView(input, rowOf(access)) : input);
      arguments.push_back(argument);
    }
    AffineMap identity = b.getMultiDimIdentityMap(1);
    SmallVector<AffineMap> maps(inputs.size() + outputs.size(), identity);
    linalg::GenericOp::create(
        b, inputs, outputs, maps, {utils::IteratorType::parallel},
        [&](OpBuilder &inner, Location loc, ValueRange elements) {
          for (auto [argument, element] : llvm::zip(arguments, elements))
            mapping.map(argument, element);
          SmallVector<Value> yielded;
          for (unsigned i : wide)
            yielded.push_back(op.getYield().getValues()[i]);
          SmallVector<Value> values =
              cloneNeeded(inner, body, mapping, yielded);
          SmallVector<Value> results;
          for (auto [i, value, accumulator] : llvm::zip_equal(
                   wide, values, elements.drop_front(inputs.size())))
            results.push_back(
                createCombine(inner, loc, op.getKind(i), accumulator, value));
          linalg::YieldOp::create(inner, loc, results);
        });
  }

  ImplicitLocOpBuilder &b;
  ReduceByKeyOp op;
  SmallVector<Access> accesses;
  Value row, key;
  SmallVector<Value> sources;
};

struct ReduceToLoops : OpRewritePattern<ReduceByKeyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceByKeyOp op,
                                PatternRewriter &rewriter) const override {
    if (op.hasTensorSemantics())
      return rewriter.notifyMatchFailure(op, "expected memrefs");
    if (!op.isInPlace())
      op = splitAccumulators(rewriter, op);
    rewriter.setInsertionPoint(op);
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value one = arith::ConstantIndexOp::create(b, 1);
    Value numRows = memref::DimOp::create(b, op.getKeys(), 0);
    if (op.getRows())
      numRows = arith::MinSIOp::create(b, numRows, op.getRows());
    scf::ForOp::create(
        b, zero, numRows, one, ValueRange{},
        [&](OpBuilder &inner, Location loc, Value row, ValueRange) {
          ImplicitLocOpBuilder body(loc, inner);
          RowEmitter emitter(body, op, row);
          Value inRange = emitter.emitRowNumbers();
          if (inRange) {
            auto ifOp = scf::IfOp::create(body, inRange,
                                          /*withElseRegion=*/false);
            body.setInsertionPointToStart(ifOp.thenBlock());
            emitter.emitFold();
            body.setInsertionPointAfter(ifOp);
          } else {
            emitter.emitFold();
          }
          scf::YieldOp::create(body);
        });
    rewriter.eraseOp(op);
    return success();
  }
};

struct SegmentReduceToLoops
    : segment::impl::SegmentReduceToLoopsBase<SegmentReduceToLoops> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateReduceToLoopsPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void segment::populateReduceToLoopsPatterns(RewritePatternSet &patterns) {
  patterns.add<ReduceToLoops>(patterns.getContext());
}
