//===- FoldEmitter.cpp - What the schedules share -------------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldEmitter.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

/// Elements of a fold that one thread does sooner than another is woken up.
static constexpr int64_t minParallelElements = 32768;

FoldEmitter::FoldEmitter(ImplicitLocOpBuilder &builder, ReduceByKeyOp op,
                         const ScheduleOptions &options)
    : b(op.getLoc(), builder), op(op), options(options),
      hasColumn(op.hasColumns()) {
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i)
    (op.isRowAccumulator(i) ? rowAccumulators : columnAccumulators)
        .push_back(i);
}

/// Vectors need elements that lie next to each other.
static bool hasUnitStride(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return type.getRank() == 0 ||
         (succeeded(type.getStridesAndOffset(strides, offset)) &&
          strides.back() == 1);
}

Value FoldEmitter::packed(Value memref, bool isOutput) {
  auto type = cast<MemRefType>(memref.getType());
  if (hasUnitStride(type))
    return memref;
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    sizes.push_back(type.isDynamicDim(i)
                        ? OpFoldResult(b.dim(memref, i))
                        : OpFoldResult(b.getIndexAttr(type.getDimSize(i))));
  Value copy = b.heap(type.getElementType(), sizes);
  memref::CopyOp::create(b, memref, copy);
  copies.push_back(copy);
  if (isOutput)
    copiedOutputs.push_back({copy, memref});
  return copy;
}

void FoldEmitter::emit() {
  auto pack = [&](MutableOperandRange operands, bool isOutput = false) {
    for (OpOperand &operand : operands)
      operand.set(packed(operand.get(), isOutput));
  };
  pack(op.getInputsMutable());
  pack(op.getSourcesMutable());
  op.getKeysMutable().set(packed(op.getKeys(), /*isOutput=*/false));
  pack(op.getInitsMutable(), /*isOutput=*/true);

  body.emplace(b, op, op.getInputs(), op.getInits());
  if (body->isVectorizable()) {
    vectorWidth =
        std::max<int64_t>(options.vectorBits / body->getWidestElement(), 1);
    int64_t accumulators =
        std::max<int64_t>(hasColumn ? columnAccumulators.size() : 1, 1);
    int64_t registers = getAccumulatorRegisters(options.vectorBits);
    tileWidth = vectorWidth *
                std::clamp<int64_t>(registers / accumulators, 1, options.tile);
  }
  numRows = body->emitNumRows();
  numKeys = b.dim(op.getInits()[0], 0);
  Value isEmpty;
  if (hasColumn) {
    for (Value init : op.getInits()) {
      auto type = cast<MemRefType>(init.getType());
      if (type.getRank() != 2)
        continue;
      if (!type.isDynamicDim(1))
        staticColumns = type.getDimSize(1);
      numColumns = b.dim(init, 1);
    }
    for (auto [input, access] :
         llvm::zip_equal(op.getInputs(), op.getAccesses())) {
      auto type = cast<MemRefType>(input.getType());
      if (access.column && !type.isDynamicDim(type.getRank() - 1) &&
          !staticColumns) {
        staticColumns = type.getShape().back();
        numColumns = b.index(*staticColumns);
      }
    }
  }
  // Without rows of outs, or without columns and anything of one value a row,
  // there is nothing to store, and the other sizes may be of any size.
  Value exists = b.cmp(arith::CmpIPredicate::sgt, numKeys, b.index(0));
  if (hasColumn && !op.hasRowInits())
    exists = b.both(exists,
                    b.cmp(arith::CmpIPredicate::sgt, numColumns, b.index(0)));
  b.ifThen(exists, [&] { emitFold(); });
  for (auto [copy, output] : copiedOutputs)
    memref::CopyOp::create(b, copy, output);
  for (Value copy : copies)
    b.deallocate(copy);
}

Value FoldEmitter::emitNumTasks(Value limit) {
  Value work = b.add(numRows, numKeys);
  if (hasColumn)
    work = b.mul(work, numColumns);
  Value isSmall = b.slt(work, b.index(minParallelElements));
  Value tasks = b.min(NumThreadsOp::create(b, b.getIndexType()), limit);
  return b.max(b.select(isSmall, b.index(1), tasks), b.index(1));
}

