//===- BaselineLibrary.cpp - Baselines that may be there ------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BaselineLibrary.h"

#include <dlfcn.h>

std::string BaselineLibrary::open(const std::string &path) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return dlerror();
  auto name = reinterpret_cast<SegmentBaselineName>(
      dlsym(library, "segmentBaselineName"));
  runBaseline = reinterpret_cast<SegmentBaselineRun>(
      dlsym(library, "segmentBaselineRun"));
  releaseResult = reinterpret_cast<SegmentBaselineRelease>(
      dlsym(library, "segmentBaselineRelease"));
  if (!name || !runBaseline || !releaseResult)
    return path + " has no baselines";
  for (int32_t i = 0; name(i); ++i)
    names.push_back(name(i));
  return "";
}

SegmentBaselineStatus BaselineLibrary::run(size_t baseline,
                                           const SegmentBaselineCall &call,
                                           void **result,
                                           std::string &problem) const {
  const char *text = nullptr;
  int32_t status =
      runBaseline(static_cast<int32_t>(baseline), &call, result, &text);
  if (text)
    problem = text;
  return static_cast<SegmentBaselineStatus>(status);
}
