# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""3.1, 3.5: the order of rows decides nothing in minima, maxima, and sums and
products of integers."""

# RUN: %python %s | FileCheck %s
# CHECK: segments: {{[1-9][0-9]+}} examples
# CHECK: slices: {{[1-9][0-9]+}} examples
# CHECK: 2 properties hold, 0 fail

import numpy as np
from comparing import same
from draws import BFLOAT16, arrays, counts, ids, many, rows, shuffler, signatures
from hypothesis import strategies as st
from running import holds, run

import segment_mlir

SEGMENT = [
    ("min", np.float32, {}),
    ("min", np.float16, {"nan": "ignore"}),
    ("max", BFLOAT16, {}),
    ("max", np.float64, {"nan": "ignore"}),
    ("min", np.int64, {"empty": "zero"}),
    ("max", np.uint8, {}),
    ("min", np.bool_, {}),
    ("sum", np.int32, {}),
    ("sum", np.uint8, {}),
    ("prod", np.int16, {}),
    ("prod", np.uint64, {}),
    ("mean", np.int8, {}),
]
SCATTER = [
    ("min", np.float32, {}),
    ("max", np.float16, {"nan": "ignore"}),
    ("max", np.int8, {}),
    ("add", np.int64, {}),
    ("sub", np.uint16, {}),
    ("mul", np.int32, {}),
]


@st.composite
def cases(draw, choices, with_input):
    kind, dtype, keywords, row = draw(signatures(choices))
    count = draw(counts() if with_input else many(row))
    segments = draw(st.integers(1, 7))
    data = draw(rows(dtype, row, count))
    keys = draw(ids(count, 0, segments))
    order = shuffler(draw).permutation(count)
    start = draw(arrays(dtype, (segments, *row))) if with_input else segments
    return kind, keywords, data, keys, start, order


@holds(cases(SEGMENT, False))
def segments(case):
    kind, keywords, data, keys, count, order = case
    reduce = getattr(segment_mlir, f"unsorted_segment_{kind}")
    want = reduce(data, keys, count, **keywords)
    same(reduce(data[order], keys[order], count, **keywords), want)
    same(reduce(data[::-1], keys[::-1], count, **keywords), want)


@holds(cases(SCATTER, True))
def slices(case):
    kind, keywords, updates, keys, start, order = case
    scatter = getattr(segment_mlir, f"scatter_{kind}")
    index = keys[:, None]
    want = scatter(start, index, updates, **keywords)
    same(scatter(start, index[order], updates[order], **keywords), want)


run(segments, slices)
