//===- Grid.cpp - Grids of device threads on the CPU ----------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"

#include "Races.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <ucontext.h>
#include <vector>

using namespace mlir::segment;
using namespace mlir::segment::emulation;
using llvm::Twine;

static constexpr uint32_t warpSize = 32;
/// Enough for what the kernels keep on the stack and what code generation
/// spills there.
static constexpr size_t stackBytes = 64 << 10;

namespace {
/// What a lane brings to an operation of its warp.
struct WarpRequest {
  WarpOp op;
  uint32_t mask, value, other, bounds;
};

struct Thread {
  enum class State { Ready, AtBarrier, InWarpOp, Done };

  Dim3 id;
  uint32_t number;
  State state = State::Ready;
  WarpRequest request;
  /// The value in the lower half, the predicate above.
  uint64_t result;
  ucontext_t context;
  std::unique_ptr<char[]> stack;
};

/// The threads of a block. They are used again for the next one.
class Block {
public:
  Block(const Launch &launch, std::mt19937_64 &random);

  std::string run(Dim3 id);

  uint32_t getSpecial(int32_t which) const;
  void waitAtBarrier() { wait(Thread::State::AtBarrier); }
  uint64_t doWarpOp(const WarpRequest &request);
  void access(uintptr_t address, size_t size, AccessKind kind);
  /// Whether the thread may go on: the access is to memory that it may touch.
  bool check(uintptr_t address, size_t size, AccessKind kind,
             uint64_t alignment, AccessCount countAs);

private:
  std::string runFibers();
  static void runFiber();
  void wait(Thread::State state);
  /// Lets the threads of a block go on that wait for something that has come.
  bool release();
  void finishWarpOp(uint32_t firstThread, const WarpRequest &request);
  void fail(const Twine &message) {
    if (problem.empty())
      problem = message.str();
  }
  std::string describe(const Thread &thread) const;
  /// The range that holds the bytes, or null.
  const MemoryRange *findRange(uintptr_t address, size_t size) const;
  bool isInMemory(uintptr_t address, size_t size);
  bool isInSharedMemory(uintptr_t address, size_t size) const;
  std::string describeBadAccess(uintptr_t address) const;
  std::string describeDeadlock() const;

  const Launch &launch;
  std::mt19937_64 &random;
  std::vector<Thread> threads;
  /// Numbers of threads, in the order in which they get their turn.
  std::vector<uint32_t> order;
  Dim3 id{};
  /// The block's number, and how many barriers have been passed.
  uint64_t number = 0, epoch = 0;
  Races races;
  Thread *current = nullptr;
  /// Those that were hit last, of a few arrays each.
  std::array<MemoryRange, 8> recent{};
  size_t nextRecent = 0;
  ucontext_t scheduler;
  std::string problem;
};
} // namespace

/// The block that runs on this thread of the CPU.
static thread_local Block *currentBlock = nullptr;

//===----------------------------------------------------------------------===//
// Block
//===----------------------------------------------------------------------===//

Block::Block(const Launch &launch, std::mt19937_64 &random)
    : launch(launch), random(random) {
  Dim3 size = launch.blockSize;
  threads.resize(size_t(size[0]) * size[1] * size[2]);
  for (auto [i, thread] : llvm::enumerate(threads)) {
    uint32_t number = i;
    thread.number = number;
    thread.id = {number % size[0], number / size[0] % size[1],
                 number / size[0] / size[1]};
    order.push_back(number);
  }
}

std::string Block::describe(const Thread &thread) const {
  return ("thread (" + Twine(thread.id[0]) + ", " + Twine(thread.id[1]) + ", " +
          Twine(thread.id[2]) + ") of block (" + Twine(id[0]) + ", " +
          Twine(id[1]) + ", " + Twine(id[2]) + ")")
      .str();
}

std::string Block::run(Dim3 blockId) {
  id = blockId;
  ++number;
  epoch = 0;
  if (launch.seed != 0)
    std::shuffle(order.begin(), order.end(), random);
  for (auto [memory, size] : launch.sharedMemory) {
    std::memset(memory, 0xcd, size);
    races.forget(reinterpret_cast<uintptr_t>(memory), size);
  }
  currentBlock = this;
  if (launch.synchronizes)
    return runFibers();
  for (uint32_t number : order) {
    current = &threads[number];
    launch.entry(launch.arguments);
    if (!problem.empty())
      break;
  }
  return problem;
}

void Block::runFiber() {
  Block *block = currentBlock;
  block->launch.entry(block->launch.arguments);
  block->current->state = Thread::State::Done;
  // uc_link leads back to the scheduler.
}