void FoldEmitter::forTiles(const Columns &columns,
                           function_ref<void(Value, Lanes)> body) {
  if (columns.size && *columns.size <= 0)
    return;
  Value one = b.index(1);
  if (vectorWidth == 1) {
    if (columns.size == 1)
      return body(columns.begin, Lanes{});
    b.loop(columns.begin, columns.end, one,
           [&](Value column) { body(column, Lanes{}); });
    return;
  }
  if (columns.size) {
    int64_t size = *columns.size, done = size / tileWidth * tileWidth;
    if (done == tileWidth)
      body(columns.begin, Lanes{tileWidth, {}});
    else if (done > 0)
      b.loop(b.index(0), b.index(done), b.index(tileWidth),
             [&](Value column) { body(column, Lanes{tileWidth, {}}); });
    // The rest in vectors of powers of two.
    for (int64_t width = llvm::bit_floor<uint64_t>(tileWidth); width > 0;
         width /= 2) {
      if (size - done < width)
        continue;
      body(b.index(done), Lanes{width, {}});
      done += width;
    }
    return;
  }
  // Tiles, then vectors, then a masked vector where there are masks for all
  // element types, or single elements.
  auto fullUpTo = [&](Value begin, int64_t width) {
    Value rest = b.sub(columns.end, begin);
    return b.add(begin, b.mul(b.divu(rest, b.index(width)), b.index(width)));
  };
  Value tiles = columns.begin;
  if (tileWidth > vectorWidth) {
    tiles = fullUpTo(columns.begin, tileWidth);
    b.loop(columns.begin, tiles, b.index(tileWidth),
           [&](Value column) { body(column, Lanes{tileWidth, {}}); });
  }
  Value vectors = fullUpTo(tiles, vectorWidth);
  b.loop(tiles, vectors, b.index(vectorWidth),
         [&](Value column) { body(column, Lanes{vectorWidth, {}}); });
  if (options.vectorBits >= 512) {
    b.ifThen(b.slt(vectors, columns.end), [&] {
      Value mask = vector::CreateMaskOp::create(
          b, VectorType::get({vectorWidth}, b.getI1Type()),
          ValueRange{b.sub(columns.end, vectors)});
      body(vectors, Lanes{vectorWidth, mask});
    });
    return;
  }
  b.loop(vectors, columns.end, one,
         [&](Value column) { body(column, Lanes{}); });
}

void FoldEmitter::forVectors(Value begin, Value end,
                             function_ref<void(Value, Lanes)> body) {
  Value full = begin;
  if (vectorWidth > 1) {
    Value width = b.index(vectorWidth);
    full = b.add(begin, b.mul(b.divu(b.sub(end, begin), width), width));
    b.loop(begin, full, width,
           [&](Value i) { body(i, Lanes{vectorWidth, {}}); });
  }
  b.loop(full, end, b.index(1), [&](Value i) { body(i, Lanes{}); });
}

FoldEmitter::Values FoldEmitter::identities(ArrayRef<unsigned> which,
                                            Lanes lanes) {
  Values result;
  for (unsigned i : which)
    result.push_back(body->broadcast(
        createIdentity(b, b.getLoc(), op.getKind(i), op.getAccumulatorType(i)),
        lanes));
  return result;
}

void FoldEmitter::emitEmptyRows(Value begin, Value end,
                                const Columns &columns) {
  if (op.isInPlace())
    return;
  if (!hasColumn) {
    Value least = b.max(begin, end);
    forVectors(begin, least, [&](Value key, Lanes lanes) {
      body->emitFinishKeys(key, lanes,
                           body->emitStartKeys(key, lanes, rowAccumulators));
    });
    return;
  }
  b.loop(begin, end, b.index(1), [&](Value key) {
    Values all(op.getNumAccumulators());
    place(all, rowAccumulators,
          body->emitStart(key, {}, Lanes{}, rowAccumulators));
    forTiles(columns, [&](Value column, Lanes lanes) {
      Values tile(all);
      place(tile, columnAccumulators,
            body->emitStart(key, column, lanes, columnAccumulators));
      body->emitFinish(key, column, lanes, tile, /*columns=*/true);
    });
    // Last, since the start of columns may read them.
    body->emitFinish(key, {}, Lanes{}, all, /*columns=*/false);
  });
}
