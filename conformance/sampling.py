# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which cases a replay asks where time matters.

The package compiles a function for each op, type, rank and type of ids, length of
rows and set of options. Most cases share the function of their op and type; of the
others, those of every sixth pair of an op and a type are asked, each op and each
type among them.
"""

from operations import OPERATIONS, TYPE_NAMES
from values import IDS

_STEP = 6


def is_sampled(case):
    number = OPERATIONS.index(case.op) + TYPE_NAMES.index(case.element.name)
    return _is_usual(case) or number % _STEP == 0


def _is_usual(case):
    """Whether the function is that of the plain situation: rank-1 ids of the usual
    type, rows of two elements, no options."""
    first, ids = case.operands[:2]
    if case.options or ids.dtype != IDS:
        return False
    if case.op.is_scatter:
        return ids.ndim == 2 and ids.shape[-1] == 1 and first.shape[1:] == (2,)
    return ids.ndim == 1 and first.shape[1:] == (2,)
