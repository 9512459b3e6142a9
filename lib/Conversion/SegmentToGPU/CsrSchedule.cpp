//===- CsrSchedule.cpp - Partial results of fixed pieces ------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Rows are taken in the order of their keys and cut into pieces of a fixed
// number of rows. A run that lies within a piece is finished and stored by who
// folds it. A longer one leaves a partial result in each piece that it touches:
// a piece has room for two, of the run that comes from the piece before and of
// the run that goes on behind. These are items with keys again, in order, which
// are cut into pieces in turn, until there is one piece. So a segment may be as
// long as it likes, nothing is atomic, and the order in which values are
// combined depends on keys and sizes only.

#include "Schedules.h"
#include "WarpOps.h"
#include "segment/Dialect/Segment/Transforms/FoldOrder.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

namespace {
/// Rows of a piece that a thread folds for a column, and that a warp folds for
/// accumulators of one value a row.
constexpr int64_t threadPieceRows = 64, warpPieceRows = 256;
/// Partial results that a thread combines.
constexpr int64_t pieceEntries = 64;

/// Partial results of pieces: entry 2 p is of the run that piece p continues,
/// entry 2 p + 1 of the run that begins there and is continued. Keys are -1
/// where there is none.
class Entries : public RunItems {
public:
  Entries(LoopBuilder &b, Value count, Value keys, ValueRange values)
      : RunItems(count), b(b), keys(keys), values(values) {}

  Item emitItem(Value n) override { return {b.load(keys, n), Row{n, {}}}; }
  Values emitValues(const Item &item, Value column) override {
    Values loaded;
    for (Value memory : values)
      loaded.push_back(b.load(memory, getPlace(item.row.number, column)));
    return loaded;
  }
  /// Between pieces: what the piece behind continues. Piece 0 continues
  /// nothing.
  Value emitRunAcross(Value n) override {
    return b.ifElse(
        b.slt(n, getCount()), [&] { return Values{b.load(keys, n)}; },
        [&] { return Values{b.index(-1)}; })[0];
  }

  static SmallVector<Value> getPlace(Value n, Value column) {
    SmallVector<Value> place{n};
    if (column)
      place.push_back(column);
    return place;
  }

private:
  LoopBuilder &b;
  Value keys;
  ValueRange values;
};

class CsrFold : public KernelFold, private RunSink {
public:
  using KernelFold::KernelFold;

protected:
  void emitFold() override {
    if (!op.getSorted())
      sorted = emitSort(b, body, numRows, numKeys);
    if (numColumns)
      emitPieces(/*columns=*/true);
    // Last, since the start of columns may read outs of one value a row.
    if (op.hasRowInits())
      emitPieces(/*columns=*/false);
    if (sorted.keys) {
      b.deallocate(sorted.keys);
      b.deallocate(sorted.positions);
    }
  }

private:
  std::string getName(StringRef name) {
    return (name + (columns || !numColumns ? "" : "_rows")).str();
  }

  RowItems getRows() {
    return RowItems(b, body, numRows, numKeys, rowAccumulators,
                    columns ? ArrayRef<unsigned>(columnAccumulators)
                            : ArrayRef<unsigned>(),
                    sorted, lanes);
  }

  /// Memory for `count` entries: keys, and values of each accumulator.
  Values allocate(Value count) {
    Values memory{b.heap(b.getIndexType(), {count})};
    for (unsigned i : which) {
      SmallVector<OpFoldResult> sizes{count};
      if (columns)
        sizes.push_back(numColumns);
      for (OpFoldResult &size : sizes)
        if (std::optional<int64_t> constant = getConstantIntValue(size))
          size = b.getIndexAttr(*constant);
      memory.push_back(b.heap(op.getAccumulatorType(i), sizes));
    }
    return memory;
  }

  Value emitNumPieces(Value count, int64_t size) {
    // Without overflow.
    Value last = b.divu(b.sub(count, b.index(1)), b.index(size));
    return b.select(b.eq(count, b.index(0)), count, b.add(last, b.index(1)));
  }

