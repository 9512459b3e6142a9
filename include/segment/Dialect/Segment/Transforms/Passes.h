//===- Passes.h - Passes of the segment dialect -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_DIALECT_SEGMENT_TRANSFORMS_PASSES_H
#define SEGMENT_DIALECT_SEGMENT_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::segment {

#define GEN_PASS_DECL
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"

} // namespace mlir::segment

#endif // SEGMENT_DIALECT_SEGMENT_TRANSFORMS_PASSES_H
