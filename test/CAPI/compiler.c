/* Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/*===- compiler.c - Test of segment-c/Compiler.h --------------------------===*\
|*                                                                            *|
|* Compiles modules, looks at their functions, calls them with good and bad   *|
|* arguments, in one thread and in several, and prints what comes out.        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: segment-compiler-test 2>&1 | FileCheck %s
// RUN: segment-opt %S/Inputs/min.mlir --emit-bytecode -o %t.mlirbc
// RUN: segment-compiler-test %t.mlirbc | FileCheck %s --check-prefix=BYTECODE

#include "segment-c/Compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

static const char *source =
    "func.func @sum(%data: tensor<?x2xf32>, %ids: tensor<?xi32>, %n: i32)\n"
    "    -> tensor<?x2xf32> {\n"
    "  %0 = segment.unsorted_segment_sum %data, %ids, %n\n"
    "    : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>\n"
    "  return %0 : tensor<?x2xf32>\n"
    "}\n"
    "func.func @sum_into(%data: tensor<?x2xf32>, %ids: tensor<?xi32>,\n"
    "                    %n: i32, %out: memref<?x2xf32>) {\n"
    "  %0 = segment.unsorted_segment_sum %data, %ids, %n\n"
    "    : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>\n"
    "  bufferization.materialize_in_destination %0 in restrict writable %out\n"
    "    : (tensor<?x2xf32>, memref<?x2xf32>) -> ()\n"
    "  return\n"
    "}\n"
    "func.func @scatter_into(%indices: tensor<?x2xi32>,\n"
    "    %updates: tensor<?x2xf32>, %out: memref<?x?x2xf32>) {\n"
    "  %input = bufferization.to_tensor %out restrict writable\n"
    "    : memref<?x?x2xf32> to tensor<?x?x2xf32>\n"
    "  %0 = segment.scatter_add %input, %indices, %updates\n"
    "    : (tensor<?x?x2xf32>, tensor<?x2xi32>, tensor<?x2xf32>)\n"
    "    -> tensor<?x?x2xf32>\n"
    "  bufferization.materialize_in_destination %0 in writable %out\n"
    "    : (tensor<?x?x2xf32>, memref<?x?x2xf32>) -> ()\n"
    "  return\n"
    "}\n"
    "func.func @mixed(%x: index, %y: tensor<i1>)\n"
    "    -> (index, tensor<i1>, tensor<2xi16>, tensor<2xi16>) {\n"
    "  %c = arith.constant dense<[3, -4]> : tensor<2xi16>\n"
    "  return %x, %y, %c, %c : index, tensor<i1>, tensor<2xi16>, "
    "tensor<2xi16>\n"
    "}\n"
    "func.func private @hidden() { return }\n"
    "func.func @vector(%x: vector<4xf32>) { return }\n";

/* Prints and destroys an error. */
static void printError(SegmentError *error) {
  if (!error) {
    puts("no error");
    return;
  }
  printf("kind %d: %s\n", (int)segmentErrorGetKind(error),
         segmentErrorGetMessage(error));
  for (size_t i = 0; i < segmentErrorGetNumDiagnostics(error); ++i) {
    const SegmentDiagnostic *diagnostic = segmentErrorGetDiagnostic(error, i);
    printf("  severity %d at '%s' %u:%u: %s\n", (int)diagnostic->severity,
           diagnostic->file, (unsigned)diagnostic->line,
           (unsigned)diagnostic->column, diagnostic->message);
  }
  segmentErrorDestroy(error);
}

static SegmentExecutable *compile(SegmentCompiler *compiler, const char *text,
                                  const char *options) {
  SegmentCompileOptions compileOptions = {sizeof(compileOptions), options,
                                          "a.mlir", -1};
  SegmentError *error = NULL;
  SegmentExecutable *executable =
      segmentCompile(compiler, text, strlen(text), &compileOptions, &error);
  if (!executable)
    printError(error);
  return executable;
}

static const SegmentFunction *find(const SegmentExecutable *executable,
                                   const char *name) {
  SegmentError *error = NULL;
  const SegmentFunction *function =
      segmentExecutableGetFunction(executable, name, &error);
  if (!function)
    printError(error);
  return function;
}

