# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""segment_reduce answers what the operations answer one by one, to the bit: that
rows are walked once changes no order of additions (3.6)."""

# RUN: %python %s | FileCheck %s
# CHECK: several: {{[1-9][0-9]+}} examples
# CHECK: 1 properties hold, 0 fail

import numpy as np
from comparing import same
from draws import BFLOAT16, elements, factors, ids, is_float, many, rows, signatures
from hypothesis import strategies as st
from running import holds, run

import segment_mlir

CHOICES = [
    (("sum", "min", "mean"), np.float32, {}),
    (("max", "prod"), np.float64, {"bounds": "drop"}),
    (("mean", "sum", "prod", "max", "min"), np.int16, {}),
    (("mean", "max"), BFLOAT16, {}),
    (("min", "max"), np.bool_, {}),
    (("prod",), np.uint8, {}),
]


@st.composite
def cases(draw):
    kinds, dtype, keywords, row = draw(signatures(CHOICES))
    count = draw(many(row))
    segments = draw(st.integers(1, 7))
    few = "prod" in kinds and is_float(dtype)
    data = draw(rows(dtype, row, count, factors(dtype) if few else elements(dtype)))
    beyond = 2 if keywords else 0
    keys = draw(ids(count, -1, segments + beyond))
    return kinds, keywords, data, keys, segments


@holds(cases())
def several(case):
    kinds, keywords, data, keys, segments = case
    results = segment_mlir.segment_reduce(data, keys, segments, kinds, **keywords)
    assert isinstance(results, tuple) and len(results) == len(kinds)
    for kind, got in zip(kinds, results):
        reduce = getattr(segment_mlir, f"unsorted_segment_{kind}")
        same(got, reduce(data, keys, segments, **keywords), kind)


run(several)
