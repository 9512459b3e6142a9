/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
   Calls code that was compiled ahead of time. */
#include "sum.h"
#include "segment/Runtime/Device.h"
#include <stdio.h>

struct Rank1 {
  void *allocated, *aligned;
  int64_t offset, sizes[1], strides[1];
};
struct Rank2 {
  void *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

int main(void) {
  float data[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  int32_t ids[3] = {0, 1, 0}, n = 2;
  struct Rank2 x = {data, data, 0, {3, 2}, {2, 1}}, sum;
  struct Rank1 keys = {ids, ids, 0, {3}, {1}};
  void *arguments[] = {&x, &keys, &n}, *results[] = {&sum};
  char device[200];
  printf("%d: %s\n", segmentDeviceDescribe(device, sizeof(device)), device);
  SegmentContext *context = segmentContextCreate();
  if (segment_entry_sum(context, arguments, results) != SEGMENT_OK)
    printf("status %d: %s\n", segmentContextGetStatus(context),
           segmentContextGetMessage(context));
  else
    printf("%d x %d\n", (int)sum.sizes[0], (int)sum.sizes[1]);
  segmentContextDestroy(context);
  return 0;
}
