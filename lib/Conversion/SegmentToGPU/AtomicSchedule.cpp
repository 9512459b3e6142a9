//===- AtomicSchedule.cpp - Rows combined by atomic operations ------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Three kernels: start writes the accumulators, fold combines rows into those
// of their keys, finish makes what is stored of them. Where accumulators are
// what is stored, they are so from the start, and there is no finish.
//
// Rows are folded in chunks, and consecutive rows with one key in registers
// before anything goes to memory. That makes two schedules: with keys in any
// order each run ends in an atomic operation; where they are sorted, only the
// first and last run of a chunk may be continued elsewhere, and the others are
// stored. Where keys in any order are few, blocks have accumulators of their
// own in shared memory, and combine them into memory at their end.

#include "AtomicAccumulator.h"
#include "Schedules.h"
#include "VectorAdd.h"
#include "WarpOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "segment/Dialect/Segment/IR/ElementTypes.h"
#include "segment/Dialect/Segment/Transforms/FoldOrder.h"
#include "segment/Dialect/Segment/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::segment;

namespace {
/// Threads that the rows are divided among: about as many as a large GPU runs
/// at once.
constexpr int64_t targetThreads = 1 << 18;
/// Rows of a chunk at least and at most, of a thread and of a warp. Longer
/// chunks have fewer ends.
constexpr int64_t minThreadRows = 8, maxThreadRows = 128;
constexpr int64_t minWarpRows = warpBatchRows, maxWarpRows = 1024;
/// Shared memory of a block at most, elements of an accumulator in it at most,
/// and rows a key that a block has at least where they are.
constexpr int64_t maxSharedBytes = 16 << 10, maxSharedElements = 1024;
constexpr int64_t minSharedRows = 4;
/// Bytes of accumulators that a thread keeps at most, unless one is wider.
constexpr int64_t maxThreadBytes = 64;

class AtomicFold : public KernelFold, private RunSink {
public:
  AtomicFold(KernelBuilder &b, ReduceByKeyOp op, bool runs, bool vectorAtomics)
      : KernelFold(b, op), runs(runs), vectorAtomics(vectorAtomics) {
    for (unsigned i = 0; i < op.getNumAccumulators(); ++i)
      accumulators.push_back(
          *AtomicAccumulator::get(op.getKind(i), op.getAccumulatorType(i)));
    for (unsigned i = 0; i < op.getInits().size(); ++i)
      startReads |= op.readsInit(i);
  }

protected:
  void emitFold() override {
    allocate();
    emitStart();
    // Those without an identity have nothing to begin a run with.
    if (llvm::all_of(llvm::seq(op.getNumAccumulators()), [&](unsigned i) {
          return hasIdentity(op.getKind(i), op.getAccumulatorType(i));
        }))
      emitChunks();
    else
      emitRows();
    if (!inOutputs)
      emitFinish();
    for (Value scratch : memory)
      if (!llvm::is_contained(op.getInits(), scratch))
        b.deallocate(scratch);
  }

private:
  void allocate() {
    inOutputs = hasAtomicOutputs(op);
    if (inOutputs) {
      llvm::append_range(memory, op.getInits());
      return;
    }
    for (auto [i, accumulator] : llvm::enumerate(accumulators)) {
      SmallVector<OpFoldResult> sizes{numKeys};
      if (!op.isRowAccumulator(i))
        sizes.push_back(numColumns);
      if (accumulator.isPair())
        sizes.push_back(b.getIndexAttr(2));
      for (OpFoldResult &size : sizes)
        if (std::optional<int64_t> constant = getConstantIntValue(size))
          size = b.getIndexAttr(*constant);
      memory.push_back(b.heap(accumulator.getStorageType(), sizes));
    }
  }

  static SmallVector<Value> getPlace(Value key, Value column) {
    SmallVector<Value> place{key};
    if (column)
      place.push_back(column);
    return place;
  }

  void emitStart() {
    if (inOutputs && op.getStart().empty())
      return;
    auto start = [&](Value key, Value column, ArrayRef<unsigned> which) {
      Values values = body.emitStart(key, column, Lanes{}, which);
      for (auto [i, value] : llvm::zip_equal(which, values))
        accumulators[i].store(b, value, memory[i], getPlace(key, column));
    };
    if (!columnAccumulators.empty())
      b.launchRows("start", numKeys, numColumns, [&](KernelThread thread) {
        b.forColumns(thread, numColumns, [&](Value column) {
          start(thread.row, column, columnAccumulators);
        });
      });
    // Last, since the start of columns may read outs of one value a row.
    if (!rowAccumulators.empty())
      b.launchRows("start_rows", numKeys, Value(), [&](KernelThread thread) {
        start(thread.row, Value(), rowAccumulators);
      });
  }

