//===- ArrayText.h - Arrays as text -----------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form in which arrays are typed on a command line and printed:
//
//   3xi32=[0,1,0]                 2x2xf32=[[1,2],[3,4]]      4xf32=1.5
//   2x2xf32=[1,2,3,4]             2xcomplex<f32>=[(1,-2),3]  0x4xf32=[]
//   2xi1=[true,0]                 3xf64=[nan,-inf,0x1.8p3]   index=5
//
// The elements are nested as the shape says, or one flat list; a single one
// without brackets stands for all. A hexadecimal number without an exponent is
// the bit pattern of a float, as in MLIR's own syntax.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_ARRAYTEXT_H
#define SEGMENT_EXECUTION_ARRAYTEXT_H

#include "segment/Execution/Array.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::segment {

/// Parses "<type>=<elements>". Integers outside the type's range, and finite
/// floats that would become infinite, are errors.
llvm::Expected<Array> parseArray(llvm::StringRef text);

/// Prints "<type>=<elements>" such that parseArray gives the same bits back
/// (NaN's sign and payload aside). Floats get as few digits as that allows.
void printArray(llvm::raw_ostream &stream, const Array &array);

/// Prints one element, given where it lies.
void printElement(llvm::raw_ostream &stream, ElementType type,
                  const char *element);

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_ARRAYTEXT_H
