/*===- segment-c/Dialect/Segment.h - C API of the dialect ---------*- C -*-===*\
|*                                                                            *|
|* Part of the Segment project, under the Apache License v2.0 with LLVM       *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SEGMENT_C_DIALECT_SEGMENT_H
#define SEGMENT_C_DIALECT_SEGMENT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* mlirGetDialectHandle__segment__: for mlirDialectHandleInsertDialect,
   mlirDialectHandleRegisterDialect and mlirDialectHandleLoadDialect. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Segment, segment);

/* Adds the segment dialect, the upstream dialects, and the interface
   implementations that the passes and pipelines look for. */
MLIR_CAPI_EXPORTED void
mlirSegmentRegisterAllDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif /* SEGMENT_C_DIALECT_SEGMENT_H */
