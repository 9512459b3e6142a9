//===- RuntimeSymbols.h - Functions that compiled code calls ----*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_RUNTIMESYMBOLS_H
#define SEGMENT_LIB_EXECUTION_RUNTIMESYMBOLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <utility>

namespace mlir::segment {

/// The runtime library's functions for compiled code, and those that LLVM calls
/// for arithmetic which the processor doesn't have, by name. They are named
/// here because a look-up in the process need not find them: in a plugin of
/// another program they are local to the plugin, and some exist only in newer
/// versions of the compiler's own library.
llvm::ArrayRef<std::pair<llvm::StringRef, void *>> getRuntimeSymbols();

} // namespace mlir::segment

#endif // SEGMENT_LIB_EXECUTION_RUNTIMESYMBOLS_H
