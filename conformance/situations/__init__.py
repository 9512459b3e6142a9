# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of cases: every situation with every op and every element type."""

import hashlib
from fnmatch import fnmatchcase

import numpy as np

from case import SITUATIONS, Case
from operations import OPERATIONS, TYPE_NAMES
from segment_e2e.elements import ELEMENTS

from . import bad_ids, bad_sizes, floats, ids, integers, plain, segments, shapes, types

__all__ = ["all_cases", "digests", "questions"]

# What they register, in the order of the table.
_FILES = (plain, segments, ids, bad_ids, bad_sizes, shapes, floats, integers, types)
_NAMES = [file.__name__ for file in _FILES]
_ORDERED = sorted(
    SITUATIONS.items(), key=lambda item: _NAMES.index(item[1].make.__module__)
)
SITUATIONS.clear()
SITUATIONS.update(_ORDERED)


def all_cases():
    """Every case, in the order of situations, ops and types."""
    return [
        Case(situation, op, ELEMENTS[name], variant)
        for situation in SITUATIONS.values()
        for op in OPERATIONS
        for name in TYPE_NAMES
        for variant in situation.make(op, ELEMENTS[name])
    ]


def questions(cases, pattern="*"):
    """The first case of each question, of situations of such names; risky ones last."""
    first = {}
    for case in cases:
        if fnmatchcase(case.situation.name, pattern):
            first.setdefault(case.question, case)
    return sorted(first.values(), key=lambda case: case.situation.is_risky)


def digests(cases):
    """{situation: digest of its operands}, to notice a recording of other cases."""
    hashes = {}
    for case in questions(cases):
        digest = hashes.setdefault(case.situation.name, hashlib.sha256())
        digest.update(repr(case.question).encode())
        for operand in case.operands:
            operand = np.asarray(operand)
            digest.update(f"{operand.dtype}{operand.shape}".encode() + operand.tobytes())
    return {name: digest.hexdigest()[:16] for name, digest in sorted(hashes.items())}
