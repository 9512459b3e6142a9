# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dimensions of 0, and shapes that disagree."""

import numpy as np

from case import Variant, situation
from values import IDS, operands, values


@situation("no-rows", "no rows at all", ["1.1", "4.11"])
def no_rows(op, element):
    if op.accepts(element):
        yield Variant(operands(op, element, [], 3))


@situation("no-columns", "rows without columns", ["4.11"])
def no_columns(op, element):
    if op.accepts(element):
        yield Variant(operands(op, element, [1, 0, 2, 1], 3, columns=0))


@situation(
    "no-columns-bad-ids",
    "rows without columns, and ids that can't be",
    ["4.11"],
    is_risky=True,
)
def no_columns_bad_ids(op, element):
    if op.accepts(element) and op.family != "v1":
        yield Variant(operands(op, element, [1, 7], 3, columns=0))


@situation(
    "wrong-shapes",
    "ids that are no prefix of the data, updates that don't fit",
    ["4.10"],
    is_risky=True,
)
def wrong_shapes(op, element):
    if not op.accepts(element):
        return
    first, ids, *rest = operands(op, element, [0, 1, 1], 2)
    if op.is_scatter:
        yield Variant((first, ids, values(op, element, (3, 3))))
    else:
        yield Variant((first, np.array([0, 1], IDS), *rest))
