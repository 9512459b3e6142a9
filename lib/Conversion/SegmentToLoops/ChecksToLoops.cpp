//===- ChecksToLoops.cpp - Check operations to scf -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockScan.h"
#include "CheckEmitter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "segment/Conversion/Passes.h"
#include "segment/Conversion/SegmentToLoops/SegmentToLoops.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTCHECKSTOLOOPS
#include "segment/Conversion/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;
using namespace mlir::segment;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

using Values = LoopBuilder::Values;

/// Emits what is done with one element, or row, at `indices`.
using ScanBody = function_ref<Values(ValueRange indices, ValueRange state)>;

/// Loops over the elements of `extents` (i64) in row-major order, carrying
/// `state`.
static Values scan(CheckEmitter &e, ArrayRef<Value> extents, ValueRange state,
                   ScanBody body, Values indices = {}) {
  if (extents.empty())
    return body(indices, state);
  return e.loop(e.index(0), e.fromI64(extents.front()), e.index(1), state,
                [&](Value i, ValueRange carried) {
                  Values nested(indices);
                  nested.push_back(i);
                  return scan(e, extents.drop_front(), carried, body, nested);
                });
}

/// Loops over rows, carrying `state`.
static Values scan(CheckEmitter &e, RowRange range, ValueRange state,
                   ScanBody body) {
  return e.loop(range.begin, range.end, e.index(1), state,
                [&](Value i, ValueRange carried) { return body(i, carried); });
}

/// The first of the positions below `count` that `isBad`, found by a loop that
/// can be a kernel; -1 if there is none, or if not `look`. (i64)
static Value findFirst(CheckEmitter &e, Value look, Value count,
                       function_ref<Value(Value position)> isBad) {
  return e.ifElse(
      look,
      [&]() -> Values {
        Value none = e.i64(std::numeric_limits<int64_t>::max());
        Value cell = e.heap(e.getI64Type(), {e.getIndexAttr(1)});
        Value zero = e.index(0);
        e.store(none, cell, zero);
        e.parallel(e.fromI64(count), [&](Value i) {
          Value position = e.toI64(i);
          e.ifThen(isBad(position), [&] {
            memref::AtomicRMWOp::create(e, arith::AtomicRMWKind::mins, position,
                                        cell, e.index(0));
          });
        });
        Value first = e.load(cell, zero);
        e.deallocate(cell);
        return {e.select(e.eq(first, none), e.i64(-1), first)};
      },
      [&]() -> Values { return {e.i64(-1)}; })[0];
}

/// Where the element, or row, at a row-major position lies.
static Values getIndices(CheckEmitter &e, Value position,
                         ArrayRef<Value> extents) {
  if (extents.size() == 1)
    return {e.fromI64(position)};
  Values indices;
  for (Value index : e.delinearize(position, extents))
    indices.push_back(e.fromI64(index));
  return indices;
}

//===----------------------------------------------------------------------===//
// check_segments
//===----------------------------------------------------------------------===//

namespace {
/// Whether shapes disagree, as far as the types leave it open.
class ShapeTest {
public:
  explicit ShapeTest(CheckEmitter &e) : e(e) {}

  /// Compares a dimension with another, of which the types say this much.
  void compare(int64_t staticA, Value a, int64_t staticB, Value b) {
    if (!ShapedType::isDynamic(staticA) && staticA == staticB)
      return;
    Value here = e.cmp(CmpIPredicate::ne, a, b);
    differs = differs ? e.either(differs, here) : here;
  }
  /// Compares the dimensions of `a` with the first ones of `b`.
  void compare(ArrayRef<int64_t> staticA, ArrayRef<Value> a,
               ArrayRef<int64_t> staticB, ArrayRef<Value> b) {
    for (size_t i = 0; i < a.size(); ++i)
      compare(staticA[i], a[i], staticB[i], b[i]);
  }
  /// Reports a difference, if there can be one.
  void report(function_ref<void(Message &)> describe) {
    if (differs)
      e.check(differs, Failure::shape, describe);
  }

private:
  CheckEmitter &e;
  Value differs;
};
} // namespace

