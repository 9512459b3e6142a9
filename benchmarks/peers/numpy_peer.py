# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""numpy: ufunc.at, ufunc.reduceat on sorted ids, bincount for sums of floats."""

import numpy as np

import dtypes
from workloads import GATHER, SCATTER, SORTED

THREADS = (1,)


def environment(threads):
    return {}


def start(threads):
    return np.__version__


def _highest(dtype):
    if dtype.kind in "iu":
        return np.iinfo(dtype).max
    return np.inf


def methods(row, arrays):
    data = arrays["data"]
    if row.op == SCATTER:
        position = tuple(np.ascontiguousarray(c) for c in arrays["indices"].T)

        def scatter():
            out = arrays["input"].copy()
            np.minimum.at(out, position, data)
            return out

        return {"minimum.at": scatter}

    ids = arrays["ids"]
    shape = (row.segments,) + data.shape[1:]
    if row.op == GATHER:
        weight, source = arrays["weight"][:, None], arrays["source"]

        def gather():
            out = np.zeros(shape, data.dtype)
            np.add.at(out, ids, weight * data[source])
            return out

        return {"add.at": gather}

    ufunc = np.add if row.kind == "sum" else np.minimum
    empty = 0 if row.kind == "sum" else _highest(data.dtype)

    def at():
        out = np.full(shape, empty, data.dtype)
        ufunc.at(out, ids, data)
        return out

    def reduceat():
        starts = np.flatnonzero(ids[1:] != ids[:-1]) + 1
        starts = np.concatenate(([0], starts))
        out = np.full(shape, empty, data.dtype)
        out[ids[starts]] = ufunc.reduceat(data, starts, axis=0, dtype=data.dtype)
        return out

    def bincount():
        return np.bincount(ids, data, row.segments)

    found = {f"{ufunc.__name__}.at": at}
    if row.ids == SORTED:
        found[f"{ufunc.__name__}.reduceat"] = reduceat
    if row.kind == "sum" and row.columns == 1 and dtypes.is_float(row.dtype):
        found["bincount"] = bincount
    return found


def to_numpy(result):
    return result
