# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The memory's speed, measured between the rows of the table."""

import ctypes
import os
import statistics
import subprocess

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def _build(folder):
    """Compiles bandwidth.c if it is newer than the library."""
    source = os.path.join(HERE, "bandwidth.c")
    library = os.path.join(folder, "libbandwidth.so")
    if not os.path.exists(library) or os.path.getmtime(library) < os.path.getmtime(
        source
    ):
        os.makedirs(folder, exist_ok=True)
        subprocess.run(
            [
                os.environ.get("CC", "cc"),
                "-O3",
                "-march=native",
                "-ffast-math",
                "-shared",
                "-fPIC",
                "-pthread",
                source,
                "-o",
                library,
            ],
            check=True,
        )
    return library


class Memory:
    """Measures with two buffers of `size` bytes, more than caches hold. The
    library that does it is built into `folder`."""

    def __init__(self, folder, thread_counts, size):
        self.seconds = ctypes.CDLL(_build(folder)).bandwidthSeconds
        self.seconds.restype = ctypes.c_double
        self.seconds.argtypes = [
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_int64,
            ctypes.c_int32,
        ]
        self.size = size
        self.buffers = [np.ones(size // 8), np.ones(size // 8)]
        self.samples = {threads: {"read": [], "copy": []} for threads in thread_counts}

    def measure(self):
        """Takes one more sample of each."""
        first, second = (buffer.ctypes.data for buffer in self.buffers)
        for threads, samples in self.samples.items():
            for name, to in (("read", None), ("copy", second)):
                seconds = self.seconds(first, to, self.size, threads)
                if seconds <= 0:
                    raise RuntimeError("the memory's speed can't be measured")
                samples[name].append(self.size / seconds)

    def speeds(self, threads):
        """Bytes per second: read, copied (each byte counted once), and written.
        The last is what is left of the time of a copy after reading; where the
        two overlap completely it is the speed of the copy."""
        read = statistics.median(self.samples[threads]["read"])
        copy = statistics.median(self.samples[threads]["copy"])
        write = 1 / (1 / copy - 1 / read) if copy < read else copy
        return {"read": read, "copy": copy, "write": write}

    def time(self, read_bytes, written_bytes, threads):
        """The time that a row's bytes take, in seconds."""
        speeds = self.speeds(threads)
        return read_bytes / speeds["read"] + written_bytes / speeds["write"]
