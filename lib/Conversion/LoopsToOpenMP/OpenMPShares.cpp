//===- OpenMPShares.cpp - segment-openmp-shares -----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
         loop.getIVs()[0].getType().isInteger(64);
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
  return LLVM::ZExtOp::create(b, b.getI64Type(), number).getResult();
}

LogicalResult SegmentOpenMPShares::lower(omp::WsloopOp share) {
  auto loop = cast<omp::LoopNestOp>(share.getWrappedLoop());
  Value lower = loop.getLoopLowerBounds()[0];
  Value upper = loop.getLoopUpperBounds()[0];
  Value step = loop.getLoopSteps()[0];
  bool fromZero = matchPattern(lower, m_Zero());
  bool inOnes = matchPattern(step, m_One());

  ImplicitLocOpBuilder b(share.getLoc(), share);
  FailureOr<Value> threads = ask(b, "omp_get_num_threads");
  FailureOr<Value> thread = ask(b, "omp_get_thread_num");
  if (failed(threads) || failed(thread))
    return failure();
  Type i64 = b.getI64Type();
  Value zero = LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(0));
  Value one = LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(1));
  Value count = upper;
  if (!fromZero)
    count = LLVM::SubOp::create(b, upper, lower);
  if (!inOnes) {
    Value more = LLVM::SubOp::create(b, step, one);
    count = LLVM::SDivOp::create(b, LLVM::AddOp::create(b, count, more), step);
  }
  count = LLVM::SMaxOp::create(b, count, zero);
  // The first threads do one iteration more, if there is a rest.
  Value each = LLVM::UDivOp::create(b, count, *threads);
  Value rest = LLVM::URemOp::create(b, count, *threads);
  auto getStart = [&](Value thread) -> Value {
    Value start = LLVM::MulOp::create(b, thread, each);
    start =
        LLVM::AddOp::create(b, start, LLVM::SMinOp::create(b, thread, rest));
    if (!inOnes)
      start = LLVM::MulOp::create(b, start, step);
    if (!fromZero)
      start = LLVM::AddOp::create(b, start, lower);
    return start;
  };
  Value start = getStart(*thread);
  Value end = getStart(LLVM::AddOp::create(b, *thread, one));

  Block *before = share->getBlock();
  Block *behind = before->splitBlock(share);
  Block *head = b.createBlock(behind, i64, share.getLoc());
  Block *latch = b.createBlock(behind);
  Value index = head->getArgument(0);
  Block *body = &loop.getRegion().front();
  for (Block &block : loop.getRegion()) {
    auto yield = dyn_cast<omp::YieldOp>(block.getTerminator());
    if (!yield)
      continue;
    b.setInsertionPoint(yield);
    LLVM::BrOp::create(b, latch);
    yield->erase();
  }
  before->getParent()->getBlocks().splice(latch->getIterator(),
                                          loop.getRegion().getBlocks());
  body->getArgument(0).replaceAllUsesWith(index);
  body->eraseArgument(0);

  b.setInsertionPointToEnd(before);
  LLVM::BrOp::create(b, ValueRange(start), head);
  b.setInsertionPointToEnd(head);
  Value isInside =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::slt, index, end);
  LLVM::CondBrOp::create(b, isInside, body, behind);
  b.setInsertionPointToEnd(latch);
  Value next = LLVM::AddOp::create(b, index, step);
  LLVM::BrOp::create(b, ValueRange(next), head);
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
