//===- NpyHeader.h - The header of numpy's files ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_NPYHEADER_H
#define SEGMENT_LIB_EXECUTION_NPYHEADER_H

#include "segment/Execution/Array.h"

namespace mlir::segment {

/// What a .npy file starts with, followed by two bytes for the version.
inline constexpr llvm::StringLiteral npyMagic = "\x93NUMPY";

/// numpy has no array of more dimensions.
inline constexpr size_t maxNpyRank = 64;

/// What the header says about the elements that follow it.
struct NpyHeader {
  ElementType type;
  bool isBigEndian;
  bool isFortranOrder;
  llvm::SmallVector<int64_t, 4> shape;
};

/// Parses the header's text: a Python dictionary with the keys 'descr',
/// 'fortran_order' and 'shape', each once.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef text);

/// The 'descr' of an element type in this machine's byte order.
std::string getNpyDescr(ElementType type);

} // namespace mlir::segment

#endif // SEGMENT_LIB_EXECUTION_NPYHEADER_H
