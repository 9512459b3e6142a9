#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plan regret: how much slower the plan's choice is than the best schedule.

Random workloads; each is timed with what segment-plan chooses and with every
schedule that the operation's order allows, in turns, and medians are compared.
A sample is the mean of as many calls as fill two milliseconds.
The regret of a workload is the time of the choice over the best time, minus 1.

  regret.py --count 200 --threads 2

The exit status is 1 if fewer than 90 % of the workloads are within 15 % of their best
schedule. --quick shows that everything works, and judges nothing.
"""

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

import numpy as np

import ours
from dtypes import BFLOAT16

ROOT = Path(__file__).resolve().parent.parent
SCHEDULES = ("plain", "runs", "owners", "buckets", "adaptive", "pieces")
ELEMENTS = {
    "f32": np.float32,
    "f64": np.float64,
    "i32": np.int32,
    "i8": np.int8,
    "bf16": BFLOAT16,
}
# Elements of data at most: some tens of milliseconds.
LIMIT = 1 << 24
MAX_ROWS, QUICK_ROWS = 4_000_000, 4_000
# Regret that is allowed, and the share of workloads that have to be within it.
ALLOWED, SHARE = 0.15, 0.9
# Seconds of calls that a sample takes.
SAMPLE = 2e-3


def make(seed, max_rows):
    """A module, its arguments and a description."""
    rng = np.random.default_rng(seed)

    def choose(options):
        return options[rng.integers(len(options))]

    element = choose(list(ELEMENTS))
    kind = choose(["sum", "min", "max", "mean"])
    is_sorted = rng.random() < 0.3
    columns = choose([None, None, 2, 8, 16, 64, 64, 128, 256])
    width = columns or 1
    rows = int(min(np.exp(rng.uniform(np.log(1e3), np.log(max_rows))), LIMIT // width))
    segments = int(min(np.exp(rng.uniform(0, np.log(2 * rows))), LIMIT // width))
    distribution = choose(["uniform", "uniform", "skewed", "equal", "half"])
    ids = rng.integers(0, segments, rows)
    if distribution == "equal":
        ids[:] = ids[0]
    elif distribution == "half":
        ids[rng.random(rows) < 0.5] = ids[0]
    elif distribution == "skewed":
        ids = np.minimum((rng.pareto(1.2, rows) * segments / 50).astype(np.int64), segments - 1)
    if is_sorted:
        ids = np.sort(ids)
    shape = (rows,) if columns is None else (rows, columns)
    data = (rng.standard_normal(shape, dtype=np.float32) * 10).astype(ELEMENTS[element])
    op = f"segment_{kind}_v2" if is_sorted else f"unsorted_segment_{kind}"
    tensor = f"tensor<?x{element}>" if columns is None else f"tensor<?x{columns}x{element}>"
    text = f"""
func.func @f(%data: {tensor}, %ids: tensor<?xi32>, %n: i64) -> {tensor} {{
  %0 = segment.{op} %data, %ids, %n : ({tensor}, tensor<?xi32>, i64) -> {tensor}
  return %0 : {tensor}
}}"""
    name = f"{op} {element}, {rows} rows, {columns} columns, {segments} segments, {distribution}"
    return text, [data, ids.astype(np.int32), np.int64(segments)], name


def measure(compiler, text, arguments, threads, rounds):
    """Median seconds by schedule; None is the plan's choice."""
    functions = {}
    for schedule in (None, *SCHEDULES):
        options = f"schedule={schedule}" if schedule else ""
        try:
            executable = compiler.compile(text, options)
        except ours.SegmentError as error:
            if schedule and "cannot be lowered by schedule" in str(error):
                continue
            raise
        functions[schedule] = executable.function("f").bind(arguments, threads)
    samples = {schedule: [] for schedule in functions}
    calls = dict.fromkeys(functions, 1)
    for round_number in range(rounds + 1):
        for schedule, call in functions.items():
            elapsed = 0.0
            for _ in range(calls[schedule]):
                begin = time.perf_counter()
                call.run()
                elapsed += time.perf_counter() - begin
                call.drop()
            if round_number > 0:
                samples[schedule].append(elapsed / calls[schedule])
            else:  # warms up
                calls[schedule] = max(1, round(SAMPLE / elapsed))
    return {schedule: statistics.median(times) for schedule, times in samples.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="two small workloads, not judged")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--json", help="where to write all figures")
    options = parser.parse_args()
    if options.quick:
        options.count, options.rounds = 2, 2
    max_rows = QUICK_ROWS if options.quick else MAX_ROWS
    compiler = ours.Compiler(options.build)
    regrets, figures = [], []
    for seed in range(options.first, options.first + options.count):
        text, arguments, name = make(seed, max_rows)
        times = measure(compiler, text, arguments, options.threads, options.rounds)
        chosen = times.pop(None)
        best = min(times, key=times.get)
        # The choice is one of them, so a difference of the two is noise.
        regret = max(chosen / times[best] - 1, 0)
        regrets.append(regret)
        figures.append({"name": name, "chosen": chosen, "times": times})
        if regret > ALLOWED or options.quick:
            print(f"{regret:6.0%}  {chosen * 1e3:.3f} ms, {best} {times[best] * 1e3:.3f} ms: {name}")
    within = sum(r <= ALLOWED for r in regrets) / len(regrets)
    print(
        f"{len(regrets)} workloads: within {ALLOWED:.0%} of the best schedule in {within:.0%}, "
        f"median regret {statistics.median(regrets):.1%}, largest {max(regrets):.0%}"
    )
    if options.json:
        Path(options.json).write_text(json.dumps(figures, indent=1))
    return 0 if options.quick or within >= SHARE else 1


if __name__ == "__main__":
    sys.exit(main())