/*===----------------------------------------------------------------------===*\
|* Inspecting
\*===----------------------------------------------------------------------===*/

static void printType(const char *what, const SegmentValueType *type) {
  printf("  %s %s: dtype %d, array %d, writable %d, shape (", what, type->text,
         (int)type->dtype, (int)type->isArray, (int)type->isWritable);
  for (int32_t i = 0; i < type->rank; ++i)
    printf("%s%d", i ? ", " : "", (int)type->shape[i]);
  puts(")");
}

static void inspect(const SegmentExecutable *executable) {
  for (size_t i = 0; i < segmentExecutableGetNumFunctions(executable); ++i) {
    const char *name = segmentExecutableGetFunctionName(executable, i);
    printf("function '%s'\n", name);
    const SegmentFunction *function = find(executable, name);
    if (!function)
      continue;
    printf("  %s: %s\n", segmentFunctionGetName(function),
           segmentFunctionGetTypeText(function));
    for (size_t j = 0; j < segmentFunctionGetNumArguments(function); ++j)
      printType("argument", segmentFunctionGetArgumentType(function, j));
    for (size_t j = 0; j < segmentFunctionGetNumResults(function); ++j)
      printType("result", segmentFunctionGetResultType(function, j));
  }
}

/*===----------------------------------------------------------------------===*\
|* Calling
\*===----------------------------------------------------------------------===*/

/* Rows 0 ... 3 of (r, 10 r), in column-major order too. */
static float data[4][2] = {{0, 0}, {1, 10}, {2, 20}, {3, 30}};
static float columns[2][4] = {{0, 1, 2, 3}, {0, 10, 20, 30}};
static int32_t ids[] = {2, 0, 2, 0};
static const int64_t dataShape[] = {4, 2}, idsShape[] = {4};

/* Arguments of @sum. */
typedef struct {
  int32_t n;
  SegmentArray arrays[3];
} Arguments;

static void setUp(Arguments *arguments, int32_t n) {
  Arguments initial = {n,
                       {{data, dataShape, NULL, SEGMENT_DTYPE_FLOAT32, 2},
                        {ids, idsShape, NULL, SEGMENT_DTYPE_INT32, 1},
                        {NULL, NULL, NULL, SEGMENT_DTYPE_INT32, 0}}};
  *arguments = initial;
  arguments->arrays[2].data = &arguments->n;
}

static void printRows(const float *rows, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    printf(" [%g %g]", (double)rows[2 * i], (double)rows[2 * i + 1]);
  puts("");
}

/* Calls @sum and prints its result or error. */
static void callSum(const char *what, const SegmentFunction *function,
                    Arguments *arguments) {
  int64_t shape[2];
  SegmentResult result = {.shape = shape};
  SegmentError *error = NULL;
  printf("%s:", what);
  int32_t kind = segmentFunctionCall(function, arguments->arrays, 3, &result, 1,
                                     NULL, &error);
  if (kind) {
    printf(" %d, ", (int)kind);
    printError(error);
    return;
  }
  printf(" %dx%d, ownership %d,", (int)shape[0], (int)shape[1],
         (int)result.ownership);
  printRows(result.data, shape[0]);
  segmentResultFree(result.allocation);
}

static void callGood(const SegmentFunction *sum) {
  Arguments arguments;
  setUp(&arguments, 3);
  callSum("plain", sum, &arguments);

  static const int64_t columnMajor[] = {1, 4}, backwards[] = {-2, 1},
                       repeated[] = {0, 1};
  arguments.arrays[0].data = columns;
  arguments.arrays[0].strides = columnMajor;
  callSum("column-major", sum, &arguments);
  arguments.arrays[0].data = data[3];
  arguments.arrays[0].strides = backwards;
  callSum("backwards", sum, &arguments);
  arguments.arrays[0].data = data[1];
  arguments.arrays[0].strides = repeated;
  callSum("repeated", sum, &arguments);

  char bytes[sizeof(data) + 1];
  memcpy(bytes + 1, data, sizeof(data));
  setUp(&arguments, 3);
  arguments.arrays[0].data = bytes + 1;
  callSum("unaligned", sum, &arguments);

  static const int64_t noRows[] = {0, 2};
  setUp(&arguments, 2);
  arguments.arrays[0].data = arguments.arrays[1].data = NULL;
  arguments.arrays[0].shape = arguments.arrays[1].shape = noRows;
  callSum("no rows", sum, &arguments);
}

