//===- ReduceByKeyOp.cpp - The core operation -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/TypeUtilities.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::segment;

//===----------------------------------------------------------------------===//
// Access tuples
//===----------------------------------------------------------------------===//

AffineMap ReduceByKeyOp::getAccessMap(MLIRContext *context, bool row,
                                      bool gather, bool column) {
  assert(!(row && gather) && "a row is either walked or gathered");
  SmallVector<AffineExpr> results;
  if (row)
    results.push_back(getAffineDimExpr(0, context));
  if (gather)
    results.push_back(getAffineSymbolExpr(0, context));
  if (column)
    results.push_back(getAffineDimExpr(1, context));
  return AffineMap::get(2, 1, results, context);
}

/// Whether `map` is one of the maps of `getAccessMap`.
static bool isAccessMap(AffineMap map) {
  for (int bits = 0; bits < 6; ++bits) {
    bool column = bits & 1;
    int which = bits >> 1;
    if (map == ReduceByKeyOp::getAccessMap(map.getContext(), which == 1,
                                           which == 2, column))
      return true;
  }
  return false;
}

SmallVector<ReduceByKeyOp::Access> ReduceByKeyOp::getAccesses() {
  SmallVector<Access> accesses;
  int64_t nextSource = 0;
  for (AffineMap map : getAccess().getAsValueRange<AffineMapAttr>()) {
    Access access;
    for (AffineExpr expr : map.getResults()) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        (dim.getPosition() == 0 ? access.row : access.column) = true;
      else
        access.source = nextSource++;
    }
    accesses.push_back(access);
  }
  return accesses;
}

YieldOp ReduceByKeyOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

Type ReduceByKeyOp::getAccumulatorType(unsigned i) {
  if (!getFinish().empty())
    return getFinish().front().getArgument(i).getType();
  return getElementTypeOrSelf(getInits()[i].getType());
}

bool ReduceByKeyOp::hasRowInits() {
  return llvm::any_of(llvm::seq<unsigned>(getInits().size()),
                      [&](unsigned i) { return isRowInit(i); });
}

bool ReduceByKeyOp::hasColumns() {
  for (unsigned i = 0, e = getInits().size(); i < e; ++i)
    if (!isRowInit(i))
      return true;
  return false;
}

bool ReduceByKeyOp::isRowAccumulator(unsigned i) {
  if (getFinish().empty())
    return isRowInit(i);
  if (!hasColumns())
    return true;
  std::optional<ArrayRef<int64_t>> rows = getRowAccumulators();
  return rows && llvm::is_contained(*rows, static_cast<int64_t>(i));
}

