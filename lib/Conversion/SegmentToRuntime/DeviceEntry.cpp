//===- DeviceEntry.cpp - Arrays at the boundary of device memory ----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceEntry.h"

#include "RuntimeFunctions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "segment/Conversion/SegmentToRuntime/RuntimeNames.h"

using namespace mlir;
using namespace mlir::segment;

int64_t segment::getElementBytes(Operation *scope, Type element) {
  return static_cast<int64_t>(
      DataLayout::closest(scope).getTypeSize(element).getFixedValue());
}

Value segment::replacePointer(OpBuilder &b, Location loc, Value descriptor,
                              Value pointer) {
  // The allocation, and where the elements begin.
  for (int64_t place : {0, 1})
    descriptor =
        LLVM::InsertValueOp::create(b, loc, descriptor, pointer, place);
  return descriptor;
}

Value DeviceBoundary::call(StringRef name, Type result, ValueRange operands) {
  SmallVector<Value> all{context};
  llvm::append_range(all, operands);
  Type type = result ? result : LLVM::LLVMVoidType::get(b.getContext());
  LLVM::LLVMFuncOp callee = declareFunction(
      b, symbols, name, type, SmallVector<Type>(ValueRange(all).getTypes()));
  auto call = LLVM::CallOp::create(b, callee, all);
  return result ? call.getResult() : Value();
}

Value DeviceBoundary::countBytes(Value descriptor, MemRefType type) {
  Type i64 = b.getI64Type();
  Operation *scope = b.getInsertionBlock()->getParentOp();
  Value bytes = LLVM::ConstantOp::create(
      b, i64,
      b.getI64IntegerAttr(getElementBytes(scope, type.getElementType())));
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value size =
        LLVM::ExtractValueOp::create(b, descriptor, ArrayRef<int64_t>{3, dim});
    bytes = LLVM::MulOp::create(b, bytes, size);
  }
  return bytes;
}

Value DeviceBoundary::takeArgument(Value descriptor, MemRefType type,
                                   bool isWritable) {
  Value pointer =
      LLVM::ExtractValueOp::create(b, descriptor, ArrayRef<int64_t>{1});
  Value bytes = countBytes(descriptor, type);
  Value device =
      call(runtime::kDeviceArgument, pointer.getType(), {pointer, bytes});
  Value same =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, pointer, device);
  Value zero =
      LLVM::ConstantOp::create(b, bytes.getType(), b.getI64IntegerAttr(0));
  Value hasElements =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, bytes, zero);
  Value isOnDevice = LLVM::AndOp::create(b, same, hasElements);
  isAnyOnDevice = isAnyOnDevice
                      ? LLVM::OrOp::create(b, isAnyOnDevice, isOnDevice)
                      : isOnDevice;
  copies.push_back(device);
  if (isWritable)
    writable.push_back({pointer, device, bytes});
  return replacePointer(b, b.getLoc(), descriptor, device);
}

void DeviceBoundary::returnArguments() {
  for (const Argument &argument : writable)
    call(runtime::kDeviceArgumentBack, Type(),
         {argument.pointer, argument.device, argument.bytes});
}

Value DeviceBoundary::takeResult(Value descriptor, MemRefType type) {
  copies.push_back(
      LLVM::ExtractValueOp::create(b, descriptor, ArrayRef<int64_t>{0}));
  auto copy = [&]() -> Value {
    Value device =
        LLVM::ExtractValueOp::create(b, descriptor, ArrayRef<int64_t>{1});
    Value host = call(runtime::kDeviceResult, device.getType(),
                      {device, countBytes(descriptor, type)});
    return replacePointer(b, b.getLoc(), descriptor, host);
  };
  if (!isAnyOnDevice)
    return copy();
  auto choice = scf::IfOp::create(b, descriptor.getType(), isAnyOnDevice,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(choice.thenBlock());
  scf::YieldOp::create(b, descriptor);
  b.setInsertionPointToEnd(choice.elseBlock());
  scf::YieldOp::create(b, copy());
  return choice.getResult(0);
}

void DeviceBoundary::finish() {
  OpBuilder::InsertionGuard guard(b);
  if (isAnyOnDevice) {
    auto choice = scf::IfOp::create(b, isAnyOnDevice, /*withElseRegion=*/true);
    b.setInsertionPointToStart(choice.elseBlock());
  }
  for (Value copy : copies)
    call(runtime::kDeviceFree, Type(), copy);
}
