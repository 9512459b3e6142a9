# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers of segments that can't be."""

import numpy as np

from case import Variant, situation
from values import IDS, operands, values


@situation("negative-count", "num_segments is below 0", ["2.6", "4.8"], is_risky=True)
def negative_count(op, element):
    if op.accepts(element) and op.family in ("v2", "unsorted"):
        yield Variant(operands(op, element, [0, 1, 1], -1))


@situation(
    "overflow",
    "the bytes of the result overflow 64 bits",
    ["2.6", "4.6", "4.9"],
    is_risky=True,
)
def overflow(op, element):
    # A type of each width: with some systems every question costs a process.
    if element.name not in ("i8", "f16", "f32", "i64") or op.is_scatter:
        return
    data = values(op, element, (3, 2))
    if op.family == "v1":
        yield Variant((data, np.array([0, 1, 2**63 - 2], np.int64)))
    else:
        yield Variant((data, np.array([0, 1, 1], np.int64), 2**63 - 1))


@situation(
    "too-large", "no machine has memory for the result", ["4.9", "4.14"], is_risky=True
)
def too_large(op, element):
    # Two types: TensorFlow takes ten seconds to give up.
    if element.name not in ("f32", "i64") or op.is_scatter:
        return
    data = values(op, element, (3, 2))
    if op.family == "v1":
        yield Variant((data, np.array([0, 1, 2**50 - 1], np.int64)))
    else:
        yield Variant((data, np.array([0, 1, 1], IDS), 2**50))
