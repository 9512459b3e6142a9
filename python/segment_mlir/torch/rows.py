# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on rows that gradients and batches are made of.

A row that belongs to no segment, as its id is out of range, is never looked at:
what comes out for it is 0.
"""

import math

import torch

import segment_mlir

from .library import define


def expand_rows(per_row, ndim):
    """Gives values of shape [P...] dimensions of extent 1 up to ndim."""
    return per_row.reshape(per_row.shape + (1,) * (ndim - per_row.ndim))


def batch_first(tensor, dim, size):
    """The tensor with its batch dimension first, repeated if it has none."""
    if dim is None:
        return tensor.unsqueeze(0).expand(size, *tensor.shape)
    return tensor.movedim(dim, 0)


# ---- gather_rows: source[ids]


def _gather_rows(source, ids):
    size, inner = source.shape[0], source.shape[1:]
    shape = ids.shape + inner
    if size == 0:
        return source.new_zeros(shape)
    keys = ids.reshape(-1).to(torch.int64)
    outside = (keys < 0) | (keys >= size)
    if not bool(outside.any()):
        return source.index_select(0, keys).reshape(shape)
    rows = source.index_select(0, keys.masked_fill(outside, 0))
    return rows.masked_fill_(expand_rows(outside, rows.ndim), 0).reshape(shape)


def _gather_rows_setup(ctx, inputs, output):
    source, ids = inputs
    ctx.save_for_backward(ids)
    ctx.size = source.shape[0]


def _gather_rows_backward(ctx, grad):
    (ids,) = ctx.saved_tensors
    return sum_rows(grad, ids, ctx.size), None


def _gather_rows_vmap(info, in_dims, source, ids):
    source_dim, ids_dim = in_dims
    if ids_dim is None:
        return gather_rows(source.movedim(source_dim, 1), ids), ids.ndim
    source = batch_first(source, source_dim, info.batch_size)
    ids = offset_ids(batch_first(ids, ids_dim, info.batch_size), source.shape[1])
    return gather_rows(source.flatten(0, 1), ids), 0


gather_rows = define(
    "gather_rows",
    "(Tensor source, Tensor ids) -> Tensor",
    _gather_rows,
    lambda source, ids: source.new_empty(ids.shape + source.shape[1:]),
    setup_context=_gather_rows_setup,
    backward=_gather_rows_backward,
    vmap=_gather_rows_vmap,
)


def sum_rows(rows, ids, size):
    """The sum of each segment's rows; what gather_rows is the transpose of."""
    return torch.ops.segment_mlir.unsorted_segment_sum(rows, ids, size, bounds="drop")


def count_rows(ids, size):
    """The number of each segment's rows."""
    return sum_rows(torch.ones_like(ids, dtype=torch.int64), ids, size)


# ---- other_rows_product: for each row, the product of the others of its segment


def _segmented_scan(values, tangents, keys, longest):
    """For each row the product of the rows before it with the same key, and that
    product's derivative; keys are sorted. Each step doubles the number of rows
    that are in, so that no row is divided out again."""
    first = torch.ones_like(keys, dtype=torch.bool)
    first[1:] = keys[1:] != keys[:-1]
    products = values.roll(1, 0).masked_fill_(first.unsqueeze(1), 1)
    if tangents is not None:
        tangents = tangents.roll(1, 0).masked_fill_(first.unsqueeze(1), 0)
    step = 1
    while step < longest:
        same = (keys[step:] == keys[:-step]).unsqueeze(1)
        before, after = products[:-step], products[step:]
        if tangents is not None:
            joined = before * tangents[step:] + tangents[:-step] * after
            tangents = torch.cat(
                [tangents[:step], torch.where(same, joined, tangents[step:])]
            )
        products = torch.cat(
            [products[:step], torch.where(same, before * after, after)]
        )
        step *= 2
    return products, tangents


def _other_rows_product(data, ids, num_segments, tangents=None):
    wide = (
        torch.float32 if data.dtype in (torch.float16, torch.bfloat16) else data.dtype
    )
    keys = ids.reshape(-1).to(torch.int64)
    columns = math.prod(data.shape[ids.ndim :])
    result = torch.zeros(keys.numel(), columns, dtype=wide)
    rows = torch.nonzero((keys >= 0) & (keys < num_segments)).squeeze(1)
    if rows.numel() and result.numel():
        rows = rows[torch.argsort(keys[rows], stable=True)]
        keys = keys[rows]

        def sort(tensor):
            return tensor.reshape(result.shape)[rows].to(wide)

        values = sort(data)
        directions = None if tangents is None else sort(tangents)
        longest = int(torch.unique_consecutive(keys, return_counts=True)[1].max())
        before, before_tangents = _segmented_scan(values, directions, keys, longest)
        after, after_tangents = (
            None if scanned is None else scanned.flip(0)
            for scanned in _segmented_scan(
                values.flip(0),
                None if directions is None else directions.flip(0),
                keys.flip(0),
                longest,
            )
        )
        result[rows] = (
            before * after
            if directions is None
            else before * after_tangents + before_tangents * after
        )
    return result.reshape(data.shape).to(data.dtype)


