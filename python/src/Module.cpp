//===- Module.cpp - The extension segment_mlir._core ------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "DiskCache.h"
#include "Modules.h"
#include "Problem.h"
#include "segment-c/Compiler.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;
using namespace segment::python;

/// The exception of Python for a problem.
static void translate(const std::exception_ptr &pointer, void *) {
  try {
    std::rethrow_exception(pointer);
  } catch (const Problem &problem) {
    auto raise = [&](const char *name) {
      nb::object type = nb::module_::import_("segment_mlir._errors").attr(name);
      PyErr_SetString(type.ptr(), problem.what());
    };
    switch (problem.getKind()) {
    case Problem::Kind::Type:
      return PyErr_SetString(PyExc_TypeError, problem.what());
    case Problem::Kind::Value:
      return PyErr_SetString(PyExc_ValueError, problem.what());
    case Problem::Kind::Memory:
      return PyErr_SetString(PyExc_MemoryError, problem.what());
    case Problem::Kind::Bounds:
      return raise("BoundsError");
    case Problem::Kind::Compile:
      return raise("CompileError");
    }
  }
}

NB_MODULE(_core, module) {
  module.doc() =
      "Compiled functions of the segment dialect on arrays. Private: "
      "the package segment_mlir is what to use.";
  importNumpy();
  nb::register_exception_translator(translate);
  defineCalls(module);
  defineModules(module);
  module.attr("version") = segmentGetVersion();
  module.attr("build") = segmentGetBuild();
  module.attr("target") = segmentGetTarget();
  module.def("cache_directory", getCacheDirectory);
}
