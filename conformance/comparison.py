# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""When two answers are the same.

Values: shape and type, and every element to the bit, NaN being NaN; float sums,
products, quotients and means within what any order of rounding in the accumulator
of clause 3.4 and one rounding of the result may make. Two errors are the same
answer, whatever they are called. A process that dies is no error.
"""

from segment_e2e.compare import differences


def compare(case, ours, theirs, tolerance):
    """None where the answers are the same, or what differs."""
    if ours.kind != theirs.kind:
        return f"{describe(ours)}, not {describe(theirs)}"
    if ours.kind != "value":
        return None
    a, b = ours.value, theirs.value
    if a.dtype != b.dtype:
        return f"type {a.dtype}, not {b.dtype}"
    if a.shape != b.shape:
        return f"shape {a.shape}, not {b.shape}"
    is_rounded = case.op.is_inexact and case.element.kind in ("float", "complex")
    wrong = differences(a, b, tolerance if is_rounded else None)
    if not wrong.any():
        return None
    at = tuple(int(i[0]) for i in wrong.nonzero())
    return f"{a[at]!s} at {list(at)}, not {b[at]!s}"


def describe(answer):
    return "a value" if answer.kind == "value" else str(answer)
