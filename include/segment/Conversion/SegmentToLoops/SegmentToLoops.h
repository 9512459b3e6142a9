//===- SegmentToLoops.h - Plain lowerings to scf -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_CONVERSION_SEGMENTTOLOOPS_SEGMENTTOLOOPS_H
#define SEGMENT_CONVERSION_SEGMENTTOLOOPS_SEGMENTTOLOOPS_H

#include <cstdint>

namespace mlir {
class RewritePatternSet;

namespace segment {

/// How check operations look at ids.
struct CheckLoweringOptions {
  /// Bits of a vector register.
  int64_t vectorBits = 256;
  /// In loops that can be kernels instead.
  bool kernels = false;
};

/// Patterns that lower bufferized check operations (`segment-checks-to-loops`).
void populateChecksToLoopsPatterns(RewritePatternSet &patterns,
                                   const CheckLoweringOptions &options);

/// The pattern that lowers bufferized segment.reduce_by_key to a loop over the
/// rows, the reference lowering (`segment-reduce-to-loops`).
void populateReduceToLoopsPatterns(RewritePatternSet &patterns);

/// The pattern that lets threads share large copies
/// (`segment-parallelize-copies`).
void populateParallelizeCopiesPatterns(RewritePatternSet &patterns);

} // namespace segment
} // namespace mlir

#endif // SEGMENT_CONVERSION_SEGMENTTOLOOPS_SEGMENTTOLOOPS_H
