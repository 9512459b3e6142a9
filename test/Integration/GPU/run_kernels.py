# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares emulated kernels with the plain lowering for a CPU, over schedules, seeds,
shapes and ids. Both leave bad ids out.

Results must have the same bits, except where atomic operations add or multiply floats:
there the order of rows is open. Where csr does it the bits are those of replay.py.
"""

import sys

import numpy as np

from segment_e2e.elements import BFLOAT16
from segment_e2e.harness import Module, set_alignment, set_emulation

from replay import replay

TYPES = {
    "f32": np.float32,
    "f64": np.float64,
    "f16": np.float16,
    "bf16": BFLOAT16,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
    "i8": np.int8,
    "i32": np.int32,
    "i64": np.int64,
}
ORDERED = ("f32", "f16", "i8", "i64")
SEEDS = (0, 1, 2)

# (rows, columns, segments): nothing, one, odd numbers, all lanes and more, many rows.
SHAPES = (
    (0, 3, 4), (1, 1, 1), (7, 0, 3), (33, 1, 5), (100, 5, 0), (257, 3, 40), (65, 300, 9),
    (1000, 2, 3000), (150, 8, 6), (70, 72, 30),
)
VECTORS = SHAPES[-2:]
LARGE = (70001, 1, 65537)
# Without columns (None): warps have batches of 128 rows.
ROW_SHAPES = (
    (0, None, 4), (1, None, 1), (33, None, 5), (127, None, 3), (700, None, 2), (900, None, 40),
)
# Segments of more pieces than are combined at once, in both forms.
LONG = (4500, 1, 2)
LONG_ROWS = (17001, None, 3)
# Few segments, for which blocks have accumulators in shared memory.
FEW, FEW_ROWS = (8250, 3, 2), (8250, None, 2)
# What float sums and products accumulate in, where they are repeated.
ACCUMULATORS = {
    "f16": np.float32, "bf16": np.float32, "f32": np.float32, "f64": np.float64,
    "complex<f32>": np.complex64, "complex<f64>": np.complex128,
}


def make_ids(pattern, rows, segments, rng):
    if pattern == "equal":
        ids = np.full(rows, max(segments - 1, 0))
    elif pattern == "skewed":
        ids = (rng.random(rows) ** 4 * segments).astype(np.int64)
    elif pattern == "bad":
        ids = rng.integers(-3, segments + 3, rows)
    else:
        ids = rng.integers(0, max(segments, 1), rows)
    return (np.sort(ids) if pattern == "sorted" else ids).astype(np.int32)


def make_data(element, shape, rng):
    dtype = np.dtype(TYPES[element])
    if element.startswith("i"):
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max, shape, dtype, endpoint=True)
    values = rng.normal(1, 0.3, shape)
    if dtype.kind == "c":
        values = values + 1j * rng.normal(0, 0.3, shape)
    elif len(values.ravel()) > 20:
        # What an order of its own would show, and must not.
        values.ravel()[::7] *= -0.0
        values.ravel()[5] = np.nan
    return values.astype(dtype)


def make_text(op, element, has_columns):
    name = f"{'' if op.endswith('_v2') else 'unsorted_'}segment_{op}"
    data = f"tensor<?x{'?x' if has_columns else ''}{element}>"
    return f"""
