# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The scatter functions: updates are folded into slices of an input."""

import functools
import math

import jax
import jax.numpy as jnp

from .call import DROP, Call, make_options, run
from .checks import as_arrays, check_ids
from .gradients import divide_rows, same_value
from .rows import (
    count_rows,
    expand_rows,
    gather_rows,
    inside,
    other_rows_product,
    signed,
    sum_rows,
)


def _slice_numbers(indices, dims):
    """For each row of indices, the number of its slice of the input; -1 if it is
    outside."""
    number = jnp.zeros(indices.shape[:-1], int)
    kept = jnp.ones(indices.shape[:-1], bool)
    for dim, extent in enumerate(dims):
        index = indices[..., dim]
        kept &= inside(index, extent)
        number = number * extent + signed(index).astype(number.dtype)
    return jnp.where(kept, number, -1)


# Gradients of input and updates. The input, its gradient and the result are
# slices here: [M, S...]; updates are [B..., S...], with the numbers [B...] of their
# slices.


def _add_gradients(grad, ids):
    return grad, gather_rows(grad, ids, grad.shape[0])


def _subtract_gradients(grad, ids):
    return grad, -gather_rows(grad, ids, grad.shape[0])


def _multiply_gradients(grad, ids, input, updates):
    # The input is one more row of each segment.
    size = grad.shape[0]
    rows = jnp.concatenate([input, updates.reshape(-1, *input.shape[1:])])
    row_ids = jnp.concatenate([jnp.arange(size), ids.reshape(-1)])
    others = other_rows_product(rows, row_ids, size)
    return (
        grad * others[:size],
        gather_rows(grad, ids, size) * others[size:].reshape(updates.shape),
    )


def _divide_gradients(grad, ids, updates, result):
    size = grad.shape[0]
    call = Call("scatter_div", "div", ids.ndim + 1, 0, DROP)
    divided = _scatter(call, grad, ids[..., None], updates)
    quotient = gather_rows(result, ids, size) / updates
    grad_updates = -gather_rows(grad, ids, size) * quotient
    # Updates that were left out may be NaN or 0.
    return divided, jnp.where(expand_rows(ids >= 0, updates.ndim), grad_updates, 0)


def _extremum_gradients(grad, ids, input, updates, result):
    # The input is one more row of each segment.
    size = grad.shape[0]
    kept = same_value(input, result)
    chosen = same_value(updates, gather_rows(result, ids, size))
    count = kept.astype(int) + sum_rows(chosen.astype(int), ids, size)
    shares = divide_rows(grad, count)
    return (
        jnp.where(kept, shares, 0),
        jnp.where(chosen, gather_rows(shares, ids, size), 0),
    )


def _update_gradients(grad, ids):
    size = grad.shape[0]
    order = jnp.arange(ids.size).reshape(ids.shape)
    call = Call("unsorted_segment_max", "max", ids.ndim, size, DROP)
    last = run(call, (size,), order, ids)
    named = expand_rows(count_rows(ids, size) > 0, grad.ndim)
    rows = gather_rows(grad, ids, size)
    wins = expand_rows(gather_rows(last, ids, size) == order, rows.ndim)
    return jnp.where(named, 0, grad), jnp.where(wins, rows, 0)


# What each kind's gradients want besides the gradient and the slices' numbers.
_SAVED = {
    "add": (),
    "sub": (),
    "update": (),
    "mul": ("input", "updates"),
    "div": ("updates", "result"),
    "min": ("input", "updates", "result"),
    "max": ("input", "updates", "result"),
}
_GRADIENTS = {
    "add": _add_gradients,
    "sub": _subtract_gradients,
    "update": _update_gradients,
    "mul": _multiply_gradients,
    "div": _divide_gradients,
    "min": _extremum_gradients,
    "max": _extremum_gradients,
}


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def _scatter(call, input, indices, updates):
    return run(call, input.shape, input, indices, updates)


def _forward(call, input, indices, updates):
    result = _scatter(call, input, indices, updates)
    values = {"input": input, "updates": updates, "result": result}
    return result, (indices, *[values[saved] for saved in _SAVED[call.kind]])


def _backward(call, saved, grad):
    indices, *arrays = saved
    depth = indices.shape[-1]
    dims, inner = grad.shape[:depth], grad.shape[depth:]
    slices = (math.prod(dims), *inner)
    arguments = {
        name: array if name == "updates" else array.reshape(slices)
        for name, array in zip(_SAVED[call.kind], arrays)
    }
    grad_input, grad_updates = _GRADIENTS[call.kind](
        grad.reshape(slices), ids=_slice_numbers(indices, dims), **arguments
    )
    return grad_input.reshape(grad.shape), None, grad_updates


_scatter.defvjp(_forward, _backward)
_compiled = jax.jit(_scatter, static_argnums=0)


def _check(name, input, indices, updates):
    check_ids(name, indices=indices)
    if indices.ndim < 2:
        raise ValueError(
            f"{name}: expected indices of rank 2 or more, got rank {indices.ndim}"
        )
    depth = indices.shape[-1]
    if depth > input.ndim:
        raise ValueError(
            f"{name}: expected the last dimension of indices to be at most the rank "
            f"of input, {input.ndim}, got {depth}"
        )
    expected = indices.shape[:-1] + input.shape[depth:]
    if updates.shape != expected:
        raise ValueError(
            f"{name}: expected updates of shape {expected}, got {updates.shape}"
        )
    if updates.dtype != input.dtype:
        raise TypeError(
            f"{name}: expected updates of the type of input, {input.dtype}, got "
            f"{updates.dtype}"
        )


_TEXTS = {
    "add": "The input with updates added to the slices that indices name.",
    "sub": "The input with updates subtracted from the slices that indices name.",
    "mul": "The input with the slices that indices name multiplied by updates.",
    "div": "The input with the slices that indices name divided by updates.",
    "min": "The minimum of the input and the updates of each slice.",
    "max": "The maximum of the input and the updates of each slice.",
    "update": "The input with the slices that indices name replaced by updates.",
}
_NOTES = {
    "min": "Values that tie for the minimum share evenly.",
    "max": "Values that tie for the maximum share evenly.",
    "update": "The last of several updates to a slice wins, and gets the gradient.",
}


def _function(kind):
    name = f"scatter_{kind}"

    def function(input, indices, updates, *, bounds="error", nan=None, accumulate=None):
        input, indices, updates = as_arrays(input, indices, updates)
        _check(name, input, indices, updates)
        options = make_options(name, bounds=bounds, nan=nan, accumulate=accumulate)
        call = Call(name, kind, indices.ndim, 0, options)
        return _compiled(call, input, indices, updates)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{_TEXTS[kind]}

    indices has the shape [B..., K], with K at most the rank of input, updates the
    shape [B..., input.shape[K:]...]. All updates to one slice count.

    bounds: "error" reports indices outside the input, "drop" skips their updates,
        "unsafe_assume" promises that there are none. Negative ones never wrap.
    nan: "propagate" or "ignore", for min and max.
    accumulate: "native" or "f64", in what floats are computed; by default 16-bit
        ones in 32 bits, others in their own type. Not for min, max and update.

    Gradients reach input and updates. {_NOTES.get(kind, "")}
    Updates that are skipped get 0, whatever they hold.

    Raises TypeError and ValueError for types and shapes; bad indices are a
    jax.errors.JaxRuntimeError.
"""
    return function


scatter_add = _function("add")
scatter_sub = _function("sub")
scatter_mul = _function("mul")
scatter_div = _function("div")
scatter_min = _function("min")
scatter_max = _function("max")
scatter_update = _function("update")
