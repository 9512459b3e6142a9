//===- Transforms.h - Patterns of the segment dialect -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_DIALECT_SEGMENT_TRANSFORMS_TRANSFORMS_H
#define SEGMENT_DIALECT_SEGMENT_TRANSFORMS_TRANSFORMS_H

#include "mlir/IR/PatternMatch.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {

/// Patterns that decompose segment operations into check, start,
/// segment.reduce_by_key and finish (`segment-decompose`).
void populateDecomposeSegmentPatterns(RewritePatternSet &patterns);

/// The same for segment operations on gathered rows.
void populateDecomposeGatherSegmentPatterns(RewritePatternSet &patterns);

/// The same for scatter operations.
void populateDecomposeScatterPatterns(RewritePatternSet &patterns);

/// Patterns of `segment-fuse` that take shapes from before elementwise linalg
/// operations.
void populateShapeOfElementwisePatterns(RewritePatternSet &patterns);

/// Patterns of `segment-fuse` that move elementwise linalg operations into the
/// body of segment.reduce_by_key.
void populateFuseProducersPatterns(RewritePatternSet &patterns);

/// Patterns of `segment-expand-reshapes`: memref.expand_shape with several
/// dynamic sizes a group.
void populateExpandReshapesPatterns(RewritePatternSet &patterns);

/// Patterns of `segment-copies-to-linalg`: memref.copy between strided memrefs.
void populateCopiesToLinalgPatterns(RewritePatternSet &patterns);

/// Patterns of `segment-flatten-elementwise`: elementwise linalg operations on
/// row-major memrefs.
void populateFlattenElementwisePatterns(RewritePatternSet &patterns);

/// Patterns of `segment-expand-arith`: bf16 conversions, ceiling and floor
/// divisions.
void populateExpandArithPatterns(RewritePatternSet &patterns);

/// Vector registers of this width that accumulators may take at once: half of
/// those that processors have.
constexpr int64_t getAccumulatorRegisters(int64_t vectorBits) {
  return vectorBits == 512 ? 16 : 8;
}

/// Emits `combine(accumulator, value)` on scalars (or, where the kind allows
/// it, on vectors) of the same type, for lowerings of segment.reduce_by_key.
/// Exact for NaN and -0, and never a trap.
Value createCombine(OpBuilder &builder, Location loc, Combiner kind,
                    Value accumulator, Value value);

} // namespace mlir::segment

#endif // SEGMENT_DIALECT_SEGMENT_TRANSFORMS_TRANSFORMS_H
