# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A KeyboardInterrupt that arrives while functions are compiled, in the main thread
and in another, leaves nothing locked: what was being compiled can be called, new
functions are compiled, and the other thread goes on. Errors leave nothing locked
either.

Usage: interrupts.py         starts the process that is interrupted
       interrupts.py child   is that process"""

# RUN: %python %s | FileCheck %s
# CHECK: 3 interrupts, 3 recoveries, status 0

import signal
import subprocess
import sys
import threading

import numpy as np

import segment_mlir

ROUNDS = 3
DATA = np.arange(24, dtype=np.float32)
# More than any machine needs before the signal is there.
TIMEOUT = 300


def call(columns, kind, out_of_range=0):
    data = DATA[: 3 * columns].reshape(3, columns)
    function = getattr(segment_mlir, f"unsorted_segment_{kind}")
    got = function(data, [0, 1 + out_of_range, 0], 2)
    want = np.stack([getattr(np, kind)(data[[0, 2]], axis=0), data[1]])
    assert (got == want).all(), got


def make_signatures(kind):
    """Functions that nobody has called, without end."""
    while True:
        for columns in range(1, 9):
            yield columns, kind


class Compiling(threading.Thread):
    """Makes first calls and erroneous calls until it is told to stop."""

    def __init__(self, number):
        super().__init__(daemon=True)
        # Another type for the first calls of each round.
        self.dtype = (np.int16, np.uint32, np.float16)[number]
        self.stop = threading.Event()
        self.another = threading.Event()  # Set after each pair of calls.

    def run(self):
        while not self.stop.is_set():
            for columns in range(1, 9):
                data = np.ones((4, columns), self.dtype)
                got = segment_mlir.segment_sum(data, [0, 0, 1, 1])
                assert (got == 2).all()
                try:
                    segment_mlir.segment_sum(data, [1, 0, 0, 0])
                except segment_mlir.BoundsError:
                    self.another.set()
                if self.stop.is_set():
                    break


def interrupted_round(number):
    other = Compiling(number)
    other.start()
    kind = ("sum", "min", "max")[number]
    at = None
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        print("ready", flush=True)
        for at in make_signatures(kind):
            call(*at)
    except KeyboardInterrupt:
        # The signal may be sent more than once.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    print("interrupted", flush=True)
    # What was interrupted, what wasn't compiled yet, and an error.
    if at is not None:
        call(*at)
    call(3, kind)
    call(8, ("mean", "prod", "sum")[number])
    try:
        call(3, kind, out_of_range=7)
    except segment_mlir.BoundsError as error:
        assert "position [1], value 8" in str(error), error
    other.another.clear()
    assert other.another.wait(TIMEOUT), "the other thread is stuck"
    other.stop.set()
    other.join(TIMEOUT)
    assert not other.is_alive(), "the other thread does not end"


def child():
    for number in range(ROUNDS):
        interrupted_round(number)
        print("recovered", flush=True)


def main():
    process = subprocess.Popen(
        [sys.executable, __file__, "child"], stdout=subprocess.PIPE, text=True
    )
    killer = threading.Timer(TIMEOUT, process.kill)
    killer.start()
    interrupts = recoveries = 0
    # Python drops an interrupt that arrives in a finalizer, so it is repeated.
    waiting = threading.Event()
    ended = threading.Event()

    def interrupt():
        while not ended.wait(1):
            if waiting.is_set():
                process.send_signal(signal.SIGINT)

    sender = threading.Thread(target=interrupt, daemon=True)
    sender.start()
    for line in process.stdout:
        if line == "ready\n":
            # It is compiling now, or is about to.
            process.send_signal(signal.SIGINT)
            waiting.set()
        elif line == "interrupted\n":
            waiting.clear()
            interrupts += 1
        recoveries += line == "recovered\n"
    ended.set()
    status = process.wait()
    killer.cancel()
    print(f"{interrupts} interrupts, {recoveries} recoveries, status {status}")


child() if sys.argv[1:] == ["child"] else main()