static void callBad(const SegmentFunction *sum) {
  Arguments arguments;
  setUp(&arguments, 2);
  callSum("id out of range", sum, &arguments);
  setUp(&arguments, -1);
  callSum("negative number", sum, &arguments);
  static const int64_t otherIds[] = {3}, otherData[] = {2, 4};
  setUp(&arguments, 3);
  arguments.arrays[1].shape = otherIds;
  callSum("fewer ids", sum, &arguments);
  setUp(&arguments, 3);
  arguments.arrays[0].dtype = SEGMENT_DTYPE_BFLOAT16;
  callSum("dtype", sum, &arguments);
  arguments.arrays[0].dtype = 99;
  callSum("unknown dtype", sum, &arguments);
  setUp(&arguments, 3);
  arguments.arrays[0].shape = otherData;
  callSum("extent", sum, &arguments);
  setUp(&arguments, 3);
  arguments.arrays[0].rank = 1;
  callSum("rank", sum, &arguments);
  setUp(&arguments, 3);
  arguments.arrays[0].shape = NULL;
  callSum("no shape", sum, &arguments);
  static const int64_t huge[] = {(int64_t)1 << 62, 2}, repeated[] = {0, 0};
  setUp(&arguments, 3);
  arguments.arrays[0].shape = huge;
  arguments.arrays[0].strides = repeated;
  callSum("huge", sum, &arguments);
  setUp(&arguments, 3);
  arguments.arrays[1].data = NULL;
  callSum("no data", sum, &arguments);

  setUp(&arguments, 3);
  SegmentResult result = {.shape = NULL};
  SegmentError *error = NULL;
  segmentFunctionCall(sum, arguments.arrays, 2, &result, 1, NULL, &error);
  printError(error);
  segmentFunctionCall(sum, arguments.arrays, 3, NULL, 0, NULL, &error);
  printError(error);
  segmentFunctionCall(sum, arguments.arrays, 3, &result, 1, NULL, &error);
  printError(error);
  SegmentCallOptions options = {1, 0};
  segmentFunctionCall(sum, arguments.arrays, 3, &result, 1, &options, &error);
  printError(error);
  printf("without an error object: %d\n",
         (int)segmentFunctionCall(NULL, NULL, 0, NULL, 0, NULL, NULL));
}

/* Results in memory of the caller, plain and strided. */
static void callInto(const SegmentFunction *sumInto) {
  float out[3][2] = {{7, 7}, {7, 7}, {7, 7}};
  float spread[3][2][2];
  for (size_t i = 0; i < sizeof(spread) / sizeof(float); ++i)
    (&spread[0][0][0])[i] = 7;
  static const int64_t outShape[] = {3, 2}, spreadStrides[] = {4, 2};
  Arguments arguments;
  SegmentError *error = NULL;
  setUp(&arguments, 2);
  SegmentArray all[4] = {arguments.arrays[0],
                         arguments.arrays[1],
                         arguments.arrays[2],
                         {out, outShape, NULL, SEGMENT_DTYPE_FLOAT32, 2}};
  printf("after an error: %d,",
         (int)segmentFunctionCall(sumInto, all, 4, NULL, 0, NULL, NULL));
  printRows(&out[0][0], 3);
  arguments.n = 3;
  if (segmentFunctionCall(sumInto, all, 4, NULL, 0, NULL, &error))
    printError(error);
  printf("into:");
  printRows(&out[0][0], 3);
  all[3].data = spread;
  all[3].strides = spreadStrides;
  if (segmentFunctionCall(sumInto, all, 4, NULL, 0, NULL, &error))
    printError(error);
  printf("into strided:");
  printRows(&spread[0][0][0], 6);
}

