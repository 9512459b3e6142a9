//===- OpenMPRuntime.h - The OpenMP runtime of the process ------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_OPENMPRUNTIME_H
#define SEGMENT_LIB_EXECUTION_OPENMPRUNTIME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::segment {

/// LLVM's OpenMP runtime, which runs the threads of compiled code. There must
/// not be two in a process, so it is the one that the process has loaded
/// already, whoever did and under whatever name (Intel's libiomp5 is the same
/// runtime), and only if there is none it is loaded. GNU's libgomp is another
/// runtime, and gets along with it.
class OpenMPRuntime {
public:
  /// Whether compiled code that refers to `symbol` needs the runtime.
  static bool provides(llvm::StringRef symbol);

  /// The runtime of this process.
  static llvm::Expected<OpenMPRuntime> get();

  /// Loads the first of some libraries that can be loaded. An error, with what
  /// to do about it, if none can.
  static llvm::Expected<OpenMPRuntime> load(llvm::ArrayRef<const char *> names);

  /// The address of one of its functions, or of something that does the same
  /// where the runtime is too old to have it.
  llvm::Expected<void *> lookup(llvm::StringRef symbol) const;

private:
  explicit OpenMPRuntime(void *handle) : handle(handle) {}

  void *handle;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_EXECUTION_OPENMPRUNTIME_H
