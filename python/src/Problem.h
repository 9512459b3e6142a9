//===- Problem.h - Why a call fails -----------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PYTHON_PROBLEM_H
#define SEGMENT_PYTHON_PROBLEM_H

#include <exception>
#include <string>

namespace segment::python {

/// Thrown where a call fails, whoever made it. The kinds are the exceptions of
/// docs/Semantics.md, clause 4.18.
class Problem : public std::exception {
public:
  enum class Kind {
    /// TypeError.
    Type,
    /// ValueError: shapes, ranks, sizes and num_segments.
    Value,
    /// MemoryError.
    Memory,
    /// BoundsError: ids and indices.
    Bounds,
    /// CompileError.
    Compile
  };

  Problem(Kind kind, std::string message)
      : kind(kind), message(std::move(message)) {}

  Kind getKind() const { return kind; }
  const char *what() const noexcept override { return message.c_str(); }

private:
  Kind kind;
  std::string message;
};

} // namespace segment::python

#endif // SEGMENT_PYTHON_PROBLEM_H
