//===- Passes.cpp - C API of the passes and pipelines -----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment-c/Passes.h"

#include "mlir/CAPI/Pass.h"
#include "mlir/Pass/Pass.h"
#include "segment/InitAll.h"

// The generated functions name passes without their namespace.
using namespace mlir;
using namespace mlir::segment;

#include "segment/Conversion/Passes.capi.cpp.inc"
#include "segment/Dialect/Segment/Transforms/Passes.capi.cpp.inc"

void mlirSegmentRegisterAllPipelines() { registerAllPipelines(); }