/* A scatter in place, on two threads. */
static void callScatter(const SegmentFunction *scatterInto) {
  float out[2][2][2] = {{{1, 1}, {2, 2}}, {{3, 3}, {4, 4}}};
  int32_t indices[4][2] = {{0, 1}, {1, 1}, {0, 1}, {0, 0}};
  static const int64_t indicesShape[] = {4, 2}, outShape[] = {2, 2, 2};
  SegmentArray arguments[] = {
      {indices, indicesShape, NULL, SEGMENT_DTYPE_INT32, 2},
      {data, dataShape, NULL, SEGMENT_DTYPE_FLOAT32, 2},
      {out, outShape, NULL, SEGMENT_DTYPE_FLOAT32, 3}};
  SegmentCallOptions options = {sizeof(options), 2};
  SegmentError *error = NULL;
  if (segmentFunctionCall(scatterInto, arguments, 3, NULL, 0, &options, &error))
    printError(error);
  printf("scatter into:");
  printRows(&out[0][0][0], 4);
}

static void callMixed(const SegmentFunction *mixed) {
  int64_t x = -5;
  uint8_t y = 1;
  int64_t shapes[2];
  SegmentArray arguments[] = {{&x, NULL, NULL, SEGMENT_DTYPE_INT64, 0},
                              {&y, NULL, NULL, SEGMENT_DTYPE_BOOL, 0}};
  SegmentResult results[4] = {{.shape = NULL},
                              {.shape = NULL},
                              {.shape = &shapes[0]},
                              {.shape = &shapes[1]}};
  SegmentError *error = NULL;
  if (segmentFunctionCall(mixed, arguments, 2, results, 4, NULL, &error)) {
    printError(error);
    return;
  }
  printf("mixed: %d (ownership %d), %d", (int)*(int64_t *)results[0].data,
         (int)results[0].ownership, *(uint8_t *)results[1].data);
  for (int i = 2; i < 4; ++i)
    printf(", %d: [%d %d]", (int)shapes[i - 2], ((int16_t *)results[i].data)[0],
           ((int16_t *)results[i].data)[1]);
  puts("");
  for (int i = 0; i < 4; ++i)
    segmentResultFree(results[i].allocation);
}

/*===----------------------------------------------------------------------===*\
|* Threads
\*===----------------------------------------------------------------------===*/

enum { numThreads = 4, numCompilations = 4, numCalls = 200 };

static SegmentCompiler *sharedCompiler;
static const SegmentFunction *sharedSum;

/* Compiles and calls, every other call with a bad id. Returns the number of
   unexpected answers. */
static int work(void *unused) {
  (void)unused;
  int wrong = 0;
  for (int i = 0; i < numCompilations; ++i) {
    SegmentExecutable *executable =
        segmentCompile(sharedCompiler, source, strlen(source), NULL, NULL);
    if (!executable)
      return ++wrong;
    const SegmentFunction *functions[] = {
        sharedSum, segmentExecutableGetFunction(executable, "sum", NULL)};
    for (int j = 0; j < numCalls; ++j) {
      Arguments arguments;
      setUp(&arguments, 3 - j % 2);
      int64_t shape[2];
      SegmentResult result = {.shape = shape};
      SegmentError *error = NULL;
      int32_t kind = segmentFunctionCall(functions[j / 2 % 2], arguments.arrays,
                                         3, &result, 1, NULL, &error);
      if (j % 2) {
        wrong +=
            kind != SEGMENT_ERROR_KIND_BOUNDS ||
            !strstr(segmentErrorGetMessage(error), "position [0], value 2");
        segmentErrorDestroy(error);
      } else {
        wrong += kind != 0 || ((float *)result.data)[1] != 40;
        segmentResultFree(result.allocation);
      }
    }
    segmentExecutableDestroy(executable);
    SegmentError *error = NULL;
    wrong +=
        segmentCompile(sharedCompiler, "nonsense", 8, NULL, &error) != NULL;
    wrong += segmentErrorGetKind(error) != SEGMENT_ERROR_KIND_COMPILE;
    segmentErrorDestroy(error);
  }
  return wrong;
}

static void workInThreads(void) {
  thrd_t threads[numThreads];
  int wrong = 0;
  for (int i = 0; i < numThreads; ++i)
    if (thrd_create(&threads[i], work, NULL) != thrd_success)
      puts("no thread");
  for (int i = 0; i < numThreads; ++i) {
    int result = 0;
    thrd_join(threads[i], &result);
    wrong += result;
  }
  printf("threads: %d wrong\n", wrong);
}

/*===----------------------------------------------------------------------===*/

