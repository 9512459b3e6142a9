# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the schedules with the plain lowering and with each other.

  run_schedules.py differential FIRST COUNT
      every schedule that an operation's order allows against the plain lowering:
      to the bit for integers, minima, maxima and updates, otherwise within the
      rounding of reordered sums; and the schedules with each other, to the bit
  run_schedules.py bits FIRST COUNT
      the same bits with 1, 2, 3, 7 and 16 threads, vector-bits of 128, 256 and
      512, every schedule that the order allows, and an elementwise producer
      before the operation, which segment-fuse moves, or in its body (clause 3.6)

FIRST and COUNT choose the seeds of the random workloads.
"""

import hashlib
import sys

import numpy as np

from segment_e2e import compare, harness, jobs
from segment_e2e.workloads import random_gather_workload, random_workload

_THREADS = (1, 2, 3, 7, 16)
_BITS = (128, 256, 512)
_LEVELS = (1, 2)
_SCHEDULES = ("runs", "owners", "buckets", "adaptive", "pieces")
_RELATIVE = {"float16": 4e-3, "bfloat16": 3e-2, "float32": 2e-4, "float64": 1e-9}


def _compile(workload, schedule, bits, level):
    """A module, or None if the schedule is refused."""
    options = f"vector-bits={bits}" + (f" schedule={schedule}" if schedule else "")
    try:
        return harness.Module(workload.text, options, optimization=level)
    except harness.CompileError as error:
        if schedule and "cannot be lowered by schedule" in str(error):
            return None
        raise


def _call(module, workload, threads, where):
    call = module.call("f", workload.operands, workload.results, threads=threads)
    wrong = call.misbehaviour()
    if wrong:
        raise AssertionError(f"{wrong}: {where}")
    return call


def _tolerance(workload, want):
    """That of sums in another order, of values of up to some tens: None for none."""
    if workload.is_exact:
        return None
    kind = np.dtype(f"f{workload.dtype.itemsize // 2}") if want.dtype.kind == "c" else want.dtype
    scale = np.nanmax(np.abs(want.astype(np.complex128)), initial=100, where=np.isfinite(want))
    return np.full(want.shape, _RELATIVE[kind.name] * scale)


def _digest(call):
    """A hash of the result in which all NaN are alike; of the message if it failed."""
    if call.status:
        return f"{call.status}: {call.message}"
    shape, value = call.shapes[0], call.results[0]
    digest = hashlib.sha256(repr(shape).encode())
    if value is not None:
        value = value.copy()
        parts = [value.real, value.imag] if value.dtype.kind == "c" else [value]
        for part in parts:
            part = np.array(part)
            if part.dtype.kind not in "iub":
                part[np.isnan(part.astype(np.float64))] = np.nan
            digest.update(part.tobytes())
    return digest.hexdigest()


def _workload(seed):
    return (random_gather_workload if seed % 5 == 3 else random_workload)(seed)


def _differential(job, note):
    seed, workload = job[0], _workload(job[0])
    note.write(workload.name)
    rng = np.random.default_rng(seed)
    with harness.Module(workload.text, "schedule=plain") as module:
        want = _call(module, workload, 1, "plain")
    kept = set()
    first = None
    for schedule in (None, *_SCHEDULES):
        bits, threads = rng.choice(_BITS), int(rng.choice(_THREADS))
        level = int(rng.choice(_LEVELS))
        where = f"{workload.name}; {schedule}, {bits} bits, {threads} threads, -O{level}"
        note.write(where)
        module = _compile(workload, schedule, bits, level)
        if not module:
            continue
        kept.add(schedule)
        with module:
            got = _call(module, workload, threads, where)
        if (got.status, got.message) != (want.status, want.message):
            return kept, f"{where}: status {got.status} '{got.message}', not '{want.message}'"
        if got.status == 0:
            if got.shapes != want.shapes:
                return kept, f"{where}: shape {got.shapes}, not {want.shapes}"
            value, plain = got.results[0], want.results[0]
            if value is not None:
                wrong = compare.differences(value, plain, _tolerance(workload, plain))
                # Beyond the largest number order decides what overflows.
                if not workload.is_exact:
                    with np.errstate(all="ignore"):
                        finite = np.isfinite(value.astype(np.complex128))
                        wrong &= finite | np.isfinite(plain.astype(np.complex128))
                if wrong.any():
                    at = tuple(int(i[0]) for i in np.nonzero(wrong))
                    return kept, f"{where}: {value[at]!r} at {at}, not {plain[at]!r}"
        digest = _digest(got)
        if first and digest != first[0]:
            return kept, f"{where}: other bits than {first[1]}"
        first = first or (digest, schedule)
    return kept, None


def _bits(job, note):
    seed = job[0]
    rng = np.random.default_rng(seed)
    producers = ("body", "before") if seed % 4 == 0 else (None,)
    digests, calls = {}, 0
    for producer in producers:
        elements = ("f16", "bf16", "f32", "f64")
        workload = random_workload(seed, elements, producer) if producer else _workload(seed)
        note.write(workload.name)
        schedules = [None, _SCHEDULES[rng.integers(len(_SCHEDULES))]]
        for schedule in schedules:
            bits, level = rng.choice(_BITS), int(rng.choice(_LEVELS))
            module = _compile(workload, schedule, bits, level)
            if not module:
                continue
            with module:
                for threads in _THREADS:
                    where = f"{producer}, {schedule}, {bits} bits, {threads} threads, -O{level}"
                    note.write(f"{workload.name}; {where}")
                    calls += 1
                    digest = _digest(_call(module, workload, threads, where))
                    digests.setdefault(digest, where)
    if len(digests) > 1:
        return calls, f"{workload.name}: other bits with " + " than with ".join(digests.values())
    return calls, None


def main():
    mode, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    work = {"differential": _differential, "bits": _bits}[mode]
    failures, done, summary = 0, 0, set()
    total = 0
    for (seed,), result, died in jobs.run([(s,) for s in range(first, first + count)], work):
        done += 1
        failure = died or result[1]
        if failure:
            failures += 1
            print(f"FAILED: seed {seed}: {failure}")
        elif mode == "bits":
            total += result[0]
        else:
            summary |= {str(s) for s in result[0]}
            total += len(result[0])
    if mode == "differential":
        print(f"schedules used: {' '.join(sorted(summary))}")
    print(f"{mode}: {done} workloads, {total} runs, {failures} failures")
    return 1 if failures or done != count else 0


if __name__ == "__main__":
    sys.exit(main())
