# RUN: %python %s | FileCheck %s
"""The builder of the core operation: regions, access tuples, results."""

from segment_mlir.dialects import arith, func, segment
from segment_mlir.ir import *


def refused(build, *arguments, **keywords):
    try:
        print("NOT REFUSED:", build(*arguments, **keywords))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


with Context(), Location.unknown():
    module = Module.create()
    f32, bf16 = F32Type.get(), BF16Type.get()
    i32, index = IntegerType.get_signless(32), IndexType.get()
    dynamic = ShapedType.get_dynamic_size()
    ids = RankedTensorType.get([dynamic], i32)

    with InsertionPoint(module.body):
        # The weighted sum over the edges of a graph, and how many there are.
        # CHECK-LABEL: func.func @gathered(
        # CHECK-SAME: -> (tensor<?x64xf32>, tensor<?xi32>)
        # CHECK: %[[R:.*]]:2 = segment.reduce_by_key kinds [add, add] sorted
        # CHECK-NEXT: keys(%arg0 : tensor<?xi32>) rows(%arg6)
        # CHECK-NEXT: ins(%arg2[%arg1 : tensor<?xi32>] (g, d) : tensor<?x64xf32>, %arg3 (n) : tensor<?xf32>)
        # CHECK-NEXT: outs(%arg4 : tensor<?x64xf32>, %arg5 : tensor<?xi32>)
        # CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[W:.*]]: f32):
        # CHECK-NEXT: %[[M:.*]] = arith.mulf %[[W]], %[[X]] : f32
        # CHECK: segment.yield %[[M]], %{{.*}} : f32, i32
        # CHECK: return %[[R]]#0, %[[R]]#1
        @func.FuncOp.from_py_func(
            ids,
            ids,
            RankedTensorType.get([dynamic, 64], f32),
            RankedTensorType.get([dynamic], f32),
            RankedTensorType.get([dynamic, 64], f32),
            RankedTensorType.get([dynamic], i32),
            index,
        )
        def gathered(dst, src, x, w, sums, counts, rows):
            return segment.reduce_by_key(
                dst,
                [x, w],
                [sums, counts],
                ["add", segment.Combiner.add],
                access=[("g", "d"), "n"],
                sources=[src],
                rows=rows,
                sorted=True,
                # Operations and values may be mixed.
                body=lambda x, w: (arith.mulf(w, x), arith.ConstantOp(i32, 1)),
            )

        # The mean of bf16: accumulators differ from what is stored.
        # CHECK-LABEL: func.func @mean(
        # CHECK: segment.reduce_by_key kinds [add, add]
        # CHECK: outs(%arg2 : tensor<?x64xbf16>) attributes {plan = #segment.plan<schedule = plain>, row_accumulators = array<i64: 1>} {
        # CHECK-NEXT: ^bb0(%{{.*}}: bf16):
        # CHECK: segment.yield %{{.*}}, %{{.*}} : f32, i32
        # CHECK: } start {
        # CHECK-NEXT: ^bb0(%{{.*}}: bf16):
        # CHECK: segment.yield %{{.*}}, %{{.*}} : f32, i32
        # CHECK: } finish {
        # CHECK-NEXT: ^bb0(%[[S:.*]]: f32, %[[C:.*]]: i32):
        # CHECK: segment.yield %{{.*}} : bf16
        @func.FuncOp.from_py_func(
            ids,
            RankedTensorType.get([dynamic, 64], bf16),
            RankedTensorType.get([dynamic, 64], bf16),
        )
        def mean(keys, x, out):
            return segment.reduce_by_key(
                keys,
                [x],
                [out],
                ["add", "add"],
                row_accumulators=[1],
                plan="plain",
                body=lambda x: (arith.extf(f32, x), arith.constant(i32, 1)),
                start=lambda old: (arith.constant(f32, 0.0), arith.constant(i32, 0)),
                finish=lambda sum, count: arith.truncf(
                    bf16, arith.divf(sum, arith.sitofp(f32, count))
                ),
            )

        # On memrefs there are no results, and the operation is returned.
        # CHECK-LABEL: func.func @memrefs(
        # CHECK: segment.reduce_by_key kinds [max]
        # CHECK: ins(%arg1 (n) : memref<?xf32>)
        # CHECK: return
        @func.FuncOp.from_py_func(
            MemRefType.get([dynamic], i32),
            MemRefType.get([dynamic], f32),
            MemRefType.get([dynamic], f32),
        )
        def memrefs(keys, x, out):
            operation = segment.reduce_by_key(keys, [x], [out], ["max"])
            assert len(operation.results) == 0
            operation = operation.opview
            assert type(operation) is segment.ReduceByKeyOp
            assert list(operation.inits) == [out] and operation.rows is None
            assert operation.kinds[0] == segment.CombinerAttr.get("max")
            assert len(operation.start.blocks) == len(operation.finish.blocks) == 0

        assert module.operation.verify()
        print(module)

        @func.FuncOp.from_py_func(
            ids,
            RankedTensorType.get([dynamic, 64], f32),
            RankedTensorType.get([2, 3, 4], f32),
        )
        def bad(keys, x, deep):
            # CHECK: ValueError: expected an access tuple of the dimensions n (row) or g (gathered row) and d (column): 'nd', 'gd', 'n', 'g', 'd' or '', got 'dn'
            refused(segment.reduce_by_key, keys, [x], [x], ["add"], access=["dn"])
            # CHECK: ValueError: expected inputs of rank 0, 1 or 2, got ranks [3]
            refused(segment.reduce_by_key, keys, [deep], [x], ["add"])
            # CHECK: ValueError: expected a Combiner, one of 'add', {{.*}}, got 'plus'
            refused(segment.reduce_by_key, keys, [x], [x], ["plus"])
            # CHECK: TypeError: expected a sequence of combiners, got 'add'
            refused(segment.reduce_by_key, keys, [x], [x], "add")
