# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Segments without rows, and more or fewer segments than the ids need."""

from case import Variant, situation
from values import operands


def _fillings(op):
    """What decides about what empty segments show (1.2)."""
    yield {}
    if not op.is_scatter:
        default = "zero" if op.family == "v1" else "identity"
        for empty in ("identity", "zero") + (("infinity",) if op.is_extremum else ()):
            if empty != default:
                yield {"empty": empty}


@situation("empty-segments", "a segment in the middle has no rows", ["1.1", "1.2"])
def empty_segments(op, element):
    if op.accepts(element):
        for options in _fillings(op):
            yield Variant(operands(op, element, [2, 0, 0, 2, 3, 0], 4), options)


@situation("gaps", "several segments in a row are empty, at several places", ["1.1"])
def gaps(op, element):
    if op.accepts(element):
        yield Variant(operands(op, element, [8, 0, 3, 4, 0, 8], 9))


@situation("first-id", "the first id is not 0", ["1.1"])
def first_id(op, element):
    if op.accepts(element):
        yield Variant(operands(op, element, [3, 2, 2, 3, 3, 2], 4))


@situation("more-segments", "num_segments is larger than the ids need", ["1.7"])
def more_segments(op, element):
    if op.accepts(element) and op.family != "v1":
        yield Variant(operands(op, element, [1, 0, 2, 1, 0, 1], 6))


@situation(
    "fewer-segments",
    "num_segments is smaller than the ids need",
    ["1.7", "4.2", "4.5", "4.7"],
)
def fewer_segments(op, element):
    if op.accepts(element) and op.family != "v1":
        yield Variant(operands(op, element, [1, 0, 2, 1, 0, 1], 2))
