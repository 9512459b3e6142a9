//===- LowerRuntime.cpp - segment-lower-runtime -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceEntry.h"
#include "RuntimeFunctions.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "segment/Conversion/Passes.h"
#include "segment/Conversion/SegmentToRuntime/RuntimeNames.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTLOWERRUNTIME
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;

/// What segment-protect-arguments left has served its purpose.
static void removeReadOnly(func::FuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.removeArgAttr(i, runtime::kReadOnlyAttr);
}

//===----------------------------------------------------------------------===//
// runtime=assert
//===----------------------------------------------------------------------===//

/// The message without its values, which an assertion can't print.
static std::string stripPlaceholders(StringRef message) {
  std::string result;
  while (!message.empty()) {
    auto [text, rest] = message.split('{');
    result += text;
    if (rest.empty())
      break;
    result += '?';
    message = rest.split('}').second;
  }
  return result;
}

static void lowerToOneThread(NumThreadsOp op, OpBuilder &builder) {
  builder.setInsertionPoint(op);
  Value one = arith::ConstantIndexOp::create(builder, op.getLoc(), 1);
  op.getResult().replaceAllUsesWith(one);
  op->erase();
}

static void lowerToAssertions(ModuleOp module) {
  OpBuilder builder(module.getContext());
  module.walk([&](Operation *op) {
    builder.setInsertionPoint(op);
    if (auto report = dyn_cast<ReportOp>(op)) {
      Value no = arith::ConstantOp::create(builder, op->getLoc(),
                                           builder.getBoolAttr(false));
      cf::AssertOp::create(builder, op->getLoc(), no,
                           stripPlaceholders(report.getMessage()));
      op->erase();
    } else if (auto ask = dyn_cast<CanAllocateOp>(op)) {
      Value yes = arith::ConstantOp::create(builder, op->getLoc(),
                                            builder.getBoolAttr(true));
      ask.getResult().replaceAllUsesWith(yes);
      op->erase();
    } else if (auto threads = dyn_cast<NumThreadsOp>(op)) {
      lowerToOneThread(threads, builder);
    }
  });
}

//===----------------------------------------------------------------------===//
// runtime=library
//===----------------------------------------------------------------------===//

namespace {
class LibraryLowering {
public:
  LibraryLowering(ModuleOp module, bool hasThreads, bool hasKernels)
      : module(module), symbols(module), hasThreads(hasThreads),
        hasKernels(hasKernels), builder(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  LogicalResult run() {
    if (failed(checkNames()))
      return failure();
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isExternal())
        functions.push_back(function);
    if (failed(addContexts(functions)))
      return failure();
    for (func::FuncOp function : functions)
      if (failed(lowerOps(function)))
        return failure();
    for (func::FuncOp function : functions) {
      if (function.isPublic() && hasKernels && failed(checkBoundary(function)))
        return failure();
      if (function.isPublic())
        addEntry(function);
      removeReadOnly(function);
    }
    return success();
  }

private:
  /// A function of the user's with the name of a runtime function would be
  /// called in its place.
  LogicalResult checkNames() {
    for (auto symbol : module.getOps<SymbolOpInterface>()) {
      StringRef name = symbol.getName();
      if (name.starts_with(runtime::kRuntimePrefix) ||
          name.starts_with(runtime::kEntryPrefix))
        return symbol.emitError()
               << "expected a name that doesn't start with '"
               << runtime::kRuntimePrefix << "' or '" << runtime::kEntryPrefix
               << "', which are those of the runtime, but got '" << name << "'";
    }
    return success();
  }

  /// The context as first argument of every function that the module defines.
  LogicalResult addContexts(ArrayRef<func::FuncOp> functions) {
    DenseSet<StringAttr> defined;
    for (func::FuncOp function : functions)
      defined.insert(function.getSymNameAttr());
    for (func::FuncOp function : functions) {
      if (failed(function.insertArgument(0, pointer, {}, function.getLoc())))
        return function.emitOpError("cannot take the context of the call");
      function->setAttr(runtime::kHasContextAttr, builder.getUnitAttr());
    }
    for (func::FuncOp function : functions) {
      WalkResult result = function.walk([&](Operation *op) {
        if (auto call = dyn_cast<func::CallOp>(op);
            call && defined.contains(call.getCalleeAttr().getAttr()))
          call->insertOperands(0, function.getArgument(0));
        if (auto constant = dyn_cast<func::ConstantOp>(op);
            constant && defined.contains(constant.getValueAttr().getAttr())) {
          constant.emitOpError(
              "function values are not supported with "
              "runtime=library: an indirect call can't pass on "
              "the context of the call to '")
              << constant.getValue() << "'";
          return WalkResult::interrupt();
        }
        return WalkResult::advance();
      });
      if (result.wasInterrupted())
        return failure();
    }
    return success();
  }

