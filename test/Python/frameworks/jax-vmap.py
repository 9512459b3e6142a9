# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""jax.vmap over each array of a call and over all, nested and of gradients too, gives the stacked results of single calls.

REQUIRES: jax
RUN: %frameworks_python %s | FileCheck %s
CHECK: 160 calls mapped
CHECK: error: {{.*}}position [0], value 3, range [0, 3)
"""

import functools
import itertools

import jax
import jax.numpy as jnp
import numpy as np

import segment_mlir.jax as sj
from jax_calls import calls, function_of, rows_depend_on_ids

SIZE = 3


def batched(argument, axis):
    """Elements that differ, along a new axis."""
    if argument.dtype.kind == "f":
        elements = [argument * (1 + n / 8) for n in range(SIZE)]
    else:
        # Still sorted, if it was.
        elements = [np.minimum(argument, 3 - n) for n in range(SIZE)]
    return np.stack(elements, axis)


count = 0
for name, arguments, differentiable, options in calls():
    function = functools.partial(function_of(name), **options)
    arrays = [n for n, a in enumerate(arguments) if not isinstance(a, int)]
    depends = rows_depend_on_ids(name, arguments)

    def on_arrays(*values):
        inputs = list(arguments)
        for n, value in zip(arrays, values):
            inputs[n] = value
        return function(*inputs)

    def gradients(*values):
        positions = [n for n, a in enumerate(arrays) if a in differentiable]
        return jax.grad(lambda *v: (on_arrays(*v) ** 2).sum(), positions)(*values)

    # Each array alone, and all.
    for chosen in [(n,) for n in arrays] + [arrays]:
        if depends and 1 in chosen:
            continue
        axes = [len(chosen) % 2 if n in chosen else None for n in arrays]
        inputs = [
            arguments[n] if axis is None else batched(arguments[n], axis)
            for n, axis in zip(arrays, axes)
        ]
        for mapped in (on_arrays,) if len(chosen) == 1 else (on_arrays, gradients):
            compiled = (lambda f: f) if depends else jax.jit
            result = compiled(jax.vmap(mapped, axes))(*inputs)
            single = compiled(mapped)
            singles = [
                single(
                    *[
                        value if axis is None else np.take(value, n, axis)
                        for value, axis in zip(inputs, axes)
                    ]
                )
                for n in range(SIZE)
            ]
            expected = jax.tree.map(lambda *parts: jnp.stack(parts), *singles)
            jax.tree.map(
                functools.partial(np.testing.assert_allclose, rtol=1e-12),
                result,
                expected,
            )
            count += 1

# A batch of batches, of which each has what the other hasn't.
data = np.arange(24.0).reshape(2, 4, 3)
ids = np.array([[0, 1, 2, 0], [2, 2, 1, 0], [-1, 1, 1, 1], [0, 0, 2, 2], [2, 1, 0, 2]])
sums = functools.partial(sj.unsorted_segment_sum, num_segments=3)
nested = jax.vmap(jax.vmap(sums, (None, 0)), (0, None))(data, ids)
assert nested.shape == (2, 5, 3, 3)
for i, j in itertools.product(range(2), range(5)):
    assert np.array_equal(nested[i, j], sums(data[i], ids[j]))
assert jax.vmap(sums)(data[:0], ids[:0]).shape == (0, 3, 3)
print(count, "calls mapped")

# An id that is out of range stays so, instead of reaching the next element.
ids[1, 0] = 3
try:
    jax.block_until_ready(jax.vmap(sums, (None, 0))(data[0], ids))
except jax.errors.JaxRuntimeError as error:
    print("error:", error)
