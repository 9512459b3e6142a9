# RUN: %python %s | FileCheck %s
"""Operations of parsed modules have the classes of the dialects."""

from segment_mlir.dialects import arith, builtin, func, linalg, scf, segment, tensor
from segment_mlir.ir import *

SOURCE = """
func.func @f(%data: tensor<?x4xf32>, %ids: tensor<?xi32>, %n: i32, %sums: tensor<?x4xf32>)
    -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %0 = segment.unsorted_segment_min %data, %ids, %n bounds<drop> nan<ignore>
    : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %0, %c0 : tensor<?x4xf32>
  %1 = segment.reduce_by_key kinds [add] sorted keys(%ids : tensor<?xi32>) rows(%d)
      ins(%data (n, d) : tensor<?x4xf32>) outs(%sums : tensor<?x4xf32>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%x: f32):
    segment.yield %x : f32
  } -> tensor<?x4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
}
"""

with Context():
    module = Module.parse(SOURCE)
    views = []
    module.operation.walk(lambda op: views.append(op.opview) or WalkResult.ADVANCE)
    # CHECK: UnsortedSegmentMinOp ConstantOp DimOp YieldOp ReduceByKeyOp ReturnOp FuncOp ModuleOp
    print(*[type(view).__name__ for view in views])
    (minimum,) = (v for v in views if isinstance(v, segment.UnsortedSegmentMinOp))
    (core,) = (v for v in views if isinstance(v, segment.ReduceByKeyOp))
    (function,) = (v for v in views if isinstance(v, func.FuncOp))

    assert list(function.arguments)[:3] == [minimum.data, minimum.ids, minimum.num_segments]
    # CHECK-NEXT: Bounds.drop NanMode.ignore None None
    print(
        *[str(a and repr(a.value).strip("<").split(":")[0]) for a in (minimum.bounds, minimum.nan)],
        minimum.empty,
        minimum.accumulate,
    )
    # CHECK-NEXT: [Combiner.add] True False Schedule.runs
    print(
        str([repr(kind.value).strip("<").split(":")[0] for kind in core.kinds]).replace("'", ""),
        core.sorted,
        core.unique,
        repr(core.plan.schedule).strip("<").split(":")[0],
    )
    assert core.rows.owner.name == "tensor.dim"
    # CHECK-NEXT: segment.yield
    print(list(core.body.blocks[0].operations)[-1].operation.name)

    # What is changed is changed in the IR.
    minimum.bounds = segment.BoundsAttr.get("assume")
    minimum.nan = None
    del core.sorted
    core.plan = None
    # CHECK: segment.unsorted_segment_min %{{.*}}, %{{.*}}, %{{.*}} bounds<assume> :
    # CHECK: segment.reduce_by_key kinds [add]
    # CHECK-NOT: sorted
    # CHECK-NOT: plan
    # CHECK: return
    print(module)
    assert module.operation.verify()

    # Bytecode and text say the same.
    import io

    bytecode = io.BytesIO()
    module.operation.write_bytecode(bytecode)
    assert str(Module.parse(bytecode.getvalue())) == str(module)
    assert str(Module.parse(module.operation.get_asm(print_generic_op_form=True))) == str(module)
