//===- segment-compile.cpp - Compiles a module ahead of time --------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module to files: kernels, or code for the host that has them in it
// and needs nothing of LLVM where it runs. Exits with 0, or with 1 and a
// message on standard error.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "segment/Execution/AheadOfTime.h"
#include "segment/InitAll.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::segment;
using llvm::Expected;

/// Reports an error that belongs to no place in the module.
static LogicalResult report(const llvm::Twine &problem) {
  llvm::WithColor::error(llvm::errs(), "segment-compile") << problem << '\n';
  return failure();
}

/// Writes a file as a whole, or leaves none behind.
static LogicalResult
writeFile(StringRef path,
          llvm::function_ref<LogicalResult(llvm::raw_ostream &)> write) {
  std::error_code error;
  llvm::ToolOutputFile file(path, error, llvm::sys::fs::OF_None);
  if (error)
    return report(path + ": " + error.message());
  if (failed(write(file.os())))
    return failure();
  file.os().flush();
  if (file.os().has_error()) {
    error = file.os().error();
    file.os().clear_error();
    return report(path + ": " + error.message());
  }
  file.keep();
  return success();
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

static FailureOr<std::vector<Signature>> getSignatures(ModuleOp module) {
  std::vector<Signature> signatures;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    StringRef name = function.getName();
    if (!llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; }))
      return emitError(function.getLoc(), "'")
             << name << "' can't be declared in C";
    Expected<Signature> signature =
        Signature::get(name, function.getFunctionType());
    if (!signature)
      return emitError(function.getLoc())
             << llvm::toString(signature.takeError());
    signatures.push_back(std::move(*signature));
  }
  return signatures;
}

static std::string getGuard(StringRef path) {
  std::string guard = llvm::sys::path::filename(path).upper();
  for (char &c : guard)
    if (!llvm::isAlnum(c))
      c = '_';
  return "SEGMENT_COMPILED_" + guard;
}

//===----------------------------------------------------------------------===//
// Shared libraries
//===----------------------------------------------------------------------===//

/// Links an object file with the run-time libraries beside this program.
static LogicalResult link(StringRef object, StringRef output, char *argv0) {
  auto linker = llvm::sys::findProgramByName("cc");
  if (!linker)
    return report("a shared library needs the C compiler 'cc': " +
                  linker.getError().message());
  void *address = reinterpret_cast<void *>(&link);
  llvm::SmallString<128> libraries(
      llvm::sys::fs::getMainExecutable(argv0, address));
  llvm::sys::path::remove_filename(libraries);
  llvm::sys::path::append(libraries, "..", "lib");
  llvm::sys::path::remove_dots(libraries, /*remove_dot_dot=*/true);
  std::string folder = ("-L" + libraries).str();
  std::string rpath = ("-Wl,-rpath," + libraries).str();
  std::string problem;
  int status = llvm::sys::ExecuteAndWait(
      *linker,
      {*linker, "-shared", "-o", output, object, folder, rpath,
       "-lSegmentRuntime", "-lSegmentCuda", "-lm"},
      std::nullopt, {}, 0, 0, &problem);
  if (status != 0)
    return report("'" + *linker + "' failed" +
                  (problem.empty() ? "" : ": " + problem));
  return success();
}

//===----------------------------------------------------------------------===//
// Main
//===----------------------------------------------------------------------===//

static LogicalResult writeOutput(ModuleOp lowered,
                                 const CompileCommand &command, char *argv0) {
  switch (command.kind) {
  case OutputKind::ptx:
  case OutputKind::cubin: {
    FailureOr<StringRef> kernels = getKernels(lowered);
    if (failed(kernels))
      return failure();
    return writeFile(command.output, [&](llvm::raw_ostream &stream) {
      // PTX ends with a zero for the driver.
      stream << (command.kind == OutputKind::ptx ? kernels->rtrim('\0')
                                                 : *kernels);
      return success();
    });
  }
  case OutputKind::object:
  case OutputKind::llvmIR:
    return writeFile(command.output, [&](llvm::raw_ostream &stream) {
      return emitHostCode(lowered,
                          command.kind == OutputKind::object
                              ? HostCodeKind::object
                              : HostCodeKind::llvmIR,
                          command.optLevel, stream);
    });
  case OutputKind::sharedLibrary: {
    llvm::SmallString<128> object;
    if (std::error_code error =
            llvm::sys::fs::createTemporaryFile("segment-compile", "o", object))
      return report("a temporary file: " + error.message());
    llvm::FileRemover remover(object);
    if (failed(writeFile(object, [&](llvm::raw_ostream &stream) {
          return emitHostCode(lowered, HostCodeKind::object, command.optLevel,
                              stream);
        })))
      return failure();
    return link(object, command.output, argv0);
  }
  }
  llvm_unreachable("unknown output");
}

static LogicalResult runMain(int argc, char **argv) {
  Expected<CompileCommand> command = parseCommandLine(argc, argv);
  if (!command)
    return report(llvm::toString(command.takeError()));
  std::string problem;
  std::unique_ptr<llvm::MemoryBuffer> file =
      openInputFile(command->file, &problem);
  if (!file)
    return report(problem);

  DialectRegistry registry;
  segment::registerAllDialects(registry);
  segment::registerAllExtensions(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto sourceMgr = std::make_shared<llvm::SourceMgr>();
  sourceMgr->AddNewSourceBuffer(std::move(file), SMLoc());
  SourceMgrDiagnosticHandler handler(*sourceMgr, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sourceMgr, ParserConfig(&context));
  if (!module)
    return failure();
  std::vector<Signature> signatures;
  if (!command->header.empty()) {
    FailureOr<std::vector<Signature>> found = getSignatures(*module);
    if (failed(found))
      return failure();
    signatures = std::move(*found);
  }
  PassManager passManager(&context, ModuleOp::getOperationName());
  if (failed(buildExecutablePipeline(passManager, command->pipelineOptions,
                                     module->getLoc(), command->target)) ||
      failed(passManager.run(*module)) ||
      failed(writeOutput(*module, *command, argv[0])))
    return failure();
  if (command->header.empty())
    return success();
  return writeFile(command->header, [&](llvm::raw_ostream &stream) {
    emitHeader(signatures, getGuard(command->header), stream);
    return success();
  });
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  return failed(runMain(argc, argv));
}