std::string Block::runFibers() {
  for (Thread &thread : threads) {
    if (!thread.stack)
      thread.stack.reset(new char[stackBytes]);
    thread.state = Thread::State::Ready;
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.get();
    thread.context.uc_stack.ss_size = stackBytes;
    thread.context.uc_link = &scheduler;
    makecontext(&thread.context, &Block::runFiber, 0);
  }
  for (;;) {
    bool hasRun = false;
    for (uint32_t number : order) {
      Thread &thread = threads[number];
      if (thread.state != Thread::State::Ready)
        continue;
      hasRun = true;
      current = &thread;
      swapcontext(&scheduler, &thread.context);
      if (!problem.empty())
        return problem;
    }
    if (llvm::all_of(threads, [](const Thread &thread) {
          return thread.state == Thread::State::Done;
        }))
      return problem;
    if (!hasRun && !release())
      return describeDeadlock();
    if (launch.seed != 0)
      std::shuffle(order.begin(), order.end(), random);
  }
}

void Block::wait(Thread::State state) {
  Thread *thread = current;
  thread->state = state;
  swapcontext(&thread->context, &scheduler);
}

bool Block::release() {
  // Only a barrier that every thread of the block has reached opens.
  if (llvm::any_of(threads, [](const Thread &thread) {
        return thread.state != Thread::State::AtBarrier;
      }))
    return false;
  for (Thread &thread : threads)
    thread.state = Thread::State::Ready;
  ++epoch;
  if (launch.counts)
    ++launch.counts->barriers;
  return true;
}

std::string Block::describeDeadlock() const {
  size_t atBarrier = 0, inWarpOp = 0, done = 0;
  const Thread *waiting = nullptr;
  for (const Thread &thread : threads) {
    atBarrier += thread.state == Thread::State::AtBarrier;
    inWarpOp += thread.state == Thread::State::InWarpOp;
    done += thread.state == Thread::State::Done;
    if (!waiting && thread.state != Thread::State::Done)
      waiting = &thread;
  }
  return ("deadlock: " + Twine(atBarrier) + " threads wait at a barrier, " +
          Twine(inWarpOp) + " for the other lanes of a warp operation, and " +
          Twine(done) + " have ended; the first that waits is " +
          describe(*waiting))
      .str();
}

uint64_t Block::doWarpOp(const WarpRequest &request) {
  uint32_t lane = current->number % warpSize;
  uint32_t first = current->number - lane;
  uint32_t numLanes = std::min<uint32_t>(
      warpSize, static_cast<uint32_t>(threads.size()) - first);
  uint32_t existing = numLanes == 32 ? ~0u : (1u << numLanes) - 1;
  if (!(request.mask >> lane & 1)) {
    fail("a warp operation of " + describe(*current) +
         " whose lane is not in its mask");
    wait(Thread::State::InWarpOp);
    return 0;
  }
  current->request = request;
  current->state = Thread::State::InWarpOp;
  // The last lane of the mask to come does it for all.
  uint32_t arrived = 0;
  for (uint32_t i = 0; i < numLanes; ++i) {
    const Thread &other = threads[first + i];
    if (other.state == Thread::State::InWarpOp &&
        other.request.op == request.op && other.request.mask == request.mask)
      arrived |= 1u << i;
  }
  if ((arrived & request.mask) == (request.mask & existing))
    finishWarpOp(first, request);
  else
    wait(Thread::State::InWarpOp);
  return current->result;
}

static bool isShuffle(WarpOp op) {
  return op == WarpOp::shuffleUp || op == WarpOp::shuffleDown ||
         op == WarpOp::shuffleXor || op == WarpOp::shuffleIndex;
}

