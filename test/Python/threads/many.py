# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""8 threads call at once, half of their calls with bad ids, and each checks its own
answers and the text of its own errors. First calls, which compile, are among calls
of what is compiled; at times all threads make the same first call.

Usage: many.py [SECONDS]

The test takes some seconds. For a minute:

    SEGMENT_CACHE_DIR= PYTHONPATH=build/python .venv/bin/python \
        test/Python/threads/many.py 60
"""

# RUN: %python %s 5 | FileCheck %s
# CHECK: 8 threads
# CHECK: {{^[1-9][0-9]*}} calls with results
# CHECK: {{^[1-9][0-9]*}} calls with errors
# CHECK: {{^[1-9][0-9]*}} first calls
# CHECK: {{^}}0 differences

import itertools
import sys
import threading
import time

import numpy as np

import segment_mlir

THREADS = 8
SEGMENTS = 13

_DTYPES = (np.int32, np.float32, np.int64, np.uint8, np.float64, np.int16)
_OPERATIONS = ("unsorted", "sorted", "scatter")
# Every (operation, type, length of a row): each is compiled at its first call.
SIGNATURES = list(itertools.product(range(1, 9), _DTYPES, _OPERATIONS))
# One in so many calls is a first one, as long as there are signatures left.
FIRST_CALLS = 30


class Signatures:
    """Those that any thread has called. New ones are given to all threads."""

    def __init__(self):
        self.lock = threading.Lock()
        self.called = 0

    def choose(self, rng):
        if self.called == 0 or rng.integers(FIRST_CALLS) == 0:
            with self.lock:
                self.called = min(self.called + 1, len(SIGNATURES))
            return SIGNATURES[self.called - 1]
        # The last ones more often: several threads find one uncompiled.
        back = int(rng.integers(self.called)) if rng.random() < 0.5 else 0
        return SIGNATURES[self.called - 1 - back]


def make_call(rng, operation, dtype, columns, is_bad):
    """(function, arguments, the answer or the exception's type and text, out)."""
    count = int(rng.choice([1, 7, 40, 3000]))
    data = rng.integers(0, 100, (count, columns)).astype(dtype)
    ids = rng.integers(0, SEGMENTS, count)
    position = int(rng.integers(count))
    where = f"position [{position}]"
    if operation == "scatter":
        return make_scatter(rng, data, ids, position, is_bad)
    if operation == "unsorted":
        name, keywords = "unsorted_segment_sum", {}
        if is_bad:
            ids[position] = bad = int(rng.integers(SEGMENTS, 1000))
            # Only the first one is told of.
            ids[position + 1 :] = bad
            text = f"id out of range: {where}, value {bad}, range [0, {SEGMENTS})"
    else:
        name = "segment_sum_v2"
        ids.sort()
        if is_bad:
            ids[: position + 1] = 5
            ids[position:] = bad = -int(rng.integers(1, 1000))
            if position > 0:
                text = (
                    f"ids must be sorted, but they decrease: {where}, value {bad}, "
                    "after value 5"
                )
            else:
                text = f"id out of range: {where}, value {bad}, range [0, {SEGMENTS})"
    function = getattr(segment_mlir, name)
    if is_bad:
        error = segment_mlir.BoundsError, f"{name}: {text}"
        return function, (data, ids, SEGMENTS), error
    want = np.zeros((SEGMENTS, columns), dtype)
    np.add.at(want, ids, data)
    return function, (data, ids, SEGMENTS), want


def make_scatter(rng, updates, ids, position, is_bad):
    input = rng.integers(0, 100, (SEGMENTS, updates.shape[1])).astype(updates.dtype)
    if is_bad:
        ids[position] = bad = int(rng.choice([-3, SEGMENTS, 1 << 40]))
        text = (
            f"scatter_min: index out of range: index row [{position}], "
            f"values [{bad}], dimensions [{SEGMENTS}]"
        )
        error = segment_mlir.BoundsError, text
        return segment_mlir.scatter_min, (input, ids[:, None], updates), error
    want = input.copy()
    np.minimum.at(want, ids, updates)
    return segment_mlir.scatter_min, (input, ids[:, None], updates), want


def check(function, arguments, want, out, threads):
    """What is wrong with a call, or None."""
    before = None if out is None else out.copy()
    try:
        got = function(*arguments, out=out, threads=threads)
    except Exception as error:
        if not isinstance(want, tuple):
            return f"expected a result, got {error!r}"
        if type(error) is not want[0] or str(error) != want[1]:
            return f"expected {want}, got {error!r}"
        if out is not None and out.tobytes() != before.tobytes():
            return "out= was written to by a call that failed"
        return None
    if isinstance(want, tuple):
        return f"expected {want}, got a result"
    if out is not None and got is not out:
        return "expected out= to be returned"
    # Small integers: floats add them exactly.
    if got.dtype != want.dtype or got.tobytes() != want.tobytes():
        return f"expected\n{want}, got\n{got}"
    return None


class Worker(threading.Thread):
    def __init__(self, number, signatures, start, end):
        super().__init__()
        self.rng = np.random.default_rng(number)
        self.signatures, self.start_line, self.end = signatures, start, end
        self.results = self.errors = 0
        self.problems = []

    def run(self):
        self.start_line.wait()
        while time.monotonic() < self.end and len(self.problems) < 3:
            columns, dtype, operation = self.signatures.choose(self.rng)
            is_bad = bool(self.rng.integers(2))
            function, arguments, want = make_call(
                self.rng, operation, dtype, columns, is_bad
            )
            out = None
            if self.rng.integers(2):
                out = np.full((SEGMENTS, columns), 77, dtype)
            threads = (None, 1, 2)[int(self.rng.integers(3))]
            problem = check(function, arguments, want, out, threads)
            if problem:
                self.problems.append(f"{function.__name__}: {problem}")
            self.results += not is_bad
            self.errors += is_bad


def main(seconds="5"):
    signatures = Signatures()
    start = threading.Barrier(THREADS)
    end = time.monotonic() + float(seconds)
    workers = [Worker(i, signatures, start, end) for i in range(THREADS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    problems = [problem for worker in workers for problem in worker.problems]
    print(f"{THREADS} threads")
    print(f"{sum(w.results for w in workers)} calls with results")
    print(f"{sum(w.errors for w in workers)} calls with errors")
    print(f"{signatures.called} first calls")
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(problems)} differences")
    sys.exit(bool(problems))


main(*sys.argv[1:])
