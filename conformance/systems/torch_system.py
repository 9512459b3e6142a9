# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch on CPU.

Sorted ids: torch.segment_reduce, by the lengths of the segments. Others:
index_add, index_reduce, index_put into zeros (products: ones). Ids of several
dimensions are flattened, as its users do.
"""

import numpy as np

from segment_e2e.elements import BFLOAT16
from systems import NotOffered

TITLE = "PyTorch"
CALLS = """\
Called are, for sorted ids, `torch.segment_reduce` by the lengths of the segments; for
others, `index_add` and `index_reduce` (without the initial value) into zeros, for
products into ones; for scatters `index_add`, `index_reduce` and `index_put`. Ids of
several dimensions are flattened, as its users do. Lengths can't say what ids say that
decrease or are out of range, so there is nothing to call then."""

LACKING = (
    r"not (yet )?(implemented|supported)",
    r"NotImplementedError",
    r"unsupported.*type",
)

_REDUCTIONS = {"prod": "prod", "mul": "prod", "mean": "mean", "min": "amin", "max": "amax"}


def environment():
    return {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}


def start():
    import torch

    torch.set_num_threads(1)
    return {"torch": torch.__version__.split("+")[0]}


def _tensor(array):
    import torch

    if array.dtype == BFLOAT16:
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


def _array(tensor):
    import torch

    if tensor.dtype == torch.bfloat16:
        return tensor.contiguous().view(torch.int16).numpy().view(BFLOAT16)
    return tensor.numpy()


def ask(op, first, ids, *rest):
    import torch

    if op.is_scatter:
        return _array(_scatter(op, _tensor(first), _tensor(ids), _tensor(*rest)))
    if ids.ndim != 1:
        if (
            op.family == "v1"
            or (op.is_sorted and ids.ndim == 0)
            or ids.shape != first.shape[: ids.ndim]
        ):
            raise NotOffered("shape")
        first = first.reshape(ids.size, *first.shape[ids.ndim :])
        ids = ids.reshape(-1)
    data, ids = _tensor(first), _tensor(ids)
    if op.is_sorted:
        return _array(_by_lengths(op, data, ids, *rest))
    result = torch.zeros((*rest, *data.shape[1:]), dtype=data.dtype)
    if op.kind == "sum":
        return _array(result.index_add(0, ids, data))
    if op.kind == "prod":
        return _array(torch.ones_like(result).index_reduce(0, ids, data, "prod"))
    reduction = _REDUCTIONS[op.kind]
    return _array(result.index_reduce(0, ids, data, reduction, include_self=False))


def _by_lengths(op, data, ids, num_segments=0):
    import torch

    decreasing_or_negative = (ids.diff() < 0).any() or (ids[:1] < 0).any()
    if decreasing_or_negative or (
        op.family == "v2" and (ids >= max(num_segments, 0)).any()
    ):
        raise NotOffered("ids: lengths can't say this")
    lengths = torch.bincount(ids, minlength=num_segments)
    return torch.segment_reduce(data, op.kind, lengths=lengths, axis=0)


def _scatter(op, start, indices, updates):
    depth = indices.shape[-1]
    if depth == 1 and indices.ndim == 2:
        ids = indices[:, 0]
        if op.kind in ("add", "sub"):
            return start.index_add(0, ids, updates, alpha=1 if op.kind == "add" else -1)
        if op.kind in _REDUCTIONS:
            return start.index_reduce(0, ids, updates, _REDUCTIONS[op.kind])
    if depth == 0 or op.kind not in ("add", "update"):
        raise NotOffered("op")
    coordinates = tuple(indices[..., k] for k in range(depth))
    return start.index_put(coordinates, updates, accumulate=op.kind == "add")
