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

/*===----------------------------------------------------------------------===*\
|* Attributes
\*===----------------------------------------------------------------------===*/

/* An attribute that is one of a few keywords, such as `bounds<drop>`. The
   keywords are those of the printed form (docs/Dialect.md). Get returns a null
   attribute for any other one. */
#define SEGMENT_DECLARE_CAPI_KEYWORD_ATTR(Name)                                \
  MLIR_CAPI_EXPORTED bool mlirAttributeIsASegment##Name(                       \
      MlirAttribute attribute);                                                \
  MLIR_CAPI_EXPORTED MlirTypeID mlirSegment##Name##AttrGetTypeID(void);        \
  MLIR_CAPI_EXPORTED MlirAttribute mlirSegment##Name##AttrGet(                 \
      MlirContext context, MlirStringRef keyword);                             \
  MLIR_CAPI_EXPORTED MlirStringRef mlirSegment##Name##AttrGetValue(            \
      MlirAttribute attribute)

SEGMENT_DECLARE_CAPI_KEYWORD_ATTR(Bounds);
SEGMENT_DECLARE_CAPI_KEYWORD_ATTR(NanMode);
SEGMENT_DECLARE_CAPI_KEYWORD_ATTR(EmptyMode);
SEGMENT_DECLARE_CAPI_KEYWORD_ATTR(AccumulateMode);
SEGMENT_DECLARE_CAPI_KEYWORD_ATTR(Combiner);
SEGMENT_DECLARE_CAPI_KEYWORD_ATTR(Failure);

#undef SEGMENT_DECLARE_CAPI_KEYWORD_ATTR

MLIR_CAPI_EXPORTED bool mlirAttributeIsASegmentPlan(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirTypeID mlirSegmentPlanAttrGetTypeID(void);
/* How a segment.reduce_by_key is lowered to loops. If a value can't be, that is
   reported at the location, and the attribute is null. */
MLIR_CAPI_EXPORTED MlirAttribute mlirSegmentPlanAttrGetChecked(
    MlirLocation location, MlirStringRef schedule, int64_t vectorBits,
    int64_t tile, int64_t block, int64_t prefetch);
MLIR_CAPI_EXPORTED MlirStringRef
mlirSegmentPlanAttrGetSchedule(MlirAttribute attribute);
MLIR_CAPI_EXPORTED int64_t
mlirSegmentPlanAttrGetVectorBits(MlirAttribute attribute);
MLIR_CAPI_EXPORTED int64_t mlirSegmentPlanAttrGetTile(MlirAttribute attribute);
MLIR_CAPI_EXPORTED int64_t mlirSegmentPlanAttrGetBlock(MlirAttribute attribute);
MLIR_CAPI_EXPORTED int64_t
mlirSegmentPlanAttrGetPrefetch(MlirAttribute attribute);

#ifdef __cplusplus
}
#endif

#endif /* SEGMENT_C_DIALECT_SEGMENT_H */
