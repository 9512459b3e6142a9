//===- RunsToLoops.cpp - The schedule for sorted keys ---------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Equal keys stand together, in runs. Tasks take equal shares of the rows,
// whole pieces of `runPieceRows` rows. A run is folded in registers, a tile of
// columns at a time, and stored once; the rows of outs before it that have no
// key are filled on the way.
//
// Within a run there is one partial result for each piece that it touches, and
// they are combined from left to right, whoever computes them. A run that a
// task begins and another one continues leaves its total so far in `tails`;
// the continuation leaves a partial result of each piece in `heads`; and they
// are combined when all tasks are done. So a single run of all the rows is
// folded by all threads, and the bits don't depend on their number.
//
// Keys that are not sorted give unspecified values, but nothing is accessed out
// of range: each key is compared with the number of rows of outs.

#include "FoldEmitter.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

namespace {
class RunsEmitter : public FoldEmitter {
public:
  using FoldEmitter::FoldEmitter;

protected:
  void emitFold() override {
    pieceRows = b.index(runPieceRows);
    numPieces = b.max(b.ceilDivu(numRows, runPieceRows), b.index(1));
    numTasks = emitNumTasks(numPieces);
    Value isShared = b.slt(b.index(1), numTasks);
    numHeads = b.select(isShared, numPieces, b.index(0));
    Value numTails = b.select(isShared, numTasks, b.index(0));
    for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
      heads.push_back(allocate(i, numHeads));
      tails.push_back(allocate(i, numTails));
    }
    tailKeys = b.heap(b.getIndexType(), {numTasks});

    b.parallel(numTasks, [&](Value t) { emitTask(t); });
    b.ifThen(isShared, [&] { emitSharedRuns(); });

    for (Value scratch : llvm::concat<Value>(heads, tails))
      b.deallocate(scratch);
    b.deallocate(tailKeys);
  }

private:
  struct Task {
    Value number;
    /// Rows.
    Value begin, end;
    /// The key before the first row, -1 if there is none.
    Value previous;
  };

  /// Scratch of `count` rows of accumulator `i`.
  Value allocate(unsigned i, Value count) {
    SmallVector<OpFoldResult> sizes{count};
    if (!op.isRowAccumulator(i)) {
      if (staticColumns)
        sizes.push_back(b.getIndexAttr(*staticColumns));
      else
        sizes.push_back(numColumns);
    }
    return b.heap(op.getAccumulatorType(i), sizes);
  }

  Value isFirst(Value row) { return b.eq(row, b.index(0)); }

  Task emitShare(Value t) {
    Task task;
    task.number = t;
    auto boundary = [&](Value i) {
      Value piece = b.divu(b.mul(numPieces, i), numTasks);
      return b.min(b.mul(piece, pieceRows), numRows);
    };
    task.begin = boundary(t);
    task.end = boundary(b.add(t, b.index(1)));
    task.previous = b.ifElse(
        isFirst(task.begin), [&] { return Values{b.index(-1)}; },
        [&] {
          return Values{body->emitKey(b.sub(task.begin, b.index(1)))};
        })[0];
    return task;
  }

  /// The first row of outs that the task has to fill: the one behind the key
  /// before its rows.
  Value emitFirstToFill(const Task &task) {
    return b.max(emitBehind(task.previous), b.index(0));
  }

  /// `key + 1`, but at most the number of rows of outs, without overflow.
  Value emitBehind(Value key) {
    Value one = b.index(1);
    return b.add(b.min(key, b.sub(numKeys, one)), one);
  }

  /// Fills from `filled` to the key; returns the first row behind it. A key
  /// beyond the rows of outs fills the rest of them.
  Value emitGap(Value filled, Value key) {
    Value end = b.min(key, numKeys);
    b.ifThen(b.slt(filled, end), [&] {
      emitEmptyRows(filled, end, hasColumns() ? allColumns() : Columns{});
    });
    return b.max(filled, emitBehind(key));
  }

  /// Whether the run of `key` goes on behind the task's rows.
  Value emitIsOpen(const Task &task, Value key) {
    return b.ifElse(
        b.slt(task.end, numRows),
        [&] { return Values{b.eq(body->emitKey(task.end), key)}; },
        [&] { return Values{b.boolean(false)}; })[0];
  }

  void emitTask(Value t) {
    Task task = emitShare(t);
    b.store(b.index(-1), tailKeys, t);
    Value filled = hasColumns() ? emitRuns(task) : emitElements(task);
    b.ifThen(b.eq(task.end, numRows), [&] {
      emitEmptyRows(filled, numKeys, hasColumns() ? allColumns() : Columns{});
    });
  }