bool ReduceByKeyOp::readsInit(unsigned i) {
  if (getStart().empty() || i >= getStart().front().getNumArguments())
    return true;
  return !getStart().front().getArgument(i).use_empty();
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

void ReduceByKeyOp::build(
    OpBuilder &builder, OperationState &state, Value keys, Value rows,
    ValueRange inputs, ArrayRef<AffineMap> access, ValueRange sources,
    ValueRange inits, ArrayRef<Combiner> kinds,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  state.addOperands(keys);
  if (rows)
    state.addOperands(rows);
  state.addOperands(inputs);
  state.addOperands(sources);
  state.addOperands(inits);
  auto &properties = state.getOrAddProperties<Properties>();
  llvm::copy(ArrayRef<int32_t>{1, rows ? 1 : 0,
                               static_cast<int32_t>(inputs.size()),
                               static_cast<int32_t>(sources.size()),
                               static_cast<int32_t>(inits.size())},
             properties.operandSegmentSizes.begin());
  properties.access = builder.getAffineMapArrayAttr(access);
  properties.kinds = builder.getArrayAttr(
      llvm::map_to_vector(kinds, [&](Combiner kind) -> Attribute {
        return CombinerAttr::get(builder.getContext(), kind);
      }));
  for (Value init : inits)
    if (isa<TensorType>(init.getType()))
      state.addTypes(init.getType());

  Region *region = state.addRegion();
  SmallVector<Type> types;
  for (Value input : inputs)
    types.push_back(getElementTypeOrSelf(input.getType()));
  state.addRegion();
  state.addRegion();
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(
      region, {}, types, SmallVector<Location>(types.size(), state.location));
  bodyBuilder(builder, state.location, body->getArguments());
}

void ReduceByKeyOp::build(OpBuilder &, OperationState &state,
                          TypeRange resultTypes, ValueRange operands,
                          ArrayRef<NamedAttribute> attributes) {
  state.addOperands(operands);
  state.addAttributes(attributes);
  state.addTypes(resultTypes);
  for (int i = 0; i < 3; ++i)
    state.addRegion();
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

static const struct {
  const char *name;
  StringAttr (*get)(OperationName);
} flags[] = {
    {"sorted",
     [](OperationName n) { return ReduceByKeyOp::getSortedAttrName(n); }},
    {"unique",
     [](OperationName n) { return ReduceByKeyOp::getUniqueAttrName(n); }},
    {"in_bounds",
     [](OperationName n) { return ReduceByKeyOp::getInBoundsAttrName(n); }},
    {"unsigned_keys",
     [](OperationName n) { return ReduceByKeyOp::getUnsignedKeysAttrName(n); }},
    {"unsigned_sources",
     [](OperationName n) {
       return ReduceByKeyOp::getUnsignedSourcesAttrName(n);
     }},
};

void ReduceByKeyOp::print(OpAsmPrinter &p) {
  p << " kinds [";
  llvm::interleaveComma(getKinds(), p, [&](Attribute kind) {
    p << stringifyEnum(cast<CombinerAttr>(kind).getValue());
  });
  p << "]";
  SmallVector<StringRef> elided{getKindsAttrName(), getAccessAttrName(),
                                getOperandSegmentSizesAttrName()};
  for (const auto &flag : flags) {
    StringAttr name = flag.get((*this)->getName());
    elided.push_back(name);
    if ((*this)->getAttr(name))
      p << " " << flag.name;
  }
  p.increaseIndent();
  p.printNewline();
  p << "keys(" << getKeys() << " : " << getKeys().getType() << ")";
  if (getRows())
    p << " rows(" << getRows() << ")";
  if (!getInputs().empty()) {
    p.printNewline();
    p << "ins(";
    llvm::interleaveComma(
        llvm::zip_equal(getInputs(), getAccesses()), p, [&](auto it) {
          auto [input, access] = it;
          p << input;
          SmallVector<StringRef, 2> tuple;
          if (access.row)
            tuple.push_back("n");
          if (access.source >= 0) {
            Value source = getSources()[access.source];
            p << "[" << source << " : " << source.getType() << "]";
            tuple.push_back("g");
          }
          if (access.column)
            tuple.push_back("d");
          p << " (" << llvm::join(tuple, ", ") << ") : " << input.getType();
        });
    p << ")";
  }
  p.printNewline();
  p << "outs(";
  llvm::interleaveComma(
      getInits(), p, [&](Value init) { p << init << " : " << init.getType(); });
  p << ")";
  p.decreaseIndent();
  p.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  p << " ";
  auto printRegion = [&](Region &region) {
    p.printRegion(region, /*printEntryBlockArgs=*/true,
                  /*printBlockTerminators=*/true);
  };
  printRegion(getBody());
  if (!getStart().empty()) {
    p << " start ";
    printRegion(getStart());
  }
  if (!getFinish().empty()) {
    p << " finish ";
    printRegion(getFinish());
  }
  if (!getResults().empty())
    p << " -> " << getResultTypes();
}

namespace {
/// A list of `operand : type` under construction.
struct TypedOperands {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;

  ParseResult parse(OpAsmParser &parser) {
    return failure(parser.parseOperand(operands.emplace_back()) ||
                   parser.parseColonType(types.emplace_back()));
  }
};
} // namespace

/// `%x[%src : type] (g, d) : type`
static ParseResult parseInput(OpAsmParser &parser, TypedOperands &inputs,
                              TypedOperands &sources,
                              SmallVectorImpl<AffineMap> &access) {
  if (parser.parseOperand(inputs.operands.emplace_back()))
    return failure();
  bool hasSource = succeeded(parser.parseOptionalLSquare());
  if (hasSource && (sources.parse(parser) || parser.parseRSquare()))
    return failure();
  bool row = false, gather = false, column = false;
  SMLoc loc = parser.getCurrentLocation();
  auto parseName = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (name == "n" && !row && !gather && !column)
      row = true;
    else if (name == "g" && !row && !gather && !column)
      gather = true;
    else if (name == "d" && !column)
      column = true;
    else
      return parser.emitError(loc, "expected an access tuple (n, d), (g, d), "
                                   "(n), (g), (d) or ()");
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseName))
    return failure();
  if (hasSource != gather)
    return parser.emitError(loc, gather
                                     ? "expected a source in brackets for a "
                                       "gathered input"
                                     : "expected an access tuple with 'g' for "
                                       "an input with a source");
  access.push_back(
      ReduceByKeyOp::getAccessMap(parser.getContext(), row, gather, column));
  return parser.parseColonType(inputs.types.emplace_back());
}

