# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A call of every function for JAX."""

import jax
import numpy as np

import segment_mlir.jax as sj

# As many bits as finite differences want, and 64-bit ids.
jax.config.update("jax_enable_x64", True)

KINDS = ("sum", "prod", "min", "max", "mean")
SCATTER_KINDS = ("add", "sub", "mul", "div", "update", "min", "max")

# An empty segment, rows left out.
UNSORTED = np.array([2, 0, -1, 2, 0, 4])
SORTED = np.array([0, 0, 2, 3, 3, 9])
INDICES = np.array([[0], [1], [3], [0], [0], [-1]])
SRC = np.array([0, 1, 3, 0, 9, 2])


def values(*shape, seed=5):
    """Distinct, away from 0, so that every fold has a derivative."""
    numbers = np.random.default_rng(seed).permutation(int(np.prod(shape)))
    return ((0.3 + 0.17 * numbers) * np.where(numbers % 2, -1, 1)).reshape(shape)


def calls():
    """Yields names, arguments, the numbers of those that have gradients, and
    keywords."""
    data, x, weight = values(6, 3), values(4, 3, seed=6), values(6, seed=7)
    zero, drop = {"empty": "zero"}, {"bounds": "drop"}
    for kind in KINDS:
        yield f"segment_{kind}", (data, SORTED), (0,), {}
        yield f"segment_{kind}_v2", (data, SORTED, 5), (0,), zero
        yield f"unsorted_segment_{kind}", (data, UNSORTED, 4), (0,), zero | drop
        yield f"unsorted_segment_{kind}", (data, UNSORTED), (0,), zero
        yield (
            f"unsorted_segment_{kind}",
            (values(6, 1, 3), UNSORTED.reshape(6, 1), 4),
            (0,),
            zero | drop,
        )
    for kind in SCATTER_KINDS:
        yield f"scatter_{kind}", (x, INDICES, data), (0, 2), drop
    for kind in KINDS:
        arguments = (x, SRC, UNSORTED, 4)
        yield f"gather_segment_{kind}", arguments, (0,), zero | drop
        yield f"gather_segment_{kind}", (*arguments, weight), (0, 4), zero | drop


def function_of(name):
    return getattr(sj, name)


def rows_depend_on_ids(name, arguments):
    return len(arguments) == 2
