# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of the folds, in terms of rows and their ids.

Everything here is made of operators that have gradients themselves. What a row
was to its segment (the smallest, say) is a constant to them.
"""

import torch

from .rows import count_rows, expand_rows, gather_rows, other_rows_product, sum_rows


def same_value(a, b):
    """Where a is b; NaN is NaN here."""
    if not a.is_floating_point():
        return a == b
    return (a == b) | (a.isnan() & b.isnan())


def divide_rows(grad, count):
    """Each row divided by its count, at least 1, which 16-bit floats may not
    hold."""
    wide = torch.float32 if grad.dtype in (torch.float16, torch.bfloat16) else None
    quotient = (grad.to(wide) if wide else grad) / expand_rows(
        count.clamp(min=1), grad.ndim
    )
    return quotient.to(grad.dtype)


def sum_gradient(grad, ids):
    return gather_rows(grad, ids)


def mean_gradient(grad, ids):
    return gather_rows(divide_rows(grad, count_rows(ids, grad.shape[0])), ids)


def product_gradient(grad, data, ids):
    others = other_rows_product(data, ids, grad.shape[0])
    return gather_rows(grad, ids) * others.conj()


def extremum_gradient(grad, data, ids, result):
    """The rows that hold a segment's result share its gradient evenly."""
    chosen = same_value(data, gather_rows(result, ids))
    count = sum_rows(chosen.to(torch.int64), ids, result.shape[0])
    return torch.where(chosen, gather_rows(divide_rows(grad, count), ids), 0)
