# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the named cases of a module of clauses/."""

import argparse
import importlib
import sys

from segment_e2e import cases, jobs


def _run_case(job, note):
    number, tester_class, optimization = job
    _, function = cases.CASES[number]
    tester = tester_class(optimization)
    tester.note = note
    note.write("before its first call")
    failure = None
    try:
        function(tester)
    except cases.OracleTester.Skipped:
        pass
    except Exception as problem:  # pylint: disable=broad-except
        failure = f"{type(problem).__name__}: {problem}"
    finally:
        tester.close()
    return tester.calls, failure


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", help="operations, values, errors, programs ...")
    parser.add_argument("--case", help="run this case only")
    parser.add_argument(
        "--optimize", type=int, help="LLVM's optimization level, 0 to 3"
    )
    parser.add_argument(
        "--oracle", action="store_true", help="test the oracle, not compiled code"
    )
    options = parser.parse_args()
    importlib.import_module(f"clauses.{options.module}")

    tester_class = cases.OracleTester if options.oracle else cases.Tester
    selected = [
        (number, tester_class, options.optimize)
        for number, (_, function) in enumerate(cases.CASES)
        if options.case in (None, function.__name__)
    ]
    calls, failures, ran = 0, 0, 0
    for (number, *_), result, died in jobs.run(selected, _run_case):
        clause, function = cases.CASES[number]
        failure = died or result[1]
        ran += 1
        calls += 0 if died else result[0]
        failures += bool(failure)
        print(f"{'FAILED' if failure else 'ok'}: {clause} {function.__name__}")
        if failure:
            print(failure)
    print(f"{options.module}: {ran} cases of {len(selected)}, {calls} calls, {failures} failures")
    return 1 if failures or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
