//===- segment-opt.cpp - mlir-opt with the segment dialect ------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "segment/InitAll.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::segment::registerAllDialects(registry);
  mlir::segment::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::segment::registerAllPasses();
  mlir::segment::registerAllPipelines();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "MLIR optimizer with the segment dialect\n", registry));
}
