//===- Dialect.td - What docs/Dialect.md shows -------------*- tablegen -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "segment/Dialect/Segment/IR/SegmentOps.td"
include "segment/Dialect/Segment/IR/SegmentCoreOps.td"
