//===- ElementLiteral.h - Literals of single elements -----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_ELEMENTLITERAL_H
#define SEGMENT_LIB_EXECUTION_ELEMENTLITERAL_H

#include "segment/Execution/ElementType.h"
#include "llvm/Support/Error.h"

namespace mlir::segment {

/// Parses a literal of a type that isn't complex and stores its value at
/// `element`.
llvm::Error parseElement(llvm::StringRef literal, ElementType type,
                         char *element);

} // namespace mlir::segment

#endif // SEGMENT_LIB_EXECUTION_ELEMENTLITERAL_H
