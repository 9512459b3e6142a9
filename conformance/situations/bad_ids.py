# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ids and indices out of range or out of order."""

import numpy as np

from case import Variant, situation
from segment_e2e.elements import ELEMENTS
from values import IDS, operands, values

_BOUNDS = ({}, {"bounds": "drop"})
_NAN = float("nan")


def _marked(op, element, ids, segments):
    """Operands whose bad rows show wherever they are folded in (3.9): NaN, or a
    number that every op notices."""
    is_false = op.kind == "max"  # the boolean that the op's rows don't change
    if element.kind == "bool":
        good, loud, start = not is_false, is_false, not is_false
    else:
        good, start = 3, {"min": 5, "max": 5, "mul": 2, "div": 100}.get(op.kind, 20)
        loud = {"min": 0, "max": 9, "update": 9, "mul": 2, "div": 2, "prod": 2}.get(
            op.kind, 5
        )
    if element.kind in ("float", "complex"):
        loud = _NAN
    is_good = np.array([0 <= i < segments for i in ids])
    data = np.where(is_good, good, loud).astype(element.dtype)
    data = np.repeat(data[:, None], 2, axis=1)
    started = np.full((segments, 2), start, element.dtype) if op.is_scatter else None
    return operands(op, element, ids, segments, data, started)


@situation("negative-id", "an id below 0", ["3.9", "4.1", "4.4", "4.7"], is_risky=True)
def negative_id(op, element):
    if op.accepts(element):
        for options in _BOUNDS:
            yield Variant(_marked(op, element, [1, 0, 2, 1, 0, -1], 3), options)


@situation(
    "id-too-large",
    "an id beyond the last segment",
    ["3.9", "4.2", "4.5", "4.7"],
    is_risky=True,
)
def id_too_large(op, element):
    if op.accepts(element) and op.family != "v1":
        for options in _BOUNDS:
            yield Variant(_marked(op, element, [1, 0, 7, 1, 0, 2], 3), options)


@situation(
    "unsorted-ids", "ids that decrease, of an op on sorted ones", ["4.3"], is_risky=True
)
def unsorted_ids(op, element):
    if op.accepts(element) and op.is_sorted:
        yield Variant(operands(op, element, [0, 2, 1, 2], 3, keep_order=True))


@situation(
    "no-segments",
    "num_segments is 0, or the input has no slices",
    ["4.2", "4.5", "4.7", "4.11"],
    is_risky=True,
)
def no_segments(op, element):
    if op.accepts(element) and op.family != "v1":
        made = operands(op, element, [0, 0], 0)
        for options in _BOUNDS:
            yield Variant(made, options)


@situation(
    "only-dropped-rows", "every id is below 0", ["4.1", "4.4", "4.6", "4.7"], is_risky=True
)
def only_dropped_rows(op, element):
    if op.accepts(element):
        for options in _BOUNDS:
            yield Variant(_marked(op, element, [-1, -1], 2), options)


@situation(
    "negative-coordinate",
    "the second of two coordinates is below 0",
    ["4.7"],
    is_risky=True,
)
def negative_coordinate(op, element):
    if op.accepts(element) and op.is_scatter:
        # Rows of one column, of which the second is the bad one.
        start, _, data = _marked(op, element, [0, -1, 1], 3)
        indices = np.array([[1, 0], [2, -1], [0, 1]], IDS)
        for options in _BOUNDS:
            yield Variant((start, indices, data[:, 0].copy()), options)


@situation("several-faults", "two faults at once", ["4.12"], is_risky=True)
def several_faults(op, element):
    if element != ELEMENTS["f32"] or not op.accepts(element):
        return
    data = values(op, element, (3, 2))
    if op.is_sorted:
        ids = np.array([1, 0, -1], IDS)
        rest = () if op.family == "v1" else (3,)
        yield Variant((data, ids, *rest), label="order-and-range")
    if op.family in ("v2", "unsorted"):
        yield Variant((data, np.array([0, 9], IDS), -1), label="shape-and-count")
        yield Variant((data, np.array([0, 1, 9], IDS), -1), label="count-and-id")
