//===- OwnersToLoops.cpp - Schedules for keys in any order ----------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each task owns a range of the rows of outs, or some columns of one, and folds
// all rows with keys in it, in their order: there are no atomics, no private
// copies to merge, and the bits don't depend on the number of threads. How a
// task finds its rows:
//
// - *owners*: it looks at all keys, a block at a time, and lists the positions
//   of its own without a branch for each. Best for few threads.
// - *buckets*: all keys are counted by range once, and the positions of their
//   rows are placed range by range. Costs 4 bytes a row, but each key is looked
//   at three times only, however many threads there are; and a range can be
//   small enough for its accumulators to stay in cache.
//
// Where there are many rows for each key, rows are cut into pieces, and those
// of a piece are folded into accumulators of its own, which are combined at the
// end: so a task can read rows one after the other. The order of float sums
// says which pieces (FoldOrder.h); with more threads than pieces, owners of
// rows of outs fold one piece after the other.
//
// Where an accumulator is as large as the element that is stored, accumulators
// live in outs; otherwise in a block of scratch for a range at a time, from
// which results are stored once.
//
// Tasks get ranges of equal weight by a histogram of the keys (of a sample of
// them for owners); a range with several tasks' worth of rows is split by
// columns. The weights decide who folds, never in which order.

#include "OwnersEmitter.h"

#include "mlir/IR/TypeUtilities.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::segment;
using arith::CmpIPredicate;

/// Rows with so many bytes are prefetched from wherever they are.
static constexpr int64_t minWideBytes = 128;

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

bool OwnersEmitter::livesInOuts() {
  if (op.getNumAccumulators() != op.getInits().size())
    return false;
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
    Type type = op.getAccumulatorType(i);
    Type stored = getElementTypeOrSelf(op.getInits()[i].getType());
    bool castable = type == stored || (isa<IntegerType, FloatType>(type) &&
                                       isa<IntegerType, FloatType>(stored) &&
                                       type.getIntOrFloatBitWidth() ==
                                           stored.getIntOrFloatBitWidth());
    if (!castable || op.isRowAccumulator(i) != op.isRowInit(i))
      return false;
  }
  return true;
}

/// Whether several tasks may fold columns of the same rows: not if there is
/// something that all of them would read and write.
bool OwnersEmitter::canSplitColumns() {
  if (hasPieces && !rowAccumulators.empty())
    return false;
  return hasColumns() && !op.hasRowInits();
}

/// The type in which accumulator `i` lies in memory.
Type OwnersEmitter::getStoredType(unsigned i) {
  if (inOuts)
    return getElementTypeOrSelf(op.getInits()[i].getType());
  return op.getAccumulatorType(i);
}

SmallVector<OpFoldResult>
OwnersEmitter::getScratchSizes(unsigned i, Value number, Value rows) {
  SmallVector<OpFoldResult> sizes{number, rows};
  if (!op.isRowAccumulator(i)) {
    if (staticColumns)
      sizes.push_back(b.getIndexAttr(*staticColumns));
    else
      sizes.push_back(numColumns);
  }
  return sizes;
}

/// `scratch[number]`.
Value OwnersEmitter::emitSlice(Value scratch, Value number) {
  auto type = cast<MemRefType>(scratch.getType());
  int64_t rank = type.getRank();
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0)), sizes;
  SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
  offsets[0] = number;
  sizes.push_back(b.getIndexAttr(1));
  for (int64_t i = 1; i < rank; ++i)
    sizes.push_back(type.isDynamicDim(i)
                        ? OpFoldResult(b.dim(scratch, i))
                        : OpFoldResult(b.getIndexAttr(type.getDimSize(i))));
  auto slice = memref::SubViewOp::inferRankReducedResultType(
      type.getShape().drop_front(), type, offsets, sizes, strides);
  return memref::SubViewOp::create(b, slice, scratch, offsets, sizes, strides);
}

/// The accumulators that become the results.
OwnersEmitter::View OwnersEmitter::getOwnView(const Task &task,
                                              Value rangeBegin, unsigned i) {
  if (inOuts)
    return {op.getInits()[i], {}};
  return {emitSlice(scratch[i], task.number), rangeBegin};
}

