//===- Npy.h - Reading and writing numpy's files ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// numpy's format for one array (.npy), versions 1.0, 2.0 and 3.0: integers,
// bool, floats and complex numbers of either byte order and in C or Fortran
// order, and bfloat16 as the package ml_dtypes stores it ('<V2'). int64 reads
// as i64; index is written as int64.
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_NPY_H
#define SEGMENT_EXECUTION_NPY_H

#include "segment/Execution/Array.h"

namespace mlir::segment {

/// The array in `contents`, all bytes of a file. Errors don't name the file.
llvm::Expected<Array> parseNpy(llvm::StringRef contents);

/// The array in the file `path`. Errors start with its name.
llvm::Expected<Array> readNpy(llvm::StringRef path);

/// What numpy.save writes before the elements of the array.
std::string formatNpyHeader(const Array &array);

/// An array and the file that it goes to.
struct NpyOutput {
  std::string path;
  Array array;
};

/// Writes all files or, if there is an error, none: each is written beside its
/// final place, and they are moved there when all are complete. A file that was
/// there before is replaced. What isn't a regular file, such as a device, is
/// written to directly.
llvm::Error writeNpyFiles(llvm::ArrayRef<NpyOutput> outputs);

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_NPY_H
