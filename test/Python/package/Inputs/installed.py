# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: installed.py BUILD. Uses an installed segment_mlir."""

import sys
from importlib import metadata

import numpy as np

import segment_mlir

data = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
print(segment_mlir.unsorted_segment_sum(data, [0, 2, 0], 3))
try:
    segment_mlir.unsorted_segment_sum(data, [0, 2, 0], 2)
except segment_mlir.BoundsError as error:
    print(type(error).__name__, error)

try:
    from segment_mlir import ir

    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(
            "func.func @f(%d: tensor<?xf32>, %i: tensor<?xi32>, %n: i32) "
            "-> tensor<?xf32> { %0 = segment.unsorted_segment_sum %d, %i, %n "
            ": (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32> "
            "return %0 : tensor<?xf32> }"
        )
    text = module.operation.get_asm(print_generic_op_form=True)
except ImportError as error:
    text = str(error)

with open("/proc/self/maps") as maps:
    foreign = {line.split()[-1] for line in maps if sys.argv[1] + "/lib" in line}
print("from the build folder:", *(sorted(foreign) or ["none"]))
print("packages:", *sorted(d.metadata["Name"] for d in metadata.distributions()))
print(text)
try:
    import segment_mlir.jax
except ImportError as error:
    print("jax:", error)
