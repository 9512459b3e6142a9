//===- EmulationTest.cpp - Tests of emulated kernels ----------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels as the device optimizer leaves them, right and wrong ones. What is
// wrong must be reported, whatever the seed.
//
//===----------------------------------------------------------------------===//

#include "Emulation/DeviceCode.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace mlir::segment::emulation;

namespace {
/// What every kernel of the tests can use: its thread %t, of block %b.
constexpr const char *declarations = R"(
  declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
  declare void @llvm.nvvm.bar.warp.sync(i32)
  declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
  declare { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32, i32, i32, i32)
  declare { float, i1 } @llvm.nvvm.shfl.sync.down.f32p(i32, float, i32, i32)
  declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
  declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
  declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
  declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
  declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
  @shared = internal addrspace(3) global [64 x i32] undef
)";

class EmulationTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  }

  /// Loads a kernel `k(ptr %m)` with the given body.
  llvm::Error load(const std::string &body, bool checkRaces = false) {
    std::string text = std::string(declarations) +
                       "define ptx_kernel void @k(ptr %m) {\n"
                       "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                       "  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
                       "  %at = getelementptr i32, ptr %m, i32 %t\n"
                       "  %own = getelementptr i32, ptr addrspace(3) @shared, "
                       "i32 %t\n" +
                       body + "}\n";
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseAssemblyString(text, diagnostic, context);
    if (!module)
      return llvm::createStringError(diagnostic.getMessage());
    std::string bitcode;
    llvm::raw_string_ostream stream(bitcode);
    llvm::WriteBitcodeToFile(*module, stream);
    auto loaded = DeviceCode::load(bitcode, checkRaces);
    if (!loaded)
      return loaded.takeError();
    code = std::move(*loaded);
    return llvm::Error::success();
  }

  /// Runs the kernel on `memory`.
  std::string run(uint32_t blocks, uint32_t threads, uint64_t seed = 0) {
    const Kernel *kernel = code->lookup("k");
    if (!kernel)
      return "no kernel";
    void *pointer = memory.data();
    void *arguments[] = {&pointer};
    Launch launch;
    launch.entry = kernel->entry;
    launch.arguments = arguments;
    launch.gridSize = {blocks, 1, 1};
    launch.blockSize = {threads, 1, 1};
    launch.synchronizes = kernel->synchronizes;
    launch.sharedMemory = kernel->sharedMemory;
    launch.seed = seed;
    auto begin = reinterpret_cast<uintptr_t>(memory.data());
    MemoryRange range{begin, begin + memory.size() * sizeof(int32_t)};
    launch.memory = range;
    launch.counts = &counts.get("k");
    return mlir::segment::emulation::run(launch);
  }

  /// Runs a wrong kernel with several seeds, each of which must be told.
  void expectProblem(uint32_t blocks, uint32_t threads,
                     const std::string &problem) {
    for (uint64_t seed : {0, 1, 2, 3}) {
      std::string got = run(blocks, threads, seed);
      EXPECT_NE(got.find(problem), std::string::npos) << got;
      bool hasSeed =
          got.find("(seed " + std::to_string(seed) + ")") != std::string::npos;
      EXPECT_EQ(hasSeed, seed != 0) << got;
    }
  }

  std::unique_ptr<DeviceCode> code;
  mlir::segment::EmulationCounts counts;
  std::vector<int32_t> memory = std::vector<int32_t>(64, 0);
};

constexpr const char *reverse = R"(
  store i32 %t, ptr addrspace(3) %own
  BARRIER
  %j = sub i32 63, %t
  %other = getelementptr i32, ptr addrspace(3) @shared, i32 %j
  %v = load i32, ptr addrspace(3) %other
  store i32 %v, ptr %at
  ret void
)";

std::string getReverse(const std::string &barrier) {
  std::string text = reverse;
  text.replace(text.find("BARRIER"), 7, barrier);
  return text;
}

TEST_F(EmulationTest, BarrierAndSharedMemory) {
  ASSERT_FALSE(
      load(getReverse("call void "
                      "@llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"),
           /*checkRaces=*/true));
  for (uint64_t seed : {0, 1, 2}) {
    memory.assign(64, 0);
    EXPECT_EQ(run(1, 64, seed), "");
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ(memory[i], 63 - i);
  }
}

TEST_F(EmulationTest, MissingBarrier) {
  ASSERT_FALSE(load(getReverse(""), /*checkRaces=*/true));
  expectProblem(1, 64, "data race: thread (");
}

TEST_F(EmulationTest, SharedMemoryStartsWithGarbage) {
  ASSERT_FALSE(load("%v = load i32, ptr addrspace(3) %own\n"
                    "store i32 %v, ptr %at\n ret void\n"));
  EXPECT_EQ(run(1, 64), "");
  EXPECT_EQ(static_cast<uint32_t>(memory[5]), 0xcdcdcdcdu);
}

