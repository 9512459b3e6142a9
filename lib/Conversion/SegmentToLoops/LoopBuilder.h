//===- LoopBuilder.h - Short forms for building loops -----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The schedules emit a lot of index arithmetic and control flow; these short
// forms keep that readable. Numbers are of type index unless said otherwise.

#ifndef SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_LOOPBUILDER_H
#define SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_LOOPBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::segment {

class LoopBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;
  using Values = SmallVector<Value>;

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(*this, value);
  }
  Value boolean(bool value) {
    return arith::ConstantOp::create(*this, getBoolAttr(value));
  }
  Value integer(Type type, int64_t value) {
    return arith::ConstantOp::create(*this, getIntegerAttr(type, value));
  }

  Value add(Value a, Value b) { return arith::AddIOp::create(*this, a, b); }
  Value sub(Value a, Value b) { return arith::SubIOp::create(*this, a, b); }
  Value mul(Value a, Value b) { return arith::MulIOp::create(*this, a, b); }
  Value divu(Value a, Value b) { return arith::DivUIOp::create(*this, a, b); }
  Value ceilDivu(Value a, int64_t b) {
    return divu(add(a, index(b - 1)), index(b));
  }
  Value shl(Value a, Value b) { return arith::ShLIOp::create(*this, a, b); }
  Value shru(Value a, Value b) { return arith::ShRUIOp::create(*this, a, b); }
  Value min(Value a, Value b) { return arith::MinSIOp::create(*this, a, b); }
  Value max(Value a, Value b) { return arith::MaxSIOp::create(*this, a, b); }
  Value both(Value a, Value b) { return arith::AndIOp::create(*this, a, b); }
  Value either(Value a, Value b) { return arith::OrIOp::create(*this, a, b); }
  Value negate(Value a) {
    return arith::XOrIOp::create(*this, a, boolean(true));
  }
  Value cmp(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(*this, predicate, a, b);
  }
  Value eq(Value a, Value b) { return cmp(arith::CmpIPredicate::eq, a, b); }
  Value slt(Value a, Value b) { return cmp(arith::CmpIPredicate::slt, a, b); }
  Value sge(Value a, Value b) { return cmp(arith::CmpIPredicate::sge, a, b); }
  /// `0 <= a < b` in one comparison.
  Value below(Value a, Value b) { return cmp(arith::CmpIPredicate::ult, a, b); }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(*this, condition, yes, no);
  }
  /// A truth value as 0 or 1.
  Value toIndex(Value condition) {
    return arith::IndexCastUIOp::create(*this, getIndexType(), condition);
  }

  Value dim(Value memref, int64_t i) {
    auto type = cast<MemRefType>(memref.getType());
    if (!type.isDynamicDim(i))
      return index(type.getDimSize(i));
    return memref::DimOp::create(*this, memref, i);
  }
  Value load(Value memref, ValueRange at) {
    return memref::LoadOp::create(*this, memref, at);
  }
  void store(Value value, Value memref, ValueRange at) {
    memref::StoreOp::create(*this, value, memref, at);
  }
  /// Memory of the given sizes, to be deallocated.
  Value heap(Type element, ArrayRef<OpFoldResult> sizes) {
    SmallVector<int64_t> shape;
    SmallVector<Value> dynamic;
    dispatchIndexOpFoldResults(sizes, dynamic, shape);
    return memref::AllocOp::create(*this, MemRefType::get(shape, element),
                                   dynamic, getI64IntegerAttr(64));
  }
  Value stack(Type element, ArrayRef<int64_t> shape) {
    return memref::AllocaOp::create(*this, MemRefType::get(shape, element),
                                    getI64IntegerAttr(64));
  }
  void deallocate(Value memref) { memref::DeallocOp::create(*this, memref); }

  void loop(Value begin, Value end, Value step,
            function_ref<void(Value)> body) {
    loop(begin, end, step, ValueRange{}, [&](Value i, ValueRange) -> Values {
      body(i);
      return {};
    });
  }
  Values loop(Value begin, Value end, Value step, ValueRange init,
              function_ref<Values(Value, ValueRange)> body) {
    auto op = scf::ForOp::create(
        *this, begin, end, step, pack(init),
        [&](OpBuilder &inner, Location, Value i, ValueRange carried) {
          within(inner,
                 [&] { yield(body(i, unpack(carried, init.getTypes()))); });
        });
    return unpack(op.getResults(), init.getTypes());
  }
  /// `while condition(state): state = body(state)`
  Values whileLoop(ValueRange init, function_ref<Value(ValueRange)> condition,
                   function_ref<Values(ValueRange)> body) {
    auto op = scf::WhileOp::create(
        *this, init.getTypes(), init,
        [&](OpBuilder &inner, Location, ValueRange state) {
          within(inner, [&] {
            scf::ConditionOp::create(*this, condition(state), state);
          });
        },
        [&](OpBuilder &inner, Location, ValueRange state) {
          within(inner, [&] { scf::YieldOp::create(*this, body(state)); });
        });
    return llvm::to_vector_of<Value>(op.getResults());
  }
  void ifThen(Value condition, function_ref<void()> then) {
    auto op = scf::IfOp::create(*this, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(op.thenBlock());
    then();
  }
  Values ifElse(Value condition, function_ref<Values()> then,
                function_ref<Values()> otherwise) {
    SmallVector<Type> types;
    auto branch = [&](function_ref<Values()> values) {
      return [&, values](OpBuilder &inner, Location) {
        within(inner, [&] {
          Values yielded = values();
          types = llvm::to_vector(ValueRange(yielded).getTypes());
          yield(yielded);
        });
      };
    };
    auto op =
        scf::IfOp::create(*this, condition, branch(then), branch(otherwise));
    return unpack(op.getResults(), types);
  }
  /// `body(t)` for t in [0, count), in parallel.
  void parallel(Value count, function_ref<void(Value)> body) {
    scf::ParallelOp::create(*this, ValueRange{index(0)}, ValueRange{count},
                            ValueRange{index(1)},
                            [&](OpBuilder &inner, Location, ValueRange i) {
                              within(inner, [&] { body(i[0]); });
                            });
  }

  /// Control flow passes bf16 on as its bits: some backends widen the values
  /// that cross blocks and round them back, which loses subnormals.
  static Type getPackedType(Type type) {
    Type bits = IntegerType::get(type.getContext(), 16);
    if (auto vector = dyn_cast<VectorType>(type);
        vector && vector.getElementType().isBF16())
      return vector.clone(bits);
    return type.isBF16() ? bits : type;
  }
  Value castBits(Value value, Type type) {
    if (value.getType() == type)
      return value;
    return arith::BitcastOp::create(*this, type, value);
  }
  Values pack(ValueRange values) {
    Values packed;
    for (Value value : values)
      packed.push_back(castBits(value, getPackedType(value.getType())));
    return packed;
  }
  template <typename Types>
  Values unpack(ValueRange values, const Types &types) {
    Values unpacked;
    for (auto [value, type] : llvm::zip_equal(values, types))
      unpacked.push_back(castBits(value, type));
    return unpacked;
  }

private:
  void yield(ArrayRef<Value> values) {
    scf::YieldOp::create(*this, pack(values));
  }

  /// Runs `build` where `inner` inserts.
  void within(OpBuilder &inner, function_ref<void()> build) {
    OpBuilder::InsertionGuard guard(*this);
    restoreInsertionPoint(inner.saveInsertionPoint());
    build();
  }
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_CONVERSION_SEGMENTTOLOOPS_LOOPBUILDER_H