void Block::finishWarpOp(uint32_t first, const WarpRequest &request) {
  if (launch.counts && request.op != WarpOp::synchronize)
    ++(isShuffle(request.op) ? launch.counts->shuffles : launch.counts->votes);
  auto forLanes = [&](llvm::function_ref<void(uint32_t, Thread &)> body) {
    for (uint32_t lane = 0; lane < warpSize; ++lane)
      if ((request.mask >> lane & 1) && first + lane < threads.size())
        body(lane, threads[first + lane]);
  };
  uint32_t ballot = 0;
  forLanes([&](uint32_t lane, Thread &thread) {
    ballot |= uint32_t(thread.request.value & 1) << lane;
  });
  bool isAll = true;
  forLanes(
      [&](uint32_t, Thread &thread) { isAll &= thread.request.value & 1; });
  forLanes([&](uint32_t lane, Thread &thread) {
    const WarpRequest &own = thread.request;
    // PTX ISA: the lower bits are the greatest lane, the upper ones choose the
    // part of the warp.
    uint32_t segment = own.bounds >> 8 & 31, clamp = own.bounds & 31;
    uint32_t least = lane & segment, most = least | (clamp & ~segment);
    int64_t source = lane;
    bool isValid = true;
    switch (request.op) {
    case WarpOp::shuffleUp:
      source = int64_t(lane) - int64_t(own.other & 31);
      isValid = source >= int64_t(most);
      break;
    case WarpOp::shuffleDown:
      source = int64_t(lane) + (own.other & 31);
      isValid = source <= int64_t(most);
      break;
    case WarpOp::shuffleXor:
      source = lane ^ (own.other & 31);
      isValid = source <= int64_t(most);
      break;
    case WarpOp::shuffleIndex:
      source = least | (own.other & 31 & ~segment);
      isValid = source <= int64_t(most);
      break;
    case WarpOp::ballot:
      thread.result = ballot;
      return;
    case WarpOp::any:
      thread.result = ballot != 0;
      return;
    case WarpOp::all:
      thread.result = isAll;
      return;
    case WarpOp::matchAny: {
      uint32_t equal = 0;
      forLanes([&](uint32_t other, Thread &candidate) {
        equal |= uint32_t(candidate.request.value == own.value) << other;
      });
      thread.result = equal;
      return;
    }
    case WarpOp::synchronize:
      thread.result = 0;
      return;
    }
    if (!isValid)
      source = lane;
    uint32_t from = static_cast<uint32_t>(source);
    if (!(request.mask >> from & 1) || first + from >= threads.size()) {
      fail("a shuffle of " + describe(thread) + " reads lane " + Twine(from) +
           ", which doesn't take part");
      thread.result = 0;
      return;
    }
    thread.result = threads[first + from].request.value | uint64_t(isValid)
                                                              << 32;
  });
  forLanes(
      [](uint32_t, Thread &thread) { thread.state = Thread::State::Ready; });
}

static const char *describeKind(AccessKind kind) {
  switch (kind) {
  case AccessKind::read:
    return "reads";
  case AccessKind::write:
    return "writes";
  case AccessKind::atomic:
    return "updates";
  }
  llvm_unreachable("unknown access");
}

const MemoryRange *Block::findRange(uintptr_t address, size_t size) const {
  llvm::ArrayRef<MemoryRange> ranges = *launch.memory;
  const MemoryRange *behind = llvm::partition_point(
      ranges, [&](const MemoryRange &range) { return range.begin <= address; });
  if (behind == ranges.begin() || !(behind - 1)->contains(address, size))
    return nullptr;
  return behind - 1;
}

std::string Block::describeBadAccess(uintptr_t address) const {
  for (auto [memory, bytes] : launch.sharedMemory) {
    auto begin = reinterpret_cast<uintptr_t>(memory);
    if (begin <= address && address <= begin + bytes)
      return ("byte " + Twine(address - begin) + " of a shared array of " +
              Twine(bytes) + " bytes")
          .str();
  }
  const MemoryRange *nearest = nullptr;
  for (const MemoryRange &range : *launch.memory)
    if (range.begin <= address)
      nearest = &range;
  if (!nearest ||
      !DeviceMemory::get().isInRange(reinterpret_cast<const void *>(address)))
    return "memory that is not the device's";
  uintptr_t size = nearest->end - nearest->begin;
  return ("byte " + Twine(address - nearest->begin) + " of an array of " +
          Twine(size) + " bytes")
      .str();
}

bool Block::isInMemory(uintptr_t address, size_t size) {
  for (const MemoryRange &range : recent)
    if (range.contains(address, size))
      return true;
  const MemoryRange *found = findRange(address, size);
  if (found)
    recent[nextRecent++ % recent.size()] = *found;
  return found;
}

bool Block::isInSharedMemory(uintptr_t address, size_t size) const {
  return llvm::any_of(launch.sharedMemory, [&](const auto &array) {
    auto begin = reinterpret_cast<uintptr_t>(array.first);
    return MemoryRange{begin, begin + array.second}.contains(address, size);
  });
}

static void add(AccessCounts &counts, AccessCount countAs, size_t size) {
  switch (countAs) {
  case AccessCount::load:
    ++counts.loads;
    counts.loadBytes += size;
    return;
  case AccessCount::store:
    ++counts.stores;
    counts.storeBytes += size;
    return;
  case AccessCount::atomic:
    ++counts.atomics;
    [[fallthrough]];
  case AccessCount::lane:
    ++counts.atomicLanes;
    counts.atomicBytes += size;
    return;
  }
  llvm_unreachable("unknown access");
}

bool Block::check(uintptr_t address, size_t size, AccessKind kind,
                  uint64_t alignment, AccessCount countAs) {
  if (!problem.empty())
    return false;
  if (!launch.memory)
    return true;
  if (address % alignment != 0) {
    fail("misaligned access: " + describe(*current) + " " + describeKind(kind) +
         " " + Twine(size) + " bytes at an address that is no multiple of " +
         Twine(alignment));
    return false;
  }
  bool isGlobal = isInMemory(address, size);
  if (isGlobal || isInSharedMemory(address, size)) {
    if (launch.counts)
      add(isGlobal ? launch.counts->global : launch.counts->shared, countAs,
          size);
    return true;
  }
  fail("access out of bounds: " + describe(*current) + " " +
       describeKind(kind) + " " + Twine(size) + " bytes at " +
       describeBadAccess(address));
  return false;
}

