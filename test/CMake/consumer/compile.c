/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compiles and calls with what the package offers to C. */

#include "segment-c/Compiler.h"

#include <stdio.h>
#include <string.h>

static const char *source = "func.func @twice(%x: f32) -> f32 {\n"
                            "  %0 = arith.addf %x, %x : f32\n"
                            "  return %0 : f32\n"
                            "}\n";

int main(void) {
  float x = 21;
  SegmentArray argument = {&x, NULL, NULL, SEGMENT_DTYPE_FLOAT32, 0};
  SegmentResult result = {.shape = NULL};
  SegmentCompiler *compiler = segmentCompilerCreate();
  SegmentExecutable *executable =
      segmentCompile(compiler, source, strlen(source), NULL, NULL);
  const SegmentFunction *function =
      segmentExecutableGetFunction(executable, "twice", NULL);
  if (segmentFunctionCall(function, &argument, 1, &result, 1, NULL, NULL))
    return 1;
  printf("twice: %g\n", *(float *)result.data);
  segmentExecutableDestroy(executable);
  segmentCompilerDestroy(compiler);
  return 0;
}
