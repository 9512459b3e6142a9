# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operation on every type, with random arrays and ids, against numpy.

Usage: calls.py FAMILY"""

# RUN: %python %s v1 | FileCheck %s
# RUN: %python %s v2 | FileCheck %s
# RUN: %python %s unsorted | FileCheck %s
# RUN: %python %s scatter | FileCheck %s
# CHECK: {{^[1-9][0-9]+}} calls, 0 differences

import sys

import numpy as np
from segment_e2e import oracle
from segment_e2e.compare import differences
from segment_e2e.generate import OPS, elements_of, rng_for
from segment_e2e.oracle import split_op
from segment_e2e.values import random_ids, random_indices, random_values

import segment_mlir

CALLS = 6
# The exception for each status of a failed check (4.18).
EXCEPTIONS = {
    oracle.ERROR_SHAPE: ValueError,
    oracle.ERROR_NUM_SEGMENTS: ValueError,
    oracle.ERROR_SIZE: ValueError,
    oracle.ERROR_MEMORY: MemoryError,
    oracle.ERROR_ORDER: segment_mlir.BoundsError,
    oracle.ERROR_BOUNDS: segment_mlir.BoundsError,
}
ROWS = ((), (4,), (3, 5), (2, 0))


def choose(rng, op, element):
    """What is compiled for: a row's shape, the ids' type and rank, attributes."""
    family, kind = split_op(op)
    attributes = {"bounds": rng.choice(["error", "drop"])}
    if kind in ("min", "max"):
        attributes["nan"] = rng.choice(["propagate", "ignore"])
    elif kind != "update" and element.kind == "float":
        attributes["accumulate"] = rng.choice([None, "native", "f64"])
    if family != "scatter":
        choices = [None, "identity", "zero"]
        if kind in ("min", "max"):
            choices.append("infinity")
        attributes["empty"] = rng.choice(choices)
    row = ROWS[int(rng.integers(len(ROWS)))]
    id_type = str(rng.choice(["i32", "i64", "i8", "ui16"]))
    rank = 1 if family == "v1" else int(rng.integers(1, 3))
    return (
        row,
        id_type,
        rank,
        {k: str(v) for k, v in attributes.items() if v is not None},
    )


def make_operands(rng, op, element, row, id_type, rank, bounds):
    family, kind = split_op(op)

    def values(*shape):
        return random_values(rng, element, kind, (*shape, *row))

    if family == "scatter":
        batch = tuple(int(n) for n in rng.integers(0, 9, rank))
        dims = tuple(int(n) for n in rng.integers(1, 5, 2))
        indices = random_indices(rng, bounds, id_type, batch, dims)
        return [values(*dims), indices, values(*batch)]
    shape = tuple(int(n) for n in rng.integers(0, 12, rank))
    if family == "v1":
        return [values(*shape), random_ids(rng, family, bounds, id_type, shape, None)]
    segments = int(rng.integers(0, 8))
    ids = random_ids(rng, family, bounds, id_type, shape, segments)
    return [values(*shape), ids, segments]


def check(op, element, operands, attributes):
    """What is wrong, or None."""
    want = oracle.evaluate(op, element, *operands, **attributes)
    before = [np.array(o) for o in operands]
    try:
        got = getattr(segment_mlir, op)(*operands, **attributes)
    except Exception as error:
        if want.fault is None:
            return f"unexpected {error!r}"
        if not any(isinstance(error, EXCEPTIONS[s]) for s in want.fault.statuses):
            return f"clause {want.fault.clause}: unexpected {error!r}"
        text = str(error)
        if want.fault.position is not None:
            position = "[" + ", ".join(map(str, want.fault.position)) + "]"
            if position not in text:
                return f"expected position {position} in '{text}'"
        return None if text.startswith(op + ": ") else f"no name in '{text}'"
    if want.fault is not None:
        return f"expected the error of clause {want.fault.clause}"
    for now, then in zip(operands, before):
        if np.array(now).tobytes() != then.tobytes():
            return "an operand was changed"
    if got.dtype != element.dtype or got.shape != tuple(want.shape):
        return f"expected {want.shape}, {element.dtype}, got {got.shape}, {got.dtype}"
    if want.value is None:
        return None
    wrong = differences(got, want.value, want.tolerance)
    if wrong.any():
        return f"expected {want.value!r}, got {got!r}"
    return None


def main(family):
    calls = failures = 0
    for op in OPS:
        if split_op(op)[0] != family:
            continue
        for element in elements_of(op):
            if element.kind == "quant":
                continue  # Not in Python.
            rng = rng_for(op, element.name)
            row, id_type, rank, attributes = choose(rng, op, element)
            for _ in range(CALLS):
                operands = make_operands(
                    rng, op, element, row, id_type, rank, attributes["bounds"]
                )
                problem = check(op, element, operands, attributes)
                calls += 1
                if problem:
                    failures += 1
                    print(f"{op} of {element.name}, {attributes}: {problem}")
                    print(*operands, sep="\n")
    print(f"{calls} calls, {failures} differences")


main(*sys.argv[1:])
