//===- AheadOfTime.cpp - Code that outlives the process -------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/AheadOfTime.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::segment;

/// For any processor of this machine's architecture, in any library.
static std::unique_ptr<llvm::TargetMachine>
createTargetMachine(unsigned optLevel, std::string &problem) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, /*CPU=*/"", /*Features=*/"", llvm::TargetOptions(),
      llvm::Reloc::PIC_, std::nullopt,
      llvm::CodeGenOpt::getLevel(static_cast<int>(optLevel))
          .value_or(llvm::CodeGenOptLevel::Default)));
}

LogicalResult mlir::segment::emitHostCode(ModuleOp lowered, HostCodeKind kind,
                                          unsigned optLevel,
                                          llvm::raw_ostream &stream) {
  DialectRegistry translations;
  registerBuiltinDialectTranslation(translations);
  registerLLVMDialectTranslation(translations);
  registerOpenMPDialectTranslation(translations);
  registerGPUDialectTranslation(translations);
  lowered->getContext()->appendDialectRegistry(translations);

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(lowered, context, "segment");
  if (!module)
    return emitError(lowered.getLoc(), "translation to LLVM IR failed");
  std::string problem;
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(optLevel, problem);
  if (!machine)
    return emitError(lowered.getLoc(), "LLVM can't generate code: ") << problem;
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  if (llvm::Error error = makeOptimizingTransformer(
          optLevel, /*sizeLevel=*/0, machine.get())(module.get()))
    return emitError(lowered.getLoc()) << llvm::toString(std::move(error));
  if (kind == HostCodeKind::llvmIR) {
    module->print(stream, nullptr);
    return success();
  }
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream buffer(code);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, buffer, nullptr,
                                   llvm::CodeGenFileType::ObjectFile))
    return emitError(lowered.getLoc(), "LLVM can't write object files here");
  passes.run(*module);
  stream << buffer.str();
  return success();
}

FailureOr<StringRef> mlir::segment::getKernels(ModuleOp lowered) {
  SmallVector<gpu::ObjectAttr> objects;
  for (auto binary : lowered.getOps<gpu::BinaryOp>())
    for (Attribute object : binary.getObjects())
      objects.push_back(cast<gpu::ObjectAttr>(object));
  if (objects.size() == 1)
    return objects.front().getObject().getValue();
  if (objects.empty())
    return emitError(lowered.getLoc(), "the module has no kernels");
  return emitError(lowered.getLoc(), "expected one module of kernels, got ")
         << objects.size();
}

void mlir::segment::emitHeader(ArrayRef<Signature> functions, StringRef guard,
                               llvm::raw_ostream &stream) {
  stream << "/* Made by segment-compile. What the arguments point at is in "
            "segment/Runtime/Runtime.h. */\n"
         << "#ifndef " << guard << "\n#define " << guard << "\n\n"
         << "#include \"segment/Runtime/Runtime.h\"\n\n"
         << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const Signature &function : functions)
    stream << "\n/* " << function.text << " */\n"
           << "int32_t segment_entry_" << function.name
           << "(SegmentContext *context, void *const *arguments,\n"
           << "    void *const *results);\n";
  stream << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}
