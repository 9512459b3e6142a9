//===- EarlyExit.cpp - segment-early-exit -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "segment/Conversion/Passes.h"
#include "segment/Conversion/SegmentToRuntime/RuntimeNames.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTEARLYEXIT
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;

// The names that finalize-memref-to-llvm{use-generic-functions} calls.
static constexpr StringLiteral kGenericAlloc = "_mlir_memref_to_llvm_alloc";
static constexpr StringLiteral kGenericFree = "_mlir_memref_to_llvm_free";

namespace {
/// Rewrites the calls of one module.
class EarlyExit {
public:
  EarlyExit(ModuleOp module, bool isLibrary, bool hasKernels)
      : module(module), symbols(module), isLibrary(isLibrary),
        hasKernels(hasKernels), builder(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  LogicalResult run() {
    auto functions = llvm::to_vector(module.getOps<LLVM::LLVMFuncOp>());
    for (LLVM::LLVMFuncOp function : functions)
      if (failed(verifyContext(function)))
        return failure();
    for (LLVM::LLVMFuncOp function : functions)
      if (!function.isExternal() && failed(rewrite(function)))
        return failure();
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      function->removeAttr(runtime::kHasContextAttr);
    for (StringRef name : {kGenericAlloc, kGenericFree})
      if (auto function = symbols.lookup(name);
          function && SymbolTable::symbolKnownUseEmpty(function, module))
        symbols.erase(function);
    return success();
  }

private:
  static bool hasContext(Operation *function) {
    return function && function->hasAttr(runtime::kHasContextAttr);
  }

  LogicalResult verifyContext(LLVM::LLVMFuncOp function) {
    if (!hasContext(function))
      return success();
    ArrayRef<Type> types = function.getArgumentTypes();
    if (!types.empty() && types.front() == pointer)
      return success();
    return function.emitOpError(
               "expected the context of the call, an !llvm.ptr, "
               "as the first argument, as '")
           << runtime::kHasContextAttr << "' says";
  }

  LLVM::LLVMFuncOp declare(StringRef name, Type result,
                           ArrayRef<Type> arguments) {
    return declareFunction(builder, symbols, name, result, arguments);
  }

  LogicalResult rewrite(LLVM::LLVMFuncOp function) {
    SmallVector<LLVM::CallOp> calls;
    // The parallel regions of the function in which something can fail.
    llvm::SmallSetVector<Operation *, 4> regions;
    function.walk([&](LLVM::CallOp call) {
      if (call.getCallee())
        calls.push_back(call);
    });
    if (!isLibrary)
      return rewriteAssertions(calls);
    // The entry points look at the status themselves.
    if (!hasContext(function))
      return success();
    for (LLVM::CallOp call : calls) {
      StringRef callee = *call.getCallee();
      if (callee == kGenericAlloc || callee == kGenericFree) {
        call = useRuntimeAllocator(function, call);
        if (!call)
          return failure();
      }
      bool isReport = callee == runtime::kReport;
      bool isAlloc = callee == kGenericAlloc;
      bool canFail = hasContext(symbols.lookup(callee)) ||
                     (callee.starts_with(runtime::kDevicePrefix) &&
                      callee != runtime::kDeviceFree);
      if (!isReport && !isAlloc && !canFail)
        continue;
      // A parallel region can't be left, only the iteration.
      if (call->getParentOp() != function) {
        regions.insert(function.getBody().findAncestorOpInRegion(*call));
        if (!isa<omp::LoopNestOp>(call->getParentOp()))
          continue;
      }
      if (isReport)
        exitAfter(function, call);
      else if (isAlloc)
        exitIf(function, call, [&](OpBuilder &b) -> Value {
          Value null = LLVM::ZeroOp::create(b, call.getLoc(), pointer);
          return LLVM::ICmpOp::create(b, call.getLoc(), LLVM::ICmpPredicate::eq,
                                      call.getResult(), null);
        });
      else
        exitIf(function, call, [&](OpBuilder &b) {
          return createHasFailed(b, function, call.getLoc());
        });
    }
    for (Operation *region : regions)
      exitIf(function, region, [&](OpBuilder &b) {
        return createHasFailed(b, function, region->getLoc());
      });
    return success();
  }

  /// Whether the status of the context says so.
  Value createHasFailed(OpBuilder &b, LLVM::LLVMFuncOp function, Location loc) {
    Type i32 = b.getI32Type();
    Value status = LLVM::LoadOp::create(b, loc, i32, function.getArgument(0));
    Value zero = LLVM::ConstantOp::create(b, loc, i32, b.getI32IntegerAttr(0));
    return LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::ne, status, zero);
  }

  /// With runtime=assert: malloc is checked, and abort loses no message.
  LogicalResult rewriteAssertions(ArrayRef<LLVM::CallOp> calls) {
    for (LLVM::CallOp call : calls) {
      StringRef callee = *call.getCallee();
      bool isPointer =
          call->getNumResults() == 1 && call.getResult().getType() == pointer;
      if (callee == "malloc" && isPointer && failed(abortOnNull(call)))
        return failure();
      if (callee != "abort")
        continue;
      builder.setInsertionPoint(call);
      if (failed(createFlush(call.getLoc())))
        return failure();
    }
    return success();
  }

  /// fflush(NULL): abort doesn't write out what puts left in a buffer.
  LogicalResult createFlush(Location loc) {
    LLVM::LLVMFuncOp flush = declare("fflush", builder.getI32Type(), {pointer});
    if (!flush)
      return failure();
    Value all = LLVM::ZeroOp::create(builder, loc, pointer);
    LLVM::CallOp::create(builder, loc, flush, all);
    return success();
  }

