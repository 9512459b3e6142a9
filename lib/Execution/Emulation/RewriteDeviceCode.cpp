//===- RewriteDeviceCode.cpp - Device intrinsics as calls -----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteDeviceCode.h"

#include "Grid.h"
#include "Races.h"
#include "segment/Execution/Array.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace mlir::segment;
using namespace mlir::segment::emulation;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// What shared memory is on a GPU.
static constexpr unsigned sharedAddressSpace = 3;

/// Marks the elements of an atomic operation on a vector but for the first.
static constexpr StringRef laneMark = "segment.lane";

namespace {
class Rewriter {
public:
  Rewriter(llvm::Module &module, bool checkRaces)
      : module(module), checkRaces(checkRaces), b(module.getContext()) {}

  Expected<RewrittenModule> run();

private:
  Error rewriteCalls(llvm::Function &intrinsic);
  /// The replacement of a call; null, with `problem` set, if there is none.
  llvm::Value *replace(llvm::CallInst &call, StringRef name);
  llvm::Value *callSpecial(int32_t which);
  llvm::Value *callWarp(WarpOp op, llvm::Value *mask, llvm::Value *value,
                        llvm::Value *other = nullptr,
                        llvm::Value *bounds = nullptr);
  llvm::Value *replaceShuffle(llvm::CallInst &call, StringRef name);
  /// Expands inline assembly that is known; the rest is left.
  void expandAssembly(llvm::CallInst &call);
  /// How an instruction accesses memory of the device.
  struct Access {
    llvm::Value *pointer = nullptr;
    uint64_t size = 0;
    /// What the code generator relies on: accesses with less than the natural
    /// one are split.
    uint64_t alignment = 1;
    AccessKind kind = AccessKind::read;
    AccessCount countAs = AccessCount::load;
  };
  std::optional<Access> getAccess(llvm::Instruction &instruction) const;
  llvm::CallInst *callAccess(StringRef name, llvm::Type *result,
                             const Access &access);
  void guardAccess(llvm::Instruction &instruction, const Access &access);
  void instrument(llvm::Function &function);
  void externalizeSharedMemory();
  void createEntry(llvm::Function &kernel);
  /// Marks the functions that call `function`, and those that call them.
  void markCallers(llvm::Function &function);

  llvm::Module &module;
  bool checkRaces;
  llvm::IRBuilder<> b;
  llvm::SmallPtrSet<llvm::Function *, 8> synchronizing;
  RewrittenModule result;
};
} // namespace

llvm::Value *Rewriter::callSpecial(int32_t which) {
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      "segment_emulation_special", b.getInt32Ty(), b.getInt32Ty());
  // A thread asks for itself only, so the answer never changes.
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return b.CreateCall(callee, b.getInt32(which));
}

llvm::Value *Rewriter::callWarp(WarpOp op, llvm::Value *mask,
                                llvm::Value *value, llvm::Value *other,
                                llvm::Value *bounds) {
  llvm::Type *i32 = b.getInt32Ty();
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      "segment_emulation_warp", b.getInt64Ty(), i32, i32, i32, i32, i32);
  llvm::Value *zero = b.getInt32(0);
  return b.CreateCall(callee, {b.getInt32(static_cast<int32_t>(op)), mask,
                               value ? value : zero, other ? other : zero,
                               bounds ? bounds : zero});
}

