# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Good ids, ordinary values."""

import numpy as np

from case import Variant, situation
from segment_e2e.harness import array
from values import IDS, operands

_IDS = [1, 0, 2, 1, 0, 1]


@situation(
    "plain", "every segment has rows, some several", ["1.3", "1.4", "2.1", "2.2", "2.3"]
)
def plain(op, element):
    if op.accepts(element):
        yield Variant(operands(op, element, _IDS, 3))


@situation("one-row", "a row for each segment", ["3.8"])
def one_row(op, element):
    if op.accepts(element):
        yield Variant(operands(op, element, [2, 0, 1], 3))


@situation("examples", "the examples of the contract", ["1.6"])
def examples(op, element):
    if not op.accepts(element) or element.kind not in ("float", "signed", "unsigned"):
        return
    rows = array([[1, 2, 3, 4], [5, 6, 7, 8], [4, 3, 2, 1]], element.dtype)
    if op.name in ("unsorted_segment_min", "unsorted_segment_sum"):
        yield Variant((rows, np.array([0, 1, 0], IDS), 2))
    if op.name == "segment_min_v2":
        yield Variant((rows[[0, 2, 1]], np.array([0, 0, 1], IDS), 2))
    if op.name == "scatter_min" and element.kind == "float":
        start = array([[-0.1, 0.3, 3.6], [0.4, 0.5, -3.2]], element.dtype)
        indices = np.array([[0, 0], [0, 0]], IDS)
        yield Variant((start, indices, array([1.0, 2.2], element.dtype)))


@situation("transposed", "operands that aren't contiguous", ["5.2"])
def transposed(op, element):
    if not op.accepts(element):
        return
    first, *rest = operands(op, element, _IDS, 3)
    yield Variant((np.asfortranarray(first), *rest))
