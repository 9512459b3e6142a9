//===- LegalizeTypes.cpp - segment-legalize-types -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTLEGALIZETYPES
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

/// The replacement of types, and of the attributes whose elements have them.
static void addReplacements(AttrTypeReplacer &replacer) {
  replacer.addReplacement([](IntegerType type) -> std::optional<Type> {
    if (!type.isUnsigned())
      return std::nullopt;
    return IntegerType::get(type.getContext(), type.getWidth());
  });
  replacer.addReplacement([](quant::QuantizedType type) -> std::optional<Type> {
    return type.getStorageType();
  });
  auto signless = [](Type type) -> Type {
    return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
  };
  replacer.addReplacement(
      [=](DenseIntOrFPElementsAttr attr) -> std::optional<Attribute> {
        Type type = attr.getElementType();
        if (!type.isUnsignedInteger())
          return std::nullopt;
        return attr.bitcast(signless(type));
      });
  replacer.addReplacement([=](IntegerAttr attr) -> std::optional<Attribute> {
    if (!attr.getType().isUnsignedInteger())
      return std::nullopt;
    return IntegerAttr::get(signless(attr.getType()), attr.getValue());
  });
}

/// Casts between a type and its storage, now between equal types, vanish; other
/// bitcasts become elementwise operations, which bufferize.
static LogicalResult lowerCast(OpBuilder &b, Operation *cast) {
  Value source = cast->getOperand(0);
  Type resultType = cast->getResult(0).getType();
  if (source.getType() == resultType) {
    cast->getResult(0).replaceAllUsesWith(source);
    cast->erase();
    return success();
  }
  if (!isa<tensor::BitcastOp>(cast))
    return success();
  b.setInsertionPoint(cast);
  Location loc = cast->getLoc();
  auto type = dyn_cast<RankedTensorType>(resultType);
  if (!type || !isa<RankedTensorType>(source.getType()))
    return cast->emitOpError("expected ranked tensors, but got ")
           << source.getType() << " and " << resultType;
  if (tensor::CastOp::areCastCompatible(source.getType(), resultType)) {
    Value same = tensor::CastOp::create(b, loc, type, source);
    cast->getResult(0).replaceAllUsesWith(same);
    cast->erase();
    return success();
  }
  AffineMap map = b.getMultiDimIdentityMap(type.getRank());
  Value init = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, source), type.getElementType());
  if (init.getType() != type)
    init = tensor::CastOp::create(b, loc, type, init);
  auto generic = linalg::GenericOp::create(
      b, loc, type, source, init, ArrayRef<AffineMap>{map, map},
      SmallVector<utils::IteratorType>(type.getRank(),
                                       utils::IteratorType::parallel),
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        Value bits = arith::BitcastOp::create(b, loc, type.getElementType(),
                                              elements[0]);
        linalg::YieldOp::create(b, loc, bits);
      });
  cast->getResult(0).replaceAllUsesWith(generic.getResult(0));
  cast->erase();
  return success();
}

namespace {
struct SegmentLegalizeTypes
    : segment::impl::SegmentLegalizeTypesBase<SegmentLegalizeTypes> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    // Without its unsigned type an operation would compute something else.
    WalkResult surface = module.walk([](segment::ReductionOpInterface op) {
      op->emitOpError("expected to be decomposed (segment-decompose) before "
                      "types are legalized");
      return WalkResult::interrupt();
    });
    if (surface.wasInterrupted())
      return signalPassFailure();

    AttrTypeReplacer replacer;
    addReplacements(replacer);
    replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    SmallVector<Operation *> casts;
    module.walk([&](Operation *op) {
      if (isa<tensor::BitcastOp, quant::StorageCastOp>(op))
        casts.push_back(op);
    });
    OpBuilder builder(&getContext());
    for (Operation *cast : casts)
      if (failed(lowerCast(builder, cast)))
        return signalPassFailure();
  }
};
} // namespace
