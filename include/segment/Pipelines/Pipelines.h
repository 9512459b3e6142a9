//===- Pipelines.h - Pipelines from segment to the LLVM dialect -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PIPELINES_PIPELINES_H
#define SEGMENT_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {

/// Where compiled code reports failures.
enum class RuntimeKind {
  /// To the context of the call, through libSegmentRuntime (Runtime.h).
  library,
  /// By aborting; needs nothing but the C library.
  assertion
};

/// How parallel loops run.
enum class ParallelKind {
  /// As `openmp`, or as `none` with `runtime=assert`.
  automatic,
  /// On OpenMP's threads, as many as the call may use.
  openmp,
  /// On the calling thread.
  none
};

/// Options of `segment-to-llvm-pipeline`.
struct SegmentToLLVMOptions : PassPipelineOptions<SegmentToLLVMOptions> {
  /// The policy of every operation, whatever the module says; as written
  /// without a value.
  PassOptions::Option<std::string> overrideBounds{
      *this, "override-bounds",
      llvm::cl::desc("Policy for bad ids of every operation: error, drop or "
                     "assume (default: what each operation says)"),
      llvm::cl::init("")};
  PassOptions::Option<RuntimeKind> runtime{
      *this, "runtime", llvm::cl::desc("Where failures are reported"),
      llvm::cl::values(
          clEnumValN(RuntimeKind::library, "library",
                     "to the context of the call, through libSegmentRuntime"),
          clEnumValN(RuntimeKind::assertion, "assert",
                     "by aborting; needs no library of ours")),
      llvm::cl::init(RuntimeKind::library)};
  PassOptions::Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc("Force a schedule: plain, runs, owners, buckets, adaptive "
                     "or pieces (default: segment-plan chooses)"),
      llvm::cl::init("")};
  PassOptions::Option<int64_t> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("Bits of a vector register: 128, 256 or 512 (default: as "
                     "the target description says, otherwise 256)"),
      llvm::cl::init(0)};
  PassOptions::Option<ParallelKind> parallel{
      *this, "parallel", llvm::cl::desc("How parallel loops run"),
      llvm::cl::values(
          clEnumValN(ParallelKind::automatic, "auto",
                     "as openmp, or as none with runtime=assert"),
          clEnumValN(ParallelKind::openmp, "openmp",
                     "on OpenMP's threads, as many as the call may use"),
          clEnumValN(ParallelKind::none, "none", "on the calling thread")),
      llvm::cl::init(ParallelKind::automatic)};

  /// Whether parallel loops run on OpenMP's threads.
  bool hasThreads() const {
    return parallel == ParallelKind::openmp ||
           (parallel == ParallelKind::automatic &&
            runtime == RuntimeKind::library);
  }

  /// Options that contradict each other are an error.
  LogicalResult
  verify(llvm::function_ref<LogicalResult(const llvm::Twine &)> onError) const;
};

/// Surface operations to the core operation on signless tensors: bounds policy,
/// decomposition, type legalization.
void buildSegmentToCore(OpPassManager &pm, const SegmentToLLVMOptions &options);

/// Tensors to memrefs, with deallocation.
void buildBufferize(OpPassManager &pm);

/// Bufferized core and check operations to scf, linalg to vectors and loops.
void buildCoreToLoops(OpPassManager &pm, const SegmentToLLVMOptions &options);

/// From there to the LLVM dialect: parallel loops to OpenMP, reports to the
/// runtime, then everything. With `hasKernels` launches of kernels too, which
/// have to be binaries already.
void buildLoopsToLLVM(OpPassManager &pm, const SegmentToLLVMOptions &options,
                      bool hasKernels = false);

/// The whole of it (`segment-to-llvm-pipeline`): from any mix of segment,
/// tensor, linalg, arith, math, complex, scf, vector and func to the LLVM
/// dialect (and OpenMP's, where there are parallel loops). The options have to
/// be those that `verify` takes.
void buildSegmentToLLVM(OpPassManager &pm, const SegmentToLLVMOptions &options);

/// What `segment-to-nvvm-pipeline` makes of the kernels.
enum class KernelFormat {
  /// PTX.
  isa,
  /// Machine code, by ptxas.
  bin,
  /// PTX and machine code.
  fatbin,
  /// LLVM IR as the device optimizer leaves it, as bitcode.
  llvm
};

/// Options of `segment-to-nvvm-pipeline`.
struct SegmentToNVVMOptions : PassPipelineOptions<SegmentToNVVMOptions> {
  PassOptions::Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("The GPU: sm_75, sm_80, sm_86, sm_89, sm_90, sm_100 or "
                     "sm_120"),
      llvm::cl::init("sm_90")};
  PassOptions::Option<KernelFormat> format{
      *this, "format", llvm::cl::desc("What the kernels become"),
      llvm::cl::values(
          clEnumValN(KernelFormat::isa, "isa", "PTX"),
          clEnumValN(KernelFormat::bin, "bin",
                     "machine code; needs ptxas of the CUDA toolkit"),
          clEnumValN(KernelFormat::fatbin, "fatbin",
                     "PTX and machine code; needs ptxas and fatbinary"),
          clEnumValN(KernelFormat::llvm, "llvm", "optimized LLVM bitcode")),
      llvm::cl::init(KernelFormat::isa)};
  PassOptions::Option<bool> deterministic{
      *this, "deterministic",
      llvm::cl::desc("Float sums don't depend on how threads run"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> checkBounds{
      *this, "check-bounds",
      llvm::cl::desc("Report bad ids as each operation says, instead of "
                     "leaving their rows out"),
      llvm::cl::init(false)};
  PassOptions::Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc("Force a schedule: atomic, runs or csr (default: "
                     "segment-reduce-to-gpu chooses)"),
      llvm::cl::init("auto")};

  PassOptions::Option<bool> printHash{
      *this, "print-hash",
      llvm::cl::desc("Remark the hash of the kernels that the device optimizer "
                     "leaves for its code generator"),
      llvm::cl::init(false)};

  /// An unknown chip or schedule is an error.
  LogicalResult
  verify(llvm::function_ref<LogicalResult(const llvm::Twine &)> onError) const;
};

/// Bufferized core operations and linalg to kernels, launched by the host, and
/// checks to loops of the host.
void buildCoreToKernels(OpPassManager &pm, const SegmentToNVVMOptions &options);

/// The kernels to NVVM, and that to what `format` says.
void buildKernelsToBinary(OpPassManager &pm,
                          const SegmentToNVVMOptions &options);

/// The whole of it (`segment-to-nvvm-pipeline`): from what
/// `segment-to-llvm-pipeline` takes to the LLVM dialect for the host and a
/// `gpu.binary` with the kernels. The options have to be those that `verify`
/// takes.
void buildSegmentToNVVM(OpPassManager &pm, const SegmentToNVVMOptions &options);

/// Registers the pipelines with the pass registry.
void registerSegmentPipelines();

} // namespace mlir::segment

#endif // SEGMENT_PIPELINES_PIPELINES_H
