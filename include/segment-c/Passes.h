/*===- segment-c/Passes.h - C API of the passes and pipelines -----*- C -*-===*\
|*                                                                            *|
|* Part of the Segment project, under the Apache License v2.0 with LLVM       *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* For every pass, mlirCreate<Group><Pass> and mlirRegister<Group><Pass>; for *|
|* the groups, mlirRegisterSegmentTransformsPasses and                        *|
|* mlirRegisterSegmentConversionPasses. They are generated from TableGen.     *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SEGMENT_C_PASSES_H
#define SEGMENT_C_PASSES_H

#include "mlir-c/Support.h"

#include "segment/Conversion/Passes.capi.h.inc"
#include "segment/Dialect/Segment/Transforms/Passes.capi.h.inc"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the pipelines known by name, for mlirParsePassPipeline and
   mlirOpPassManagerAddPipeline. */
MLIR_CAPI_EXPORTED void mlirSegmentRegisterAllPipelines(void);

#ifdef __cplusplus
}
#endif

#endif /* SEGMENT_C_PASSES_H */
