//===- RowBody.cpp - What a row contributes, scalar or in vectors ---------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowBody.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::segment;

//===----------------------------------------------------------------------===//
// Cloning
//===----------------------------------------------------------------------===//

SmallVector<Value> segment::cloneNeeded(OpBuilder &builder, Block &block,
                                        IRMapping &mapping,
                                        ArrayRef<Value> values) {
  DenseSet<Operation *> needed;
  SmallVector<Value> worklist(values);
  while (!worklist.empty()) {
    Operation *producer = worklist.pop_back_val().getDefiningOp();
    if (!producer || producer->getBlock() != &block ||
        !needed.insert(producer).second)
      continue;
    llvm::append_range(worklist, producer->getOperands());
  }
  for (Operation &op : block.without_terminator()) {
    if (!needed.contains(&op))
      continue;
    Operation *clone = builder.clone(op, mapping);
    VectorType vector;
    for (Value operand : clone->getOperands())
      if (auto type = dyn_cast<VectorType>(operand.getType()))
        vector = type;
    if (!vector)
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(clone);
    for (OpOperand &operand : clone->getOpOperands())
      if (!isa<VectorType>(operand.get().getType()))
        operand.set(vector::BroadcastOp::create(
            builder, op.getLoc(),
            VectorType::get(vector.getShape(), operand.get().getType()),
            operand.get()));
    for (Value result : clone->getResults())
      result.setType(VectorType::get(vector.getShape(), result.getType()));
  }
  return llvm::map_to_vector(
      values, [&](Value value) { return mapping.lookupOrDefault(value); });
}

//===----------------------------------------------------------------------===//
// RowBody
//===----------------------------------------------------------------------===//

/// Whether vectors of `type` are loaded and computed with as scalars are.
static bool isVectorElement(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() >= 8 && integer.getWidth() <= 64;
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() >= 16;
}

RowBody::RowBody(LoopBuilder &b, ReduceByKeyOp op, ValueRange inputs,
                 ValueRange inits)
    : b(b), op(op), inputs(inputs), inits(inits), accesses(op.getAccesses()) {
  auto visit = [&](Type type) {
    if (!isVectorElement(type)) {
      vectorizable = false;
      return;
    }
    widest = std::max(widest, type.getIntOrFloatBitWidth());
  };
  for (Value operand : llvm::concat<const Value>(this->inputs, this->inits))
    visit(getElementTypeOrSelf(operand.getType()));
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i)
    if (!op.isRowAccumulator(i) || !op.hasColumns())
      visit(op.getAccumulatorType(i));
  // Lanes that don't count must do no harm.
  for (Operation &inner : op.getBody().front().without_terminator())
    canTrap |= !isSpeculatable(&inner);
  vectorizable &= !canTrap;
  // What varies with the column (without columns: with the row) is vectorized.
  bool columns = op.hasColumns();
  auto visitBlock = [&](Region &region, function_ref<bool(unsigned)> varies) {
    if (region.empty())
      return;
    DenseSet<Value> varying;
    for (BlockArgument argument : region.front().getArguments())
      if (!columns || varies(argument.getArgNumber()))
        varying.insert(argument);
    for (Operation &inner : region.front().without_terminator()) {
      if (llvm::none_of(inner.getOperands(), [&](Value operand) {
            return varying.contains(operand);
          }))
        continue;
      if (!OpTrait::hasElementwiseMappableTraits(&inner))
        vectorizable = false;
      for (Value result : inner.getResults()) {
        varying.insert(result);
        if (!result.getType().isInteger(1))
          visit(result.getType());
      }
    }
  };
  visitBlock(op.getBody(), [&](unsigned i) { return accesses[i].column; });
  visitBlock(op.getStart(), [&](unsigned i) { return !op.isRowInit(i); });
  visitBlock(op.getFinish(),
             [&](unsigned i) { return !op.isRowAccumulator(i); });
}

Type RowBody::getType(Type type, Lanes lanes) {
  return lanes.isScalar() ? type : VectorType::get({lanes.width}, type);
}

