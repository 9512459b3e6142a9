# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""numpy_groupies: aggregate, with numpy and with numba inside."""

import dtypes
from workloads import GATHER, SCATTER

THREADS = (1,)


def environment(threads):
    return {"NUMBA_NUM_THREADS": "1"}


def start(threads):
    import numpy_groupies

    return numpy_groupies.__version__


def methods(row, arrays):
    import numpy_groupies

    if row.op in (SCATTER, GATHER):
        return {}
    ids, data = arrays["ids"], arrays["data"]

    def call(aggregate):
        return lambda: aggregate(
            ids, data, func=row.kind, size=row.segments, axis=0, dtype=data.dtype
        )

    found = {"aggregate (numba)": call(numpy_groupies.aggregate_nb)}
    # That with numpy adds integers as f64, and doesn't wrap.
    if row.kind != "sum" or dtypes.is_float(row.dtype):
        found["aggregate (numpy)"] = call(numpy_groupies.aggregate_np)
    return found


def to_numpy(result):
    return result
