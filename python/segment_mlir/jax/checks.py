# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is checked when a call is traced: what XLA's shapes need."""

import math
import operator

import jax
import jax.numpy as jnp
import numpy


def as_arrays(*arrays):
    return [jnp.asarray(array) for array in arrays]


def check_ids(name, **ids):
    for argument, array in ids.items():
        if not jnp.issubdtype(array.dtype, jnp.integer):
            raise TypeError(
                f"{name}: expected {argument} of an integer type, got {array.dtype}"
            )


def check_prefix(name, data, ids):
    if data.shape[: ids.ndim] != ids.shape:
        raise ValueError(
            f"{name}: expected the shape of data, {data.shape}, to start with that "
            f"of segment_ids, {ids.shape}"
        )


def check_same_shape(name, **arrays):
    (first, a), (second, b) = arrays.items()
    if a.shape != b.shape:
        raise ValueError(
            f"{name}: expected {first} and {second} to have one shape, got {a.shape} "
            f"and {b.shape}"
        )


def check_size(name, shape, dtype):
    """XLA doesn't survive sizes that overflow."""
    if math.prod(shape) * dtype.itemsize >= 2**63:
        raise ValueError(f"{name}: the size of a result of shape {shape} overflows")


def static_rows(name, num_segments):
    """num_segments as a Python int."""
    if isinstance(num_segments, jax.core.Tracer):
        raise TypeError(
            f"{name}: num_segments is the number of rows of the result, so it has to "
            "be a Python int under jit; pass it from outside, for example through "
            "static_argnums or functools.partial"
        )
    try:
        rows = operator.index(num_segments)
    except TypeError:
        raise TypeError(
            f"{name}: expected num_segments to be an int, got "
            f"{type(num_segments).__name__}"
        ) from None
    if rows < 0:
        raise ValueError(f"{name}: expected num_segments to be at least 0, got {rows}")
    return rows


def check_concrete(name, ids, instead):
    """Refuses ids of which only the shape is known."""
    if isinstance(ids, jax.core.Tracer):
        raise TypeError(
            f"{name}: the number of rows of the result depends on the values of "
            f"segment_ids, which aren't known under jit or vmap; {instead}"
        )


def rows_needed(ids):
    """As many rows as the largest of the ids, a numpy array, needs."""
    return max(int(ids.max()) + 1, 0) if ids.size else 0


def known_rows(name, ids):
    """num_segments where it wasn't given."""
    check_concrete(name, ids, "give num_segments, a Python int")
    return rows_needed(numpy.asarray(ids))
