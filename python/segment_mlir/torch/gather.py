# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators gather_segment_*: segments of rows weight[e] * x[src[e]]."""

import torch

from .._documentation import FOLDS
from .gradients import divide_rows, product_gradient, same_value
from .library import (
    OPTIONS,
    check_num_segments,
    check_tensors,
    define,
    given,
    package_kernel,
)
from .rows import (
    batch_first,
    count_rows,
    expand_rows,
    gather_rows,
    offset_ids,
    sum_rows,
)
from .shapes import check_same_shape, rows_result


def _only_where(ids, others, size):
    """The ids as signed ones, and -1 where the other id of the row is not below
    size."""
    others = others.to(torch.int64)
    return torch.where((others >= 0) & (others < size), ids.to(torch.int64), -1)


def _linear_gradients(kind, grad, x, src, ids, weight, needs_x, needs_weight):
    if kind == "mean":
        grad = divide_rows(grad, count_rows(ids, grad.shape[0]))
    grad_x = grad_weight = None
    if needs_x:
        # The transposed operator: rows of grad, gathered by id, are added up by
        # source.
        rest = () if weight is None else (weight.conj(),)
        grad_x = torch.ops.segment_mlir.gather_segment_sum(
            grad, ids, src, x.shape[0], *rest, bounds="drop"
        )
    if needs_weight:
        products = gather_rows(grad, ids) * gather_rows(x, src).conj()
        grad_weight = products.reshape(*src.shape, -1).sum(-1)
    return grad_x, grad_weight


def _row_gradients(kind, grad, x, src, ids, weight, result, needs_x, needs_weight):
    """Where the gradient depends on the rows, so that they have to be stored."""
    rows = gather_rows(x, src)
    weights = None if weight is None else expand_rows(weight, rows.ndim)
    weighted = rows if weights is None else rows * weights
    if kind == "prod":
        shares = product_gradient(grad, weighted, ids)
        chosen = torch.ones_like(shares, dtype=torch.bool)
    else:
        chosen = same_value(weighted, gather_rows(result, ids))
        count = sum_rows(chosen.to(torch.int64), ids, result.shape[0])
        shares = gather_rows(divide_rows(grad, count), ids)
    grad_x = grad_weight = None
    if needs_x:
        products = shares if weights is None else shares * weights.conj()
        grad_x = sum_rows(torch.where(chosen, products, 0), src, x.shape[0])
    if needs_weight:
        products = torch.where(chosen, shares * rows.conj(), 0)
        grad_weight = products.reshape(*src.shape, -1).sum(-1)
    return grad_x, grad_weight


def _define(kind, name):
    def fake(x, src, segment_ids, num_segments=None, weight=None, **options):
        check_same_shape(name, src=src, segment_ids=segment_ids)
        if weight is not None:
            check_same_shape(name, weight=weight, segment_ids=segment_ids)
        return rows_result(name, x, x.shape[1:], num_segments)

    def setup_context(ctx, inputs, keyword_only_inputs, output):
        x, src, ids, num_segments, weight = inputs
        result = output if kind in ("min", "max") else None
        ctx.save_for_backward(x, src, ids, weight, result)

    def backward(ctx, grad):
        x, src, ids, weight, result = ctx.saved_tensors
        needs_x = ctx.needs_input_grad[0]
        needs_weight = weight is not None and ctx.needs_input_grad[4]
        # A row counts if both of its ids do.
        src, ids = (
            _only_where(src, ids, grad.shape[0]),
            _only_where(ids, src, x.shape[0]),
        )
        if kind in ("sum", "mean"):
            grad_x, grad_weight = _linear_gradients(
                kind, grad, x, src, ids, weight, needs_x, needs_weight
            )
        else:
            grad_x, grad_weight = _row_gradients(
                kind, grad, x, src, ids, weight, result, needs_x, needs_weight
            )
        return grad_x, None, None, None, grad_weight

    def vmap(
        info, in_dims, x, src, segment_ids, num_segments=None, weight=None, **options
    ):
        x_dim, src_dim, ids_dim = in_dims[:3]
        weight_dim = in_dims[4] if weight is not None else None
        rest = () if weight is None else (weight,)
        if src_dim is None and ids_dim is None and weight_dim is None:
            # The batch is one more dimension of the rows.
            x = x.movedim(x_dim, 1)
            return operator(x, src, segment_ids, num_segments, *rest, **options), 1
        if num_segments is None:
            raise ValueError(
                f"{name}: the number of rows of the result depends on segment_ids, so "
                "it can't be mapped over them; give num_segments"
            )
        size = info.batch_size
        x = batch_first(x, x_dim, size)
        src = batch_first(src, src_dim, size)
        ids = batch_first(segment_ids, ids_dim, size)
        if weight is not None:
            rest = (batch_first(weight, weight_dim, size),)
        checked_by = name if options.pop("bounds", "error") == "error" else ""
        ids = offset_ids(ids, num_segments, checked_by)
        src = offset_ids(src, x.shape[1], checked_by, ids)
        result = operator(
            x.flatten(0, 1),
            src,
            ids,
            size * num_segments,
            *rest,
            bounds="drop",
            **options,
        )
        return result.unflatten(0, (size, num_segments)), 0

    operator = define(
        name,
        "(Tensor x, Tensor src, Tensor segment_ids, SymInt? num_segments=None, "
        f"Tensor? weight=None, *, {OPTIONS}) -> Tensor",
        package_kernel(name),
        fake,
        setup_context=setup_context,
        backward=backward,
        vmap=vmap,
    )
    return operator



def _function(kind):
    name = f"gather_segment_{kind}"
    operator = _define(kind, name)

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
        threads=None,
    ):
        check_tensors(name, x=x, src=src, segment_ids=segment_ids)
        if num_segments is not None:
            check_num_segments(name, num_segments)
        if weight is not None:
            check_tensors(name, weight=weight)
        return operator(
            x,
            src,
            segment_ids,
            num_segments,
            weight,
            **given(
                bounds=bounds,
                nan=nan,
                empty=empty,
                accumulate=accumulate,
                threads=threads,
            ),
        )

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""The {FOLDS[kind]} of each segment's rows of x.

    Row e of segment segment_ids[e] is x[src[e]], times weight[e] if there are
    weights. These rows are never stored. src, segment_ids and weight have one
    shape; rows with negative segment_ids are left out. Without num_segments there
    are as many as the largest id needs.

    The keywords are those of unsorted_segment_{kind}. Gradients reach x and weight,
    also second ones; the gradient of the weights, and both of prod, min and max,
    need memory for all rows.

    Raises what segment_mlir.{name} raises.
"""
    return function


gather_segment_sum = _function("sum")
gather_segment_prod = _function("prod")
gather_segment_min = _function("min")
gather_segment_max = _function("max")
gather_segment_mean = _function("mean")
