//===- SegmentDialect.h - The segment dialect -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_DIALECT_SEGMENT_IR_SEGMENTDIALECT_H
#define SEGMENT_DIALECT_SEGMENT_IR_SEGMENTDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "segment/Dialect/Segment/IR/SegmentDialect.h.inc"

#include "segment/Dialect/Segment/IR/SegmentEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "segment/Dialect/Segment/IR/SegmentAttrs.h.inc"

#include "segment/Dialect/Segment/IR/SegmentInterfaces.h.inc"

#include "segment/Dialect/Segment/IR/SegmentOpsDetail.h"

#define GET_OP_CLASSES
#include "segment/Dialect/Segment/IR/SegmentOps.h.inc"

#define GET_OP_CLASSES
#include "segment/Dialect/Segment/IR/SegmentCoreOps.h.inc"

#endif // SEGMENT_DIALECT_SEGMENT_IR_SEGMENTDIALECT_H
