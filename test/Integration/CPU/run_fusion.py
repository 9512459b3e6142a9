# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several reductions in one function against each of them alone, to the bit.

  run_fusion.py FIRST COUNT

FIRST and COUNT choose the seeds of the random functions.
"""

import sys

import numpy as np

from segment_e2e import compare, harness, jobs
from segment_e2e.siblings import random_siblings

_THREADS = (1, 2, 7)
_BITS = (128, 256, 512)


def _run(job, note):
    seed = job[0]
    siblings = random_siblings(seed)
    note.write(siblings.name)
    bits = _BITS[seed % len(_BITS)]
    calls = 0
    with harness.Module(siblings.text, f"vector-bits={bits}") as module:

        def call(function, count, threads):
            nonlocal calls
            calls += 1
            where = f"@{function} of {siblings.name}, {threads} threads"
            note.write(where)
            results = [siblings.result] * count
            finished = module.call(function, siblings.operands, results, threads=threads)
            if finished.misbehaviour():
                raise AssertionError(f"{finished.misbehaviour()}: {where}")
            if finished.status:
                raise AssertionError(f"status {finished.status}, {finished.message}: {where}")
            return finished

        alone = [
            call(f"alone_{i}", 1 + siblings.made[i], 1).results[0] for i in range(siblings.count)
        ]
        for threads in _THREADS:
            together = call("all", siblings.count, threads)
            for i, (got, want) in enumerate(zip(together.results, alone)):
                if got is None or want is None:
                    if got is not want:
                        return calls, f"{siblings.name}: result {i} has no elements in one of two"
                    continue
                wrong = compare.differences(got, want)
                if wrong.any():
                    at = tuple(int(k[0]) for k in np.nonzero(wrong))
                    return calls, (
                        f"{siblings.name}, {threads} threads, {bits} bits: result {i} is "
                        f"{got[at]!r} at {at}, alone {want[at]!r}"
                    )
    return calls, None


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    failures, done, calls = 0, 0, 0
    for (seed,), result, died in jobs.run([(s,) for s in range(first, first + count)], _run):
        done += 1
        failure = died or result[1]
        calls += 0 if died else result[0]
        if failure:
            failures += 1
            print(f"FAILED: seed {seed}: {failure}")
    print(f"{done} functions, {calls} calls, {failures} failures")
    return 1 if failures or done != count else 0


if __name__ == "__main__":
    sys.exit(main())
