//===- Options.cpp - The command line of segment-compile ------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "segment/Execution/Array.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

using namespace mlir::segment;
using llvm::Expected;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {
struct CommandLine {
  cl::OptionCategory category{"Options"};

  cl::opt<std::string> file{cl::Positional, cl::init("-"),
                            cl::desc("<module.mlir>"), cl::cat(category)};

  cl::opt<std::string> output{
      "o", cl::value_desc("file"), cl::cat(category),
      cl::desc("Where to write. The suffix says what: .ptx and .cubin are the "
               "kernels; .o and .so are code for the host with the kernels in "
               "it, which needs libSegmentRuntime and libSegmentCuda; .ll is "
               "that as LLVM IR")};

  cl::opt<Target> target{
      "target", cl::init(Target::cuda), cl::cat(category),
      cl::desc("What the functions run on:"),
      cl::values(clEnumValN(Target::cuda, "cuda", "an NVIDIA GPU"))};

  cl::opt<std::string> chip{
      "chip", cl::value_desc("sm_90"), cl::cat(category),
      cl::desc("The GPU: sm_75, sm_80, sm_86, sm_89, sm_90, sm_100 or sm_120")};

  cl::opt<std::string> header{
      "emit-header", cl::value_desc("file.h"), cl::cat(category),
      cl::desc("Also write a C header that declares the entry points")};

  cl::opt<std::string> pipelineOptions{
      "pipeline-options", cl::value_desc("a=b ..."), cl::cat(category),
      cl::desc("Options of segment-to-nvvm-pipeline; format= says what .o, .so "
               "and .ll hold: isa (PTX, which the driver compiles; the "
               "default), bin or fatbin")};

  cl::opt<unsigned> optLevel{"O",
                             cl::Prefix,
                             cl::init(2),
                             cl::value_desc("0|1|2|3"),
                             cl::cat(category),
                             cl::desc("How much LLVM optimizes (2)")};
};
} // namespace

static std::optional<OutputKind> getKind(StringRef path) {
  return llvm::StringSwitch<std::optional<OutputKind>>(
             llvm::sys::path::extension(path))
      .Case(".o", OutputKind::object)
      .Case(".so", OutputKind::sharedLibrary)
      .Case(".ll", OutputKind::llvmIR)
      .Case(".ptx", OutputKind::ptx)
      .Case(".cubin", OutputKind::cubin)
      .Default(std::nullopt);
}

Expected<CompileCommand> mlir::segment::parseCommandLine(int argc,
                                                         char **argv) {
  // LLVM's libraries register hundreds of options that mean nothing here.
  cl::ResetCommandLineParser();
  CommandLine commandLine;
  cl::ParseCommandLineOptions(
      argc, argv,
      "compiles an MLIR module ahead of time\n\n"
      "  segment-compile m.mlir --target=cuda --chip=sm_90 -o m.o "
      "--emit-header=m.h\n");
  CompileCommand command;
  if (commandLine.output.empty())
    return makeError("-o: expected a file's name");
  std::optional<OutputKind> kind = getKind(commandLine.output);
  if (!kind)
    return makeError("-o: expected a name that ends in .o, .so, .ll, .ptx or "
                     ".cubin, got '" +
                     commandLine.output + "'");
  if (commandLine.optLevel > 3)
    return makeError("-O: expected 0, 1, 2 or 3, got " +
                     llvm::Twine(commandLine.optLevel.getValue()));
  command.file = commandLine.file;
  command.output = commandLine.output;
  command.kind = *kind;
  command.header = commandLine.header;
  command.target = commandLine.target;
  command.pipelineOptions = commandLine.pipelineOptions;
  if (!commandLine.chip.empty())
    command.pipelineOptions += " chip=" + commandLine.chip;
  // The output's name is the more particular wish.
  if (*kind == OutputKind::ptx)
    command.pipelineOptions += " format=isa";
  if (*kind == OutputKind::cubin)
    command.pipelineOptions += " format=bin";
  command.optLevel = commandLine.optLevel;
  return command;
}
