//===- KernelFold.cpp - What the schedules of a GPU share -----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedules.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::segment;

KernelFold::KernelFold(KernelBuilder &b, ReduceByKeyOp op)
    : b(b), op(op), body(b, op, op.getInputs(), op.getInits()) {
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i)
    (op.isRowAccumulator(i) ? rowAccumulators : columnAccumulators)
        .push_back(i);
}

int64_t KernelFold::getRowsInFlight(ArrayRef<unsigned> which) {
  int64_t words = 0;
  for (unsigned i : which)
    words +=
        llvm::divideCeil(getElementBytes(op.getAccumulatorType(i)), int64_t(4));
  return words <= 4 ? 4 : words <= 8 ? 2 : 1;
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
    llvm::append_range(values, body.emitColumns(item.row, column, Lanes{},
                                                columnAccumulators));
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
