//===- ParallelizeCopies.cpp - segment-parallelize-copies -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "segment/Conversion/Passes.h"
#include "segment/Conversion/SegmentToLoops/SegmentToLoops.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTPARALLELIZECOPIES
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;

/// Bytes for which another thread is worth it: some 50 microseconds.
static constexpr int64_t taskBytes = int64_t{1} << 19;
/// Memory is as fast as it gets with less than that.
static constexpr int64_t maxTasks = 64;

/// The number of elements.
static Value countElements(LoopBuilder &b, Value memref) {
  Value count = b.index(1);
  for (int64_t i = 0; i < cast<MemRefType>(memref.getType()).getRank(); ++i)
    count = b.mul(count, b.dim(memref, i));
  return count;
}

/// A pointer to the byte at `offset`.
static Value getPointer(LoopBuilder &b, Value memref, Value offset) {
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  Value address =
      arith::IndexCastOp::create(b, b.getI64Type(), b.add(base, offset));
  return LLVM::IntToPtrOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                                  address);
}

namespace {
struct ParallelizeCopy : OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<MemRefType>(op.getSource().getType());
    auto target = dyn_cast<MemRefType>(op.getTarget().getType());
    if (!source || !target)
      return rewriter.notifyMatchFailure(op, "unranked");
    if (!source.getLayout().isIdentity() || !target.getLayout().isIdentity())
      return rewriter.notifyMatchFailure(op, "not one block of memory");
    int64_t elementBytes =
        DataLayout::closest(op).getTypeSize(source.getElementType());
    MemRefType known = source.hasStaticShape() ? source : target;
    if (known.hasStaticShape() &&
        known.getNumElements() <= taskBytes / elementBytes)
      return rewriter.notifyMatchFailure(op, "too small for threads");
    if (op->getParentOfType<scf::ParallelOp>() ||
        op->getParentOfType<scf::ForallOp>())
      return rewriter.notifyMatchFailure(op, "the threads are busy");

    LoopBuilder b(op.getLoc(), rewriter);
    Value size = b.index(elementBytes);
    Value bytes = b.mul(countElements(b, op.getSource()), size);
    auto share = [&]() -> LoopBuilder::Values {
      Value numTasks = b.min(b.ceilDivu(bytes, taskBytes), b.index(maxTasks));
      numTasks = b.min(numTasks, NumThreadsOp::create(b, b.getIndexType()));
      // Whole pages of 4 KB, but for the last piece.
      Value piece = b.divu(b.add(bytes, b.sub(numTasks, b.index(1))), numTasks);
      piece = b.mul(b.ceilDivu(piece, 4096), b.index(4096));
      b.parallel(numTasks, [&](Value t) {
        Value begin = b.min(b.mul(t, piece), bytes);
        Value length = b.min(b.sub(bytes, begin), piece);
        Value to = getPointer(b, op.getTarget(), begin);
        Value from = getPointer(b, op.getSource(), begin);
        Value n = arith::IndexCastOp::create(b, b.getI64Type(), length);
        LLVM::MemcpyOp::create(b, to, from, n, /*isVolatile=*/false);
      });
      return {};
    };
    if (known.hasStaticShape()) {
      share();
      rewriter.eraseOp(op);
      return success();
    }
    // A small copy is over before threads are asked for.
    b.ifElse(
        b.cmp(arith::CmpIPredicate::sle, bytes, b.index(taskBytes)),
        [&]() -> LoopBuilder::Values {
          memref::CopyOp::create(b, op.getSource(), op.getTarget());
          return {};
        },
        share);
    rewriter.eraseOp(op);
    return success();
  }
};

struct SegmentParallelizeCopies
    : segment::impl::SegmentParallelizeCopiesBase<SegmentParallelizeCopies> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateParallelizeCopiesPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void segment::populateParallelizeCopiesPatterns(RewritePatternSet &patterns) {
  patterns.add<ParallelizeCopy>(patterns.getContext());
}