/* Compiles a file of text or bytecode and prints its functions. */
/* Whether an image with one byte changed is refused. */
static int isRefused(const char *image, size_t length, size_t position) {
  char *copy = malloc(length);
  memcpy(copy, image, length);
  copy[position] ^= 1;
  SegmentError *error = NULL;
  SegmentExecutable *executable = segmentExecutableLoad(copy, length, &error);
  int refused =
      !executable && segmentErrorGetKind(error) == SEGMENT_ERROR_KIND_IMAGE;
  segmentErrorDestroy(error);
  segmentExecutableDestroy(executable);
  free(copy);
  return refused;
}

/* Writes an executable to memory and loads it again. */
static void useImage(SegmentExecutable *executable) {
  printf("build %s\ntarget %s\n", segmentGetBuild(), segmentGetTarget());
  size_t length;
  const char *image = segmentExecutableGetImage(executable, &length);
  SegmentError *error = NULL;
  SegmentExecutable *loaded = segmentExecutableLoad(image, length, &error);
  if (!loaded) {
    printError(error);
    return;
  }
  inspect(loaded);
  find(loaded, "absent");
  Arguments arguments;
  setUp(&arguments, 3);
  callSum("loaded", find(loaded, "sum"), &arguments);
  setUp(&arguments, 2);
  callSum("loaded, id out of range", find(loaded, "sum"), &arguments);
  segmentExecutableDestroy(loaded);

  size_t changes = 0, refused = 0;
  for (size_t i = 0; i < length; i += 509, ++changes)
    refused += (size_t)isRefused(image, length, i);
  puts(refused == changes ? "changed: all refused"
                          : "changed: not all refused");
  segmentExecutableLoad(image, 100, &error);
  printError(error);
  error = NULL;
  segmentExecutableLoad("MZ", 2, &error);
  printError(error);
}

/* Memory for a destination. */
static void allocate(void) {
  float *memory = segmentResultAllocate(4096);
  memset(memory, 0, 4096);
  segmentResultFree(memory);
  printf("allocated, too much: %p, negative: %p\n",
         segmentResultAllocate(INT64_MAX / 2), segmentResultAllocate(-1));
}

static int inspectFile(const char *name) {
  static char contents[1 << 16];
  FILE *file = fopen(name, "rb");
  if (!file)
    return 1;
  size_t length = fread(contents, 1, sizeof(contents), file);
  fclose(file);
  SegmentCompiler *compiler = segmentCompilerCreate();
  SegmentError *error = NULL;
  SegmentExecutable *executable =
      segmentCompile(compiler, contents, length, NULL, &error);
  if (executable)
    inspect(executable);
  else
    printError(error);
  segmentExecutableDestroy(executable);
  segmentCompilerDestroy(compiler);
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1)
    return inspectFile(argv[1]);
  printf("version %s\n", segmentGetVersion());
  SegmentCompiler *compiler = segmentCompilerCreate();

  SegmentExecutable *executable = compile(compiler, source, NULL);
  if (!executable)
    return 1;
  inspect(executable);
  find(executable, "absent");

  const SegmentFunction *sum = find(executable, "sum");
  callGood(sum);
  callBad(sum);
  callInto(find(executable, "sum_into"));
  callScatter(find(executable, "scatter_into"));
  callMixed(find(executable, "mixed"));

  puts("image");
  useImage(executable);
  allocate();

  puts("drop");
  SegmentExecutable *dropping =
      compile(compiler, source, "override-bounds=drop");
  Arguments arguments;
  setUp(&arguments, 1);
  callSum("dropped", find(dropping, "sum"), &arguments);

  puts("wrong modules");
  compile(compiler, "func.func @f() {\n  %0 = arith.constant 1\n}", NULL);
  compile(compiler,
          "func.func @f(%x: f32) -> i32 {\n"
          "  return %x : f32\n"
          "}",
          NULL);
  compile(compiler,
          "func.func @f() { return }\n"
          "func.func @f() { return }",
          NULL);
  compile(compiler, source, "no-such-option");
  SegmentCompileOptions options = {sizeof(options), NULL, NULL, 4};
  SegmentError *error = NULL;
  segmentCompile(compiler, source, strlen(source), &options, &error);
  printError(error);

  sharedCompiler = compiler;
  sharedSum = sum;
  workInThreads();

  /* What is compiled outlives the compiler. */
  segmentCompilerDestroy(compiler);
  setUp(&arguments, 3);
  callSum("at last", sum, &arguments);
  segmentExecutableDestroy(dropping);
  segmentExecutableDestroy(executable);
  return 0;
}

