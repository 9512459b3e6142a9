//===- RuntimeFunctions.cpp - What compiled code refers to ----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeFunctions.h"

using namespace mlir;
using namespace mlir::segment;

LLVM::LLVMFuncOp segment::declareFunction(OpBuilder &builder,
                                          SymbolTable &symbols, StringRef name,
                                          Type result,
                                          ArrayRef<Type> arguments) {
  auto type = LLVM::LLVMFunctionType::get(result, arguments);
  if (Operation *existing = symbols.lookup(name)) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(existing);
    if (function && !function.isVarArg() &&
        function.getArgumentTypes() == arguments &&
        (isa<LLVM::LLVMVoidType>(result) ||
         function.getFunctionType().getReturnType() == result))
      return function;
    existing->emitError() << "expected '" << name
                          << "', which compiled code calls, to be a function "
                          << "of type " << type;
    return {};
  }
  OpBuilder::InsertionGuard guard(builder);
  Operation *module = symbols.getOp();
  builder.setInsertionPointToStart(&module->getRegion(0).front());
  auto function =
      LLVM::LLVMFuncOp::create(builder, module->getLoc(), name, type);
  symbols.insert(function);
  return function;
}

LLVM::GlobalOp segment::createStringGlobal(OpBuilder &builder,
                                           SymbolTable &symbols, StringRef name,
                                           StringRef text) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *module = symbols.getOp();
  builder.setInsertionPointToStart(&module->getRegion(0).front());
  std::string terminated = text.str();
  terminated.push_back('\0');
  auto global = LLVM::GlobalOp::create(
      builder, module->getLoc(),
      LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size()),
      /*isConstant=*/true, LLVM::Linkage::Private, name,
      builder.getStringAttr(terminated));
  symbols.insert(global);
  return global;
}
