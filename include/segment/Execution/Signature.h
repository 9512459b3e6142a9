//===- Signature.h - Types of compiled functions ----------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_SIGNATURE_H
#define SEGMENT_EXECUTION_SIGNATURE_H

#include "mlir/IR/BuiltinTypes.h"
#include "segment/Execution/Array.h"
#include <string>
#include <vector>

namespace mlir::segment {

/// The type of an argument or a result, independent of an MLIRContext.
struct ValueType {
  /// Of the elements, or of the scalar; a quantized type's storage.
  ElementType element = ElementType::I1;
  /// A tensor or memref, as opposed to a scalar.
  bool isShaped = false;
  /// ShapedType::kDynamic for an extent that any array fits.
  llvm::SmallVector<int64_t, 4> shape;
  /// Whether a function may write to an argument of this type: it is a memref,
  /// or a tensor that carries `bufferization.writable = true`.
  bool isWritable = false;
  /// MLIR's spelling.
  std::string text;

  /// The counterpart of an MLIR type, or an error for a type of which there are
  /// no arrays: vectors, unranked tensors, memrefs with a layout, ...
  static llvm::Expected<ValueType> get(Type type);

  /// Fails unless the array can be passed: the element type is the same (i64
  /// serves as index), and so are the rank and each static extent. A scalar is
  /// an array of rank 0.
  llvm::Error check(const Array &array) const;
};

/// What a function takes and returns.
struct Signature {
  std::string name;
  std::vector<ValueType> arguments;
  std::vector<ValueType> results;
  /// MLIR's spelling, such as "(tensor<?xf32>, i32) -> tensor<?xf32>".
  std::string text;

  static llvm::Expected<Signature> get(llvm::StringRef name, FunctionType type);

  /// Fails unless the arrays can be passed as the arguments.
  llvm::Error check(llvm::ArrayRef<Array> arrays) const;
};

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_SIGNATURE_H