  //===--------------------------------------------------------------------===//
  // Runs in registers
  //===--------------------------------------------------------------------===//

  /// Rows of a chunk: as many as make `targetChunks`, within limits that are
  /// multiples of `least`.
  Value emitChunkRows(Value targetChunks, int64_t least, int64_t most) {
    Value step = b.index(least);
    Value rows = b.mul(b.divu(b.divu(numRows, targetChunks), step), step);
    return b.max(b.min(rows, b.index(most)), step);
  }

  void emitChunks() {
    for (auto [number, group] : llvm::enumerate(getGroups())) {
      std::string name =
          number == 0 ? "fold" : "fold_" + std::to_string(number);
      emitForms([&, &group = group](Lanes lanes) {
        emitWalks(name, {}, group, lanes);
      });
    }
    if (!rowAccumulators.empty())
      emitWalks(numColumns ? "fold_rows" : "fold", rowAccumulators, {},
                Lanes{});
  }

  /// Walks all chunks: by threads for column accumulators, by warps for those
  /// of one value a row.
  void emitWalks(const std::string &name, ArrayRef<unsigned> rowFold,
                 ArrayRef<unsigned> columnFold, Lanes form) {
    lanes = form;
    folded = columnFold.empty() ? rowFold : columnFold;
    columns = columnFold.empty() ? Value() : numColumns;
    Value threads =
        columns ? b.divu(columns, b.index(lanes.width)) : b.index(warpLanes);
    Value target = b.divu(b.index(targetThreads), b.emitLanes(threads));
    Value chunkRows = columns
                          ? emitChunkRows(target, minThreadRows, maxThreadRows)
                          : emitChunkRows(target, minWarpRows, maxWarpRows);
    RowItems items(b, body, numRows, numKeys, rowFold, columnFold, {}, lanes);
    auto walkChunk = [&](KernelThread thread) {
      RunWalk walk(b, op, numKeys, folded, items, *this, lanes);
      Chunk chunk = walk.emitChunk(thread.row, chunkRows);
      if (!columns)
        return walk.emitWarp(chunk, thread.lane);
      b.forColumns(thread, threads, [&](Value column) {
        column = b.mul(column, b.index(lanes.width));
        // Where keys are few, operations wait for each other, not for rows.
        walk.emitThread(chunk, column,
                        shared.empty() ? getRowsInFlight(folded, lanes) : 1,
                        /*withinRuns=*/false);
      });
    };
    Value numChunks =
        b.divu(b.add(numRows, b.sub(chunkRows, b.index(1))), chunkRows);
    auto walkInMemory = [&] {
      b.launchRows(lanes.isScalar() ? name : name + "_vector", numChunks,
                   threads, walkChunk);
      return Values();
    };
    // Few columns are not worth a vector form of this.
    if (runs || !lanes.isScalar()) {
      walkInMemory();
      return;
    }
    b.ifElse(
        emitIsShared(),
        [&] {
          emitSharedWalk(name + "_shared", numChunks, threads, walkChunk);
          return Values();
        },
        walkInMemory);
  }

  //===--------------------------------------------------------------------===//
  // Few keys: accumulators of a block in shared memory
  //===--------------------------------------------------------------------===//

  /// How many elements of each accumulator at hand there is room for.
  int64_t getSharedElements() {
    int64_t bytes = 0;
    for (unsigned i : folded)
      bytes += getElementBytes(accumulators[i].getStorageType()) *
               (accumulators[i].isPair() ? 2 : 1);
    return std::min(maxSharedBytes / bytes, maxSharedElements);
  }

  Value emitIsShared() {
    // Without overflow: the number of columns that there is room for.
    Value room = b.divu(b.index(getSharedElements()), numKeys);
    Value fits = b.sge(room, columns ? columns : b.index(1));
    Value fewest = b.index(minSharedRows * sharedBlocks);
    return b.both(fits, b.sge(b.divu(numRows, fewest), numKeys));
  }

