# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The calls that overhead.py compares.

    overhead_calls.py SYSTEM

times those of one system: it prints its version and the names of its calls as
JSON, and then the seconds of a call for each of their numbers that it reads."""

import json
import sys
import time

import numpy as np

ROWS, COLUMNS, SEGMENTS = 16, 4, 8
# Long enough for the clock, short enough to be over before the next interrupt.
SAMPLE_SECONDS = 0.002


def _make_arrays():
    rng = np.random.default_rng(0)
    data = rng.integers(0, 9, (ROWS, COLUMNS)).astype(np.float32)
    return data, rng.integers(0, SEGMENTS, ROWS)


def _make_ours():
    import segment_mlir

    data, ids = _make_arrays()
    out = np.zeros((SEGMENTS, COLUMNS), np.float32)
    reduce = segment_mlir.unsorted_segment_sum
    return segment_mlir.__version__, {
        "fresh": lambda: reduce(data, ids, SEGMENTS),
        "out=": lambda: reduce(data, ids, SEGMENTS, out=out),
    }


def _make_numpy():
    data, ids = _make_arrays()
    out = np.zeros((SEGMENTS, COLUMNS), np.float32)

    def with_zeros():
        result = np.zeros((SEGMENTS, COLUMNS), np.float32)
        np.add.at(result, ids, data)
        return result

    def add_at():
        np.add.at(out, ids, data)

    return np.__version__, {"add.at": add_at, "zeros and add.at": with_zeros}


def _make_torch():
    import torch

    data, ids = map(torch.from_numpy, _make_arrays())
    zeros = torch.zeros((SEGMENTS, COLUMNS))
    return torch.__version__, {"index_add": lambda: torch.index_add(zeros, 0, ids, data)}


def _make_jax():
    import jax

    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)  # For ids of 64 bits.
    data, ids = map(jax.numpy.asarray, _make_arrays())
    reduce = jax.ops.segment_sum
    jitted = jax.jit(lambda data, ids: reduce(data, ids, SEGMENTS))
    return jax.__version__, {
        "segment_sum": lambda: reduce(data, ids, SEGMENTS).block_until_ready(),
        "segment_sum, jitted": lambda: jitted(data, ids).block_until_ready(),
    }


def _make_tensorflow():
    import tensorflow

    tensorflow.config.set_visible_devices([], "GPU")
    data, ids = map(tensorflow.constant, _make_arrays())
    segments = tensorflow.constant(SEGMENTS)
    reduce = tensorflow.math.unsorted_segment_sum
    return tensorflow.__version__, {
        "unsorted_segment_sum": lambda: reduce(data, ids, segments)
    }


SYSTEMS = {
    "ours": _make_ours,
    "numpy": _make_numpy,
    "torch": _make_torch,
    "jax": _make_jax,
    "tensorflow": _make_tensorflow,
}


def _check(call):
    """Answers are compared once; what is added to again and again has none."""
    result = call()
    if result is None:
        return
    data, ids = _make_arrays()
    want = np.zeros((SEGMENTS, COLUMNS), np.float32)
    np.add.at(want, ids, data)
    if not np.array_equal(np.asarray(result), want):
        raise SystemExit("the result is wrong")


def _time(call, repetitions):
    start = time.perf_counter()
    for _ in range(repetitions):
        call()
    return (time.perf_counter() - start) / repetitions


def _calibrate(call):
    """How many calls are a sample."""
    for _ in range(100):
        call()  # Caches, and what is compiled after some calls.
    return max(1, int(SAMPLE_SECONDS / _time(call, 100)))


def main(system):
    version, calls = SYSTEMS[system]()
    for call in calls.values():
        _check(call)
    prepared = [(call, _calibrate(call)) for call in calls.values()]
    print(json.dumps([version, list(calls)]), flush=True)
    for line in sys.stdin:
        call, repetitions = prepared[int(line)]
        # One that isn't counted: others have used the processor's caches.
        call()
        print(_time(call, repetitions), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
