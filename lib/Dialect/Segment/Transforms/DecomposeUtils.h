//===- DecomposeUtils.h - What the decompositions share ------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_DIALECT_SEGMENT_TRANSFORMS_DECOMPOSEUTILS_H
#define SEGMENT_LIB_DIALECT_SEGMENT_TRANSFORMS_DECOMPOSEUTILS_H

#include "FoldPlan.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::segment {

/// `tensor` with its elements as signless storage (tensor.bitcast,
/// quant.scast).
Value createStorageCast(OpBuilder &builder, Location loc, Value tensor);

/// The inverse, to a tensor of `elementType`.
Value createElementCast(OpBuilder &builder, Location loc, Value tensor,
                        Type elementType);

/// `[lead..., rest...]` collapsed to `[product(lead), product(rest)]`, or to
/// rank 1 if `rest` is empty. An empty `lead` counts as one row.
Value createCollapse(OpBuilder &builder, Location loc, Value tensor,
                     int64_t numLead);

/// Whether it can be: a product of static dimensions must fit 64 bits.
bool isCollapsible(RankedTensorType type, int64_t numLead);

/// The inverse: a tensor of rank 1 or 2 expanded to `shape`, whose first
/// `numLead` dimensions come from the tensor's first.
Value createExpand(OpBuilder &builder, Location loc, Value tensor,
                   ArrayRef<OpFoldResult> shape, int64_t numLead);

/// The type of a segment operation's result, of which dimension 0 counts the
/// segments and the others are those of `rows` after the first `numLead`, with
/// what the types of both know.
RankedTensorType refineResultType(RankedTensorType type, RankedTensorType rows,
                                  int64_t numLead);

/// The shape of a result of that type.
SmallVector<OpFoldResult> createResultShape(OpBuilder &builder, Location loc,
                                            RankedTensorType type,
                                            Value numSegments, Value rows,
                                            int64_t numLead);

/// That shape collapsed to [S, D], or to [S] if `rows`, [N, D], have no
/// columns.
SmallVector<OpFoldResult> collapseResultShape(OpBuilder &builder, Location loc,
                                              ArrayRef<OpFoldResult> shape,
                                              Value rows);

/// An elementwise linalg.generic of `inputs` into `init`. An input of rank 1
/// beside an init of rank 2 has a value a row. The body gets the elements of
/// the inputs, then that of the init.
Value createElementwise(
    OpBuilder &builder, Location loc, ValueRange inputs, Value init,
    function_ref<Value(OpBuilder &, Location, ValueRange)> body);

/// The value of a size as an index.
Value createIndex(OpBuilder &builder, Location loc, OpFoldResult size);

/// What a reduction folds: rows of `data`, [N, D] or [N], one after the other.
struct FoldedRows {
  Value data;
  /// The numbers of the rows of `data` that are folded instead; may be null.
  Value sources = {};
  /// The factor of each row; may be null.
  Value weights = {};
};

/// The rows, `numRows` of them, their keys and the plan as
/// segment.reduce_by_key into `init`, which holds elements of the plan's
/// storage type.
Value createFold(OpBuilder &builder, Location loc, const FoldPlan &plan,
                 Value keys, Value numRows, const FoldedRows &rows, Value init,
                 function_ref<void(ReduceByKeyOp)> setFlags);

/// Replaces a surface operation by its result as storage: cast to the element
/// type and the static shape.
void replaceByStorage(RewriterBase &rewriter, Operation *op, Value storage);

} // namespace mlir::segment

#endif // SEGMENT_LIB_DIALECT_SEGMENT_TRANSFORMS_DECOMPOSEUTILS_H
