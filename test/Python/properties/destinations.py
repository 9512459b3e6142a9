# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""3.6, 5.3: results are the same bits wherever they are written to, fresh or out=,
of any layout or in place, and with 1, 2 and 7 threads."""

# RUN: %python %s | FileCheck %s
# CHECK: segments: {{[1-9][0-9]+}} examples
# CHECK: slices: {{[1-9][0-9]+}} examples
# CHECK: 2 properties hold, 0 fail

import numpy as np
from comparing import same
from draws import BFLOAT16, arrays, elements, factors, ids, many, rows, signatures
from hypothesis import strategies as st
from running import holds, run

import segment_mlir

SEGMENT = [
    ("unsorted_segment_sum", np.float32),
    ("unsorted_segment_mean", np.float64),
    ("unsorted_segment_min", np.float16),
    ("segment_sum_v2", np.float32),
    ("segment_mean_v2", BFLOAT16),
    ("segment_prod_v2", np.float32),
    ("segment_max_v2", np.int8),
]
SCATTER = [
    ("scatter_add", np.float32),
    ("scatter_mul", np.float64),
    ("scatter_min", np.float32),
    ("scatter_update", np.int64),
]


def make_contiguous(like):
    return np.empty_like(like)


def make_fortran(like):
    return np.empty_like(like, order="F")


def make_reversed(like):
    return np.empty_like(like)[::-1]


def make_spaced(like):
    return np.empty((*like.shape, 3), like.dtype)[..., 1]


LAYOUTS = [make_contiguous, make_fortran, make_reversed, make_spaced]


def compare(function, arguments, layout):
    want = function(*arguments, threads=1)
    for threads in (2, 7, None):
        same(function(*arguments, threads=threads), want, f"{threads} threads")
    out = layout(want)
    # What it holds before must not matter.
    out.view(np.uint8 if out.dtype == np.bool_ else out.dtype).fill(1)
    for threads in (1, 2, 7):
        assert function(*arguments, out=out, threads=threads) is out
        same(out, want, f"out= {layout.__name__}, {threads} threads")
    return want


@st.composite
def segment_cases(draw):
    name, dtype, row = draw(signatures(SEGMENT))
    count = draw(many(row))
    segments = draw(st.sampled_from([1, 2, 5, 1000]))
    values = factors(dtype) if "prod" in name else elements(dtype)
    data = draw(rows(dtype, row, count, values))
    keys = draw(ids(count, 0, segments))
    if not name.startswith("unsorted"):
        keys.sort()
    return name, data, keys, segments, draw(st.sampled_from(LAYOUTS))


@holds(segment_cases())
def segments(case):
    name, *arguments, layout = case
    compare(getattr(segment_mlir, name), arguments, layout)


@st.composite
def scatter_cases(draw):
    name, dtype, row = draw(signatures(SCATTER))
    count = draw(many(row))
    slices = draw(st.sampled_from([1, 3, 500]))
    values = factors(dtype) if "mul" in name else elements(dtype)
    updates = draw(rows(dtype, row, count, values))
    input = draw(arrays(dtype, (slices, *row), values))
    indices = draw(ids(count, 0, slices, np.int32))[:, None]
    return name, input, indices, updates, draw(st.sampled_from(LAYOUTS))


@holds(scatter_cases())
def slices(case):
    name, *arguments, layout = case
    function = getattr(segment_mlir, name)
    want = compare(function, arguments, layout)
    input = layout(arguments[0])
    for threads in (1, 7):
        input[...] = arguments[0]
        assert function(input, *arguments[1:], out=input, threads=threads) is input
        same(input, want, f"in place, {threads} threads")


run(segments, slices)
