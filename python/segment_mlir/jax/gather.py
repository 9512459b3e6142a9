# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions gather_segment_*: segments of rows weight[e] * x[src[e]]."""

import functools

import jax
import jax.numpy as jnp

from .._documentation import FOLDS
from .call import DROP, Call, make_options, run
from .checks import (
    as_arrays,
    check_ids,
    check_same_shape,
    check_size,
    known_rows,
    static_rows,
)
from .gradients import divide_rows, product_gradient, same_value
from .rows import count_rows, expand_rows, gather_rows, inside, signed, sum_rows


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def _gather(call, x, src, ids, weight):
    weights = () if weight is None else (weight,)
    return run(call, (call.num_segments, *x.shape[1:]), x, src, ids, *weights)


def _forward(call, x, src, ids, weight):
    result = _gather(call, x, src, ids, weight)
    return result, (
        x,
        src,
        ids,
        weight,
        result if call.kind in ("min", "max") else None,
    )


def _backward(call, saved, grad):
    x, src, ids, weight, result = saved
    # A row counts if both of its ids do.
    kept = inside(ids, grad.shape[0]) & inside(src, x.shape[0])
    src, ids = jnp.where(kept, signed(src), -1), jnp.where(kept, signed(ids), -1)
    gradients = _linear if call.kind in ("sum", "mean") else _by_rows
    grad_x, grad_weight = gradients(call.kind, grad, x, src, ids, weight, result)
    return grad_x, None, None, grad_weight


def _linear(kind, grad, x, src, ids, weight, result):
    size, rows = grad.shape[0], x.shape[0]
    if kind == "mean":
        grad = divide_rows(grad, count_rows(ids, size))
    # The transposed operator: rows of grad, gathered by id, are added up by source.
    call = Call("gather_segment_sum", "sum", ids.ndim, rows, DROP)
    grad_x = _gather(call, grad, ids, src, weight)
    if weight is None:
        return grad_x, None
    products = gather_rows(grad, ids, size) * gather_rows(x, src, rows)
    return grad_x, products.reshape(*src.shape, -1).sum(-1)


def _by_rows(kind, grad, x, src, ids, weight, result):
    """Where the gradient depends on the rows, so that they have to be stored."""
    size = grad.shape[0]
    rows = gather_rows(x, src, x.shape[0])
    weights = 1 if weight is None else expand_rows(weight, rows.ndim)
    if kind == "prod":
        shares = product_gradient(grad, rows * weights, ids)
        chosen = True
    else:
        chosen = same_value(rows * weights, gather_rows(result, ids, size))
        count = sum_rows(chosen.astype(int), ids, size)
        shares = gather_rows(divide_rows(grad, count), ids, size)
    products = jnp.where(chosen, shares * weights, 0)
    grad_x = sum_rows(products, src, x.shape[0])
    if weight is None:
        return grad_x, None
    products = jnp.where(chosen, shares * rows, 0)
    return grad_x, products.reshape(*src.shape, -1).sum(-1)


_gather.defvjp(_forward, _backward)
_compiled = jax.jit(_gather, static_argnums=0)


def _function(kind):
    name = f"gather_segment_{kind}"

    def function(
        x,
        src,
        segment_ids,
        num_segments=None,
        weight=None,
        *,
        bounds="error",
        nan=None,
        empty=None,
        accumulate=None,
    ):
        if num_segments is None:
            num_segments = known_rows(name, segment_ids)
        x, src, segment_ids = as_arrays(x, src, segment_ids)
        check_ids(name, src=src, segment_ids=segment_ids)
        check_same_shape(name, src=src, segment_ids=segment_ids)
        if x.ndim < 1:
            raise ValueError(f"{name}: expected x of rank 1 or more, got rank 0")
        if weight is not None:
            weight = jnp.asarray(weight)
            check_same_shape(name, weight=weight, segment_ids=segment_ids)
            if weight.dtype != x.dtype:
                raise TypeError(
                    f"{name}: expected weight of the type of x, {x.dtype}, got "
                    f"{weight.dtype}"
                )
        rows = static_rows(name, num_segments)
        check_size(name, (rows, *x.shape[1:]), x.dtype)
        options = make_options(
            name, bounds=bounds, nan=nan, empty=empty, accumulate=accumulate
        )
        call = Call(name, kind, segment_ids.ndim, rows, options)
        return _compiled(call, x, src, segment_ids, weight)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""The {FOLDS[kind]} of each segment's rows of x.

    Row e of segment segment_ids[e] is x[src[e]], times weight[e] if there are
    weights. These rows are never stored. src, segment_ids and weight have one
    shape; rows with negative segment_ids are left out. Without num_segments there
    are as many as the largest id needs, where the ids aren't traced.

    The keywords are those of unsorted_segment_{kind}. Gradients reach x and weight;
    the gradient of the weights, and both of prod, min and max, need memory for all
    rows.

    Raises TypeError and ValueError for types, shapes and num_segments; bad ids are a
    jax.errors.JaxRuntimeError.
"""
    return function


gather_segment_sum = _function("sum")
gather_segment_prod = _function("prod")
gather_segment_min = _function("min")
gather_segment_max = _function("max")
gather_segment_mean = _function("mean")
