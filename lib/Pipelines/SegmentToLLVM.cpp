//===- SegmentToLLVM.cpp - segment-to-llvm-pipeline -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/OpenMPToLLVM/ConvertOpenMPToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/SCFToOpenMP/SCFToOpenMP.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "segment/Conversion/Passes.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"
#include "segment/Pipelines/Pipelines.h"

using namespace mlir;
using namespace mlir::segment;

LogicalResult SegmentToLLVMOptions::verify(
    function_ref<LogicalResult(const Twine &)> onError) const {
  if (runtime == RuntimeKind::assertion && parallel == ParallelKind::openmp)
    return onError("parallel=openmp needs runtime=library: with runtime=assert "
                   "there is no library that has threads");
  return success();
}

/// As PassPipelineRegistration does, but with an error where adding a module's
/// passes would abort, and with options that are verified.
template <typename Options>
static void registerPipeline(StringRef name, StringRef description,
                             void (*build)(OpPassManager &, const Options &)) {
  registerPassPipeline(
      name, description,
      [=](OpPassManager &pm, StringRef text,
          function_ref<LogicalResult(const Twine &)> errorHandler) {
        if (pm.getOpAnchorName() != ModuleOp::getOperationName())
          return errorHandler(name + ": expected to run on '" +
                              ModuleOp::getOperationName() + "', but got '" +
                              pm.getOpAnchorName() + "'");
        Options options;
        if (failed(options.parseFromString(text)))
          return failure();
        if (failed(options.verify(errorHandler)))
          return failure();
        build(pm, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> handler) {
        handler(Options());
      });
}

static void addCleanup(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void segment::buildSegmentToCore(OpPassManager &pm,
                                 const SegmentToLLVMOptions &options) {
  if (!options.overrideBounds.empty()) {
    SegmentOverrideBoundsOptions bounds;
    bounds.bounds = options.overrideBounds;
    pm.addPass(createSegmentOverrideBounds(bounds));
  }
  addCleanup(pm);
  pm.addPass(createSegmentDecompose());
  pm.addPass(createSegmentLegalizeTypes());
  addCleanup(pm);
  pm.addPass(createSegmentFuse());
  addCleanup(pm);
  SegmentPlanOptions plan;
  plan.schedule = options.schedule;
  plan.vectorBits = options.vectorBits;
  pm.addPass(createSegmentPlan(plan));
}

void segment::buildBufferize(OpPassManager &pm) {
  pm.addPass(createSegmentProtectArguments());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.allowReturnAllocsFromLoops = true;
  // Callers pass row-major arrays; with dynamic layouts every collapse_shape
  // would copy.
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  bufferize.unknownTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  addCleanup(pm);
  bufferization::buildBufferDeallocationPipeline(pm);
  pm.addPass(createConvertBufferizationToMemRefPass());
}

void segment::buildCoreToLoops(OpPassManager &pm,
                               const SegmentToLLVMOptions &options) {
  SegmentChecksToLoopsOptions checks;
  if (options.vectorBits != 0)
    checks.vectorBits = options.vectorBits;
  pm.addPass(createSegmentChecksToLoops(checks));
  pm.addPass(createSegmentScheduleToLoops());
  pm.addPass(createSegmentReduceToLoops());
  pm.addPass(createSegmentCopiesToLinalg());
  if (options.hasThreads())
    pm.addPass(createSegmentParallelizeCopies());
  pm.addPass(createSegmentFlattenElementwise());
  SegmentVectorizeRowsOptions rows;
  if (options.vectorBits != 0)
    rows.vectorBits = options.vectorBits;
  pm.addNestedPass<func::FuncOp>(createSegmentVectorizeRows(rows));
  pm.addPass(createConvertLinalgToLoopsPass());
  addCleanup(pm);
}

void segment::buildLoopsToLLVM(OpPassManager &pm,
                               const SegmentToLLVMOptions &options,
                               bool hasKernels) {
  bool isAssert = options.runtime == RuntimeKind::assertion;
  pm.addPass(createConvertVectorToSCFPass());
  if (options.hasThreads()) {
    // Before the rest, since this puts loops into memref.alloca_scope, which
    // convert-scf-to-cf can't look into: finalize-memref-to-llvm has to run
    // before that.
    pm.addPass(createForallToParallelLoopPass());
    pm.addPass(createSegmentSerializeLoops());
    pm.addPass(createConvertSCFToOpenMPPass());
    pm.addPass(createSegmentOpenMPClauses());
  } else {
    pm.addPass(createForallToForLoopPass());
  }
  SegmentLowerRuntimeOptions runtime;
  runtime.runtime = isAssert ? "assert" : "library";
  runtime.parallel = options.hasThreads() ? "openmp" : "none";
  runtime.kernels = hasKernels;
  pm.addPass(createSegmentLowerRuntime(runtime));
  if (hasKernels)
    pm.addPass(createSegmentDeviceMemory());
  ConvertVectorToLLVMPassOptions vector;
  vector.force32BitVectorIndices = false;
  pm.addPass(createConvertVectorToLLVMPass(vector));
  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(createSegmentExpandReshapes());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  // bf16 arithmetic in f32, so that rounding is the integer one of the next
  // pass everywhere, not that of the hardware at hand.
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  emulate.targetTypeStr = "f32";
  pm.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  pm.addPass(createSegmentExpandArith());
  pm.addPass(createConvertComplexToStandardPass());
  pm.addPass(createConvertComplexToLLVMPass());
  FinalizeMemRefToLLVMConversionPassOptions memref;
  memref.useGenericFunctions = !isAssert;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memref));
  pm.addPass(createSCFToControlFlowPass());
  if (hasKernels)
    pm.addPass(createGpuToLLVMConversionPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());
  if (options.hasThreads())
    pm.addPass(createConvertOpenMPToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  SegmentEarlyExitOptions exit;
  exit.runtime = isAssert ? "assert" : "library";
  exit.kernels = hasKernels;
  pm.addPass(createSegmentEarlyExit(exit));
  if (options.hasThreads())
    pm.addPass(createSegmentOpenMPShares());
  addCleanup(pm);
  pm.addPass(createSegmentVerifyLowered());
}

void segment::buildSegmentToLLVM(OpPassManager &pm,
                                 const SegmentToLLVMOptions &options) {
  buildSegmentToCore(pm, options);
  buildBufferize(pm);
  buildCoreToLoops(pm, options);
  buildLoopsToLLVM(pm, options);
}

void segment::registerSegmentPipelines() {
  registerPipeline<SegmentToLLVMOptions>(
      "segment-to-llvm-pipeline",
      "Lower segment, tensor, linalg, arith, math, complex, scf, vector and "
      "func to the LLVM dialect",
      buildSegmentToLLVM);
  registerPipeline<SegmentToNVVMOptions>(
      "segment-to-nvvm-pipeline",
      "Lower segment, tensor, linalg, arith, math, complex, scf, vector and "
      "func to the LLVM dialect and kernels for NVIDIA GPUs",
      buildSegmentToNVVM);
}
