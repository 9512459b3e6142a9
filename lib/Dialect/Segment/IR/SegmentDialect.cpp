//===- SegmentDialect.cpp - The segment dialect -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Dialect/Segment/IR/SegmentDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::segment;

#include "segment/Dialect/Segment/IR/SegmentDialect.cpp.inc"

#include "segment/Dialect/Segment/IR/SegmentEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "segment/Dialect/Segment/IR/SegmentAttrs.cpp.inc"

#include "segment/Dialect/Segment/IR/SegmentInterfaces.cpp.inc"

LogicalResult PlanAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               Schedule, int64_t vectorBits, int64_t tile,
                               int64_t block, int64_t prefetch) {
  if (vectorBits != 128 && vectorBits != 256 && vectorBits != 512)
    return emitError() << "expected vector_bits of 128, 256 or 512, but got "
                       << vectorBits;
  if (tile < 1 || tile > 16)
    return emitError() << "expected a tile of 1 to 16, but got " << tile;
  if (block < 16 || block > 65536)
    return emitError() << "expected a block of 16 to 65536, but got " << block;
  if (prefetch < 0 || prefetch > 4096)
    return emitError() << "expected prefetch of 0 to 4096, but got "
                       << prefetch;
  return success();
}

void SegmentDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "segment/Dialect/Segment/IR/SegmentAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "segment/Dialect/Segment/IR/SegmentOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "segment/Dialect/Segment/IR/SegmentCoreOps.cpp.inc"
      >();
  // Attached by registerBufferizableOpInterfaceExternalModels, so that this
  // library does not depend on the bufferization transforms.
  declarePromisedInterfaces<bufferization::BufferizableOpInterface,
                            ReduceByKeyOp, CheckSegmentsOp, CheckScatterOp,
                            CheckGatherOp>();
}
