//===- Compare.h - Comparing arrays -----------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_COMPARE_H
#define SEGMENT_EXECUTION_COMPARE_H

#include "segment/Execution/Array.h"
#include <optional>

namespace mlir::segment {

/// Says how `got` differs from `want`, as the end of a sentence about `got`, or
/// nothing if it doesn't: in its type or shape, or with the first position at
/// which elements differ, both values and the number of differences. A NaN
/// equals any NaN; all else is compared to the bit, so -0 differs from +0.
///
/// With a tolerance, floats and the parts of complex numbers may differ by
/// `tolerance * (1 + |want|)`; an infinity equals only itself, and integers are
/// compared exactly.
std::optional<std::string>
describeDifference(const Array &got, const Array &want,
                   std::optional<double> tolerance = std::nullopt);

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_COMPARE_H