  //===--------------------------------------------------------------------===//
  // With columns
  //===--------------------------------------------------------------------===//

  Value emitRuns(const Task &task) {
    Values state = b.whileLoop(
        {task.begin, emitFirstToFill(task)},
        [&](ValueRange state) { return b.slt(state[0], task.end); },
        [&](ValueRange state) {
          Value begin = state[0], filled = state[1];
          Value key = body->emitKey(begin);
          Value end = emitRunEnd(begin, task.end, key);
          Value isHead = b.eq(key, task.previous);
          filled = b.ifElse(
              isHead, [&] { return Values{filled}; },
              [&] { return Values{emitGap(filled, key)}; })[0];
          b.ifThen(b.below(key, numKeys),
                   [&] { emitRun(task, begin, end, key, isHead); });
          return Values{end, filled};
        });
    return state[1];
  }

  Value emitRunEnd(Value begin, Value limit, Value key) {
    Value one = b.index(1);
    return b.whileLoop(
        {b.add(begin, one)},
        [&](ValueRange state) {
          return b.ifElse(
              b.slt(state[0], limit),
              [&] { return Values{b.eq(body->emitKey(state[0]), key)}; },
              [&] { return Values{b.boolean(false)}; })[0];
        },
        [&](ValueRange state) { return Values{b.add(state[0], one)}; })[0];
  }

  /// Totals of rows [begin, end), which have the same key: for each piece,
  /// `fold` gives the partial result of its rows and `keep` gets it.
  Values emitPieces(Value begin, Value end, Values totals,
                    ArrayRef<unsigned> which,
                    function_ref<Values(Value, Value)> fold,
                    function_ref<void(Value, ValueRange)> keep) {
    Value one = b.index(1);
    Value first = b.divu(begin, pieceRows);
    Value last = b.divu(b.sub(end, one), pieceRows);
    return b.loop(first, b.add(last, one), one, totals,
                  [&](Value piece, ValueRange carried) {
                    Value pieceBegin = b.mul(piece, pieceRows);
                    Value from = b.max(begin, pieceBegin);
                    Value to = b.min(end, b.add(pieceBegin, pieceRows));
                    Values partial = fold(from, to);
                    keep(piece, partial);
                    return combine(which, carried, partial);
                  });
  }

  /// `accumulators` of `which` after row `n`, unless what it gathers is out of
  /// range.
  Values emitStep(Value n, ArrayRef<unsigned> which, ValueRange accumulators,
                  function_ref<Values(const Row &)> values) {
    Row row = body->emitRow(n);
    Value inRange = body->emitInRange(row);
    if (!inRange)
      return combine(which, accumulators, values(row));
    return b.ifElse(
        inRange, [&] { return combine(which, accumulators, values(row)); },
        [&] { return Values(accumulators); });
  }

  void emitRun(const Task &task, Value begin, Value end, Value key,
               Value isHead) {
    Value one = b.index(1);
    Value isTail = b.both(b.eq(end, task.end), b.negate(isHead));
    isTail = b.ifElse(
        isTail, [&] { return Values{emitIsOpen(task, key)}; },
        [&] { return Values{b.boolean(false)}; })[0];
    Value isWhole = b.negate(b.either(isHead, isTail));

    Values all(op.getNumAccumulators());
    if (!rowAccumulators.empty()) {
      Values totals = emitPieces(
          begin, end, body->emitStart(key, {}, Lanes{}, rowAccumulators),
          rowAccumulators,
          [&](Value from, Value to) {
            return b.loop(from, to, one, identities(rowAccumulators),
                          [&](Value n, ValueRange accumulators) {
                            return emitStep(n, rowAccumulators, accumulators,
                                            [&](const Row &row) {
                                              return body->emitRowValues(
                                                  row, rowAccumulators);
                                            });
                          });
          },
          [&](Value piece, ValueRange partial) {
            b.ifThen(isHead, [&] {
              for (auto [i, value] : llvm::zip_equal(rowAccumulators, partial))
                b.store(value, heads[i], piece);
            });
          });
      place(all, rowAccumulators, totals);
      b.ifThen(isTail, [&] {
        for (auto [i, value] : llvm::zip_equal(rowAccumulators, totals))
          b.store(value, tails[i], task.number);
      });
    }
    b.ifThen(isTail, [&] { b.store(key, tailKeys, task.number); });

    forTiles(allColumns(), [&](Value column, Lanes lanes) {
      Values totals = emitPieces(
          begin, end, body->emitStart(key, column, lanes, columnAccumulators),
          columnAccumulators,
          [&](Value from, Value to) {
            return b.loop(from, to, one, identities(columnAccumulators, lanes),
                          [&](Value n, ValueRange accumulators) {
                            emitPrefetch(n, column, lanes);
                            return emitStep(n, columnAccumulators, accumulators,
                                            [&](const Row &row) {
                                              return body->emitColumns(
                                                  row, column, lanes,
                                                  columnAccumulators);
                                            });
                          });
          },
          [&](Value piece, ValueRange partial) {
            b.ifThen(isHead, [&] {
              for (auto [i, value] :
                   llvm::zip_equal(columnAccumulators, partial))
                body->storeLanes(value, heads[i], {piece, column}, lanes);
            });
          });
      b.ifThen(isTail, [&] {
        for (auto [i, value] : llvm::zip_equal(columnAccumulators, totals))
          body->storeLanes(value, tails[i], {task.number, column}, lanes);
      });
      b.ifThen(isWhole, [&] {
        Values tile(all);
        place(tile, columnAccumulators, totals);
        body->emitFinish(key, column, lanes, tile, /*columns=*/true);
      });
    });
    // Last, since the start of columns may read them.
    b.ifThen(isWhole, [&] {
      body->emitFinish(key, {}, Lanes{}, all, /*columns=*/false);
    });
  }

