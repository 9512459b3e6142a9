# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ids of other ranks and types."""

import numpy as np

from case import Variant, situation
from values import IDS, inputs, operands, values


@situation("scalar-ids", "ids of rank 0; index rows without coordinates", ["1.3", "4.17"])
def scalar_ids(op, element):
    if not op.accepts(element):
        return
    data = values(op, element, (2, 3))
    if op.is_scatter:
        start = inputs(op, element, (3,))
        yield Variant((start, np.zeros((2, 0), IDS), data))
    else:
        ids = np.array(1, IDS)
        yield Variant((data, ids) if op.family == "v1" else (data, ids, 3))


@situation(
    "rank-3-ids", "ids of rank 3; indices of rank 3 with two coordinates", ["1.3", "4.17"]
)
def rank_3_ids(op, element):
    if not op.accepts(element):
        return
    if op.is_scatter:
        start = inputs(op, element, (3, 2, 2))
        indices = np.array([[[1, 0], [2, 1]], [[0, 1], [2, 1]]], IDS)
        yield Variant((start, indices, values(op, element, (2, 2, 2))))
        return
    data = values(op, element, (2, 1, 3, 2))
    flat = [0, 0, 1, 1, 1, 2] if op.is_sorted else [1, 0, 2, 1, 0, 1]
    ids = np.array(flat, IDS).reshape(2, 1, 3)
    yield Variant((data, ids) if op.family == "v1" else (data, ids, 3))


@situation("id-types", "ids of each type", ["2.5"])
def id_types(op, element):
    # Reading ids has nothing to do with the data.
    if element.name != "f32" or op.kind not in ("sum", "min", "add", "update"):
        return
    first, ids, *rest = operands(op, element, [1, 0, 2, 1, 0, 1], 3)
    for name in ("int8", "int16", "int64", "uint8", "uint16", "uint32"):
        yield Variant((first, ids.astype(name), *rest), label=name)
    # 200 is below 0 to whoever reads it as signed.
    if op.family in ("v2", "unsorted"):
        large = np.where(ids == 2, 200, ids).astype(np.uint8)
        yield Variant((first, large, 201), label="uint8-above-127")
    yield Variant((first, ids.astype(np.float32), *rest), label="float32")
    yield Variant((first, ids.astype(np.uint64), *rest), label="uint64")
