//===- CheckEmitter.h - Comparisons and their reports -----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_CHECKEMITTER_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_CHECKEMITTER_H

#include "LoopBuilder.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include <string>

namespace mlir::segment {

/// A message with placeholders and the values that fill them.
class Message {
public:
  /// Starts with the place of the operation and its name.
  Message(Location loc, StringRef opName);

  Message &operator<<(StringRef literal) {
    text += literal;
    return *this;
  }
  /// A placeholder for an i64.
  Message &operator<<(Value value);
  /// `[a, b, ...]`
  Message &operator<<(ArrayRef<Value> list);

  std::string text;
  SmallVector<Value> values;
};

/// Emits checks one after the other: only the first that fails is reported.
/// Numbers are i64 unless said otherwise.
class CheckEmitter : public LoopBuilder {
public:
  CheckEmitter(Operation *op, RewriterBase &rewriter, StringRef opName)
      : LoopBuilder(op->getLoc(), rewriter), opName(opName), ok(boolean(true)) {
  }

  Value i64(int64_t value) { return integer(getI64Type(), value); }
  /// An integer or index as i64.
  Value toI64(Value value, bool isUnsigned = false);
  Value fromI64(Value value) {
    return arith::IndexCastOp::create(*this, getIndexType(), value);
  }
  Value product(ArrayRef<Value> values);
  /// The dimensions of a memref.
  SmallVector<Value> dims(Value memref);
  /// Whether a dimension is 0. Unlike their product this can't overflow.
  Value anyZero(ArrayRef<Value> dims);
  /// The coordinates of a row-major position.
  SmallVector<Value> delinearize(Value position, ArrayRef<Value> dims);

  /// Reports if `failed` and nothing failed before. `describe` is called where
  /// the values of the message may be computed.
  void check(Value failed, Failure failure,
             function_ref<void(Message &)> describe);

  /// Whether nothing has failed so far, an i1.
  Value isOk() const { return ok; }

private:
  StringRef opName;
  Value ok;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_CHECKEMITTER_H
