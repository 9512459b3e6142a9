//===- Options.h - The command line of segment-compile ----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_TOOLS_SEGMENTCOMPILE_OPTIONS_H
#define SEGMENT_TOOLS_SEGMENTCOMPILE_OPTIONS_H

#include "segment/Execution/Executable.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::segment {

/// What is written, as the name of the output says.
enum class OutputKind { object, sharedLibrary, llvmIR, ptx, cubin };

struct CompileCommand {
  /// The module; "-" is standard input.
  std::string file;
  std::string output;
  OutputKind kind = OutputKind::object;
  /// Empty for none.
  std::string header;
  Target target = Target::cuda;
  std::string pipelineOptions;
  unsigned optLevel = 2;
};

/// Reads the command line. Prints help and exits where that is asked for, and
/// exits with a message where there are options that don't exist.
llvm::Expected<CompileCommand> parseCommandLine(int argc, char **argv);

} // namespace mlir::segment

#endif // SEGMENT_TOOLS_SEGMENTCOMPILE_OPTIONS_H
