/* Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   A libcuda.so.1 without a device behind it, for tests of what happens where the
   driver refuses something. Memory is real, kernels do nothing. The variable
   SEGMENT_FAKE_CUDA says how it is, a list separated by commas:

     version=12080       what cuDriverGetVersion says
     devices=1           how many there are
     architecture=90     of all of them
     FUNCTION=RESULT     the function fails: cuMemAlloc_v2=2
     FUNCTION=RESULT@N   from its Nth call on, counted from 1
     log                 calls that change something are printed on stderr
     ordinal=0           of the device that memory lies on */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A setting's value, or `otherwise`. */
static long get(const char *name, long otherwise) {
  const char *list = getenv("SEGMENT_FAKE_CUDA");
  size_t length = strlen(name);
  while (list && *list) {
    if (strncmp(list, name, length) == 0) {
      if (list[length] == '=')
        return strtol(list + length + 1, NULL, 10);
      if (list[length] == ',' || list[length] == '\0')
        return 1;
    }
    list = strchr(list, ',');
    list += list != NULL;
  }
  return otherwise;
}

/* From which call on a function fails. */
static long getFirstFailure(const char *name) {
  const char *list = getenv("SEGMENT_FAKE_CUDA");
  const char *found = list ? strstr(list, name) : NULL;
  if (!found)
    return 1;
  size_t length = strcspn(found, ",");
  const char *at = memchr(found, '@', length);
  return at ? strtol(at + 1, NULL, 10) : 1;
}

#define RETURN(text, ...)                                                      \
  do {                                                                         \
    static long calls = 0;                                                     \
    if (get("log", 0))                                                         \
      fprintf(stderr, text "\n", __VA_ARGS__);                                 \
    return ++calls >= getFirstFailure(__func__) ? (int)get(__func__, 0) : 0;   \
  } while (0)
/* The same without a line in the log. */
#define ANSWER                                                                 \
  do {                                                                         \
    static long calls = 0;                                                     \
    return ++calls >= getFirstFailure(__func__) ? (int)get(__func__, 0) : 0;   \
  } while (0)

/* Allocations: addresses and sizes. */
static struct {
  char *start;
  size_t size;
} memory[1024];

static char *findMemory(uintptr_t address) {
  for (int i = 0; i < 1024; ++i)
    if (memory[i].start && address >= (uintptr_t)memory[i].start &&
        address < (uintptr_t)memory[i].start + memory[i].size)
      return memory[i].start;
  return NULL;
}

