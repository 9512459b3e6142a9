//===- Segment.cpp - C API of the dialect -----------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment-c/Dialect/Segment.h"

#include "mlir/CAPI/Registration.h"
#include "segment/InitAll.h"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Segment, segment,
                                      mlir::segment::SegmentDialect)

void mlirSegmentRegisterAllDialects(MlirDialectRegistry registry) {
  mlir::segment::registerAllDialects(*unwrap(registry));
  mlir::segment::registerAllExtensions(*unwrap(registry));
}
