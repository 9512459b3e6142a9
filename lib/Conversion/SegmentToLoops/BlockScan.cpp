//===- BlockScan.cpp - Looking at all ids at the speed of memory ----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockScan.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::segment;
using arith::CmpIPredicate;

/// Integers of a block: enough that what is done once a block costs little, few
/// enough to be looked at one by one where one of them is bad.
static constexpr int64_t blockSize = 2048;
/// Integers for which another thread is worth it: a fork costs a microsecond.
static constexpr int64_t taskSize = 65536;
/// Memory is as fast as it gets with less than that.
static constexpr int64_t maxTasks = 64;
/// Registers that a step takes: enough to keep the processor busy, and no more
/// than it has.
static constexpr int64_t minRegisters = 4;
static constexpr int64_t maxRegisters = 12;

//===----------------------------------------------------------------------===//
// FlatRows
//===----------------------------------------------------------------------===//

std::optional<FlatRows> FlatRows::get(LoopBuilder &b, Value memref,
                                      int64_t depth, bool isUnsigned,
                                      int64_t vectorBits) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.getLayout().isIdentity() || type.getRank() == 0 || depth == 0)
    return std::nullopt;
  // An index is computed with as an i64.
  Type element = type.getElementType();
  if (element.isIndex())
    element = b.getI64Type();
  int64_t lanes = vectorBits / element.getIntOrFloatBitWidth();
  int64_t registers = std::lcm(lanes, depth) / lanes;
  if (registers > maxRegisters)
    return std::nullopt;
  registers *= std::max<int64_t>(minRegisters / registers, 1);

  FlatRows rows;
  rows.depth = depth;
  rows.isUnsigned = isUnsigned;
  rows.registerType = VectorType::get({lanes}, element);
  rows.numRegisters = registers;
  rows.memref = memref;
  if (type.getRank() > 1) {
    SmallVector<ReassociationIndices> all(1);
    all.front().resize(type.getRank());
    std::iota(all.front().begin(), all.front().end(), 0);
    rows.memref = memref::CollapseShapeOp::create(b, memref, all);
  }
  return rows;
}

int64_t FlatRows::getMinRows() const {
  // One more for the row before the first of a step.
  return getStep() / depth + 1;
}

int64_t FlatRows::getStaticRows() const {
  auto type = cast<MemRefType>(memref.getType());
  return type.isDynamicDim(0) ? -1 : type.getDimSize(0) / depth;
}

Value FlatRows::load(LoopBuilder &b, Value position) const {
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  Value elements = vector::LoadOp::create(
      b, VectorType::get(registerType.getShape(), element), memref, position);
  if (element.isIndex())
    elements = arith::IndexCastOp::create(b, registerType, elements);
  return elements;
}

FlatRows::Values FlatRows::reduce(LoopBuilder &b, Value begin, Value end,
                                  int64_t start, Combine combine) const {
  auto step = [&](Value position, ValueRange accumulated) {
    Values next;
    for (auto [i, value] : llvm::enumerate(accumulated)) {
      Value at = b.add(position, b.index(i * registerType.getNumElements()));
      next.push_back(combine(value, load(b, at), at));
    }
    return next;
  };
  // All steps but the last, then the last that fits: what it shares with the
  // one before it changes nothing.
  Value size = b.index(getStep());
  Value last = b.sub(end, size);
  IntegerAttr element = b.getIntegerAttr(registerType.getElementType(), start);
  Value splat = arith::ConstantOp::create(
      b, DenseElementsAttr::get(registerType, element));
  Values accumulated =
      b.loop(begin, last, size, Values(numRegisters, splat), step);
  return step(last, accumulated);
}

/// All values combined into one.
static Value combineAll(ArrayRef<Value> values,
                        function_ref<Value(Value, Value)> combine) {
  Value result;
  for (Value value : values)
    result = result ? combine(result, value) : value;
  return result;
}