/// Where `piece` is folded to; null if there are no pieces.
SmallVector<OwnersEmitter::View>
OwnersEmitter::emitViews(const Task &task, Value rangeBegin, Value piece) {
  SmallVector<View> views;
  if (!piece) {
    for (unsigned i = 0; i < op.getNumAccumulators(); ++i)
      views.push_back(getOwnView(task, rangeBegin, i));
    return views;
  }
  Value isFirst = b.eq(piece, b.index(0));
  Value base = inOuts ? Value() : b.select(isFirst, rangeBegin, b.index(0));
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
    Type type;
    auto cast = [&](Value memref) -> Value {
      if (memref.getType() == type)
        return memref;
      return memref::CastOp::create(b, type, memref);
    };
    // One type for both: strides are static where both have the same.
    auto shape = SmallVector<int64_t>(op.isRowAccumulator(i) ? 1 : 2,
                                      ShapedType::kDynamic);
    SmallVector<int64_t> strides(shape.size(), 1);
    if (shape.size() == 2) {
      strides[0] = ShapedType::kDynamic;
      int64_t offset = 0;
      SmallVector<int64_t> own{staticColumns.value_or(ShapedType::kDynamic), 1};
      if (inOuts) {
        auto outs = ::cast<MemRefType>(op.getInits()[i].getType());
        if (failed(outs.getStridesAndOffset(own, offset)))
          own[0] = ShapedType::kDynamic;
      }
      if (staticColumns && own[0] == *staticColumns)
        strides[0] = own[0];
    }
    type = MemRefType::get(
        shape, getStoredType(i),
        StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, strides));
    Values view = b.ifElse(
        isFirst,
        [&] { return Values{cast(getOwnView(task, rangeBegin, i).memref)}; },
        [&] {
          return Values{cast(emitSlice(copies[i], b.sub(piece, b.index(1))))};
        });
    views.push_back({view[0], base});
  }
  return views;
}

static Value bitcast(LoopBuilder &b, Value value, Type type) {
  Type wanted = type;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    wanted = vector.clone(type);
  if (value.getType() == wanted)
    return value;
  return arith::BitcastOp::create(b, wanted, value);
}

OwnersEmitter::Values
OwnersEmitter::loadAccumulators(ArrayRef<View> views, Value key, Value column,
                                Lanes lanes, ArrayRef<unsigned> which) {
  Values values;
  for (unsigned i : which) {
    const View &view = views[i];
    Values at{view.base ? b.sub(key, view.base) : key};
    if (!op.isRowAccumulator(i))
      at.push_back(column);
    Value value = body->loadLanes(view.memref, at,
                                  op.isRowAccumulator(i) ? Lanes{} : lanes);
    values.push_back(bitcast(b, value, op.getAccumulatorType(i)));
  }
  return values;
}

