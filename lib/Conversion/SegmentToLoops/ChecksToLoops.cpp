//===- ChecksToLoops.cpp - Check operations to scf -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "segment/Conversion/Passes.h"
#include "segment/Conversion/SegmentToLoops/SegmentToLoops.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTCHECKSTOLOOPS
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// The first file location in `loc`, null if there is none.
static FileLineColLoc findFileLocation(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location inner) {
    if (auto file = dyn_cast<FileLineColLoc>(inner)) {
      found = file;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return found;
}

namespace {
/// A message with placeholders and the values that fill them.
class Message {
public:
  Message(Location loc, StringRef opName) {
    llvm::raw_string_ostream os(text);
    if (FileLineColLoc file = findFileLocation(loc))
      // Braces of a file name are not placeholders.
      for (char c :
           (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
            Twine(file.getColumn()) + ": ")
               .str())
        os << (c == '{' || c == '}' ? '_' : c);
    os << "error: '" << opName << "' op ";
  }

  Message &operator<<(StringRef literal) {
    text += literal;
    return *this;
  }
  /// A placeholder for an i64.
  Message &operator<<(Value value) {
    text += "{" + std::to_string(values.size()) + "}";
    values.push_back(value);
    return *this;
  }
  /// `[a, b, ...]`
  Message &operator<<(ArrayRef<Value> list) {
    text += "[";
    llvm::interleave(
        list, [&](Value value) { *this << value; }, [&] { text += ", "; });
    text += "]";
    return *this;
  }

  std::string text;
  SmallVector<Value> values;
};

/// Emits checks one after the other: only the first that fails is reported.
class CheckEmitter {
public:
  CheckEmitter(ImplicitLocOpBuilder &b, StringRef opName)
      : b(b), opName(opName), ok(boolean(true)) {}

  Value boolean(bool value) {
    return arith::ConstantOp::create(b, b.getBoolAttr(value));
  }
  Value i64(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }
  /// An integer or index as i64.
  Value toI64(Value value, bool isUnsigned = false) {
    Type type = b.getI64Type();
    if (value.getType() == type)
      return value;
    if (value.getType().isIndex())
      return arith::IndexCastOp::create(b, type, value);
    if (isUnsigned)
      return arith::ExtUIOp::create(b, type, value);
    return arith::ExtSIOp::create(b, type, value);
  }
  Value toIndex(Value value) {
    return arith::IndexCastOp::create(b, b.getIndexType(), value);
  }
  Value cmp(CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, predicate, lhs, rhs);
  }
  Value either(Value lhs, Value rhs) {
    return arith::OrIOp::create(b, lhs, rhs);
  }
  Value both(Value lhs, Value rhs) {
    return arith::AndIOp::create(b, lhs, rhs);
  }
  Value negate(Value value) {
    return arith::XOrIOp::create(b, value, boolean(true));
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }
  Value product(ArrayRef<Value> values) {
    Value result = i64(1);
    for (Value value : values)
      result = arith::MulIOp::create(b, result, value);
    return result;
  }
  /// The dimensions of a memref as i64.
  SmallVector<Value> dims(Value memref) {
    SmallVector<Value> result;
    auto type = cast<MemRefType>(memref.getType());
    for (int64_t i = 0; i < type.getRank(); ++i) {
      if (!type.isDynamicDim(i))
        result.push_back(i64(type.getDimSize(i)));
      else
        result.push_back(toI64(memref::DimOp::create(b, memref, i)));
    }
    return result;
  }
  /// Whether a dimension is 0. Unlike their product this can't overflow.
  Value anyZero(ArrayRef<Value> dims) {
    Value result = boolean(false);
    for (Value dim : dims)
      result = either(result, cmp(CmpIPredicate::eq, dim, i64(0)));
    return result;
  }
  /// The coordinates of a row-major position.
  SmallVector<Value> delinearize(Value position, ArrayRef<Value> dims) {
    SmallVector<Value> result(dims.size());
    for (size_t i = dims.size(); i-- > 0;) {
      result[i] = arith::RemUIOp::create(b, position, dims[i]);
      position = arith::DivUIOp::create(b, position, dims[i]);
    }
    return result;
  }

  /// Reports if `failed` and nothing failed before. `describe` is called where
  /// the values of the message may be computed.
  void check(Value failed, Failure failure,
             function_ref<void(Message &)> describe) {
    Value first = both(ok, failed);
    scf::IfOp::create(b, first, [&](OpBuilder &inner, Location loc) {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
      Message message(loc, opName);
      describe(message);
      ReportOp::create(b, failure, message.text, message.values);
      scf::YieldOp::create(b);
    });
    ok = both(ok, negate(failed));
  }

  /// The message of a check of one id, used by several.
  ImplicitLocOpBuilder &b;
  StringRef opName;
  Value ok;
};
} // namespace

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// Loops over the elements of `extents` (i64) in row-major order, carrying
/// `state`.
static SmallVector<Value> scan(
    CheckEmitter &e, ArrayRef<Value> extents, ValueRange state,
    function_ref<SmallVector<Value>(ValueRange indices, ValueRange state)> body,
    SmallVector<Value> indices = {}) {
  ImplicitLocOpBuilder &b = e.b;
  if (extents.empty())
    return body(indices, state);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto loop = scf::ForOp::create(
      b, zero, e.toIndex(extents.front()), one, state,
      [&](OpBuilder &inner, Location, Value iv, ValueRange carried) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPoint(inner.getInsertionBlock(),
                            inner.getInsertionPoint());
        SmallVector<Value> nested(indices);
        nested.push_back(iv);
        scf::YieldOp::create(
            b, scan(e, extents.drop_front(), carried, body, nested));
      });
  return llvm::to_vector_of<Value>(loop.getResults());
}

