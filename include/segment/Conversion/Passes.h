//===- Passes.h - Conversions of the segment dialect -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_CONVERSION_PASSES_H
#define SEGMENT_CONVERSION_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::segment {

#define GEN_PASS_DECL
#include "segment/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "segment/Conversion/Passes.h.inc"

} // namespace mlir::segment

#endif // SEGMENT_CONVERSION_PASSES_H