  /// Rows that are gathered come from anywhere: fetch them ahead. So are rows
  /// of which a tile is a part: those ahead are the next run's in the end,
  /// whose same columns come next.
  void emitPrefetch(Value n, Value column, Lanes lanes) {
    bool isPart = !lanes.isScalar() && staticColumns != lanes.width;
    if ((op.getSources().empty() && !isPart) || options.prefetch == 0)
      return;
    Value last = b.sub(numRows, b.index(1));
    Value ahead = b.min(b.add(n, b.index(options.prefetch / 2)), last);
    body->emitPrefetch(body->emitRow(ahead), column,
                       lanes.width * body->getWidestElement() / 8,
                       /*ownRow=*/isPart, /*locality=*/isPart ? 2 : 3);
  }

  //===--------------------------------------------------------------------===//
  // Without columns
  //===--------------------------------------------------------------------===//

  /// The partial results of a piece's runs are listed without a branch for each
  /// row, then stored run by run.
  Value emitElements(const Task &task) {
    Value listKeys = b.stack(keyType(), {runPieceRows});
    Values lists;
    for (unsigned i : rowAccumulators)
      lists.push_back(b.stack(op.getAccumulatorType(i), {runPieceRows}));
    buffers.clear();
    if (!body->isVectorizable())
      for (unsigned i : rowAccumulators)
        buffers.push_back(b.stack(op.getAccumulatorType(i), {runBlockRows}));

    // Key of the run at hand, whether it began in another task, the first row
    // that isn't filled, totals.
    Values state{task.previous, b.negate(isFirst(task.begin)),
                 emitFirstToFill(task)};
    llvm::append_range(state, identities(rowAccumulators));
    state =
        b.loop(task.begin, task.end, pieceRows, state,
               [&](Value from, ValueRange carried) {
                 Value to = b.min(b.add(from, pieceRows), task.end);
                 Value count = emitList(from, to, listKeys, lists);
                 Value piece = b.divu(from, pieceRows);
                 return b.loop(b.index(0), count, b.index(1), carried,
                               [&](Value r, ValueRange state) {
                                 Value key = body->emitNumber(
                                     b.load(listKeys, r), op.getUnsignedKeys());
                                 Values partial;
                                 for (Value list : lists)
                                   partial.push_back(b.load(list, r));
                                 return emitListed(state, key, piece, partial);
                               });
               });

    Value key = state[0], isHead = state[1];
    Value isTail = b.both(b.negate(isHead), b.below(key, numKeys));
    isTail = b.ifElse(
        isTail, [&] { return Values{emitIsOpen(task, key)}; },
        [&] { return Values{b.boolean(false)}; })[0];
    return b.ifElse(
        isTail,
        [&] {
          b.store(key, tailKeys, task.number);
          ValueRange totals = ValueRange(state).drop_front(3);
          for (auto [i, value] : llvm::zip_equal(rowAccumulators, totals))
            b.store(value, tails[i], task.number);
          // The rest of the run is stored with it.
          return Values{emitGap(state[2], key)};
        },
        [&] { return Values{emitClose(state)}; })[0];
  }

