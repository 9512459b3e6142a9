//===- Error.h - Failures as objects ----------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CAPI_COMPILER_ERROR_H
#define SEGMENT_LIB_CAPI_COMPILER_ERROR_H

#include "segment-c/Compiler.h"
#include "segment/Execution/Compiler.h"

namespace segment::capi {

/// Diagnostics in the form in which C sees them. Not movable: that form points
/// into this.
class Diagnostics {
public:
  explicit Diagnostics(
      std::vector<mlir::segment::ReportedDiagnostic> diagnostics);
  Diagnostics(const Diagnostics &) = delete;

  size_t size() const { return views.size(); }
  const SegmentDiagnostic *get(size_t index) const {
    return index < views.size() ? &views[index] : nullptr;
  }
  /// A line for each.
  std::string getText() const;

private:
  std::vector<mlir::segment::ReportedDiagnostic> diagnostics;
  std::vector<SegmentDiagnostic> views;
};

/// Sets `error`, unless it is null, and returns the kind. An error without a
/// diagnostic.
int32_t setError(SegmentError **error, int32_t kind, std::string message);

/// The same with diagnostics, of which there has to be one.
int32_t setError(SegmentError **error, int32_t kind,
                 std::vector<mlir::segment::ReportedDiagnostic> diagnostics);

/// The same for the message of a failed check, which compiled code writes as
/// "[<file>:<line>:<column>: ]error: <text>".
int32_t setCallError(SegmentError **error, int32_t status, const char *message);

} // namespace segment::capi

#endif // SEGMENT_LIB_CAPI_COMPILER_ERROR_H
