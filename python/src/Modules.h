//===- Modules.h - Compiling modules from Python ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PYTHON_MODULES_H
#define SEGMENT_PYTHON_MODULES_H

#include <nanobind/nanobind.h>

namespace segment::python {

/// The class behind segment_mlir.compile.
void defineModules(nanobind::module_ &module);

} // namespace segment::python

#endif // SEGMENT_PYTHON_MODULES_H