llvm::Value *Rewriter::replaceShuffle(llvm::CallInst &call, StringRef name) {
  // llvm.nvvm.shfl.sync.<mode>.<type>[p]
  auto [mode, type] = name.split('.');
  WarpOp op = llvm::StringSwitch<WarpOp>(mode)
                  .Case("up", WarpOp::shuffleUp)
                  .Case("down", WarpOp::shuffleDown)
                  .Case("bfly", WarpOp::shuffleXor)
                  .Case("idx", WarpOp::shuffleIndex)
                  .Default(WarpOp::synchronize);
  bool hasPredicate = type.consume_back("p");
  if (op == WarpOp::synchronize || (type != "i32" && type != "f32"))
    return nullptr;
  llvm::Type *valueType = type == "f32" ? b.getFloatTy() : b.getInt32Ty();
  llvm::Value *value = b.CreateBitCast(call.getArgOperand(1), b.getInt32Ty());
  llvm::Value *both = callWarp(op, call.getArgOperand(0), value,
                               call.getArgOperand(2), call.getArgOperand(3));
  llvm::Value *moved =
      b.CreateBitCast(b.CreateTrunc(both, b.getInt32Ty()), valueType);
  if (!hasPredicate)
    return moved;
  llvm::Value *predicate = b.CreateTrunc(b.CreateLShr(both, 32), b.getInt1Ty());
  llvm::Value *pair = llvm::PoisonValue::get(call.getType());
  return b.CreateInsertValue(b.CreateInsertValue(pair, moved, 0), predicate, 1);
}

llvm::Value *Rewriter::replace(llvm::CallInst &call, StringRef name) {
  b.SetInsertPoint(&call);
  auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  if (name.consume_front("read.ptx.sreg.")) {
    if (name == "warpsize")
      return b.getInt32(32);
    int32_t which = llvm::StringSwitch<int32_t>(name)
                        .Case("tid.x", threadId)
                        .Case("tid.y", threadId + 1)
                        .Case("tid.z", threadId + 2)
                        .Case("ctaid.x", blockId)
                        .Case("ctaid.y", blockId + 1)
                        .Case("ctaid.z", blockId + 2)
                        .Case("ntid.x", blockDim)
                        .Case("ntid.y", blockDim + 1)
                        .Case("ntid.z", blockDim + 2)
                        .Case("nctaid.x", gridDim)
                        .Case("nctaid.y", gridDim + 1)
                        .Case("nctaid.z", gridDim + 2)
                        .Case("laneid", laneId)
                        .Default(-1);
    return which < 0 ? nullptr : callSpecial(which);
  }
  llvm::Type *i32 = b.getInt32Ty();
  bool isBarrier = name == "barrier.cta.sync.aligned.all" || name == "barrier0";
  bool isWarpOp = name.starts_with("shfl.sync.") || name.starts_with("vote.") ||
                  name.starts_with("match.") || name == "bar.warp.sync";
  if (isBarrier || isWarpOp)
    markCallers(*call.getCalledFunction());
  if (isBarrier)
    return b.CreateCall(
        module.getOrInsertFunction("segment_emulation_barrier", b.getVoidTy()));
  if (name.consume_front("shfl.sync."))
    return replaceShuffle(call, name);
  if (name == "vote.ballot.sync")
    return b.CreateTrunc(
        callWarp(WarpOp::ballot, argument(0), b.CreateZExt(argument(1), i32)),
        i32);
  if (name == "vote.any.sync" || name == "vote.all.sync")
    return b.CreateTrunc(
        callWarp(name == "vote.any.sync" ? WarpOp::any : WarpOp::all,
                 argument(0), b.CreateZExt(argument(1), i32)),
        b.getInt1Ty());
  if (name == "match.any.sync.i32")
    return b.CreateTrunc(callWarp(WarpOp::matchAny, argument(0), argument(1)),
                         i32);
  if (name == "bar.warp.sync")
    return callWarp(WarpOp::synchronize, argument(0), nullptr);
  return nullptr;
}

void Rewriter::markCallers(llvm::Function &function) {
  for (llvm::User *user : function.users())
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(user))
      if (synchronizing.insert(call->getFunction()).second)
        markCallers(*call->getFunction());
}

Error Rewriter::rewriteCalls(llvm::Function &intrinsic) {
  StringRef name = intrinsic.getName();
  name.consume_front("llvm.nvvm.");
  for (llvm::User *user : llvm::make_early_inc_range(intrinsic.users())) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    llvm::Value *replacement = call ? replace(*call, name) : nullptr;
    if (!replacement)
      return makeError("the emulation doesn't know '" + intrinsic.getName() +
                       "'");
    if (!call->getType()->isVoidTy())
      call->replaceAllUsesWith(replacement);
    call->eraseFromParent();
  }
  return Error::success();
}

