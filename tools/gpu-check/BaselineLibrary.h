//===- BaselineLibrary.h - Baselines that may be there ----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_TOOLS_GPUCHECK_BASELINELIBRARY_H
#define SEGMENT_TOOLS_GPUCHECK_BASELINELIBRARY_H

#include "BaselineCalls.h"
#include <string>
#include <vector>

/// The baselines that were prepared, or none.
class BaselineLibrary {
public:
  /// Opens the library. Where that fails there are no baselines, and the answer
  /// says why; it is empty otherwise.
  std::string open(const std::string &path);

  const std::vector<std::string> &getNames() const { return names; }

  /// Runs one, which allocates `*result`. After a failure `problem` says why.
  SegmentBaselineStatus run(size_t baseline, const SegmentBaselineCall &call,
                            void **result, std::string &problem) const;
  void release(void *result) const { releaseResult(result); }

  /// From now on there are no baselines.
  void clear() { names.clear(); }

private:
  std::vector<std::string> names;
  SegmentBaselineRun runBaseline = nullptr;
  SegmentBaselineRelease releaseResult = nullptr;
};

#endif // SEGMENT_TOOLS_GPUCHECK_BASELINELIBRARY_H
