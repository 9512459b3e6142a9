# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions on rows that gradients are made of.

A row that belongs to no segment, as its id is out of range, is never looked at:
what comes out for it is 0.
"""

import functools

import jax
import jax.numpy as jnp

from .call import DROP, Call, run


def expand_rows(per_row, ndim):
    """Gives values of shape [P...] dimensions of extent 1 up to ndim."""
    return per_row.reshape(per_row.shape + (1,) * (ndim - per_row.ndim))


def signed(ids):
    """The ids in a signed type; those that don't fit are beyond any array."""
    if ids.dtype == jnp.uint32:
        return jnp.where(ids > 2**31 - 1, 2**31 - 1, ids).astype(jnp.int32)
    return ids.astype(jnp.int32) if ids.dtype.itemsize < 4 else ids


def inside(ids, size):
    ids = signed(ids)
    largest = jnp.iinfo(ids.dtype).max
    return (ids >= 0) & (ids < min(size, largest))


@functools.partial(jax.custom_vjp, nondiff_argnums=(2,))
def gather_rows(source, ids, size):
    """source[ids], where source has size rows."""
    if size == 0:
        return jnp.zeros(ids.shape + source.shape[1:], source.dtype)
    kept = inside(ids, size)
    rows = source[jnp.where(kept, signed(ids), 0)]
    return jnp.where(expand_rows(kept, rows.ndim), rows, 0)


def _gather_rows_forward(source, ids, size):
    return gather_rows(source, ids, size), ids


def _gather_rows_backward(size, ids, grad):
    return sum_rows(grad, ids, size), None


gather_rows.defvjp(_gather_rows_forward, _gather_rows_backward)


@functools.partial(jax.custom_vjp, nondiff_argnums=(2,))
def sum_rows(rows, ids, size):
    """The sum of each segment's rows; what gather_rows is the transpose of."""
    call = Call("unsorted_segment_sum", "sum", ids.ndim, size, DROP)
    return run(call, (size, *rows.shape[ids.ndim :]), rows, ids)


def _sum_rows_forward(rows, ids, size):
    return sum_rows(rows, ids, size), ids


def _sum_rows_backward(size, ids, grad):
    return gather_rows(grad, ids, size), None


sum_rows.defvjp(_sum_rows_forward, _sum_rows_backward)


def count_rows(ids, size):
    """The number of each segment's rows."""
    return sum_rows(jnp.ones(ids.shape, int), ids, size)


def _products_before(data, keys):
    """For each row the product of the rows before it with the same key; keys are
    sorted."""
    first = jnp.concatenate([jnp.ones(1, bool), keys[1:] != keys[:-1]])
    starts = expand_rows(first, data.ndim)
    shifted = jnp.where(starts, 1, jnp.roll(data, 1, 0))

    def join(a, b):
        (a_starts, a_product), (b_starts, b_product) = a, b
        return a_starts | b_starts, jnp.where(
            b_starts, b_product, a_product * b_product
        )

    return jax.lax.associative_scan(join, (starts, shifted))[1]


def other_rows_product(data, ids, size):
    """For each row the product of the other rows of its segment."""
    keys = jnp.where(inside(ids, size), signed(ids), size).reshape(-1)
    if keys.size == 0:
        return jnp.zeros_like(data)
    wide = jnp.float32 if data.dtype.itemsize == 2 else data.dtype
    order = jnp.argsort(keys, stable=True)
    rows = data.reshape(keys.size, *data.shape[ids.ndim :])[order].astype(wide)
    keys = keys[order]
    # Rows without a segment are neither looked at nor in anybody's way.
    kept = expand_rows(keys < size, rows.ndim)
    rows = jnp.where(kept, rows, 1)
    before = _products_before(rows, keys)
    after = _products_before(rows[::-1], keys[::-1])[::-1]
    products = jnp.where(kept, before * after, 0)
    # Back to where they came from: order is a permutation.
    inverse = jnp.zeros_like(order).at[order].set(jnp.arange(order.size))
    return products[inverse].reshape(data.shape).astype(data.dtype)