def _other_rows_product_setup(ctx, inputs, output):
    data, ids, ctx.num_segments = inputs
    ctx.save_for_backward(data, ids)


def _other_rows_product_backward(ctx, grad):
    # The derivative of one row's product by another row is symmetric, so that
    # the product with the transposed Jacobian is one with the Jacobian itself.
    data, ids = ctx.saved_tensors
    tangents = other_rows_product_jvp(data, grad.conj(), ids, ctx.num_segments)
    return tangents.conj(), None, None


def _other_rows_product_vmap(info, in_dims, data, ids, num_segments):
    data_dim, ids_dim, _ = in_dims
    if ids_dim is None:
        data = data.movedim(data_dim, ids.ndim)
        return other_rows_product(data, ids, num_segments), ids.ndim
    data = batch_first(data, data_dim, info.batch_size)
    ids = offset_ids(batch_first(ids, ids_dim, info.batch_size), num_segments)
    return other_rows_product(data, ids, info.batch_size * num_segments), 0


other_rows_product = define(
    "other_rows_product",
    "(Tensor data, Tensor ids, SymInt num_segments) -> Tensor",
    _other_rows_product,
    lambda data, ids, num_segments: torch.empty_like(
        data, memory_format=torch.contiguous_format
    ),
    setup_context=_other_rows_product_setup,
    backward=_other_rows_product_backward,
    vmap=_other_rows_product_vmap,
)


def _other_rows_product_jvp_backward(ctx, grad):
    raise NotImplementedError(
        "segment_mlir: products have first and second derivatives, no third ones"
    )


def _other_rows_product_jvp_vmap(info, in_dims, data, tangents, ids, num_segments):
    size, ids_dim = info.batch_size, in_dims[2]
    data, tangents = (
        batch_first(tensor, dim, size) for tensor, dim in zip((data, tangents), in_dims)
    )
    ids = offset_ids(batch_first(ids, ids_dim, size), num_segments)
    return other_rows_product_jvp(data, tangents, ids, size * num_segments), 0


other_rows_product_jvp = define(
    "other_rows_product_jvp",
    "(Tensor data, Tensor tangents, Tensor ids, SymInt num_segments) -> Tensor",
    lambda data, tangents, ids, num_segments: _other_rows_product(
        data, ids, num_segments, tangents
    ),
    lambda data, tangents, ids, num_segments: torch.empty_like(
        data, memory_format=torch.contiguous_format
    ),
    backward=_other_rows_product_jvp_backward,
    vmap=_other_rows_product_jvp_vmap,
)


# ---- offset_ids: the ids of a batch as ids of one call


def _offset_ids(ids, size, checked_by="", of=None):
    wide = ids.to(torch.int64)
    if checked_by:
        _check_batch(ids, wide, size, checked_by, of)
    batch = expand_rows(torch.arange(ids.shape[0]), ids.ndim)
    outside = (wide < 0) | (wide >= size)
    return (wide + batch * size).masked_fill_(outside, -1)


def _check_batch(ids, wide, size, checked_by, of):
    """Has the operator report the first element of the batch that it refuses."""
    if of is not None:
        refused = ((wide < 0) | (wide >= size)) & (of >= 0)
    elif checked_by.startswith(("unsorted_", "gather_")):
        refused = wide >= size
    else:
        flat = wide.reshape(wide.shape[0], -1)
        refused = flat < 0
        refused[:, 1:] |= flat[:, 1:] < flat[:, :-1]
    refused = refused.reshape(refused.shape[0], -1).any(1)
    if not bool(refused.any()):
        return
    first = int(refused.nonzero()[0])
    ids = ids[first]
    rows = torch.ones(ids.shape, dtype=torch.int8)
    operator = getattr(segment_mlir, checked_by)
    if of is not None:
        operator(rows.new_ones(size, 1), ids, of[first].clamp(-1, 0), 1)
    elif checked_by.startswith("gather_"):
        operator(rows.new_ones(1, 1), torch.zeros_like(ids), ids, size)
    else:
        operator(rows, ids, size)


def _offset_ids_vmap(info, in_dims, ids, size, checked_by="", of=None):
    # Within a batch of batches the inner one is what is offset.
    ids = batch_first(ids, in_dims[0], info.batch_size)
    if of is None:
        results = [offset_ids(part, size, checked_by) for part in ids.unbind()]
    else:
        of = batch_first(of, in_dims[3], info.batch_size)
        results = [
            offset_ids(part, size, checked_by, part_of)
            for part, part_of in zip(ids.unbind(), of.unbind())
        ]
    return torch.stack(results), 0


# With `checked_by`, the name of an operator, ids that it refuses are an error,
# unless the number at the same place in `of` is negative. Without, and where it
# leaves them out, they become -1.
offset_ids = define(
    "offset_ids",
    '(Tensor ids, SymInt size, str checked_by="", Tensor? of=None) -> Tensor',
    _offset_ids,
    lambda ids, size, checked_by="", of=None: ids.new_empty(
        ids.shape, dtype=torch.int64
    ),
    vmap=_offset_ids_vmap,
)