  Type keyType() {
    return cast<MemRefType>(op.getKeys().getType()).getElementType();
  }
  /// Stores the run at hand, unless it began elsewhere; returns the first row
  /// that isn't filled.
  Value emitClose(ValueRange state) {
    Value key = state[0], isHead = state[1], filled = state[2];
    return b.ifElse(
        isHead, [&] { return Values{filled}; },
        [&] {
          Value next = emitGap(filled, key);
          b.ifThen(b.below(key, numKeys), [&] {
            body->emitFinishKeys(key, Lanes{}, state.drop_front(3));
          });
          return Values{next};
        })[0];
  }

  /// The state after the next partial result.
  Values emitListed(ValueRange state, Value key, Value piece,
                    ValueRange partial) {
    return b.ifElse(
        b.eq(key, state[0]),
        [&] {
          // A run that goes on from the piece before.
          Values totals(state.drop_front(3));
          totals = b.ifElse(
              state[1],
              [&] {
                for (auto [i, value] :
                     llvm::zip_equal(rowAccumulators, partial))
                  b.store(value, heads[i], piece);
                return totals;
              },
              [&] { return combine(rowAccumulators, totals, partial); });
          Values next{state[0], state[1], state[2]};
          llvm::append_range(next, totals);
          return next;
        },
        [&] {
          Values next{key, b.boolean(false), emitClose(state)};
          llvm::append_range(
              next, combine(rowAccumulators, emitStartOf(key), partial));
          return next;
        });
  }

  Values emitStartOf(Value key) {
    bool reads = false;
    for (unsigned i = 0; i < op.getInits().size(); ++i)
      reads |= op.readsInit(i);
    auto start = [&] {
      return body->emitStart(key, {}, Lanes{}, rowAccumulators);
    };
    if (!reads)
      return start();
    return b.ifElse(b.below(key, numKeys), start,
                    [&] { return identities(rowAccumulators); });
  }

  /// Lists keys and partial results of the runs of rows [from, to); returns
  /// their number.
  Value emitList(Value from, Value to, Value listKeys, ArrayRef<Value> lists) {
    Value one = b.index(1), blockRows = b.index(runBlockRows);
    bool inVectors = foldsBlocks(op);

    Value firstKey = b.load(op.getKeys(), from);
    Values initial{firstKey, b.index(0)};
    Values neutral = identities(rowAccumulators);
    llvm::append_range(initial, neutral);

    // Key, position in the list and partial result of the run at hand.
    auto step = [&](ValueRange state, Value key, ValueRange values) {
      Value same = b.eq(key, state[0]);
      Values next{key, b.add(state[1], b.toIndex(b.negate(same)))};
      b.store(key, listKeys, next[1]);
      for (auto [k, i] : llvm::enumerate(rowAccumulators)) {
        Value kept = b.select(same, state[2 + k], neutral[k]);
        next.push_back(combine(i, kept, values[k]));
        b.store(next.back(), lists[k], next[1]);
      }
      return next;
    };
    auto rowByRow = [&](Value begin, Value end, ValueRange state) {
      return b.loop(begin, end, one, state, [&](Value n, ValueRange state) {
        Value key = b.load(op.getKeys(), n);
        return step(state, key, emitElement(n));
      });
    };
    Values state = b.loop(
        from, to, blockRows, initial, [&](Value begin, ValueRange state) {
          Value end = b.min(b.add(begin, blockRows), to);
          if (!inVectors)
            return rowByRow(begin, end, state);
          Value key = b.load(op.getKeys(), begin);
          Value lastKey = b.load(op.getKeys(), b.sub(end, one));
          Value isFull = b.eq(b.sub(end, begin), blockRows);
          Value isUniform = b.both(isFull, b.eq(key, lastKey));
          return b.ifElse(
              isUniform, [&] { return step(state, key, emitBlock(begin)); },
              [&] { return rowByRow(begin, end, state); });
        });
    return b.add(state[1], one);
  }

  /// What row `n` contributes; the identities if it is left out.
  Values emitElement(Value n) {
    Row row = body->emitRow(n);
    Value inRange = body->emitIsEvaluated(row, numKeys);
    auto values = [&] { return body->emitRowValues(row, rowAccumulators); };
    if (!inRange)
      return values();
    return b.ifElse(inRange, values,
                    [&] { return identities(rowAccumulators); });
  }