  void emitSharedWalk(StringRef name, Value numChunks, Value threads,
                      function_ref<void(KernelThread)> walkChunk) {
    SmallVector<Type> types;
    for (unsigned i : folded) {
      SmallVector<int64_t> shape{getSharedElements()};
      if (accumulators[i].isPair())
        shape.push_back(2);
      types.push_back(b.getSharedType(shape, accumulators[i].getStorageType()));
    }
    Value numElements = columns ? b.mul(numKeys, columns) : numKeys;
    b.launchSharedRows(
        name, numChunks, threads, types,
        [&](Value number, Value numThreads, ValueRange memory) {
          b.loop(number, numElements, numThreads, [&](Value element) {
            for (auto [i, at] : llvm::zip_equal(folded, memory)) {
              Value identity = createIdentity(b, b.getLoc(), op.getKind(i),
                                              op.getAccumulatorType(i));
              accumulators[i].store(b, identity, at, element);
            }
          });
        },
        [&](KernelThread thread, ValueRange memory) {
          shared = memory;
          walkChunk(thread);
          shared = {};
        },
        [&](Value number, Value numThreads, ValueRange memory) {
          b.loop(number, numElements, numThreads, [&](Value element) {
            SmallVector<Value> at{element};
            if (columns)
              at = {b.divu(element, columns),
                    arith::RemUIOp::create(b, element, columns)};
            for (auto [i, from] : llvm::zip_equal(folded, memory))
              accumulators[i].update(b, accumulators[i].load(b, from, element),
                                     this->memory[i], at);
          });
        });
  }

  /// The column accumulators, in groups that fit the registers.
  SmallVector<SmallVector<unsigned>> getGroups() {
    SmallVector<SmallVector<unsigned>> groups;
    int64_t bytes = 0;
    for (unsigned i : columnAccumulators) {
      int64_t more = getElementBytes(op.getAccumulatorType(i));
      if (groups.empty() || bytes + more > maxThreadBytes) {
        groups.emplace_back();
        bytes = 0;
      }
      groups.back().push_back(i);
      bytes += more;
    }
    return groups;
  }

  void emitInner(const Chunk &chunk, Value key, Value column,
                 ValueRange values) override {
    if (!runs)
      return emitUpdate(key, column, values);
    b.ifElse(
        b.eq(key, chunk.firstKey),
        [&] {
          emitUpdate(key, column, values);
          return Values();
        },
        [&] {
          emitStore(key, column, values);
          return Values();
        });
  }

  void emitLast(const Chunk &chunk, Value key, Value column,
                ValueRange values) override {
    emitUpdate(key, column, values);
  }

  /// The values of a run, of the types that are computed with.
  Values unpack(ValueRange values) {
    SmallVector<Type> types;
    for (unsigned i : folded)
      types.push_back(RowBody::getType(op.getAccumulatorType(i), lanes));
    return b.unpack(values, types);
  }

  void emitUpdate(Value key, Value column, ValueRange packed) {
    Values values = unpack(packed);
    if (!shared.empty()) {
      Value element = column ? b.add(b.mul(key, columns), column) : key;
      for (auto [i, value, at] : llvm::zip_equal(folded, values, shared))
        accumulators[i].update(b, value, at, element);
      return;
    }
    for (auto [i, value] : llvm::zip_equal(folded, values)) {
      if (lanes.width == vectorAddLanes && vectorAtomics &&
          op.getKind(i) == Combiner::add && op.getAccumulatorType(i).isF32())
        emitVectorAdd(b, value, memory[i], getPlace(key, column));
      else
        forElements(value, key, column, [&](Value element, ValueRange at) {
          accumulators[i].update(b, element, memory[i], at);
        });
    }
  }

  /// Calls `body` for the elements of a vector (or a scalar) and their places.
  void forElements(Value value, Value key, Value column,
                   function_ref<void(Value, ValueRange)> body) {
    if (lanes.isScalar())
      return body(value, getPlace(key, column));
    for (int64_t k = 0; k < lanes.width; ++k)
      body(vector::ExtractOp::create(b, value, k),
           getPlace(key, b.add(column, b.index(k))));
  }

  /// Stores a run that nobody else has rows of.
  void emitStore(Value key, Value column, ValueRange packed) {
    Values values = unpack(packed);
    // What the start wrote is computed again rather than read, if that takes
    // nothing from memory.
    Values start;
    if (!startReads)
      start = body.emitStart(key, column, lanes, folded);
    for (auto [k, i] : llvm::enumerate(folded)) {
      SmallVector<Value> at = getPlace(key, column);
      auto combine = [&, i = i](Value before, Value value) {
        return createCombine(b, b.getLoc(), op.getKind(i), before, value);
      };
      if (accumulators[i].isPlain()) {
        Value before =
            startReads ? body.loadLanes(memory[i], at, lanes) : start[k];
        body.storeLanes(combine(before, values[k]), memory[i], at, lanes);
        continue;
      }
      Value total = startReads ? values[k] : combine(start[k], values[k]);
      forElements(total, key, column, [&](Value element, ValueRange at) {
        if (startReads)
          element = combine(accumulators[i].load(b, memory[i], at), element);
        accumulators[i].store(b, element, memory[i], at);
      });
    }
  }