void Rewriter::expandAssembly(llvm::CallInst &call) {
  auto *assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  if (!StringRef(assembly->getAsmString())
           .starts_with("red.relaxed.gpu.global.add.v4.f32 ["))
    return;
  // Each of the elements is atomic, not all of them together.
  b.SetInsertPoint(&call);
  for (unsigned i = 1; i < call.arg_size(); ++i) {
    llvm::Value *element = b.CreateConstGEP1_64(
        b.getFloatTy(), call.getArgOperand(0), uint64_t(i - 1));
    llvm::AtomicRMWInst *sum = b.CreateAtomicRMW(
        llvm::AtomicRMWInst::FAdd, element, call.getArgOperand(i),
        llvm::Align(4), llvm::AtomicOrdering::Monotonic);
    if (i > 1)
      sum->setMetadata(laneMark, llvm::MDNode::get(module.getContext(), {}));
  }
  call.eraseFromParent();
}

std::optional<Rewriter::Access>
Rewriter::getAccess(llvm::Instruction &instruction) const {
  Access access;
  access.pointer = llvm::getPointerOperand(&instruction);
  llvm::Type *type = instruction.getType();
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    type = store->getValueOperand()->getType();
    access.kind = AccessKind::write;
    access.countAs = AccessCount::store;
  } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    access.pointer = update->getPointerOperand();
    access.kind = AccessKind::atomic;
  } else if (auto *swap =
                 llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    access.pointer = swap->getPointerOperand();
    type = swap->getCompareOperand()->getType();
    access.kind = AccessKind::atomic;
  } else if (!llvm::isa<llvm::LoadInst>(instruction)) {
    return std::nullopt;
  }
  if (access.kind == AccessKind::atomic)
    access.countAs = instruction.hasMetadata(laneMark) ? AccessCount::lane
                                                       : AccessCount::atomic;
  if (instruction.isAtomic())
    access.kind = AccessKind::atomic;
  // A thread's own memory, and what nobody writes.
  const llvm::Value *object = llvm::getUnderlyingObject(access.pointer);
  auto *global = llvm::dyn_cast<llvm::GlobalVariable>(object);
  if (llvm::isa<llvm::AllocaInst>(object) || (global && global->isConstant()))
    return std::nullopt;
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction))
    access.alignment = llvm::getLoadStoreAlignment(&instruction).value();
  if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    access.alignment = update->getAlign().value();
  if (auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    access.alignment = swap->getAlign().value();
  access.size = module.getDataLayout().getTypeStoreSize(type);
  return access;
}

llvm::CallInst *Rewriter::callAccess(StringRef name, llvm::Type *result,
                                     const Access &access) {
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      name, result, b.getInt64Ty(), b.getInt64Ty(), b.getInt32Ty(),
      b.getInt64Ty(), b.getInt32Ty());
  return b.CreateCall(callee,
                      {b.CreatePtrToInt(access.pointer, b.getInt64Ty()),
                       b.getInt64(access.size),
                       b.getInt32(static_cast<int32_t>(access.kind)),
                       b.getInt64(access.alignment),
                       b.getInt32(static_cast<int32_t>(access.countAs))});
}

