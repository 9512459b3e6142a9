# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A scatter onto what a fold starts from is the operation on segments: minima and
maxima onto infinities (integers: their limits), sums onto zeros, products onto
ones."""

# RUN: %python %s | FileCheck %s
# CHECK: onto_identity: {{[1-9][0-9]+}} examples
# CHECK: onto_limits: {{[1-9][0-9]+}} examples
# CHECK: 2 properties hold, 0 fail

import numpy as np
from comparing import same
from draws import BFLOAT16, elements, ids, many, rows, signatures
from hypothesis import strategies as st
from running import holds, run

import segment_mlir

PAIRS = [
    ("min", "min", np.float32, np.inf),
    ("max", "max", np.float16, -np.inf),
    ("min", "min", BFLOAT16, np.inf),
    ("min", "min", np.int8, 127),
    ("max", "max", np.uint64, 0),
    ("min", "min", np.bool_, True),
    ("sum", "add", np.int32, 0),
    ("sum", "add", np.uint8, 0),
    ("prod", "mul", np.int64, 1),
]
# 1.1: without rows a minimum is the largest finite value.
LIMITS = [
    ("min", np.float32, np.finfo(np.float32).max),
    ("max", np.float64, np.finfo(np.float64).min),
]


@st.composite
def cases(draw, choices, special):
    *signature, dtype, start, row = draw(signatures(choices))
    count = draw(many(row))
    segments = draw(st.integers(1, 7))
    data = draw(rows(dtype, row, count, elements(dtype, special)))
    keys = draw(ids(count, 0, segments))
    return *signature, np.full((segments, *row), start, dtype), data, keys


@holds(cases(PAIRS, True))
def onto_identity(case):
    reduction, kind, start, data, keys = case
    keywords = {"empty": "infinity"} if kind in ("min", "max") else {}
    reduce = getattr(segment_mlir, f"unsorted_segment_{reduction}")
    scatter = getattr(segment_mlir, f"scatter_{kind}")
    want = reduce(data, keys, len(start), **keywords)
    same(scatter(start, keys[:, None], data), want)


@holds(cases(LIMITS, False))
def onto_limits(case):
    kind, start, data, keys = case
    reduce = getattr(segment_mlir, f"unsorted_segment_{kind}")
    scatter = getattr(segment_mlir, f"scatter_{kind}")
    same(scatter(start, keys[:, None], data), reduce(data, keys, len(start)))


run(onto_identity, onto_limits)