//===----------------------------------------------------------------------===//
// check_segments
//===----------------------------------------------------------------------===//

/// Shape of ids against data, and of the result against the operands (4.10).
static void checkSegmentShapes(CheckEmitter &e, CheckSegmentsOp op,
                               ArrayRef<Value> ids, ArrayRef<Value> data,
                               Value numSegments) {
  auto idsType = cast<MemRefType>(op.getIds().getType());
  auto dataType = cast<MemRefType>(op.getData().getType());
  auto differ = [&](int64_t staticA, Value a, int64_t staticB, Value b,
                    Value &any) {
    if (!ShapedType::isDynamic(staticA) && staticA == staticB)
      return;
    Value here = e.cmp(CmpIPredicate::ne, a, b);
    any = any ? e.either(any, here) : here;
  };

  Value differs;
  for (int64_t i = 0; i < idsType.getRank(); ++i)
    differ(idsType.getDimSize(i), ids[i], dataType.getDimSize(i), data[i],
           differs);
  if (differs)
    e.check(differs, Failure::shape, [&](Message &m) {
      m << "expected the shape of the ids to be a prefix of the data's, but "
           "got "
           "ids "
        << ids << " and data " << data;
    });

  // Dynamic dimensions of the result promise nothing.
  ArrayRef<int64_t> shape = op.getResultShape();
  SmallVector<Value> given{numSegments}, promised;
  llvm::append_range(given, data.drop_front(idsType.getRank()));
  differs = {};
  for (auto [i, dim] : llvm::enumerate(shape)) {
    if (ShapedType::isDynamic(dim)) {
      promised.push_back(given[i]);
      continue;
    }
    promised.push_back(e.i64(dim));
    int64_t known = i == 0 ? ShapedType::kDynamic
                           : dataType.getDimSize(idsType.getRank() + i - 1);
    differ(dim, promised.back(), known, given[i], differs);
  }
  if (differs)
    e.check(differs, Failure::shape, [&](Message &m) {
      m << "expected a result of shape " << promised
        << " as its type says, but the operands give " << given;
    });
}

