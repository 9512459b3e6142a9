//===- Canonicalization.cpp - Canonicalizations of the surface operations -===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Dialect/Segment/IR/SegmentCanonicalizations.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

using namespace mlir;
using namespace mlir::segment;

void segment::detail::populateSegmentCanonicalizations(
    RewritePatternSet &patterns, StringRef opName) {
  populateFoldZeroSizeSegmentPatterns(patterns, opName);
  populateRefineSegmentResultPatterns(patterns, opName);
  populateFoldTensorCastIntoSegmentPatterns(patterns, opName);
  populateFoldConstantIdsPatterns(patterns, opName);
  populateSortedConstantIdsPatterns(patterns, opName);
  populateDropConstantBadIdsPatterns(patterns, opName);
}

void segment::detail::populateScatterCanonicalizations(
    RewritePatternSet &patterns, StringRef opName) {
  populateFoldZeroSizeScatterPatterns(patterns, opName);
  populateFoldTensorCastIntoScatterPatterns(patterns, opName);
  populateFoldConstantIndicesPatterns(patterns, opName);
  populateDropConstantBadIndicesPatterns(patterns, opName);
}
