//===- AheadOfTime.h - Code that outlives the process -----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_AHEADOFTIME_H
#define SEGMENT_EXECUTION_AHEADOFTIME_H

#include "mlir/IR/BuiltinOps.h"
#include "segment/Execution/Signature.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::segment {

enum class HostCodeKind {
  /// An object file for a program or a shared library.
  object,
  /// LLVM IR as text, optimized.
  llvmIR
};

/// Writes the host code of a module that a pipeline has lowered, with its
/// kernels in it, for processors of this machine's kind. What can't be done is
/// reported at the module.
LogicalResult emitHostCode(ModuleOp lowered, HostCodeKind kind,
                           unsigned optLevel, llvm::raw_ostream &stream);

/// The kernels of a lowered module as its `gpu.binary` has them; an error, at
/// the module, unless there is exactly one.
FailureOr<StringRef> getKernels(ModuleOp lowered);

/// Writes a C header that declares the entry points of functions. `guard` is
/// the macro that keeps it from being read twice.
void emitHeader(llvm::ArrayRef<Signature> functions, llvm::StringRef guard,
                llvm::raw_ostream &stream);

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_AHEADOFTIME_H
