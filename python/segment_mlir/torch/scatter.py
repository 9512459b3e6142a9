# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The scatter operators: updates are folded into slices of an input."""

import math

import torch

from .gradients import divide_rows, same_value
from .library import SCATTER_OPTIONS, check_tensors, define, given, package_kernel
from .rows import (
    batch_first,
    count_rows,
    expand_rows,
    gather_rows,
    other_rows_product,
    sum_rows,
)
from .shapes import scatter_result


def _slice_numbers(indices, dims):
    """For each row of indices, the number of its slice of the input; -1 if it is
    outside."""
    indices = indices.to(torch.int64)
    number = indices.new_zeros(indices.shape[:-1])
    inside = torch.ones_like(number, dtype=torch.bool)
    for index, extent in zip(indices.unbind(-1), dims):
        inside = inside & (index >= 0) & (index < extent)
        number = number * extent + index
    return torch.where(inside, number, -1)


# Gradients of input and updates. The input, its gradient and the result are
# slices here: [M, S...]; updates are [B..., S...], with the numbers [B...] of their
# slices.


def _add_gradients(grad, ids):
    return grad, gather_rows(grad, ids)


def _subtract_gradients(grad, ids):
    return grad, -gather_rows(grad, ids)


def _multiply_gradients(grad, input, updates, ids):
    # The input is one more row of each segment.
    size = grad.shape[0]
    rows = torch.cat([input, updates.reshape(-1, *input.shape[1:])])
    numbers = torch.arange(size, device=grad.device)
    row_ids = torch.cat([numbers, ids.reshape(-1)])
    others = other_rows_product(rows, row_ids, size).conj()
    return (
        grad * others[:size],
        gather_rows(grad, ids) * others[size:].reshape(updates.shape),
    )


def _divide_gradients(grad, updates, ids, result):
    divided = torch.ops.segment_mlir.scatter_div(
        grad, ids.unsqueeze(-1), updates.conj(), bounds="drop"
    )
    quotient = gather_rows(result, ids) / updates
    grad_updates = -gather_rows(grad, ids) * quotient.conj()
    # Updates that were left out may be NaN or 0.
    inside = expand_rows(ids >= 0, updates.ndim)
    return divided, torch.where(inside, grad_updates, 0)


def _extremum_gradients(grad, input, updates, ids, result):
    # The input is one more row of each segment.
    kept = same_value(input, result)
    chosen = same_value(updates, gather_rows(result, ids))
    count = kept.to(torch.int64) + sum_rows(chosen.to(torch.int64), ids, grad.shape[0])
    shares = divide_rows(grad, count)
    return (
        torch.where(kept, shares, 0),
        torch.where(chosen, gather_rows(shares, ids), 0),
    )


def _update_gradients(grad, ids):
    order = torch.arange(ids.numel(), device=ids.device).reshape(ids.shape)
    last = torch.ops.segment_mlir.unsorted_segment_max(
        order, ids, grad.shape[0], bounds="drop"
    )
    named = expand_rows(count_rows(ids, grad.shape[0]) > 0, grad.ndim)
    wins = gather_rows(last, ids) == order
    rows = gather_rows(grad, ids)
    return (
        torch.where(named, 0, grad),
        torch.where(expand_rows(wins, rows.ndim), rows, 0),
    )


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


def _define(kind, name):
    def fake(input, indices, updates, **options):
        return scatter_result(name, input, indices, updates)

    def setup_context(ctx, inputs, keyword_only_inputs, output):
        values = dict(zip(("input", "indices", "updates"), inputs), result=output)
        ctx.save_for_backward(
            values["indices"], *[values[saved] for saved in _SAVED[kind]]
        )

    def backward(ctx, grad):
        indices, *tensors = ctx.saved_tensors
        depth = indices.shape[-1]
        dims, inner = grad.shape[:depth], grad.shape[depth:]
        slices = (math.prod(dims), *inner)
        arguments = {
            saved: tensor if saved == "updates" else tensor.reshape(slices)
            for saved, tensor in zip(_SAVED[kind], tensors)
        }
        grad_input, grad_updates = _GRADIENTS[kind](
            grad.reshape(slices), ids=_slice_numbers(indices, dims), **arguments
        )
        return grad_input.reshape(grad.shape), None, grad_updates

    def vmap(info, in_dims, input, indices, updates, **options):
        input_dim, indices_dim, updates_dim = in_dims
        size = info.batch_size
        input = batch_first(input, input_dim, size)
        updates = batch_first(updates, updates_dim, size)
        if indices_dim is None:
            # The batch is one more dimension of the slices.
            depth = indices.shape[-1]
            input = input.movedim(0, depth)
            updates = updates.movedim(0, indices.ndim - 1)
            return operator(input, indices, updates, **options), depth
        # The batch is one more dimension that indices name.
        indices = batch_first(indices, indices_dim, size).to(torch.int64)
        batch = expand_rows(torch.arange(size, device=indices.device), indices.ndim)
        batch = batch.expand(*indices.shape[:-1], 1)
        indices = torch.cat([batch, indices], -1)
        return operator(input, indices, updates, **options), 0

    operator = define(
        name,
        f"(Tensor input, Tensor indices, Tensor updates, *, {SCATTER_OPTIONS}) "
        "-> Tensor",
        package_kernel(name),
        fake,
        setup_context=setup_context,
        backward=backward,
        vmap=vmap,
    )
    return operator


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
    "min": "Values that tie for the minimum share the gradient evenly.",
    "max": "Values that tie for the maximum share the gradient evenly.",
    "update": "The last of several updates to a slice wins, and gets the gradient.",
}


def _function(kind):
    name = f"scatter_{kind}"
    operator = _define(kind, name)

    def function(
        input,
        indices,
        updates,
        *,
        bounds="error",
        nan=None,
        accumulate=None,
        threads=None,
    ):
        check_tensors(name, input=input, indices=indices, updates=updates)
        return operator(
            input,
            indices,
            updates,
            **given(
                bounds=bounds,
                nan=nan,
                accumulate=accumulate,
                threads=threads,
            ),
        )

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{_TEXTS[kind]}

    indices has the shape [B..., K], with K at most the rank of input, updates the
    shape [B..., input.shape[K:]...]. All updates to one slice count.

    bounds: "error" reports indices outside the input, "drop" skips their updates,
        "unsafe_assume" promises that there are none. Negative ones never wrap.
    nan: "propagate" or "ignore", for min and max.
    accumulate: "native" or "f64", in what floats are computed; by default 16-bit
        ones in 32 bits, others in their own type. Not for min, max and update.
    threads: how many threads may be used; by default torch.get_num_threads().

    Gradients reach input and updates, also second ones. {_NOTES.get(kind, "")}
    Updates that are skipped get 0, whatever they hold.

    Raises what segment_mlir.{name} raises.
"""
    return function


scatter_add = _function("add")
scatter_sub = _function("sub")
scatter_mul = _function("mul")
scatter_div = _function("div")
scatter_min = _function("min")
scatter_max = _function("max")
scatter_update = _function("update")
