# RUN: %python %s | FileCheck %s
"""Diagnostics come out as exceptions, with their text, location and notes."""

from segment_mlir.dialects import func, segment
from segment_mlir.ir import *
from segment_mlir.passmanager import PassManager


def refused(call, *arguments, **keywords):
    try:
        print("NOT REFUSED:", call(*arguments, **keywords))
    except MLIRError as error:
        print(f"MLIRError: {error}")
        assert error.error_diagnostics and all(d.message for d in error.error_diagnostics)
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def function(*types):
    """The arguments of a new function."""
    function = func.FuncOp("f", (types, []))
    return function.add_entry_block()


with Context(), Location.file("a.py", 7, 3):
    f32, i32 = F32Type.get(), IntegerType.get_signless(32)
    data, ids = RankedTensorType.get([8, 4], f32), RankedTensorType.get([8], i32)

    # An operation that its verifier refuses.
    module = Module.create()
    with InsertionPoint(module.body):
        block = function(data, RankedTensorType.get([5], i32), i32)
        with InsertionPoint(block):
            segment.unsorted_segment_min(*block.arguments)
            func.return_([])
    # CHECK: MLIRError: Verification failed:
    # CHECK-NEXT: error: "a.py":7:3: 'segment.unsorted_segment_min' op expected the shape of the ids to be a prefix of the data's, but got ids 'tensor<5xi32>' and data 'tensor<8x4xf32>'
    # CHECK: note: "a.py":7:3: see current operation:
    refused(module.operation.verify)

    # One whose result type can't be inferred.
    module = Module.create()
    with InsertionPoint(module.body):
        block = function(data, f32)
        with InsertionPoint(block):
            # CHECK: MLIRError: Operation creation failed:
            # CHECK-NEXT: error: "a.py":7:3: expected data of at least the rank of the ids, but got data 'tensor<8x4xf32>' and ids 'f32'
            refused(segment.segment_sum, *block.arguments)
            # CHECK: TypeError: {{.*}}missing 1 required positional argument: 'num_segments'
            refused(segment.unsorted_segment_sum, *block.arguments)

    # Attributes.
    module = Module.create()
    with InsertionPoint(module.body):
        block = function(data, ids, i32)
        with InsertionPoint(block):
            # CHECK: ValueError: expected a Bounds, one of 'error', 'drop', 'assume', got 'unsafe_assume'
            refused(segment.segment_sum, *block.arguments[:2], bounds="unsafe_assume")
            segment.segment_sum(*block.arguments[:2], nan="ignore")
            func.return_([])
    # CHECK: MLIRError: Verification failed:
    # CHECK-NEXT: error: "a.py":7:3: 'segment.segment_sum' op expected no 'nan' policy, which is for min and max only
    refused(module.operation.verify)

    # A body that yields something else than the accumulator.
    module = Module.create()
    with InsertionPoint(module.body):
        block = function(ids, data, RankedTensorType.get([2, 4], f32))
        with InsertionPoint(block):
            keys, x, out = block.arguments
            segment.reduce_by_key(keys, [x], [out], ["add"], body=lambda x: [x, x])
            func.return_([])
    # CHECK: MLIRError: Verification failed:
    # CHECK-NEXT: error: "a.py":7:3: 'segment.yield' op expected a value for each accumulator, 1, but got 2
    refused(module.operation.verify)

    # Texts and pipelines.
    # CHECK: MLIRError: Unable to parse module assembly:
    # CHECK-NEXT: error: "-":1:1: custom op 'segment.segment_som' is unknown
    refused(Module.parse, "segment.segment_som")
    # CHECK: ValueError: {{.*}}'segment-to-lvm' does not refer to a registered pass or pass pipeline
    refused(PassManager.parse, "builtin.module(segment-to-lvm)")
    # CHECK: ValueError: parallel=openmp needs runtime=library
    refused(
        PassManager.parse,
        "builtin.module(segment-to-llvm-pipeline{parallel=openmp runtime=assert})",
    )

    # A pass that fails.
    module = Module.parse(
        """
        func.func @f(%keys: tensor<?xi32>, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>)
            -> tensor<?x4xf32> {
          %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>)
              ins(%x (n, d) : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>) {
          ^bb0(%e: f32):
            segment.yield %e : f32
          } -> tensor<?x4xf32>
          return %0 : tensor<?x4xf32>
        }"""
    )
    # CHECK: MLIRError: Failure while executing pass pipeline:
    # CHECK-NEXT: error: "-":4:16: 'segment.reduce_by_key' op cannot be lowered by schedule 'runs'
    refused(
        PassManager.parse("builtin.module(func.func(segment-plan{schedule=runs}))").run,
        module.operation,
    )
