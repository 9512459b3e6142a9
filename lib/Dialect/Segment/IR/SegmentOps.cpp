//===- SegmentOps.cpp - Shared methods of the surface operations ----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::segment;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// `keyword<value>` into `attr`, if `keyword` comes next; `values` names the
/// values that there are.
template <typename AttrT>
static OptionalParseResult parsePolicy(OpAsmParser &parser, StringRef keyword,
                                       StringRef values, AttrT &attr) {
  using EnumT = decltype(attr.getValue());
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(keyword)))
    return std::nullopt;
  if (attr)
    return parser.emitError(loc, "expected '") << keyword << "' at most once";
  StringRef name;
  if (parser.parseLess())
    return failure();
  loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<EnumT> value = symbolizeEnum<EnumT>(name);
  if (!value)
    return parser.emitError(loc, "expected '")
           << keyword << "' to be " << values << ", but got '" << name << "'";
  attr = AttrT::get(parser.getContext(), *value);
  return parser.parseGreater();
}

/// The policies, in any order.
static ParseResult parsePolicies(OpAsmParser &parser, BoundsAttr &bounds,
                                 NanModeAttr &nan, EmptyModeAttr &empty,
                                 AccumulateModeAttr &accumulate) {
  while (true) {
    OptionalParseResult result =
        parsePolicy(parser, "bounds", "error, drop or assume", bounds);
    if (!result.has_value())
      result = parsePolicy(parser, "nan", "propagate or ignore", nan);
    if (!result.has_value())
      result =
          parsePolicy(parser, "empty", "identity, infinity or zero", empty);
    if (!result.has_value())
      result = parsePolicy(parser, "accumulate", "native or f64", accumulate);
    if (!result.has_value())
      return success();
    if (failed(*result))
      return failure();
  }
}

static void printPolicies(OpAsmPrinter &p, Operation *, BoundsAttr bounds,
                          NanModeAttr nan, EmptyModeAttr empty,
                          AccumulateModeAttr accumulate) {
  auto print = [&](StringRef keyword, auto attr) {
    if (attr)
      p << " " << keyword << "<" << stringifyEnum(attr.getValue()) << ">";
  };
  // error is the default.
  if (bounds.getValue() != Bounds::error)
    print("bounds", bounds);
  print("nan", nan);
  print("empty", empty);
  print("accumulate", accumulate);
}

#define GET_OP_CLASSES
#include "segment/Dialect/Segment/IR/SegmentOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Verification: the constraints of clause 4.17, one message each
//===----------------------------------------------------------------------===//

/// Sections 2.1 to 2.4: the element type of the rows.
static LogicalResult verifyElementType(ReductionOpInterface op, StringRef name,
                                       Type elementType) {
  StringRef expected =
      explainUnsupportedElement(elementType, op.getReduction());
  if (expected.empty())
    return success();
  return op->emitOpError() << "expected " << name << " of " << expected
                           << ", but got " << elementType;
}

/// Clause 2.5: the element type of ids and indices.
static LogicalResult verifyIdType(Operation *op, StringRef name, Type type) {
  if (isIdElement(type))
    return success();
  return op->emitOpError()
         << "expected " << name
         << " of i8, i16, i32, i64, ui8, ui16, ui32 or index, "
            "but got "
         << type;
}

/// Encodings (sparse layouts, say) have no meaning here.
static LogicalResult verifyNoEncoding(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()),
                                llvm::to_vector(op->getResultTypes())))
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.getEncoding())
      return op->emitOpError()
             << "expected tensors without an encoding, but got " << tensor;
  return success();
}

/// The attributes that make sense for some reductions and types only.
static LogicalResult verifyPolicies(ReductionOpInterface op, Type elementType,
                                    bool isScatter) {
  if (op.getNan() && !op.isMinOrMax())
    return op->emitOpError("expected no 'nan' policy, which is for min and max "
                           "only");
  if (op.getEmpty() && isScatter)
    return op->emitOpError("expected no 'empty' policy: slices that no index "
                           "names keep the input's value");
  if (op.getEmpty() == EmptyMode::infinity && !op.isMinOrMax())
    return op->emitOpError(
        "expected no 'empty<infinity>', which is for min and "
        "max only");
  if (op.getAccumulate()) {
    if (op.isMinOrMax() || op.getReduction() == Reduction::update)
      return op->emitOpError("expected no 'accumulate' policy, which is for "
                             "sums, products and means only");
    if (!isFloatElement(elementType))
      return op->emitOpError("expected no 'accumulate' policy, which is for "
                             "floating-point elements only, but got ")
             << elementType;
  }
  return success();
}