  Value emitColumnThreads() { return b.divu(numColumns, b.index(lanes.width)); }

  /// Folds what has columns, or what has one value a row.
  void emitPieces(bool hasColumns) {
    columns = hasColumns;
    which.assign(rowAccumulators.begin(), rowAccumulators.end());
    if (columns)
      llvm::append_range(which, columnAccumulators);
    int64_t pieceRows = columns ? threadPieceRows : warpPieceRows;
    Value one = b.index(1), two = b.index(2);
    Value numPieces = emitNumPieces(numRows, pieceRows);
    Value numEntries = b.mul(numPieces, two);
    Values from = allocate(numEntries);
    Values to = allocate(b.mul(emitNumPieces(numEntries, pieceEntries), two));

    auto emitRows = [&](Lanes form) {
      lanes = form;
      RowItems rows = getRows();
      b.launchRows(
          getName("fold") + (lanes.isScalar() ? "" : "_vector"), numPieces,
          columns ? emitColumnThreads() : b.index(warpLanes),
          [&](KernelThread thread) {
            emitPiece(thread, rows, pieceRows, from,
                      /*isWarp=*/!columns, getRowsInFlight(which, lanes));
          });
      lanes = {};
    };
    if (columns)
      emitForms(emitRows);
    else
      emitRows(Lanes{});
    Values state{numPieces};
    llvm::append_range(state, from);
    llvm::append_range(state, to);
    size_t numMemory = from.size();
    Values ended = b.whileLoop(
        state, [&](ValueRange state) { return b.slt(one, state[0]); },
        [&](ValueRange state) {
          ValueRange from = state.slice(1, numMemory),
                     to = state.drop_front(1 + numMemory);
          Value count = b.mul(state[0], two);
          Value numPieces = emitNumPieces(count, pieceEntries);
          Entries entries(b, count, from[0], from.drop_front());
          b.launchRows(getName("join"), numPieces,
                       columns ? numColumns : Value(),
                       [&](KernelThread thread) {
                         emitPiece(thread, entries, pieceEntries, to,
                                   /*isWarp=*/false, /*inFlight=*/1);
                       });
          Values next{numPieces};
          llvm::append_range(next, to);
          llvm::append_range(next, from);
          return next;
        });
    for (Value memory : ArrayRef<Value>(ended).drop_front())
      b.deallocate(memory);
    if (!op.isInPlace())
      emitEmpty();
  }

  void emitPiece(KernelThread thread, RunItems &items, int64_t size,
                 ValueRange to, bool isWarp, int64_t inFlight) {
    RunWalk walk(b, op, numKeys, which, items, *this, lanes);
    Chunk chunk = walk.emitChunk(thread.row, b.index(size));
    runBefore = items.emitRunAcross(chunk.begin);
    runBehind = items.emitRunAcross(chunk.end);
    head = b.mul(chunk.number, b.index(2));
    tail = b.add(head, b.index(1));
    entryValues = to.drop_front();
    b.ifThen(b.eq(thread.lane, b.index(0)), [&] {
      b.store(runBefore, to[0], head);
      Value isOther = b.cmp(arith::CmpIPredicate::ne, runBefore, runBehind);
      b.store(b.select(isOther, runBehind, b.index(-1)), to[0], tail);
    });
    if (isWarp)
      return walk.emitWarp(chunk, thread.lane);
    if (!columns)
      return walk.emitThread(chunk, Value(), inFlight, /*withinRuns=*/true);
    b.forColumns(thread, emitColumnThreads(), [&](Value column) {
      column = b.mul(column, b.index(lanes.width));
      walk.emitThread(chunk, column, inFlight, /*withinRuns=*/true);
    });
  }

  /// The values of a run, of the types that are computed with.
  Values unpack(ValueRange values) {
    SmallVector<Type> types;
    for (unsigned i : which) {
      Type type = op.getAccumulatorType(i);
      types.push_back(op.isRowAccumulator(i) ? type
                                             : RowBody::getType(type, lanes));
    }
    return b.unpack(values, types);
  }

