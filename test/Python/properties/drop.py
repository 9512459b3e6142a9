# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""3.9, section 4: bounds="drop" answers as if the bad rows had not been there, in
the operations on segments and in scatters. Their NaNs touch nothing."""

# RUN: %python %s | FileCheck %s
# CHECK: unsorted: {{[1-9][0-9]+}} examples
# CHECK: ascending: {{[1-9][0-9]+}} examples
# CHECK: scattered: {{[1-9][0-9]+}} examples
# CHECK: 3 properties hold, 0 fail

import numpy as np
from comparing import close_sums, same
from draws import (
    BFLOAT16,
    ROWS,
    arrays,
    counts,
    ids,
    is_float,
    many,
    rows,
    signatures,
)
from hypothesis import strategies as st
from running import holds, run

import segment_mlir

SEGMENT = [
    ("min", np.float32, {}),
    ("max", BFLOAT16, {"nan": "ignore"}),
    ("max", np.int16, {"empty": "zero"}),
    ("sum", np.float32, {}),
    ("sum", np.int64, {}),
    ("mean", np.int32, {}),
]
SCATTER = [
    ("min", np.float32, {}),
    ("max", np.uint8, {}),
    ("add", np.int32, {}),
    ("sub", np.int8, {}),
    ("div", np.int64, {}),
    ("update", np.float64, {}),
]


@st.composite
def segment_cases(draw):
    kind, dtype, keywords, row = draw(signatures(SEGMENT, ROWS[1:]))
    count = draw(many(row))
    segments = draw(st.integers(0, 7))
    data = draw(rows(dtype, row, count))
    keys = draw(ids(count, -3, segments + 3))
    return kind, keywords, data, keys, segments


def compare(kind, got, want, data, keys):
    if kind == "sum" and is_float(data.dtype):
        close_sums(got, want, data, keys)
    else:
        same(got, want)


@holds(segment_cases())
def unsorted(case):
    kind, keywords, data, keys, segments = case
    reduce = getattr(segment_mlir, f"unsorted_segment_{kind}")
    good = (keys >= 0) & (keys < segments)
    got = reduce(data, keys, segments, bounds="drop", **keywords)
    want = reduce(data[good], keys[good], segments, **keywords)
    compare(kind, got, want, data[good], keys[good])


@holds(segment_cases())
def ascending(case):
    kind, keywords, data, keys, segments = case
    keys = np.sort(keys)
    good = (keys >= 0) & (keys < segments)
    v2 = getattr(segment_mlir, f"segment_{kind}_v2")
    got = v2(data, keys, segments, bounds="drop", **keywords)
    want = v2(data[good], keys[good], segments, **keywords)
    compare(kind, got, want, data[good], keys[good])
    v1 = getattr(segment_mlir, f"segment_{kind}")
    good = keys >= 0
    got = v1(data, keys, bounds="drop", **keywords)
    want = v1(data[good], keys[good], **keywords)
    compare(kind, got, want, data[good], keys[good])


@st.composite
def scatter_cases(draw):
    kind, dtype, keywords, row = draw(signatures(SCATTER))
    count = draw(counts())
    shape = draw(st.integers(0, 4)), draw(st.integers(1, 3))
    input = draw(arrays(dtype, (*shape, *row)))
    updates = draw(arrays(dtype, (count, *row)))
    indices = [draw(ids(count, -2, dim + 2, np.int32)) for dim in shape]
    return kind, keywords, input, np.stack(indices, 1), updates


@holds(scatter_cases())
def scattered(case):
    kind, keywords, input, indices, updates = case
    scatter = getattr(segment_mlir, f"scatter_{kind}")
    good = ((indices >= 0) & (indices < input.shape[:2])).all(1)
    got = scatter(input, indices, updates, bounds="drop", **keywords)
    same(got, scatter(input, indices[good], updates[good], **keywords))


run(unsorted, ascending, scattered)
