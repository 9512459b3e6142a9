# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gather_segment_* answers as unsorted_segment_* does on rows that were gathered
and weighted beforehand: to the bit for minima, maxima and integers, float sums as
Inputs/comparing.py says; and with bounds="drop" as if the edges with a bad end had
not been there (4.19)."""

# RUN: %python %s | FileCheck %s
# CHECK: gathered: {{[1-9][0-9]+}} examples
# CHECK: dropped: {{[1-9][0-9]+}} examples
# CHECK: 2 properties hold, 0 fail

import numpy as np
from comparing import close_sums, same
from draws import ROWS, arrays, elements, ids, is_float, many, rows, signatures
from hypothesis import strategies as st
from running import holds, run

import segment_mlir

CHOICES = [
    ("sum", np.float32, True),
    ("sum", np.float64, False),
    ("sum", np.int32, True),
    ("min", np.float32, True),
    ("max", np.int16, False),
    ("mean", np.int64, False),
]


@st.composite
def cases(draw, beyond):
    kind, dtype, is_weighted, row = draw(signatures(CHOICES, ROWS[1:]))
    count = draw(many(row))
    sources, segments = draw(st.integers(1, 9)), draw(st.integers(1, 7))
    x = draw(arrays(dtype, (sources, *row)))
    src = draw(ids(count, -beyond, sources + beyond))
    keys = draw(ids(count, -1, segments + beyond))
    values = elements(dtype, special=False)
    weight = draw(rows(dtype, (), count, values)) if is_weighted else None
    return kind, x, src, keys, segments, weight


def compare(kind, x, src, keys, segments, weight, got):
    data = x[src]
    if weight is not None:
        with np.errstate(all="ignore"):
            data = data * weight.reshape(-1, *[1] * (x.ndim - 1))
    want = getattr(segment_mlir, f"unsorted_segment_{kind}")(data, keys, segments)
    if kind == "sum" and is_float(x.dtype):
        good = keys >= 0
        close_sums(got, want, data[good], keys[good])
    else:
        same(got, want)


@holds(cases(0))
def gathered(case):
    kind, *arguments = case
    got = getattr(segment_mlir, f"gather_segment_{kind}")(*arguments)
    compare(*case, got)


@holds(cases(2))
def dropped(case):
    kind, x, src, keys, segments, weight = case
    gather = getattr(segment_mlir, f"gather_segment_{kind}")
    got = gather(x, src, keys, segments, weight, bounds="drop")
    good = (keys < segments) & (src >= 0) & (src < len(x))
    weight = None if weight is None else weight[good]
    compare(kind, x, src[good], keys[good], segments, weight, got)


run(gathered, dropped)