/// Leaves the function in front of a bad access, which is what keeps the
/// process alive.
void Rewriter::guardAccess(llvm::Instruction &instruction,
                           const Access &access) {
  b.SetInsertPoint(&instruction);
  // A bool, of which only the lowest byte counts.
  llvm::Value *answer =
      callAccess("segment_emulation_check", b.getInt8Ty(), access);
  llvm::Value *isBad = b.CreateIsNull(answer);
  llvm::Function *function = instruction.getFunction();
  llvm::BasicBlock *rest =
      llvm::SplitBlock(instruction.getParent(), &instruction);
  auto *exit = llvm::BasicBlock::Create(module.getContext(), "", function);
  rest->getSinglePredecessor()->getTerminator()->eraseFromParent();
  b.SetInsertPoint(llvm::cast<llvm::Instruction>(answer)->getParent());
  b.CreateCondBr(isBad, exit, rest);
  b.SetInsertPoint(exit);
  llvm::Type *type = function->getReturnType();
  if (type->isVoidTy())
    b.CreateRetVoid();
  else
    b.CreateRet(llvm::Constant::getNullValue(type));
}

void Rewriter::instrument(llvm::Function &function) {
  llvm::SmallVector<std::pair<llvm::Instruction *, Access>> accesses;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (std::optional<Access> access = getAccess(instruction))
      accesses.emplace_back(&instruction, *access);
  for (auto &[instruction, access] : accesses) {
    if (checkRaces) {
      b.SetInsertPoint(instruction);
      callAccess("segment_emulation_access", b.getVoidTy(), access);
    }
    guardAccess(*instruction, access);
  }
}

void Rewriter::externalizeSharedMemory() {
  for (llvm::GlobalVariable &global : module.globals()) {
    if (global.getAddressSpace() != sharedAddressSpace)
      continue;
    std::string name = "segment_emulation_shared_" +
                       std::to_string(result.sharedMemory.size());
    global.setName(name);
    global.setLinkage(llvm::GlobalValue::ExternalLinkage);
    global.setInitializer(llvm::Constant::getNullValue(global.getValueType()));
    // The largest access that code generation may make of it.
    global.setAlignment(llvm::Align(16));
    result.sharedMemory.emplace_back(
        name, module.getDataLayout().getTypeAllocSize(global.getValueType()));
  }
}

void Rewriter::createEntry(llvm::Function &kernel) {
  llvm::PointerType *pointer = b.getPtrTy();
  std::string name = ("segment_emulation_entry_" + kernel.getName()).str();
  auto *entry = llvm::Function::Create(
      llvm::FunctionType::get(b.getVoidTy(), {pointer}, /*isVarArg=*/false),
      llvm::GlobalValue::ExternalLinkage, name, module);
  b.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", entry));
  llvm::SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : kernel.args()) {
    llvm::Value *place =
        b.CreateConstGEP1_64(pointer, entry->getArg(0), argument.getArgNo());
    arguments.push_back(
        b.CreateLoad(argument.getType(), b.CreateLoad(pointer, place)));
  }
  b.CreateCall(&kernel, arguments);
  b.CreateRetVoid();
  result.kernels.push_back(
      {kernel.getName().str(), name, synchronizing.contains(&kernel)});
}

Expected<RewrittenModule> Rewriter::run() {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (!function.getName().starts_with("llvm.nvvm."))
      continue;
    if (Error error = rewriteCalls(function))
      return error;
    function.eraseFromParent();
  }
  llvm::SmallVector<llvm::Function *> kernels;
  for (llvm::Function &function : module) {
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(block))
        if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            call && call->isInlineAsm())
          expandAssembly(*call);
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : block) {
        if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            call && call->isInlineAsm())
          return makeError("the emulation doesn't know the inline assembly "
                           "of '" +
                           function.getName() + "'");
      }
    instrument(function);
    // What they ask for is a GPU.
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
    if (function.getCallingConv() != llvm::CallingConv::PTX_Kernel)
      continue;
    function.setCallingConv(llvm::CallingConv::C);
    kernels.push_back(&function);
  }
  externalizeSharedMemory();
  for (llvm::Function *kernel : kernels)
    createEntry(*kernel);
  return std::move(result);
}

Expected<RewrittenModule>
mlir::segment::emulation::rewriteDeviceCode(llvm::Module &module,
                                            bool checkRaces) {
  return Rewriter(module, checkRaces).run();
}
