// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program that callgrind.py counts: one call of the compiled function.
//   main THREADS ROWS COLUMNS SEGMENTS

#include "segment/Runtime/Runtime.h"
#include <stdio.h>
#include <stdlib.h>

int32_t segment_entry_f(SegmentContext *, void *const *, void *const *);

// A word of a memref, as the entry point takes it: two pointers, an offset,
// sizes, strides.
typedef union {
  void *pointer;
  int64_t number;
} Word;

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  int32_t threads = atoi(argv[1]);
  int64_t rows = atoll(argv[2]), columns = atoll(argv[3]);
  int64_t segments = atoll(argv[4]);
  float *values = malloc(rows * columns * sizeof(float));
  int32_t *numbers = malloc(rows * sizeof(int32_t));
  if (!values || !numbers)
    return 1;
  uint64_t state = 88172645463325252u;
  for (int64_t i = 0; i < rows; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    numbers[i] = (int32_t)((state >> 16) % (uint64_t)segments);
  }
  for (int64_t i = 0; i < rows * columns; ++i)
    values[i] = (float)((i * 40503) % 8191);

  Word data[7] = {{values}, {values}}, ids[5] = {{numbers}, {numbers}};
  Word result[7];
  data[3].number = rows;
  // The stride of rank 1, or the columns of rank 2.
  data[4].number = columns;
  data[5].number = columns;
  data[6].number = 1;
  ids[3].number = rows;
  ids[4].number = 1;

  SegmentContext *context = segmentContextCreate();
  if (!context)
    return 1;
  segmentContextSetNumThreads(context, threads);
  int32_t status = segment_entry_f(context, (void *[]){data, ids, &segments},
                                   (void *[]){result});
  if (status != SEGMENT_OK)
    fprintf(stderr, "status %d, %s\n", status,
            segmentContextGetMessage(context));
  segmentContextDestroy(context);
  free(values);
  free(numbers);
  return status != SEGMENT_OK;
}
