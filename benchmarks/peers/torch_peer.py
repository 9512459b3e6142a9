# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch on CPU: index_add, scatter_add, scatter_reduce, index_reduce,
segment_reduce; a sparse matrix product (MKL) for the gathered sum."""

import warnings

import numpy as np

import dtypes
import peers
from workloads import GATHER, SCATTER, SORTED

THREADS = (1, 2)


def environment(threads):
    return peers.omp_environment(threads)


def start(threads):
    import torch

    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    # index_reduce and sparse CSR call themselves beta.
    warnings.filterwarnings("ignore", category=UserWarning)
    return torch.__version__


def _tensor(array):
    import torch

    if array.dtype == dtypes.BFLOAT16:
        return torch.from_numpy(array.view(np.int16).copy()).view(torch.bfloat16)
    return torch.from_numpy(array)


def _gather(row, arrays):
    import torch

    data, weight = _tensor(arrays["data"]), _tensor(arrays["weight"])
    source, ids = _tensor(arrays["source"]), _tensor(arrays["ids"])
    offsets = torch.searchsorted(
        ids, torch.arange(row.segments + 1, dtype=ids.dtype), out_int32=True
    )
    matrix = torch.sparse_csr_tensor(
        offsets, source, weight, size=(row.segments, row.nodes)
    )

    def embedding_bag():
        return torch.nn.functional.embedding_bag(
            source,
            data,
            offsets[:-1],
            mode="sum",
            per_sample_weights=weight,
        )

    def separate():
        out = torch.zeros(row.segments, row.columns, dtype=data.dtype)
        return out.index_add_(0, ids, weight[:, None] * data[source])

    return {
        "sparse matmul (MKL)": lambda: matrix @ data,
        "embedding_bag": embedding_bag,
        "separate operations": separate,
    }


def _scatter(row, arrays):
    start, updates = _tensor(arrays["input"]), _tensor(arrays["data"])
    indices = _tensor(arrays["indices"]).long()
    shape = start.shape
    flat = start.reshape((row.segments,) + tuple(updates.shape[1:]))

    def position():
        if row.depth == 1:
            return indices[:, 0]
        return indices[:, 0] * shape[1] + indices[:, 1]

    def index_reduce():
        return flat.index_reduce(0, position(), updates, "amin").view(shape)

    def scatter_reduce():
        index = position()
        if row.columns > 1:
            index = index[:, None].expand(updates.shape)
        return flat.scatter_reduce(0, index, updates, "amin").view(shape)

    return {"index_reduce": index_reduce, "scatter_reduce": scatter_reduce}


def methods(row, arrays):
    import torch

    if row.op == GATHER:
        return _gather(row, arrays)
    if row.op == SCATTER:
        return _scatter(row, arrays)
    data, ids = _tensor(arrays["data"]), _tensor(arrays["ids"])
    long_ids = ids.long()
    spread = long_ids
    if row.columns > 1:
        spread = long_ids[:, None].expand(data.shape)
    shape = (row.segments,) + tuple(data.shape[1:])
    amount = "sum" if row.kind == "sum" else "amin"

    def zeros():
        return torch.zeros(shape, dtype=data.dtype)

    def segment_reduce():
        lengths = torch.bincount(long_ids, minlength=row.segments)
        return torch.segment_reduce(data, row.kind, lengths=lengths, axis=0)

    found = {
        "scatter_reduce": lambda: zeros().scatter_reduce_(
            0, spread, data, amount, include_self=False
        )
    }
    if row.kind == "sum":
        found["index_add"] = lambda: zeros().index_add_(0, ids, data)
        found["scatter_add"] = lambda: zeros().scatter_add_(0, spread, data)
    else:
        found["index_reduce"] = lambda: zeros().index_reduce_(
            0, long_ids, data, amount, include_self=False
        )
    if row.ids == SORTED:
        found["segment_reduce"] = segment_reduce
    return found


def to_numpy(result):
    import torch

    if result.dtype == torch.bfloat16:
        return result.contiguous().view(torch.int16).numpy().view(dtypes.BFLOAT16)
    return result.numpy()
