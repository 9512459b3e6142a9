# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# See the file LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what emulated kernels read, write and do atomically with the formulas of
docs/GPU.md, "What the kernels move", which also says what the variables are.

Usage: traffic.py GPU.md FOLDER
"""

import json
import pathlib
import re
import subprocess
import sys

import numpy as np

COLUMNS = ("global_load_bytes", "global_store_bytes", "global_atomics", "global_atomic_bytes")
OTHERS = ("shared_atomics",)
SIZES = {"f16": 2, "f32": 4, "i32": 4, "f64": 8}
DTYPES = {"f16": np.float16, "f32": np.float32, "i32": np.int32, "f64": np.float64}
NUM_ROWS, NUM_SEGMENTS = 4096, 40
THREAD_CHUNK, BATCH, PIECE, ENTRIES = 8, 128, 64, 64
WITHOUT_COLUMNS = "fold of rows without columns"


def read_table(path):
    """The formulas by schedule and kernel: those of COLUMNS, and whether they are limits."""
    text = pathlib.Path(path).read_text()
    text = text[text.index("## What the kernels move"):]
    formulas = {}
    for line in text[: text.index("\n## ", 1)].splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) != 5 or not cells[1].endswith("`"):
            continue
        schedule, kernel = cells[0].split(", ")
        formulas[schedule, kernel] = [
            (re.search("`(.*)`", cell)[1], cell.startswith("at most")) for cell in cells[1:]]
    return formulas


def count_runs(ids, size, in_range):
    """Runs in chunks of `size` rows; those that are neither first nor last in theirs."""
    runs = inner = 0
    for begin in range(0, len(ids), size):
        chunk = ids[begin : begin + size]
        chunk = chunk[in_range[begin : begin + size]]
        number = int(len(chunk) > 0) + int((chunk[1:] != chunk[:-1]).sum())
        runs += number
        inner += max(number - 2, 0)
    return runs, inner


def count_mixed(ids):
    """Rows of batches that a warp does not fold as one run; no id is out of range."""
    batches = ids.reshape(-1, BATCH)
    # The run at hand is at first that of the batch, since a chunk is one.
    return BATCH * int((batches != batches[:, :1]).any(axis=1).sum())


def get_variables(case, ids):
    op, element, columns, schedule, _ = case
    in_range = (ids >= 0) & (ids < NUM_SEGMENTS)
    present = len(np.unique(ids[in_range]))
    is_sorted = op.endswith("_v2")
    element_bytes = SIZES[element]
    accumulator_bytes = max(element_bytes, 4)
    width = 1
    if columns and columns % (16 // accumulator_bytes) == 0:
        width = 16 // accumulator_bytes
    chunk = THREAD_CHUNK if columns else BATCH
    runs, inner = count_runs(ids, chunk, in_range)
    entries, left = 0, 2 * -(-NUM_ROWS // PIECE)
    while left > 2:
        entries += left
        left = 2 * -(-left // ENTRIES)
    is_sort = schedule == "csr" and not is_sorted
    words = width * -(-accumulator_bytes // 4)
    in_flight = 4 if words <= 2 else 2 if words <= 8 else 1
    is_vector_sum = "sum" in op and element in ("f16", "f32") and width == 4
    return {
        "N": NUM_ROWS, "D": columns, "S": NUM_SEGMENTS, "E": NUM_SEGMENTS - present,
        "i": 8 if is_sort else 4, "e": element_bytes, "a": accumulator_bytes,
        "V": width, "C": columns // width, "W": 4 if is_vector_sum else 1,
        "X": 1 << max(columns // width - 1, 0).bit_length(),
        "Z": count_again(in_range, in_flight),
        "K": NUM_ROWS // chunk, "R": runs, "Q": inner, "B": int(in_range.sum()),
        "M": count_mixed(ids), "P": NUM_ROWS // PIECE, "T": entries,
        "G": NUM_ROWS // 32, "L": -(-NUM_SEGMENTS.bit_length() // 4),
        "J": int(is_sort), "H": NUM_ROWS.bit_length(),
    }


def count_again(in_range, size):
    """Rows in groups of `size` that have one out of range."""
    return size * int((~in_range.reshape(-1, size)).any(axis=1).sum())


def make_ids(pattern):
    rng = np.random.default_rng(len(pattern))
    ids = rng.integers(0, NUM_SEGMENTS - 3, NUM_ROWS)
    if pattern == "equal":
        ids[:] = 5
    elif pattern == "bad":
        ids[::17] = -1
        ids[5::29] = NUM_SEGMENTS
    elif pattern == "sorted":
        ids.sort()
    elif pattern == "short":
        # Runs of five rows, some of them within a chunk, as far as there are segments.
        ids = np.minimum(np.arange(NUM_ROWS) // 3, NUM_SEGMENTS - 1)
    return ids.astype(np.int32)


def count(case, ids, folder):
    """The kernels' lines of segment-run."""
    op, element, columns, schedule, _ = case
    data = f"tensor<?x{'?x' if columns else ''}{element}>"
    module, inputs = folder / "f.mlir", (folder / "data.npy", folder / "ids.npy")
    module.write_text(f"""
func.func @f(%x: {data}, %i: tensor<?xi32>, %n: i64) -> {data} {{
  %0 = segment.{op} %x, %i, %n : ({data}, tensor<?xi32>, i64) -> {data}
  return %0 : {data}
}}
""")
    np.save(inputs[0], np.ones((NUM_ROWS, columns) if columns else NUM_ROWS, DTYPES[element]))
    np.save(inputs[1], ids)
    output = subprocess.run(
        ["segment-run", str(module), "--target=cuda-emulation", "--emulation-print-counts",
         f"--pipeline-options=schedule={schedule}", *(f"--input=@{path}" for path in inputs),
         f"--input=i64={NUM_SEGMENTS}", f"--output=@{folder / 'result.npy'}"],
        check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


CASES = (
    ("unsorted_segment_sum", "f32", 8, "atomic", "uniform"),
    ("unsorted_segment_sum", "f32", 7, "atomic", "bad"),
    ("unsorted_segment_sum", "f32", 16, "atomic", "equal"),
    ("unsorted_segment_sum", "f16", 8, "atomic", "bad"),
    ("unsorted_segment_sum", "f64", 8, "atomic", "uniform"),
    ("unsorted_segment_max", "f32", 8, "atomic", "uniform"),
    ("unsorted_segment_sum", "f32", 0, "atomic", "uniform"),
    ("unsorted_segment_sum", "i32", 0, "atomic", "equal"),
    ("segment_sum_v2", "f32", 8, "runs", "short"),
    ("segment_sum_v2", "f32", 3, "runs", "short"),
    ("segment_sum_v2", "f32", 8, "csr", "sorted"),
    ("segment_max_v2", "f32", 8, "csr", "short"),
    ("unsorted_segment_sum", "f32", 8, "csr", "uniform"),
    ("unsorted_segment_sum", "f64", 4, "csr", "bad"),
)


def main():
    formulas, folder = read_table(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    used, failures = set(), 0
    for case in CASES:
        ids = make_ids(case[-1])
        variables = get_variables(case, ids)
        for counts in count(case, ids, folder):
            name = re.sub("^f_[0-9]+_", "", counts["kernel"])
            key = case[3], WITHOUT_COLUMNS if name == "fold" and not case[2] else name
            if key not in formulas:
                print(f"FAILED: {case}: {name} is not in the table")
                failures += 1
                continue
            used.add(key)
            for what, (formula, is_limit) in zip(COLUMNS, formulas[key]):
                want = eval(formula, {}, variables)
                if not (counts[what] <= want if is_limit else counts[what] == want):
                    print(f"FAILED: {case}: {name}: {what} {counts[what]}, expected "
                          f"{'at most ' * is_limit}{formula} = {want}")
                    failures += 1
    for key in formulas.keys() - used:
        print(f"FAILED: no call has {key}")
        failures += 1
    print(f"traffic: {len(CASES)} calls, {len(used)} of {len(formulas)} formulas, "
          f"{failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
