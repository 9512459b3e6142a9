// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a module with what the package offers and prints it.

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "segment/InitAll.h"

static const char *source = R"(
  func.func @sum(%data: tensor<8x4xf32>, %ids: tensor<8xi32>, %n: i32) -> tensor<?x4xf32> {
    %0 = segment.unsorted_segment_sum %data, %ids, %n
      : (tensor<8x4xf32>, tensor<8xi32>, i32) -> tensor<?x4xf32>
    return %0 : tensor<?x4xf32>
  })";

int main() {
  mlir::DialectRegistry registry;
  mlir::segment::registerAllDialects(registry);
  mlir::segment::registerAllExtensions(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
  if (!module)
    return 1;
  mlir::PassManager manager(&context);
  mlir::segment::buildSegmentToLLVM(manager,
                                    mlir::segment::SegmentToLLVMOptions());
  if (failed(manager.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
