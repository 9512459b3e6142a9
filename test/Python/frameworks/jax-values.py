# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values of every function and type on JAX's arrays are those of the package on
numpy's, under jit and not.

REQUIRES: jax
RUN: %frameworks_python %s | FileCheck %s
CHECK: 205 results
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np

import segment_mlir
from jax_calls import calls, function_of, rows_depend_on_ids

DTYPES = (
    "float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 "
    "uint64 complex64 complex128"
).split()
ID_DTYPES = "int8 int16 int32 int64".split()
count = 0


def check(result, expected, name):
    global count
    assert isinstance(result, jax.Array), name
    assert result.dtype == expected.dtype, (name, result.dtype)
    assert result.shape == expected.shape, (name, result.shape)
    assert np.asarray(result).tobytes() == expected.tobytes(), (
        name,
        result,
        expected,
    )
    count += 1


def converted(argument, dtype, id_dtype):
    if isinstance(argument, int):
        return argument
    if argument.dtype.kind == "i":
        return argument.astype(id_dtype)
    # 3: integers that differ, and none that is 0.
    values = abs(argument) if "uint" in dtype else argument
    return np.trunc(values * 3 + np.sign(values)).astype(jnp.dtype(dtype))


for call, (name, arguments, _, options) in enumerate(calls()):
    # Each type with some calls: all with all are for the package's own tests.
    for number, dtype in enumerate(DTYPES):
        if dtype != "float32" and number % 7 != call % 7:
            continue
        if "complex" in dtype and ("min" in name or "max" in name):
            continue
        id_dtype = ID_DTYPES[number % len(ID_DTYPES)]
        inputs = [converted(argument, dtype, id_dtype) for argument in arguments]
        expected = getattr(segment_mlir, name)(*inputs, **options)
        function = functools.partial(function_of(name), **options)
        check(function(*inputs), expected, (name, dtype))
        if dtype == "float32" and not rows_depend_on_ids(name, arguments):
            static = tuple(n for n, a in enumerate(inputs) if isinstance(a, int))
            jitted = jax.jit(function, static_argnums=static)
            check(jitted(*inputs), expected, (name, dtype, "jit"))

# Logical values, no rows, no segments, no columns, ids of rank 0, no dimensions.
ids = np.array([0, 1, 0])
mask = np.array([True, True, False])
for function, arguments in (
    ("unsorted_segment_min", (mask, ids, 3)),
    ("unsorted_segment_max", (mask, ids, 3)),
    ("scatter_update", (mask, ids[:2, None], mask[1:])),
    ("unsorted_segment_sum", (np.ones((0, 2)), ids[:0], 3)),
    ("unsorted_segment_mean", (np.ones((0, 2)), ids[:0], 0)),
    ("segment_max", (np.ones((0, 2)), ids[:0])),
    ("unsorted_segment_max", (np.ones((3, 0)), ids, 2)),
    ("unsorted_segment_sum", (np.ones(4), ids[1], 2)),
    ("unsorted_segment_sum", (np.ones(()), ids[1], 2)),
    ("scatter_add", (np.ones(()), np.zeros((2, 0), int), np.ones(2))),
    ("gather_segment_sum", (np.ones((0, 2)), ids[:0], ids[:0], 2)),
):
    expected = getattr(segment_mlir, function)(*arguments)
    check(function_of(function)(*arguments), expected, function)
print(count, "results")