  //===--------------------------------------------------------------------===//
  // Row by row
  //===--------------------------------------------------------------------===//

  void emitRows() {
    b.launchRows("fold", numRows, numColumns, [&](KernelThread thread) {
      Value key = body.emitKey(thread.row);
      b.ifThen(b.below(key, numKeys), [&] {
        Row row = body.emitRow(thread.row);
        auto fold = [&] { emitRow(key, row, thread); };
        if (Value inRange = body.emitInRange(row))
          b.ifThen(inRange, fold);
        else
          fold();
      });
    });
  }

  void emitRow(Value key, const Row &row, KernelThread thread) {
    auto update = [&](ArrayRef<unsigned> which, ValueRange values,
                      Value column) {
      for (auto [i, value] : llvm::zip_equal(which, values))
        accumulators[i].update(b, value, memory[i], getPlace(key, column));
    };
    if (!columnAccumulators.empty())
      b.forColumns(thread, numColumns, [&](Value column) {
        update(columnAccumulators,
               body.emitColumns(row, column, Lanes{}, columnAccumulators),
               column);
      });
    if (rowAccumulators.empty())
      return;
    auto updateRow = [&] {
      update(rowAccumulators, body.emitRowValues(row, rowAccumulators),
             Value());
    };
    if (numColumns)
      b.ifThen(b.eq(thread.lane, b.index(0)), updateRow);
    else
      updateRow();
  }

  void emitFinish() {
    auto finish = [&](Value key, Value column) {
      Values all(op.getNumAccumulators());
      auto load = [&](ArrayRef<unsigned> which, Value column) {
        for (unsigned i : which)
          all[i] = accumulators[i].load(b, memory[i], getPlace(key, column));
      };
      if (column)
        load(columnAccumulators, column);
      load(rowAccumulators, Value());
      body.emitFinish(key, column, Lanes{}, all, /*columns=*/bool(column));
    };
    if (numColumns)
      b.launchRows("finish", numKeys, numColumns, [&](KernelThread thread) {
        b.forColumns(thread, numColumns,
                     [&](Value column) { finish(thread.row, column); });
      });
    if (op.hasRowInits())
      b.launchRows("finish_rows", numKeys, Value(),
                   [&](KernelThread thread) { finish(thread.row, Value()); });
  }

  /// Whether keys are promised to be sorted.
  bool runs;
  /// Whether four f32 can be added at once.
  bool vectorAtomics;
  /// Whether the start of accumulators takes anything from memory.
  bool startReads = false;
  /// The accumulators of the kernel at hand, the number of their columns (null
  /// for none), and where in shared memory they are (empty: they aren't).
  ArrayRef<unsigned> folded;
  Value columns;
  Lanes lanes;
  ValueRange shared;
  SmallVector<AtomicAccumulator> accumulators;
  /// Where the accumulators lie.
  Values memory;
  /// Whether that is in outs.
  bool inOutputs = false;
};
} // namespace

StringRef segment::getAtomicRefusal(ReduceByKeyOp op, bool isDeterministic) {
  for (unsigned i = 0; i < op.getNumAccumulators(); ++i) {
    Combiner kind = op.getKind(i);
    Type type = op.getAccumulatorType(i);
    if (!AtomicAccumulator::get(kind, type))
      return "there is no atomic operation for an accumulator: it has more "
             "than 64 bits, or the order of its rows matters";
    if (isDeterministic && !isReorderable(kind, type))
      return "the order of atomic operations changes from run to run, and with "
             "it the rounding";
  }
  return "";
}

StringRef segment::getRunsRefusal(ReduceByKeyOp op, bool isDeterministic) {
  if (!op.getSorted())
    return "its keys are not sorted";
  return getAtomicRefusal(op, isDeterministic);
}

bool segment::hasAtomicOutputs(ReduceByKeyOp op) {
  return op.getFinish().empty() &&
         llvm::all_of(llvm::seq(op.getNumAccumulators()), [&](unsigned i) {
           return AtomicAccumulator::get(op.getKind(i),
                                         op.getAccumulatorType(i))
               ->isPlain();
         });
}

void segment::emitAtomic(KernelBuilder &b, ReduceByKeyOp op, bool runs,
                         bool vectorAtomics) {
  AtomicFold(b, op, runs, vectorAtomics).emit();
}
