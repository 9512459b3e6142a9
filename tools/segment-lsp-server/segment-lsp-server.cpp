//===- segment-lsp-server.cpp - Language server -----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "segment/InitAll.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::segment::registerAllDialects(registry);
  mlir::segment::registerAllExtensions(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
