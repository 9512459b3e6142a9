//===- SegmentToNVVM.cpp - segment-to-nvvm-pipeline -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "segment/Conversion/Passes.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"
#include "segment/Pipelines/Pipelines.h"

using namespace mlir;
using namespace mlir::segment;

/// The GPUs, each with the oldest version of PTX that knows it, and what we use
/// of it: the older the version, the more drivers take it.
static constexpr std::pair<StringLiteral, StringLiteral> chips[] = {
    {"sm_75", "+ptx63"}, {"sm_80", "+ptx70"}, {"sm_86", "+ptx71"},
    {"sm_89", "+ptx78"}, {"sm_90", "+ptx81"}, {"sm_100", "+ptx86"},
    {"sm_120", "+ptx87"}};

/// Empty for an unknown chip.
static StringRef getFeatures(StringRef chip) {
  for (auto [name, features] : chips)
    if (name == chip)
      return features;
  return "";
}

/// Whether four f32 can be added at once.
static bool hasVectorAtomics(StringRef chip) {
  unsigned generation = 0;
  chip.drop_front(StringRef("sm_").size()).getAsInteger(10, generation);
  return generation >= 90;
}

LogicalResult SegmentToNVVMOptions::verify(
    function_ref<LogicalResult(const Twine &)> onError) const {
  if (getFeatures(chip).empty())
    return onError("expected chip=sm_75, sm_80, sm_86, sm_89, sm_90, sm_100 or "
                   "sm_120, but got '" +
                   chip + "'");
  if (schedule != "auto" && schedule != "atomic" && schedule != "runs" &&
      schedule != "csr")
    return onError("expected schedule=auto, atomic, runs or csr, but got '" +
                   schedule + "'");
  return success();
}

static StringRef getFormatName(KernelFormat format) {
  switch (format) {
  case KernelFormat::isa:
    return "isa";
  case KernelFormat::bin:
    return "bin";
  case KernelFormat::fatbin:
    return "fatbin";
  case KernelFormat::llvm:
    return "llvm";
  }
  llvm_unreachable("unknown format");
}

static void addCleanup(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void segment::buildCoreToKernels(OpPassManager &pm,
                                 const SegmentToNVVMOptions &options) {
  SegmentReduceToGPUOptions reduce;
  reduce.schedule = options.schedule;
  reduce.deterministic = options.deterministic;
  reduce.vectorAtomics = hasVectorAtomics(options.chip);
  pm.addPass(createSegmentReduceToGPU(reduce));
  pm.addPass(createSegmentCopiesToLinalg());
  pm.addPass(createSegmentFlattenElementwise());
  pm.addPass(createConvertLinalgToParallelLoopsPass());
  pm.addPass(createForallToParallelLoopPass());
  SegmentChecksToLoopsOptions checks;
  checks.kernels = true;
  pm.addPass(createSegmentChecksToLoops(checks));
  pm.addPass(createSegmentParallelLoopsToGPU());
  addCleanup(pm);
  pm.addPass(createGpuLaunchSinkIndexComputationsPass());
  pm.addPass(createGpuKernelOutliningPass());
  addCleanup(pm);
}

void segment::buildKernelsToBinary(OpPassManager &pm,
                                   const SegmentToNVVMOptions &options) {
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(memref::createExpandOpsPass());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  // Rounding to bf16 is the same as on a CPU.
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  emulate.targetTypeStr = "f32";
  kernels.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  kernels.addPass(createSegmentExpandArith());
  kernels.addPass(createConvertComplexToStandardPass());
  kernels.addPass(createConvertComplexToLLVMPass());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createSegmentLegalizeDeviceMath());
  kernels.addPass(createConvertGpuOpsToNVVMOps());
  addCleanup(kernels);
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createSegmentDeviceAtomics());
  kernels.addPass(createSegmentKernelBounds());
  GpuNVVMAttachTargetOptions target;
  target.chip = options.chip;
  target.features = getFeatures(options.chip).str();
  target.optLevel = 3;
  pm.addPass(createGpuNVVMAttachTarget(target));
  SegmentKernelsToBinaryOptions binary;
  binary.format = getFormatName(options.format).str();
  binary.printHash = options.printHash;
  pm.addPass(createSegmentKernelsToBinary(binary));
}

void segment::buildSegmentToNVVM(OpPassManager &pm,
                                 const SegmentToNVVMOptions &options) {
  SegmentToLLVMOptions host;
  host.parallel = ParallelKind::none;
  if (!options.checkBounds)
    host.overrideBounds = "drop";
  buildSegmentToCore(pm, host);
  buildBufferize(pm);
  buildCoreToKernels(pm, options);
  buildKernelsToBinary(pm, options);
  buildLoopsToLLVM(pm, host, /*hasKernels=*/true);
}
