# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of the folds, in terms of rows and their ids.

Everything here has gradients itself. What a row was to its segment (the smallest,
say) is a constant to them.
"""

import jax.numpy as jnp

from .rows import count_rows, expand_rows, gather_rows, other_rows_product, sum_rows


def same_value(a, b):
    """Where a is b; NaN is NaN here."""
    return (a == b) | (jnp.isnan(a) & jnp.isnan(b))


def divide_rows(grad, count):
    """Each row divided by its count, at least 1, which 16-bit floats may not
    hold."""
    wide = jnp.float32 if grad.dtype.itemsize == 2 else grad.dtype
    quotient = grad.astype(wide) / expand_rows(jnp.maximum(count, 1), grad.ndim)
    return quotient.astype(grad.dtype)


def sum_gradient(grad, ids):
    return gather_rows(grad, ids, grad.shape[0])


def mean_gradient(grad, ids):
    size = grad.shape[0]
    return gather_rows(divide_rows(grad, count_rows(ids, size)), ids, size)


def product_gradient(grad, data, ids):
    size = grad.shape[0]
    return gather_rows(grad, ids, size) * other_rows_product(data, ids, size)


def extremum_gradient(grad, data, ids, result):
    """The rows that hold a segment's result share its gradient evenly."""
    size = grad.shape[0]
    chosen = same_value(data, gather_rows(result, ids, size))
    count = sum_rows(chosen.astype(int), ids, size)
    shares = gather_rows(divide_rows(grad, count), ids, size)
    return jnp.where(chosen, shares, 0)