void OwnersEmitter::storeAccumulators(ArrayRef<View> views, Value key,
                                      Value column, Lanes lanes,
                                      ArrayRef<unsigned> which,
                                      ValueRange values) {
  for (auto [i, value] : llvm::zip_equal(which, values)) {
    const View &view = views[i];
    Values at{view.base ? b.sub(key, view.base) : key};
    if (!op.isRowAccumulator(i))
      at.push_back(column);
    Type stored = getElementTypeOrSelf(view.memref.getType());
    body->storeLanes(bitcast(b, value, stored), view.memref, at,
                     op.isRowAccumulator(i) ? Lanes{} : lanes);
  }
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

/// Bytes of a row that are prefetched at once.
int64_t OwnersEmitter::getPrefetchedBytes(const Columns &columns) {
  if (!hasColumns())
    return 64;
  if (!columns.size)
    return 128;
  return std::min<int64_t>(*columns.size * body->getWidestElement() / 8, 512);
}

/// Prefetches what folding row `ahead` reads and writes.
void OwnersEmitter::emitPrefetch(const Task &task, const Columns &columns,
                                 Value ahead) {
  int64_t bytes = getPrefetchedBytes(columns);
  // Wide rows go to the second level of caches: the first has room for few
  // lines on their way. Narrow ones of the data are near each other.
  bool isWide = hasColumns() && bytes >= minWideBytes;
  unsigned locality = isWide ? 2 : 3;
  Value key = body->emitKey(ahead);
  if (isWide || !op.getSources().empty())
    body->emitPrefetch(body->emitRow(ahead), columns.begin, bytes,
                       /*ownRow=*/isWide, locality);
  // Blocks of scratch stay in a cache.
  if (!inOuts)
    return;
  for (auto [i, view] : llvm::enumerate(task.views)) {
    int64_t size = getElementBytes(getStoredType(i));
    bool isRow = op.isRowAccumulator(i);
    prefetchLines(b, view.memref, key, isRow ? Value() : columns.begin,
                  isRow ? size : bytes, size, /*isWrite=*/true, locality);
  }
}

/// Folds row after row. `getRow` gives the number of the j-th, `prefetch` what
/// to do beforehand.
void OwnersEmitter::emitFoldRows(const Task &task, const Columns &columns,
                                 Value count, function_ref<Value(Value)> getRow,
                                 function_ref<void(Value)> prefetch) {
  Value one = b.index(1);
  b.loop(b.index(0), count, one, [&](Value j) {
    Value n = getRow(j);
    Value key = body->emitKey(n);
    Row row = body->emitRow(n);
    if (options.prefetch > 0)
      prefetch(j);
    if (!rowAccumulators.empty()) {
      Values before =
          loadAccumulators(task.views, key, {}, Lanes{}, rowAccumulators);
      Values after = combine(rowAccumulators, before,
                             body->emitRowValues(row, rowAccumulators));
      storeAccumulators(task.views, key, {}, Lanes{}, rowAccumulators, after);
    }
    if (hasColumns())
      forTiles(columns, [&](Value column, Lanes lanes) {
        Values before = loadAccumulators(task.views, key, column, lanes,
                                         columnAccumulators);
        Values after =
            combine(columnAccumulators, before,
                    body->emitColumns(row, column, lanes, columnAccumulators));
        storeAccumulators(task.views, key, column, lanes, columnAccumulators,
                          after);
      });
  });
}

/// Folds the listed rows, those at `base` plus what the list says.
void OwnersEmitter::emitChunk(const Task &task, Value positions, Value base,
                              Value count, Value isWhole) {
  auto getListed = [&](Value j) -> Value {
    Value relative =
        arith::IndexCastUIOp::create(b, b.getIndexType(), b.load(positions, j));
    return b.add(base, relative);
  };
  Value last = b.sub(count, b.index(1));
  auto getAhead = [&](Value j) {
    return b.min(b.add(j, b.index(options.prefetch)), last);
  };
  auto foldList = [&](const Columns &columns) {
    emitFoldRows(task, columns, count, getListed, [&](Value j) {
      emitPrefetch(task, columns, getListed(getAhead(j)));
    });
    return Values{};
  };
  if (!staticColumns) {
    foldList(task.columns);
    return;
  }
  // Rows that follow each other need no list.
  auto foldWhole = [&] {
    Columns columns = allColumns();
    int64_t bytes = getPrefetchedBytes(columns);
    bool isNarrow = bytes < minWideBytes && op.getSources().empty();
    auto getRow = [&](Value j) { return b.add(base, j); };
    emitFoldRows(task, columns, count, getRow, [&](Value j) {
      if (!isNarrow)
        return emitPrefetch(task, columns, getRow(getAhead(j)));
      // The processor looks far enough ahead to find accumulators by itself;
      // what it reads of the data is as many bytes away as with wide rows.
      int64_t distance =
          options.prefetch * (minWideBytes / std::max<int64_t>(bytes, 1));
      body->emitPrefetch(body->emitRow(getRow(b.add(j, b.index(distance)))),
                         columns.begin, bytes, /*ownRow=*/true,
                         /*locality=*/3);
    });
    return Values{};
  };
  // All columns, as nearly always, with their number known.
  Value width = b.sub(task.columns.end, task.columns.begin);
  b.ifElse(
      b.eq(width, b.index(*staticColumns)),
      [&] {
        return b.ifElse(isWhole, foldWhole,
                        [&] { return foldList(allColumns()); });
      },
      [&] { return foldList(task.columns); });
}

/// Rows [begin, end) of outs before anything is folded: the start, in pieces
/// but the first one the identities.
void OwnersEmitter::emitBegin(const Task &task, Value begin, Value end,
                              Value piece) {
  Value isFirst = piece ? b.eq(piece, b.index(0)) : b.boolean(true);
  bool isStarted = !inOuts || !op.getStart().empty();
  bool readsInits = llvm::any_of(llvm::seq<unsigned>(op.getInits().size()),
                                 [&](unsigned i) { return op.readsInit(i); });
  // Values of rows that are the start and, or, the identities.
  auto forRows = [&](bool isStart, bool isIdentity) {
    auto choose = [&](ValueRange starts, ValueRange others) {
      Values values;
      for (auto [start, other] : llvm::zip_equal(starts, others))
        values.push_back(b.select(isFirst, start, other));
      return values;
    };
    auto getValues = [&](Value key, Value column, Lanes lanes,
                         ArrayRef<unsigned> which) {
      if (!isStart)
        return identities(which, lanes);
      Values starts = body->emitStart(key, column, lanes, which);
      return isIdentity ? choose(starts, identities(which, lanes)) : starts;
    };
    b.loop(begin, end, b.index(1), [&](Value key) {
      Values rows = getValues(key, {}, Lanes{}, rowAccumulators);
      if (hasColumns())
        forTiles(task.columns, [&](Value column, Lanes lanes) {
          storeAccumulators(task.views, key, column, lanes, columnAccumulators,
                            getValues(key, column, lanes, columnAccumulators));
        });
      // Last, since the start of columns may read them.
      storeAccumulators(task.views, key, {}, Lanes{}, rowAccumulators, rows);
    });
  };
  if (!piece) {
    if (isStarted)
      forRows(/*isStart=*/true, /*isIdentity=*/false);
    return;
  }
  // One loop does for both if nothing is read.
  if (isStarted && !readsInits)
    return forRows(/*isStart=*/true, /*isIdentity=*/true);
  if (isStarted)
    b.ifThen(isFirst, [&] { forRows(/*isStart=*/true, /*isIdentity=*/false); });
  b.ifThen(b.negate(isFirst),
           [&] { forRows(/*isStart=*/false, /*isIdentity=*/true); });
}

/// Folds the rows of a piece (of all if null) with keys in [begin, end), a
/// block at a time.
void OwnersEmitter::emitRows(const Task &task, Value begin, Value end,
                             Value piece) {
  Value first = b.index(0), last = numRows;
  if (piece) {
    first = b.min(b.mul(piece, pieceRows), numRows);
    last = b.min(b.add(first, pieceRows), numRows);
  }
  Values rows = b.ifElse(
      byBuckets, [&] { return emitPositionsOf(b.shru(begin, shift), piece); },
      [&] { return Values{first, last}; });
  Value block = b.index(options.block);
  auto listType = MemRefType::get(
      {ShapedType::kDynamic}, b.getI32Type(),
      StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, {1}));
  b.loop(rows[0], rows[1], block, [&](Value from) {
    Value to = b.min(b.add(from, block), rows[1]);
    Value count = b.sub(to, from);
    auto view = [&](Value memref, Value offset, Value size) -> Value {
      return memref::SubViewOp::create(
          b, listType, memref, ArrayRef<OpFoldResult>{offset},
          ArrayRef<OpFoldResult>{size},
          ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
    };
    Values list = b.ifElse(
        byBuckets,
        [&] {
          return Values{view(positions, from, count), b.index(0), count,
                        b.boolean(false)};
        },
        [&] {
          Value owned = emitCollect(begin, end, from, to, task.listed);
          return Values{view(task.listed, b.index(0), owned), from, owned,
                        b.eq(owned, count)};
        });
    emitChunk(task, list[0], list[1], list[2], list[3]);
  });
}

/// Rows [begin, end) of outs after everything is folded: pieces are combined,
/// in their order, and results stored. Scratch begins with row `rangeBegin`.
void OwnersEmitter::emitEnd(const Task &task, Value rangeBegin, Value begin,
                            Value end) {
  SmallVector<View> views = emitViews(task, rangeBegin, /*piece=*/{});
  Value one = b.index(1);
  auto load = [&](Value key, Value column, Lanes lanes,
                  ArrayRef<unsigned> which) {
    Values first = loadAccumulators(views, key, column, lanes, which);
    if (!hasPieces)
      return first;
    return b.loop(
        one, numPieces, one, first, [&](Value piece, ValueRange carried) {
          Values next;
          for (unsigned i : which) {
            bool isRow = op.isRowAccumulator(i);
            Values at{b.sub(piece, one), key};
            if (!isRow)
              at.push_back(column);
            next.push_back(bitcast(
                b, body->loadLanes(copies[i], at, isRow ? Lanes{} : lanes),
                op.getAccumulatorType(i)));
          }
          return combine(which, carried, next);
        });
  };
  b.loop(begin, end, one, [&](Value key) {
    Values all(op.getNumAccumulators());
    place(all, rowAccumulators, load(key, {}, Lanes{}, rowAccumulators));
    if (hasColumns())
      forTiles(task.columns, [&](Value column, Lanes lanes) {
        Values tile(all);
        Values values = load(key, column, lanes, columnAccumulators);
        place(tile, columnAccumulators, values);
        if (hasFinish)
          body->emitFinish(key, column, lanes, tile, /*columns=*/true);
        else
          storeAccumulators(views, key, column, lanes, columnAccumulators,
                            values);
      });
    if (hasFinish) {
      body->emitFinish(key, {}, Lanes{}, all, /*columns=*/false);
      return;
    }
    Values rows;
    for (unsigned i : rowAccumulators)
      rows.push_back(all[i]);
    storeAccumulators(views, key, {}, Lanes{}, rowAccumulators, rows);
  });
}

/// Rows [begin, end) of outs.
void OwnersEmitter::emitRange(const Task &task, Value begin, Value end) {
  auto emitPiece = [&](Value piece) {
    Task part = task;
    part.views = emitViews(task, begin, piece);
    emitBegin(part, begin, end, piece);
    emitRows(part, begin, end, piece);
  };
  if (!hasPieces) {
    emitPiece({});
    if (hasFinish)
      emitEnd(task, begin, begin, end);
    return;
  }
  b.loop(task.firstPiece, task.lastPiece, b.index(1), emitPiece);
  // Before the next range takes the scratch.
  if (!inOuts)
    b.ifThen(b.negate(byPieces), [&] { emitEnd(task, begin, begin, end); });
}

void OwnersEmitter::emitTask(Task task) {
  task.listed = b.stack(b.getI32Type(), {options.block + 2 * compareLanes});
  b.loop(task.begin, task.end, rangeRows, [&](Value begin) {
    emitRange(task, begin, b.min(b.add(begin, rangeRows), task.end));
  });
}

void OwnersEmitter::emitFold() {
  inOuts = livesInOuts();
  hasFinish = !inOuts || !op.getFinish().empty();
  emitPlan();
  emitScratch();
  emitPlacement();
  emitWeights();
  emitTasks();
  b.parallel(taskCount, [&](Value t) {
    auto load = [&](int64_t k) { return b.load(taskTable, {t, b.index(k)}); };
    emitTask(Task{t, load(0), load(1), Columns{load(2), load(3), {}}, load(4),
                  load(5)});
  });
  if (hasPieces) {
    Value isLeft = byPieces;
    if (inOuts)
      isLeft = hasFinish ? b.boolean(true) : b.slt(b.index(1), numPieces);
    b.ifThen(isLeft, [&] {
      b.parallel(numTasks, [&](Value t) {
        Value zero = b.index(0);
        auto cut = [&](Value t) { return b.divu(b.mul(numKeys, t), numTasks); };
        emitEnd(Task{zero, zero, numKeys, allColumns(), zero, numPieces}, zero,
                cut(t), cut(b.add(t, b.index(1))));
      });
    });
  }
  for (Value memory : llvm::concat<Value>(
           scratch, copies,
           Values{counters, positions, rangeBegins, weights, taskTable}))
    b.deallocate(memory);
}

void segment::emitOwners(ImplicitLocOpBuilder &b, ReduceByKeyOp op,
                         const ScheduleOptions &options) {
  OwnersEmitter(b, op, options).emit();
}
