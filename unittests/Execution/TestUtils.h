//===- TestUtils.h - What the tests of execution share ----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_UNITTESTS_EXECUTION_TESTUTILS_H
#define SEGMENT_UNITTESTS_EXECUTION_TESTUTILS_H

#include "segment/Execution/Array.h"
#include "segment/Execution/ArrayText.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstring>

namespace mlir::segment {

/// The message of a result that should be an error; a failure if it isn't one.
template <typename T> std::string getMessage(llvm::Expected<T> result) {
  if (result) {
    ADD_FAILURE() << "expected an error";
    return "";
  }
  return llvm::toString(result.takeError());
}

inline std::string print(const Array &array) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printArray(stream, array);
  return text;
}

/// The text of a result that should be an array, or its error.
inline std::string print(llvm::Expected<Array> array) {
  if (!array)
    return "error: " + llvm::toString(array.takeError());
  return print(*array);
}

/// The array that `text` stands for.
inline Array parse(llvm::StringRef text) {
  llvm::Expected<Array> array = parseArray(text);
  if (!array) {
    ADD_FAILURE() << text.str() << ": " << llvm::toString(array.takeError());
    return llvm::cantFail(Array::create({}, ElementType::I1));
  }
  return std::move(*array);
}

} // namespace mlir::segment

#endif // SEGMENT_UNITTESTS_EXECUTION_TESTUTILS_H