ParseResult ReduceByKeyOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();

  SmallVector<Attribute> kinds;
  auto parseKind = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<Combiner> kind = symbolizeCombiner(name);
    if (!kind)
      return parser.emitError(loc, "expected a combiner (add, mul, div, divu, "
                                   "min, max, minu, maxu, minnum, maxnum or "
                                   "assign), but got '")
             << name << "'";
    kinds.push_back(CombinerAttr::get(builder.getContext(), *kind));
    return success();
  };
  if (parser.parseKeyword("kinds") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseKind))
    return failure();
  properties.kinds = builder.getArrayAttr(kinds);

  // In any order.
  const auto *flag = std::begin(flags);
  while (flag != std::end(flags)) {
    SMLoc loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword(flag->name))) {
      ++flag;
      continue;
    }
    if (result.attributes.get(flag->name))
      return parser.emitError(loc, "expected '")
             << flag->name << "' at most once";
    result.addAttribute(flag->name, builder.getUnitAttr());
    flag = std::begin(flags);
  }

  TypedOperands keys, inputs, sources, inits;
  SmallVector<AffineMap> access;
  std::optional<OpAsmParser::UnresolvedOperand> rows;
  if (parser.parseKeyword("keys") || parser.parseLParen() ||
      keys.parse(parser) || parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("rows")))
    if (parser.parseLParen() || parser.parseOperand(rows.emplace()) ||
        parser.parseRParen())
      return failure();
  if (succeeded(parser.parseOptionalKeyword("ins")))
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
          return parseInput(parser, inputs, sources, access);
        }))
      return failure();
  if (parser.parseKeyword("outs") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     [&] { return inits.parse(parser); }))
    return failure();
  properties.access = builder.getAffineMapArrayAttr(access);
  llvm::copy(ArrayRef<int32_t>{1, rows ? 1 : 0,
                               static_cast<int32_t>(inputs.operands.size()),
                               static_cast<int32_t>(sources.operands.size()),
                               static_cast<int32_t>(inits.operands.size())},
             properties.operandSegmentSizes.begin());

  Region *body = result.addRegion(), *start = result.addRegion(),
         *finish = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("start")) &&
      parser.parseRegion(*start))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("finish")) &&
      parser.parseRegion(*finish))
    return failure();
  if (succeeded(parser.parseOptionalArrow()) &&
      parser.parseTypeList(result.types))
    return failure();

  SMLoc loc = parser.getNameLoc();
  auto resolve = [&](TypedOperands &list) {
    return parser.resolveOperands(list.operands, list.types, loc,
                                  result.operands);
  };
  return failure(resolve(keys) ||
                 (rows && parser.resolveOperand(*rows, builder.getIndexType(),
                                                result.operands)) ||
                 resolve(inputs) || resolve(sources) || resolve(inits));
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Whether `kind` can combine values of `type`.
static bool isCombinable(Combiner kind, Type type) {
  bool isInteger = type.isSignlessInteger() || type.isIndex();
  bool isFloat = isa<FloatType>(type);
  auto complex = dyn_cast<ComplexType>(type);
  switch (kind) {
  case Combiner::add:
  case Combiner::mul:
  case Combiner::div:
    return isInteger || isFloat ||
           (complex && isa<FloatType>(complex.getElementType()));
  case Combiner::min:
  case Combiner::max:
    return isInteger || isFloat;
  case Combiner::divu:
  case Combiner::minu:
  case Combiner::maxu:
    return isInteger;
  case Combiner::minnum:
  case Combiner::maxnum:
    return isFloat;
  case Combiner::assign:
    return true;
  }
  llvm_unreachable("unknown combiner");
}