/// The bytes of the result fit 63 bits and can be had (4.9).
static void checkSize(CheckEmitter &e, CheckSegmentsOp op,
                      ArrayRef<Value> shape) {
  ImplicitLocOpBuilder &b = e.b;
  Value bytes = e.i64(op.getElementBytes());
  Value overflows = e.boolean(false);
  for (Value dim : shape) {
    auto product = arith::MulSIExtendedOp::create(b, bytes, dim);
    bytes = product.getLow();
    overflows = e.either(overflows,
                         e.cmp(CmpIPredicate::ne, product.getHigh(), e.i64(0)));
    overflows = e.either(overflows, e.cmp(CmpIPredicate::slt, bytes, e.i64(0)));
  }
  Value isEmpty = e.anyZero(shape);
  overflows = e.both(overflows, e.negate(isEmpty));
  std::string elements =
      " with elements of " + std::to_string(op.getElementBytes()) + " bytes";
  e.check(overflows, Failure::size, [&](Message &m) {
    m << "the size of the result overflows 64-bit bytes: shape " << shape
      << elements;
  });
  // Not asked about what is known to be wrong already.
  bytes = e.select(e.both(e.ok, e.negate(isEmpty)), bytes, e.i64(0));
  Value allocatable = CanAllocateOp::create(b, b.getI1Type(), bytes);
  e.check(e.negate(allocatable), Failure::memory, [&](Message &m) {
    m << "cannot allocate the result: shape " << shape << elements << ", "
      << bytes << " bytes";
  });
}

/// Order and range of the ids (4.2 to 4.4): the first bad position is reported.
static void checkIds(CheckEmitter &e, CheckSegmentsOp op, ArrayRef<Value> ids,
                     Value numSegments, Value hasElements) {
  ImplicitLocOpBuilder &b = e.b;
  bool sorted = op.getSorted();
  // Extents of the scan: none if something failed before.
  SmallVector<Value> extents(ids);
  Value look = e.both(e.ok, hasElements);
  if (!extents.empty())
    extents.front() = e.select(look, extents.front(), e.i64(0));

  // Position, first bad position, its id and the one before it, previous id.
  Value none = e.i64(-1);
  Value lowest = e.i64(std::numeric_limits<int64_t>::min());
  SmallVector<Value> state{e.i64(0), none, e.i64(0), e.i64(0), lowest};
  state = scan(e, extents, state, [&](ValueRange indices, ValueRange state) {
    Value id = e.toI64(memref::LoadOp::create(b, op.getIds(), indices),
                       op.getUnsignedIds());
    Value previous = state[4];
    Value bad;
    if (sorted) {
      Value decreases = e.cmp(CmpIPredicate::slt, id, previous);
      bad = e.either(decreases, e.cmp(CmpIPredicate::slt, id, e.i64(0)));
    } else {
      bad = e.cmp(CmpIPredicate::sge, id, numSegments);
    }
    Value first = e.both(bad, e.cmp(CmpIPredicate::slt, state[1], e.i64(0)));
    Value next = arith::AddIOp::create(b, state[0], e.i64(1));
    return SmallVector<Value>{next, e.select(first, state[0], state[1]),
                              e.select(first, id, state[2]),
                              e.select(first, previous, state[3]), id};
  });
  Value position = state[1], id = state[2], previous = state[3];
  Value found = e.cmp(CmpIPredicate::sge, position, e.i64(0));
  if (extents.empty())
    found = e.both(found, look);

  Value decreases = e.cmp(CmpIPredicate::slt, id, previous);
  if (sorted)
    e.check(e.both(found, decreases), Failure::order, [&](Message &m) {
      m << "ids must be sorted, but they decrease: position "
        << e.delinearize(position, ids) << ", value " << id << ", after value "
        << previous;
    });
  e.check(found, Failure::bounds, [&](Message &m) {
    m << "id out of range: position " << e.delinearize(position, ids)
      << ", value " << id << ", range [0, ";
    // The first form takes every id that has a successor.
    if (op.getNumSegments())
      m << numSegments;
    else
      m << "9223372036854775807";
    m << ")";
  });
}

