# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A process that has compiled and run functions, with threads, may be forked: the
child calls what is compiled and compiles more, with threads of its own, and so
does the parent."""

# RUN: %python %s | FileCheck %s
# CHECK: os.fork: status 0
# CHECK: multiprocessing: [0, 1, 2, 3]
# CHECK: parent: as before

import multiprocessing
import os
import signal
import sys
import traceback

import numpy as np

import segment_mlir

# Enough rows for several threads.
ROWS, SEGMENTS, COLUMNS = 100_000, 50, 4
RNG = np.random.default_rng(1)
DATA = RNG.integers(-9, 9, (ROWS, COLUMNS)).astype(np.int32)
IDS = RNG.integers(0, SEGMENTS, ROWS)
# A child that hangs ends by this signal.
TIMEOUT = 120


def use(dtype):
    data = DATA.astype(dtype)
    want = np.zeros((SEGMENTS, COLUMNS), dtype)
    np.add.at(want, IDS, data)
    for threads in (1, 2, None):
        got = segment_mlir.unsorted_segment_sum(data, IDS, SEGMENTS, threads=threads)
        assert got.tobytes() == want.tobytes()
    try:
        segment_mlir.unsorted_segment_sum(data, IDS, 1)
    except segment_mlir.BoundsError:
        return
    raise AssertionError("expected a BoundsError")


def child(dtype):
    signal.alarm(TIMEOUT)
    use(np.int32)
    use(dtype)


def fork():
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            child(np.int64)
            status = 0
        except BaseException:
            traceback.print_exc()
        os._exit(status)
    return os.waitpid(pid, 0)[1]


def work(number):
    child((np.int16, np.float32)[number % 2])
    return number


use(np.int32)
print(f"os.fork: status {fork()}")
sys.stdout.flush()
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(f"multiprocessing: {pool.map_async(work, range(4)).get(2 * TIMEOUT)}")
use(np.int32)
use(np.uint16)
print("parent: as before")
