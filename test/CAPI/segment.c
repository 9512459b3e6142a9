/*===- segment.c - Test of the C API ------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the Segment project, under the Apache License v2.0 with LLVM       *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: segment-capi-test 2>&1 | FileCheck %s

#include "segment-c/Dialect/Segment.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include "mlir-c/Support.h"
#include "segment-c/Passes.h"

#include <stdio.h>

static const char *source =
    "func.func @min(%data: tensor<8x4xf32>, %ids: tensor<8xi32>, %n: i32)"
    "    -> tensor<?x4xf32> {\n"
    "  %0 = segment.unsorted_segment_min %data, %ids, %n"
    "    : (tensor<8x4xf32>, tensor<8xi32>, i32) -> tensor<?x4xf32>\n"
    "  return %0 : tensor<?x4xf32>\n"
    "}\n";

/* Without the other dialects: the handle alone is enough to parse. */
static int testDialectHandle(void) {
  MlirContext context = mlirContextCreate();
  MlirDialectHandle handle = mlirGetDialectHandle__segment__();
  MlirStringRef name = mlirDialectHandleGetNamespace(handle);
  printf("namespace: %.*s\n", (int)name.length, name.data);
  MlirDialect dialect = mlirDialectHandleLoadDialect(handle, context);
  int failed = mlirDialectIsNull(dialect);
  printf("registered: %d\n",
         mlirContextIsRegisteredOperation(
             context, mlirStringRefCreateFromCString("segment.scatter_min")));
  mlirContextDestroy(context);
  return failed;
}

static MlirContext createContext(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirSegmentRegisterAllDialects(registry);
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  return context;
}

/* Runs `pipeline` on a freshly parsed module and prints the result. */
static int testPipeline(MlirContext context, const char *pipeline) {
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(source));
  if (mlirModuleIsNull(module))
    return 1;
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirLogicalResult result = mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      mlirStringRefCreateFromCString(pipeline), NULL, NULL);
  if (mlirLogicalResultIsSuccess(result))
    result = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  fflush(stdout);
  mlirOperationDump(mlirModuleGetOperation(module));
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  return mlirLogicalResultIsFailure(result);
}

static void print(const char *label, MlirStringRef text) {
  printf("%s: %.*s\n", label, (int)text.length, text.data);
}

/* Attributes of a keyword, and what isn't one. */
static int testKeywordAttr(MlirContext context) {
  MlirAttribute drop =
      mlirSegmentBoundsAttrGet(context, mlirStringRefCreateFromCString("drop"));
  print("bounds", mlirSegmentBoundsAttrGetValue(drop));
  print("nan", mlirSegmentNanModeAttrGetValue(mlirSegmentNanModeAttrGet(
                   context, mlirStringRefCreateFromCString("ignore"))));
  printf("bounds, nan: %d, %d\n", mlirAttributeIsASegmentBounds(drop),
         mlirAttributeIsASegmentNanMode(drop));
  printf("type id: %d\n", mlirTypeIDEqual(mlirAttributeGetTypeID(drop),
                                          mlirSegmentBoundsAttrGetTypeID()));
  MlirAttribute none =
      mlirSegmentBoundsAttrGet(context, mlirStringRefCreateFromCString("dorp"));
  printf("unknown: %d\n", mlirAttributeIsNull(none));
  return mlirAttributeIsNull(drop);
}

static MlirAttribute getPlan(MlirContext context, const char *schedule,
                             int64_t tile) {
  return mlirSegmentPlanAttrGetChecked(mlirLocationUnknownGet(context),
                                       mlirStringRefCreateFromCString(schedule),
                                       /*vectorBits=*/512, tile,
                                       /*block=*/64, /*prefetch=*/8);
}

static int testPlanAttr(MlirContext context) {
  MlirAttribute plan = getPlan(context, "runs", 2);
  if (!mlirAttributeIsASegmentPlan(plan))
    return 1;
  print("schedule", mlirSegmentPlanAttrGetSchedule(plan));
  printf("plan: %d %d %d %d\n", (int)mlirSegmentPlanAttrGetVectorBits(plan),
         (int)mlirSegmentPlanAttrGetTile(plan),
         (int)mlirSegmentPlanAttrGetBlock(plan),
         (int)mlirSegmentPlanAttrGetPrefetch(plan));
  fflush(stdout);
  return !mlirAttributeIsNull(getPlan(context, "walks", 2)) ||
         !mlirAttributeIsNull(getPlan(context, "runs", 99));
}

int main(void) {
  puts("dialect handle");
  if (testDialectHandle())
    return 1;

  MlirContext context = createContext();
  mlirRegisterSegmentTransformsPasses();
  mlirRegisterSegmentConversionPasses();
  mlirSegmentRegisterAllPipelines();

  puts("no pass");
  if (testPipeline(context, "builtin.module()"))
    return 1;

  puts("pass");
  if (testPipeline(context, "builtin.module(func.func(segment-decompose))"))
    return 1;

  puts("pipeline");
  if (testPipeline(context,
                   "builtin.module(segment-to-llvm-pipeline{runtime=assert})"))
    return 1;

  puts("attributes");
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__segment__(), context);
  if (testKeywordAttr(context) || testPlanAttr(context))
    return 1;

  mlirContextDestroy(context);
  return 0;
}

// CHECK-LABEL: {{^}}dialect handle
// CHECK: namespace: segment
// CHECK: registered: 1

// CHECK-LABEL: {{^}}no pass
// CHECK: func.func @min
// CHECK: = segment.unsorted_segment_min

// CHECK-LABEL: {{^}}pass
// CHECK: func.func @min
// CHECK-NOT: = segment.unsorted_segment_min
// CHECK: segment.reduce_by_key

// CHECK-LABEL: {{^}}pipeline
// CHECK-NOT: segment.
// CHECK: llvm.func @min

// CHECK-LABEL: {{^}}attributes
// CHECK: bounds: drop
// CHECK: nan: ignore
// CHECK: bounds, nan: 1, 0
// CHECK: type id: 1
// CHECK: unknown: 1
// CHECK: schedule: runs
// CHECK: plan: 512 2 64 8
// CHECK: expected a schedule such as plain, got 'walks'
// CHECK: expected a tile of 1 to 16, but got 99