static void lowerCheckSegments(CheckSegmentsOp op, RewriterBase &rewriter) {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  CheckEmitter e(b, op.getOpName());
  SmallVector<Value> ids = e.dims(op.getIds());
  SmallVector<Value> data = e.dims(op.getData());
  Value numRows = e.product(ids);

  // The number of segments.
  Value numSegments, lastId;
  if (op.getNumSegments()) {
    numSegments = e.toI64(op.getNumSegments());
  } else {
    Value hasIds = e.cmp(CmpIPredicate::sgt, numRows, e.i64(0));
    auto last = scf::IfOp::create(
        b, hasIds,
        [&](OpBuilder &inner, Location loc) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPoint(inner.getInsertionBlock(),
                              inner.getInsertionPoint());
          Value position = arith::SubIOp::create(b, numRows, e.i64(1));
          Value id =
              memref::LoadOp::create(b, op.getIds(), e.toIndex(position));
          scf::YieldOp::create(b, e.toI64(id, op.getUnsignedIds()));
        },
        [&](OpBuilder &inner, Location loc) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPoint(inner.getInsertionBlock(),
                              inner.getInsertionPoint());
          scf::YieldOp::create(b, e.i64(-1));
        });
    lastId = last.getResult(0);
    numSegments = arith::AddIOp::create(b, lastId, e.i64(1));
    numSegments = arith::MaxSIOp::create(b, numSegments, e.i64(0));
  }

  checkSegmentShapes(e, op, ids, data, numSegments);
  if (op.getNumSegments())
    e.check(e.cmp(CmpIPredicate::slt, numSegments, e.i64(0)),
            Failure::num_segments, [&](Message &m) {
              m << "expected num_segments of at least 0, but got "
                << numSegments;
            });
  else
    e.check(e.cmp(CmpIPredicate::eq, lastId,
                  e.i64(std::numeric_limits<int64_t>::max())),
            Failure::size, [&](Message &m) {
              m << "the number of segments overflows 64 bits: the last id is "
                << lastId;
            });
  SmallVector<Value> shape{numSegments};
  llvm::append_range(shape, ArrayRef(data).drop_front(ids.size()));
  checkSize(e, op, shape);

  Value hasElements = e.negate(e.anyZero(data));
  if (op.getBounds() == Bounds::error)
    checkIds(e, op, ids, numSegments, hasElements);

  Value rows = e.select(e.both(e.ok, hasElements), numRows, e.i64(0));
  Value segments = e.select(e.ok, numSegments, e.i64(0));
  rewriter.replaceOp(op, {e.toIndex(rows), e.toIndex(segments)});
}

//===----------------------------------------------------------------------===//
// check_scatter
//===----------------------------------------------------------------------===//

static void lowerCheckScatter(CheckScatterOp op, RewriterBase &rewriter) {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  CheckEmitter e(b, op.getOpName());
  SmallVector<Value> input = e.dims(op.getInput());
  SmallVector<Value> indices = e.dims(op.getIndices());
  SmallVector<Value> updates = e.dims(op.getUpdates());
  auto inputType = cast<MemRefType>(op.getInput().getType());
  auto indicesType = cast<MemRefType>(op.getIndices().getType());
  auto updatesType = cast<MemRefType>(op.getUpdates().getType());
  int64_t depth = indicesType.getShape().back();
  ArrayRef<Value> batch = ArrayRef(indices).drop_back();
  Value numRows = e.product(batch);

  // Shapes (4.10).
  SmallVector<Value> expected(batch);
  llvm::append_range(expected, ArrayRef(input).drop_front(depth));
  SmallVector<int64_t> known(indicesType.getShape().drop_back());
  llvm::append_range(known, inputType.getShape().drop_front(depth));
  Value differs;
  for (auto [i, size] : llvm::enumerate(known)) {
    if (!ShapedType::isDynamic(size) && size == updatesType.getDimSize(i))
      continue;
    Value here = e.cmp(CmpIPredicate::ne, expected[i], updates[i]);
    differs = differs ? e.either(differs, here) : here;
  }
  if (differs)
    e.check(differs, Failure::shape, [&](Message &m) {
      m << "expected updates of shape " << expected
        << " (the index rows, then a slice of the input), but got " << updates
        << ", for indices " << indices << " and input " << input;
    });

  // Indices (4.7); with nothing to update they are not looked at.
  Value hasElements = e.negate(e.anyZero(updates));
  if (op.getBounds() == Bounds::error && depth > 0) {
    Value look = e.both(e.ok, hasElements);
    SmallVector<Value> extents(batch);
    extents.front() = e.select(look, extents.front(), e.i64(0));
    // Position, first bad position, its coordinates.
    SmallVector<Value> state{e.i64(0), e.i64(-1)};
    state.append(depth, e.i64(0));
    state = scan(e, extents, state, [&](ValueRange row, ValueRange state) {
      SmallVector<Value> coordinates;
      Value bad = e.boolean(false);
      for (int64_t k = 0; k < depth; ++k) {
        SmallVector<Value> at(row);
        at.push_back(arith::ConstantIndexOp::create(b, k));
        Value index = e.toI64(memref::LoadOp::create(b, op.getIndices(), at),
                              op.getUnsignedIds());
        bad = e.either(bad, e.cmp(CmpIPredicate::uge, index, input[k]));
        coordinates.push_back(index);
      }
      Value first = e.both(bad, e.cmp(CmpIPredicate::slt, state[1], e.i64(0)));
      SmallVector<Value> next{arith::AddIOp::create(b, state[0], e.i64(1)),
                              e.select(first, state[0], state[1])};
      for (int64_t k = 0; k < depth; ++k)
        next.push_back(e.select(first, coordinates[k], state[k + 2]));
      return next;
    });
    Value position = state[1];
    e.check(e.cmp(CmpIPredicate::sge, position, e.i64(0)), Failure::bounds,
            [&](Message &m) {
              m << "index out of range: index row "
                << e.delinearize(position, batch) << ", values "
                << ArrayRef<Value>(state).drop_front(2) << ", dimensions "
                << ArrayRef<Value>(input).take_front(depth);
            });
  }
  Value rows = e.select(e.both(e.ok, hasElements), numRows, e.i64(0));
  rewriter.replaceOp(op, e.toIndex(rows));
}