/// Whether one of the elements of a vector of i1 is true.
static Value anyOf(LoopBuilder &b, Value flags) {
  return vector::ReductionOp::create(b, vector::CombiningKind::OR, flags);
}

/// An i64 as a narrower integer.
static Value truncate(LoopBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return arith::TruncIOp::create(b, type, value);
}

static Value i64(LoopBuilder &b, int64_t value) {
  return b.integer(b.getI64Type(), value);
}

BlockTest FlatRows::testOutside(LoopBuilder &b, ArrayRef<Value> limits) const {
  // In the integers' own type, as unsigned, where negative ones come after all
  // that are allowed.
  Type element = registerType.getElementType();
  unsigned width = element.getIntOrFloatBitWidth();
  SmallVector<Value> highest;
  Value anyZero = b.boolean(false);
  for (Value limit : limits) {
    anyZero = b.either(anyZero, b.eq(limit, i64(b, 0)));
    if (width < 64)
      limit =
          b.min(limit, i64(b, int64_t{1} << (isUnsigned ? width : width - 1)));
    highest.push_back(truncate(b, b.sub(limit, i64(b, 1)), element));
  }
  return [=, *this, &b](Value begin, Value end) -> Value {
    auto max = [&](Value x, Value y) -> Value {
      return arith::MaxUIOp::create(b, x, y);
    };
    Value scale = b.index(depth);
    Values greatest =
        reduce(b, b.mul(begin, scale), b.mul(end, scale), 0,
               [&](Value a, Value x, Value) { return max(a, x); });
    if (depth == 1)
      greatest = {combineAll(greatest, max)};
    int64_t lanes = registerType.getNumElements();
    Values flags;
    for (auto [i, value] : llvm::enumerate(greatest)) {
      // The limit of each lane.
      Values bounds;
      for (int64_t lane = 0; lane < lanes; ++lane)
        bounds.push_back(highest[(i * lanes + lane) % depth]);
      Value bound =
          depth == 1 ? vector::BroadcastOp::create(b, registerType, bounds[0])
                           .getResult()
                     : vector::FromElementsOp::create(b, registerType, bounds);
      flags.push_back(b.cmp(CmpIPredicate::ugt, value, bound));
    }
    Value any =
        combineAll(flags, [&](Value x, Value y) { return b.either(x, y); });
    return b.either(anyZero, anyOf(b, any));
  };
}

BlockTest FlatRows::testAbove(LoopBuilder &b, Value limit) const {
  if (isUnsigned)
    return testOutside(b, limit);
  Type element = registerType.getElementType();
  unsigned width = element.getIntOrFloatBitWidth();
  Value highest = b.sub(limit, i64(b, 1));
  if (width < 64)
    highest = b.min(highest, i64(b, llvm::maxIntN(width)));
  highest = truncate(b, highest, element);
  return [=, *this, &b](Value begin, Value end) -> Value {
    auto max = [&](Value x, Value y) { return b.max(x, y); };
    Value greatest =
        combineAll(reduce(b, begin, end, llvm::minIntN(width),
                          [&](Value a, Value x, Value) { return max(a, x); }),
                   max);
    Value bound = vector::BroadcastOp::create(b, registerType, highest);
    return anyOf(b, b.cmp(CmpIPredicate::sgt, greatest, bound));
  };
}

BlockTest FlatRows::testDecreasing(LoopBuilder &b) const {
  return [=, *this, &b](Value begin, Value end) -> Value {
    // Nothing is negative if the first one isn't and nothing decreases.
    Value first = b.load(memref, b.index(0));
    Value isNegative = b.boolean(false);
    if (!isUnsigned)
      isNegative = b.slt(first, b.integer(first.getType(), 0));
    // The lesser of an id and the one before it is the one before it. No mask
    // is carried around the loop.
    auto combine = [&](Value a, Value x, Value position) -> Value {
      Value before = load(b, b.sub(position, b.index(1)));
      Value lesser = isUnsigned
                         ? arith::MinUIOp::create(b, x, before).getResult()
                         : b.min(x, before);
      return b.either(a, arith::XOrIOp::create(b, lesser, before));
    };
    Value differing =
        combineAll(reduce(b, b.max(begin, b.index(1)), end, 0, combine),
                   [&](Value x, Value y) { return b.either(x, y); });
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(registerType));
    return b.either(isNegative,
                    anyOf(b, b.cmp(CmpIPredicate::ne, differing, zero)));
  };
}