  /// The partial result of a block that belongs to one run: each lane's rows
  /// from first to last, then halves of the lanes.
  Values emitBlock(Value begin) {
    constexpr int64_t width = runBlockLanes, count = runBlockRows / width;
    Values neutral = identities(rowAccumulators);
    SmallVector<Values> parts;
    if (body->isVectorizable()) {
      for (int64_t k = 0; k < count; ++k)
        parts.push_back(body->emitRows(b.add(begin, b.index(k * width)), width,
                                       rowAccumulators, neutral));
    } else {
      // The body row by row, in the order of the vectors.
      b.loop(b.index(0), b.index(runBlockRows), b.index(1), [&](Value k) {
        for (auto [buffer, value] :
             llvm::zip_equal(buffers, emitElement(b.add(begin, k))))
          b.store(value, buffer, k);
      });
      for (int64_t k = 0; k < count; ++k) {
        Values part;
        for (Value buffer : buffers)
          part.push_back(
              body->loadLanes(buffer, b.index(k * width), Lanes{width, {}}));
        parts.push_back(part);
      }
    }
    Values result;
    for (auto [k, i] : llvm::enumerate(rowAccumulators)) {
      Value lanes = combine(i, parts[0][k], parts[1][k]);
      for (int64_t j = 2; j < count; ++j)
        lanes = combine(i, lanes, parts[j][k]);
      for (int64_t half = width / 2; half > 0; half /= 2) {
        auto slice = [&](int64_t offset) {
          return vector::ExtractStridedSliceOp::create(
              b, lanes, ArrayRef<int64_t>{offset}, ArrayRef<int64_t>{half},
              ArrayRef<int64_t>{1});
        };
        Value low = slice(0), high = slice(half);
        lanes = combine(i, low, high);
      }
      result.push_back(
          vector::ExtractOp::create(b, lanes, ArrayRef<int64_t>{0}));
    }
    return result;
  }

  //===--------------------------------------------------------------------===//
  // Runs of several tasks
  //===--------------------------------------------------------------------===//

  void emitSharedRuns() {
    Value one = b.index(1);
    b.loop(b.index(0), numTasks, one, [&](Value t) {
      Value key = b.load(tailKeys, t);
      b.ifThen(b.sge(key, b.index(0)), [&] {
        Value next = b.add(t, one);
        Value first = b.divu(b.mul(numPieces, next), numTasks);
        // Pieces that begin with the key.
        Value last = b.whileLoop(
            {first},
            [&](ValueRange state) {
              Value row = b.mul(state[0], pieceRows);
              return b.ifElse(
                  b.slt(row, numRows),
                  [&] { return Values{b.eq(body->emitKey(row), key)}; },
                  [&] { return Values{b.boolean(false)}; })[0];
            },
            [&](ValueRange state) { return Values{b.add(state[0], one)}; })[0];
        emitSharedRun(t, key, first, last);
      });
    });
  }

  void emitSharedRun(Value t, Value key, Value first, Value last) {
    Value one = b.index(1);
    Values all(op.getNumAccumulators());
    auto fold = [&](ArrayRef<unsigned> which,
                    function_ref<Value(Value, Value)> load) {
      Values totals;
      for (unsigned i : which)
        totals.push_back(load(tails[i], t));
      return b.loop(first, last, one, totals,
                    [&](Value piece, ValueRange carried) {
                      Values partial;
                      for (unsigned i : which)
                        partial.push_back(load(heads[i], piece));
                      return combine(which, carried, partial);
                    });
    };
    place(all, rowAccumulators,
          fold(rowAccumulators,
               [&](Value memref, Value i) { return b.load(memref, i); }));
    if (!hasColumns()) {
      body->emitFinishKeys(key, Lanes{}, all);
      return;
    }
    body->emitFinish(key, {}, Lanes{}, all, /*columns=*/false);
    forTiles(allColumns(), [&](Value column, Lanes lanes) {
      Values tile(all);
      place(tile, columnAccumulators,
            fold(columnAccumulators, [&](Value memref, Value i) {
              return body->loadLanes(memref, {i, column}, lanes);
            }));
      body->emitFinish(key, column, lanes, tile, /*columns=*/true);
    });
  }

  Value pieceRows, numPieces, numTasks, numHeads;
  /// Partial results of each piece that continues a run of the task before.
  Values heads;
  /// Totals of the run that each task leaves open, and its key, or -1.
  Values tails;
  Value tailKeys;
  /// The values of a block whose body can't be vectorized.
  Values buffers;
};
} // namespace

void segment::emitRuns(ImplicitLocOpBuilder &b, ReduceByKeyOp op,
                       const ScheduleOptions &options) {
  RunsEmitter(b, op, options).emit();
}
