#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions and mispredicted branches of compiled functions, counted by Callgrind.

Unsorted minima or sums of f32 on random ids, compiled for AVX2 and optimized as
segment-run and the Python package do. Only the compiled code counts, not its caller,
OpenMP or the C library. Callgrind simulates a branch predictor, so the figures don't
depend on the machine or on what else runs there.

Targets: mispredicted branches and growth of instructions of the plan's choice and of
buckets with any number of threads, and of owners with 1 and 2. Owners read all ids in
each worker, which is why the plan doesn't choose them for many threads: what they cost
there is printed, but is no target.

  callgrind.py                 prints the figures, exits with 1 if a target is missed
  callgrind.py --schedules owners --columns 1 --rows 20000
  callgrind.py --schedules plan --op sum --rows 500000 --segments 10000

Needs valgrind, a C compiler, LLVM's tools and the build.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Mispredicted branches for each row, at most.
MISSES = 0.05
# Instructions at 64 threads over those at 1, at most, by the number of columns.
GROWTH = {1: 4.0, 64: 1.3}
# Rows, and segments.
SIZES = {1: (400_000, 100_000), 64: (50_000, 10_000)}

MODULE = """
func.func @f(%x: {type}, %ids: tensor<?xi32>, %n: i64) -> {type} {{
  %0 = segment.unsorted_segment_{op} %x, %ids, %n : ({type}, tensor<?xi32>, i64) -> {type}
  return %0 : {type}
}}
"""


def compile_function(folder, op, columns, schedule, build, llvm):
    """Makes libf.so of `folder`: the function alone, so that it can be told from its
    caller, and the caller, callgrind_main.c."""
    matrix = "tensor<?xf32>" if columns == 1 else f"tensor<?x{columns}xf32>"
    pipeline = "vector-bits=256" + (f" schedule={schedule}" if schedule else "")
    target = ["-O2", "-mtriple=x86_64-linux-gnu", "-mcpu=x86-64-v3"]
    texts = {"input": MODULE.format(type=matrix, op=op)}
    for name, command in (
        ("lowered", [build / "bin/segment-opt", f"--segment-to-llvm-pipeline={pipeline}"]),
        ("ir", [llvm / "bin/mlir-translate", "--mlir-to-llvmir"]),
        ("optimized", [llvm / "bin/opt", "-S", *target]),
        ("assembly", [llvm / "bin/llc", *target, "-relocation-model=pic"]),
    ):
        text = list(texts.values())[-1]
        run = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True)
        texts[name] = run.stdout
    (folder / "f.s").write_text(texts["assembly"])
    links = [f"-L{build}/lib", "-lSegmentRuntime", f"-Wl,-rpath,{build}/lib"]
    openmp = [f"-L{llvm}/lib", "-lomp", f"-Wl,-rpath,{llvm}/lib"]
    compiler = os.environ.get("CC", "cc")
    subprocess.run(
        [compiler, "-shared", folder / "f.s", "-o", folder / "libf.so", *links, *openmp],
        check=True,
    )
    subprocess.run(
        [compiler, "-O1", f"-I{ROOT}/include", Path(__file__).parent / "callgrind_main.c"]
        + ["-o", folder / "main", f"-L{folder}", "-lf", f"-Wl,-rpath,{folder}"]
        + links,
        check=True,
    )


def read_costs(path, library):
    """Own costs of the functions of `library`, by event, from Callgrind's file."""
    events, counts, inside, is_call = [], [], False, False
    names = {}
    for line in path.read_text().splitlines():
        if line.startswith("events:"):
            events = line.split()[1:]
            counts = [0] * len(events)
        elif match := re.match(r"ob=(\(\d+\))(?: (.*))?", line):
            # A name is written the first time its number is.
            if match[2]:
                names[match[1]] = match[2]
            inside = names[match[1]].endswith(library)
        elif match := re.match(r"cob=(\(\d+\)) (.*)", line):
            names[match[1]] = match[2]
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[+*\d-]", line):
            # The line behind a call has the costs of the callee.
            if inside and not is_call:
                for i, count in enumerate(line.split()[1:]):
                    counts[i] += int(count)
            is_call = False
    return dict(zip(events, counts))


def count(folder, threads, rows, columns, segments):
    """Costs of one call."""
    output = folder / "callgrind.out"
    subprocess.run(
        ["valgrind", "-q", "--tool=callgrind", "--branch-sim=yes"]
        + [f"--callgrind-out-file={output}", folder / "main"]
        + [str(n) for n in (threads, rows, columns, segments)],
        env={**os.environ, "OMP_WAIT_POLICY": "passive"},
        check=True,
    )
    costs = read_costs(output, "libf.so")
    if not costs.get("Ir"):
        sys.exit("callgrind.py: no instruction of the function was counted")
    return costs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--schedules", nargs="+", default=["owners", "buckets", "plan"])
    parser.add_argument("--columns", nargs="+", type=int, choices=SIZES, default=[*SIZES])
    parser.add_argument("--op", choices=["min", "sum"], default="min")
    parser.add_argument("--rows", type=int)
    parser.add_argument("--segments", type=int, help="a quarter of the rows where these are given")
    parser.add_argument("--threads", nargs="+", type=int, default=[2, 64], help="beside 1")
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22"))
    options = parser.parse_args()
    missed = 0
    for schedule in options.schedules:
        for columns in options.columns:
            rows, segments = SIZES[columns]
            if options.rows:
                rows, segments = options.rows, max(1, options.rows // 4)
            segments = options.segments or segments
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                chosen = "" if schedule == "plan" else schedule
                compile_function(
                    folder, options.op, columns, chosen, options.build.resolve(), options.llvm
                )
                first = None
                for threads in [1, *(t for t in options.threads if t != 1)]:
                    costs = count(folder, threads, rows, columns, segments)
                    first = first or costs
                    misses = (costs["Bcm"] + costs["Bim"]) / rows
                    growth = costs["Ir"] / first["Ir"]
                    is_target = schedule != "owners" or threads <= 2
                    is_bad = is_target and (
                        misses >= MISSES or (threads == 64 and growth > GROWTH[columns])
                    )
                    missed += is_bad
                    print(
                        f"{schedule}, D {columns}, {rows} rows, {threads} threads: "
                        f"{costs['Ir'] / rows:.2f} instructions a row "
                        f"({growth:.2f}x), {misses:.4f} mispredicted branches a row"
                        + (", missed" if is_bad else "" if is_target else ", no target"),
                        flush=True,
                    )
    print(f"{missed} targets missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
