//===- Constructors.cpp - Constructors of a module as functions -----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constructors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace mlir::segment;

/// Replaces a list of priorities and functions by a function that calls them,
/// lowest priority first, or last if `isReversed`.
static void expose(llvm::Module &module, llvm::StringRef list,
                   llvm::StringRef name, bool isReversed) {
  llvm::GlobalVariable *global = module.getNamedGlobal(list);
  if (!global)
    return;
  llvm::SmallVector<std::pair<uint64_t, llvm::Function *>> entries;
  if (auto *array =
          llvm::dyn_cast<llvm::ConstantArray>(global->getInitializer()))
    for (llvm::Value *element : array->operands()) {
      auto *entry = llvm::cast<llvm::ConstantStruct>(element);
      auto *priority = llvm::cast<llvm::ConstantInt>(entry->getOperand(0));
      if (auto *function = llvm::dyn_cast<llvm::Function>(
              entry->getOperand(1)->stripPointerCasts()))
        entries.emplace_back(priority->getZExtValue(), function);
    }
  global->eraseFromParent();
  llvm::stable_sort(entries, llvm::less_first());
  if (isReversed)
    std::reverse(entries.begin(), entries.end());
  llvm::IRBuilder<> b(module.getContext());
  auto *caller = llvm::Function::Create(
      llvm::FunctionType::get(b.getVoidTy(), /*isVarArg=*/false),
      llvm::GlobalValue::ExternalLinkage, name, module);
  b.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", caller));
  for (auto [priority, function] : entries)
    b.CreateCall(function);
  b.CreateRetVoid();
}

void mlir::segment::exposeConstructors(llvm::Module &module) {
  expose(module, "llvm.global_ctors", kInitialize, /*isReversed=*/false);
  expose(module, "llvm.global_dtors", kFinalize, /*isReversed=*/true);
}
