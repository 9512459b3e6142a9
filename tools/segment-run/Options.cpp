//===- Options.cpp - The command line of segment-run ------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "segment/Execution/Array.h"
#include "llvm/Support/CommandLine.h"
#include <algorithm>
#include <cmath>
#include <cstdint>

using namespace mlir::segment;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {

struct CommandLine {
  cl::OptionCategory category{"Options"};

  cl::opt<std::string> file{cl::Positional, cl::init("-"),
                            cl::desc("<module.mlir>"), cl::cat(category)};

  cl::opt<std::string> function{
      "function", cl::value_desc("name"), cl::cat(category),
      cl::desc("Function to call; not needed where only one is public")};

  cl::list<std::string> inputs{
      "input", cl::value_desc("@file.npy|type=values"), cl::cat(category),
      cl::desc("The next input of the function: a file of numpy's, or an array "
               "such as 3xi32=[0,1,0], 2x2xf32=[[1,2],[3,nan]], 4xf32=1.5 (all "
               "the same), or i32=2 (a scalar)")};

  cl::list<std::string> outputs{
      "output", cl::value_desc("@file.npy"), cl::cat(category),
      cl::desc("Where the next result of the function is written; results "
               "without a file are printed. No file is written unless the "
               "function succeeds")};

  cl::list<std::string> expectedOutputs{
      "expected-output", cl::value_desc("@file.npy|type=values"),
      cl::cat(category),
      cl::desc("What the next result of the function has to be, to the bit, "
               "though any NaN equals any other. Compared after outputs are "
               "written; a difference makes the exit status 1")};

  cl::opt<double> tolerance{
      "tolerance", cl::value_desc("R"), cl::cat(category),
      cl::desc("Let floats differ from what is expected by R * (1 + "
               "|expected|); integers still have to be equal")};

  cl::opt<Target> target{
      "target", cl::init(Target::cpu), cl::cat(category),
      cl::desc("What the function runs on:"),
      cl::values(clEnumValN(Target::cpu, "cpu", "this machine's processor"),
                 clEnumValN(Target::cuda, "cuda",
                            "kernels on an NVIDIA GPU, by its driver"),
                 clEnumValN(Target::emulation, "cuda-emulation",
                            "kernels for a GPU on this machine's processor, "
                            "to test them"))};

  cl::opt<std::string> pipelineOptions{
      "pipeline-options", cl::value_desc("a=b ..."), cl::cat(category),
      cl::desc("Options of the target's pipeline (segment-to-llvm-pipeline, or "
               "segment-to-nvvm-pipeline for a GPU)")};

  cl::opt<uint64_t> emulationSeed{
      "emulation-seed", cl::value_desc("N"), cl::cat(category),
      cl::desc("In which order the emulation runs blocks and threads; 0, the "
               "default, is the natural order")};

  cl::opt<bool> emulationCheckRaces{
      "emulation-check-races", cl::cat(category),
      cl::desc("Report two threads of a kernel that access the same memory, "
               "one to write and not both atomically, without a barrier in "
               "between")};

  cl::opt<bool> emulationPrintHash{
      "emulation-print-hash", cl::cat(category),
      cl::desc("Print the hash of the kernels that run, as print-hash of "
               "segment-to-nvvm-pipeline does")};

  cl::opt<bool> emulationPrintCounts{
      "emulation-print-counts", cl::cat(category),
      cl::desc(
          "After the results of a call that succeeds, print a line of JSON "
          "for each kernel: launches, blocks, threads; loads, stores and "
          "atomic operations of all threads, by number and bytes, in "
          "global and shared memory; barriers of blocks; shuffles and "
          "votes of warps")};

  cl::opt<unsigned> numThreads{
      "threads", cl::value_desc("N"), cl::cat(category),
      cl::desc("How many threads a function may use at most; otherwise as many "
               "as OpenMP takes (OMP_NUM_THREADS, or the processors)")};

  cl::opt<unsigned> numRuns{
      "benchmark", cl::value_desc("N"), cl::cat(category),
      cl::desc("After a first call, time N more and print a line of JSON "
               "instead of the results: min and median in seconds, bytes "
               "(inputs and results once), bytes_per_second (by the median)")};

  cl::opt<std::string> overrideBounds{
      "override-bounds", cl::value_desc("error|drop|assume"), cl::cat(category),
      cl::desc("Treat bad ids so in every operation, whatever it says itself")};

  cl::opt<unsigned> optLevel{"O", cl::Prefix, cl::value_desc("0|1|2|3"),
                             cl::cat(category),
                             cl::desc("How much LLVM optimizes (2 for modules "
                                      "with loops of their own, otherwise 1)")};

  /// Checks what the parser of options doesn't.
  Error check() const;
};

} // namespace

