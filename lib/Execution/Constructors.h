//===- Constructors.h - Constructors of a module as functions ---*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_CONSTRUCTORS_H
#define SEGMENT_LIB_EXECUTION_CONSTRUCTORS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::segment {

/// The functions that call a module's constructors and destructors. Names of
/// the runtime's are none of the user's.
inline constexpr llvm::StringLiteral kInitialize = "segment_rt_initialize";
inline constexpr llvm::StringLiteral kFinalize = "segment_rt_finalize";

/// Replaces the lists of constructors and destructors, which an object file
/// leaves to the loader of the system, by functions of these names.
void exposeConstructors(llvm::Module &module);

} // namespace mlir::segment

#endif // SEGMENT_LIB_EXECUTION_CONSTRUCTORS_H
