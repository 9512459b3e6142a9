//===- segment-run.cpp - Runs a function of a module ------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module in the process, calls one of its functions with arrays from
// the command line or from files, and prints, writes, compares or times what
// comes out. Exits with 0, or with 1 and a message on standard error.
//
//===----------------------------------------------------------------------===//

#include "Benchmark.h"
#include "Options.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "segment/Execution/ArrayText.h"
#include "segment/Execution/Compare.h"
#include "segment/Execution/Executable.h"
#include "segment/Execution/KernelCounts.h"
#include "segment/Execution/Npy.h"
#include "segment/InitAll.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::segment;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Reads arrays from files or from the texts themselves. `what` names them in
/// errors.
static Expected<std::vector<Array>> readArrays(ArrayRef<std::string> texts,
                                               StringRef what) {
  std::vector<Array> arrays;
  for (auto [i, text] : llvm::enumerate(texts)) {
    if (text == "@")
      return makeError(what + " " + llvm::Twine(i) +
                       ": expected a file's name after '@'");
    StringRef path = text;
    Expected<Array> array =
        path.consume_front("@") ? readNpy(path) : parseArray(text);
    if (!array)
      return makeError(what + " " + llvm::Twine(i) + ": " +
                       llvm::toString(array.takeError()));
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

static Error writeOutputs(ArrayRef<Array> results,
                          ArrayRef<std::string> paths) {
  std::vector<NpyOutput> outputs;
  for (auto [path, result] : llvm::zip(paths, results))
    outputs.push_back({path, result});
  return writeNpyFiles(outputs);
}

/// Prints the results behind the first `numWritten`.
static void printResults(ArrayRef<Array> results, size_t numWritten) {
  for (auto [i, result] : llvm::enumerate(results)) {
    if (i < numWritten)
      continue;
    llvm::outs() << "result[" << i << "]: ";
    printArray(llvm::outs(), result);
    llvm::outs() << '\n';
  }
}

static Error compareResults(ArrayRef<Array> results, ArrayRef<Array> expected,
                            std::optional<double> tolerance) {
  Error errors = Error::success();
  for (size_t i = 0; i < expected.size(); ++i)
    if (auto difference =
            describeDifference(results[i], expected[i], tolerance))
      errors = llvm::joinErrors(
          std::move(errors),
          makeError("result " + llvm::Twine(i) + " " + *difference));
  return errors;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The function that the command line names, or the only public one. Reports
/// an error otherwise.
static func::FuncOp findFunction(ModuleOp module,
                                 const std::optional<std::string> &name) {
  std::vector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      functions.push_back(function);
  if (functions.empty()) {
    emitError(module.getLoc(), "the module has no public function to call");
    return nullptr;
  }
  if (!name && functions.size() == 1)
    return functions.front();
  for (func::FuncOp function : functions)
    if (name && function.getName() == *name)
      return function;

  InFlightDiagnostic diagnostic = emitError(module.getLoc());
  if (name)
    diagnostic << "no public function '" << *name << "'";
  else
    diagnostic << "--function is needed where there are several";
  for (func::FuncOp function : functions)
    diagnostic.attachNote(function.getLoc())
        << "there is '" << function.getName() << "' of type "
        << function.getFunctionType();
  return nullptr;
}

/// Reports an error at a function, without printing all of it as the
/// function's own emitError would.
static LogicalResult report(func::FuncOp function, Error error) {
  return emitError(function.getLoc()) << llvm::toString(std::move(error));
}

/// Reports the message of a failed check as a diagnostic. Compiled code writes
/// messages as "[<file>:<line>:<column>: ]error: <text>".
static LogicalResult reportMessage(func::FuncOp function, StringRef message) {
  auto [place, text] = message.split("error: ");
  if (text.empty())
    return emitError(function.getLoc()) << message;
  unsigned line, column;
  auto [fileAndLine, columnText] = place.rtrim(": ").rsplit(':');
  auto [file, lineText] = fileAndLine.rsplit(':');
  if (lineText.getAsInteger(10, line) || columnText.getAsInteger(10, column))
    return emitError(function.getLoc()) << text;
  return emitError(
             FileLineColLoc::get(function.getContext(), file, line, column))
         << text;
}

/// Reports what a call failed with.
static LogicalResult reportCall(func::FuncOp function, Error error) {
  error = llvm::handleErrors(std::move(error), [&](const CallError &failure) {
    (void)reportMessage(function, failure.getMessage());
  });
  return error ? report(function, std::move(error)) : failure();
}

/// Checks that the arrays of the command line fit the function before it is
/// compiled.
static LogicalResult checkArrays(func::FuncOp function,
                                 const RunOptions &options,
                                 ArrayRef<Array> inputs) {
  Expected<Signature> signature =
      Signature::get(function.getName(), function.getFunctionType());
  if (!signature)
    return report(function, signature.takeError());
  if (Error error = signature->check(inputs))
    return report(function, std::move(error));
  size_t numResults = signature->results.size();
  for (auto &[option, count] :
       {std::pair("--output", options.outputPaths.size()),
        std::pair("--expected-output", options.expectedOutputs.size())})
    if (count > numResults)
      return emitError(function.getLoc())
             << "function '" << signature->name << "' of type "
             << signature->text << " has " << numResults
             << (numResults == 1 ? " result, got " : " results, got ") << count
             << " of " << option;
  return success();
}

//===----------------------------------------------------------------------===//
// Main
//===----------------------------------------------------------------------===//

/// Everything after the function and its arrays are known.
static LogicalResult run(func::FuncOp function, const RunOptions &options,
                         ArrayRef<Array> inputs, ArrayRef<Array> expected) {
  CompileOptions compileOptions;
  compileOptions.optLevel = options.optLevel;
  compileOptions.target = options.target;
  compileOptions.pipelineOptions = options.pipelineOptions;
  EmulationCounts counts;
  EmulationOptions emulation = options.emulation;
  emulation.counts = options.printCounts ? &counts : nullptr;
  setEmulationOptions(emulation);
  FailureOr<Executable> executable = Executable::compile(
      function->getParentOfType<ModuleOp>(), compileOptions);
  if (failed(executable))
    return failure();

  StringRef name = function.getName();
  Expected<std::vector<Array>> results =
      executable->call(name, inputs, options.numThreads);
  if (!results)
    return reportCall(function, results.takeError());
  if (options.numRuns != 0) {
    if (Error error = benchmark(*executable, name, inputs, options.numThreads,
                                options.numRuns, llvm::outs()))
      return report(function, std::move(error));
  } else {
    printResults(*results, options.outputPaths.size());
  }
  counts.print(llvm::outs());
  if (Error error = writeOutputs(*results, options.outputPaths))
    return report(function, std::move(error));
  if (Error error = compareResults(*results, expected, options.tolerance))
    return report(function, std::move(error));
  return success();
}

/// Reports an error that belongs to no place in the module.
static LogicalResult report(Error error) {
  llvm::WithColor::error(llvm::errs(), "segment-run")
      << llvm::toString(std::move(error)) << '\n';
  return failure();
}

static LogicalResult runMain(int argc, char **argv) {
  Expected<RunOptions> options = parseCommandLine(argc, argv);
  if (!options)
    return report(options.takeError());

  std::string problem;
  std::unique_ptr<llvm::MemoryBuffer> file =
      openInputFile(options->file, &problem);
  if (!file)
    return report(makeError(problem));

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
  func::FuncOp function = findFunction(*module, options->function);
  if (!function)
    return failure();

  Expected<std::vector<Array>> inputs = readArrays(options->inputs, "input");
  if (!inputs)
    return report(inputs.takeError());
  Expected<std::vector<Array>> expected =
      readArrays(options->expectedOutputs, "expected output");
  if (!expected)
    return report(expected.takeError());
  if (failed(checkArrays(function, *options, *inputs)))
    return failure();
  return run(function, *options, *inputs, *expected);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  LogicalResult result = runMain(argc, argv);
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    // Left to itself the stream would end the process with a crash report.
    result =
        report(makeError("standard output: " + llvm::outs().error().message()));
    llvm::outs().clear_error();
  }
  return failed(result);
}
