# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares compiled segment operations with what frameworks offer, and with the
memory's speed.

Ours runs in this process, each peer in processes of its own, one for each number
of threads. In every round each of them is timed once, one after the other, so
that whatever else the machine does hits all alike; medians over the rounds count,
and a peer counts at its best number of threads. Exits with 1 if a bar of bars.json
is missed, with 2 if something doesn't work.

Set up with benchmarks/setup.sh, and build the project before.
"""

import argparse
import dataclasses
import fnmatch
import gc
import json
import math
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import candidate
import dtypes
import judge
import memory
import ours
import peers
import processes
import report
import worker
import workloads
from compare import Reference

# A sample lasts at least so long, by repeating calls.
SAMPLE_SECONDS = 0.004
# Shorter calls are timed after one that warms the caches; longer ones have
# pushed everything else out of them by themselves.
LONG_SECONDS = 0.02
# A peer that is slower than the fastest by the factor of the round is timed no
# more; from the third round on the last factor holds.
HOPELESS = [None, 10, 3]


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.RawTextHelpFormatter
    )

    def names(text):
        return [name for name in text.split(",") if name]

    parser.add_argument(
        "--rows",
        nargs="+",
        default=["*"],
        metavar="PATTERN",
        help="patterns of rows' names, such as 'unsorted sum*' '*D 64*'",
    )
    parser.add_argument("--dtypes", type=names, default=list(dtypes.NUMPY))
    parser.add_argument(
        "--groups",
        type=names,
        default=["main"],
        help="main, scaling (how time grows with N), small (N = 16)",
    )
    parser.add_argument("--peers", type=names, default=peers.NAMES)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--threads", type=int, default=min(2, len(os.sched_getaffinity(0)))
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="a sixteenth of the sizes, 3 rounds, no bars: does everything work?",
    )
    parser.add_argument("--options", default="", help="of segment-to-llvm-pipeline")
    parser.add_argument("--build-dir", default=os.path.join(HERE, "..", "build"))
    parser.add_argument("--json", help="write the results there")
    parser.add_argument("--markdown", help="write the tables there")
    parser.add_argument("--plot", help="write a plot there (.svg, .png)")
    parser.add_argument("--list", action="store_true", help="print the rows' names")
    options = parser.parse_args()
    options.build_dir = os.path.abspath(options.build_dir)
    for known, chosen in (
        (dtypes.NUMPY, options.dtypes),
        (peers.NAMES, options.peers),
        (("main", "scaling", "small"), options.groups),
    ):
        for name in chosen:
            if name not in known:
                parser.error(f"unknown name '{name}'; there is {', '.join(known)}")
    if options.quick:
        options.rounds = min(options.rounds, 3)
    return options


def select_rows(options):
    rows = [
        row
        for row in workloads.make_rows(options.dtypes, options.groups)
        if any(fnmatch.fnmatch(row.name, pattern) for pattern in options.rows)
    ]
    if options.quick:
        rows = [
            row.scaled(1 / 16) if row.group == "main" else row
            for row in rows
            if row.group == "main" or row.data_bytes <= 16 << 20
        ]
    return rows


def choose_calls(seconds):
    return max(1, min(10_000, math.ceil(SAMPLE_SECONDS / max(seconds, 1e-7))))


class Entry:
    """Something that is timed in every round."""

    def __init__(self, time_calls):
        # A function of the number of calls and of whether to warm up.
        self.time_calls = time_calls
        seconds = time_calls(1, True)
        self.calls = choose_calls(seconds)
        self.warm_up = seconds < LONG_SECONDS
        self.samples = []

    def sample(self):
        self.samples.append(self.time_calls(self.calls, self.warm_up))

    @property
    def seconds(self):
        return statistics.median(self.samples)


class PeerEntry:
    """A method of a peer: what is said of it in the report."""

    def __init__(self, process, method):
        self.process = process
        self.method = method
        self.entry = None
        self.error = None
        self.difference = None

    def prepare(self, folder, reference):
        """Compares the first result, and finds out how long a call takes."""
        file = os.path.join(folder, "result.npy")
        try:
            self.process.ask("check", label=self.method, file=file)
            result = worker.load(file, reference.row.dtype)
            self.difference = reference.describe_difference(result)
            os.remove(file)
            self.entry = Entry(self._time)
        except processes.PeerError as error:
            self.error = str(error)

    def _time(self, calls, warm_up):
        reply = self.process.ask(
            "time", label=self.method, calls=calls, warm_up=warm_up
        )
        return reply["seconds"]

    def sample(self):
        try:
            self.entry.sample()
        except processes.PeerError as error:
            self.error = str(error)

    @property
    def works(self):
        return self.entry is not None and self.error is None

    def describe(self):
        entry = {
            "peer": self.process.name,
            "method": self.method,
            "threads": self.process.threads,
        }
        if self.works and self.entry.samples:
            entry |= {"seconds": self.entry.seconds, "samples": self.entry.samples}
        if self.difference:
            entry["difference"] = self.difference
        if self.error:
            entry["error"] = self.error
        return entry


class Benchmark:
    def __init__(self, options):
        self.options = options
        self.compiler = ours.Compiler(options.build_dir)
        self.thread_counts = sorted({1, options.threads})
        self.memory = memory.Memory(
            os.path.join(options.build_dir, "benchmarks"),
            self.thread_counts,
            (32 << 20) if options.quick else (256 << 20),
        )
        self.processes = processes.make_processes(options.peers, options.threads)
        self.versions = {}
        self.progress = sys.stderr

    def say(self, text, end="\n"):
        print(text, end=end, file=self.progress, flush=True)

    def start_processes(self):
        for process in list(self.processes):
            try:
                process.start()
                self.versions[process.name] = process.version
            except processes.PeerError as error:
                if process.name not in self.versions:
                    self.say(f"skipped: {process.name} ({error})")
                    self.versions[process.name] = None
                self.processes.remove(process)

    def load_peers(self, row, folder):
        """The methods of all peers for the row."""
        entries = []
        for process in self.processes:
            try:
                process.start()
                reply = process.ask("load", row=dataclasses.asdict(row), folder=folder)
                entries += [PeerEntry(process, label) for label in reply["labels"]]
            except processes.PeerError as error:
                entry = PeerEntry(process, "")
                entry.error = str(error)
                entries.append(entry)
        return entries

    def run_row(self, row):
        arrays = workloads.make_arrays(row)
        mine = candidate.Candidate(
            self.compiler, row, arrays, self.options.options, self.thread_counts
        )
        reference = Reference(row, arrays, mine.result)
        entries = []
        # Each process has copies of the arrays.
        with_peers = row.group == "main" or row.data_bytes <= 128 << 20
        folder = tempfile.mkdtemp(
            prefix="segment-benchmark-",
            dir="/dev/shm" if os.path.isdir("/dev/shm") else None,
        )
        try:
            if with_peers:
                worker.save_arrays(folder, arrays)
                entries = self.load_peers(row, folder)
            results = tempfile.mkdtemp(dir=folder)
            for entry in entries:
                if not entry.error:
                    entry.prepare(results, reference)
        finally:
            shutil.rmtree(folder)
        return self.time_row(row, mine, entries)

    def time_row(self, row, mine, entries):
        own = {
            key: Entry(lambda *a, key=key: mine.time(key, *a)) for key in mine.calls
        }
        for number in range(self.options.rounds):
            self.memory.measure()
            # One thread first: the others spin for a while when they have worked.
            for entry in own.values():
                entry.sample()
            worker.settle()
            working = [e for e in entries if e.works]
            factor = HOPELESS[min(number, len(HOPELESS) - 1)]
            if factor and working:
                best = min(min(e.entry.samples) for e in working)
                working = [e for e in working if min(e.entry.samples) <= factor * best]
            # Whose turn it is after whom changes.
            shift = number % max(1, len(working))
            for entry in working[shift:] + working[:shift]:
                entry.sample()
        for process in self.processes:
            try:
                process.ask("drop")
            except processes.PeerError:
                pass  # It is started anew for the next row.
        return self.describe_row(row, mine, own, entries)

    def describe_row(self, row, mine, own, entries):
        threads = max(self.thread_counts)
        described = [entry.describe() for entry in entries]
        timed = [d for d in described if d.get("seconds") and not d.get("difference")]
        fastest = min(timed, key=lambda d: d["seconds"], default=None)
        times = {"fresh": {}, "into": {}}
        for (name, count), entry in own.items():
            times[name][str(count)] = entry.seconds
        memory_times = {
            str(n): self.memory.time(row.read_bytes, row.result_bytes, n)
            for n in self.thread_counts
        }
        return {
            "row": dataclasses.asdict(row),
            "name": row.name,
            "bytes": row.read_bytes + row.result_bytes,
            "ours": times,
            "seconds": times["fresh"][str(threads)],
            "compile_seconds": mine.compile_seconds,
            "fastest": f"{fastest['peer']} {fastest['method']}" if fastest else None,
            "fastest_seconds": fastest["seconds"] if fastest else None,
            "memory": memory_times,
            "memory_seconds": memory_times[str(threads)],
            "peers": described,
        }

    def run(self):
        rows = select_rows(self.options)
        if not rows:
            raise SystemExit("no row has such a name; --list prints them")
        compile_row = workloads.make_rows(["f32"])[4]
        # Not counted: the first compilation loads libraries and dialects.
        candidate.compile_times(self.compiler, compile_row, self.options.options, 1)
        compile_times = candidate.compile_times(
            self.compiler, compile_row, self.options.options
        )
        self.say(f"starting {len(self.processes)} processes of peers")
        self.start_processes()
        results = []
        for number, row in enumerate(rows, 1):
            self.say(f"[{number}/{len(rows)}] {row.dtype} {row.name}: ", end="")
            start = time.perf_counter()
            result = self.run_row(row)
            results.append(result)
            gc.collect()
            fastest = result["fastest_seconds"]
            self.say(
                f"{report.format_ms(result['seconds'])} ms"
                + (
                    f", {result['fastest']} {report.format_ms(fastest)}"
                    f" ({fastest / result['seconds']:.2f}x)"
                    if fastest
                    else ""
                )
                + f", memory {report.format_ms(result['memory_seconds'])}"
                + f" [{time.perf_counter() - start:.0f} s]"
            )
            for peer in result["peers"]:
                if peer.get("difference"):
                    self.say(f"    {peer['peer']} {peer['method']}: {peer['difference']}")
        return {
            "machine": describe_machine(),
            "threads": self.options.threads,
            "rounds": self.options.rounds,
            "quick": self.options.quick,
            "pipeline_options": self.options.options,
            "versions": {"segment": self.compiler.version} | self.versions,
            "memory": {str(n): self.memory.speeds(n) for n in self.thread_counts},
            "compile": compile_times,
            "rows": results,
        }

    def stop(self):
        for process in self.processes:
            process.stop()


def describe_machine():
    processor = platform.processor() or platform.machine()
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                processor = line.split(":", 1)[1].strip()
                break
    return {
        "processor": processor,
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def main():
    options = parse_arguments()
    if options.list:
        for row in select_rows(options):
            print(row.dtype, row.name)
        return 0
    benchmark = Benchmark(options)
    try:
        results = benchmark.run()
    finally:
        benchmark.stop()
    results["missed"] = judge.judge(results, judge.read_bars())
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)
    if options.markdown:
        with open(options.markdown, "w") as file:
            file.write(report.make_markdown(results))
    if options.plot:
        report.plot(results, options.plot)
    if not options.markdown:
        print(report.make_markdown(results), end="")
    if options.quick:
        return 0
    return 1 if results["missed"] else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ours.SegmentError, AssertionError) as error:
        print(f"run.py: {error}", file=sys.stderr)
        sys.exit(2)
