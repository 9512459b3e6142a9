# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pandas: groupby on a Series or DataFrame."""

import numpy as np

from workloads import GATHER, SCATTER

THREADS = (1,)

_segments = 0


def environment(threads):
    return {}


def start(threads):
    import pandas

    return pandas.__version__


def methods(row, arrays):
    import pandas

    global _segments
    _segments = row.segments
    if row.op in (SCATTER, GATHER) or row.dtype == "bf16":
        return {}
    ids, data = arrays["ids"], arrays["data"]
    frame = pandas.Series(data) if data.ndim == 1 else pandas.DataFrame(data)
    return {"groupby": lambda: getattr(frame.groupby(ids), row.kind)()}


def to_numpy(result):
    values = result.to_numpy()
    out = np.zeros((_segments,) + values.shape[1:], values.dtype)
    out[result.index.to_numpy()] = values
    return out
