//===- OpenMPClauses.cpp - segment-openmp-clauses -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "segment/Conversion/Passes.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTOPENMPCLAUSES
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using arith::CmpIPredicate;

/// The only thing in a region before its terminator, if that is an `OpTy`.
template <typename OpTy> static OpTy getOnly(Region &region) {
  if (!region.hasOneBlock())
    return {};
  Block &block = region.front();
  if (block.empty() || &block.front() != block.getTerminator()->getPrevNode())
    return {};
  return dyn_cast<OpTy>(block.front());
}

/// The number of iterations. Products that overflow give some other number,
/// which only decides how many threads there are.
static Value countIterations(ImplicitLocOpBuilder &b, omp::LoopNestOp loops) {
  Value count;
  for (auto [lower, upper, step] :
       llvm::zip_equal(loops.getLoopLowerBounds(), loops.getLoopUpperBounds(),
                       loops.getLoopSteps())) {
    Value here = upper;
    if (!matchPattern(lower, m_Zero()))
      here = arith::SubIOp::create(b, upper, lower);
    if (!matchPattern(step, m_One())) {
      Value one = arith::ConstantIndexOp::create(b, 1);
      Value last = arith::SubIOp::create(b, step, one);
      here = arith::AddIOp::create(b, here, last);
      here = arith::DivSIOp::create(b, here, step);
    }
    count = count ? arith::MulIOp::create(b, count, here).getResult() : here;
  }
  return count;
}

static void addClauses(omp::ParallelOp parallel) {
  if (parallel.getIfExpr() || parallel.getNumThreads())
    return;
  auto share = getOnly<omp::WsloopOp>(parallel.getRegion());
  if (!share)
    return;
  auto loops = dyn_cast<omp::LoopNestOp>(share.getWrappedLoop());
  if (!loops || loops.getLoopInclusive() ||
      !llvm::all_of(loops->getOperandTypes(),
                    [](Type type) { return type.isIndex(); }))
    return;
  // convert-scf-to-openmp takes the bounds from outside.
  if (!llvm::all_of(loops->getOperands(), [&](Value bound) {
        return !parallel.getRegion().isAncestor(bound.getParentRegion());
      }))
    return;

  share.setNowait(true);
  ImplicitLocOpBuilder b(parallel.getLoc(), parallel);
  Value threads = segment::NumThreadsOp::create(b, b.getIndexType());
  Value team = arith::MinSIOp::create(b, threads, countIterations(b, loops));
  Value one = arith::ConstantIndexOp::create(b, 1);
  parallel.getIfExprMutable().assign(
      arith::CmpIOp::create(b, CmpIPredicate::sgt, team, one));
  parallel.getNumThreadsMutable().assign(
      arith::IndexCastOp::create(b, b.getI32Type(), team));
}

namespace {
struct SegmentOpenMPClauses
    : segment::impl::SegmentOpenMPClausesBase<SegmentOpenMPClauses> {
  void runOnOperation() override { getOperation()->walk(addClauses); }
};
} // namespace