//===----------------------------------------------------------------------===//
// check_gather
//===----------------------------------------------------------------------===//

static void lowerCheckGather(CheckGatherOp op, RewriterBase &rewriter) {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  CheckEmitter e(b, op.getOpName());
  Value extent = e.toI64(op.getExtent());
  Value segments = e.toI64(op.getSegments());
  SmallVector<Value> state{e.i64(-1), e.i64(0)};
  state = scan(
      e, {e.toI64(op.getRowsIn())}, state,
      [&](ValueRange at, ValueRange state) {
        Value key = e.toI64(memref::LoadOp::create(b, op.getKeys(), at),
                            op.getUnsignedKeys());
        Value source = e.toI64(memref::LoadOp::create(b, op.getSources(), at),
                               op.getUnsignedSources());
        Value kept = e.cmp(CmpIPredicate::ult, key, segments);
        Value bad = e.both(kept, e.cmp(CmpIPredicate::uge, source, extent));
        Value first =
            e.both(bad, e.cmp(CmpIPredicate::slt, state[0], e.i64(0)));
        return SmallVector<Value>{e.select(first, e.toI64(at[0]), state[0]),
                                  e.select(first, source, state[1])};
      });
  e.check(e.cmp(CmpIPredicate::sge, state[0], e.i64(0)), Failure::gather,
          [&](Message &m) {
            m << "gathered row out of range: position "
              << ArrayRef<Value>(state[0]) << ", value " << state[1]
              << ", range [0, " << extent << ")";
          });
  Value rows = e.select(e.ok, e.toI64(op.getRowsIn()), e.i64(0));
  rewriter.replaceOp(op, e.toIndex(rows));
}

//===----------------------------------------------------------------------===//
// Patterns and pass
//===----------------------------------------------------------------------===//

namespace {
template <typename CheckOp, void (*lower)(CheckOp, RewriterBase &)>
struct LowerCheck : OpRewritePattern<CheckOp> {
  using OpRewritePattern<CheckOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(CheckOp op,
                                PatternRewriter &rewriter) const override {
    for (Type type : op->getOperandTypes())
      if (isa<TensorType>(type))
        return rewriter.notifyMatchFailure(op, "expected a bufferized check");
    lower(op, rewriter);
    return success();
  }
};

struct SegmentChecksToLoops
    : segment::impl::SegmentChecksToLoopsBase<SegmentChecksToLoops> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateChecksToLoopsPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void segment::populateChecksToLoopsPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerCheck<CheckSegmentsOp, lowerCheckSegments>,
               LowerCheck<CheckScatterOp, lowerCheckScatter>,
               LowerCheck<CheckGatherOp, lowerCheckGather>>(
      patterns.getContext());
}
