//===- DeviceEntry.h - Arrays at the boundary of device memory --*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTORUNTIME_DEVICEENTRY_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTORUNTIME_DEVICEENTRY_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::segment {

/// The bytes of an element in memory.
int64_t getElementBytes(Operation *scope, Type element);

/// A descriptor whose elements lie at `pointer` instead.
Value replacePointer(OpBuilder &b, Location loc, Value descriptor,
                     Value pointer);

/// Emits, in an entry point, what takes arrays to the device and back. The
/// descriptors are of memrefs without a layout.
class DeviceBoundary {
public:
  DeviceBoundary(ImplicitLocOpBuilder &b, SymbolTable &symbols, Value context)
      : b(b), symbols(symbols), context(context) {}

  /// The descriptor of the argument's memory on the device.
  Value takeArgument(Value descriptor, MemRefType type, bool isWritable);
  /// Behind the call: copies back what may have been written.
  void returnArguments();
  /// The descriptor of a result where the caller expects it.
  Value takeResult(Value descriptor, MemRefType type);
  /// Behind all of that: frees the copies, and the results that were copied.
  /// Where a result stays on the device, it may be one of the copies, and these
  /// stay the context's.
  void finish();

private:
  Value countBytes(Value descriptor, MemRefType type);
  Value call(StringRef name, Type result, ValueRange operands);

  struct Argument {
    Value pointer, device, bytes;
  };

  ImplicitLocOpBuilder &b;
  SymbolTable &symbols;
  Value context;
  SmallVector<Argument> writable;
  /// What the context may have to free.
  SmallVector<Value> copies;
  /// Whether an argument was on the device before.
  Value isAnyOnDevice;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTORUNTIME_DEVICEENTRY_H
