//===- KernelFold.cpp - What the schedules of a GPU share -----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedules.h"

using namespace mlir;
using namespace mlir::segment;

KernelFold::KernelFold(KernelBuilder &b, ReduceByKeyOp op)
    : b(b), op(op), body(b, op, op.getInputs(), op.getInits()) {
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i)
    (op.isRowAccumulator(i) ? rowAccumulators : columnAccumulators)
        .push_back(i);
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
