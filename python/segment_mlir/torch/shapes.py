# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes of results, for tracing. Only what a shape needs is checked here, the
rest when the operator runs."""

import torch


def _check(holds, message):
    torch._check_value(holds, lambda: message)


def segment_result(name, data, ids, num_segments):
    """A result of one row for each segment."""
    _check(
        data.ndim >= ids.ndim,
        f"{name}: expected data of at least the rank of segment_ids, {ids.ndim}, got "
        f"rank {data.ndim}",
    )
    for dim in range(ids.ndim):
        _check(
            data.shape[dim] == ids.shape[dim],
            f"{name}: expected the shape of data, {tuple(data.shape)}, to start with "
            f"that of segment_ids, {tuple(ids.shape)}",
        )
    return rows_result(name, data, data.shape[ids.ndim :], num_segments)


def rows_result(name, like, inner, num_segments):
    """A result of num_segments rows; without them, as many as the ids turn out to
    need."""
    if num_segments is None:
        num_segments = torch.library.get_ctx().new_dynamic_size()
    else:
        _check(
            num_segments >= 0,
            f"{name}: expected num_segments to be at least 0, got {num_segments}",
        )
    return like.new_empty((num_segments, *inner))


def scatter_result(name, input, indices, updates):
    """A result like the input."""
    _check(
        indices.ndim >= 2,
        f"{name}: expected indices of rank 2 or more, got rank {indices.ndim}",
    )
    depth = indices.shape[-1]
    _check(
        depth <= input.ndim,
        f"{name}: expected the last dimension of indices to be at most the rank of "
        f"input, {input.ndim}, got {depth}",
    )
    expected = (*indices.shape[:-1], *input.shape[depth:])
    message = (
        f"{name}: expected updates of shape {tuple(expected)}, got "
        f"{tuple(updates.shape)}"
    )
    _check(updates.ndim == len(expected), message)
    for got, extent in zip(updates.shape, expected):
        _check(got == extent, message)
    return torch.empty_like(input, memory_format=torch.contiguous_format)


def check_same_shape(name, **tensors):
    (first, a), (second, b) = tensors.items()
    message = (
        f"{name}: expected {first} and {second} to have one shape, got "
        f"{tuple(a.shape)} and {tuple(b.shape)}"
    )
    _check(a.ndim == b.ndim, message)
    for got, extent in zip(a.shape, b.shape):
        _check(got == extent, message)
