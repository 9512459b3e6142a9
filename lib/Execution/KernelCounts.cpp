//===- KernelCounts.cpp - What emulated kernels did -----------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/KernelCounts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

using namespace mlir::segment;
using llvm::StringRef;

KernelCounts &EmulationCounts::get(StringRef kernel) {
  auto it = llvm::find_if(kernels, [&](const KernelCounts &counts) {
    return counts.kernel == kernel;
  });
  if (it != kernels.end())
    return *it;
  kernels.emplace_back();
  kernels.back().kernel = kernel.str();
  return kernels.back();
}

static void print(llvm::json::OStream &json, StringRef memory,
                  const AccessCounts &counts) {
  auto attribute = [&](StringRef name, uint64_t value) {
    json.attribute((memory + "_" + name).str(), value);
  };
  attribute("loads", counts.loads);
  attribute("load_bytes", counts.loadBytes);
  attribute("stores", counts.stores);
  attribute("store_bytes", counts.storeBytes);
  attribute("atomics", counts.atomics);
  attribute("atomic_lanes", counts.atomicLanes);
  attribute("atomic_bytes", counts.atomicBytes);
}

void EmulationCounts::print(llvm::raw_ostream &stream) const {
  for (const KernelCounts &counts : kernels) {
    llvm::json::OStream json(stream);
    json.object([&] {
      json.attribute("kernel", counts.kernel);
      json.attribute("launches", counts.launches);
      json.attribute("blocks", counts.blocks);
      json.attribute("threads", counts.threads);
      ::print(json, "global", counts.global);
      ::print(json, "shared", counts.shared);
      json.attribute("barriers", counts.barriers);
      json.attribute("shuffles", counts.shuffles);
      json.attribute("votes", counts.votes);
    });
    stream << '\n';
  }
}