  void emitEntry(Value entry, Value column, ValueRange packed) {
    for (auto [memory, value] : llvm::zip_equal(entryValues, unpack(packed)))
      body.storeLanes(value, memory, Entries::getPlace(entry, column), lanes);
  }

  void emitInner(const Chunk &chunk, Value key, Value column,
                 ValueRange values) override {
    b.ifElse(
        b.eq(key, runBefore),
        [&] {
          emitEntry(head, column, values);
          return Values();
        },
        [&] {
          emitTotal(key, column, values);
          return Values();
        });
  }

  void emitLast(const Chunk &chunk, Value key, Value column,
                ValueRange values) override {
    Value isHead = b.eq(key, runBefore);
    b.ifElse(
        b.either(isHead, b.eq(key, runBehind)),
        [&] {
          emitEntry(b.select(isHead, head, tail), column, values);
          return Values();
        },
        [&] {
          emitTotal(key, column, values);
          return Values();
        });
  }

  Values emitStart(Value key, Value column) {
    Values start = body.emitStart(key, column, Lanes{}, rowAccumulators);
    if (column)
      llvm::append_range(
          start, body.emitStart(key, column, lanes, columnAccumulators));
    return start;
  }

  /// Stores the result of a segment.
  void emitTotal(Value key, Value column, ValueRange packed) {
    Values totals;
    for (auto [i, start, value] :
         llvm::zip_equal(which, emitStart(key, column), unpack(packed)))
      totals.push_back(
          createCombine(b, b.getLoc(), op.getKind(i), start, value));
    emitFinish(key, column, totals);
  }

  void emitFinish(Value key, Value column, ValueRange totals) {
    Values all(op.getNumAccumulators());
    place(all, which, totals);
    body.emitFinish(key, column, lanes, all, /*columns=*/bool(column));
  }

  /// Stores the results of keys that no row has. Where keys are not in order,
  /// in spite of the promise, others may be taken for such.
  void emitEmpty() {
    RowItems rows = getRows();
    b.launchRows(
        getName("empty"), numKeys, columns ? numColumns : Value(),
        [&](KernelThread thread) {
          Value key = thread.row, one = b.index(1);
          Value first = b.whileLoop(
              {b.index(0), numRows},
              [&](ValueRange range) { return b.slt(range[0], range[1]); },
              [&](ValueRange range) {
                // Halves without overflow.
                Value half = b.shru(b.sub(range[1], range[0]), one);
                Value middle = b.add(range[0], half);
                Value isLess = b.slt(rows.emitKey(middle), key);
                return Values{b.select(isLess, b.add(middle, one), range[0]),
                              b.select(isLess, range[1], middle)};
              })[0];
          Value isEmpty = b.ifElse(
              b.slt(first, numRows),
              [&] {
                return Values{
                    b.cmp(arith::CmpIPredicate::ne, rows.emitKey(first), key)};
              },
              [&] { return Values{b.boolean(true)}; })[0];
          b.ifThen(isEmpty, [&] {
            auto finish = [&](Value column) {
              emitFinish(key, column, emitStart(key, column));
            };
            if (columns)
              b.forColumns(thread, numColumns, finish);
            else
              finish(Value());
          });
        });
  }

  SortedRows sorted;
  /// Whether the accumulators at hand, `which`, are those with columns, too.
  bool columns = false;
  SmallVector<unsigned> which;
  /// How many columns a thread takes at once.
  Lanes lanes;
  /// Of the piece at hand: the keys of the runs that go on across its ends (-1
  /// if there are none), its two entries, and their values.
  Value runBefore, runBehind, head, tail;
  ValueRange entryValues;
};
} // namespace

void segment::emitCsr(KernelBuilder &b, ReduceByKeyOp op) {
  // Without identities there are no partial results.
  if (llvm::all_of(llvm::seq(op.getNumAccumulators()), [&](unsigned i) {
        return hasIdentity(op.getKind(i), op.getAccumulatorType(i));
      }))
    CsrFold(b, op).emit();
  else
    emitRowByRow(b, op);
}
