//===- Executable.h - Executables and functions as C sees them --*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CAPI_COMPILER_EXECUTABLE_H
#define SEGMENT_LIB_CAPI_COMPILER_EXECUTABLE_H

#include "Error.h"
#include <deque>
#include <map>
#include <mutex>

struct SegmentCompiler {
  mlir::segment::Compiler compiler;
};

/// All that a call needs to know is worked out here, when the module has been
/// compiled.
struct SegmentFunction {
  SegmentFunction(const mlir::segment::Signature &signature,
                  mlir::segment::Executable::Entry entry);
  SegmentFunction(const SegmentFunction &) = delete;

  mlir::segment::Executable::Entry entry;
  std::string name;
  std::string text;
  std::vector<SegmentValueType> arguments;
  std::vector<SegmentValueType> results;
  /// Where the descriptor of each argument and result starts, in words, and the
  /// number of words of all.
  std::vector<size_t> argumentWords;
  std::vector<size_t> resultWords;
  size_t numWords = 0;

private:
  SegmentValueType convert(const mlir::segment::ValueType &type);

  /// What the value types point to.
  std::deque<std::vector<int64_t>> shapes;
  std::deque<std::string> texts;
};

struct SegmentExecutable {
  SegmentExecutable(mlir::segment::Executable executable,
                    std::vector<mlir::segment::ReportedDiagnostic> diagnostics);

  mlir::segment::Executable executable;
  segment::capi::Diagnostics diagnostics;
  /// Made when it is first asked for.
  std::once_flag imageMade;
  std::string image;
  /// Those that can be called.
  std::map<std::string, SegmentFunction, std::less<>> functions;
};

namespace segment::capi {

/// The size of an element in bytes; 0 if `dtype` isn't a SegmentDType.
size_t getByteSize(int32_t dtype);

/// "3x?xf32", for messages.
std::string formatArrayType(int32_t dtype, const int64_t *shape, int32_t rank);

} // namespace segment::capi

#endif // SEGMENT_LIB_CAPI_COMPILER_EXECUTABLE_H
