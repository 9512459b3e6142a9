//===- KernelFold.cpp - What the schedules of a GPU share -----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedules.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::segment;

/// Bits of the widest load and store that all chips have.
static constexpr int64_t vectorBits = 128;

KernelFold::KernelFold(KernelBuilder &b, ReduceByKeyOp op)
    : b(b), op(op), body(b, op, op.getInputs(), op.getInits()) {
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i)
    (op.isRowAccumulator(i) ? rowAccumulators : columnAccumulators)
        .push_back(i);
}

int64_t KernelFold::getRowsInFlight(ArrayRef<unsigned> which, Lanes lanes) {
  int64_t words = 0;
  for (unsigned i : which)
    words += llvm::divideCeil(getElementBytes(op.getAccumulatorType(i)),
                              int64_t(4)) *
             (op.isRowAccumulator(i) ? 1 : lanes.width);
  // A vector is in flight for four scalars.
  return words <= 2 ? 4 : words <= 8 ? 2 : 1;
}

Lanes KernelFold::getVectorLanes() {
  Lanes lanes{std::min<int64_t>(vectorBits / body.getWidestElement(), 8), {}};
  if (!numColumns || !body.isVectorizable())
    return Lanes{};
  if (std::optional<int64_t> columns = getConstantIntValue(numColumns))
    if (*columns % lanes.width != 0)
      return Lanes{};
  for (Value memory : getColumnMemory())
    if (!cast<MemRefType>(memory.getType()).getLayout().isIdentity())
      return Lanes{};
  return lanes;
}

SmallVector<Value> KernelFold::getColumnMemory() {
  Values all;
  for (auto [input, access] : llvm::zip_equal(op.getInputs(), op.getAccesses()))
    if (access.column)
      all.push_back(input);
  for (unsigned i = 0; i < op.getInits().size(); ++i)
    if (!op.isRowInit(i))
      all.push_back(op.getInits()[i]);
  return all;
}

static int64_t getVectorBytes(Value memory, Lanes lanes) {
  return getElementBytes(getElementTypeOrSelf(memory.getType())) * lanes.width;
}

void KernelFold::emitForms(function_ref<void(Lanes)> form) {
  Lanes lanes = getVectorLanes();
  if (lanes.isScalar())
    return form(lanes);
  Value zero = b.index(0), misaligned = zero;
  if (!getConstantIntValue(numColumns))
    misaligned = b.both(numColumns, b.index(lanes.width - 1));
  for (Value memory : getColumnMemory()) {
    Value pointer = memref::ExtractAlignedPointerAsIndexOp::create(b, memory);
    Value mask = b.index(getVectorBytes(memory, lanes) - 1);
    misaligned = b.either(misaligned, b.both(pointer, mask));
  }
  b.ifElse(
      b.eq(misaligned, zero),
      [&] {
        form(lanes);
        return Values();
      },
      [&] {
        form(Lanes{});
        return Values();
      });
}

/// Tells the loads and stores of vectors in kernels that they are aligned.
static void setAlignments(Operation *kernels) {
  kernels->walk([&](Operation *inner) {
    auto set = [&](auto access) {
      Lanes lanes{access.getVectorType().getNumElements(), {}};
      access.setAlignment(getVectorBytes(access.getBase(), lanes));
    };
    if (auto load = dyn_cast<vector::LoadOp>(inner))
      set(load);
    else if (auto store = dyn_cast<vector::StoreOp>(inner))
      set(store);
  });
}

void KernelFold::emit() {
  numRows = body.emitNumRows();
  numKeys = b.dim(op.getInits()[0], 0);
  for (Value init : op.getInits())
    if (cast<MemRefType>(init.getType()).getRank() == 2)
      numColumns = b.dim(init, 1);
  // Without rows of outs, or without columns and anything of one value a row,
  // there is nothing to store.
  Value exists = b.cmp(arith::CmpIPredicate::sgt, numKeys, b.index(0));
  if (numColumns && !op.hasRowInits())
    exists = b.both(exists,
                    b.cmp(arith::CmpIPredicate::sgt, numColumns, b.index(0)));
  b.ifThen(exists, [&] { emitFold(); });
  setAlignments(op->getPrevNode());
}

//===----------------------------------------------------------------------===//
// RowItems
//===----------------------------------------------------------------------===//

Value RowItems::emitKey(Value i) {
  return sorted.keys ? b.load(sorted.keys, i) : body.emitKey(i);
}

RunItems::Item RowItems::emitItem(Value i) {
  Value n = sorted.positions ? b.load(sorted.positions, i) : i;
  return {emitKey(i), body.emitRow(n)};
}

Value RowItems::emitInRange(const Item &item) {
  return body.emitInRange(item.row);
}

RunItems::Values RowItems::emitValues(const Item &item, Value column) {
  Values values = body.emitRowValues(item.row, rowAccumulators);
  if (column)
    llvm::append_range(
        values, body.emitColumns(item.row, column, lanes, columnAccumulators));
  return values;
}

Value RowItems::emitRunAcross(Value i) {
  Value none = b.index(-1);
  // Neither the first row nor behind the last one.
  Value isBetween =
      b.below(b.sub(i, b.index(1)), b.sub(getCount(), b.index(1)));
  return b.ifElse(
      isBetween,
      [&] {
        Value key = emitKey(i);
        Value goesOn = b.both(b.eq(emitKey(b.sub(i, b.index(1))), key),
                              b.below(key, numKeys));
        return Values{b.select(goesOn, key, none)};
      },
      [&] { return Values{none}; })[0];
}