Value RowBody::broadcast(Value value, Lanes lanes) {
  if (lanes.isScalar() || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(b, getType(value.getType(), lanes), value);
}

Value RowBody::loadLanes(Value memref, ValueRange at, Lanes lanes) {
  if (lanes.isScalar())
    return b.load(memref, at);
  auto type = VectorType::get(
      {lanes.width}, cast<MemRefType>(memref.getType()).getElementType());
  if (!lanes.mask)
    return vector::LoadOp::create(b, type, memref, at);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return vector::MaskedLoadOp::create(b, type, memref, at, lanes.mask, zero);
}

void RowBody::storeLanes(Value value, Value memref, ValueRange at,
                         Lanes lanes) {
  value = broadcast(value, lanes);
  if (lanes.isScalar())
    b.store(value, memref, at);
  else if (lanes.mask)
    vector::MaskedStoreOp::create(b, memref, at, lanes.mask, value,
                                  IntegerAttr());
  else
    vector::StoreOp::create(b, value, memref, at);
}

Value RowBody::emitNumber(Value number, bool isUnsigned) {
  Type type = number.getType();
  if (isUnsigned && (type.isIndex() || type.isInteger(64))) {
    Value largest = arith::ConstantOp::create(
        b, b.getIntegerAttr(type, std::numeric_limits<int64_t>::max()));
    number = arith::MinUIOp::create(b, number, largest);
  }
  if (type.isIndex())
    return number;
  if (isUnsigned)
    return arith::IndexCastUIOp::create(b, b.getIndexType(), number);
  return arith::IndexCastOp::create(b, b.getIndexType(), number);
}

Value RowBody::emitIsEvaluated(const Row &row, Value numKeys) {
  Value inRange = emitInRange(row);
  if (!canTrap)
    return inRange;
  Value isKept = b.below(emitKey(row.number), numKeys);
  return inRange ? b.both(inRange, isKept) : isKept;
}

Value RowBody::emitNumRows() {
  Value numRows = b.dim(op.getKeys(), 0);
  auto limit = [&](Value other) {
    if (other != numRows)
      numRows = b.min(numRows, other);
  };
  if (op.getRows())
    limit(op.getRows());
  auto limitByDim = [&](Value memref) {
    // Statically equal lengths need no comparison.
    int64_t size = cast<MemRefType>(memref.getType()).getDimSize(0);
    if (ShapedType::isDynamic(size) ||
        size != cast<MemRefType>(op.getKeys().getType()).getDimSize(0))
      limit(b.dim(memref, 0));
  };
  for (Value source : op.getSources())
    limitByDim(source);
  for (auto [input, access] : llvm::zip_equal(inputs, accesses))
    if (access.row)
      limitByDim(input);
  return b.max(numRows, b.index(0));
}

Value RowBody::emitKey(Value n) {
  return emitNumber(b.load(op.getKeys(), n), op.getUnsignedKeys());
}

Row RowBody::emitRow(Value n) {
  Row row{n, {}};
  for (Value source : op.getSources())
    row.sources.push_back(
        emitNumber(b.load(source, n), op.getUnsignedSources()));
  return row;
}

Value RowBody::emitInRange(const Row &row) {
  Value inRange;
  for (auto [input, access] : llvm::zip_equal(inputs, accesses)) {
    if (access.source < 0)
      continue;
    Value below = b.below(row.sources[access.source], b.dim(input, 0));
    inRange = inRange ? b.both(inRange, below) : below;
  }
  return inRange;
}

void segment::prefetchLines(LoopBuilder &b, Value memref, Value row,
                            Value column, int64_t numBytes,
                            int64_t elementBytes, bool isWrite,
                            unsigned locality) {
  auto prefetch = [&](int64_t byte) {
    SmallVector<Value> at{row};
    if (column)
      at.push_back(b.add(column, b.index(byte / elementBytes)));
    memref::PrefetchOp::create(b, memref, at, isWrite, locality,
                               /*isDataCache=*/true);
  };
  for (int64_t byte = 0; byte < numBytes; byte += 64)
    prefetch(byte);
  // A row need not begin with a line; then it ends in one more.
  if (column && numBytes >= 64)
    prefetch(numBytes - elementBytes);
}

void RowBody::emitPrefetch(const Row &row, Value column, int64_t numBytes,
                           bool ownRow, unsigned locality) {
  for (auto [input, access] : llvm::zip_equal(inputs, accesses)) {
    bool gathers = access.source >= 0;
    if (!gathers && !(ownRow && access.row))
      continue;
    auto type = cast<MemRefType>(input.getType());
    int64_t bytes = std::max<int64_t>(type.getElementType().isIntOrFloat()
                                          ? type.getElementTypeBitWidth() / 8
                                          : 16,
                                      1);
    Value number = gathers ? row.sources[access.source] : row.number;
    prefetchLines(b, input, number, access.column ? column : Value(),
                  access.column ? numBytes : bytes, bytes, /*isWrite=*/false,
                  locality);
  }
}

Value RowBody::loadElement(unsigned input, const Row &row) {
  Access access = accesses[input];
  SmallVector<Value> at;
  if (access.source >= 0)
    at.push_back(row.sources[access.source]);
  else if (access.row)
    at.push_back(row.number);
  return b.load(inputs[input], at);
}

SmallVector<Value> RowBody::emitColumns(const Row &row, Value column,
                                        Lanes lanes, ArrayRef<unsigned> which) {
  Block &body = op.getBody().front();
  IRMapping mapping;
  for (auto [i, argument, input, access] :
       llvm::enumerate(body.getArguments(), inputs, accesses)) {
    if (argument.use_empty())
      continue;
    if (!access.column) {
      mapping.map(argument, loadElement(i, row));
      continue;
    }
    SmallVector<Value> at;
    if (access.source >= 0)
      at.push_back(row.sources[access.source]);
    else if (access.row)
      at.push_back(row.number);
    at.push_back(column);
    mapping.map(argument, loadLanes(input, at, lanes));
  }
  SmallVector<Value> yielded;
  for (unsigned i : which)
    yielded.push_back(op.getYield().getValues()[i]);
  SmallVector<Value> values = cloneNeeded(b, body, mapping, yielded);
  for (Value &value : values)
    value = broadcast(value, lanes);
  return values;
}

SmallVector<Value> RowBody::emitRowValues(const Row &row,
                                          ArrayRef<unsigned> which) {
  Block &body = op.getBody().front();
  IRMapping mapping;
  for (auto [i, argument] : llvm::enumerate(body.getArguments()))
    if (!accesses[i].column && !argument.use_empty())
      mapping.map(argument, loadElement(i, row));
  SmallVector<Value> yielded;
  for (unsigned i : which)
    yielded.push_back(op.getYield().getValues()[i]);
  return cloneNeeded(b, body, mapping, yielded);
}

SmallVector<Value> RowBody::emitRows(Value n, int64_t width,
                                     ArrayRef<unsigned> which,
                                     ArrayRef<Value> identities) {
  Lanes lanes{width, {}};
  Block &body = op.getBody().front();
  IRMapping mapping;
  Value inRange;
  // Row numbers of each source, and which are in range.
  SmallVector<Value> numbers;
  auto i64 = VectorType::get({width}, b.getI64Type());
  for (Value source : op.getSources()) {
    Value raw = loadLanes(source, n, lanes);
    Type element = getElementTypeOrSelf(raw.getType());
    if (element.isIndex())
      raw = arith::IndexCastOp::create(b, i64, raw);
    else if (element != b.getI64Type())
      raw = op.getUnsignedSources()
                ? arith::ExtUIOp::create(b, i64, raw).getResult()
                : arith::ExtSIOp::create(b, i64, raw).getResult();
    numbers.push_back(raw);
  }
  for (auto [input, access] : llvm::zip_equal(inputs, accesses)) {
    if (access.source < 0)
      continue;
    Value extent =
        arith::IndexCastOp::create(b, b.getI64Type(), b.dim(input, 0));
    Value below = b.below(numbers[access.source], broadcast(extent, lanes));
    inRange = inRange ? b.both(inRange, below) : below;
  }
  for (auto [argument, input, access] :
       llvm::zip_equal(body.getArguments(), inputs, accesses)) {
    if (argument.use_empty())
      continue;
    if (access.source >= 0) {
      auto type = VectorType::get({width}, argument.getType());
      Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
      mapping.map(argument, vector::GatherOp::create(
                                b, type, input, ValueRange{b.index(0)},
                                numbers[access.source], inRange, zero));
    } else if (access.row) {
      mapping.map(argument, loadLanes(input, n, lanes));
    } else {
      mapping.map(argument, b.load(input, {}));
    }
  }
  SmallVector<Value> yielded;
  for (unsigned i : which)
    yielded.push_back(op.getYield().getValues()[i]);
  SmallVector<Value> values = cloneNeeded(b, body, mapping, yielded);
  for (auto [value, identity] : llvm::zip_equal(values, identities)) {
    value = broadcast(value, lanes);
    if (inRange)
      value = b.select(inRange, value, broadcast(identity, lanes));
  }
  return values;
}

SmallVector<Value> RowBody::emitStart(Value key, Value column, Lanes lanes,
                                      ArrayRef<unsigned> which) {
  auto load = [&](unsigned i) -> Value {
    if (op.isRowInit(i))
      return b.load(inits[i], key);
    return loadLanes(inits[i], {key, column}, lanes);
  };
  SmallVector<Value> values;
  if (op.getStart().empty()) {
    for (unsigned i : which)
      values.push_back(load(i));
    return values;
  }
  Block &start = op.getStart().front();
  IRMapping mapping;
  for (unsigned i = 0; i < inits.size(); ++i)
    if (op.readsInit(i) && (column || op.isRowInit(i)))
      mapping.map(start.getArgument(i), load(i));
  auto yield = cast<YieldOp>(start.getTerminator());
  SmallVector<Value> yielded;
  for (unsigned i : which)
    yielded.push_back(yield.getValues()[i]);
  values = cloneNeeded(b, start, mapping, yielded);
  for (auto [i, value] : llvm::zip_equal(which, values))
    if (!op.isRowAccumulator(i))
      value = broadcast(value, lanes);
  return values;
}

void RowBody::emitFinish(Value key, Value column, Lanes lanes,
                         ValueRange accumulators, bool columns) {
  SmallVector<unsigned> outputs;
  for (unsigned i = 0; i < inits.size(); ++i)
    if (op.isRowInit(i) != columns)
      outputs.push_back(i);
  SmallVector<Value> values;
  if (op.getFinish().empty()) {
    for (unsigned i : outputs)
      values.push_back(accumulators[i]);
  } else {
    Block &finish = op.getFinish().front();
    IRMapping mapping;
    for (auto [argument, accumulator] :
         llvm::zip_equal(finish.getArguments(), accumulators))
      if (accumulator)
        mapping.map(argument, accumulator);
    auto yield = cast<YieldOp>(finish.getTerminator());
    SmallVector<Value> yielded;
    for (unsigned i : outputs)
      yielded.push_back(yield.getValues()[i]);
    values = cloneNeeded(b, finish, mapping, yielded);
  }
  for (auto [i, value] : llvm::zip_equal(outputs, values)) {
    if (columns)
      storeLanes(value, inits[i], {key, column}, lanes);
    else
      b.store(value, inits[i], key);
  }
}

SmallVector<Value> RowBody::emitStartKeys(Value key, Lanes lanes,
                                          ArrayRef<unsigned> which) {
  SmallVector<Value> values;
  if (op.getStart().empty()) {
    for (unsigned i : which)
      values.push_back(loadLanes(inits[i], key, lanes));
    return values;
  }
  Block &start = op.getStart().front();
  IRMapping mapping;
  for (unsigned i = 0; i < inits.size(); ++i)
    if (op.readsInit(i))
      mapping.map(start.getArgument(i), loadLanes(inits[i], key, lanes));
  auto yield = cast<YieldOp>(start.getTerminator());
  SmallVector<Value> yielded;
  for (unsigned i : which)
    yielded.push_back(yield.getValues()[i]);
  values = cloneNeeded(b, start, mapping, yielded);
  for (Value &value : values)
    value = broadcast(value, lanes);
  return values;
}

void RowBody::emitFinishKeys(Value key, Lanes lanes, ValueRange accumulators) {
  SmallVector<Value> values(accumulators);
  if (!op.getFinish().empty()) {
    Block &finish = op.getFinish().front();
    IRMapping mapping;
    mapping.map(finish.getArguments(), accumulators);
    values = cloneNeeded(
        b, finish, mapping,
        llvm::to_vector(cast<YieldOp>(finish.getTerminator()).getValues()));
  }
  for (auto [init, value] : llvm::zip_equal(inits, values))
    storeLanes(value, init, key, lanes);
}
