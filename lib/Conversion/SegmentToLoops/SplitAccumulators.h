//===- SplitAccumulators.h - Start, fold and finish apart -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_SPLITACCUMULATORS_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_SPLITACCUMULATORS_H

#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {

/// Replaces a bufferized operation with a start or finish region by allocated
/// accumulators, linalg operations that start and finish them, and an operation
/// without such regions in between, which is returned.
ReduceByKeyOp splitAccumulators(RewriterBase &rewriter, ReduceByKeyOp op);

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_SPLITACCUMULATORS_H
