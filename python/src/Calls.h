//===- Calls.h - Calls of operations from Python ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PYTHON_CALLS_H
#define SEGMENT_PYTHON_CALLS_H

#include "Arrays.h"

#include <nanobind/nanobind.h>

namespace segment::python {

/// The functions that the operations of the package call.
void defineCalls(nanobind::module_ &module);

} // namespace segment::python

#endif // SEGMENT_PYTHON_CALLS_H