func.func @f(%data: {data}, %ids: tensor<?xi32>, %n: i64) -> {data} {{
  %0 = segment.{name} %data, %ids, %n : ({data}, tensor<?xi32>, i64) -> {data}
  return %0 : {data}
}}
"""


def describe_difference(got, want, is_exact):
    if got is None or want is None:
        return None if got is want else f"got {got}, expected {want}"
    if got.dtype == BFLOAT16:
        got, want = got.astype(np.float32), want.astype(np.float32)
    if not is_exact:
        bits = got.real.dtype.itemsize * 8
        tolerance = {16: 2e-2, 32: 1e-4, 64: 1e-11}[bits]
        same = np.isclose(got, want, rtol=tolerance, atol=tolerance, equal_nan=True)
    else:
        same = (got == want) | ((got != got) & (want != want))
        if got.dtype.kind == "f":
            same &= (np.signbit(got) == np.signbit(want)) | (got != got)
    if same.all():
        return None
    at = np.argwhere(~same)[0]
    return f"{(~same).sum()} differ, first at {at}: {got[tuple(at)]!r}, expected {want[tuple(at)]!r}"


class Comparison:
    """Counts calls, and prints what differs."""

    def __init__(self):
        self.calls = self.replayed = self.failures = 0

    def run(self, op, element, shapes, options, seeds, races=False):
        text = make_text(op, element, has_columns=shapes[0][1] is not None)
        set_emulation(0, races)
        with Module(text, "override-bounds=drop schedule=plain", 1, False) as cpu, Module(
            text, options, 1, True
        ) as gpu:
            set_emulation()
            for shape in shapes:
                # Sorted operations take sorted ids, long runs and short ones.
                patterns = (("equal", "sorted") if op.endswith("_v2") else
                            ("equal", "sorted", "skewed", "bad", "uniform"))
                for pattern in patterns:
                    self.compare(cpu, gpu, (op, element, options, shape, pattern), seeds)

    def compare(self, cpu, gpu, case, seeds):
        op, element, options, (rows, columns, segments), pattern = case
        rng = np.random.default_rng(rows + (columns or 0))
        data = make_data(element, (rows,) if columns is None else (rows, columns), rng)
        ids = make_ids(pattern, rows, segments, rng)
        operands = [data, ids, np.int64(segments)]
        results = [(np.dtype(TYPES[element]), data.ndim)]
        want = cpu.call("f", operands, results)
        is_sorted, kind = op.endswith("_v2"), op.removesuffix("_v2")
        depends = kind in ("sum", "prod", "mean") and element in ACCUMULATORS
        is_csr = "csr" in options or "deterministic" in options
        # Products of complex numbers are folded row by row, as on the CPU.
        is_replayed = depends and is_csr and not (kind == "prod" and data.dtype.kind == "c")
        if is_replayed and want.results[0] is not None:
            self.replayed += 1
            repeated = replay(kind, data, ids, segments, ACCUMULATORS[element], is_sorted)
            problem = describe_difference(repeated, want.results[0], is_exact=False)
            if problem:
                self.fail(case, "of the replay", problem)
            want.results[0] = repeated
        for seed in seeds:
            set_emulation(seed)
            # With seed 0 arrays don't lie as kernels with vectors need them.
            set_alignment(seed != 0)
            got = gpu.call("f", operands, results)
            self.calls += 1
            problem = got.misbehaviour() or (got.status and got.message)
            if not problem and got.shapes != want.shapes:
                problem = f"shape {got.shapes[0]}, expected {want.shapes[0]}"
            problem = problem or describe_difference(
                got.results[0], want.results[0], is_exact=is_csr or not depends)
            if problem:
                self.fail(case, seed, problem)

    def fail(self, case, seed, problem):
        self.failures += 1
        if self.failures < 10:
            print(f"FAILED: {case}, seed {seed}: {problem}")


def main():
    comparison = Comparison()
    for op in ("sum", "prod", "mean", "sum_v2"):
        for element in TYPES:
            comparison.run(op, element, SHAPES, "schedule=csr", SEEDS)
            # The deterministic mode leaves integers to atomic operations.
            if element in ("f32", "i64"):
                comparison.run(op, element, SHAPES, "deterministic", (7,))
    for op, element in (("sum", "f32"), ("mean", "bf16"), ("sum_v2", "complex<f32>"),
                        ("prod", "f64"), ("mean", "i64"), ("max_v2", "f16")):
        comparison.run(op, element, ROW_SHAPES, "schedule=csr", (0, 1))
    for op in ("sum", "mean_v2"):
        comparison.run(op, "f32", (LONG,), "schedule=csr", (1,))
        comparison.run(op, "f32", (LONG_ROWS,), "schedule=csr", (1,))
    for op in ("min", "max"):
        for element in ORDERED:
            comparison.run(op, element, SHAPES, "", SEEDS)
    for op in ("sum", "prod", "mean"):
        for element in TYPES:
            comparison.run(op, element, SHAPES, "", (1,))
            comparison.run(op + "_v2", element, SHAPES, "", (1,))
    for op, element in (("sum", "f32"), ("sum", "complex<f64>"), ("mean", "f16"), ("min", "f64"),
                        ("prod", "bf16"), ("max", "i8"), ("sum_v2", "f64")):
        comparison.run(op, element, ROW_SHAPES, "", (0, 1))
    for op, element in (("sum_v2", "f32"), ("mean_v2", "i32"), ("min_v2", "f64"),
                        ("prod_v2", "bf16"), ("max_v2", "i8"), ("sum_v2", "complex<f32>")):
        comparison.run(op, element, SHAPES, "schedule=runs", (0, 1))
        comparison.run(op, element, ROW_SHAPES, "schedule=runs", (1,))
    for op, element in (("sum", "complex<f32>"), ("prod", "bf16"), ("mean", "f16"), ("min", "f32")):
        comparison.run(op, element, (FEW,), "", (1,))
    comparison.run("sum", "f32", (FEW_ROWS,), "", (1,), races=True)
    comparison.run("mean", "i8", (FEW_ROWS,), "", (1,))
    # No two threads touch the same memory unordered.
    for options in ("", "schedule=csr"):
        for op, element in (("sum", "f32"), ("mean", "bf16"), ("prod", "complex<f32>"),
                            ("min", "i8"), ("max_v2", "f16"), ("sum_v2", "f32")):
            comparison.run(op, element, VECTORS + SHAPES[:7], options, (3,), races=True)
            comparison.run(op, element, ROW_SHAPES, options, (3,), races=True)
    comparison.run("mean_v2", "f16", VECTORS + SHAPES[:7], "schedule=runs", (3,), races=True)
    # More rows and segments than the other dimensions of a grid take.
    for options in ("", "schedule=csr"):
        for op in ("sum", "min"):
            comparison.run(op, "i32", (LARGE,), options, (0,))
    print(f"kernels: {comparison.calls} calls, {comparison.replayed} orders replayed, "
          f"{comparison.failures} failures")
    return 1 if comparison.failures or not comparison.replayed else 0


if __name__ == "__main__":
    sys.exit(main())
