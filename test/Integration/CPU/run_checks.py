#!/usr/bin/env python3
# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds bad ids in arrays of all sizes, and compares with a search in numpy.

    run_checks.py OPTIONS

The checks look at ids in blocks of 2,048, with vectors, and from 65,536 ids on
with several threads: the first bad one has to be found wherever it lies, next to
others, and none where there is none. OPTIONS are the pipeline's. Prints how many
arrays were checked.
"""

import sys

import numpy as np

from segment_e2e.harness import Module

SIZES = (0, 1, 2, 7, 16, 31, 32, 33, 34, 63, 64, 65, 66, 100, 129, 500, 2047, 2048, 2049,
         2081, 4096, 5000, 65535, 65536, 65537, 70000, 131072, 200001)
TYPES = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "index": np.int64,
         "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32}
DEPTHS = (1, 2, 3, 4, 7, 13)
OK, ORDER, BOUNDS, GATHER, SHAPE = 0, 5, 6, 7, 1
INDEX = (np.dtype(np.int64), None)


def make_text():
    functions = []
    for name, _ in TYPES.items():
        unsigned = "unsigned_ids" if name.startswith("u") else ""
        element = name.lstrip("u")
        for kind, is_sorted in (("unsorted", ""), ("sorted", "sorted")):
            functions.append(f"""
func.func @{kind}_{name}(%ids: tensor<?x{element}>, %data: tensor<?xi8>, %n: i64) -> index {{
  %rows, %num = segment.check_segments "op" {is_sorted} {unsigned}
      ids(%ids : tensor<?x{element}>) data(%data : tensor<?xi8>) num_segments(%n : i64)
      {{element_bytes = 1 : i64, result_shape = array<i64: -9223372036854775808>}}
  return %rows : index
}}""")
        functions.append(f"""
func.func @gather_{name}(%sources: tensor<?x{element}>, %keys: tensor<?xi16>, %rows: index, %n: index, %m: index) -> index {{
  %0 = segment.check_gather "op" {unsigned.replace("ids", "sources")}
      sources(%sources : tensor<?x{element}>) keys(%keys : tensor<?xi16>) rows(%rows) segments(%n) extent(%m)
  return %0 : index
}}""")
    functions.append("""
func.func @matrix(%ids: tensor<?x?xi32>, %data: tensor<?x?xi8>, %n: i64) -> index {
  %rows, %num = segment.check_segments "op"
      ids(%ids : tensor<?x?xi32>) data(%data : tensor<?x?xi8>) num_segments(%n : i64)
      {element_bytes = 1 : i64, result_shape = array<i64: -9223372036854775808>}
  return %rows : index
}
func.func @static(%ids: tensor<5000xi32>, %data: tensor<5000xi8>, %n: i64) -> index {
  %rows, %num = segment.check_segments "op" sorted
      ids(%ids : tensor<5000xi32>) data(%data : tensor<5000xi8>) num_segments(%n : i64)
      {element_bytes = 1 : i64, result_shape = array<i64: -9223372036854775808>}
  return %rows : index
}""")
    for depth in DEPTHS:
        for element in ("i8", "i32", "i64"):
            dims = "x".join("?" * depth)
            functions.append(f"""
