//===- RegistrationModule.cpp - Registers dialects and passes ---*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module _segmentRegistration, which _mlir_libs/_site_initialize_0.py
// imports while segment_mlir.ir is being imported: it can't use that as
// _segment does.
//
//===----------------------------------------------------------------------===//

#include "mlir-c/RegisterEverything.h"
#include "mlir/Bindings/Python/Nanobind.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "segment-c/Dialect/Segment.h"
#include "segment-c/Passes.h"

namespace nb = nanobind;
using namespace mlir::python::nanobind_adaptors;

NB_MODULE(_segmentRegistration, m) {
  m.doc() = "Registration of dialects, passes and pipelines";

  // Names are known to the whole process, so registering once is enough.
  mlirRegisterAllPasses();
  mlirRegisterSegmentTransformsPasses();
  mlirRegisterSegmentConversionPasses();
  mlirSegmentRegisterAllPipelines();

  m.def("register_dialects", mlirSegmentRegisterAllDialects,
        nb::arg("registry"),
        "Adds the segment dialect, the upstream dialects, and the interface "
        "implementations that passes look for.");
}