LogicalResult segment::detail::verifySegmentOp(SegmentOpInterface op) {
  auto reduction = cast<ReductionOpInterface>(op.getOperation());
  RankedTensorType data = op.getDataType(), ids = op.getIdsType(),
                   result = op.getResultType();
  Value numSegments = op.getNumSegmentsOrNull();

  if (failed(verifyNoEncoding(op)) ||
      failed(verifyElementType(reduction, "data", data.getElementType())) ||
      failed(verifyIdType(op, "ids", ids.getElementType())))
    return failure();

  // The rank of the ids.
  if (!numSegments && ids.getRank() != 1)
    return op->emitOpError("expected ids of rank 1, but got rank ")
           << ids.getRank();
  if (op.isSorted() && ids.getRank() == 0)
    return op->emitOpError("expected ids of rank 1 or more, but got rank 0");

  // Their shape is a prefix of the data's.
  if (ids.getRank() > data.getRank())
    return op->emitOpError("expected data of at least the rank of the ids, ")
           << ids.getRank() << ", but got rank " << data.getRank();
  if (failed(verifyCompatibleShape(ids.getShape(),
                                   data.getShape().take_front(ids.getRank()))))
    return op->emitOpError(
               "expected the shape of the ids to be a prefix of the "
               "data's, but got ids ")
           << ids << " and data " << data;

  if (numSegments && !isNumSegmentsType(numSegments.getType()))
    return op->emitOpError(
               "expected num_segments of i32, i64 or index, but got ")
           << numSegments.getType();

  // The result.
  if (result.getElementType() != data.getElementType())
    return op->emitOpError("expected a result of the data's element type ")
           << data.getElementType() << ", but got " << result.getElementType();
  ArrayRef<int64_t> row = data.getShape().drop_front(ids.getRank());
  if (result.getRank() != static_cast<int64_t>(row.size()) + 1)
    return op->emitOpError("expected a result of rank ")
           << row.size() + 1 << " (one dimension of segments, then those of a "
           << "row), but got rank " << result.getRank();
  if (failed(verifyCompatibleShape(result.getShape().drop_front(), row)))
    return op->emitOpError("expected a result whose rows have the shape of the "
                           "data's, but got data ")
           << data << " and result " << result;

  return verifyPolicies(reduction, data.getElementType(), /*isScatter=*/false);
}

LogicalResult
segment::detail::verifyGatherSegmentOp(GatherSegmentOpInterface op) {
  auto reduction = cast<ReductionOpInterface>(op.getOperation());
  RankedTensorType x = op.getXType(), src = op.getSrcType(),
                   ids = op.getIdsType(), result = op.getResultType();

  if (failed(verifyNoEncoding(op)) ||
      failed(verifyElementType(reduction, "x", x.getElementType())) ||
      failed(verifyIdType(op, "src", src.getElementType())) ||
      failed(verifyIdType(op, "ids", ids.getElementType())))
    return failure();
  if (x.getRank() == 0)
    return op->emitOpError("expected x of rank 1 or more, but got rank 0");

  // What there is for each row.
  if (ids.getRank() == 0)
    return op->emitOpError("expected ids of rank 1 or more, but got rank 0");
  if (failed(verifyCompatibleShape(src.getShape(), ids.getShape())))
    return op->emitOpError("expected src and ids of one shape, but got src ")
           << src << " and ids " << ids;
  if (Value weights = op.getWeights()) {
    auto type = cast<RankedTensorType>(weights.getType());
    Type element = x.getElementType();
    if (element.isSignlessInteger(1) || isa<quant::QuantizedType>(element))
      return op->emitOpError("expected no weights, which are for numbers that "
                             "can be multiplied only, but got x of ")
             << element;
    if (type.getElementType() != element)
      return op->emitOpError("expected weights of the element type of x, ")
             << element << ", but got " << type.getElementType();
    if (failed(verifyCompatibleShape(type.getShape(), ids.getShape())))
      return op->emitOpError("expected weights and ids of one shape, but got "
                             "weights ")
             << type << " and ids " << ids;
  }

  if (!isNumSegmentsType(op.getNumSegments().getType()))
    return op->emitOpError(
               "expected num_segments of i32, i64 or index, but got ")
           << op.getNumSegments().getType();

  // The result.
  if (result.getElementType() != x.getElementType())
    return op->emitOpError("expected a result of the element type of x, ")
           << x.getElementType() << ", but got " << result.getElementType();
  if (result.getRank() != x.getRank())
    return op->emitOpError("expected a result of the rank of x, ")
           << x.getRank() << ", but got rank " << result.getRank();
  if (failed(verifyCompatibleShape(result.getShape().drop_front(),
                                   x.getShape().drop_front())))
    return op->emitOpError("expected a result whose rows have the shape of "
                           "those of x, but got x ")
           << x << " and result " << result;

  return verifyPolicies(reduction, x.getElementType(), /*isScatter=*/false);
}

