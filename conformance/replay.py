# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks the package segment_mlir every case and compares it with the recordings.

    PYTHONPATH=build/python .venv/bin/python conformance/replay.py

Needs no system but the package. Each of our answers must be that of the numpy
reference; beside each system's it must be the same, or differ by a rule that names
the clause. Prints counts; exits with status 1 if anything is unexplained.
"""

import argparse
import multiprocessing
import sys
from fnmatch import fnmatchcase

import ours
import recording
import rules
import situations
import systems
from clauses import all_clauses
from operations import OPERATIONS
from replaying import VERDICTS, Findings, replay
from sampling import is_sampled


def _arguments():
    parser = argparse.ArgumentParser(description="Replays conformance/recordings.")
    parser.add_argument(
        "--systems",
        default=",".join(systems.NAMES),
        help="which to compare with, with commas between (default: all)",
    )
    parser.add_argument(
        "--only", default="*", metavar="PATTERN", help="situations, by name"
    )
    parser.add_argument(
        "--reference",
        action="store_true",
        help="put the numpy reference in the place of the package, to work on rules",
    )
    parser.add_argument(
        "--jobs", type=int, default=2, metavar="N", help="processes (default: 2)"
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="every case, for which the package compiles for minutes (default: those that "
        "share a function with the plain ones, and a part of the others)",
    )
    parser.add_argument(
        "--show",
        type=int,
        default=3,
        metavar="N",
        help="examples of each fault (default: 3)",
    )
    return parser.parse_args()


def _replay_op(name):
    """The part of an op, in a process of its own."""
    cases = [case for case in _state["cases"] if case.op.name == name]
    return replay(cases, _state["recordings"], _state["ask"])[1]


_state = {}


def _print_counts(findings, count):
    print(f"{findings.cases} cases of {count}")
    for system, counts in findings.verdicts.items():
        parts = [f"{counts[v]} {v}" for v in VERDICTS if counts[v] or v in VERDICTS[:3]]
        print(f"{system}: {', '.join(parts)}")


def _print_faults(findings, count):
    for headline, examples in sorted(findings.faults.items()):
        print(f"{headline} ({len(examples)} times)")
        for example in examples[:count]:
            print(f"    {example}")


def main():
    arguments = _arguments()
    cases = situations.all_cases()
    digests = situations.digests(cases)
    recordings = [recording.Recording(name) for name in arguments.systems.split(",")]
    faults = 0
    for old in recordings:
        for name in sorted(digests.keys() | old.digests.keys()):
            if digests.get(name) != old.digests.get(name):
                faults += 1
                print(
                    f"{old.system}: the recording has other cases of '{name}'; record.py renews it"
                )

    is_all = arguments.all or arguments.reference
    asked = [case for case in cases if is_all or is_sampled(case)]
    _state["cases"] = [c for c in asked if fnmatchcase(c.situation.name, arguments.only)]
    _state["recordings"] = recordings
    _state["ask"] = None if arguments.reference else ours.ask
    findings = Findings()
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        for part in pool.imap_unordered(
            _replay_op, [op.name for op in OPERATIONS], chunksize=1
        ):
            findings.merge(part)

    is_whole = arguments.only == "*" and len(recordings) == len(systems.NAMES)
    if is_whole and is_all:
        for number, rule in enumerate(rules.RULES):
            if number not in findings.rules:
                findings.add_fault("a rule that covers nothing", str(rule))
    _print_faults(findings, arguments.show)
    _print_counts(findings, len(cases))
    if is_whole:
        untouched = [c for c in all_clauses() if c not in findings.clauses]
        print(f"clauses that no case touches: {', '.join(untouched) or 'none'}")
    faults += sum(map(len, findings.faults.values()))
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
