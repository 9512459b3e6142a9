//===- Runtime.cpp - What compiled code needs at run time -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Runtime/Runtime.h"

#include "MemoryLimit.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>

namespace {

/// Enough for any vector register and for a line of the cache.
constexpr size_t allocationAlignment = 64;

/// OpenMP ends the process when it can't have as many threads as it is asked
/// for.
constexpr int maxThreads = 1024;

/// What a context holds besides its status; `mutex` guards all of it.
struct ContextState {
  mutable std::mutex mutex;
  /// Each live allocation with its size.
  std::unordered_map<void *, uint64_t> allocations;
  uint64_t allocatedBytes = 0;
  std::string message;
  /// Shown where there was no memory for the message.
  bool messageLost = false;
};

} // namespace

struct SegmentContext {
  // Compiled code loads it, so it comes first and has no lock.
  std::atomic<int32_t> status{SEGMENT_OK};
  /// 0 if the caller set none. Only changed before the call.
  int32_t numThreads = 0;
  ContextState *state = nullptr;
};

static_assert(offsetof(SegmentContext, status) == 0 &&
                  sizeof(std::atomic<int32_t>) == sizeof(int32_t) &&
                  std::atomic<int32_t>::is_always_lock_free,
              "compiled code reads the status as a plain int32_t");

/// Writes `format` with its placeholders replaced. What isn't a placeholder of
/// an argument that exists stays as it is.
static std::string formatMessage(const char *format, int64_t numArguments,
                                 const int64_t *arguments) {
  std::string message;
  while (*format) {
    const char *end = format + 1;
    if (*format == '{' && *end >= '0' && *end <= '9') {
      int64_t index = 0;
      for (; *end >= '0' && *end <= '9' && index < numArguments; ++end)
        index = 10 * index + (*end - '0');
      bool isUnsigned = *end == 'u';
      end += isUnsigned;
      if (*end == '}' && index < numArguments) {
        message += isUnsigned
                       ? std::to_string(static_cast<uint64_t>(arguments[index]))
                       : std::to_string(arguments[index]);
        format = end + 1;
        continue;
      }
    }
    message += *format++;
  }
  return message;
}

/// Whether the context may hold `bytes` more. The caller holds the lock.
static bool isWithinLimit(const ContextState &state, int64_t bytes) {
  uint64_t limit = segment::runtime::getMemoryLimit();
  return bytes >= 0 && state.allocatedBytes <= limit &&
         static_cast<uint64_t>(bytes) <= limit - state.allocatedBytes;
}

/// Takes an allocation out of the table; false if it isn't in there.
static bool forget(ContextState &state, void *pointer) {
  std::lock_guard<std::mutex> lock(state.mutex);
  auto it = state.allocations.find(pointer);
  if (it == state.allocations.end())
    return false;
  state.allocatedBytes -= it->second;
  state.allocations.erase(it);
  return true;
}

/// Allocates and records, or returns null.
static void *allocate(ContextState &state, int64_t bytes) {
  std::lock_guard<std::mutex> lock(state.mutex);
  if (!isWithinLimit(state, bytes))
    return nullptr;
  void *pointer = nullptr;
  if (posix_memalign(&pointer, allocationAlignment,
                     std::max<size_t>(static_cast<size_t>(bytes), 1)) != 0)
    return nullptr;
  try {
    state.allocations.emplace(pointer, static_cast<uint64_t>(bytes));
  } catch (...) {
    std::free(pointer);
    return nullptr;
  }
  state.allocatedBytes += static_cast<uint64_t>(bytes);
  return pointer;
}

//===----------------------------------------------------------------------===//
// For callers of compiled code
//===----------------------------------------------------------------------===//

SegmentContext *segmentContextCreate(void) noexcept {
  auto *context = new (std::nothrow) SegmentContext;
  if (!context)
    return nullptr;
  try {
    context->state = new ContextState;
  } catch (...) {
    delete context;
    return nullptr;
  }
  return context;
}

void segmentContextDestroy(SegmentContext *context) noexcept {
  if (!context)
    return;
  for (const auto &allocation : context->state->allocations)
    std::free(allocation.first);
  delete context->state;
  delete context;
}

void segmentContextSetNumThreads(SegmentContext *context,
                                 int32_t num_threads) noexcept {
  context->numThreads = std::clamp(num_threads, int32_t{0}, maxThreads);
}

int32_t segmentContextGetStatus(const SegmentContext *context) noexcept {
  return context->status.load(std::memory_order_acquire);
}

const char *segmentContextGetMessage(const SegmentContext *context) noexcept {
  // The message never changes once the status says that it is there.
  if (segmentContextGetStatus(context) == SEGMENT_OK)
    return "";
  const ContextState &state = *context->state;
  return state.messageLost ? "out of memory" : state.message.c_str();
}

size_t segmentContextGetNumAllocations(const SegmentContext *context) noexcept {
  std::lock_guard<std::mutex> lock(context->state->mutex);
  return context->state->allocations.size();
}

int segmentContextRelease(SegmentContext *context, void *pointer) noexcept {
  return forget(*context->state, pointer);
}

void segmentFree(void *pointer) noexcept { std::free(pointer); }

//===----------------------------------------------------------------------===//
// For compiled code
//===----------------------------------------------------------------------===//

void *segment_rt_alloc(SegmentContext *context, int64_t bytes) noexcept {
  void *pointer = allocate(*context->state, bytes);
  if (!pointer)
    segment_rt_report(context, SEGMENT_ERROR_MEMORY,
                      "cannot allocate {0u} bytes", 1, &bytes);
  return pointer;
}

void segment_rt_free(SegmentContext *context, void *pointer) noexcept {
  if (forget(*context->state, pointer))
    std::free(pointer);
}

int32_t segment_rt_can_allocate(SegmentContext *context,
                                int64_t bytes) noexcept {
  if (!context)
    return isWithinLimit(ContextState(), bytes);
  std::lock_guard<std::mutex> lock(context->state->mutex);
  return isWithinLimit(*context->state, bytes);
}

int64_t segment_rt_num_threads(SegmentContext *context,
                               int (*get_default)(void)) noexcept {
  if (context->numThreads > 0)
    return context->numThreads;
  return get_default ? std::clamp(get_default(), 1, maxThreads) : 1;
}

void segment_rt_report(SegmentContext *context, int32_t status,
                       const char *format, int64_t num_arguments,
                       const int64_t *arguments) noexcept {
  ContextState &state = *context->state;
  std::lock_guard<std::mutex> lock(state.mutex);
  if (status == SEGMENT_OK ||
      context->status.load(std::memory_order_relaxed) != SEGMENT_OK)
    return;
  try {
    state.message =
        formatMessage(format ? format : "", num_arguments, arguments);
  } catch (...) {
    state.messageLost = true;
  }
  // Last, so that whoever sees the status finds the message.
  context->status.store(status, std::memory_order_release);
}
