# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""polars: group_by on a DataFrame of one column for each of the data's."""

import numpy as np

from workloads import GATHER, SCATTER

THREADS = (1, 2)

_segments = 0


def environment(threads):
    return {"POLARS_MAX_THREADS": str(threads)}


def start(threads):
    import polars

    return polars.__version__


def methods(row, arrays):
    import polars

    global _segments
    _segments = row.segments
    if row.op in (SCATTER, GATHER) or row.dtype in ("f16", "bf16"):
        return {}
    data = arrays["data"]
    if data.ndim == 1:
        data = data[:, None]
    columns = {f"x{d}": np.ascontiguousarray(data[:, d]) for d in range(row.columns)}
    frame = polars.DataFrame({"ids": arrays["ids"]} | columns)
    values = getattr(polars.all(), row.kind)()
    return {"group_by": lambda: frame.group_by("ids").agg(values)}


def to_numpy(result):
    values = result.drop("ids").to_numpy()
    out = np.zeros((_segments,) + values.shape[1:], values.dtype)
    out[result["ids"].to_numpy()] = values
    return out[:, 0] if values.shape[1] == 1 else out
