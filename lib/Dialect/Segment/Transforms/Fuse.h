//===- Fuse.h - Parts of segment-fuse ---------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_DIALECT_SEGMENT_TRANSFORMS_FUSE_H
#define SEGMENT_LIB_DIALECT_SEGMENT_TRANSFORMS_FUSE_H

#include "mlir/IR/PatternMatch.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {

/// What segment.reduce_by_key reads, and how.
struct FoldInput {
  Value value;
  AffineMap access;
  /// The row numbers of a gathered input, otherwise null.
  Value source;

  bool operator==(const FoldInput &other) const {
    return value == other.value && access == other.access &&
           source == other.source;
  }
};

SmallVector<FoldInput> getFoldInputs(ReduceByKeyOp op);

/// The position of `input` in `inputs`, to which it is added if it isn't there.
unsigned getOrAppend(SmallVectorImpl<FoldInput> &inputs,
                     const FoldInput &input);

/// A segment.reduce_by_key with the keys, rows and promises of `like`, without
/// start and finish. `body` gets the elements of the inputs and returns what is
/// yielded.
ReduceByKeyOp createLike(
    RewriterBase &rewriter, Location loc, ReduceByKeyOp like,
    ArrayRef<FoldInput> inputs, ValueRange inits, ArrayRef<Combiner> kinds,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange elements)> body);

/// Clones the operations of `block` with `arguments` for its arguments. Returns
/// what it yields.
SmallVector<Value> cloneBlock(OpBuilder &builder, Block &block,
                              ValueRange arguments);

/// An operand of `value`'s producer that has the same shape, if that is an
/// elementwise linalg operation; otherwise null.
Value getElementwiseShapeSource(Value value);

/// Erases checks that an equal one comes before in the same block: if that
/// fails, the function is left there.
void eraseRedundantChecks(RewriterBase &rewriter, Block &block);

/// Merges segment.reduce_by_key operations of `block` over the same keys where
/// that changes no bits, up to `maxAccumulators` accumulators each.
void fuseSiblings(RewriterBase &rewriter, Block &block,
                  unsigned maxAccumulators);

} // namespace mlir::segment

#endif // SEGMENT_LIB_DIALECT_SEGMENT_TRANSFORMS_FUSE_H
