//===- Jit.cpp - Code for this machine from LLVM IR -------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"

#include "Constructors.h"
#include "GPUEntryPoints.h"
#include "OpenMPRuntime.h"
#include "RuntimeSymbols.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "segment/Execution/Array.h"
#include "segment/Execution/Executable.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir::segment;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace orc = llvm::orc;

namespace {

/// Keeps errors of code generation, which would otherwise end the process.
class ReportingHandler : public llvm::DiagnosticHandler {
public:
  ReportingHandler(std::string &reports) : reports(reports) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error) {
      llvm::raw_string_ostream stream(reports);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
      stream << '\n';
    }
    return true;
  }

private:
  std::string &reports;
};

} // namespace

Jit::Jit() = default;

Jit::~Jit() {
  if (finalize)
    finalize();
}

static Error initializeTarget() {
  // The functions return true if this LLVM has no code for this machine.
  static const bool failed = llvm::InitializeNativeTarget() ||
                             llvm::InitializeNativeTargetAsmPrinter();
  if (failed)
    return makeError("LLVM can't generate code for this machine");
  return Error::success();
}

/// Level 1 promotes memory to registers, combines instructions and hoists what
/// doesn't change out of loops, in a third of the time of LLVM's own pipelines.
/// Even level 0 combines instructions: code generation widens a bf16 that
/// crosses blocks and rounds it back by an instruction that loses subnormals,
/// whereas its bits, as which it is stored then, just pass.
static Error runShortPipeline(llvm::Module &module,
                              llvm::TargetMachine &machine, unsigned optLevel) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  static constexpr const char *pipelines[] = {
      "function(instcombine<no-verify-fixpoint>)",
      "function(sroa,early-cse<memssa>,simplifycfg,"
      "instcombine<no-verify-fixpoint>,loop-mssa(loop-rotate,licm),gvn,"
      "instcombine<no-verify-fixpoint>,simplifycfg)"};
  llvm::ModulePassManager passes;
  if (Error error = builder.parsePassPipeline(passes, pipelines[optLevel]))
    return error;
  passes.run(module, modules);
  return Error::success();
}

static Error optimize(llvm::Module &module, llvm::TargetMachine &machine,
                      unsigned optLevel) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  if (optLevel <= 1)
    return runShortPipeline(module, machine, optLevel);
  return mlir::makeOptimizingTransformer(optLevel, /*sizeLevel=*/0,
                                         &machine)(&module);
}

Expected<ObjectCode> mlir::segment::generateCode(llvm::LLVMContext &context,
                                                 llvm::Module &module,
                                                 unsigned optLevel) {
  if (Error error = initializeTarget())
    return error;
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(llvm::CodeGenOpt::getLevel(optLevel).value_or(
      llvm::CodeGenOptLevel::Default));
  auto machine = builder->createTargetMachine();
  if (!machine)
    return machine.takeError();

  std::string reports;
  context.setDiagnosticHandler(std::make_unique<ReportingHandler>(reports));
  exposeConstructors(module);
  if (Error error = optimize(module, **machine, optLevel))
    return error;
  auto object = orc::SimpleCompiler(**machine)(module);
  context.setDiagnosticHandler(nullptr);
  // The reports come first: they say what the error results from.
  if (!object)
    reports += llvm::toString(object.takeError());
  if (!reports.empty())
    return makeError(StringRef(reports).rtrim());
  return ObjectCode(std::move(*object));
}

/// What the code holds, or, if `isUndefined`, calls and doesn't hold itself.
static Expected<std::vector<std::string>> getSymbols(llvm::MemoryBufferRef code,
                                                     bool isUndefined) {
  auto object = llvm::object::ObjectFile::createObjectFile(code);
  if (!object)
    return object.takeError();
  std::vector<std::string> names;
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if (bool(*flags & llvm::object::SymbolRef::SF_Undefined) != isUndefined)
      continue;
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (!name->empty())
      names.push_back(name->str());
  }
  return names;
}

/// Offers the runtime's functions, and those of OpenMP if the code calls any,
/// behind those of the code.
static Error addRuntimeSymbols(orc::LLJIT &jit, llvm::MemoryBufferRef code,
                               Target target) {
  Expected<std::vector<std::string>> undefined =
      getSymbols(code, /*isUndefined=*/true);
  if (!undefined)
    return undefined.takeError();
  auto library = jit.createJITDylib("<segment-runtime>");
  if (!library)
    return library.takeError();
  orc::SymbolMap symbols;
  auto add = [&](StringRef name, void *address) {
    symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(address),
                                          llvm::JITSymbolFlags::Exported |
                                              llvm::JITSymbolFlags::Callable};
  };
  for (auto [name, address] : getRuntimeSymbols())
    add(name, address);
  if (target == Target::emulation)
    for (auto [name, address] : getEmulationEntryPoints())
      add(name, address);
  if (target == Target::cuda)
    for (auto [name, address] : getCudaEntryPoints())
      add(name, address);
  for (const std::string &name : *undefined) {
    if (!OpenMPRuntime::provides(name))
      continue;
    Expected<OpenMPRuntime> openMP = OpenMPRuntime::get();
    if (!openMP)
      return openMP.takeError();
    Expected<void *> address = openMP->lookup(name);
    if (!address)
      return address.takeError();
    add(name, *address);
  }
  if (Error error = library->define(orc::absoluteSymbols(std::move(symbols))))
    return error;
  jit.getMainJITDylib().addToLinkOrder(*library);
  return Error::success();
}

Expected<std::unique_ptr<Jit>> Jit::load(StringRef code, Target target) {
  if (Error error = initializeTarget())
    return error;
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  std::unique_ptr<Jit> result(new Jit);
  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*builder))
                 .create();
  if (!jit)
    return jit.takeError();
  result->jit = std::move(*jit);
  result->jit->getExecutionSession().setErrorReporter(
      [&reports = result->reports](Error error) {
        reports += llvm::toString(std::move(error)) + "\n";
      });
  // The linker writes to what it is given.
  auto object = llvm::MemoryBuffer::getMemBufferCopy(code, "segment");
  Expected<std::vector<std::string>> defined =
      getSymbols(*object, /*isUndefined=*/false);
  if (!defined)
    return defined.takeError();
  if (Error error = addRuntimeSymbols(*result->jit, *object, target))
    return error;
  if (Error error = result->jit->addObjectFile(std::move(object)))
    return error;
  // Kernels are loaded by constructors.
  for (auto [name, function] : {std::pair(kInitialize, &result->initialize),
                                std::pair(kFinalize, &result->finalize)}) {
    if (!llvm::is_contained(*defined, name))
      continue;
    Expected<void *> address = result->lookup(name);
    if (!address)
      return address.takeError();
    *function = reinterpret_cast<void (*)()>(*address);
  }
  if (result->initialize)
    result->initialize();
  return result;
}

Expected<void *> Jit::lookup(StringRef name) {
  Expected<orc::ExecutorAddr> address = jit->lookup(name);
  // The reports come first: they say what the errors result from.
  std::string message = std::move(reports);
  reports.clear();
  if (!address)
    message += llvm::toString(address.takeError());
  if (!message.empty())
    return makeError(StringRef(message).rtrim());
  return address->toPtr<void *>();
}