/// Shape of ids against data, and of the result against the operands (4.10).
static void checkSegmentShapes(CheckEmitter &e, CheckSegmentsOp op,
                               ArrayRef<Value> ids, ArrayRef<Value> data,
                               Value numSegments) {
  auto shapeOf = [](Value value) {
    return cast<MemRefType>(value.getType()).getShape();
  };
  ArrayRef<int64_t> idsShape = shapeOf(op.getIds());
  ArrayRef<int64_t> dataShape = shapeOf(op.getData());

  ShapeTest operands(e);
  if (!op.getSources()) {
    operands.compare(idsShape, ids, dataShape, data);
    operands.report([&](Message &m) {
      m << "expected the shape of the ids to be a prefix of the data's, but "
           "got "
           "ids "
        << ids << " and data " << data;
    });
  } else {
    Values sources = e.dims(op.getSources()), weights;
    operands.compare(idsShape, ids, shapeOf(op.getSources()), sources);
    if (op.getWeights()) {
      weights = e.dims(op.getWeights());
      operands.compare(idsShape, ids, shapeOf(op.getWeights()), weights);
    }
    operands.report([&](Message &m) {
      m << "expected a row number" << (op.getWeights() ? ", a weight" : "")
        << " and an id for each row, but got src " << sources;
      if (op.getWeights())
        m << ", weights " << weights;
      m << " and ids " << ids;
    });
  }

  // Dynamic dimensions of the result promise nothing.
  ShapeTest result(e);
  SmallVector<Value> given{numSegments}, promised;
  llvm::append_range(given, data.drop_front(op.getRowDim()));
  for (auto [i, dim] : llvm::enumerate(op.getResultShape())) {
    if (ShapedType::isDynamic(dim)) {
      promised.push_back(given[i]);
      continue;
    }
    promised.push_back(e.i64(dim));
    int64_t known =
        i == 0 ? ShapedType::kDynamic : dataShape[op.getRowDim() + i - 1];
    result.compare(dim, promised.back(), known, given[i]);
  }
  result.report([&](Message &m) {
    m << "expected a result of shape " << promised
      << " as its type says, but the operands give " << given;
  });
}

