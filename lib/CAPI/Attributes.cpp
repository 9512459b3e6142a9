//===- Attributes.cpp - C API of the dialect's attributes -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment-c/Dialect/Segment.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

using namespace mlir;
using namespace mlir::segment;

#define SEGMENT_DEFINE_CAPI_KEYWORD_ATTR(Name)                                 \
  bool mlirAttributeIsASegment##Name(MlirAttribute attribute) {                \
    return llvm::isa<Name##Attr>(unwrap(attribute));                           \
  }                                                                            \
  MlirTypeID mlirSegment##Name##AttrGetTypeID(void) {                          \
    return wrap(Name##Attr::getTypeID());                                      \
  }                                                                            \
  MlirAttribute mlirSegment##Name##AttrGet(MlirContext context,                \
                                           MlirStringRef keyword) {            \
    if (std::optional<Name> value = symbolize##Name(unwrap(keyword)))          \
      return wrap(Name##Attr::get(unwrap(context), *value));                   \
    return wrap(Attribute());                                                  \
  }                                                                            \
  MlirStringRef mlirSegment##Name##AttrGetValue(MlirAttribute attribute) {     \
    return wrap(stringify##Name(                                               \
        llvm::cast<Name##Attr>(unwrap(attribute)).getValue()));                \
  }

SEGMENT_DEFINE_CAPI_KEYWORD_ATTR(Bounds)
SEGMENT_DEFINE_CAPI_KEYWORD_ATTR(NanMode)
SEGMENT_DEFINE_CAPI_KEYWORD_ATTR(EmptyMode)
SEGMENT_DEFINE_CAPI_KEYWORD_ATTR(AccumulateMode)
SEGMENT_DEFINE_CAPI_KEYWORD_ATTR(Combiner)
SEGMENT_DEFINE_CAPI_KEYWORD_ATTR(Failure)

bool mlirAttributeIsASegmentPlan(MlirAttribute attribute) {
  return llvm::isa<PlanAttr>(unwrap(attribute));
}

MlirTypeID mlirSegmentPlanAttrGetTypeID(void) {
  return wrap(PlanAttr::getTypeID());
}

MlirAttribute mlirSegmentPlanAttrGetChecked(MlirLocation location,
                                            MlirStringRef schedule,
                                            int64_t vectorBits, int64_t tile,
                                            int64_t block, int64_t prefetch) {
  Location loc = unwrap(location);
  std::optional<Schedule> value = symbolizeSchedule(unwrap(schedule));
  if (!value) {
    emitError(loc) << "expected a schedule such as plain, got '"
                   << unwrap(schedule) << "'";
    return wrap(Attribute());
  }
  return wrap(PlanAttr::getChecked([&] { return emitError(loc); },
                                   loc.getContext(), *value, vectorBits, tile,
                                   block, prefetch));
}

static PlanAttr unwrapPlan(MlirAttribute attribute) {
  return llvm::cast<PlanAttr>(unwrap(attribute));
}

MlirStringRef mlirSegmentPlanAttrGetSchedule(MlirAttribute attribute) {
  return wrap(stringifySchedule(unwrapPlan(attribute).getSchedule()));
}

int64_t mlirSegmentPlanAttrGetVectorBits(MlirAttribute attribute) {
  return unwrapPlan(attribute).getVectorBits();
}

int64_t mlirSegmentPlanAttrGetTile(MlirAttribute attribute) {
  return unwrapPlan(attribute).getTile();
}

int64_t mlirSegmentPlanAttrGetBlock(MlirAttribute attribute) {
  return unwrapPlan(attribute).getBlock();
}

int64_t mlirSegmentPlanAttrGetPrefetch(MlirAttribute attribute) {
  return unwrapPlan(attribute).getPrefetch();
}
