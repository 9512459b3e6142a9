# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Float sums, products and means to the bit against the order that they are documented
to have, replayed in numpy.

  run_fold_orders.py FIRST COUNT

FIRST and COUNT choose the seeds of the random workloads.
"""

import collections
import sys

import numpy as np

from segment_e2e import harness, jobs
from segment_e2e.fold_order import count_pieces, fold_pieces, fold_runs
from segment_e2e.workloads import DTYPES

# Rows, segments, columns (None for scalars): on both sides of what the order depends on.
SIZES = (
    [(rows, segments, None) for rows in (100, 3000, 4096, 33000) for segments in (1, 5, 180, 3000)]
    + [(4100, segments, 64) for segments in (1, 100, 255, 300)]
    + [(33000, segments, 8) for segments in (1, 50, 2000)]
    + [(33000, 3, 1), (20000, 7, 17), (9000, 5, 130), (700, 5, 1000), (16384, 2000, 16)]
)


def _text(family, kind, element, columns, is_static):
    dims = "?x" if columns is None else f"?x{columns if is_static else '?'}x"
    x = f"tensor<{dims}{element}>"
    if family == "scatter":
        name = {"sum": "scatter_add", "prod": "scatter_mul"}[kind]
        return f"""
func.func @f(%start: {x}, %ids: tensor<?x1xi32>, %data: {x}) -> {x} {{
  %0 = segment.{name} %start, %ids, %data : ({x}, tensor<?x1xi32>, {x}) -> {x}
  return %0 : {x}
}}"""
    name = {"sorted": f"segment_{kind}_v2", "unsorted": f"unsorted_segment_{kind}"}[family]
    return f"""
func.func @f(%data: {x}, %ids: tensor<?xi32>, %n: i64) -> {x} {{
  %0 = segment.{name} %data, %ids, %n : ({x}, tensor<?xi32>, i64) -> {x}
  return %0 : {x}
}}"""


def _want(family, kind, dtype, start, ids, data):
    wide = np.float64 if dtype == np.float64 else np.float32
    fold = fold_runs if family == "sorted" else fold_pieces
    with np.errstate(all="ignore"):
        total = fold(
            start.astype(wide), ids, data.astype(wide), "prod" if kind == "prod" else "sum"
        )
        if kind == "mean":
            count = np.bincount(ids, minlength=len(start)).astype(wide)
            count = count.reshape(count.shape + (1,) * (total.ndim - 1))
            total = np.where(count > 0, total / count, wide(0))
        return total.astype(dtype)


def _run(job, note):
    (seed,) = job
    rng = np.random.default_rng(seed)
    rows, segments, columns = SIZES[seed % len(SIZES)]
    family = rng.choice(["sorted", "unsorted", "unsorted", "scatter"])
    kind = rng.choice(["sum", "prod"] if family == "scatter" else ["sum", "prod", "mean"])
    element = rng.choice(["f16", "bf16", "f32", "f32", "f64"])
    dtype = DTYPES[element]
    shape = () if columns is None else (columns,)
    values = rng.standard_normal((rows, *shape))
    data = (np.exp(values / 100) if kind == "prod" else values).astype(dtype)
    ids = rng.integers(0, segments, rows, dtype=np.int32)
    if rng.random() < 0.3:
        ids[rng.random(rows) < 0.7] = 0
    if family == "sorted":
        ids = np.sort(ids)
    if family == "scatter":
        start = (1 + rng.standard_normal((segments, *shape))).astype(dtype)
        operands = [start, ids[:, None], data]
    else:
        start = np.full((segments, *shape), kind == "prod", dtype)
        operands = [data, ids, np.int64(segments)]
    want = _want(family, kind, dtype, start, ids, data)
    bits = rng.choice([128, 256, 512])
    where = f"{family} {kind}, {element}, {rows} rows, {segments} segments, {columns} columns"
    note.write(where)
    text = _text(family, kind, element, columns, rng.random() < 0.5)
    with harness.Module(text, f"vector-bits={bits}") as module:
        for threads in (1, 2, 7):
            call = module.call("f", operands, [(dtype, data.ndim)], threads=threads)
            if call.misbehaviour():
                return None, f"{where}: {call.misbehaviour()}"
            got = call.results[0]
            wrong = got.view(f"u{got.itemsize}") != want.view(f"u{got.itemsize}")
            if wrong.any():
                at = tuple(int(i[0]) for i in np.nonzero(wrong))
                return None, (
                    f"{where}, {bits} bits, {threads} threads: "
                    f"{wrong.sum()} values, {got[at]!r} at {at}, not {want[at]!r}"
                )
    if family == "sorted":
        return "runs", None
    size = 8 if element == "f64" else 4
    if columns is None or count_pieces(rows, segments, columns, size) == 1:
        return f"{'scalars' if columns is None else 'one piece'}", None
    return "pieces with columns", None


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    failures, done = 0, collections.Counter()
    for (seed,), result, died in jobs.run([(s,) for s in range(first, first + count)], _run):
        failure = died or result[1]
        if failure:
            failures += 1
            print(f"FAILED: seed {seed}: {failure}")
        else:
            done[result[0]] += 1
    print(", ".join(f"{name}: {number}" for name, number in sorted(done.items())))
    print(f"{done.total()} workloads, {failures} failures")
    return 1 if failures or done.total() != count else 0


if __name__ == "__main__":
    sys.exit(main())
