# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starting peers in processes of their own and talking to them."""

import json
import os
import select
import subprocess
import sys

import peers

HERE = os.path.dirname(os.path.abspath(__file__))


class PeerError(Exception):
    """What a peer answered instead of a result."""


class PeerProcess:
    """One peer with one number of threads. If it crashes or takes too long it is
    started anew for the next row."""

    def __init__(self, name, threads):
        self.name = name
        self.threads = threads
        self.process = None
        self.version = None

    def start(self):
        """Starts the process if it isn't running."""
        if self.process:
            return
        request_read, request_write = os.pipe()
        reply_read, reply_write = os.pipe()
        environment = os.environ | peers.load(self.name).environment(self.threads)
        self.process = subprocess.Popen(
            [
                sys.executable,
                os.path.join(HERE, "worker.py"),
                self.name,
                str(self.threads),
                str(request_read),
                str(reply_write),
            ],
            env=environment,
            pass_fds=(request_read, reply_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(request_read)
        os.close(reply_write)
        self.requests = os.fdopen(request_write, "w")
        self.replies = os.fdopen(reply_read)
        self.version = self.ask("start", limit=120)["version"]

    def ask(self, what, limit=60, **arguments):
        """Sends a request and waits for the answer, `limit` seconds at most."""
        if not self.process:
            raise PeerError("the process has ended")
        try:
            self.requests.write(json.dumps({"do": what} | arguments) + "\n")
            self.requests.flush()
            ready, _, _ = select.select([self.replies], [], [], limit)
            line = self.replies.readline() if ready else None
        except OSError:
            line = ""
        if not line:
            self.stop()
            raise PeerError(f"no answer in {limit} s" if line is None else "it crashed")
        reply = json.loads(line)
        if "error" in reply:
            raise PeerError(reply["error"])
        return reply

    def stop(self):
        if not self.process:
            return
        self.process.kill()
        self.process.wait()
        self.requests.close()
        self.replies.close()
        self.process = None


def make_processes(names, max_threads):
    """The processes of the peers, not started yet."""
    return [
        PeerProcess(name, threads)
        for name in names
        for threads in peers.load(name).THREADS
        if threads <= max_threads
    ]
