//===- RuntimeFunctions.h - What compiled code refers to ------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTORUNTIME_RUNTIMEFUNCTIONS_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTORUNTIME_RUNTIMEFUNCTIONS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::segment {

/// The function of that name and type, declared if it isn't there (any result
/// will do where none is asked for). Null, after an error at what has the name,
/// if the name is taken by something else.
LLVM::LLVMFuncOp declareFunction(OpBuilder &builder, SymbolTable &symbols,
                                 StringRef name, Type result,
                                 ArrayRef<Type> arguments);

/// A private global that holds `text` and a terminating zero; `name` is made
/// unique.
LLVM::GlobalOp createStringGlobal(OpBuilder &builder, SymbolTable &symbols,
                                  StringRef name, StringRef text);

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTORUNTIME_RUNTIMEFUNCTIONS_H
