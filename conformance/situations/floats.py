# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rounding, NaN, infinities and zeros."""

import numpy as np

from case import Variant, situation
from segment_e2e.harness import array
from values import column, inputs, operands

NAN = float("nan")
INF = float("inf")

_NAN_POLICIES = ({}, {"nan": "ignore"})


def _policies(op):
    return _NAN_POLICIES if op.is_extremum else _NAN_POLICIES[:1]


def _start(op, element, numbers):
    return column(element, numbers) if op.is_scatter else None


@situation(
    "rounding", "sums, products and quotients that are not exact", ["3.4", "3.5", "3.6"]
)
def rounding(op, element):
    if not op.is_inexact or element.kind not in ("float", "complex"):
        return
    if op.is_multiplicative:
        numbers = [1.1, 0.9, 1.3, 0.7, 1.7, 1.9, 0.6, 1.2]
    else:
        numbers = [0.1, 2.3, -0.7, 3.3, 10.1, 0.3, -5.7, 1.9]
    if element.kind == "complex":
        numbers = [complex(n, 1.3 - n / 7) for n in numbers]
    data = column(element, numbers)
    ids = [0, 1, 0, 1, 0, 1, 0, 0]
    yield Variant(operands(op, element, ids, 2, data))
    if element.name in ("f16", "bf16"):
        yield Variant(operands(op, element, ids, 2, data), {"accumulate": "native"})


@situation(
    "sixteen-bit-sums", "sums of many ones, and of large numbers, in 16 bits", ["3.4"]
)
def sixteen_bit_sums(op, element):
    if element.name not in ("f16", "bf16") or op.kind not in ("sum", "mean", "add", "sub"):
        return
    # The number of ones after which one more changes nothing, and some more.
    count = {"f16": 3000, "bf16": 1000}[element.name]
    data = array([[1, 0.5]] * count, element.dtype)
    start = array([[0, 0]], element.dtype)
    ones = operands(op, element, [0] * count, 1, data, start)
    for options in ({}, {"accumulate": "native"}):
        yield Variant(ones, options, label="ones")
    if element.name == "f16":
        data = array([[40000, 40000]] * 3, element.dtype)
        yield Variant(operands(op, element, [0] * 3, 1, data, start), label="large")


@situation("nan", "a NaN at each position of a segment", ["3.1", "3.2"])
def nan(op, element):
    if element.kind != "float":
        return
    rows = {
        0: [NAN, 1, 3],
        1: [1, NAN, 3],
        2: [1, 3, NAN],
        3: [1, NAN, 3, 2],
        4: [NAN, NAN],
        5: [NAN],
        6: [2, 1],
    }
    ids = [i for i, numbers in rows.items() for _ in numbers]
    data = column(element, [n for numbers in rows.values() for n in numbers])
    # Both columns, so that the second doesn't mix segments.
    data[:, 1] = data[:, 0]
    start = _start(op, element, [4, 4, 4, 4, 4, 4, 4])
    for options in _policies(op):
        yield Variant(operands(op, element, ids, 7, data, start), options, label="rows")
    if op.is_scatter:
        start = _start(op, element, [NAN, NAN, 4])
        made = operands(
            op,
            element,
            [0, 2, 0],
            3,
            array([[1, 1], [2, NAN], [3, 3]], element.dtype),
            start,
        )
        for options in _policies(op):
            yield Variant(made, options, label="input")


@situation("infinities", "segments of infinities, with and without other values", ["3.3"])
def infinities(op, element):
    if element.kind != "float":
        return
    rows = [[INF, INF], [-INF, -INF], [INF, 1], [-INF, 1], [INF, -INF], [INF], [-INF]]
    ids = [i for i, numbers in enumerate(rows) for _ in numbers]
    data = array([[n, n] for numbers in rows for n in numbers], element.dtype)
    start = array([[INF, -INF]] * 7, element.dtype) if op.is_scatter else None
    made = operands(op, element, ids, 7, data, start)
    yield Variant(made)
    if op.is_extremum and not op.is_scatter and op.family != "v1":
        yield Variant(made, {"empty": "zero"})


@situation("negative-zero", "zeros of both signs", ["3.1", "3.8"])
def negative_zero(op, element):
    if element.kind != "float":
        return
    data = array(
        [[-0.0, 0.0], [0.0, -0.0], [-0.0, -0.0], [-0.0, 0.0], [-0.0, -0.0]], element.dtype
    )
    start = (
        array([[-0.0, 0.0], [0.0, -0.0], [-0.0, 0.0]], element.dtype)
        if op.is_scatter
        else None
    )
    if op.kind == "div":
        data = array([[-1, 1], [1, -1], [-1, -1], [-1, 1], [-1, -1]], element.dtype)
    yield Variant(operands(op, element, [0, 0, 1, 2, 2], 3, data, start))


@situation("subnormals", "the smallest numbers there are", ["3.1", "3.4"])
def subnormals(op, element):
    if element.kind != "float" or op.is_multiplicative:
        return
    tiny = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}
    smallest = tiny[element.name]
    data = (
        (np.arange(1, 9, dtype=np.float64) * smallest).reshape(4, 2).astype(element.dtype)
    )
    start = np.full((2, 2), 1 if op.kind == "min" else 0, element.dtype)
    yield Variant(operands(op, element, [0, 1, 0, 1], 2, data, start))


@situation("limits", "the largest and the lowest finite numbers", ["1.1", "3.3"])
def limits(op, element):
    if element.kind != "float" or not op.is_extremum:
        return
    low, high = float(element.lowest), float(element.largest)
    data = column(element, [low, high, low, high])
    start = inputs(op, element, (3, 2)) if op.is_scatter else None
    yield Variant(operands(op, element, [0, 1, 2, 2], 3, data, start))