func.func @scatter_{depth}_{element}(%input: tensor<{dims}xi1>, %indices: tensor<?x{depth}x{element}>, %updates: tensor<?xi1>) -> index {{
  %rows = segment.check_scatter "op" input(%input : tensor<{dims}xi1>)
      indices(%indices : tensor<?x{depth}x{element}>) updates(%updates : tensor<?xi1>)
  return %rows : index
}}""")
    return "\n".join(functions)


class Tester:
    def __init__(self, module):
        self.module = module
        self.count = 0

    def check(self, name, operands, rows, status, text=""):
        """A call that has to give the number of rows, or to fail with the text."""
        self.count += 1
        threads = (1, 2, 7)[self.count % 3]
        finished = self.module.call(name, operands, [INDEX], threads)
        what = f"{name} of {[getattr(o, 'shape', o) for o in operands]}"
        assert finished.misbehaviour() is None, f"{what}: {finished.misbehaviour()}"
        assert finished.status == status, f"{what}: {finished.status}, {finished.message}"
        if status == OK:
            assert finished.results[0] == rows, f"{what}: {finished.results[0]}, not {rows}"
        else:
            end = finished.message.split("op' op ")[-1].split("'op' op ")[-1]
            assert end == text, f"{what}: {end}, not {text}"


def place(rng, good, bad):
    """Some arrays with `bad(position)` at a few positions of `good`."""
    size = len(good)
    yield good
    if not size:
        return
    places = [[0], [size - 1], [size // 2], [rng.integers(size)], [size // 2, size - 1]]
    places += [rng.integers(0, size, 5)]
    places += [[p] for p in (2047, 2048, 65535, 65536) if p < size]
    for positions in places:
        ids = good.copy()
        for position in positions:
            ids[position] = bad(position)
        yield ids


def first(mask):
    return int(np.argmax(mask)) if mask.any() else None


def test_unsorted(t, rng):
    for name, dtype in TYPES.items():
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        for size in SIZES:
            data = np.zeros(size, np.int8)
            for n in {1, 50, min(high, 1000), 10**6}:
                good = rng.integers(max(low, -5), min(n, high), size, endpoint=n > high)
                # The greatest id there is, or the first that is too great.
                for bad in (high, min(n, high)):
                    for ids in place(rng, good.astype(dtype), lambda _, b=bad: b):
                        at = first(ids.astype(np.int64) >= n)
                        if at is None:
                            t.check(f"unsorted_{name}", [ids, data, n], size, OK)
                        else:
                            t.check(f"unsorted_{name}", [ids, data, n], 0, BOUNDS,
                                    f"id out of range: position [{at}], value {ids[at]}, range [0, {n})")
        # No segments at all.
        ids = np.full(5000, low, dtype)
        if low < 0:
            t.check(f"unsorted_{name}", [ids, np.zeros(5000, np.int8), 0], 5000, OK)
            ids[4321] = 0
        at = first(ids >= 0)
        t.check(f"unsorted_{name}", [ids, np.zeros(5000, np.int8), 0], 0, BOUNDS,
                f"id out of range: position [{at}], value 0, range [0, 0)")


def expect_sorted(t, name, ids, data):
    wide = ids.astype(np.int64)
    before = np.concatenate([[np.iinfo(np.int64).min], wide[:-1]])
    decreases = wide < before
    at = first(decreases | (wide < 0))
    if at is None:
        t.check(name, [ids, data, 5], len(ids), OK)
    elif decreases[at]:
        t.check(name, [ids, data, 5], 0, ORDER,
                f"ids must be sorted, but they decrease: position [{at}], value {ids[at]}, "
                f"after value {ids[at - 1]}")
    else:
        t.check(name, [ids, data, 5], 0, BOUNDS,
                f"id out of range: position [{at}], value {ids[at]}, range [0, 5)")


def test_sorted(t, rng):
    for name, dtype in TYPES.items():
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        for size in SIZES:
            data = np.zeros(size, np.int8)
            good = np.sort(rng.integers(0, min(high, 10**9), size)).astype(dtype)
            for bad in (low, 0, high):
                for ids in place(rng, good, lambda _, b=bad: b):
                    expect_sorted(t, f"sorted_{name}", ids, data)
            # One less than before, which is all there is to see.
            for ids in place(rng, good, lambda p, g=good: max(int(g[p - 1]) - 1, 0)):
                expect_sorted(t, f"sorted_{name}", ids, data)
            expect_sorted(t, f"sorted_{name}", np.full(size, high, dtype), data)
    for ids in place(rng, np.arange(5000, dtype=np.int32), lambda p: p - 2):
        expect_sorted(t, "static", ids, np.zeros(5000, np.int8))


def test_matrix(t, rng):
    for shape in ((0, 3), (3, 0), (5, 5), (100, 41), (300, 700)):
        good = rng.integers(0, 9, shape[0] * shape[1]).astype(np.int32)
        data = np.zeros(shape, np.int8)
        for flat in place(rng, good, lambda _: 9):
            ids = flat.reshape(shape)
            at = first(flat >= 9)
            if at is None:
                t.check("matrix", [ids, data, 9], flat.size, OK)
            else:
                t.check("matrix", [ids, data, 9], 0, BOUNDS,
                        f"id out of range: position [{at // shape[1]}, {at % shape[1]}], "
                        f"value 9, range [0, 9)")


def test_scatter(t, rng):
    for depth in DEPTHS:
        dims = [2 + i % 2 for i in range(depth)] if depth > 4 else [127, 3, 5, 2][:depth]
        source = np.zeros(dims, bool)
        for element, dtype in (("i8", np.int8), ("i32", np.int32), ("i64", np.int64)):
            name = f"scatter_{depth}_{element}"
            for size in (0, 1, 5, 40, 200, 2048, 3000, 70000):
                good = np.stack([rng.integers(0, d, size) for d in dims], 1).astype(dtype)
                updates = np.zeros(size, bool)
                for bad in (-1, None):
                    for k in {0, depth - 1}:
                        def replace(position, k=k, bad=bad, good=good):
                            row = good[position].copy()
                            row[k] = dims[k] if bad is None else bad
                            return row
                        for rows in place(rng, good, replace):
                            at = first(((rows < 0) | (rows >= dims)).any(1))
                            if at is None:
                                t.check(name, [source, rows, updates], size, OK)
                            else:
                                t.check(name, [source, rows, updates], 0, BOUNDS,
                                        f"index out of range: index row [{at}], values "
                                        f"{rows[at].tolist()}, dimensions {dims}")
        if depth <= 4:
            # An input without elements.
            dims[-1] = 0
            rows = np.zeros((3000, depth), np.int32)
            t.check(f"scatter_{depth}_i32", [np.zeros(dims, bool), rows, np.zeros(3000, bool)], 0,
                    BOUNDS, f"index out of range: index row [0], values {[0] * depth}, "
                    f"dimensions {dims}")


def test_gather(t, rng):
    for name, dtype in TYPES.items():
        high = np.iinfo(dtype).max
        for size in SIZES:
            for m in (0, 1, 100):
                good = rng.integers(0, max(m, 1), size).astype(dtype)
                keys = rng.integers(-2, 12, size).astype(np.int16)
                for bad in (m, high):
                    for ids in place(rng, good, lambda _, b=bad: b):
                        wide = ids.astype(np.int64)
                        kept = (keys >= 0) & (keys < 10)
                        at = first(kept & ((wide < 0) | (wide >= m)))
                        operands = [ids, keys, size, 10, m]
                        if at is None:
                            t.check(f"gather_{name}", operands, size, OK)
                        else:
                            t.check(f"gather_{name}", operands, 0, GATHER,
                                    f"gathered row out of range: position [{at}], value {ids[at]}, "
                                    f"range [0, {m})")
    ids, keys = np.zeros(3000, np.int32), np.zeros(2000, np.int16)
    t.check("gather_i32", [ids, keys, 2000, 1, 1], 2000, OK)
    for rows in (2001, 3001, 10**15):
        t.check("gather_i32", [ids, keys, rows, 1, 1], 0, SHAPE,
                f"expected a source and a key for each of {rows} rows, but got 3000 sources and "
                "2000 keys")


def main():
    rng = np.random.default_rng(7)
    with Module(make_text(), sys.argv[1]) as module:
        t = Tester(module)
        for test in (test_unsorted, test_sorted, test_matrix, test_scatter, test_gather):
            test(t, rng)
    print(f"{t.count} arrays were checked")


main()
