# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults that users of other systems reported, none of which we have.

Each is in the folder reports/, in our own words, with the value or the error that
is right by docs/Semantics.md. What is about speed, gradients, GPUs or more memory
than a test may take is not here.

REQUIRES: python-package
UNSUPPORTED: sanitizer

RUN: env PYTHONPATH=%segment_obj_root/python \
RUN:   SEGMENT_CACHE_DIR=%segment_obj_root/test/Python/cache %python %s | FileCheck %s
CHECK: {{^}}42 reports, {{[0-9]+}} calls, 0 failures
"""

import sys

import numpy as np
import segment_mlir

from reports import bad_ids, order, sizes, values
from reports.report import Fails, Shape


def wrong_with(call):
    """What is wrong with the answer to a call, or None."""
    try:
        got = getattr(segment_mlir, call.op)(*call.operands, **call.options)
    except Exception as error:  # noqa: BLE001: compared with what is wanted
        if not isinstance(call.wanted, Fails):
            return f"expected a result, got {type(error).__name__}: {error}"
        if type(error).__name__ != call.wanted.exception:
            return f"expected {call.wanted.exception}, got {type(error).__name__}: {error}"
        missing = [part for part in call.wanted.says if part not in str(error)]
        return f"expected {missing} in '{error}'" if missing else None
    if isinstance(call.wanted, Fails):
        return f"expected {call.wanted.exception}, got {got!r}"
    if isinstance(call.wanted, Shape):
        wanted = call.wanted.shape
        return f"expected shape {wanted}, got {got.shape}" if got.shape != wanted else None
    return None if is_same(got, call.wanted) else f"expected {call.wanted!r}, got {got!r}"


def is_same(got, wanted):
    """The same type, shape and bits; a NaN is a NaN."""
    if got.dtype != wanted.dtype or got.shape != wanted.shape:
        return False
    if wanted.dtype.kind in "iub":
        return np.array_equal(got, wanted)
    got, wanted = got.astype(np.float64), wanted.astype(np.float64)
    same_sign = np.signbit(got) == np.signbit(wanted)
    return bool(((got == wanted) & same_sign | np.isnan(got) & np.isnan(wanted)).all())


def main():
    reports = [r for module in (sizes, bad_ids, values, order) for r in module.REPORTS]
    calls = failures = 0
    for report in reports:
        for call in report.calls:
            calls += 1
            wrong = wrong_with(call)
            if wrong:
                failures += 1
                print(
                    f"{report.source} ({report.fault}): {call.op} {call.options}: {wrong}"
                )
    print(f"{len(reports)} reports, {calls} calls, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