LogicalResult segment::detail::verifyScatterOp(ScatterOpInterface op) {
  auto reduction = cast<ReductionOpInterface>(op.getOperation());
  RankedTensorType input = op.getInputType(), indices = op.getIndicesType(),
                   updates = op.getUpdatesType();
  auto result = cast<RankedTensorType>(op->getResult(0).getType());

  if (failed(verifyNoEncoding(op)) ||
      failed(verifyElementType(reduction, "input", input.getElementType())) ||
      failed(verifyIdType(op, "indices", indices.getElementType())))
    return failure();

  // The indices.
  if (indices.getRank() < 2)
    return op->emitOpError("expected indices of rank 2 or more, but got rank ")
           << indices.getRank();
  int64_t depth = op.getIndexDepth();
  if (ShapedType::isDynamic(depth))
    return op->emitOpError("expected indices with a static last dimension, but "
                           "got ")
           << indices;
  if (depth > input.getRank())
    return op->emitOpError("expected index rows of at most the rank of the "
                           "input, ")
           << input.getRank() << ", but got " << depth << " coordinates";

  // The updates.
  if (updates.getElementType() != input.getElementType())
    return op->emitOpError("expected updates of the input's element type ")
           << input.getElementType() << ", but got "
           << updates.getElementType();
  SmallVector<int64_t> expected(indices.getShape().drop_back());
  llvm::append_range(expected, input.getShape().drop_front(depth));
  if (failed(verifyCompatibleShape(expected, updates.getShape()))) {
    auto diag = op->emitOpError("expected updates of shape ");
    diag << RankedTensorType::get(expected, input.getElementType())
         << " (the index rows, then a slice of the input), but got " << updates;
    return diag;
  }

  if (result != input)
    return op->emitOpError("expected a result of the input's type ")
           << input << ", but got " << result;

  return verifyPolicies(reduction, input.getElementType(), /*isScatter=*/true);
}

//===----------------------------------------------------------------------===//
// Effects (clause 4.16)
//===----------------------------------------------------------------------===//

/// Whether no run-time check of `a` against `b` is left.
static bool isProvenEqual(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  return llvm::all_of(llvm::zip_equal(a, b), [](auto dims) {
    auto [x, y] = dims;
    return !ShapedType::isDynamic(x) && x == y;
  });
}

/// The same where a dynamic dimension of `a`, a result, promises nothing.
static bool isProvenResult(ArrayRef<int64_t> result, ArrayRef<int64_t> b) {
  return llvm::all_of(llvm::zip_equal(result, b), [](auto dims) {
    auto [x, y] = dims;
    return ShapedType::isDynamic(x) || x == y;
  });
}

bool segment::detail::fitsInMemory(ArrayRef<int64_t> shape,
                                   int64_t elementBytes) {
  std::optional<int64_t> bytes = elementBytes;
  for (int64_t dim : shape) {
    if (ShapedType::isDynamic(dim))
      continue;
    bytes = llvm::checkedMul(*bytes, dim);
    if (!bytes)
      // A later zero makes the product fit after all.
      return llvm::is_contained(shape, 0);
  }
  return true;
}