Error CommandLine::check() const {
  for (const cl::Option *option :
       {static_cast<const cl::Option *>(&emulationSeed),
        static_cast<const cl::Option *>(&emulationCheckRaces),
        static_cast<const cl::Option *>(&emulationPrintHash),
        static_cast<const cl::Option *>(&emulationPrintCounts)})
    if (target != Target::emulation && option->getNumOccurrences())
      return makeError("--" + option->ArgStr +
                       ": expected --target=cuda-emulation");
  if (target != Target::cpu && overrideBounds.getNumOccurrences())
    return makeError("--override-bounds: expected --target=cpu; bad ids are "
                     "left out on a GPU, or reported with "
                     "--pipeline-options=check-bounds");
  if (numThreads.getNumOccurrences() && numThreads == 0)
    return makeError("--threads: expected a positive number, got 0");
  if (numRuns.getNumOccurrences() && numRuns == 0)
    return makeError("--benchmark: expected a positive number, got 0");
  if (optLevel > 3)
    return makeError("-O: expected 0, 1, 2 or 3, got " +
                     llvm::Twine(optLevel.getValue()));
  // Not "< 0": NaN has to be refused too.
  if (!(tolerance >= 0) || std::isinf(tolerance))
    return makeError("--tolerance: expected a finite number that is not "
                     "negative");
  if (overrideBounds.getNumOccurrences() && overrideBounds != "error" &&
      overrideBounds != "drop" && overrideBounds != "assume")
    return makeError("--override-bounds: expected error, drop or assume, got "
                     "'" +
                     overrideBounds + "'");
  for (StringRef text : outputs)
    if (!text.starts_with("@") || text.size() == 1)
      return makeError("--output: expected @file.npy, got '" + text + "'");
  return Error::success();
}

Expected<RunOptions> mlir::segment::parseCommandLine(int argc, char **argv) {
  // LLVM's libraries register hundreds of options, of which one is called
  // --threads too and none means anything here.
  cl::ResetCommandLineParser();
  CommandLine commandLine;
  cl::ParseCommandLineOptions(
      argc, argv,
      "runs a function of an MLIR module on arrays\n\n"
      "  segment-run m.mlir --function=f --input=@data.npy "
      "--input=\"3xi32=[0,1,0]\" --input=i32=2 --output=@out.npy\n");
  if (Error error = commandLine.check())
    return error;

  RunOptions options;
  options.file = commandLine.file;
  if (commandLine.function.getNumOccurrences())
    options.function = commandLine.function;
  options.inputs = commandLine.inputs;
  options.expectedOutputs = commandLine.expectedOutputs;
  for (StringRef text : commandLine.outputs)
    options.outputPaths.push_back(text.drop_front().str());
  if (commandLine.tolerance.getNumOccurrences())
    options.tolerance = commandLine.tolerance;
  options.numThreads = static_cast<int32_t>(
      std::min<unsigned>(commandLine.numThreads, INT32_MAX));
  options.numRuns = commandLine.numRuns;
  options.target = commandLine.target;
  options.emulation.seed = commandLine.emulationSeed;
  options.emulation.checkRaces = commandLine.emulationCheckRaces;
  options.emulation.printHash = commandLine.emulationPrintHash;
  options.printCounts = commandLine.emulationPrintCounts;
  options.pipelineOptions = commandLine.pipelineOptions;
  if (commandLine.overrideBounds.getNumOccurrences())
    options.pipelineOptions += " override-bounds=" + commandLine.overrideBounds;
  if (commandLine.optLevel.getNumOccurrences())
    options.optLevel = commandLine.optLevel;
  return options;
}
