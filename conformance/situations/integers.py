# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where integers end, and where they are divided."""

import numpy as np

from case import Variant, situation
from values import operands


def _rows(element, numbers):
    return np.array([[n, n] for n in numbers], element.dtype)


@situation("integer-limits", "the largest and the lowest integers", ["3.3", "3.5"])
def integer_limits(op, element):
    if not element.is_integer or op.kind == "div":
        return
    low, high = int(element.lowest), int(element.largest)
    data = _rows(element, [high, high, low, low, high, low, high, 1, low])
    start = _rows(element, [high, low, high, low]) if op.is_scatter else None
    yield Variant(operands(op, element, [0, 0, 1, 1, 2, 2, 3, 3, 0], 4, data, start))


@situation("integer-means", "means that are not whole, of both signs", ["3.5"])
def integer_means(op, element):
    if not element.is_integer or op.kind != "mean":
        return
    signs = [1, -1] if element.kind == "signed" else [1, 1]
    data = np.array([[n * s for s in signs] for n in (1, 2, 4, 4, 3, 3, 5)], element.dtype)
    yield Variant(operands(op, element, [0, 0, 1, 1, 1, 2, 2], 3, data))


@situation("integer-division", "quotients that are not whole, of both signs", ["1.4"])
def integer_division(op, element):
    if not element.is_integer or op.kind != "div":
        return
    sign = -1 if element.kind == "signed" else 1
    start = np.array([[7, 7 * sign], [9, 100]], element.dtype)
    data = np.array([[2, 2], [2, 3], [2 * sign, 3]], element.dtype)
    yield Variant(operands(op, element, [0, 1, 1], 2, data, start))


@situation("division-traps", "x / 0, and the lowest integer / -1", ["1.4"], is_risky=True)
def division_traps(op, element):
    if not element.is_integer or op.kind != "div":
        return
    start = np.array([[7, 0]], element.dtype)
    yield Variant(operands(op, element, [0], 1, _rows(element, [0]), start), label="zero")
    if element.kind == "signed":
        start = np.array([[element.lowest, 1]], element.dtype)
        minus_one = _rows(element, [-1])
        yield Variant(operands(op, element, [0], 1, minus_one, start), label="minus-one")