LogicalResult
ReduceByKeyOp::verifyExtents(ArrayRef<Type> operandTypes,
                             function_ref<InFlightDiagnostic()> emitError) {
  // Extents: N rows, S segments, D columns.
  auto shapeOf = [](Type type) { return cast<ShapedType>(type).getShape(); };
  auto typesOf = [&](std::pair<unsigned, unsigned> indexAndLength) {
    return operandTypes.slice(indexAndLength.first, indexAndLength.second);
  };
  int64_t n = shapeOf(operandTypes.front())[0];
  int64_t d = ShapedType::kDynamic, s = ShapedType::kDynamic;
  auto agree = [](int64_t &known, int64_t size) {
    if (ShapedType::isDynamic(known))
      known = size;
    return ShapedType::isDynamic(size) || known == size;
  };
  for (auto [i, input, access] : llvm::enumerate(
           typesOf(getODSOperandIndexAndLength(2)), getAccesses())) {
    ArrayRef<int64_t> shape = shapeOf(input);
    bool hasRow = access.row || access.source >= 0;
    size_t rank = hasRow + access.column;
    if (shape.size() != rank)
      return emitError() << "expected input #" << i << " to be of rank " << rank
                         << " as its access tuple says, but got " << input;
    if (access.row && !agree(n, shape[0]))
      return emitError() << "expected input #" << i
                         << " to have as many rows as there are keys, " << n
                         << ", but got " << input;
    if (access.column && !agree(d, shape.back()))
      return emitError() << "expected input #" << i << " to have " << d
                         << " columns, but got " << input;
  }
  for (auto [i, source] :
       llvm::enumerate(typesOf(getODSOperandIndexAndLength(3))))
    if (!agree(n, shapeOf(source)[0]))
      return emitError() << "expected source #" << i
                         << " to have as many rows as there are keys, " << n
                         << ", but got " << source;
  for (auto [i, init] :
       llvm::enumerate(typesOf(getODSOperandIndexAndLength(4)))) {
    ArrayRef<int64_t> shape = shapeOf(init);
    if (shape.size() != 1 && shape.size() != 2)
      return emitError() << "expected accumulator #" << i
                         << " to be of rank 1 or 2, but got " << init;
    if (!agree(s, shape[0]))
      return emitError() << "expected accumulator #" << i << " to have " << s
                         << " rows, but got " << init;
    if (shape.size() == 2 && !agree(d, shape[1]))
      return emitError() << "expected accumulator #" << i << " to have " << d
                         << " columns, but got " << init;
  }
  return success();
}