TEST_F(EmulationTest, PlainAddition) {
  const char *body = "%v = load i32, ptr %m\n %w = add i32 %v, 1\n"
                     "store i32 %w, ptr %m\n ret void\n";
  ASSERT_FALSE(load(body, /*checkRaces=*/true));
  expectProblem(2, 1,
                "reads 4 bytes that a thread of another block writes, "
                "and no barrier is in between");
  expectProblem(1, 2, "of block (0, 0, 0) writes, and no barrier");
}

// What lies at the same place is not the same in the next block.
TEST_F(EmulationTest, SharedMemoryIsOfABlock) {
  ASSERT_FALSE(load(R"(
    store i32 %b, ptr addrspace(3) %own
    %v = load i32, ptr addrspace(3) %own
    %u = atomicrmw add ptr %at, i32 %v monotonic
    ret void
  )",
                    /*checkRaces=*/true));
  EXPECT_EQ(run(3, 64), "");
  EXPECT_EQ(memory[0], 3);
  // Threads swap places from block to block.
  ASSERT_FALSE(load(R"(
    %j = xor i32 %t, %b
    %place = getelementptr i32, ptr addrspace(3) @shared, i32 %j
    store i32 1, ptr addrspace(3) %place
    ret void
  )",
                    /*checkRaces=*/true));
  for (uint64_t seed : {0, 1, 2})
    EXPECT_EQ(run(2, 64, seed), "");
}

constexpr const char *addVector = R"(
    %p = addrspacecast ptr %m to ptr addrspace(1)
    call void asm sideeffect
      "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $2, $3, $4};",
      "l,f,f,f,f,~{memory}"(ptr addrspace(1) %p, float 1.0, float 2.0,
                            float 3.0, float 4.0)
)";

TEST_F(EmulationTest, AdditionOfAVector) {
  ASSERT_FALSE(
      load(std::string(addVector) + "ret void\n", /*checkRaces=*/true));
  EXPECT_EQ(run(4, 8), "");
  for (int i = 0; i < 5; ++i) {
    float sum;
    std::memcpy(&sum, &memory[i], sizeof(sum));
    EXPECT_EQ(sum, i < 4 ? 32.0f * (i + 1) : 0.0f);
  }
  // It is as atomic as others are.
  ASSERT_FALSE(load(std::string(addVector) +
                        "%last = getelementptr i32, ptr %m, i32 3\n"
                        "store i32 0, ptr %last\n"
                        "ret void\n",
                    /*checkRaces=*/true));
  expectProblem(4, 8, "data race: thread (");
}

TEST_F(EmulationTest, AtomicAddition) {
  ASSERT_FALSE(load("%v = atomicrmw add ptr %m, i32 1 syncscope(\"device\") "
                    "monotonic\n ret void\n",
                    /*checkRaces=*/true));
  EXPECT_EQ(run(3, 64, /*seed=*/9), "");
  EXPECT_EQ(memory[0], 3 * 64);
}

TEST_F(EmulationTest, ReadersDontRace) {
  ASSERT_FALSE(load("%v = load i32, ptr %m\n ret void\n", true));
  EXPECT_EQ(run(3, 64), "");
}

TEST_F(EmulationTest, AtomicUpdateOfWhatIsRead) {
  ASSERT_FALSE(load("%v = load i32, ptr %m\n"
                    "%w = atomicrmw add ptr %m, i32 %v monotonic\n ret void\n",
                    /*checkRaces=*/true));
  expectProblem(1, 2, "data race");
}

TEST_F(EmulationTest, DivergentBarrier) {
  ASSERT_FALSE(load(R"(
    %first = icmp ult i32 %t, 32
    br i1 %first, label %wait, label %end
  wait:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    br label %end
  end:
    ret void
  )"));
  expectProblem(2, 64,
                "deadlock: 32 threads wait at a barrier, 0 for the other lanes "
                "of a warp operation, and 32 have ended; the first that waits "
                "is thread (0, 0, 0) of block (");
}

TEST_F(EmulationTest, Shuffles) {
  // A butterfly of 3 in a warp of 16; parts of 8 lanes; the last block's warp
  // has 8 lanes only.
  ASSERT_FALSE(load(R"(
    %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 3, i32 31)
    %u = call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 -1, i32 %t, i32 2, i32 6144)
    %v = extractvalue { i32, i1 } %u, 0
    %p = extractvalue { i32, i1 } %u, 1
    %f = sitofp i32 %t to float
    %d = call { float, i1 } @llvm.nvvm.shfl.sync.down.f32p(i32 -1, float %f, i32 1, i32 31)
    %e = extractvalue { float, i1 } %d, 0
    %g = fptosi float %e to i32
    %i = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %t, i32 5, i32 31)
    %q = zext i1 %p to i32
    %y = mul i32 %v, 100
    %z = mul i32 %g, 10000
    %w = mul i32 %q, 1000000
    %c = mul i32 %i, 10000000
    %s0 = add i32 %x, %y
    %s1 = add i32 %s0, %z
    %s2 = add i32 %s1, %w
    %s3 = add i32 %s2, %c
    store i32 %s3, ptr %at
    ret void
  )"));
  for (uint64_t seed : {0, 4, 5}) {
    memory.assign(64, 0);
    ASSERT_EQ(run(1, 32, seed), "");
    for (int lane = 0; lane < 32; ++lane) {
      bool isValid = lane % 8 >= 2;
      int up = isValid ? lane - 2 : lane;
      int down = std::min(lane + 1, 31);
      EXPECT_EQ(memory[lane], (lane ^ 3) + up * 100 + down * 10000 +
                                  isValid * 1000000 + 5 * 10000000)
          << lane;
    }
  }
}