void Block::access(uintptr_t address, size_t size, AccessKind kind) {
  uint64_t thread = number * threads.size() + current->number;
  const auto *conflict =
      races.access(address, size, kind, {thread, number, epoch});
  if (!conflict)
    return;
  bool isOwnBlock = conflict->first.block == number;
  const Thread &other = threads[conflict->first.thread % threads.size()];
  fail("data race: " + describe(*current) + " " + describeKind(kind) + " " +
       Twine(size) + " bytes that " +
       (isOwnBlock ? describe(other)
                   : std::string("a thread of another block")) +
       " " + describeKind(conflict->second) + ", and no barrier is in between");
}

uint32_t Block::getSpecial(int32_t which) const {
  switch (which / 3) {
  case threadId / 3:
    return current->id[which % 3];
  case blockId / 3:
    return id[which % 3];
  case blockDim / 3:
    return launch.blockSize[which % 3];
  case gridDim / 3:
    return launch.gridSize[which % 3];
  default:
    return current->number % warpSize;
  }
}

//===----------------------------------------------------------------------===//
// What emulated code calls
//===----------------------------------------------------------------------===//

static uint32_t getSpecial(int32_t which) {
  return currentBlock->getSpecial(which);
}

static void waitAtBarrier() { currentBlock->waitAtBarrier(); }

static uint64_t doWarpOp(int32_t op, uint32_t mask, uint32_t value,
                         uint32_t other, uint32_t bounds) {
  return currentBlock->doWarpOp(
      {static_cast<WarpOp>(op), mask, value, other, bounds});
}

static void noteAccess(uintptr_t address, uint64_t size, int32_t kind,
                       uint64_t alignment, int32_t countAs) {
  currentBlock->access(address, size, static_cast<AccessKind>(kind));
}

/// i1 is returned as a byte.
static bool checkAccess(uintptr_t address, uint64_t size, int32_t kind,
                        uint64_t alignment, int32_t countAs) {
  return currentBlock->check(address, size, static_cast<AccessKind>(kind),
                             alignment, static_cast<AccessCount>(countAs));
}

llvm::ArrayRef<std::pair<llvm::StringRef, void *>>
mlir::segment::emulation::getDeviceSymbols() {
  static const std::pair<llvm::StringRef, void *> symbols[] = {
      {"segment_emulation_special", reinterpret_cast<void *>(&getSpecial)},
      {"segment_emulation_barrier", reinterpret_cast<void *>(&waitAtBarrier)},
      {"segment_emulation_warp", reinterpret_cast<void *>(&doWarpOp)},
      {"segment_emulation_check", reinterpret_cast<void *>(&checkAccess)},
      {"segment_emulation_access", reinterpret_cast<void *>(&noteAccess)},
  };
  return symbols;
}

//===----------------------------------------------------------------------===//
// Grid
//===----------------------------------------------------------------------===//

std::string mlir::segment::emulation::run(const Launch &launch) {
  // Calls may come from several threads; shared memory is there once.
  static std::mutex mutex;
  std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
  if (!launch.sharedMemory.empty())
    lock.lock();
  std::mt19937_64 random(launch.seed);
  Block block(launch, random);
  Dim3 size = launch.gridSize;
  uint64_t numBlocks = uint64_t(size[0]) * size[1] * size[2];
  if (KernelCounts *counts = launch.counts) {
    ++counts->launches;
    counts->blocks += numBlocks;
    counts->threads += numBlocks * launch.blockSize[0] * launch.blockSize[1] *
                       launch.blockSize[2];
  }
  // A permutation of any number of blocks without a list: multiples of a number
  // that has no factor in common with theirs.
  uint64_t step = 1, start = 0;
  if (launch.seed != 0 && numBlocks > 2) {
    start = random() % numBlocks;
    do
      step = random() % (numBlocks - 1) + 1;
    while (std::gcd(step, numBlocks) != 1);
  }
  for (uint64_t i = 0; i < numBlocks; ++i) {
    uint64_t number = static_cast<uint64_t>(
        (static_cast<unsigned __int128>(i) * step + start) % numBlocks);
    Dim3 id{static_cast<uint32_t>(number % size[0]),
            static_cast<uint32_t>(number / size[0] % size[1]),
            static_cast<uint32_t>(number / size[0] / size[1])};
    std::string problem = block.run(id);
    if (!problem.empty())
      return problem + (launch.seed
                            ? " (seed " + std::to_string(launch.seed) + ")"
                            : std::string());
  }
  return "";
}
