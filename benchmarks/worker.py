# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The process in which one peer runs, with one number of threads.

    worker.py PEER THREADS REQUEST_FD REPLY_FD

Requests and replies are lines of JSON on two pipes of their own, since packages
print what they like. A reply is sent when the process has come to rest: thread
pools spin for a while after they have worked, which would slow down whoever
comes next.
"""

import gc
import json
import os
import sys
import time

import numpy as np

import dtypes
import peers
import workloads


def settle(limit=0.3):
    """Waits until the process's threads use less than a tenth of a processor."""
    end = time.perf_counter() + limit
    while time.perf_counter() < end:
        before = time.process_time()
        time.sleep(0.003)
        if time.process_time() - before < 0.0003:
            break


def measure(function, calls, warm_up):
    """Seconds for a call, the mean of `calls`, after one that isn't counted if
    `warm_up`."""
    if warm_up:
        function()
    gc.disable()
    start = time.perf_counter()
    for _ in range(calls):
        function()
    seconds = time.perf_counter() - start
    gc.enable()
    return seconds / calls


def save(path, array):
    """numpy.save, which doesn't know bf16: that is stored as its bits."""
    np.save(path, array.view(np.int16) if array.dtype == dtypes.BFLOAT16 else array)


def load(path, dtype):
    array = np.load(path)
    is_bits = dtype == "bf16" and array.dtype == np.int16
    return array.view(dtypes.BFLOAT16) if is_bits else array


def save_arrays(folder, arrays):
    for name, array in arrays.items():
        save(os.path.join(folder, f"{name}.npy"), array)


def load_arrays(folder, row):
    """Copies in memory of this process, like anybody's arrays. Only `data`,
    `input` and `weight` are of the row's type."""
    arrays = {}
    for file in os.listdir(folder):
        name = file.removesuffix(".npy")
        dtype = row.dtype if name in ("data", "input", "weight") else "i32"
        arrays[name] = load(os.path.join(folder, file), dtype)
    return arrays


class Worker:
    def __init__(self, peer, threads):
        self.peer = peers.load(peer)
        self.threads = threads
        self.methods = {}

    def start(self):
        return {"version": self.peer.start(self.threads)}

    def load(self, row, folder):
        self.methods = {}
        row = workloads.Row(**row)
        self.methods = self.peer.methods(row, load_arrays(folder, row))
        return {"labels": list(self.methods)}

    def check(self, label, file):
        """The first call; its result goes to a file."""
        save(file, self.peer.to_numpy(self.methods[label]()))
        return {}

    def time(self, label, calls, warm_up):
        return {"seconds": measure(self.methods[label], calls, warm_up)}

    def drop(self):
        self.methods = {}
        gc.collect()
        return {}


def main():
    peer, threads, request_fd, reply_fd = sys.argv[1:]
    worker = Worker(peer, int(threads))
    with os.fdopen(int(request_fd)) as requests, os.fdopen(int(reply_fd), "w") as out:
        for line in requests:
            request = json.loads(line)
            try:
                reply = getattr(worker, request.pop("do"))(**request)
            except Exception as error:  # whatever a package raises
                text = str(error).strip().splitlines()
                reply = {"error": f"{type(error).__name__}: {text[0] if text else ''}"}
            settle()
            out.write(json.dumps(reply) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
