# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs jobs in a child process, so that a crash is one failure among others."""

import mmap
import os
import pickle
import signal
import struct

_NOTE_BYTES = 1 << 16
# Seconds after which a job counts as hanging; jobs take a few.
_LIMIT = 300


class Note:
    """What a worker is doing right now; it outlives the worker."""

    def __init__(self):
        self._memory = mmap.mmap(-1, _NOTE_BYTES)

    def write(self, text):
        data = text.encode()[: _NOTE_BYTES - 4]
        self._memory[: 4 + len(data)] = struct.pack("<i", len(data)) + data

    def read(self):
        (size,) = struct.unpack("<i", self._memory[:4])
        return self._memory[4 : 4 + size].decode(errors="replace")


def run(jobs, work):
    """Yields (job, result of `work(job, note)`, None) for each job in order.

    Where the worker dies, the result is None and the last member says of what
    and while doing what; the jobs behind it get a new worker.
    """
    jobs = list(jobs)
    note = Note()
    while jobs:
        reader, writer = os.pipe()
        worker = os.fork()
        if worker == 0:
            os.close(reader)
            _serve(jobs, work, note, writer)
        os.close(writer)
        with os.fdopen(reader, "rb") as stream:
            while jobs:
                try:
                    result = pickle.load(stream)
                except EOFError:
                    break
                yield jobs.pop(0), result, None
        _, status = os.waitpid(worker, 0)
        if jobs:
            yield jobs.pop(0), None, f"{_cause(status)} {note.read()}"


def _serve(jobs, work, note, writer):
    status = 1
    try:
        with os.fdopen(writer, "wb") as stream:
            for job in jobs:
                signal.alarm(_LIMIT)
                pickle.dump(work(job, note), stream)
                stream.flush()
        status = 0
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        # No clean-up of what belongs to the parent.
        os._exit(status)


def _cause(status):
    if os.WIFSIGNALED(status):
        return f"killed by {signal.Signals(os.WTERMSIG(status)).name}"
    return f"exited with status {os.waitstatus_to_exitcode(status)}"