static std::optional<int64_t> getConstant(Value value) {
  APInt constant;
  if (!value || !matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return constant.getSExtValue();
}

std::optional<int64_t>
segment::detail::getConstantNumSegments(SegmentOpInterface op) {
  return getConstant(op.getNumSegmentsOrNull());
}

bool segment::detail::hasProvenPrefix(SegmentOpInterface op) {
  RankedTensorType ids = op.getIdsType();
  return isProvenEqual(ids.getShape(),
                       op.getDataType().getShape().take_front(ids.getRank()));
}

/// `[numSegments, S...]`
static SmallVector<int64_t> getResultShape(SegmentOpInterface op,
                                           int64_t numSegments) {
  SmallVector<int64_t> shape{numSegments};
  llvm::append_range(
      shape, op.getDataType().getShape().drop_front(op.getIdsType().getRank()));
  return shape;
}

bool segment::detail::hasProvenResultShape(SegmentOpInterface op,
                                           int64_t numSegments) {
  return isProvenResult(op.getResultType().getShape(),
                        getResultShape(op, numSegments));
}

/// Whether a result of type `result` and static shape `shape` can't be an
/// error.
static bool isProvenResult(RankedTensorType result, ArrayRef<int64_t> shape) {
  return !ShapedType::isDynamicShape(shape) &&
         isProvenResult(result.getShape(), shape) &&
         segment::detail::fitsInMemory(
             shape, getElementBytes(result.getElementType()));
}

bool segment::detail::hasProvenResult(SegmentOpInterface op,
                                      int64_t numSegments) {
  return isProvenResult(op.getResultType(), getResultShape(op, numSegments));
}

bool segment::detail::hasProvenShapes(ScatterOpInterface op) {
  SmallVector<int64_t> expected(op.getIndicesType().getShape().drop_back());
  llvm::append_range(
      expected, op.getInputType().getShape().drop_front(op.getIndexDepth()));
  return isProvenEqual(expected, op.getUpdatesType().getShape());
}

Speculation::Speculatability
segment::detail::getSegmentSpeculatability(SegmentOpInterface op) {
  auto reduction = cast<ReductionOpInterface>(op.getOperation());
  std::optional<int64_t> numSegments = getConstantNumSegments(op);
  bool cannotFail = reduction.getBounds() != Bounds::error && numSegments &&
                    *numSegments >= 0 && hasProvenPrefix(op) &&
                    hasProvenResult(op, *numSegments);
  return cannotFail ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

Speculation::Speculatability
segment::detail::getGatherSegmentSpeculatability(GatherSegmentOpInterface op) {
  auto reduction = cast<ReductionOpInterface>(op.getOperation());
  std::optional<int64_t> numSegments = getConstant(op.getNumSegments());
  if (reduction.getBounds() == Bounds::error || !numSegments ||
      *numSegments < 0)
    return Speculation::NotSpeculatable;
  ArrayRef<int64_t> ids = op.getIdsType().getShape();
  SmallVector<int64_t> shape{*numSegments};
  llvm::append_range(shape, op.getXType().getShape().drop_front());
  bool cannotFail = isProvenEqual(ids, op.getSrcType().getShape()) &&
                    isProvenResult(op.getResultType(), shape);
  if (Value weights = op.getWeights())
    cannotFail &= isProvenEqual(
        ids, cast<RankedTensorType>(weights.getType()).getShape());
  return cannotFail ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

Speculation::Speculatability
segment::detail::getScatterSpeculatability(ScatterOpInterface op) {
  auto reduction = cast<ReductionOpInterface>(op.getOperation());
  bool cannotFail =
      reduction.getBounds() != Bounds::error && hasProvenShapes(op);
  return cannotFail ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// Result types and shapes
//===----------------------------------------------------------------------===//

/// The most static type of `numSegments` rows of shape `row`, with the elements
/// of `data`; the first dimension is dynamic where there is no number.
static RankedTensorType inferResult(Value numSegments, ArrayRef<int64_t> row,
                                    RankedTensorType data) {
  std::optional<int64_t> constant = getConstant(numSegments);
  SmallVector<int64_t> shape{constant && *constant >= 0 ? *constant
                                                        : ShapedType::kDynamic};
  llvm::append_range(shape, row);
  return RankedTensorType::get(shape, data.getElementType());
}

LogicalResult
segment::detail::inferSegmentResult(std::optional<Location> location,
                                    ValueRange operands,
                                    SmallVectorImpl<Type> &inferred) {
  auto data = dyn_cast<RankedTensorType>(operands[0].getType());
  auto ids = dyn_cast<RankedTensorType>(operands[1].getType());
  if (!data || !ids || ids.getRank() > data.getRank())
    return emitOptionalError(location,
                             "expected data of at least the rank of "
                             "the ids, but got data ",
                             operands[0].getType(), " and ids ",
                             operands[1].getType());
  Value numSegments = operands.size() > 2 ? operands[2] : Value();
  inferred.push_back(inferResult(
      numSegments, data.getShape().drop_front(ids.getRank()), data));
  return success();
}

LogicalResult
segment::detail::inferGatherSegmentResult(std::optional<Location> location,
                                          ValueRange operands,
                                          SmallVectorImpl<Type> &inferred) {
  auto x = dyn_cast<RankedTensorType>(operands[0].getType());
  if (!x || x.getRank() == 0)
    return emitOptionalError(location,
                             "expected x of rank 1 or more, but got x ",
                             operands[0].getType());
  inferred.push_back(inferResult(operands[3], x.getShape().drop_front(), x));
  return success();
}

/// The number of segments of the first form: the last id plus 1, at least 0,
/// and 0 where there are no ids.
static Value reifyLastIdPlusOne(OpBuilder &builder, Location loc, Value ids) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value numIds = tensor::DimOp::create(builder, loc, ids, zero);
  Value isEmpty = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        numIds, zero);
  auto ifOp = scf::IfOp::create(
      builder, loc, isEmpty,
      [&](OpBuilder &b, Location loc) { scf::YieldOp::create(b, loc, zero); },
      [&](OpBuilder &b, Location loc) {
        Value position = arith::SubIOp::create(b, loc, numIds, one);
        Value id = tensor::ExtractOp::create(b, loc, ids, position);
        if (!id.getType().isIndex())
          id = arith::IndexCastOp::create(b, loc, b.getIndexType(), id);
        Value next = arith::AddIOp::create(b, loc, id, one);
        scf::YieldOp::create(
            b, loc, arith::MaxSIOp::create(b, loc, next, zero).getResult());
      });
  return ifOp.getResult(0);
}

static Value reifyNumSegments(OpBuilder &builder, Location loc,
                              Value numSegments) {
  if (numSegments.getType().isIndex())
    return numSegments;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    numSegments);
}

/// Appends the dimensions of a row of the result: those of `data` from
/// `firstDim` on.
static void reifyRow(OpBuilder &builder, Location loc, RankedTensorType result,
                     Value data, int64_t firstDim,
                     SmallVectorImpl<OpFoldResult> &shape) {
  for (int64_t i = 1; i < result.getRank(); ++i) {
    if (!result.isDynamicDim(i))
      shape.push_back(builder.getIndexAttr(result.getDimSize(i)));
    else
      shape.push_back(
          tensor::getMixedSize(builder, loc, data, firstDim + i - 1));
  }
}

LogicalResult
segment::detail::reifySegmentShapes(SegmentOpInterface op, OpBuilder &builder,
                                    ReifiedRankedShapedTypeDims &shapes) {
  auto reduction = cast<ReductionOpInterface>(op.getOperation());
  Location loc = op.getLoc();
  RankedTensorType result = op.getResultType();
  SmallVector<OpFoldResult> shape;
  if (!result.isDynamicDim(0)) {
    shape.push_back(builder.getIndexAttr(result.getDimSize(0)));
  } else if (Value numSegments = op.getNumSegmentsOrNull()) {
    shape.push_back(reifyNumSegments(builder, loc, numSegments));
  } else {
    // Unsigned ids can't be read by arith before type legalization.
    if (op.getIdsType().getElementType().isUnsignedInteger())
      return failure();
    shape.push_back(reifyLastIdPlusOne(builder, loc, reduction.getKeys()));
  }
  reifyRow(builder, loc, result, reduction.getRows(), op.getIdsType().getRank(),
           shape);
  shapes.push_back(std::move(shape));
  return success();
}

LogicalResult
segment::detail::reifyGatherSegmentShapes(GatherSegmentOpInterface op,
                                          OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  auto reduction = cast<ReductionOpInterface>(op.getOperation());
  Location loc = op.getLoc();
  RankedTensorType result = op.getResultType();
  SmallVector<OpFoldResult> shape;
  if (!result.isDynamicDim(0))
    shape.push_back(builder.getIndexAttr(result.getDimSize(0)));
  else
    shape.push_back(reifyNumSegments(builder, loc, op.getNumSegments()));
  reifyRow(builder, loc, result, reduction.getRows(), /*firstDim=*/1, shape);
  shapes.push_back(std::move(shape));
  return success();
}

LogicalResult
segment::detail::reifyScatterShapes(ScatterOpInterface op, OpBuilder &builder,
                                    ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(tensor::getMixedSizes(builder, op.getLoc(), op.getStart()));
  return success();
}
