# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small arrays that every machine computes alike, and operands made of rows.

A situation thinks of rows, an id for each row and a number of segments; what an
operation takes is made of these here, scatter ops included: an id is an index row.
"""

from math import prod

import numpy as np

from segment_e2e.harness import array

IDS = np.int32

# Of these, sums of a few are exact in every type, and products too.
_FACTORS = (2, 1, 3, 1, 2, 1, 1)
_TERMS = (5, -3, 2, 7, -1, -6, 4, 3, -2, 1, 6)


def _pattern(numbers, shape):
    count = prod(shape)
    return [numbers[(3 * i + i // len(numbers)) % len(numbers)] for i in range(count)]


def values(op, element, shape):
    """Values whose sums, products and quotients are exact."""
    if element.kind == "bool":
        return np.array(_pattern((1, 0, 1, 1, 0), shape), bool).reshape(shape)
    numbers = _pattern(_FACTORS if op.is_multiplicative else _TERMS, shape)
    if op.kind == "div":
        numbers = [1 << (n - 1) for n in numbers]
    if element.kind == "unsigned":
        numbers = [abs(n) for n in numbers]
    elif op.is_multiplicative:
        numbers = [-n if i % 4 == 1 else n for i, n in enumerate(numbers)]
    if element.kind == "complex":
        # Multiples of 1, i, −1 and −i, so that products stay small.
        turns = (1, 1j, 1, -1j, -1)
        numbers = [n * turns[i % 5] for i, n in enumerate(numbers)]
    return array(numbers, element.dtype).reshape(shape)


def inputs(op, element, shape):
    """What a scatter op starts from."""
    if element.kind == "bool":
        return np.array(_pattern((0, 1, 1), shape), bool).reshape(shape)
    numbers = _pattern((12, 24, 36, 48), shape)
    if op.is_extremum:
        numbers = _pattern((3, 0, 2, 1, 4), shape)
    return array(numbers, element.dtype).reshape(shape)


def operands(
    op, element, ids, segments, data=None, start=None, columns=2, keep_order=False
):
    """The operands of an op, from an id for each row.

    `data` are the rows, by default values of `columns` columns. For ops on sorted
    ids rows are put into the order of their ids, unless told to `keep_order`.
    """
    ids = np.asarray(ids, IDS)
    if data is None:
        data = values(op, element, (len(ids), columns))
    if op.is_sorted and not keep_order:
        order = np.argsort(ids, kind="stable")
        ids, data = ids[order], data[order]
    if op.is_scatter:
        if start is None:
            start = inputs(op, element, (segments, *data.shape[1:]))
        return start, ids.reshape(-1, 1), data
    return (data, ids) if op.family == "v1" else (data, ids, segments)


def column(element, numbers):
    """Rows of two columns: the numbers, and the numbers from the last one on."""
    numbers = list(numbers)
    return array(list(zip(numbers, reversed(numbers))), element.dtype)
