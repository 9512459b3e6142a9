//===- Runtime.cpp - What compiled code needs at run time -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Runtime/Runtime.h"

#include "Block.h"
#include "MemoryLimit.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>

namespace {

/// OpenMP ends the process when it can't have as many threads as it is asked
/// for.
constexpr int maxThreads = 1024;

/// A lock for a few instructions, a third of what a mutex costs.
class SpinLock {
public:
  void lock() {
    while (locked.exchange(true, std::memory_order_acquire))
      while (locked.load(std::memory_order_relaxed))
        std::this_thread::yield();
  }
  void unlock() { locked.store(false, std::memory_order_release); }

private:
  std::atomic<bool> locked{false};
};

/// The blocks that a context holds: the first few in place, since most calls
/// have no more.
class BlockTable {
public:
  /// May throw std::bad_alloc.
  void insert(void *block) {
    if (numFirst < first.size()) {
      first[numFirst++] = block;
      return;
    }
    if (!others)
      others = std::make_unique<std::unordered_set<void *>>();
    others->insert(block);
  }

  /// False if it isn't in there.
  bool erase(void *block) {
    for (size_t i = 0; i < numFirst; ++i)
      if (first[i] == block) {
        first[i] = first[--numFirst];
        return true;
      }
    return others && others->erase(block);
  }

  size_t size() const { return numFirst + (others ? others->size() : 0); }

  template <typename Function> void forEach(Function function) const {
    for (size_t i = 0; i < numFirst; ++i)
      function(first[i]);
    if (others)
      for (void *block : *others)
        function(block);
  }

private:
  std::array<void *, 8> first;
  size_t numFirst = 0;
  std::unique_ptr<std::unordered_set<void *>> others;
};

} // namespace

struct SegmentContext {
  // Compiled code loads it, so it comes first and has no lock.
  std::atomic<int32_t> status{SEGMENT_OK};
  /// 0 if the caller set none. Only changed before the call.
  int32_t numThreads = 0;

  /// Guards what follows.
  mutable SpinLock lock;
  BlockTable blocks;
  /// What isn't a block, with the function that frees it. Few calls have any.
  std::unordered_map<void *, void (*)(void *)> attached;
  /// Of all blocks, and of those that are being allocated.
  uint64_t allocatedBytes = 0;
  std::string message;
  /// Shown where there was no memory for the message.
  bool messageLost = false;
};

using Guard = std::lock_guard<SpinLock>;

static_assert(std::atomic<int32_t>::is_always_lock_free &&
                  sizeof(std::atomic<int32_t>) == sizeof(int32_t),
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

/// Whether `bytes` bytes are within the limit, next to what is allocated.
static bool isWithinLimit(uint64_t allocatedBytes, int64_t bytes) {
  uint64_t limit = segment::runtime::getMemoryLimit();
  return bytes >= 0 && allocatedBytes <= limit &&
         static_cast<uint64_t>(bytes) <= limit - allocatedBytes;
}

/// Takes an allocation out of the context; false if it isn't in there.
static bool forget(SegmentContext &context, void *pointer) {
  Guard guard(context.lock);
  if (!context.blocks.erase(pointer))
    return false;
  context.allocatedBytes -= segment::runtime::getBlockSize(pointer);
  return true;
}

/// Allocates and records, or returns null.
static void *allocate(SegmentContext &context, int64_t bytes) {
  {
    Guard guard(context.lock);
    if (!isWithinLimit(context.allocatedBytes, bytes))
      return nullptr;
    context.allocatedBytes += static_cast<uint64_t>(bytes);
  }
  // Without the lock, since it can take long.
  void *pointer = segment::runtime::allocateBlock(static_cast<uint64_t>(bytes));
  Guard guard(context.lock);
  if (pointer) {
    try {
      context.blocks.insert(pointer);
      return pointer;
    } catch (...) {
      segment::runtime::freeBlock(pointer);
    }
  }
  context.allocatedBytes -= static_cast<uint64_t>(bytes);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// For callers of compiled code
//===----------------------------------------------------------------------===//

SegmentContext *segmentContextCreate(void) noexcept {
  return new (std::nothrow) SegmentContext;
}

void segmentContextDestroy(SegmentContext *context) noexcept {
  if (!context)
    return;
  context->blocks.forEach(segment::runtime::freeBlock);
  for (auto [pointer, release] : context->attached)
    release(pointer);
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
  return context->messageLost ? "out of memory" : context->message.c_str();
}

size_t segmentContextGetNumAllocations(const SegmentContext *context) noexcept {
  Guard guard(context->lock);
  return context->blocks.size() + context->attached.size();
}

int segmentContextRelease(SegmentContext *context, void *pointer) noexcept {
  return forget(*context, pointer) || segment_rt_detach(context, pointer);
}

void segmentFree(void *pointer) noexcept {
  segment::runtime::freeBlock(pointer);
}

//===----------------------------------------------------------------------===//
// For compiled code
//===----------------------------------------------------------------------===//

void *segment_rt_alloc(SegmentContext *context, int64_t bytes) noexcept {
  void *pointer = allocate(*context, bytes);
  if (!pointer)
    segment_rt_report(context, SEGMENT_ERROR_MEMORY,
                      "cannot allocate {0u} bytes", 1, &bytes);
  return pointer;
}

void segment_rt_free(SegmentContext *context, void *pointer) noexcept {
  if (forget(*context, pointer))
    segment::runtime::freeBlock(pointer);
}

int32_t segment_rt_attach(SegmentContext *context, void *pointer,
                          void (*release)(void *)) noexcept {
  Guard guard(context->lock);
  try {
    return context->attached.emplace(pointer, release).second;
  } catch (...) {
    return 0;
  }
}

int32_t segment_rt_detach(SegmentContext *context, void *pointer) noexcept {
  Guard guard(context->lock);
  return context->attached.erase(pointer) != 0;
}

int32_t segment_rt_can_allocate(SegmentContext *context,
                                int64_t bytes) noexcept {
  if (!context)
    return isWithinLimit(0, bytes);
  Guard guard(context->lock);
  return isWithinLimit(context->allocatedBytes, bytes);
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
  Guard guard(context->lock);
  if (status == SEGMENT_OK ||
      context->status.load(std::memory_order_relaxed) != SEGMENT_OK)
    return;
  try {
    context->message =
        formatMessage(format ? format : "", num_arguments, arguments);
  } catch (...) {
    context->messageLost = true;
  }
  // Last, so that whoever sees the status finds the message.
  context->status.store(status, std::memory_order_release);
}
