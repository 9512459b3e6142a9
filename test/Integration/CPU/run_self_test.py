# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that the end-to-end tests notice what is wrong."""

import ctypes
import os
import signal
import sys

import numpy as np

from segment_e2e import expected, generate, jobs, oracle
from segment_e2e.compare import check
from segment_e2e.elements import BFLOAT16, ELEMENTS, round_to
from segment_e2e.harness import Finished, libraries
from segment_e2e.oracle import Fault, Outcome

NAN = float("nan")


def result(values, dtype=np.float32, **changes):
    values = np.array(values, dtype)
    finished = Finished(0, "", 0, [values.shape], [values])
    for name, value in changes.items():
        setattr(finished, name, value)
    return finished


def outcome(values, dtype=np.float32, tolerance=0.0):
    values = np.array(values, dtype)
    return Outcome(None, values.shape, values, np.full(values.shape, tolerance))


def error(status, message, context_status=None):
    return Finished(status, message, status if context_status is None else context_status)


def differences_are_noticed():
    right = outcome([1.0, -0.0, NAN])
    assert not check(result([1.0, -0.0, NAN]), right)
    assert not check(result([1.0, -0.0, -NAN]), right)
    assert check(result([1.0, 0.0, NAN]), right)
    assert check(result([1.0, -0.0, 3.0]), right)
    assert check(result([NAN, -0.0, NAN]), right)
    assert check(result([np.nextafter(np.float32(1), np.float32(2)), -0.0, NAN]), right)
    assert check(result([[1.0, -0.0, NAN]]), right)
    assert check(result([1, 2], np.int8), outcome([1, 3], np.int8))
    assert check(result([1 + 2j], np.complex64), outcome([1 + 3j], np.complex64))
    assert check(result([2**63], np.uint64), outcome([2**63 + 1], np.uint64))


def tolerances_are_kept():
    assert not check(result([1.01]), outcome([1.0], tolerance=0.02))
    assert check(result([1.03]), outcome([1.0], tolerance=0.02))
    assert check(result([NAN]), outcome([1.0], tolerance=0.02))
    assert check(result([np.inf]), outcome([-np.inf], tolerance=0.02))


def errors_are_noticed():
    fault = Outcome(Fault("4.2", (oracle.ERROR_BOUNDS,), (7, 2), (1,)))
    good = "position [1], value 7, range [0, 2)"
    assert not check(error(6, good), fault)
    assert check(error(6, good.replace("[1]", "[0]")), fault)
    assert check(error(6, good.replace("7", "8")), fault)
    assert check(error(5, good), fault)
    assert check(error(6, ""), fault)
    assert check(error(6, good, context_status=5), fault)
    assert check(result([1.0]), fault)
    assert check(error(6, good), outcome([1.0]))


def misbehaviour_is_noticed():
    assert check(result([1.0], live=2, owned=1), outcome([1.0]))
    assert check(result([1.0], modified=[0]), outcome([1.0]))
    assert check(result([1.0], message="?"), outcome([1.0]))


def missing_calls_are_noticed():
    for op in generate.OPS:
        names = [element.name for element in generate.elements_of(op)]
        assert sorted(names) == sorted(expected.TYPES[op]), op
        cells = expected.matrix(op)
        assert len(cells) == len(names) * 2 * 2 * 3
    assert sorted(generate.OPS) == sorted(expected.TYPES)
    assert len(expected.TYPES) == 27


def crashes_are_noticed():
    def work(job, note):
        note.write(f"in job {job}")
        if job == 1:
            os.kill(os.getpid(), signal.SIGSEGV)
        return job * 10

    done = list(jobs.run([0, 1, 2], work))
    assert done[0] == (0, 0, None)
    assert done[1] == (1, None, "killed by SIGSEGV in job 1")
    assert done[2] == (2, 20, None)


def overruns_are_noticed():
    """A byte written behind an allocation of the runtime is found (4.15)."""
    if "malloc_debug" not in os.environ.get("LD_PRELOAD", ""):
        return  # a sanitizer has its place

    def overrun(count, note):
        runtime = libraries().runtime
        runtime.segment_rt_alloc.restype = ctypes.c_void_p
        runtime.segment_rt_alloc.argtypes = [ctypes.c_void_p, ctypes.c_int64]
        context = runtime.segmentContextCreate()
        ctypes.memset(runtime.segment_rt_alloc(context, 100), 1, count)
        runtime.segmentContextDestroy(context)
        return "not noticed"

    done = [(result, died) for _, result, died in jobs.run([100, 101], overrun)]
    assert done[0] == ("not noticed", None), done
    assert done[1] == (None, "killed by SIGABRT "), done


def generation_repeats():
    element = ELEMENTS["f32"]
    first, second = (
        [(f.text(), [str(c.operands) for c in f.calls()])
         for f in generate.functions("unsorted_segment_sum", element)]
        for _ in range(2)
    )
    assert first == second


def bf16_is_rounded_once():
    # Above a tie by less than f32 holds; at the tie; far away; not finite.
    values = np.array(
        [1 + 2**-8 + 2**-40, 1 + 2**-8, 1 + 3 * 2**-8 - 2**-40, -1 - 2**-8 - 2**-40,
         2.0**-134 + 2.0**-170, 1e300, np.inf, -0.0]
    )
    want = [1 + 2**-7, 1, 1 + 2**-7, -1 - 2**-7, 2.0**-133, np.inf, np.inf, -0.0]
    got = round_to(values, BFLOAT16).astype(np.float64)
    assert got.tobytes() == np.array(want, np.float64).tobytes(), got


def main():
    tests = [
        differences_are_noticed,
        tolerances_are_kept,
        errors_are_noticed,
        misbehaviour_is_noticed,
        missing_calls_are_noticed,
        crashes_are_noticed,
        overruns_are_noticed,
        generation_repeats,
        bf16_is_rounded_once,
    ]
    for test in tests:
        test()
        print(f"ok: {test.__name__}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
