# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks the systems every question of the table and writes recordings/*.json.

    benchmarks/.venv/bin/python conformance/record.py [--systems=jax,torch] [--only='nan*']

Needs the systems in the Python that runs it (benchmarks/setup.sh makes one). Each
is asked in a process of its own; where that dies, the answer is "aborts" and the
next question goes to a new process.
"""

import argparse
import json
import os
import select
import signal
import subprocess
import sys
import time

import answer
import paths
import recording
import situations
import systems

_START_SECONDS = 180
_ANSWER_SECONDS = 120


class Worker:
    def __init__(self, system, first, pattern, log):
        read, write = os.pipe()
        program = str(paths.HERE / "systems" / "worker.py")
        self._process = subprocess.Popen(
            [sys.executable, program, system, str(write), str(first), pattern],
            env=os.environ | systems.load(system).environment(),
            pass_fds=(write,),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        os.close(write)
        self._replies = os.fdopen(read)
        line, ending = self.read(_START_SECONDS)
        if line is None:
            raise SystemExit(
                f"{system} doesn't start: it {ending}; --log=FILE has what it says"
            )
        self.versions = json.loads(line)

    def read(self, seconds):
        """(a line, None), or None and what the process did instead."""
        ready, _, _ = select.select([self._replies], [], [], seconds)
        line = self._replies.readline() if ready else ""
        if line.endswith("\n"):
            return line.rstrip("\n"), None
        if not ready:
            self._process.kill()
            self._process.wait()
            return None, answer.Answer("hangs")
        code = self._process.wait()
        name = signal.Signals(-code).name if code < 0 else f"exit {code}"
        return None, answer.Answer("aborts", name)

    def close(self):
        self._replies.close()
        self._process.wait()


def record(system, pattern, log):
    cases = situations.all_cases()
    questions = situations.questions(cases, pattern)
    answers, worker, began = {}, None, time.monotonic()
    for number, case in enumerate(questions):
        worker = worker or Worker(system, number, pattern, log)
        versions = worker.versions
        line, ending = worker.read(_ANSWER_SECONDS)
        answers[case.question] = line or ending
        if line is None:
            worker.close()
            worker = None
        if number % 100 == 99 or number == len(questions) - 1:
            seconds = time.monotonic() - began
            print(
                f"{system}: {number + 1} of {len(questions)}, {seconds:.0f} s", flush=True
            )
    if worker:
        worker.close()
    if pattern != "*":
        answers = recording.Recording(system).merged(versions, cases, answers)
    recording.save(system, versions, situations.digests(cases), answers)


def main():
    parser = argparse.ArgumentParser(description="Renews conformance/recordings.")
    parser.add_argument(
        "--systems",
        default=",".join(systems.NAMES),
        help="which to ask, with commas between (default: all)",
    )
    parser.add_argument(
        "--only", default="*", metavar="PATTERN", help="situations by name; others are kept"
    )
    parser.add_argument("--log", default=os.devnull, help="file for what the systems say")
    arguments = parser.parse_args()
    names = arguments.systems.split(",")
    for name in names:
        if name not in systems.NAMES:
            parser.error(f"expected systems of {', '.join(systems.NAMES)}, got '{name}'")
    with open(arguments.log, "w") as log:
        for name in names:
            record(name, arguments.only, log)


if __name__ == "__main__":
    main()
