//===- segment-reduce.cpp - mlir-reduce with the segment dialect *- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "segment/InitAll.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::segment::registerAllDialects(registry);
  mlir::segment::registerAllExtensions(registry);
  // The passes are what `opt-reduction-pass` applies.
  mlir::registerAllPasses();
  mlir::segment::registerAllPasses();
  mlir::segment::registerAllPipelines();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
