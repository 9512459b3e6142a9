# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what a call gave with what it must give."""

import re

import numpy as np


def differences(got, want, tolerance=None):
    """Where `got` isn't `want`, as a boolean array.

    With tolerance 0 to the bit, except that a NaN is a NaN (3.1); otherwise
    numbers within the tolerance are equal and zeros have no sign.
    """
    got, want = np.asarray(got), np.asarray(want)
    if np.iscomplexobj(want):
        return differences(got.real, want.real, tolerance) | differences(
            got.imag, want.imag, tolerance
        )
    if want.dtype.kind in "iub":
        return got != want
    with np.errstate(all="ignore"):
        g, w = got.astype(np.float64), want.astype(np.float64)
        same = (g == w) & (np.signbit(g) == np.signbit(w)) | np.isnan(g) & np.isnan(w)
        if tolerance is not None:
            close = np.abs(g - w) <= tolerance
            same |= close & (tolerance > 0)
            same |= (g == w) & (tolerance > 0)
    return ~same


def check(call, outcome):
    """Compares a finished call with an Outcome: None or what is wrong."""
    wrong = call.misbehaviour()
    if wrong:
        return wrong
    if outcome.fault:
        return _check_fault(call, outcome.fault)
    if call.status != 0:
        return f"expected a result, got status {call.status}: {call.message}"
    shape = call.shapes[0]
    if shape != tuple(outcome.shape):
        return f"expected a result of shape {outcome.shape}, got {shape}"
    if outcome.value is None:
        return None
    got = call.results[0]
    wrong = differences(got, outcome.value, outcome.tolerance)
    if not wrong.any():
        return None
    at = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(wrong)))
    at = at if got.ndim else ()
    text = f"expected {outcome.value[at]!r} at {list(at)}, got {got[at]!r}"
    if outcome.tolerance is not None and outcome.tolerance[at] > 0:
        text += f" (tolerance {outcome.tolerance[at]:.3g})"
    return text


def _check_fault(call, fault):
    if call.status == 0:
        return f"expected the error of clause {fault.clause}, got a result"
    if call.status not in fault.statuses:
        return (
            f"expected status {' or '.join(map(str, fault.statuses))} (clause "
            f"{fault.clause}), got status {call.status}: {call.message}"
        )
    if fault.position is not None:
        position = "[" + ", ".join(map(str, fault.position)) + "]"
        if position not in call.message:
            return f"expected position {position} in the message '{call.message}'"
    numbers = [int(n) for n in re.findall(r"-?\d+", call.message)]
    for value in fault.values:
        if value not in numbers:
            return f"expected {value} in the message '{call.message}'"
    return None
