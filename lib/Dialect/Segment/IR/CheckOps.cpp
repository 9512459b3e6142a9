//===- CheckOps.cpp - The check operations -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Dialect/Segment/IR/SegmentDialect.h"

using namespace mlir;
using namespace mlir::segment;

#define GET_OP_CLASSES
#include "segment/Dialect/Segment/IR/SegmentCoreOps.cpp.inc"

namespace {
/// Where failures are recorded: the context of the call.
struct FailureResource : public SideEffects::Resource::Base<FailureResource> {
  StringRef getName() final { return "segment.failure"; }
};
} // namespace

/// A check may record a failure, so it stays even where nothing is left that
/// uses its results (a result of zero elements, say). On memrefs it reads
/// `read`.
static void addCheckEffects(
    ArrayRef<OpOperand *> read,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), FailureResource::get());
  for (OpOperand *operand : read)
    if (isa<MemRefType>(operand->get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), operand,
                           SideEffects::DefaultResource::get());
}

void CheckSegmentsOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addCheckEffects({&getIdsMutable()}, effects);
}

void CheckScatterOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addCheckEffects({&getIndicesMutable()}, effects);
}

void CheckGatherOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addCheckEffects({&getSourcesMutable(), &getKeysMutable()}, effects);
}

LogicalResult CheckSegmentsOp::verify() {
  auto ids = cast<ShapedType>(getIds().getType());
  auto data = cast<ShapedType>(getData().getType());
  if (getSources() && data.getRank() == 0)
    return emitOpError("expected data of rank 1 or more with sources, but got "
                       "rank 0");
  if (!getSources() && ids.getRank() > data.getRank())
    return emitOpError("expected data of at least the rank of the ids, ")
           << ids.getRank() << ", but got rank " << data.getRank();
  if (getWeights() && !getSources())
    return emitOpError("expected weights only with sources");
  for (Value value : {getSources(), getWeights()}) {
    if (!value)
      continue;
    int64_t rank = cast<ShapedType>(value.getType()).getRank();
    if (rank != ids.getRank())
      return emitOpError("expected ")
             << (value == getSources() ? "sources" : "weights")
             << " of the rank of the ids, " << ids.getRank()
             << ", but got rank " << rank;
  }
  int64_t resultRank = data.getRank() - getRowDim() + 1;
  if (static_cast<int64_t>(getResultShape().size()) != resultRank)
    return emitOpError("expected a result shape of rank ")
           << resultRank << ", but got rank " << getResultShape().size();
  if (!getNumSegments() && ids.getRank() != 1)
    return emitOpError("expected ids of rank 1 without num_segments, but got "
                       "rank ")
           << ids.getRank();
  if (getElementBytes() <= 0)
    return emitOpError("expected a positive number of element bytes, but got ")
           << getElementBytes();
  return success();
}

LogicalResult CheckScatterOp::verify() {
  auto indices = cast<ShapedType>(getIndices().getType());
  auto input = cast<ShapedType>(getInput().getType());
  auto updates = cast<ShapedType>(getUpdates().getType());
  if (indices.getRank() < 2 || indices.isDynamicDim(indices.getRank() - 1))
    return emitOpError("expected indices of rank 2 or more with a static last "
                       "dimension, but got ")
           << indices;
  int64_t depth = indices.getShape().back();
  if (depth > input.getRank())
    return emitOpError("expected index rows of at most the rank of the input, ")
           << input.getRank() << ", but got " << depth << " coordinates";
  if (updates.getRank() != indices.getRank() - 1 + input.getRank() - depth)
    return emitOpError("expected updates of rank ")
           << indices.getRank() - 1 + input.getRank() - depth
           << ", but got rank " << updates.getRank();
  return success();
}