  /// Never null for a function of the runtime: checkNames has seen to it.
  LLVM::LLVMFuncOp declare(StringRef name, Type result,
                           ArrayRef<Type> arguments) {
    return declareFunction(builder, symbols, name, result, arguments);
  }

  /// The address of a zero-terminated string.
  Value createString(Location loc, StringRef text) {
    LLVM::GlobalOp &global = strings[text];
    if (!global)
      global = createStringGlobal(builder, symbols, "segment_message", text);
    return LLVM::AddressOfOp::create(builder, loc, global);
  }

  LogicalResult lowerOps(func::FuncOp function) {
    Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
    Type nothing = LLVM::LLVMVoidType::get(builder.getContext());
    Value context = function.getArgument(0);
    WalkResult result = function.walk([&](Operation *op) {
      Location loc = op->getLoc();
      auto constant = [&](Type type, int64_t value) -> Value {
        return LLVM::ConstantOp::create(builder, loc, type,
                                        builder.getIntegerAttr(type, value));
      };
      if (auto report = dyn_cast<ReportOp>(op)) {
        // The values in an array on the stack, made at the function's entry, or
        // in a parallel region, where each thread needs its own, at that's.
        int64_t count = report.getValues().size();
        auto parallel = op->getParentOfType<omp::ParallelOp>();
        builder.setInsertionPointToStart(
            parallel ? &parallel.getRegion().front() : &function.front());
        Type array = LLVM::LLVMArrayType::get(i64, std::max<int64_t>(count, 1));
        Value values = LLVM::AllocaOp::create(builder, loc, pointer, array,
                                              constant(i64, 1));
        builder.setInsertionPoint(op);
        for (auto [i, value] : llvm::enumerate(report.getValues())) {
          Value at = LLVM::GEPOp::create(
              builder, loc, pointer, array, values,
              ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
          LLVM::StoreOp::create(builder, loc, value, at);
        }
        LLVM::CallOp::create(
            builder, loc,
            declare(runtime::kReport, nothing,
                    {pointer, i32, pointer, i64, pointer}),
            ValueRange{context,
                       constant(i32, static_cast<int64_t>(report.getFailure())),
                       createString(loc, report.getMessage()),
                       constant(i64, count), values});
        op->erase();
      } else if (auto ask = dyn_cast<CanAllocateOp>(op)) {
        builder.setInsertionPoint(op);
        auto call = LLVM::CallOp::create(
            builder, loc,
            declare(hasKernels ? runtime::kDeviceCanAllocate
                               : runtime::kCanAllocate,
                    i32, {pointer, i64}),
            ValueRange{context, ask.getBytes()});
        Value can = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                         call.getResult(), constant(i32, 0));
        ask.getResult().replaceAllUsesWith(can);
        op->erase();
      } else if (auto threads = dyn_cast<NumThreadsOp>(op)) {
        if (!hasThreads)
          lowerToOneThread(threads, builder);
        else if (failed(lowerNumThreads(threads, context)))
          return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// OpenMP's own number is handed over as the function that gives it, so that
  /// it need not be asked where the caller has set one.
  LogicalResult lowerNumThreads(NumThreadsOp op, Value context) {
    Location loc = op.getLoc();
    builder.setInsertionPoint(op);
    LLVM::LLVMFuncOp maxThreads =
        declare(runtime::kMaxThreads, builder.getI32Type(), {});
    if (!maxThreads)
      return failure();
    Value getDefault = LLVM::AddressOfOp::create(builder, loc, maxThreads);
    auto call = LLVM::CallOp::create(
        builder, loc,
        declare(runtime::kNumThreads, builder.getI64Type(), {pointer, pointer}),
        ValueRange{context, getDefault});
    Value number = arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(), call.getResult());
    op.getResult().replaceAllUsesWith(number);
    op->erase();
    return success();
  }

  /// Arrays are taken to the device and back as a whole.
  LogicalResult checkBoundary(func::FuncOp function) {
    for (TypeRange types : {TypeRange(function.getArgumentTypes()),
                            TypeRange(function.getResultTypes())})
      for (Type type : types) {
        auto memref = dyn_cast<MemRefType>(type);
        if (isa<UnrankedMemRefType>(type) ||
            (memref && !memref.getLayout().isIdentity()))
          return function.emitOpError("expected arrays of a known rank and "
                                      "without a layout, which a device can "
                                      "have copies of, but got ")
                 << type;
      }
    return success();
  }

  /// `int32_t segment_entry_f(context, args, results)`, which calls `f`.
  void addEntry(func::FuncOp function) {
    LLVMTypeConverter converter(builder.getContext());
    auto convertAll = [&](TypeRange types) {
      return llvm::map_to_vector(
          types, [&](Type type) { return converter.convertType(type); });
    };
    SmallVector<Type> arguments =
        convertAll(function.getArgumentTypes().drop_front());
    SmallVector<Type> results = convertAll(function.getResultTypes());
    // A type that LLVM doesn't know is reported where it is lowered.
    if (llvm::is_contained(arguments, Type()) ||
        llvm::is_contained(results, Type()))
      return;

    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(function);
    Location loc = function.getLoc();
    Type i32 = builder.getI32Type();
    auto entry = func::FuncOp::create(
        builder, loc, (runtime::kEntryPrefix + function.getName()).str(),
        builder.getFunctionType({pointer, pointer, pointer}, i32));
    Block *body = entry.addEntryBlock();
    ImplicitLocOpBuilder b(loc, builder.getContext());
    b.setInsertionPointToStart(body);
    // The i-th pointer of an array of pointers.
    auto loadPointer = [&](Value array, int32_t i) -> Value {
      Value at = LLVM::GEPOp::create(b, pointer, pointer, array,
                                     ArrayRef<LLVM::GEPArg>{i});
      return LLVM::LoadOp::create(b, pointer, at);
    };
    auto cast = [&](Type type, Value value) -> Value {
      if (value.getType() == type)
        return value;
      return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
    };
    Value context = body->getArgument(0);
    SmallVector<Value> operands{context};
    DeviceBoundary boundary(b, symbols, context);
    for (auto [i, type, llvmType] :
         llvm::enumerate(function.getArgumentTypes().drop_front(), arguments)) {
      Value at = loadPointer(body->getArgument(1), i);
      // Callers know natural alignment of their descriptors and scalars only
      // as far as bytes go.
      Value value = LLVM::LoadOp::create(b, llvmType, at, /*alignment=*/1);
      if (auto memref = dyn_cast<MemRefType>(type); memref && hasKernels)
        value = boundary.takeArgument(
            value, memref, !function.getArgAttr(i + 1, runtime::kReadOnlyAttr));
      operands.push_back(cast(type, value));
    }
    auto loadStatus = [&]() -> Value {
      return LLVM::LoadOp::create(b, i32, context);
    };
    // What follows runs only if nothing failed.
    auto ifOk = [&](Value status) {
      Value zero = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
      Value succeeded =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, status, zero);
      auto ifOp = scf::IfOp::create(b, succeeded, /*withElseRegion=*/false);
      b.setInsertionPointToStart(ifOp.thenBlock());
    };
    if (hasKernels)
      ifOk(loadStatus());
    auto call = func::CallOp::create(b, function, operands);
    if (hasKernels)
      LLVM::CallOp::create(b,
                           declare(runtime::kCheckLaunches,
                                   LLVM::LLVMVoidType::get(b.getContext()),
                                   {pointer}),
                           context);
    Value status = loadStatus();
    ifOk(status);
    boundary.returnArguments();
    for (auto [i, result, llvmType] :
         llvm::enumerate(call.getResults(), results)) {
      Value at = loadPointer(body->getArgument(2), i);
      Value value = cast(llvmType, result);
      if (auto memref = dyn_cast<MemRefType>(result.getType());
          memref && hasKernels)
        value = boundary.takeResult(value, memref);
      LLVM::StoreOp::create(b, value, at, /*alignment=*/1);
    }
    boundary.finish();
    b.setInsertionPointToEnd(body);
    // Taking results from the device can fail, too.
    func::ReturnOp::create(b, hasKernels ? loadStatus() : status);
  }

  ModuleOp module;
  SymbolTable symbols;
  bool hasThreads, hasKernels;
  OpBuilder builder;
  Type pointer;
  llvm::StringMap<LLVM::GlobalOp> strings;
};

struct SegmentLowerRuntime
    : segment::impl::SegmentLowerRuntimeBase<SegmentLowerRuntime> {
  using Base::Base;

  void runOnOperation() override {
    if (runtime == "assert") {
      for (auto function : getOperation().getOps<func::FuncOp>())
        removeReadOnly(function);
      return lowerToAssertions(getOperation());
    }
    if (runtime != "library") {
      emitError(getOperation().getLoc())
          << "segment-lower-runtime: expected runtime=library or assert, but "
             "got '"
          << runtime << "'";
      return signalPassFailure();
    }
    if (parallel != "openmp" && parallel != "none") {
      emitError(getOperation().getLoc()) << "segment-lower-runtime: expected "
                                            "parallel=openmp or none, but got '"
                                         << parallel << "'";
      return signalPassFailure();
    }
    if (failed(LibraryLowering(getOperation(), parallel == "openmp", kernels)
                   .run()))
      signalPassFailure();
  }
};
} // namespace
