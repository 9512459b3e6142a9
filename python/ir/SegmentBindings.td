//===- SegmentBindings.td - What Python gets -*- tablegen -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PYTHON_IR_SEGMENTBINDINGS_TD
#define PYTHON_IR_SEGMENTBINDINGS_TD

include "segment/Dialect/Segment/IR/SegmentCoreOps.td"
include "segment/Dialect/Segment/IR/SegmentOps.td"

#endif // PYTHON_IR_SEGMENTBINDINGS_TD
