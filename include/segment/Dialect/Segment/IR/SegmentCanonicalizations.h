//===- SegmentCanonicalizations.h - Canonicalization patterns -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The canonicalizations of the surface operations, one function for each
// purpose. Their union is what `-canonicalize` applies; each may be used on its
// own.
//
// All of them keep the operations' errors: none reports one, and none removes
// one (clause 4.16). So they ask for proof that nothing is left that could fail
// before an operation goes, and leave the rest to run time. None changes the
// bits of a result (clause 3.6).
//
// With `opName` a function adds patterns for the operation of that name only;
// without, for every operation that implements the interface.

#ifndef SEGMENT_DIALECT_SEGMENT_IR_SEGMENTCANONICALIZATIONS_H
#define SEGMENT_DIALECT_SEGMENT_IR_SEGMENTCANONICALIZATIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::segment {

/// Segment operations on data without elements become what empty segments show;
/// scatters without updates become their input.
void populateFoldZeroSizeSegmentPatterns(RewritePatternSet &patterns,
                                         StringRef opName = {});
void populateFoldZeroSizeScatterPatterns(RewritePatternSet &patterns,
                                         StringRef opName = {});

/// Result types of segment operations become as static as the operands say:
/// from a constant num_segments, constant ids of the first form, and the data's
/// rows.
void populateRefineSegmentResultPatterns(RewritePatternSet &patterns,
                                         StringRef opName = {});

/// Operands that come from a tensor.cast which forgets static dimensions are
/// taken from before it.
void populateFoldTensorCastIntoSegmentPatterns(RewritePatternSet &patterns,
                                               StringRef opName = {});
void populateFoldTensorCastIntoScatterPatterns(RewritePatternSet &patterns,
                                               StringRef opName = {});

/// Constant ids that name the segments one after the other, each once, make a
/// segment operation a copy of its data; constant ids that all name one segment
/// make it a linalg.reduce. Where bits depend on the order or on the start of
/// the fold, they don't.
void populateFoldConstantIdsPatterns(RewritePatternSet &patterns,
                                     StringRef opName = {});
/// A scatter_update whose constant indices name all slices in order is a copy
/// of the updates.
void populateFoldConstantIndicesPatterns(RewritePatternSet &patterns,
                                         StringRef opName = {});

/// Unsorted operations become the sorted form if constant ids turn out sorted
/// and the order of the fold doesn't matter.
void populateSortedConstantIdsPatterns(RewritePatternSet &patterns,
                                       StringRef opName = {});

/// Under bounds<drop>, leading and trailing rows with constant bad ids or
/// indices are sliced away.
void populateDropConstantBadIdsPatterns(RewritePatternSet &patterns,
                                        StringRef opName = {});
void populateDropConstantBadIndicesPatterns(RewritePatternSet &patterns,
                                            StringRef opName = {});

} // namespace mlir::segment

#endif // SEGMENT_DIALECT_SEGMENT_IR_SEGMENTCANONICALIZATIONS_H
