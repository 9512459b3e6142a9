# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs properties."""

import sys

from hypothesis import HealthCheck, given, settings

# Slowness is a matter of the machine, and drawing large arrays is meant.
_SUPPRESSED = [
    HealthCheck.too_slow,
    HealthCheck.data_too_large,
    HealthCheck.large_base_example,
]


def holds(cases, examples=100):
    """Makes a function of one case a property of all `cases`."""

    def decorate(function):
        count = 0

        def counted(case):
            nonlocal count
            count += 1
            function(case)

        check = settings(
            max_examples=examples,
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=_SUPPRESSED,
        )(given(cases)(counted))

        def run():
            check()
            return count

        run.__name__ = function.__name__
        return run

    return decorate


def run(*properties):
    """Runs them all; the first falsifying example of each that fails is shown."""
    failed = 0
    for check in properties:
        try:
            print(f"{check.__name__}: {check()} examples")
        except Exception:
            failed += 1
            sys.excepthook(*sys.exc_info())
    print(f"{len(properties) - failed} properties hold, {failed} fail")
    sys.exit(failed > 0)