// clang-format off
// CHECK: version {{[0-9.]+}}
// CHECK-NEXT: function 'sum'
// CHECK-NEXT:   sum: (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
// CHECK-NEXT:   argument tensor<?x2xf32>: dtype 11, array 1, writable 0, shape (-1, 2)
// CHECK-NEXT:   argument tensor<?xi32>: dtype 3, array 1, writable 0, shape (-1)
// CHECK-NEXT:   argument i32: dtype 3, array 0, writable 0, shape ()
// CHECK-NEXT:   result tensor<?x2xf32>: dtype 11, array 1, writable 0, shape (-1, 2)
// CHECK-NEXT: function 'sum_into'
// CHECK-NEXT:   sum_into: (tensor<?x2xf32>, tensor<?xi32>, i32, memref<?x2xf32>) -> ()
// CHECK-NEXT:   argument tensor<?x2xf32>: dtype 11, array 1, writable 0, shape (-1, 2)
// CHECK-NEXT:   argument tensor<?xi32>: dtype 3, array 1, writable 0, shape (-1)
// CHECK-NEXT:   argument i32: dtype 3, array 0, writable 0, shape ()
// CHECK-NEXT:   argument memref<?x2xf32>: dtype 11, array 1, writable 1, shape (-1, 2)
// CHECK-NEXT: function 'scatter_into'
// CHECK-NEXT:   scatter_into: (tensor<?x2xi32>, tensor<?x2xf32>, memref<?x?x2xf32>) -> ()
// CHECK-NEXT:   argument tensor<?x2xi32>: dtype 3, array 1, writable 0, shape (-1, 2)
// CHECK-NEXT:   argument tensor<?x2xf32>: dtype 11, array 1, writable 0, shape (-1, 2)
// CHECK-NEXT:   argument memref<?x?x2xf32>: dtype 11, array 1, writable 1, shape (-1, -1, 2)
// CHECK-NEXT: function 'mixed'
// CHECK-NEXT:   mixed: (index, tensor<i1>) -> (index, tensor<i1>, tensor<2xi16>, tensor<2xi16>)
// CHECK-NEXT:   argument index: dtype 4, array 0, writable 0, shape ()
// CHECK-NEXT:   argument tensor<i1>: dtype 0, array 1, writable 0, shape ()
// CHECK-NEXT:   result index: dtype 4, array 0, writable 0, shape ()
// CHECK-NEXT:   result tensor<i1>: dtype 0, array 1, writable 0, shape ()
// CHECK-NEXT:   result tensor<2xi16>: dtype 2, array 1, writable 0, shape (2)
// CHECK-NEXT:   result tensor<2xi16>: dtype 2, array 1, writable 0, shape (2)
// CHECK-NEXT: function 'vector'
// CHECK-NEXT: kind 101: error: function 'vector', argument 0: type vector<4xf32> can't be passed; only tensors and memrefs of known rank and without a layout or encoding, and scalars can
// CHECK-NEXT:   severity 0 at '' 0:0: function 'vector', argument 0: type vector<4xf32> can't be passed; only tensors and memrefs of known rank and without a layout or encoding, and scalars can
// CHECK-NEXT: kind 101: error: no public function 'absent'; there is sum, sum_into, scatter_into, mixed, vector
// CHECK-NEXT:   severity 0 at '' 0:0: no public function 'absent'; there is sum, sum_into, scatter_into, mixed, vector
// CHECK-NEXT: plain: 3x2, ownership 0, [4 40] [0 0] [2 20]
// CHECK-NEXT: column-major: 3x2, ownership 0, [4 40] [0 0] [2 20]
// CHECK-NEXT: backwards: 3x2, ownership 0, [2 20] [0 0] [4 40]
// CHECK-NEXT: repeated: 3x2, ownership 0, [2 20] [0 0] [2 20]
// CHECK-NEXT: unaligned: 3x2, ownership 0, [4 40] [0 0] [2 20]
// CHECK-NEXT: no rows: 2x2, ownership 0, [0 0] [0 0]
// CHECK-NEXT: id out of range: 6, kind 6: a.mlir:3:8: error: 'segment.unsorted_segment_sum' op id out of range: position [0], value 2, range [0, 2)
// CHECK-NEXT:   severity 0 at 'a.mlir' 3:8: 'segment.unsorted_segment_sum' op id out of range: position [0], value 2, range [0, 2)
// CHECK-NEXT: negative number: 2, kind 2: a.mlir:3:8: error: 'segment.unsorted_segment_sum' op expected num_segments of at least 0, but got -1
// CHECK-NEXT:   severity 0 at 'a.mlir' 3:8: 'segment.unsorted_segment_sum' op expected num_segments of at least 0, but got -1
// CHECK-NEXT: fewer ids: 1, kind 1: a.mlir:3:8: error: 'segment.unsorted_segment_sum' op expected the shape of the ids to be a prefix of the data's, but got ids [3] and data [4, 2]
// CHECK-NEXT:   severity 0 at 'a.mlir' 3:8: 'segment.unsorted_segment_sum' op expected the shape of the ids to be a prefix of the data's, but got ids [3] and data [4, 2]
// CHECK-NEXT: dtype: 102, kind 102: error: argument 0: expected tensor<?x2xf32>, got 4x2xbf16
// CHECK-NEXT:   severity 0 at '' 0:0: argument 0: expected tensor<?x2xf32>, got 4x2xbf16
// CHECK-NEXT: unknown dtype: 102, kind 102: error: argument 0: expected tensor<?x2xf32>, got 4x2x<dtype 99>
// CHECK-NEXT:   severity 0 at '' 0:0: argument 0: expected tensor<?x2xf32>, got 4x2x<dtype 99>
// CHECK-NEXT: extent: 103, kind 103: error: argument 0: expected tensor<?x2xf32>, got 2x4xf32
// CHECK-NEXT:   severity 0 at '' 0:0: argument 0: expected tensor<?x2xf32>, got 2x4xf32
// CHECK-NEXT: rank: 103, kind 103: error: argument 0: expected tensor<?x2xf32>, got 4xf32
// CHECK-NEXT:   severity 0 at '' 0:0: argument 0: expected tensor<?x2xf32>, got 4xf32
// CHECK-NEXT: no shape: 101, kind 101: error: argument 0: the rank is negative or the shape is null
// CHECK-NEXT:   severity 0 at '' 0:0: argument 0: the rank is negative or the shape is null
// CHECK-NEXT: huge: 3, kind 3: error: argument 0: the size of 4611686018427387904x2xf32 overflows
// CHECK-NEXT:   severity 0 at '' 0:0: argument 0: the size of 4611686018427387904x2xf32 overflows
// CHECK-NEXT: no data: 101, kind 101: error: argument 1: the data is null
// CHECK-NEXT:   severity 0 at '' 0:0: argument 1: the data is null
// CHECK-NEXT: kind 101: error: function 'sum' of type (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>: expected 3 arguments, got 2
// CHECK-NEXT:   severity 0 at '' 0:0: function 'sum' of type (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>: expected 3 arguments, got 2
// CHECK-NEXT: kind 101: error: function 'sum' of type (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>: expected 1 results, got 0
// CHECK-NEXT:   severity 0 at '' 0:0: function 'sum' of type (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>: expected 1 results, got 0
// CHECK-NEXT: kind 101: error: result 0: there is no storage for the shape
// CHECK-NEXT:   severity 0 at '' 0:0: result 0: there is no storage for the shape
// CHECK-NEXT: kind 101: error: expected options.size to be sizeof(SegmentCallOptions)
// CHECK-NEXT:   severity 0 at '' 0:0: expected options.size to be sizeof(SegmentCallOptions)
// CHECK-NEXT: without an error object: 101
// CHECK-NEXT: after an error: 6, [7 7] [7 7] [7 7]
// CHECK-NEXT: into: [4 40] [0 0] [2 20]
// CHECK-NEXT: into strided: [4 7] [40 7] [0 7] [0 7] [2 7] [20 7]
// CHECK-NEXT: scatter into: [4 31] [4 22] [3 3] [5 14]
// CHECK-NEXT: mixed: -5 (ownership 2), 1, 2: [3 -4], 2: [3 -4]
// CHECK-NEXT: image
// CHECK-NEXT: build 0.1.0+{{[0-9a-f]+$}}
// CHECK-NEXT: target LLVM 22.1.{{[0-9]+}}, {{.*}}, {{[+-].*$}}
// CHECK-NEXT: function 'sum'
// CHECK-NEXT:   sum: (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
// CHECK: function 'scatter_into'
// CHECK: argument memref<?x?x2xf32>: dtype 11, array 1, writable 1, shape (-1, -1, 2)
// CHECK: function 'vector'
// CHECK-NEXT: kind 101: error: function 'vector', argument 0: type vector<4xf32> can't be passed
// CHECK: kind 101: error: no public function 'absent'; there is sum, sum_into, scatter_into, mixed, vector
// CHECK: loaded: 3x2, ownership 0, [4 40] [0 0] [2 20]
// CHECK-NEXT: loaded, id out of range: 6, kind 6: a.mlir:3:8: error: 'segment.unsorted_segment_sum' op id out of range: position [0], value 2, range [0, 2)
// CHECK: changed: all refused
// CHECK-NEXT: kind 104: error: the image of the executable is damaged
// CHECK: kind 104: error: expected an image of an executable
// CHECK: allocated, too much: (nil), negative: (nil)
// CHECK-NEXT: drop
// CHECK-NEXT: dropped: 1x2, ownership 0, [4 40]
// CHECK-NEXT: wrong modules
// CHECK-NEXT: kind 100: a.mlir:2:8: error: block with no terminator, has %0 = "arith.constant"() <{value = 1 : i64}> : () -> i64
// CHECK-NEXT: a.mlir:2:8: note: see current operation: %0 = "arith.constant"() <{value = 1 : i64}> : () -> i64
// CHECK-NEXT:   severity 0 at 'a.mlir' 2:8: block with no terminator, has %0 = "arith.constant"() <{value = 1 : i64}> : () -> i64
// CHECK-NEXT:   severity 3 at 'a.mlir' 2:8: see current operation: %0 = "arith.constant"() <{value = 1 : i64}> : () -> i64
// CHECK-NEXT: kind 100: a.mlir:2:3: error: type of return operand 0 ('f32') doesn't match function result type ('i32') in function @f
// CHECK-NEXT: a.mlir:2:3: note: see current operation: "func.return"(%arg0) : (f32) -> ()
// CHECK-NEXT:   severity 0 at 'a.mlir' 2:3: type of return operand 0 ('f32') doesn't match function result type ('i32') in function @f
// CHECK-NEXT:   severity 3 at 'a.mlir' 2:3: see current operation: "func.return"(%arg0) : (f32) -> ()
// CHECK-NEXT: kind 100: a.mlir:2:1: error: redefinition of symbol named 'f'
// CHECK-NEXT: a.mlir:2:1: note: see current operation: 
// CHECK-NEXT: "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
// CHECK-NEXT:   "func.return"() : () -> ()
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: a.mlir:1:1: note: see existing symbol definition here
// CHECK-NEXT:   severity 0 at 'a.mlir' 2:1: redefinition of symbol named 'f'
// CHECK-NEXT:   severity 3 at 'a.mlir' 2:1: see current operation: 
// CHECK-NEXT: "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
// CHECK-NEXT:   "func.return"() : () -> ()
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT:   severity 3 at 'a.mlir' 1:1: see existing symbol definition here
// CHECK-NEXT: kind 100: error: options of the pipeline: <Pass-Options-Parser>: no such option no-such-option
// CHECK-NEXT:   severity 0 at '' 0:0: options of the pipeline: <Pass-Options-Parser>: no such option no-such-option
// CHECK-NEXT: kind 101: error: expected options.optLevel to be -1, 0, 1, 2 or 3
// CHECK-NEXT:   severity 0 at '' 0:0: expected options.optLevel to be -1, 0, 1, 2 or 3
// CHECK-NEXT: threads: 0 wrong
// CHECK-NEXT: at last: 3x2, ownership 0, [4 40] [0 0] [2 20]

// BYTECODE: function 'min'
// BYTECODE-NEXT: min: (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
