//===- OpenMPShares.cpp - segment-openmp-shares -----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "segment/Conversion/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTOPENMPSHARES
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using arith::CmpIPredicate;

/// Whether a loop is shared out once, in the way that is OpenMP's default, to
/// threads that don't wait for each other behind it.
static bool isPlainShare(omp::WsloopOp share) {
  if (!share.getNowait() || !isa<omp::ParallelOp>(share->getParentOp()) ||
      share->getNumOperands() != 0 || share.getScheduleKind() ||
      share.getOrdered() || share.getOrder() ||
      !isa<omp::LoopNestOp>(share.getWrappedLoop()))
    return false;
  auto loop = cast<omp::LoopNestOp>(share.getWrappedLoop());
  return !loop.getLoopInclusive() && loop.getIVs().size() == 1 &&
         loop.getIVs()[0].getType().isIndex() && loop.getRegion().hasOneBlock();
}

namespace {
struct SegmentOpenMPShares
    : segment::impl::SegmentOpenMPSharesBase<SegmentOpenMPShares> {
  void runOnOperation() override;

private:
  /// What a function of OpenMP's, without arguments, says of the thread.
  FailureOr<Value> ask(ImplicitLocOpBuilder &b, StringRef name);
  LogicalResult lower(omp::WsloopOp share);
};
} // namespace

FailureOr<Value> SegmentOpenMPShares::ask(ImplicitLocOpBuilder &b,
                                          StringRef name) {
  FailureOr<LLVM::LLVMFuncOp> function =
      LLVM::lookupOrCreateFn(b, getOperation(), name, {}, b.getI32Type());
  if (failed(function))
    return failure();
  Value number = LLVM::CallOp::create(b, *function, ValueRange()).getResult();
  return arith::IndexCastOp::create(b, b.getIndexType(), number).getResult();
}

LogicalResult SegmentOpenMPShares::lower(omp::WsloopOp share) {
  auto loop = cast<omp::LoopNestOp>(share.getWrappedLoop());
  Value lower = loop.getLoopLowerBounds()[0];
  Value upper = loop.getLoopUpperBounds()[0];
  Value step = loop.getLoopSteps()[0];

  ImplicitLocOpBuilder b(share.getLoc(), share);
  FailureOr<Value> threads = ask(b, "omp_get_num_threads");
  FailureOr<Value> thread = ask(b, "omp_get_thread_num");
  if (failed(threads) || failed(thread))
    return failure();
  Value count = upper;
  if (!matchPattern(lower, m_Zero()))
    count = arith::SubIOp::create(b, upper, lower);
  if (!matchPattern(step, m_One()))
    count = arith::CeilDivSIOp::create(b, count, step);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  count = arith::MaxSIOp::create(b, count, zero);
  // The first threads do one iteration more, if there is a rest.
  Value each = arith::DivSIOp::create(b, count, *threads);
  Value rest = arith::RemSIOp::create(b, count, *threads);
  auto getStart = [&](Value thread) -> Value {
    Value start = arith::MulIOp::create(b, thread, each);
    start = arith::AddIOp::create(b, start,
                                  arith::MinSIOp::create(b, thread, rest));
    if (!matchPattern(step, m_One()))
      start = arith::MulIOp::create(b, start, step);
    if (!matchPattern(lower, m_Zero()))
      start = arith::AddIOp::create(b, start, lower);
    return start;
  };
  Value start = getStart(*thread);
  Value end = getStart(arith::AddIOp::create(b, *thread, one));

  // Blocks rather than scf.for, since the body is a memref.alloca_scope, which
  // becomes several of them.
  Block *before = share->getBlock();
  Block *behind = before->splitBlock(share);
  Block *head = b.createBlock(behind, b.getIndexType(), share.getLoc());
  Region &region = *before->getParent();
  Block *body = &loop.getRegion().front();
  Operation *yield = body->getTerminator();
  region.getBlocks().splice(behind->getIterator(),
                            loop.getRegion().getBlocks());
  Value index = head->getArgument(0);
  body->getArgument(0).replaceAllUsesWith(index);
  body->eraseArgument(0);

  b.setInsertionPointToEnd(before);
  cf::BranchOp::create(b, head, start);
  b.setInsertionPointToEnd(head);
  Value isInside = arith::CmpIOp::create(b, CmpIPredicate::slt, index, end);
  cf::CondBranchOp::create(b, isInside, body, ValueRange(), behind,
                           ValueRange());
  b.setInsertionPoint(yield);
  Value next = arith::AddIOp::create(b, index, step);
  cf::BranchOp::create(b, head, next);
  yield->erase();
  share->erase();
  return success();
}

void SegmentOpenMPShares::runOnOperation() {
  SmallVector<omp::WsloopOp> shares;
  getOperation()->walk([&](omp::WsloopOp share) {
    if (isPlainShare(share))
      shares.push_back(share);
  });
  for (omp::WsloopOp share : shares)
    if (failed(lower(share)))
      return signalPassFailure();
}
