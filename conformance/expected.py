# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the package must answer: the numpy reference of the end-to-end tests, and
what the package refuses before anything is computed (4.17, 4.18)."""

from dataclasses import dataclass

import numpy as np

from answer import Answer, value
from segment_e2e import oracle
from segment_e2e.elements import ID_DTYPES
from segment_e2e.oracle import Outcome

# 4.18, by the status of a call.
_EXCEPTIONS = {
    oracle.ERROR_SHAPE: "ValueError",
    oracle.ERROR_NUM_SEGMENTS: "ValueError",
    oracle.ERROR_SIZE: "ValueError",
    oracle.ERROR_MEMORY: "MemoryError",
    oracle.ERROR_ORDER: "BoundsError",
    oracle.ERROR_BOUNDS: "BoundsError",
}


@dataclass(frozen=True)
class Expected:
    """An exception, whose possible names are given, for what `clause` says; or the
    value of an outcome."""

    exceptions: tuple = ()
    clause: str = ""
    outcome: Outcome = None

    @property
    def answer(self):
        if self.exceptions:
            return Answer("error", self.exceptions[0])
        return value(self.outcome.value)

    @property
    def tolerance(self):
        return self.outcome.tolerance if self.outcome else None


def expect(case):
    refused = _refusal(case)
    if refused:
        return refused
    outcome = oracle.evaluate(case.op.name, case.element, *case.operands, **case.options)
    if not outcome.fault:
        if outcome.value is None:
            empty = np.zeros(outcome.shape, case.element.dtype)
            outcome = Outcome(shape=outcome.shape, value=empty)
        return Expected(outcome=outcome)
    names = tuple(dict.fromkeys(_EXCEPTIONS[status] for status in outcome.fault.statuses))
    return Expected(names, outcome.fault.clause)


def _refusal(case):
    op, ids = case.op, case.operands[1]
    if not op.accepts(case.element):
        return Expected(("TypeError",), "4.17")
    if ids.dtype not in ID_DTYPES.values():
        return Expected(("TypeError",), "2.5")
    if op.family == "v1" and ids.ndim != 1 or op.family == "v2" and ids.ndim == 0:
        return Expected(("ValueError",), "4.17")
    return None
