//===- FuseChecks.cpp - Checks that say nothing new -------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuse.h"

using namespace mlir;
using namespace mlir::segment;

/// The attributes of a check without the name for its messages.
static DictionaryAttr getQuestion(Operation *check) {
  NamedAttrList attributes(check->getAttrDictionary());
  attributes.erase("op_name");
  return attributes.getDictionary(check->getContext());
}

/// Whether two checks of tensors ask the same.
static bool isSameCheck(Operation *a, Operation *b) {
  return a->getName() == b->getName() &&
         llvm::equal(a->getOperands(), b->getOperands()) &&
         a->getResultTypes() == b->getResultTypes() &&
         getQuestion(a) == getQuestion(b);
}

void segment::eraseRedundantChecks(RewriterBase &rewriter, Block &block) {
  SmallVector<Operation *> checks;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isa<CheckSegmentsOp, CheckScatterOp, CheckGatherOp>(op))
      continue;
    // What is in a buffer may change between two checks.
    if (llvm::any_of(op.getOperandTypes(), llvm::IsaPred<MemRefType>))
      continue;
    auto *same = llvm::find_if(
        checks, [&](Operation *check) { return isSameCheck(check, &op); });
    if (same != checks.end())
      rewriter.replaceOp(&op, (*same)->getResults());
    else
      checks.push_back(&op);
  }
}