TEST_F(EmulationTest, Votes) {
  ASSERT_FALSE(load(R"(
    %odd = trunc i32 %t to i1
    %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %odd)
    %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %odd)
    %all = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %odd)
    %low = and i32 %t, 1
    %same = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %low)
    call void @llvm.nvvm.bar.warp.sync(i32 -1)
    %x = xor i32 %ballot, %same
    %a = zext i1 %any to i32
    %b1 = zext i1 %all to i32
    %c = shl i32 %b1, 1
    %d = or i32 %a, %c
    %e = add i32 %x, %d
    store i32 %e, ptr %at
    ret void
  )"));
  ASSERT_EQ(run(1, 64, /*seed=*/1), "");
  // The ballot is that of the odd lanes; any, but not all.
  for (int lane = 0; lane < 64; ++lane)
    EXPECT_EQ(static_cast<uint32_t>(memory[lane]),
              (lane % 2 ? 0u : 0xffffffffu) + 1u);
}

TEST_F(EmulationTest, DivergentShuffle) {
  ASSERT_FALSE(load(R"(
    %first = icmp ult i32 %t, 16
    br i1 %first, label %shuffle, label %end
  shuffle:
    %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
    store i32 %x, ptr %at
    br label %end
  end:
    ret void
  )"));
  expectProblem(1, 32,
                "deadlock: 0 threads wait at a barrier, 16 for the other lanes "
                "of a warp operation, and 16 have ended");
}

TEST_F(EmulationTest, LaneOutsideOfItsMask) {
  ASSERT_FALSE(load(R"(
    %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, i32 %t, i32 1, i32 31)
    store i32 %x, ptr %at
    ret void
  )"));
  expectProblem(1, 32, "whose lane is not in its mask");
}

TEST_F(EmulationTest, ShuffleFromALaneOutsideOfTheMask) {
  ASSERT_FALSE(load(R"(
    %x = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 65535, i32 %t, i32 20, i32 31)
    store i32 %x, ptr %at
    ret void
  )"));
  expectProblem(1, 16, "reads lane 20, which doesn't take part");
}

TEST_F(EmulationTest, EveryBlockOnce) {
  ASSERT_FALSE(load(R"(
    %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
    %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
    %s = add i32 %n, %g
    %cell = getelementptr i32, ptr %m, i32 %b
    %v = atomicrmw add ptr %cell, i32 %s monotonic
    ret void
  )"));
  for (uint64_t seed : {0, 1, 2, 3, 4, 5})
    for (uint32_t blocks : {1, 2, 3, 7, 60, 64}) {
      memory.assign(64, 0);
      ASSERT_EQ(run(blocks, 2, seed), "");
      for (uint32_t i = 0; i < 64; ++i)
        EXPECT_EQ(memory[i],
                  i < blocks ? static_cast<int32_t>(2 * (2 + blocks)) : 0);
    }
}

TEST_F(EmulationTest, OnePastTheEnd) {
  ASSERT_FALSE(load("store i32 %t, ptr %at\n ret void\n"));
  EXPECT_EQ(run(1, 64), "");
  // The thread behind the last element, whenever its turn is.
  expectProblem(1, 65,
                "access out of bounds: thread (64, 0, 0) of block (0, 0, "
                "0) writes 4 bytes at memory that is not the device's");
}

TEST_F(EmulationTest, OnePastTheEndOfSharedMemory) {
  ASSERT_FALSE(load("store i32 %t, ptr addrspace(3) %own\n ret void\n"));
  EXPECT_EQ(run(1, 64), "");
  expectProblem(1, 65,
                "writes 4 bytes at byte 256 of a shared array of 256 "
                "bytes");
}

TEST_F(EmulationTest, AtomicOutOfBounds) {
  ASSERT_FALSE(load("%p = getelementptr i8, ptr %m, i64 -4\n"
                    "%v = atomicrmw add ptr %p, i32 1 monotonic\n ret void\n"));
  expectProblem(1, 2, "access out of bounds: thread (");
  EXPECT_NE(run(1, 1).find("updates 4 bytes"), std::string::npos);
}

TEST_F(EmulationTest, OutOfBoundsBeforeABarrier) {
  // The threads that wait for the one that was stopped are no deadlock.
  ASSERT_FALSE(load(R"(
    store i32 %t, ptr %at
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    ret void
  )"));
  expectProblem(1, 65, "access out of bounds: thread (64, 0, 0)");
}

TEST_F(EmulationTest, Misaligned) {
  ASSERT_FALSE(load("%p = getelementptr i8, ptr %m, i64 2\n"
                    "%v = load i32, ptr %p, align 4\n"
                    "store i32 %v, ptr %m\n ret void\n"));
  expectProblem(1, 1,
                "misaligned access: thread (0, 0, 0) of block (0, 0, 0) "
                "reads 4 bytes at an address that is no multiple of 4");
}

TEST_F(EmulationTest, UnknownIntrinsic) {
  EXPECT_EQ(llvm::toString(load("%c = call i64 "
                                "@llvm.nvvm.read.ptx.sreg.clock64()\n"
                                "ret void\n}\n"
                                "declare i64 "
                                "@llvm.nvvm.read.ptx.sreg.clock64()\n"
                                "define void @rest() {\n ret void\n")),
            "the emulation doesn't know 'llvm.nvvm.read.ptx.sreg.clock64'");
}

TEST_F(EmulationTest, InlineAssembly) {
  EXPECT_EQ(llvm::toString(load("call void asm sideeffect \"exit;\", \"\"()\n"
                                "ret void\n")),
            "the emulation doesn't know the inline assembly of 'k'");
}

TEST_F(EmulationTest, NoBitcode) {
  auto code = DeviceCode::load("PTX", /*checkRaces=*/false);
  EXPECT_FALSE(static_cast<bool>(code));
  llvm::consumeError(code.takeError());
}
TEST_F(EmulationTest, CountsAccesses) {
  ASSERT_FALSE(load(R"(
  store i32 %t, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %own
  atomicrmw add ptr addrspace(3) %own, i32 1 monotonic, align 4
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  %z = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 true)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %pair = load <2 x i32>, ptr %m
  %wait = load atomic i32, ptr %m monotonic, align 4
  %swap = cmpxchg ptr %m, i32 -1, i32 0 monotonic monotonic, align 4
  store i32 %w, ptr %at
  ret void
)"));
  ASSERT_EQ(run(2, 64), "");
  ASSERT_EQ(run(1, 64), "");
  const mlir::segment::KernelCounts &k = counts.get("k");
  EXPECT_EQ(k.launches, 2u);
  EXPECT_EQ(k.blocks, 3u);
  EXPECT_EQ(k.threads, 192u);
  EXPECT_EQ(k.barriers, 3u);
  EXPECT_EQ(k.shuffles, 6u);
  EXPECT_EQ(k.votes, 6u);
  EXPECT_EQ(k.shared.loads, 192u);
  EXPECT_EQ(k.shared.loadBytes, 4 * 192u);
  EXPECT_EQ(k.shared.stores, 192u);
  EXPECT_EQ(k.shared.storeBytes, 4 * 192u);
  EXPECT_EQ(k.shared.atomics, 192u);
  EXPECT_EQ(k.shared.atomicLanes, 192u);
  EXPECT_EQ(k.shared.atomicBytes, 4 * 192u);
  EXPECT_EQ(k.global.loads, 2 * 192u);
  EXPECT_EQ(k.global.loadBytes, (8 + 4) * 192u);
  EXPECT_EQ(k.global.stores, 192u);
  EXPECT_EQ(k.global.storeBytes, 4 * 192u);
  EXPECT_EQ(k.global.atomics, 192u);
  EXPECT_EQ(k.global.atomicLanes, 192u);
  EXPECT_EQ(k.global.atomicBytes, 4 * 192u);
}

TEST_F(EmulationTest, CountsVectorsOnce) {
  ASSERT_FALSE(load(R"(
  call void asm sideeffect "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $2, $3, $4};", "l,f,f,f,f,~{memory}"(ptr %m, float 1.0, float 1.0, float 1.0, float 1.0)
  ret void
)"));
  ASSERT_EQ(run(1, 3), "");
  const mlir::segment::KernelCounts &k = counts.get("k");
  EXPECT_EQ(k.global.atomics, 3u);
  EXPECT_EQ(k.global.atomicLanes, 12u);
  EXPECT_EQ(k.global.atomicBytes, 48u);
  EXPECT_EQ(k.global.stores, 0u);
}

} // namespace
