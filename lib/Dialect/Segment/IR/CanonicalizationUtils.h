//===- CanonicalizationUtils.h - What canonicalizations share -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_DIALECT_SEGMENT_IR_CANONICALIZATIONUTILS_H
#define SEGMENT_LIB_DIALECT_SEGMENT_IR_CANONICALIZATIONUTILS_H

#include "segment/Dialect/Segment/IR/SegmentCanonicalizations.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment::detail {

/// Constants of more elements are neither read one by one nor made.
constexpr int64_t maxFoldedElements = 1 << 20;

/// A pattern on one operation by name, or on all that implement `OpInterface`.
template <typename OpInterface> class SurfaceOpPattern : public RewritePattern {
public:
  explicit SurfaceOpPattern(MLIRContext *context)
      : RewritePattern(MatchInterfaceOpTypeTag(), OpInterface::getInterfaceID(),
                       /*benefit=*/1, context) {}
  SurfaceOpPattern(MLIRContext *context, StringRef opName)
      : RewritePattern(opName, /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const final {
    return rewriteOp(cast<OpInterface>(op), rewriter);
  }

private:
  virtual LogicalResult rewriteOp(OpInterface op,
                                  PatternRewriter &rewriter) const = 0;
};

template <typename... Patterns>
void addSurfaceOpPatterns(RewritePatternSet &patterns, StringRef opName) {
  if (opName.empty())
    patterns.add<Patterns...>(patterns.getContext());
  else
    patterns.add<Patterns...>(patterns.getContext(), opName);
}

/// The elements of constant ids or indices, as the numbers that they mean:
/// unsigned types are never read as signed.
class ConstantKeys {
public:
  /// Fails if `keys` is not a dense constant or too large to look at.
  static std::optional<ConstantKeys> get(Value keys);

  ArrayRef<int64_t> getShape() const { return type.getShape(); }
  bool empty() const { return values.empty(); }
  /// Whether there are elements, and all are the same.
  bool isUniform() const;
  /// Whether the elements never decrease.
  bool isSorted() const;
  /// Whether the elements are 0, 1, 2 and so on, `size` of them.
  bool isIota(int64_t size) const;
  /// The smallest and the largest of the elements, of which there must be some.
  int64_t getMin() const;
  int64_t getMax() const;
  int64_t getLast() const { return values.back(); }
  /// Element number `i` in row-major order.
  int64_t operator[](int64_t i) const {
    return isSplat ? values[0] : values[i];
  }
  /// Whether one value stands for all elements, however many.
  bool isSplatValue() const { return isSplat; }
  /// The part [`begin`, `end`) of the outermost dimension.
  DenseElementsAttr slice(int64_t begin, int64_t end);

private:
  ConstantKeys(DenseElementsAttr attr, RankedTensorType type)
      : attr(attr), type(type) {}

  DenseElementsAttr attr;
  RankedTensorType type;
  /// One value if it is a splat of at least one element.
  SmallVector<int64_t> values;
  bool isSplat = false;
};

/// Whether the bits of the result depend neither on the order in which the rows
/// of a segment are folded nor on how they are cut into pieces (clause 3.6),
/// or, in scatters, on the cuts alone.
bool isExact(ReductionOpInterface op);

/// Replaces `op` by `value`, cast to the type of the result if need be.
void replaceWithCast(PatternRewriter &rewriter, Operation *op, Value value);

/// The part [`begin`, `end`) of the outermost dimension of `tensor`; an empty
/// tensor that doesn't read it if that has no elements.
Value createOuterSlice(OpBuilder &builder, Location loc, Value tensor,
                       int64_t begin, int64_t end);

/// `tensor` with its first `numDims` dimensions, which are static, regrouped to
/// `shape`, which has as many elements.
Value createReshapedPrefix(OpBuilder &builder, Location loc, Value tensor,
                           int64_t numDims, ArrayRef<int64_t> shape);

/// A constant tensor of what empty segments of `op` show (clauses 1.1 and 1.2),
/// null if the element type has no constants.
TypedAttr getEmptyResult(SegmentOpInterface op, RankedTensorType type);

} // namespace mlir::segment::detail

#endif // SEGMENT_LIB_DIALECT_SEGMENT_IR_CANONICALIZATIONUTILS_H
