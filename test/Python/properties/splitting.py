# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows may be folded in two parts: the results of both, combined, are the result
of all; and one part may be scattered into the result of the other. To the bit for
minima, maxima and integers; float sums as Inputs/comparing.py says."""

# RUN: %python %s | FileCheck %s
# CHECK: combined: {{[1-9][0-9]+}} examples
# CHECK: continued: {{[1-9][0-9]+}} examples
# CHECK: 2 properties hold, 0 fail

import numpy as np
from comparing import close_sums, same
from draws import BFLOAT16, ids, is_float, many, rows, signatures
from hypothesis import strategies as st
from running import holds, run

import segment_mlir

# A part without rows must not show what a part with rows could be smaller than.
COMBINED = [
    ("min", np.float64, {"empty": "infinity"}),
    ("max", np.float16, {"empty": "infinity"}),
    ("max", BFLOAT16, {"empty": "infinity"}),
    ("min", np.uint16, {}),
    ("max", np.bool_, {}),
    ("sum", np.int8, {}),
    ("prod", np.int64, {}),
    ("sum", np.float32, {}),
    ("sum", np.float64, {}),
]
SCATTERS = {"min": "min", "max": "max", "sum": "add", "prod": "mul"}


@st.composite
def cases(draw):
    kind, dtype, keywords, row = draw(signatures(COMBINED))
    count = draw(many(row))
    segments = draw(st.integers(1, 7))
    data = draw(rows(dtype, row, count))
    keys = draw(ids(count, 0, segments))
    return kind, keywords, data, keys, segments, draw(st.integers(0, count))


def compare(kind, got, want, data, keys):
    if kind == "sum" and is_float(data.dtype):
        # Two parts have one addition more; the bound is of twice as many.
        close_sums(got, want, np.concatenate([data, data]), np.tile(keys, 2))
    else:
        same(got, want)


@holds(cases())
def combined(case):
    kind, keywords, data, keys, segments, at = case
    reduce = getattr(segment_mlir, f"unsorted_segment_{kind}")
    want = reduce(data, keys, segments, **keywords)
    parts = [
        reduce(data[part], keys[part], segments, **keywords)
        for part in (slice(at), slice(at, None))
    ]
    both = np.tile(np.arange(segments), 2)
    got = reduce(np.concatenate(parts), both, segments, **keywords)
    compare(kind, got, want, data, keys)


@holds(cases())
def continued(case):
    kind, keywords, data, keys, segments, at = case
    reduce = getattr(segment_mlir, f"unsorted_segment_{kind}")
    scatter = getattr(segment_mlir, f"scatter_{SCATTERS[kind]}")
    want = reduce(data, keys, segments, **keywords)
    first = reduce(data[:at], keys[:at], segments, **keywords)
    got = scatter(first, keys[at:, None], data[at:])
    compare(kind, got, want, data, keys)


run(combined, continued)