int cuInit(unsigned flags) {
  if (get("devices", 1) == 0)
    return 100;
  ANSWER;
}
int cuDriverGetVersion(int *version) {
  *version = (int)get("version", 12080);
  return 0;
}
int cuGetErrorName(int result, const char **name) {
  switch (result) {
  case 1: *name = "CUDA_ERROR_INVALID_VALUE"; return 0;
  case 2: *name = "CUDA_ERROR_OUT_OF_MEMORY"; return 0;
  case 3: *name = "CUDA_ERROR_NOT_INITIALIZED"; return 0;
  case 209: *name = "CUDA_ERROR_NO_BINARY_FOR_GPU"; return 0;
  case 222: *name = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"; return 0;
  case 500: *name = "CUDA_ERROR_NOT_FOUND"; return 0;
  case 700: *name = "CUDA_ERROR_ILLEGAL_ADDRESS"; return 0;
  case 719: *name = "CUDA_ERROR_LAUNCH_FAILED"; return 0;
  case 999: *name = "CUDA_ERROR_UNKNOWN"; return 0;
  default: return 1;
  }
}
int cuGetErrorString(int result, const char **text) {
  *text = "what went wrong";
  return result == 1234;
}
int cuDeviceGetCount(int *count) {
  *count = (int)get("devices", 1);
  ANSWER;
}
int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  ANSWER;
}
int cuDeviceGetName(char *name, int size, int device) {
  snprintf(name, (size_t)size, "Fake GPU");
  ANSWER;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  long architecture = get("architecture", 90);
  *value = (int)(attribute == 75 ? architecture / 10 : architecture % 10);
  ANSWER;
}
static void *current = NULL;
int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &current;
  ANSWER;
}
int cuCtxGetCurrent(void **context) {
  *context = current;
  ANSWER;
}
int cuCtxSetCurrent(void *context) {
  current = context;
  ANSWER;
}
int cuCtxGetDevice(int *device) {
  *device = 0;
  ANSWER;
}
int cuModuleLoadDataEx(void **module, const void *image, unsigned count,
                       int *options, void **values) {
  *module = (void *)image;
  RETURN("load %s", memcmp(image, "\x7f"
                                  "ELF",
                           4) == 0
                        ? "ELF"
                        : "image");
}
int cuModuleUnload(void *module) { RETURN("unload %s", "image"); }
int cuModuleGetFunction(void **function, void *module, const char *name) {
  *function = strdup(name);
  RETURN("function %s", name);
}
int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned shared, void *stream,
                   void **parameters, void **extra) {
  RETURN("launch %s %u %u", (char *)function, gridX, blockX * blockY);
}
int cuStreamSynchronize(void *stream) { ANSWER; }
int cuMemGetInfo_v2(size_t *available, size_t *total) {
  *available = *total = (size_t)get("memory", 1 << 30);
  ANSWER;
}
int cuMemAlloc_v2(uint64_t *pointer, size_t size) {
  for (int i = 0; i < 1024; ++i)
    if (!memory[i].start) {
      memory[i].start = calloc(size, 1);
      memory[i].size = size;
      *pointer = (uint64_t)memory[i].start;
      break;
    }
  RETURN("allocate %zu", size);
}
int cuMemFree_v2(uint64_t pointer) {
  for (int i = 0; i < 1024; ++i)
    if (memory[i].start == (char *)pointer) {
      free(memory[i].start);
      memory[i].start = NULL;
      RETURN("free %zu", memory[i].size);
    }
  RETURN("free %s", "what wasn't allocated");
}
int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t size, void *s) {
  if (!findMemory(to) || findMemory((uintptr_t)from))
    return 1;
  memcpy((void *)to, from, size);
  RETURN("to device %zu", size);
}
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t size, void *stream) {
  if (!findMemory(from) || findMemory((uintptr_t)to))
    return 1;
  memcpy(to, (void *)from, size);
  RETURN("to host %zu", size);
}
int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t size, void *s) {
  if (!findMemory(from) || !findMemory(to))
    return 1;
  memmove((void *)to, (void *)from, size);
  RETURN("on device %zu", size);
}
int cuMemcpyAsync(uint64_t to, uint64_t from, size_t size, void *stream) {
  memmove((void *)to, (void *)from, size);
  RETURN("copy %zu", size);
}
int cuMemsetD16Async(uint64_t to, unsigned short value, size_t count, void *s) {
  for (size_t i = 0; i < count; ++i)
    ((unsigned short *)to)[i] = value;
  RETURN("fill %zu", count);
}
int cuMemsetD32Async(uint64_t to, unsigned value, size_t count, void *stream) {
  for (size_t i = 0; i < count; ++i)
    ((unsigned *)to)[i] = value;
  RETURN("fill %zu", count);
}
int cuMemHostRegister_v2(void *pointer, size_t size, unsigned flags) {
  ANSWER;
}
int cuMemHostUnregister(void *pointer) { ANSWER; }
int cuPointerGetAttribute(void *value, int attribute, uint64_t pointer) {
  if (!findMemory(pointer))
    return 1;
  *(unsigned *)value = attribute == 2 ? 2 : (unsigned)get("ordinal", 0);
  ANSWER;
}
int cuEventCreate(void **event, unsigned flags) {
  *event = NULL;
  ANSWER;
}
int cuEventDestroy_v2(void *event) { ANSWER; }
int cuEventRecord(void *event, void *stream) { ANSWER; }
int cuEventSynchronize(void *event) { ANSWER; }
int cuStreamWaitEvent(void *stream, void *event, unsigned flags) { ANSWER; }
