/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The memory's speed: the time that threads take to read, or to copy, once.

   Threads are plain ones, so that no OpenMP runtime comes into the process. They
   are started before the clock is. */

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum { maxThreads = 256 };

typedef struct {
  const double *from;
  double *to; /* null: read only */
  size_t count;
  double sum;
  pthread_barrier_t *start, *end;
} Share;

static void *work(void *argument) {
  Share *share = argument;
  const double *from = share->from;
  double *restrict to = share->to;
  size_t count = share->count;
  pthread_barrier_wait(share->start);
  if (to) {
    __builtin_memcpy(to, from, count * sizeof(double));
  } else {
    /* Enough chains for the loads not to wait for the additions. */
    double sums[64] = {0};
    for (size_t i = 0; i + 64 <= count; i += 64)
      for (int j = 0; j < 64; ++j)
        sums[j] += from[i + j];
    for (int j = 0; j < 64; ++j)
      share->sum += sums[j];
  }
  pthread_barrier_wait(share->end);
  return NULL;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Seconds for `bytes` bytes, read from `from` or, if `to` isn't null, copied
   there. Negative after a failure. */
double bandwidthSeconds(const void *from, void *to, int64_t bytes,
                        int32_t threads) {
  static volatile double sink;
  if (threads < 1 || threads > maxThreads)
    return -1;
  Share shares[maxThreads];
  pthread_t handles[maxThreads];
  pthread_barrier_t start, end;
  pthread_barrier_init(&start, NULL, (unsigned)threads + 1);
  pthread_barrier_init(&end, NULL, (unsigned)threads + 1);
  size_t count = (size_t)bytes / sizeof(double) / (size_t)threads;
  for (int32_t i = 0; i < threads; ++i) {
    size_t first = count * (size_t)i;
    Share share = {(const double *)from + first, to ? (double *)to + first : 0,
                   count, 0, &start, &end};
    shares[i] = share;
    if (pthread_create(&handles[i], NULL, work, &shares[i]))
      return -1;
  }
  pthread_barrier_wait(&start);
  double time = now();
  pthread_barrier_wait(&end);
  time = now() - time;
  for (int32_t i = 0; i < threads; ++i) {
    pthread_join(handles[i], NULL);
    sink = shares[i].sum;
  }
  pthread_barrier_destroy(&start);
  pthread_barrier_destroy(&end);
  return time;
}