/// The bytes of the result fit 63 bits and can be had (4.9).
static void checkSize(CheckEmitter &e, CheckSegmentsOp op,
                      ArrayRef<Value> shape) {
  Value bytes = e.i64(op.getElementBytes());
  Value overflows = e.boolean(false);
  for (Value dim : shape) {
    auto product = arith::MulSIExtendedOp::create(e, bytes, dim);
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
  bytes = e.select(e.both(e.isOk(), e.negate(isEmpty)), bytes, e.i64(0));
  Value allocatable = CanAllocateOp::create(e, e.getI1Type(), bytes);
  e.check(e.negate(allocatable), Failure::memory, [&](Message &m) {
    m << "cannot allocate the result: shape " << shape << elements << ", "
      << bytes << " bytes";
  });
}

namespace {
/// A bad id: its position, or -1, the id, and the one before it.
struct BadId {
  Value position, id, previous;
};
} // namespace

/// The first bad id, found by a kernel.
static BadId findBadId(CheckEmitter &e, CheckSegmentsOp op, ArrayRef<Value> ids,
                       Value numSegments, Value look) {
  Value zero = e.i64(0), one = e.i64(1);
  Value lowest = e.i64(std::numeric_limits<int64_t>::min());
  auto load = [&](Value position) {
    return e.toI64(e.load(op.getIds(), getIndices(e, position, ids)),
                   op.getUnsignedIds());
  };
  auto loadBefore = [&](Value position) {
    return e.ifElse(
        e.slt(zero, position),
        [&]() -> Values { return {load(e.sub(position, one))}; },
        [&]() -> Values { return {lowest}; })[0];
  };
  Value position =
      findFirst(e, look, e.product(ids), [&](Value position) -> Value {
        Value id = load(position);
        if (!op.getSorted())
          return e.sge(id, numSegments);
        return e.either(e.slt(id, loadBefore(position)), e.slt(id, zero));
      });
  Values values = e.ifElse(
      e.sge(position, zero),
      [&]() -> Values { return {load(position), loadBefore(position)}; },
      [&]() -> Values { return {zero, lowest}; });
  return {position, values[0], values[1]};
}

/// The first bad id, found by vectors and threads.
static BadId findBadId(CheckEmitter &e, CheckSegmentsOp op, ArrayRef<Value> ids,
                       Value numSegments, Value look, int64_t vectorBits) {
  bool sorted = op.getSorted();
  Value memref = op.getIds();

  // Position, first bad position, its id and the one before it, previous id.
  Value none = e.i64(-1);
  Value lowest = e.i64(std::numeric_limits<int64_t>::min());
  Values state{e.i64(0), none, e.i64(0), e.i64(0), lowest};
  auto load = [&](ValueRange indices) {
    return e.toI64(e.load(memref, indices), op.getUnsignedIds());
  };
  auto body = [&](ValueRange indices, ValueRange state) -> Values {
    Value id = load(indices);
    Value previous = state[4];
    Value bad;
    if (sorted) {
      Value decreases = e.slt(id, previous);
      bad = e.either(decreases, e.slt(id, e.i64(0)));
    } else {
      bad = e.sge(id, numSegments);
    }
    Value first = e.both(bad, e.slt(state[1], e.i64(0)));
    Value next = e.add(state[0], e.i64(1));
    return {next, e.select(first, state[0], state[1]),
            e.select(first, id, state[2]), e.select(first, previous, state[3]),
            id};
  };

  // None are looked at if something failed before.
  if (std::optional<FlatRows> rows = FlatRows::get(
          e, memref, /*depth=*/1, op.getUnsignedIds(), vectorBits)) {
    memref = rows->getMemRef();
    Value numIds = e.fromI64(e.select(look, e.product(ids), e.i64(0)));
    RowRange range = findFirstBlock(e, *rows, numIds,
                                    sorted ? rows->testDecreasing(e)
                                           : rows->testAbove(e, numSegments));
    state[0] = e.toI64(range.begin);
    if (sorted)
      state[4] = e.ifElse(
          e.slt(e.index(0), range.begin),
          [&]() -> Values { return {load(e.sub(range.begin, e.index(1)))}; },
          [&]() -> Values { return {lowest}; })[0];
    state = scan(e, range, state, body);
  } else {
    Values extents(ids);
    if (!extents.empty())
      extents.front() = e.select(look, extents.front(), e.i64(0));
    state = scan(e, extents, state, body);
  }
  return {state[1], state[2], state[3]};
}

/// Order and range of the ids (4.2 to 4.4): the first bad position is reported.
static void checkIds(CheckEmitter &e, CheckSegmentsOp op, ArrayRef<Value> ids,
                     Value numSegments, Value hasElements,
                     const CheckLoweringOptions &options) {
  bool sorted = op.getSorted();
  Value look = e.both(e.isOk(), hasElements);
  auto [position, id, previous] =
      options.kernels
          ? findBadId(e, op, ids, numSegments, look)
          : findBadId(e, op, ids, numSegments, look, options.vectorBits);
  Value found = e.sge(position, e.i64(0));
  if (ids.empty())
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

static void lowerCheckSegments(CheckSegmentsOp op, RewriterBase &rewriter,
                               const CheckLoweringOptions &options) {
  CheckEmitter e(op, rewriter, op.getOpName());
  SmallVector<Value> ids = e.dims(op.getIds());
  SmallVector<Value> data = e.dims(op.getData());
  Value numRows = e.product(ids);

  // The number of segments.
  Value numSegments, lastId;
  if (op.getNumSegments()) {
    numSegments = e.toI64(op.getNumSegments());
  } else {
    Value hasIds = e.cmp(CmpIPredicate::sgt, numRows, e.i64(0));
    lastId = e.ifElse(
        hasIds,
        [&]() -> Values {
          Value position = e.sub(numRows, e.i64(1));
          Value id = e.load(op.getIds(), e.fromI64(position));
          return {e.toI64(id, op.getUnsignedIds())};
        },
        [&]() -> Values { return {e.i64(-1)}; })[0];
    numSegments = e.max(e.add(lastId, e.i64(1)), e.i64(0));
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
  ArrayRef<Value> row = ArrayRef(data).drop_front(op.getRowDim());
  llvm::append_range(shape, row);
  checkSize(e, op, shape);

  // Of gathered rows there are as many as ids, whatever they are gathered from.
  SmallVector<Value> extents(data);
  if (op.getSources()) {
    extents = ids;
    llvm::append_range(extents, row);
  }
  Value hasElements = e.negate(e.anyZero(extents));
  if (op.getBounds() == Bounds::error)
    checkIds(e, op, ids, numSegments, hasElements, options);

  Value rows = e.select(e.both(e.isOk(), hasElements), numRows, e.i64(0));
  Value segments = e.select(e.isOk(), numSegments, e.i64(0));
  rewriter.replaceOp(op, {e.fromI64(rows), e.fromI64(segments)});
}

//===----------------------------------------------------------------------===//
// check_scatter
//===----------------------------------------------------------------------===//

/// Every index row within the input (4.7): the first that isn't is reported.
static void checkIndices(CheckEmitter &e, CheckScatterOp op,
                         ArrayRef<Value> batch, ArrayRef<Value> limits,
                         Value hasElements,
                         const CheckLoweringOptions &options) {
  int64_t depth = limits.size();
  Value look = e.both(e.isOk(), hasElements);
  // Position, first bad position, its coordinates.
  Values state{e.i64(0), e.i64(-1)};
  state.append(depth, e.i64(0));
  // `load` gives the k-th coordinate of a row.
  auto look1 = [&](function_ref<Value(int64_t)> load, ValueRange state) {
    Values coordinates;
    Value bad = e.boolean(false);
    for (int64_t k = 0; k < depth; ++k) {
      Value index = e.toI64(load(k), op.getUnsignedIds());
      bad = e.either(bad, e.cmp(CmpIPredicate::uge, index, limits[k]));
      coordinates.push_back(index);
    }
    Value first = e.both(bad, e.slt(state[1], e.i64(0)));
    Values next{e.add(state[0], e.i64(1)), e.select(first, state[0], state[1])};
    for (int64_t k = 0; k < depth; ++k)
      next.push_back(e.select(first, coordinates[k], state[k + 2]));
    return next;
  };

  // None are looked at if something failed before.
  if (options.kernels) {
    auto load = [&](Value position, int64_t k) {
      Values at = getIndices(e, position, batch);
      at.push_back(e.index(k));
      return e.toI64(e.load(op.getIndices(), at), op.getUnsignedIds());
    };
    Value first = findFirst(e, look, e.product(batch), [&](Value position) {
      Value bad = e.boolean(false);
      for (int64_t k = 0; k < depth; ++k)
        bad = e.either(bad,
                       e.cmp(CmpIPredicate::uge, load(position, k), limits[k]));
      return bad;
    });
    state[1] = first;
    Values coordinates = e.ifElse(
        e.sge(first, e.i64(0)),
        [&] {
          Values loaded;
          for (int64_t k = 0; k < depth; ++k)
            loaded.push_back(load(first, k));
          return loaded;
        },
        [&] { return Values(depth, e.i64(0)); });
    llvm::copy(coordinates, state.begin() + 2);
  } else if (std::optional<FlatRows> rows =
                 FlatRows::get(e, op.getIndices(), depth, op.getUnsignedIds(),
                               options.vectorBits)) {
    Value numRows = e.fromI64(e.select(look, e.product(batch), e.i64(0)));
    RowRange range =
        findFirstBlock(e, *rows, numRows, rows->testOutside(e, limits));
    state[0] = e.toI64(range.begin);
    state = scan(e, range, state, [&](ValueRange row, ValueRange state) {
      Value begin = e.mul(row[0], e.index(depth));
      return look1(
          [&](int64_t k) {
            return e.load(rows->getMemRef(), e.add(begin, e.index(k)));
          },
          state);
    });
  } else {
    Values extents(batch);
    extents.front() = e.select(look, extents.front(), e.i64(0));
    state = scan(e, extents, state, [&](ValueRange row, ValueRange state) {
      return look1(
          [&](int64_t k) {
            Values at(row);
            at.push_back(e.index(k));
            return e.load(op.getIndices(), at);
          },
          state);
    });
  }
  Value position = state[1];
  e.check(e.sge(position, e.i64(0)), Failure::bounds, [&](Message &m) {
    m << "index out of range: index row " << e.delinearize(position, batch)
      << ", values " << ArrayRef<Value>(state).drop_front(2) << ", dimensions "
      << limits;
  });
}

static void lowerCheckScatter(CheckScatterOp op, RewriterBase &rewriter,
                              const CheckLoweringOptions &options) {
  CheckEmitter e(op, rewriter, op.getOpName());
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

  // With nothing to update the indices are not looked at.
  Value hasElements = e.negate(e.anyZero(updates));
  if (op.getBounds() == Bounds::error && depth > 0)
    checkIndices(e, op, batch, ArrayRef(input).take_front(depth), hasElements,
                 options);
  Value rows = e.select(e.both(e.isOk(), hasElements), numRows, e.i64(0));
  rewriter.replaceOp(op, e.fromI64(rows));
}

//===----------------------------------------------------------------------===//
// check_gather
//===----------------------------------------------------------------------===//

/// Every gathered row within what it is gathered from (4.19), unless its own
/// key is out of range: the first that isn't is reported.
static void checkSources(CheckEmitter &e, CheckGatherOp op,
                         const CheckLoweringOptions &options) {
  Value extent = e.toI64(op.getExtent());
  Value segments = e.toI64(op.getSegments());
  auto loadSource = [&](ValueRange at) {
    return e.toI64(e.load(op.getSources(), at), op.getUnsignedSources());
  };
  auto isBad = [&](Value source, ValueRange at) {
    Value key = e.toI64(e.load(op.getKeys(), at), op.getUnsignedKeys());
    Value kept = e.cmp(CmpIPredicate::ult, key, segments);
    return e.both(kept, e.cmp(CmpIPredicate::uge, source, extent));
  };

  RowRange range{e.index(0), e.select(e.isOk(), op.getRowsIn(), e.index(0))};
  if (options.kernels) {
    Value first =
        findFirst(e, e.isOk(), e.toI64(op.getRowsIn()), [&](Value position) {
          Value at = e.fromI64(position);
          return isBad(loadSource(at), at);
        });
    // The loop below then looks at that one only.
    Value isFound = e.sge(first, e.i64(0));
    Value begin = e.fromI64(e.select(isFound, first, e.i64(0)));
    range = {begin, e.add(begin, e.toIndex(isFound))};
  } else if (std::optional<FlatRows> rows =
                 FlatRows::get(e, op.getSources(), /*depth=*/1,
                               op.getUnsignedSources(), options.vectorBits)) {
    BlockTest isOutside = rows->testOutside(e, extent);
    // Keys are looked at only where a source is outside.
    range = findFirstBlock(e, *rows, range.end, [&](Value begin, Value end) {
      return e.ifElse(
          isOutside(begin, end),
          [&]() {
            return e.loop(begin, end, e.index(1), e.boolean(false),
                          [&](Value i, ValueRange bad) -> Values {
                            return {e.either(bad[0], isBad(loadSource(i), i))};
                          });
          },
          [&]() -> Values { return {e.boolean(false)}; })[0];
    });
  }
  // First bad position, its value.
  Values state{e.i64(-1), e.i64(0)};
  state = scan(e, range, state, [&](ValueRange at, ValueRange state) -> Values {
    Value source = loadSource(at);
    Value first = e.both(isBad(source, at), e.slt(state[0], e.i64(0)));
    return {e.select(first, e.toI64(at[0]), state[0]),
            e.select(first, source, state[1])};
  });
  e.check(e.sge(state[0], e.i64(0)), Failure::gather, [&](Message &m) {
    Values shape, position{state[0]};
    for (Value dim : op.getShape())
      shape.push_back(e.toI64(dim));
    if (shape.size() > 1)
      position = e.delinearize(state[0], shape);
    m << "gathered row out of range: position " << position << ", value "
      << state[1] << ", range [0, " << extent << ")";
  });
}

static void lowerCheckGather(CheckGatherOp op, RewriterBase &rewriter,
                             const CheckLoweringOptions &options) {
  CheckEmitter e(op, rewriter, op.getOpName());
  Value rows = e.toI64(op.getRowsIn());
  Value numSources = e.dims(op.getSources())[0];
  Value numKeys = e.dims(op.getKeys())[0];
  Value tooFewSources = e.slt(numSources, rows);
  Value tooFewKeys = e.slt(numKeys, rows);
  e.check(e.either(tooFewSources, tooFewKeys), Failure::shape, [&](Message &m) {
    m << "expected a source and a key for each of " << rows << " rows, but got "
      << numSources << " sources and " << numKeys << " keys";
  });
  checkSources(e, op, options);
  rewriter.replaceOp(op, e.fromI64(e.select(e.isOk(), rows, e.i64(0))));
}

//===----------------------------------------------------------------------===//
// Patterns and pass
//===----------------------------------------------------------------------===//

namespace {
template <typename CheckOp,
          void (*lower)(CheckOp, RewriterBase &, const CheckLoweringOptions &)>
struct LowerCheck : OpRewritePattern<CheckOp> {
  LowerCheck(MLIRContext *context, CheckLoweringOptions options)
      : OpRewritePattern<CheckOp>(context), options(options) {}

  LogicalResult matchAndRewrite(CheckOp op,
                                PatternRewriter &rewriter) const override {
    for (Type type : op->getOperandTypes())
      if (isa<TensorType>(type))
        return rewriter.notifyMatchFailure(op, "expected a bufferized check");
    lower(op, rewriter, options);
    return success();
  }

private:
  CheckLoweringOptions options;
};

struct SegmentChecksToLoops
    : segment::impl::SegmentChecksToLoopsBase<SegmentChecksToLoops> {
  using Base::Base;

  void runOnOperation() override {
    if (vectorBits != 128 && vectorBits != 256 && vectorBits != 512) {
      emitError(getOperation()->getLoc())
          << "segment-checks-to-loops: expected vector-bits=128, 256 or 512, "
             "but got "
          << vectorBits.getValue();
      return signalPassFailure();
    }
    RewritePatternSet patterns(&getContext());
    CheckLoweringOptions options;
    options.vectorBits = vectorBits;
    options.kernels = kernels;
    populateChecksToLoopsPatterns(patterns, options);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void segment::populateChecksToLoopsPatterns(
    RewritePatternSet &patterns, const CheckLoweringOptions &options) {
  patterns.add<LowerCheck<CheckSegmentsOp, lowerCheckSegments>,
               LowerCheck<CheckScatterOp, lowerCheckScatter>,
               LowerCheck<CheckGatherOp, lowerCheckGather>>(
      patterns.getContext(), options);
}