LogicalResult ReduceByKeyOp::verify() {
  bool onTensors = hasTensorSemantics();
  for (Value operand : getOperands()) {
    Type type = operand.getType();
    if (isa<IndexType>(type))
      continue;
    if (isa<TensorType>(type) != onTensors)
      return emitOpError("expected either tensors or memrefs throughout, but "
                         "got keys ")
             << getKeys().getType() << " and operand " << type;
  }

  // Kinds, accumulators and results correspond.
  if (getInits().empty())
    return emitOpError("expected at least one accumulator");
  size_t numAccumulators = getFinish().empty()
                               ? getInits().size()
                               : getFinish().front().getNumArguments();
  if (getKinds().size() != numAccumulators)
    return emitOpError("expected as many kinds as accumulators, ")
           << numAccumulators << ", but got " << getKinds().size();
  if (std::optional<ArrayRef<int64_t>> rows = getRowAccumulators()) {
    if (getFinish().empty())
      return emitOpError("expected 'row_accumulators' only with a finish "
                         "region: without one, the accumulators of rank 1 are "
                         "those with one value a row");
    for (int64_t i : *rows)
      if (i < 0 || i >= static_cast<int64_t>(numAccumulators))
        return emitOpError("expected 'row_accumulators' to be in the range "
                           "[0, ")
               << numAccumulators << "), but got " << i;
  }
  if (onTensors ? getResultTypes() != TypeRange(getInits().getTypes())
                : !getResultTypes().empty())
    return emitOpError("expected ")
           << (onTensors ? "results of the accumulators' types"
                         : "no results on memrefs");

  // Inputs and their access tuples.
  if (getAccess().size() != getInputs().size())
    return emitOpError("expected as many access maps as inputs, ")
           << getInputs().size() << ", but got " << getAccess().size();
  for (AffineMap map : getAccess().getAsValueRange<AffineMapAttr>())
    if (!isAccessMap(map))
      return emitOpError("expected an access map (n, d)[g] -> (n, d), (g, d), "
                         "(n), (g), (d) or (), but got ")
             << AffineMapAttr::get(map);
  SmallVector<Access> accesses = getAccesses();
  int64_t numSources =
      llvm::count_if(accesses, [](Access a) { return a.source >= 0; });
  if (numSources != static_cast<int64_t>(getSources().size()))
    return emitOpError("expected a source for each gathered input, ")
           << numSources << ", but got " << getSources().size();

  if (failed(verifyExtents(llvm::to_vector(getOperandTypes()),
                           [&] { return emitOpError(); })))
    return failure();
  for (unsigned i = 0; i < numAccumulators; ++i)
    if (Type type = getAccumulatorType(i); !isCombinable(getKind(i), type))
      return emitOpError("expected accumulator #")
             << i << " of a type that '" << stringifyEnum(getKind(i))
             << "' combines, but got " << type;
  return success();
}

/// Whether `value` depends on a block argument for which `isVarying` is true.
static bool dependsOn(Value value, Block *body, ArrayRef<bool> isVarying,
                      DenseMap<Value, bool> &known) {
  if (value.getParentBlock() != body)
    return false;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isVarying[argument.getArgNumber()];
  auto [it, isNew] = known.try_emplace(value, false);
  if (!isNew)
    return it->second;
  bool result =
      llvm::any_of(value.getDefiningOp()->getOperands(), [&](Value operand) {
        return dependsOn(operand, body, isVarying, known);
      });
  return known[value] = result;
}

/// Elementwise operations on scalars only.
static LogicalResult verifyOperations(Block &block, StringRef name) {
  for (Operation &op : block.without_terminator()) {
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
      return op.emitOpError("expected elementwise operations without regions "
                            "and side effects in the ")
             << name << " of segment.reduce_by_key";
    for (Type type :
         llvm::concat<const Type>(llvm::to_vector(op.getOperandTypes()),
                                  llvm::to_vector(op.getResultTypes())))
      if (isa<ShapedType>(type))
        return op.emitOpError("expected scalars in the ")
               << name << " of segment.reduce_by_key, but got " << type;
  }
  return success();
}

