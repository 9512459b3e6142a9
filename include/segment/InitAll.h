//===- InitAll.h - Registration of all that Segment needs -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call each for dialects, extensions, passes and pipelines. Tools that want
// less register the dialect and the single passes themselves.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_INITALL_H
#define SEGMENT_INITALL_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "segment/Conversion/Passes.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "segment/Dialect/Segment/Transforms/BufferizableOpInterfaceImpl.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"
#include "segment/Pipelines/Pipelines.h"

namespace mlir::segment {

/// Registers the segment dialect and the upstream dialects. A module mixes them
/// freely, and the pipelines go through many of them, so all are offered;
/// a context loads only the ones that occur.
inline void registerAllDialects(DialectRegistry &registry) {
  ::mlir::registerAllDialects(registry);
  registry.insert<SegmentDialect>();
}

/// Registers the interface implementations that the passes and pipelines look
/// for: those of the segment dialect and the upstream ones.
inline void registerAllExtensions(DialectRegistry &registry) {
  ::mlir::registerAllExtensions(registry);
  registerBufferizableOpInterfaceExternalModels(registry);
  // Kernels become binaries within a pipeline.
  ::mlir::registerAllGPUToLLVMIRTranslations(registry);
}

/// Registers the passes of this project (not the upstream ones).
inline void registerAllPasses() {
  registerSegmentTransformsPasses();
  registerSegmentConversionPasses();
}

/// Registers the pipelines of this project.
inline void registerAllPipelines() { registerSegmentPipelines(); }

} // namespace mlir::segment

#endif // SEGMENT_INITALL_H
