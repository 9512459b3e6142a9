/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The same package from C. */

#include "segment-c/Dialect/Segment.h"
#include "segment-c/Passes.h"

#include <stdio.h>

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirSegmentRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, 0);
  mlirDialectRegistryDestroy(registry);
  mlirRegisterSegmentTransformsPasses();
  mlirContextGetOrLoadDialect(context,
                              mlirStringRefCreateFromCString("segment"));
  printf("segment dialect: %d\n",
         mlirContextIsRegisteredOperation(
             context, mlirStringRefCreateFromCString("segment.segment_sum")));
  mlirContextDestroy(context);
  return 0;
}