/// `values` yielded from `block` are of `types`, and where `isRow` they don't
/// depend on arguments with `isVarying`.
static LogicalResult verifyYield(Block &block, ArrayRef<Type> types,
                                 ArrayRef<bool> isRow, ArrayRef<bool> isVarying,
                                 StringRef what) {
  auto yield = cast<YieldOp>(block.getTerminator());
  if (yield.getValues().size() != types.size())
    return yield.emitOpError("expected a value for each ")
           << what << ", " << types.size() << ", but got "
           << yield.getValues().size();
  DenseMap<Value, bool> known;
  for (auto [i, value, type, row] :
       llvm::enumerate(yield.getValues(), types, isRow)) {
    if (value.getType() != type)
      return yield.emitOpError("expected value #")
             << i << " of the " << what << "'s element type " << type
             << ", but got " << value.getType();
    if (row && dependsOn(value, &block, isVarying, known))
      return yield.emitOpError("expected value #")
             << i << " not to depend on the column, since its " << what
             << " has one value a row";
  }
  return success();
}

LogicalResult ReduceByKeyOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getNumArguments() != getInputs().size())
    return emitOpError("expected a body with an argument for each input, ")
           << getInputs().size() << ", but got " << body.getNumArguments();
  for (auto [i, argument, input] :
       llvm::enumerate(body.getArguments(), getInputs()))
    if (argument.getType() != getElementTypeOrSelf(input.getType()))
      return emitOpError("expected body argument #")
             << i << " of the input's element type "
             << getElementTypeOrSelf(input.getType()) << ", but got "
             << argument.getType();
  if (failed(verifyOperations(body, "body")))
    return failure();

  SmallVector<Type> types, initTypes;
  SmallVector<bool> isRow, isRowOut, isColumn, isColumnInit, isVarying;
  for (unsigned i = 0; i < getNumAccumulators(); ++i) {
    types.push_back(getAccumulatorType(i));
    isRow.push_back(isRowAccumulator(i));
    isColumn.push_back(!isRow.back());
  }
  for (auto [i, init] : llvm::enumerate(getInits())) {
    initTypes.push_back(getElementTypeOrSelf(init.getType()));
    isRowOut.push_back(isRowInit(i));
    isColumnInit.push_back(!isRowOut.back());
  }
  for (Access access : getAccesses())
    isVarying.push_back(access.column);
  if (failed(verifyYield(body, types, isRow, isVarying, "accumulator")))
    return failure();

  if (!getStart().empty()) {
    Block &start = getStart().front();
    if (TypeRange(start.getArgumentTypes()) != TypeRange(initTypes))
      return emitOpError("expected a start region with an argument of the "
                         "element type of each of outs");
    if (failed(verifyOperations(start, "start region")) ||
        failed(verifyYield(start, types, isRow, isColumnInit, "accumulator")))
      return failure();
  } else if (types != initTypes || isRow != isRowOut) {
    return emitOpError("expected a start region, since the accumulators are "
                       "not of the types and ranks of outs");
  }
  if (!getFinish().empty()) {
    Block &finish = getFinish().front();
    if (failed(verifyOperations(finish, "finish region")) ||
        failed(verifyYield(finish, initTypes, isRowOut, isColumn, "output")))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

void ReduceByKeyOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (hasTensorSemantics())
    return;
  for (OpOperand &operand : (*this)->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (!isDpsInit(&operand) ||
        readsInit(operand.getOperandNumber() -
                  getInitsMutable()[0].getOperandNumber()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
    if (isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
  }
}

Speculation::Speculatability ReduceByKeyOp::getSpeculatability() {
  // A promise may hold where the operation stands only; on memrefs the effects
  // decide.
  if (getInBounds() || !hasTensorSemantics())
    return Speculation::NotSpeculatable;
  return Speculation::RecursivelySpeculatable;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

// The regions are run element by element. What they take and yield are elements
// of the operands, not values that control flow passes on.

void ReduceByKeyOp::getSuccessorRegions(
    RegionBranchPoint, SmallVectorImpl<RegionSuccessor> &successors) {
  for (Region &region : (*this)->getRegions())
    if (!region.empty())
      successors.emplace_back(&region);
  successors.emplace_back(getOperation(),
                          getOperation()->getResults().take_front(0));
}

MutableOperandRange YieldOp::getMutableSuccessorOperands(RegionSuccessor) {
  return MutableOperandRange(getOperation(), /*start=*/0, /*length=*/0);
}
