//===- PiecesToLoops.cpp - The schedule for few keys, without columns -----===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One value a row, and few keys: the rows are cut into pieces, each with
// accumulators of its own for every key, and the accumulators are combined at
// the end. Rows are read in order, and nothing but the number of rows and keys
// decides about the pieces.
//
// A piece has several lanes of accumulators, which its rows take in turn, so
// that the next row doesn't wait for the one before if both have the same key.
// A row that is left out goes to an accumulator of its own behind the others,
// without a branch.
//
// With many keys, or few rows, each row is folded into outs (owners, buckets).

#include "FoldEmitter.h"

using namespace mlir;
using namespace mlir::segment;

namespace {
class PiecesEmitter : public FoldEmitter {
public:
  using FoldEmitter::FoldEmitter;

protected:
  void emitFold() override {
    b.ifElse(
        emitAreFewKeys(),
        [&] {
          emitPieces();
          return Values{};
        },
        [&] {
          emitOwners(b, op, options);
          return Values{};
        });
  }

private:
  /// Documented in docs/Semantics.md, since it decides the order.
  Value emitAreFewKeys() {
    int64_t bytes = getPieceBytes(op);
    Value fits = b.slt(
        numKeys, b.index(maxPieceBytes / (bytes * maxPieces * pieceLanes)));
    Value repeats = b.slt(b.mul(numKeys, b.index(maxPieces)), numRows);
    Value isLong =
        b.cmp(arith::CmpIPredicate::sge, numRows, b.index(minPieceRows));
    // Where `fits` is false the product may overflow.
    return b.both(b.both(fits, isLong), repeats);
  }

  void emitPieces() {
    Value one = b.index(1);
    pieceRows = b.max(b.ceilDivu(numRows, maxPieces), b.index(minPieceRows));
    numPieces = b.divu(b.add(numRows, b.sub(pieceRows, one)), pieceRows);
    // One more, for rows that are left out.
    Value slots = b.add(numKeys, one);
    Value lanes = b.mul(numPieces, b.index(pieceLanes));
    for (unsigned i : rowAccumulators)
      accumulators.push_back(b.heap(op.getAccumulatorType(i), {lanes, slots}));

    Value numTasks = emitNumTasks(numPieces);
    b.parallel(numTasks, [&](Value t) {
      Value first = b.divu(b.mul(numPieces, t), numTasks);
      Value last = b.divu(b.mul(numPieces, b.add(t, one)), numTasks);
      b.loop(first, last, one, [&](Value piece) { emitPiece(piece, slots); });
    });

    // Few keys make few elements to combine, unless there are many pieces.
    Value numParts = b.select(b.slt(numKeys, b.index(1024)), one, numTasks);
    b.parallel(numParts, [&](Value t) {
      Value from = b.divu(b.mul(numKeys, t), numParts);
      Value to = b.divu(b.mul(numKeys, b.add(t, one)), numParts);
      forVectors(from, to,
                 [&](Value key, Lanes lanes) { emitMerge(key, lanes); });
    });
    for (Value memory : accumulators)
      b.deallocate(memory);
  }

  void emitPiece(Value piece, Value slots) {
    Value zero = b.index(0), one = b.index(1), step = b.index(pieceLanes);
    Value firstLane = b.mul(piece, step);
    b.loop(zero, step, one, [&](Value lane) {
      Value at = b.add(firstLane, lane);
      Values neutral = identities(rowAccumulators);
      forVectors(zero, slots, [&](Value key, Lanes lanes) {
        for (auto [memory, value] : llvm::zip_equal(accumulators, neutral))
          body->storeLanes(value, memory, {at, key}, lanes);
      });
    });
    Value from = b.mul(piece, pieceRows);
    Value to = b.min(b.add(from, pieceRows), numRows);
    Value count = b.sub(to, from);
    Value full = b.add(from, b.mul(b.divu(count, step), step));
    b.loop(from, full, step, [&](Value n) {
      for (int64_t lane = 0; lane < pieceLanes; ++lane)
        emitRow(b.add(n, b.index(lane)), b.add(firstLane, b.index(lane)));
    });
    b.loop(full, to, one,
           [&](Value n) { emitRow(n, b.add(firstLane, b.sub(n, full))); });
  }

  void emitRow(Value n, Value lane) {
    Value key = body->emitKey(n);
    key = b.select(b.below(key, numKeys), key, numKeys);
    Row row = body->emitRow(n);
    auto fold = [&] {
      Values before;
      for (Value memory : accumulators)
        before.push_back(b.load(memory, {lane, key}));
      Values after = combine(rowAccumulators, before,
                             body->emitRowValues(row, rowAccumulators));
      for (auto [memory, value] : llvm::zip_equal(accumulators, after))
        b.store(value, memory, {lane, key});
    };
    // What is out of range can't be read, and what traps must not be evaluated.
    if (Value inRange = body->emitIsEvaluated(row, numKeys))
      b.ifThen(inRange, fold);
    else
      fold();
  }

  /// The lanes of a piece in pairs, then piece after piece onto the start.
  void emitMerge(Value key, Lanes lanes) {
    Value zero = b.index(0), one = b.index(1);
    Values totals = b.loop(
        zero, numPieces, one, body->emitStartKeys(key, lanes, rowAccumulators),
        [&](Value piece, ValueRange carried) {
          Value firstLane = b.mul(piece, b.index(pieceLanes));
          auto load = [&](int64_t lane) {
            Values values;
            for (Value memory : accumulators)
              values.push_back(body->loadLanes(
                  memory, {b.add(firstLane, b.index(lane)), key}, lanes));
            return values;
          };
          SmallVector<Values> parts;
          for (int64_t lane = 0; lane < pieceLanes; ++lane)
            parts.push_back(load(lane));
          Values low = combine(rowAccumulators, parts[0], parts[1]);
          Values high = combine(rowAccumulators, parts[2], parts[3]);
          return combine(rowAccumulators, carried,
                         combine(rowAccumulators, low, high));
        });
    body->emitFinishKeys(key, lanes, totals);
  }

  Value pieceRows, numPieces;
  /// Of each accumulator: a row of keys for each lane of each piece.
  Values accumulators;
};
} // namespace

void segment::emitPieces(ImplicitLocOpBuilder &b, ReduceByKeyOp op,
                         const ScheduleOptions &options) {
  PiecesEmitter(b, op, options).emit();
}
