//===- Compiler.h - From the text of a module to an executable --*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_COMPILER_H
#define SEGMENT_EXECUTION_COMPILER_H

#include "segment/Execution/Executable.h"
#include <mutex>

namespace mlir::segment {

/// A diagnostic that outlives the context it was reported in.
struct ReportedDiagnostic {
  enum class Severity { Error, Warning, Remark, Note };

  Severity severity = Severity::Error;
  std::string message;
  /// The place it is about; an empty name if it has none. Lines and columns
  /// count from 1.
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// Compiles modules given as text or bytecode. Several threads may compile at
/// once. What one compilation has prepared, an MLIRContext with its dialects
/// and the pass managers of each set of options, is kept for the next ones,
/// since preparing it takes longer than compiling a small module.
class Compiler {
public:
  Compiler();
  ~Compiler();

  /// Compiles `source`, which diagnostics call `name`. Everything that is
  /// reported is appended to `diagnostics`, each diagnostic followed by its
  /// notes; if compiling fails there is an error among it.
  FailureOr<Executable> compile(llvm::StringRef source, llvm::StringRef name,
                                const CompileOptions &options,
                                std::vector<ReportedDiagnostic> &diagnostics);

private:
  class Workspace;

  std::unique_ptr<Workspace> acquire();
  void release(std::unique_ptr<Workspace> workspace);

  std::mutex mutex;
  /// Those that no thread uses at present; `mutex` guards it.
  std::vector<std::unique_ptr<Workspace>> idle;
};

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_COMPILER_H