//===----------------------------------------------------------------------===//
// findFirstBlock
//===----------------------------------------------------------------------===//

/// Memory on the stack that lasts until the function, or the iteration of the
/// parallel loop, ends; so it doesn't grow in other loops.
static Value allocateOnce(LoopBuilder &b, Type element, int64_t size) {
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.getInsertionBlock();
  while (!isa<FunctionOpInterface, scf::ParallelOp, scf::ForallOp>(
      block->getParentOp()))
    block = block->getParentOp()->getBlock();
  b.setInsertionPointToStart(&block->getParent()->front());
  return b.stack(element, size);
}

/// The first of the blocks [begin, end) for which the test says yes, otherwise
/// `numBlocks`.
static Value findIn(LoopBuilder &b, Value begin, Value end, Value numBlocks,
                    Value rowsPerBlock, Value numRows, const BlockTest &test) {
  return b.loop(begin, end, b.index(1), numBlocks,
                [&](Value block, ValueRange first) -> LoopBuilder::Values {
                  Value row = b.mul(block, rowsPerBlock);
                  Value rowEnd = b.min(b.add(row, rowsPerBlock), numRows);
                  Value here = b.select(test(row, rowEnd), block, numBlocks);
                  return {b.min(first[0], here)};
                })[0];
}

RowRange segment::findFirstBlock(LoopBuilder &b, const FlatRows &rows,
                                 Value numRows, const BlockTest &test) {
  int64_t staticRows = rows.getStaticRows();
  if (staticRows >= 0 && staticRows < rows.getMinRows())
    return {b.index(0), numRows};
  int64_t blockRows = std::max(blockSize / rows.getDepth(), rows.getMinRows());
  bool hasTasks = staticRows < 0 || staticRows * rows.getDepth() > taskSize;

  Value slots;
  if (hasTasks)
    slots = allocateOnce(b, b.getIndexType(), maxTasks);
  auto find = [&]() -> LoopBuilder::Values {
    Value rowsPerBlock = b.index(blockRows);
    Value numBlocks = b.ceilDivu(numRows, blockRows);
    Value first;
    if (!hasTasks) {
      first = findIn(b, b.index(0), numBlocks, numBlocks, rowsPerBlock, numRows,
                     test);
    } else {
      Value numTasks =
          b.ceilDivu(numRows, std::max(taskSize / rows.getDepth(), blockRows));
      numTasks = b.min(numTasks, b.index(maxTasks));
      numTasks = b.min(numTasks, NumThreadsOp::create(b, b.getIndexType()));
      b.parallel(numTasks, [&](Value t) {
        auto share = [&](Value task) {
          return b.divu(b.mul(task, numBlocks), numTasks);
        };
        Value found = findIn(b, share(t), share(b.add(t, b.index(1))),
                             numBlocks, rowsPerBlock, numRows, test);
        b.store(found, slots, t);
      });
      first = b.loop(b.index(0), numTasks, b.index(1), numBlocks,
                     [&](Value t, ValueRange first) -> LoopBuilder::Values {
                       return {b.min(first[0], b.load(slots, t))};
                     })[0];
    }
    Value begin = b.min(b.mul(first, rowsPerBlock), numRows);
    return {begin, b.min(b.add(begin, rowsPerBlock), numRows)};
  };
  LoopBuilder::Values range =
      b.ifElse(b.sge(numRows, b.index(rows.getMinRows())), find,
               [&]() -> LoopBuilder::Values { return {b.index(0), numRows}; });
  return {range[0], range[1]};
}
