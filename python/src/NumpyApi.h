//===- NumpyApi.h - numpy's C interface -------------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PYTHON_NUMPYAPI_H
#define SEGMENT_PYTHON_NUMPYAPI_H

#include <nanobind/nanobind.h>

// The table of numpy's functions is in NumpyArrays.cpp.
#define PY_ARRAY_UNIQUE_SYMBOL segment_mlir_numpy_api
#ifndef SEGMENT_PYTHON_IMPORT_NUMPY
#define NO_IMPORT_ARRAY
#endif
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_1_23_API_VERSION
#include <numpy/arrayobject.h>

#endif // SEGMENT_PYTHON_NUMPYAPI_H
