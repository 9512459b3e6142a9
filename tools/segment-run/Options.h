//===- Options.h - The command line of segment-run --------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_TOOLS_SEGMENTRUN_OPTIONS_H
#define SEGMENT_TOOLS_SEGMENTRUN_OPTIONS_H

#include "segment/Execution/Emulation.h"
#include "segment/Execution/Executable.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::segment {

/// What the command line asks for, checked as far as that goes without the
/// module.
struct RunOptions {
  /// The module; "-" is standard input.
  std::string file;
  std::optional<std::string> function;
  /// "@file.npy" or "<type>=<values>".
  std::vector<std::string> inputs;
  std::vector<std::string> expectedOutputs;
  /// Files for the first results.
  std::vector<std::string> outputPaths;
  std::optional<double> tolerance;
  /// 0 leaves it to OpenMP.
  int32_t numThreads = 0;
  /// How many calls are timed; 0 for none.
  unsigned numRuns = 0;
  Target target = Target::cpu;
  EmulationOptions emulation;
  /// Whether what emulated kernels did is printed.
  bool printCounts = false;
  /// For the target's pipeline.
  std::string pipelineOptions;
  std::optional<unsigned> optLevel;
};

/// Reads the command line. Prints help and exits where that is asked for, and
/// exits with a message where there are options that don't exist.
llvm::Expected<RunOptions> parseCommandLine(int argc, char **argv);

} // namespace mlir::segment

#endif // SEGMENT_TOOLS_SEGMENTRUN_OPTIONS_H
