# RUN: %python %s | FileCheck %s
"""The dialect's passes and pipelines, and upstream ones, run on built modules."""

from segment_mlir.dialects import func, segment
from segment_mlir.ir import *
from segment_mlir.passmanager import PassManager


def build():
    module = Module.create()
    f32, i32 = F32Type.get(), IntegerType.get_signless(32)
    dynamic = ShapedType.get_dynamic_size()
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(
            RankedTensorType.get([dynamic, 4], f32),
            RankedTensorType.get([dynamic], i32),
            i32,
        )
        def f(data, ids, n):
            return segment.unsorted_segment_sum(data, ids, n)

    return module


with Context(), Location.unknown():
    # CHECK-LABEL: func.func @f
    # CHECK: segment.check_segments "segment.unsorted_segment_sum"
    # CHECK: segment.reduce_by_key kinds [add]
    module = build()
    PassManager.parse(
        "builtin.module(func.func(segment-decompose),canonicalize,cse)"
    ).run(module.operation)
    print(module)

    # Passes added one by one, and only to functions.
    # CHECK-LABEL: func.func @f
    # CHECK: segment.reduce_by_key kinds [add]
    module = build()
    manager = PassManager("builtin.module")
    manager.add("func.func(segment-decompose)")
    # CHECK: pass manager: builtin.module(func.func(segment-decompose{{.*}}))
    manager.run(module.operation)
    print(module)
    print("pass manager:", manager)

    # CHECK-COUNT-3: dialects: ['builtin', 'llvm']
    for options in ("", "{parallel=none vector-bits=256}", "{runtime=assert}"):
        module = build()
        PassManager.parse(f"builtin.module(segment-to-llvm-pipeline{options})").run(
            module.operation
        )
        assert module.operation.verify()
        dialects = set()
        module.operation.walk(
            lambda op: dialects.add(op.name.split(".")[0]) or WalkResult.ADVANCE
        )
        print("dialects:", sorted(dialects - {"omp"}))
    # CHECK-NEXT: True
    print("llvm.func @f(" in str(module))
