//===- KernelsToBinary.cpp - segment-kernels-to-binary --------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "segment/Conversion/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/xxhash.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTKERNELSTOBINARY
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

static std::optional<gpu::CompilationTarget> getFormat(StringRef name) {
  return llvm::StringSwitch<std::optional<gpu::CompilationTarget>>(name)
      .Case("llvm", gpu::CompilationTarget::Offload)
      .Case("isa", gpu::CompilationTarget::Assembly)
      .Case("bin", gpu::CompilationTarget::Binary)
      .Case("fatbin", gpu::CompilationTarget::Fatbin)
      .Default(std::nullopt);
}

/// Of the module as the code generator gets it, written as bitcode.
static std::string getHash(llvm::Module &module) {
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  return llvm::utohexstr(llvm::xxh3_64bits(bitcode), /*LowerCase=*/true, 16);
}

namespace {
struct SegmentKernelsToBinary
    : segment::impl::SegmentKernelsToBinaryBase<SegmentKernelsToBinary> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerGPUDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    registerNVVMDialectTranslation(registry);
    NVVM::registerNVVMTargetInterfaceExternalModels(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<gpu::CompilationTarget> target = getFormat(format);
    if (!target) {
      emitError(module.getLoc())
          << "segment-kernels-to-binary: expected format=isa, bin, fatbin or "
             "llvm, but got '"
          << format << "'";
      return signalPassFailure();
    }
    std::optional<SymbolTable> symbols;
    auto getSymbols = [&] {
      if (!symbols)
        symbols.emplace(module);
      return &*symbols;
    };
    auto printModule = [&](llvm::Module &kernels) {
      if (printHash)
        emitRemark(module.getLoc())
            << "hash of the kernels that the device optimizer leaves: "
            << getHash(kernels);
    };
    gpu::TargetOptions options(
        /*toolkitPath=*/{}, /*librariesToLink=*/{}, /*cmdOptions=*/{},
        /*elfSection=*/{}, *target, getSymbols,
        /*initialLlvmIRCallback=*/{}, /*linkedLlvmIRCallback=*/{}, printModule);
    if (failed(gpu::transformGpuModulesToBinaries(module, /*handler=*/nullptr,
                                                  options)))
      signalPassFailure();
  }
};
} // namespace
