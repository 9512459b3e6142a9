# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""On sorted ids the operations on sorted ids and those on any answer the same: to
the bit, and float sums, products and means within what two orders can differ by
(Inputs/comparing.py)."""

# RUN: %python %s | FileCheck %s
# CHECK: exact: {{[1-9][0-9]+}} examples
# CHECK: rounded: {{[1-9][0-9]+}} examples
# CHECK: 2 properties hold, 0 fail

import numpy as np
from comparing import close_products, close_sums, same
from draws import (
    BFLOAT16,
    ROWS,
    elements,
    factors,
    ids,
    is_float,
    many,
    rows,
    signatures,
)
from hypothesis import strategies as st
from running import holds, run

import segment_mlir

EXACT = [
    ("min", np.float32, {}),
    ("min", BFLOAT16, {"nan": "ignore", "empty": "infinity"}),
    ("max", np.int64, {}),
    ("sum", np.int16, {}),
    ("prod", np.uint32, {}),
    ("mean", np.int64, {}),
]
ROUNDED = [
    ("sum", np.float32, {}),
    ("sum", np.float16, {}),
    ("mean", np.float64, {}),
    ("mean", BFLOAT16, {}),
    ("prod", np.float64, {}),
]


@st.composite
def cases(draw, choices):
    kind, dtype, keywords, row = draw(signatures(choices, ROWS[1:]))
    values, most = elements(dtype), draw(many(row))
    if kind == "prod" and is_float(dtype):
        values, most = factors(dtype), draw(st.integers(0, 300))
    data = draw(rows(dtype, row, most, values))
    segments = draw(st.integers(1, 9))
    keys = np.sort(draw(ids(most, 0, segments)))
    return kind, keywords, data, keys, segments


def call(case):
    kind, keywords, data, keys, segments = case
    unsorted = getattr(segment_mlir, f"unsorted_segment_{kind}")
    v2 = getattr(segment_mlir, f"segment_{kind}_v2")
    v1 = getattr(segment_mlir, f"segment_{kind}")
    want = unsorted(data, keys, segments, **keywords)
    # v1 has the segments up to the last id, and zeros in empty ones unless told.
    last = int(keys[-1]) + 1 if len(keys) else 0
    first = v1(data, keys, **{"empty": "identity", **keywords})
    return v2(data, keys, segments, **keywords), first, want, want[:last]


@holds(cases(EXACT))
def exact(case):
    second, first, want, shorter = call(case)
    same(second, want)
    same(first, shorter)


@holds(cases(ROUNDED))
def rounded(case):
    kind, _, data, keys, _ = case
    second, first, want, shorter = call(case)
    for got, wanted in ((second, want), (first, shorter)):
        if kind == "prod":
            close_products(got, wanted, keys)
        elif kind == "mean":
            close_means(got, wanted, data, keys)
        else:
            close_sums(got, wanted, data, keys)


def close_means(got, want, data, keys):
    """A mean is a sum divided once: the bound of the sum, divided as well."""
    count = np.maximum(np.bincount(keys, minlength=len(want)), 1)
    divisors = count[keys].reshape(-1, *[1] * (data.ndim - 1))
    close_sums(got, want, data.astype(np.float64) / divisors, keys)


run(exact, rounded)
