//===- DeviceMemory.cpp - segment-device-memory ---------------------------===//
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
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "segment/Conversion/Passes.h"
#include "segment/Conversion/SegmentToRuntime/RuntimeNames.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTDEVICEMEMORY
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;

/// Whether a memref is on the host's stack. All others are the device's.
static bool isOnStack(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref.getDefiningOp<memref::AllocaOp>() != nullptr;
}

namespace {
/// Rewrites the host's accesses in one function.
class HostAccesses {
public:
  HostAccesses(func::FuncOp function, SymbolTable &symbols)
      : function(function), symbols(symbols),
        b(function.getLoc(), function.getContext()),
        pointer(LLVM::LLVMPointerType::get(function.getContext())) {}

  LogicalResult run() {
    SmallVector<memref::GetGlobalOp> globals;
    function.walk([&](memref::GetGlobalOp op) { globals.push_back(op); });
    for (memref::GetGlobalOp op : globals)
      if (failed(stage(op)))
        return failure();
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      if (failed(rewrite(op)))
        return failure();
    return success();
  }

private:
  LogicalResult rewrite(Operation *op) {
    b.setLoc(op->getLoc());
    b.setInsertionPoint(op);
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (!isOnStack(load.getMemRef()))
        rewriteLoad(load, load.getMemRef(), load.getIndices(), load.getType());
      return success();
    }
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (!isOnStack(store.getMemRef()))
        rewriteStore(store, store.getMemRef(), store.getIndices(),
                     store.getValueToStore());
      return success();
    }
    if (auto load = dyn_cast<vector::LoadOp>(op);
        load && load.getVectorType().getRank() == 1 &&
        !isa<VectorType>(load.getMemRefType().getElementType())) {
      if (!isOnStack(load.getBase()))
        rewriteLoad(load, load.getBase(), load.getIndices(), load.getType());
      return success();
    }
    if (auto store = dyn_cast<vector::StoreOp>(op);
        store && store.getVectorType().getRank() == 1 &&
        !isa<VectorType>(store.getMemRefType().getElementType())) {
      if (!isOnStack(store.getBase()))
        rewriteStore(store, store.getBase(), store.getIndices(),
                     store.getValueToStore());
      return success();
    }
    if (auto copy = dyn_cast<memref::CopyOp>(op))
      return rewriteCopy(copy);
    return check(op);
  }

  /// Refuses what would access memory of the other side.
  LogicalResult check(Operation *op) {
    bool takesDevice = isa<gpu::LaunchFuncOp>(op) || isa<func::CallOp>(op) ||
                       isa<func::ReturnOp>(op);
    if (auto call = dyn_cast<func::CallOp>(op)) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      takesDevice = callee && !callee.isExternal();
    }
    bool isAccess = isa<func::CallOp>(op) ||
                    hasEffect<MemoryEffects::Read>(op) ||
                    hasEffect<MemoryEffects::Write>(op);
    for (Value operand : op->getOperands()) {
      if (!isa<BaseMemRefType>(operand.getType()))
        continue;
      bool isStack = isOnStack(operand);
      if (takesDevice && isStack)
        return op->emitOpError(
            "expected memory of the device, got the host's stack (a "
            "memref.alloca)");
      if (!takesDevice && isAccess && !isStack)
        return op->emitOpError("cannot run on the host, since its memory is "
                               "the device's; expected it in a parallel loop, "
                               "which becomes a kernel");
    }
    return success();
  }

  Value constant(int64_t value) {
    return LLVM::ConstantOp::create(b, b.getI64Type(),
                                    b.getI64IntegerAttr(value));
  }

  Value toPointer(Value address) {
    Value number = arith::IndexCastOp::create(b, b.getI64Type(), address);
    return LLVM::IntToPtrOp::create(b, pointer, number);
  }

  /// Where an element lies.
  Value emitAddress(Value memref, ValueRange indices) {
    auto type = cast<MemRefType>(memref.getType());
    auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
    Value element = metadata.getOffset();
    for (auto [index, stride] :
         llvm::zip_equal(indices, metadata.getStrides())) {
      Value product = arith::MulIOp::create(b, index, stride);
      element = arith::AddIOp::create(b, element, product);
    }
    Value size = arith::ConstantIndexOp::create(
        b, getElementBytes(function, type.getElementType()));
    Value start = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
    Value bytes = arith::MulIOp::create(b, element, size);
    return toPointer(arith::AddIOp::create(b, start, bytes));
  }

  /// Memory of the host for a value, made where the function begins.
  Value getCell(Type type) {
    auto vector = dyn_cast<VectorType>(type);
    Type element = vector ? vector.getElementType() : type;
    int64_t count = vector ? vector.getNumElements() : 1;
    Value &cell = cells[type];
    if (!cell) {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(&function.front());
      cell = memref::AllocaOp::create(b, MemRefType::get({count}, element));
    }
    return cell;
  }

  Value countBytes(Type type) {
    auto vector = dyn_cast<VectorType>(type);
    Type element = vector ? vector.getElementType() : type;
    return constant((vector ? vector.getNumElements() : 1) *
                    getElementBytes(function, element));
  }

  void call(StringRef name, ValueRange operands) {
    SmallVector<Value> all{function.getArgument(0)};
    llvm::append_range(all, operands);
    LLVM::LLVMFuncOp callee = declareFunction(
        b, symbols, name, LLVM::LLVMVoidType::get(b.getContext()),
        SmallVector<Type>(ValueRange(all).getTypes()));
    LLVM::CallOp::create(b, callee, all);
  }

  void rewriteLoad(Operation *op, Value memref, ValueRange indices, Type type) {
    Value cell = getCell(type), zero = arith::ConstantIndexOp::create(b, 0);
    Value host =
        toPointer(memref::ExtractAlignedPointerAsIndexOp::create(b, cell));
    call(runtime::kDeviceRead,
         {host, emitAddress(memref, indices), countBytes(type)});
    Value value;
    if (auto vector = dyn_cast<VectorType>(type))
      value = vector::LoadOp::create(b, vector, cell, zero);
    else
      value = memref::LoadOp::create(b, cell, zero);
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }

  void rewriteStore(Operation *op, Value memref, ValueRange indices,
                    Value value) {
    Value cell = getCell(value.getType());
    Value zero = arith::ConstantIndexOp::create(b, 0);
    if (isa<VectorType>(value.getType()))
      vector::StoreOp::create(b, value, cell, zero);
    else
      memref::StoreOp::create(b, value, cell, zero);
    Value host =
        toPointer(memref::ExtractAlignedPointerAsIndexOp::create(b, cell));
    call(runtime::kDeviceWrite,
         {emitAddress(memref, indices), host, countBytes(value.getType())});
    op->erase();
  }

  LogicalResult rewriteCopy(memref::CopyOp op) {
    bool fromStack = isOnStack(op.getSource());
    bool toStack = isOnStack(op.getTarget());
    if (fromStack && toStack)
      return success();
    auto from = dyn_cast<MemRefType>(op.getSource().getType());
    auto to = dyn_cast<MemRefType>(op.getTarget().getType());
    if (!from || !to || !from.getLayout().isIdentity() ||
        !to.getLayout().isIdentity())
      return op.emitOpError("cannot run on the host, since its memory is the "
                            "device's and not without gaps");
    Value bytes = countBytes(from.getElementType());
    for (int64_t dim = 0; dim < from.getRank(); ++dim) {
      Value size = memref::DimOp::create(b, op.getSource(), dim);
      size = arith::IndexCastOp::create(b, b.getI64Type(), size);
      bytes = LLVM::MulOp::create(b, bytes, size);
    }
    auto start = [&](Value memref) {
      return toPointer(
          memref::ExtractAlignedPointerAsIndexOp::create(b, memref));
    };
    StringRef name = fromStack ? runtime::kDeviceWrite
                     : toStack ? runtime::kDeviceRead
                               : runtime::kDeviceCopy;
    call(name, {start(op.getTarget()), start(op.getSource()), bytes});
    op.erase();
    return success();
  }

  /// Constants of the module are the host's; the device gets a copy, once a
  /// call of the function, which frees it unless it returns it.
  LogicalResult stage(memref::GetGlobalOp op) {
    auto global = symbols.lookup<memref::GlobalOp>(op.getName());
    if (global && !global.getConstant())
      return op.emitOpError("expected a constant, got a variable '")
             << op.getName() << "', of which the device can't have a copy";
    Value &copy = constants[op.getNameAttr().getAttr()];
    if (!copy) {
      MemRefType type = op.getType();
      LLVMTypeConverter converter(b.getContext());
      Type descriptorType = converter.convertType(type);
      if (!descriptorType)
        return op.emitOpError("expected a type that LLVM has, got ") << type;
      b.setLoc(op.getLoc());
      b.setInsertionPointToStart(&function.front());
      Value original =
          memref::GetGlobalOp::create(b, type, op.getNameAttr()).getResult();
      Value descriptor =
          UnrealizedConversionCastOp::create(b, descriptorType, original)
              .getResult(0);
      Value host =
          LLVM::ExtractValueOp::create(b, descriptor, ArrayRef<int64_t>{1});
      int64_t bytes = type.getNumElements() *
                      getElementBytes(function, type.getElementType());
      LLVM::LLVMFuncOp callee =
          declareFunction(b, symbols, runtime::kDeviceArgument, pointer,
                          {pointer, pointer, b.getI64Type()});
      Value device = LLVM::CallOp::create(b, callee,
                                          ValueRange{function.getArgument(0),
                                                     host, constant(bytes)})
                         .getResult();
      Value replaced = replacePointer(b, op.getLoc(), descriptor, device);
      copy = UnrealizedConversionCastOp::create(b, type, replaced).getResult(0);
      function.walk([&](func::ReturnOp exit) { freeBefore(exit, device); });
    }
    op.getResult().replaceAllUsesWith(copy);
    op.erase();
    return success();
  }

  void freeBefore(func::ReturnOp exit, Value device) {
    b.setInsertionPoint(exit);
    Value isReturned =
        arith::ConstantOp::create(b, b.getBoolAttr(false)).getResult();
    for (Value result : exit.getOperands()) {
      if (!isa<MemRefType>(result.getType()))
        continue;
      Value same = LLVM::ICmpOp::create(
          b, LLVM::ICmpPredicate::eq, device,
          toPointer(memref::ExtractAlignedPointerAsIndexOp::create(b, result)));
      isReturned = arith::OrIOp::create(b, isReturned, same);
    }
    Value nothing = LLVM::ZeroOp::create(b, pointer);
    call(runtime::kDeviceFree,
         Value(arith::SelectOp::create(b, isReturned, nothing, device)));
  }

  func::FuncOp function;
  SymbolTable &symbols;
  ImplicitLocOpBuilder b;
  Type pointer;
  DenseMap<Type, Value> cells;
  /// The device's copies of constants.
  DenseMap<StringAttr, Value> constants;
};

struct SegmentDeviceMemory
    : segment::impl::SegmentDeviceMemoryBase<SegmentDeviceMemory> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    auto functions = llvm::to_vector(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions)
      if (function->hasAttr(runtime::kHasContextAttr) &&
          failed(HostAccesses(function, symbols).run()))
        return signalPassFailure();
  }
};
} // namespace