  /// Null, after an error, if that can't be done.
  LLVM::CallOp useRuntimeAllocator(LLVM::LLVMFuncOp function,
                                   LLVM::CallOp call) {
    builder.setInsertionPoint(call);
    bool isAlloc = *call.getCallee() == kGenericAlloc;
    Type i64 = builder.getI64Type();
    Type nothing = LLVM::LLVMVoidType::get(builder.getContext());
    // What finalize-memref-to-llvm calls.
    if (!declare(*call.getCallee(), isAlloc ? pointer : nothing,
                 isAlloc ? i64 : pointer))
      return {};
    LLVM::LLVMFuncOp callee =
        isAlloc ? declare(hasKernels ? runtime::kDeviceAlloc : runtime::kAlloc,
                          pointer, {pointer, i64})
                : declare(hasKernels ? runtime::kDeviceFree : runtime::kFree,
                          nothing, {pointer, pointer});
    if (!callee)
      return {};
    auto replacement = LLVM::CallOp::create(
        builder, call.getLoc(), callee,
        ValueRange{function.getArgument(0), call.getOperand(0)});
    call->replaceAllUsesWith(replacement);
    call->erase();
    return replacement;
  }

  /// Ends the iteration of the parallel loop that `at` is in, or the function.
  void leave(OpBuilder &b, LLVM::LLVMFuncOp function, Operation *at) {
    Location loc = at->getLoc();
    if (auto loop = dyn_cast<omp::LoopNestOp>(at->getParentOp())) {
      LLVM::StackRestoreOp::create(b, loc, saveStack(loop));
      omp::YieldOp::create(b, loc);
      return;
    }
    Type type = function.getFunctionType().getReturnType();
    if (isa<LLVM::LLVMVoidType>(type))
      LLVM::ReturnOp::create(b, loc, ValueRange{});
    else
      LLVM::ReturnOp::create(b, loc,
                             LLVM::ZeroOp::create(b, loc, type).getResult());
  }

  /// The stack as it is at the start of an iteration. What an iteration puts on
  /// it is taken off at its end, which is not reached if it is left early.
  Value saveStack(omp::LoopNestOp loop) {
    Value &stack = stacks[loop];
    if (!stack) {
      OpBuilder b(loop.getContext());
      b.setInsertionPointToStart(&loop.getRegion().front());
      stack = LLVM::StackSaveOp::create(b, loop.getLoc(), pointer);
    }
    return stack;
  }

  /// Ends the block behind `call`; what followed is left to no predecessor.
  void exitAfter(LLVM::LLVMFuncOp function, LLVM::CallOp call) {
    call->getBlock()->splitBlock(call->getNextNode());
    builder.setInsertionPointToEnd(call->getBlock());
    leave(builder, function, call);
  }

  void exitIf(LLVM::LLVMFuncOp function, Operation *op,
              function_ref<Value(OpBuilder &)> condition) {
    Block *rest = op->getBlock()->splitBlock(op->getNextNode());
    Block *exit = builder.createBlock(rest);
    leave(builder, function, op);
    builder.setInsertionPointToEnd(op->getBlock());
    Value failed = condition(builder);
    LLVM::CondBrOp::create(builder, op->getLoc(), failed, exit, rest);
  }

  LogicalResult abortOnNull(LLVM::CallOp call) {
    Location loc = call.getLoc();
    Type nothing = LLVM::LLVMVoidType::get(builder.getContext());
    LLVM::LLVMFuncOp abort = declare("abort", nothing, {});
    // Without a result, as cf.assert is lowered.
    LLVM::LLVMFuncOp puts = declare("puts", nothing, {pointer});
    if (!abort || !puts)
      return failure();
    Block *rest = call->getBlock()->splitBlock(call->getNextNode());
    Block *exit = builder.createBlock(rest);
    LLVM::CallOp::create(builder, loc, puts, createMessage(loc));
    if (failed(createFlush(loc)))
      return failure();
    LLVM::CallOp::create(builder, loc, abort, ValueRange{});
    LLVM::UnreachableOp::create(builder, loc);
    builder.setInsertionPointToEnd(call->getBlock());
    Value null = LLVM::ZeroOp::create(builder, loc, pointer);
    Value isNull = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                        call.getResult(), null);
    LLVM::CondBrOp::create(builder, loc, isNull, exit, rest);
    return success();
  }

  Value createMessage(Location loc) {
    if (!message)
      message = createStringGlobal(builder, symbols, "segment_no_memory",
                                   "error: cannot allocate memory");
    return LLVM::AddressOfOp::create(builder, loc, message);
  }

  ModuleOp module;
  SymbolTable symbols;
  bool isLibrary, hasKernels;
  OpBuilder builder;
  Type pointer;
  LLVM::GlobalOp message;
  /// What saveStack has made.
  DenseMap<Operation *, Value> stacks;
};

struct SegmentEarlyExit
    : segment::impl::SegmentEarlyExitBase<SegmentEarlyExit> {
  using Base::Base;

  void runOnOperation() override {
    if (runtime != "library" && runtime != "assert") {
      emitError(getOperation().getLoc())
          << "segment-early-exit: expected runtime=library or assert, but got '"
          << runtime << "'";
      return signalPassFailure();
    }
    if (failed(EarlyExit(getOperation(), runtime == "library", kernels).run()))
      signalPassFailure();
  }
};
} // namespace
