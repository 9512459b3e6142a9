# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every family against the contract written down in numpy (the oracle of
test/Integration/CPU), ids out of range and out of order included."""

# RUN: %python %s | FileCheck %s
# CHECK: segments: {{[1-9][0-9]+}} examples
# CHECK: slices: {{[1-9][0-9]+}} examples
# CHECK: 2 properties hold, 0 fail

from math import prod

import numpy as np
from comparing import fail
from draws import ROWS, arrays, elements, factors, ids, signatures
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from running import holds, run
from segment_e2e import oracle
from segment_e2e.compare import differences
from segment_e2e.elements import ELEMENTS
from segment_e2e.oracle import split_op

import segment_mlir

SEGMENT = [
    ("segment_min", "f32", {}),
    ("segment_sum", "i8", {"bounds": "drop"}),
    ("segment_mean_v2", "bf16", {}),
    ("segment_prod_v2", "complex<f32>", {"bounds": "drop"}),
    ("segment_max_v2", "ui32", {"empty": "zero"}),
    ("unsorted_segment_min", "f16", {"nan": "ignore", "empty": "infinity"}),
    ("unsorted_segment_sum", "f32", {"accumulate": "f64", "bounds": "drop"}),
    ("unsorted_segment_prod", "f64", {}),
    ("unsorted_segment_mean", "ui64", {"bounds": "drop"}),
    ("unsorted_segment_max", "i1", {}),
]
SCATTER = [
    ("scatter_min", "f32", {"bounds": "drop"}),
    ("scatter_max", "bf16", {"nan": "ignore"}),
    ("scatter_add", "f16", {}),
    ("scatter_sub", "complex<f64>", {}),
    ("scatter_mul", "i64", {}),
    ("scatter_div", "i16", {"bounds": "drop"}),
    ("scatter_update", "f32", {}),
]


def values_of(op, element):
    kind = split_op(op)[1]
    if element.kind == "complex":
        # Each part a small multiple of 1/4.
        part = st.integers(-6, 6).map(lambda i: i / 4)
        return st.builds(complex, part, part)
    if element.kind == "float" and kind in ("prod", "mul", "div"):
        return factors(element.dtype)
    return elements(element.dtype)


@st.composite
def segment_cases(draw):
    op, name, keywords, row = draw(signatures(SEGMENT, ROWS[:2]))
    element = ELEMENTS[name]
    family = split_op(op)[0]
    rank = 1 if family == "v1" else 2
    shape = draw(hnp.array_shapes(min_dims=rank, max_dims=rank, min_side=0, max_side=5))
    data = draw(arrays(element.dtype, (*shape, *row), values_of(op, element)))
    segments = draw(st.integers(-1, 6) if family != "v1" else st.just(6))
    high = max(segments, 1) + draw(st.sampled_from([0, 2]))
    low = draw(st.sampled_from([0, -2]))
    keys = draw(ids(prod(shape), low, high))
    if family != "unsorted" and draw(st.integers(0, 3)) > 0:
        keys.sort()
    operands = [data, keys.reshape(shape)]
    if family != "v1":
        operands.append(segments)
    return op, element, operands, keywords


@st.composite
def scatter_cases(draw):
    op, name, keywords, row = draw(signatures(SCATTER, ROWS[:2]))
    element, values = ELEMENTS[name], values_of(op, ELEMENTS[name])
    batch = draw(hnp.array_shapes(min_dims=1, max_dims=1, min_side=0, max_side=8))
    dims = draw(hnp.array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=4))
    beyond = draw(st.sampled_from([0, 0, 1]))
    coordinates = [draw(ids(*batch, -beyond, max(dim, 1) + beyond)) for dim in dims]
    indices = np.stack(coordinates, -1)
    input = draw(arrays(element.dtype, (*dims, *row), values))
    updates = draw(arrays(element.dtype, (*batch, *row), values))
    return op, element, [input, indices, updates], keywords


# The exception for each status of a failed check (4.18).
EXCEPTIONS = {
    oracle.ERROR_SHAPE: ValueError,
    oracle.ERROR_NUM_SEGMENTS: ValueError,
    oracle.ERROR_SIZE: ValueError,
    oracle.ERROR_ORDER: segment_mlir.BoundsError,
    oracle.ERROR_BOUNDS: segment_mlir.BoundsError,
}


def check(case):
    op, element, operands, keywords = case
    want = oracle.evaluate(op, element, *operands, **keywords)
    function = getattr(segment_mlir, op)
    if want.fault is None:
        got = function(*operands, **keywords)
        assert got.dtype == element.dtype and got.shape == tuple(want.shape)
        if want.value is not None:
            if differences(got, want.value, want.tolerance).any():
                fail("not what the oracle says", got, want.value)
        return
    try:
        got = function(*operands, **keywords)
    except tuple(EXCEPTIONS[status] for status in want.fault.statuses) as error:
        text = str(error)
        assert text.startswith(f"{op}: "), text
        if want.fault.position is not None:
            assert str(list(want.fault.position)) in text, text
        for value in want.fault.values:
            assert str(value) in text, f"no {value} in: {text}"
        return
    raise AssertionError(f"expected the error of {want.fault.clause}, got\n{got!r}")


@holds(segment_cases(), examples=300)
def segments(case):
    check(case)


@holds(scatter_cases(), examples=200)
def slices(case):
    check(case)


run(segments, slices)
