# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what a call of segment_mlir costs beside its work, and first calls.

Calls: 16 rows of 4 float32, ids of int64, as they are made from Python; each system
runs in a process of its own, in every round each call is timed once, one after the
other, and medians over the rounds count. First calls: each in new processes, whose
medians count. Exits with 1 if a target is missed.

Works with whatever of NumPy, PyTorch, JAX and TensorFlow is installed
(benchmarks/setup.sh installs them all). Build the project before.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

import overhead_calls

# The calls of NumPy that ours are compared with, and PyTorch's.
ADD_AT, INDEX_ADD = "numpy add.at", "torch index_add"
MOST_ADD_AT = 2
# First calls and how long they may take, in seconds.
FIRST_CALLS = {
    "first ever": ("nothing compiled before, nothing on disk", 0.4),
    "first, static": ("in a process that has compiled, rows of 4", 0.1),
    "first, dynamic": ("in a process that has compiled, rows of 33", 0.2),
    "first, from disk": ("in a process that has called nothing", 0.005),
}


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--systems",
        type=lambda text: text.split(","),
        default=list(overhead_calls.SYSTEMS),
        help="some of " + ",".join(overhead_calls.SYSTEMS),
    )
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument(
        "--processes", type=int, default=7, help="new processes for each first call"
    )
    parser.add_argument("--build-dir", default=os.path.join(HERE, "..", "build"))
    parser.add_argument("--json", metavar="FILE", help="write the results to it")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="few rounds, and no target counts: shows that everything works",
    )
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.processes = 3, 1
    unknown = set(options.systems) - set(overhead_calls.SYSTEMS)
    if unknown:
        parser.error("no such system: " + ", ".join(sorted(unknown)))
    return options


def make_environment(options, cache):
    package = os.path.abspath(os.path.join(options.build_dir, "python"))
    return os.environ | {"PYTHONPATH": package, "SEGMENT_CACHE_DIR": cache}


# ----------------------------------------------------------------------------
# Calls
# ----------------------------------------------------------------------------


class System:
    """A process that times calls, and the times so far."""

    def __init__(self, name, environment):
        self.name = name
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "overhead_calls.py"), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        line = self.process.stdout.readline()
        if not line:
            text = self.process.stderr.read().strip().splitlines()
            self.process.wait()
            raise RuntimeError(text[-1] if text else "the process ended")
        self.version, names = json.loads(line)
        self.times = {f"{name} {call}": [] for call in names}

    def sample(self):
        for number, times in enumerate(self.times.values()):
            self.process.stdin.write(f"{number}\n")
            self.process.stdin.flush()
            times.append(float(self.process.stdout.readline()))

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def measure_calls(options, environment):
    """Seconds by call, and versions by system."""
    systems = []
    try:
        for name in options.systems:
            try:
                systems.append(System(name, environment))
            except RuntimeError as error:
                print(f"skipped: {name} ({error})", file=sys.stderr)
                if name == "ours":
                    raise SystemExit(2)
        for number in range(options.rounds):
            # Whoever is first in one round is last in another.
            shift = number % len(systems)
            for system in systems[shift:] + systems[:shift]:
                system.sample()
    finally:
        for system in systems:
            system.stop()
    seconds = {
        call: statistics.median(times)
        for system in systems
        for call, times in system.times.items()
    }
    return seconds, {system.name: system.version for system in systems}


# ----------------------------------------------------------------------------
# First calls
# ----------------------------------------------------------------------------


def run_first_calls(environment):
    command = [sys.executable, os.path.join(HERE, "first_calls.py")]
    output = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(output.stdout)


def measure_first_calls(options):
    """Seconds by kind of first call."""
    samples = {name: [] for name in FIRST_CALLS}
    with tempfile.TemporaryDirectory() as cache:
        # Fills the cache, and the system's cache of files.
        run_first_calls(make_environment(options, cache))
        for _ in range(options.processes):
            compiled = run_first_calls(make_environment(options, ""))
            cached = run_first_calls(make_environment(options, cache))
            samples["first ever"].append(compiled["first"])
            samples["first, static"].append(compiled["static"])
            samples["first, dynamic"].append(compiled["dynamic"])
            samples["first, from disk"].append(cached["first"])
    return {name: statistics.median(times) for name, times in samples.items()}


# ----------------------------------------------------------------------------
# Targets
# ----------------------------------------------------------------------------


def list_targets(calls):
    """(what, the most it may take in seconds, why) for those that can be judged."""
    targets = []
    for own in ("ours fresh", "ours out="):
        if ADD_AT in calls:
            limit = MOST_ADD_AT * calls[ADD_AT]
            targets.append((own, limit, f"{MOST_ADD_AT} x {ADD_AT}"))
        if INDEX_ADD in calls:
            targets.append((own, calls[INDEX_ADD], INDEX_ADD))
    return targets + [(name, most, "") for name, (_, most) in FIRST_CALLS.items()]


def format_time(seconds):
    if seconds < 1e-3:
        return f"{seconds * 1e6:.2f} µs"
    return f"{seconds * 1e3:.1f} ms"


def make_markdown(results):
    lines = ["| call | time | beside ours | target |", "| --- | ---: | ---: | --- |"]
    seconds = results["calls"] | results["first"]
    for name, time in seconds.items():
        beside, title = "", name
        if name in results["calls"]:
            beside = f"{time / results['calls']['ours fresh']:.2f}"
        else:
            title += f" ({FIRST_CALLS[name][0]})"
        texts = []
        for target in results["targets"]:
            if target["call"] != name:
                continue
            why = f" ({target['why']})" if target["why"] else ""
            missed = ": missed" if target["missed"] else ""
            texts.append(f"below {format_time(target['seconds'])}{why}{missed}")
        lines.append(
            f"| {title} | {format_time(time)} | {beside} | {'; '.join(texts)} |"
        )
    return "\n".join(lines)


def main():
    options = parse_arguments()
    with tempfile.TemporaryDirectory() as cache:
        calls, versions = measure_calls(options, make_environment(options, cache))
    first = measure_first_calls(options)
    seconds = calls | first
    targets = [
        {
            "call": call,
            "seconds": most,
            "why": why,
            "missed": seconds[call] > most,
        }
        for call, most, why in list_targets(calls)
    ]
    results = {
        "versions": versions,
        "rounds": options.rounds,
        "quick": options.quick,
        "calls": calls,
        "first": first,
        "targets": targets,
    }
    print(make_markdown(results))
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)
    missed = sum(target["missed"] for target in targets)
    print(f"\n{len(targets)} targets, {missed} missed")
    return int(missed > 0 and not options.quick)


if __name__ == "__main__":
    sys.exit(main())
