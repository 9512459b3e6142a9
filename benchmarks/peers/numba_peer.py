# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""numba: the loops that one would write by hand. In parallel each thread owns a
range of segments and looks at all ids."""

import numpy as np

from workloads import GATHER, SCATTER

THREADS = (1, 2)

_threads = 1
_kernels = {}


def environment(threads):
    return {"NUMBA_NUM_THREADS": str(threads)}


def start(threads):
    global _threads
    import numba

    _threads = threads
    return numba.__version__


def _kernel(kind, columns):
    """Folds rows into `out`, serial or split by segments."""
    import numba

    key = kind, columns, _threads
    if key in _kernels:
        return _kernels[key]
    is_sum = kind == "sum"

    def fold(out, ids, data, first, last):
        for n in range(ids.shape[0]):
            i = ids[n]
            if i < first or i >= last:
                continue
            if columns == 1:
                x = data[n]
                if is_sum:
                    out[i] += x
                else:
                    out[i] = x if x < out[i] or x != x else out[i]
            else:
                for d in range(data.shape[1]):
                    x = data[n, d]
                    if is_sum:
                        out[i, d] += x
                    else:
                        out[i, d] = x if x < out[i, d] or x != x else out[i, d]

    fold = numba.njit(fold)
    parts = _threads

    def run(out, ids, data):
        segments = out.shape[0]
        if parts == 1:
            fold(out, ids, data, 0, segments)
        else:
            for t in numba.prange(parts):
                fold(
                    out,
                    ids,
                    data,
                    segments * t // parts,
                    segments * (t + 1) // parts,
                )

    _kernels[key] = numba.njit(run, parallel=parts > 1)
    return _kernels[key]


def _gather_kernel():
    import numba

    def run(out, source, ids, weight, data):
        for e in range(ids.shape[0]):
            for d in range(data.shape[1]):
                out[ids[e], d] += weight[e] * data[source[e], d]

    return numba.njit(run)


def methods(row, arrays):
    data = arrays["data"]
    if data.dtype.itemsize == 2:
        # numba has no 16-bit floats on CPUs.
        return {}
    if row.op == GATHER:
        run = _gather_kernel()

        def gather():
            out = np.zeros((row.segments, row.columns), data.dtype)
            run(out, arrays["source"], arrays["ids"], arrays["weight"], data)
            return out

        return {"loop": gather} if _threads == 1 else {}

    kernel = _kernel(row.kind, row.columns)
    if row.op == SCATTER:
        shape = arrays["input"].shape
        flat_shape = (row.segments,) + data.shape[1:]

        def scatter():
            out = arrays["input"].copy()
            ids = arrays["indices"][:, 0]
            if row.depth == 2:
                ids = ids * np.int32(shape[1]) + arrays["indices"][:, 1]
            kernel(out.reshape(flat_shape), np.ascontiguousarray(ids), data)
            return out

        return {"loop": scatter}

    if row.kind == "sum":
        empty = 0
    else:
        empty = np.iinfo(data.dtype).max if data.dtype.kind in "iu" else np.inf

    def reduce():
        out = np.full((row.segments,) + data.shape[1:], empty, data.dtype)
        kernel(out, arrays["ids"], data)
        return out

    return {"loop": reduce}


def to_numpy(result):
    return result
