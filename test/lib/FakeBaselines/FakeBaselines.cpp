//===- FakeBaselines.cpp - Baselines for tests without a GPU --------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands in for the library that nvcc compiles. With a driver whose kernels do
// nothing our results are zeros: `same` gives these, `other` something else,
// `unable` says that it has no way to, and `broken` fails where rows are
// sorted.
//
//===----------------------------------------------------------------------===//

#include "gpu-check/BaselineCalls.h"
#include <cstdlib>
#include <cstring>

static const char *const names[] = {"same", "other", "unable", "broken"};

extern "C" {

const char *segmentBaselineName(int32_t baseline) {
  return baseline >= 0 && baseline < 4 ? names[baseline] : nullptr;
}

int32_t segmentBaselineRun(int32_t baseline, const SegmentBaselineCall *call,
                           void **result, const char **problem) {
  if (baseline == 2)
    return segmentBaselineUnsupported;
  if (baseline == 3 && !call->isSorted)
    return segmentBaselineUnsupported;
  if (baseline == 3) {
    *problem = "it is broken";
    return segmentBaselineFailed;
  }
  bool isHalf =
      !std::strcmp(call->type, "f16") || !std::strcmp(call->type, "bf16");
  auto count = static_cast<size_t>(call->segments * call->columns);
  size_t bytes = count * (isHalf ? 2 : 4);
  *result = std::calloc(bytes, 1);
  if (baseline == 1)
    static_cast<char *>(*result)[bytes - 1] = 1;
  return segmentBaselineDone;
}

void segmentBaselineRelease(void *result) { std::free(result); }

} // extern "C"
