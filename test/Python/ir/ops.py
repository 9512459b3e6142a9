# RUN: %python %s | FileCheck %s
"""Every operation of the dialect can be built."""

from segment_mlir.dialects import arith, func, segment
from segment_mlir.ir import *

built = set()


def note(result):
    """Remembers the operation of a result."""
    value = result[0] if isinstance(result, OpResultList) else result
    owner = getattr(value, "owner", value)
    built.add(owner.operation.name)
    return result


def build(name, types, body):
    @func.FuncOp.from_py_func(*types, name=name)
    def _(*arguments):
        result = body(*arguments)
        return result if isinstance(result, (OpResult, OpResultList, tuple)) else None


with Context(), Location.unknown():
    module = Module.create()
    f32, i32, i64 = F32Type.get(), IntegerType.get_signless(32), IntegerType.get_signless(64)
    index = IndexType.get()
    dynamic = ShapedType.get_dynamic_size()
    data = RankedTensorType.get([dynamic, 64], f32)
    ids = RankedTensorType.get([dynamic], i32)

    with InsertionPoint(module.body):
        # CHECK-LABEL: func.func @segment_v1(
        # CHECK-COUNT-5: = segment.segment_{{[a-z]+}} %arg0, %arg1 : (tensor<?x64xf32>, tensor<?xi32>) -> tensor<?x64xf32>
        build(
            "segment_v1",
            [data, ids],
            lambda data, ids: tuple(
                note(getattr(segment, f"segment_{kind}")(data, ids))
                for kind in ("sum", "prod", "min", "max", "mean")
            ),
        )
        # CHECK-LABEL: func.func @counted(
        # CHECK-COUNT-5: = segment.segment_{{[a-z]+}}_v2 %arg0, %arg1, %arg2 : (tensor<?x64xf32>, tensor<?xi32>, i32) -> tensor<?x64xf32>
        # CHECK-COUNT-5: = segment.unsorted_segment_{{[a-z]+}} %arg0, %arg1, %arg2 : (tensor<?x64xf32>, tensor<?xi32>, i32) -> tensor<?x64xf32>
        build(
            "counted",
            [data, ids, i32],
            lambda data, ids, n: tuple(
                note(getattr(segment, form % kind)(data, ids, n))
                for form in ("segment_%s_v2", "unsorted_segment_%s")
                for kind in ("sum", "prod", "min", "max", "mean")
            ),
        )
        # CHECK-LABEL: func.func @gathered(
        # CHECK-COUNT-5: = segment.gather_segment_{{[a-z]+}} %arg0, %arg1, %arg2, %arg3 weights(%arg4)
        build(
            "gathered",
            [data, ids, ids, i32, RankedTensorType.get([dynamic], f32)],
            lambda x, src, ids, n, weights: tuple(
                note(getattr(segment, f"gather_segment_{kind}")(x, src, ids, n, weights=weights))
                for kind in ("sum", "prod", "min", "max", "mean")
            ),
        )
        # CHECK-LABEL: func.func @scatter(
        # CHECK-COUNT-7: = segment.scatter_{{[a-z]+}} %arg0, %arg1, %arg2 : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
        build(
            "scatter",
            [
                RankedTensorType.get([5, 3], f32),
                RankedTensorType.get([7, 1], i32),
                RankedTensorType.get([7, 3], f32),
            ],
            lambda *arguments: tuple(
                note(getattr(segment, f"scatter_{kind}")(*arguments))
                for kind in ("min", "max", "add", "sub", "mul", "div", "update")
            ),
        )

        # The default of the attribute doesn't print; a given result type wins
        # over the inferred one.
        # CHECK-LABEL: func.func @policies(
        # CHECK: segment.segment_min_v2 %arg0, %arg1, %arg2 bounds<drop> nan<ignore> empty<infinity> : {{.*}} -> tensor<4x64xf32>
        # CHECK: segment.segment_sum %arg0, %arg1 bounds<assume> empty<identity> accumulate<f64> :
        # CHECK: segment.segment_sum %arg0, %arg1 accumulate<native> :
        def policies(data, ids, n):
            segment.segment_min_v2(
                data,
                ids,
                n,
                bounds="drop",
                nan=segment.NanMode.ignore,
                empty=segment.EmptyModeAttr.get("infinity"),
                results=[RankedTensorType.get([4, 64], f32)],
            )
            segment.segment_sum(
                data,
                ids,
                bounds=Attribute.parse("#segment.bounds<assume>"),
                empty="identity",
                accumulate=segment.AccumulateMode.f64,
            )
            segment.segment_sum(data, ids, bounds="error", accumulate="native")

        build("policies", [data, ids, i32], policies)

        # CHECK-LABEL: func.func @checks(
        # CHECK: segment.check_segments "op" sorted bounds<drop> ids(%arg1 : tensor<?xi32>) data(%arg0 : tensor<?x64xf32>) num_segments(%arg3 : i64) {element_bytes = 4 : i64, result_shape = array<i64: {{.*}}, 64>}
        # CHECK: segment.check_scatter "op" input(%arg0 : tensor<?x64xf32>) indices(%arg2 : tensor<?x1xi32>) updates(%arg0 : tensor<?x64xf32>)
        # CHECK: segment.check_gather "op" unsigned_keys sources(%arg1 : tensor<?xi32>) keys(%arg1 : tensor<?xi32>) rows(%{{.*}}) segments(%{{.*}}) extent(%{{.*}})
        # CHECK: segment.can_allocate %arg3
        # CHECK: segment.num_threads
        # CHECK: segment.report bounds "value {0}"(%arg3 : i64)
        def checks(data, ids, indices, n):
            rows, segments = note(
                segment.check_segments(
                    "op", ids, data, [dynamic, 64], 4, num_segments=n, sorted=True, bounds="drop"
                )
            )
            note(segment.check_scatter("op", data, indices, data))
            note(
                segment.check_gather(
                    "op", ids, ids, rows, segments, rows, [], unsigned_keys=True
                )
            )
            note(segment.can_allocate(n))
            note(segment.num_threads())
            note(segment.report("bounds", "value {0}", [n]))

        build("checks", [data, ids, RankedTensorType.get([dynamic, 1], i32), i64], checks)

        # CHECK-LABEL: func.func @core(
        # CHECK: %[[R:.*]] = segment.reduce_by_key kinds [add]
        # CHECK-NEXT: keys(%arg1 : tensor<?xi32>)
        # CHECK-NEXT: ins(%arg0 (n, d) : tensor<?x64xf32>)
        # CHECK-NEXT: outs(%arg2 : tensor<?x64xf32>)
        # CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
        # CHECK-NEXT: segment.yield %[[X]] : f32
        # CHECK: return %[[R]]
        def core(data, ids, out):
            result = note(segment.reduce_by_key(ids, [data], [out], ["add"]))
            note(list(result.owner.regions[0].blocks[0].operations)[-1])
            return result

        build("core", [data, ids, data], core)

    assert module.operation.verify()
    print(module)

missing = {
    value.OPERATION_NAME
    for value in vars(segment).values()
    if isinstance(value, type)
    and issubclass(value, OpView)
    and value.__module__.startswith("segment_mlir.dialects.")
    and value.OPERATION_NAME.startswith("segment.")
} - built
# CHECK: 35 operations built, missing: set()
print(len(built), "operations built, missing:", missing)
