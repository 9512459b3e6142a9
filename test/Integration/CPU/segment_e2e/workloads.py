# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random operations with operands of all sizes, for tests of the schedules.

Sizes are around what the schedules decide by: vectors, blocks of 64 rows, pieces
of 1,024 and 4,096, ranges of keys, and enough elements for several threads.
"""

from dataclasses import dataclass

import ml_dtypes
import numpy as np

DTYPES = {
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "i8": np.dtype(np.int8),
    "i16": np.dtype(np.int16),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "complex<f32>": np.dtype(np.complex64),
}
_ID_DTYPES = {"i32": np.int32, "i64": np.int64}
_COLUMNS = (None, None, 1, 2, 3, 7, 8, 17, 63, 64, 65, 200)
ROWS = (0, 1, 5, 63, 64, 65, 200, 1023, 1024, 1025, 3000, 10000, 70000)
SEGMENTS = (1, 1, 2, 5, 50, 300, 3000, 40000)
_SEGMENT_KINDS = ("sum", "prod", "mean", "min", "max")
_SCATTER_KINDS = ("add", "sub", "mul", "div", "min", "max", "update")


@dataclass
class Workload:
    """A module with a function @f, its operands, and what is known of it."""

    text: str
    operands: list
    dtype: np.dtype
    rank: int
    # Integers, minima, maxima, updates: every order of the rows gives the same.
    is_exact: bool
    name: str

    @property
    def results(self):
        return [(self.dtype, self.rank)]


def random_values(rng, element, shape):
    dtype = DTYPES[element]
    if dtype.kind == "i":
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)
    values = (rng.standard_normal(shape) * 10).astype(np.float32)
    if rng.random() < 0.3:
        special = rng.random(shape)
        values[special < 0.01] = np.nan
        values[(special >= 0.01) & (special < 0.03)] = np.inf
        values[(special >= 0.03) & (special < 0.1)] = -0.0
        values[(special >= 0.1) & (special < 0.12)] = 1e-39
    if dtype.kind == "c":
        return (values + 1j * rng.standard_normal(shape)).astype(dtype)
    return values.astype(dtype)


def _ids(rng, count, segments):
    kind = rng.choice(["uniform", "equal", "skewed", "half"])
    if kind == "equal":
        return kind, np.full(count, rng.integers(segments))
    uniform = rng.integers(0, segments, count)
    if kind == "skewed":
        skewed = (rng.pareto(1.2, count) * segments / 50).astype(np.int64)
        return kind, np.minimum(skewed, segments - 1)
    if kind == "half":
        return kind, np.where(rng.random(count) < 0.5, rng.integers(segments), uniform)
    return kind, uniform


def random_workload(seed, elements=tuple(DTYPES), producer=None):
    """The workload of a seed.

    `producer`, for floats, puts a multiplication before the reduction: "body"
    into the body of a core operation, "before" ahead of it; both have to give
    the same bits.
    """
    rng = np.random.default_rng(seed)

    def choose(options):
        return options[rng.integers(len(options))]

    element = choose(elements)
    family = choose(["unsorted", "sorted", "first", "scatter"])
    columns, rows, segments = choose(_COLUMNS), choose(ROWS), choose(SEGMENTS)
    if columns and columns >= 63:
        rows, segments = min(rows, 10000), min(segments, 3000)
    is_complex = element.startswith("complex")
    kinds = _SCATTER_KINDS if family == "scatter" else _SEGMENT_KINDS
    kind = choose([k for k in kinds if not (is_complex and k in ("min", "max"))])
    shape = (rows,) if columns is None else (rows, columns)
    data = random_values(rng, element, shape)
    if kind in ("prod", "mul") and not DTYPES[element].kind == "i":
        # Products of units neither overflow nor vanish.
        data = np.where(np.real(data.astype(np.complex64)) < 0, -1, 1).astype(data.dtype)
    distribution, ids = _ids(rng, rows, segments)
    bounds = choose(["error", "error", "drop"])
    if bounds == "drop":
        bad = rng.random(rows) < 0.05
        ids = np.where(bad, rng.integers(-3, segments + 3, rows), ids)
    if family in ("sorted", "first"):
        ids = np.sort(ids)
    id_type = choose(list(_ID_DTYPES))
    ids = ids.astype(_ID_DTYPES[id_type])
    if columns is None:
        dims = "?x"
    else:
        dims = choose(["?x?x", f"?x{columns}x"])
    tensor = f"tensor<{dims}{element}>"
    is_exact = DTYPES[element].kind == "i" or kind in ("min", "max", "update")
    name = (
        f"{family} {kind} of {element}, {rows} rows, {columns} columns, {segments} "
        f"segments, {distribution} {id_type} ids, bounds<{bounds}>"
    )

    if producer:
        text, operands = _with_producer(
            rng, producer, element, dims, columns, id_type, segments, data, ids
        )
        return Workload(text, operands, data.dtype, len(shape), False, f"producer, {name}")
    if family == "scatter":
        start = random_values(rng, element, (segments, *shape[1:]))
        indices = f"tensor<?x1x{id_type}>"
        text = f"""
func.func @f(%input: {tensor}, %indices: {indices}, %updates: {tensor}) -> {tensor} {{
  %0 = segment.scatter_{kind} %input, %indices, %updates bounds<{bounds}> :
      ({tensor}, {indices}, {tensor}) -> {tensor}
  return %0 : {tensor}
}}"""
        operands = [start, ids.reshape(-1, 1), data]
    else:
        op = {"unsorted": "unsorted_segment_", "sorted": "segment_", "first": "segment_"}
        suffix = "_v2" if family == "sorted" else ""
        empty = choose(["", "empty<zero>", "empty<infinity>"])
        empty = empty if kind in ("min", "max") else ""
        count, count_type, argument = ", %count", ", i64", ", %count: i64"
        if family == "first":
            count = count_type = argument = ""
        text = f"""
func.func @f(%data: {tensor}, %ids: tensor<?x{id_type}>{argument}) -> {tensor} {{
  %0 = segment.{op[family]}{kind}{suffix} %data, %ids{count} bounds<{bounds}> {empty} :
      ({tensor}, tensor<?x{id_type}>{count_type}) -> {tensor}
  return %0 : {tensor}
}}"""
        operands = [data, ids] + ([] if family == "first" else [np.int64(segments)])
    return Workload(text, operands, data.dtype, len(shape), is_exact, name)


def random_gather_workload(seed, elements=tuple(DTYPES)):
    """A segment operation on gathered rows, with or without weights."""
    rng = np.random.default_rng(seed)

    def choose(options):
        return options[rng.integers(len(options))]

    element = choose(elements)
    dtype = DTYPES[element]
    columns, rows, segments = choose(_COLUMNS), choose(ROWS), choose(SEGMENTS)
    if columns and columns >= 63:
        rows, segments = min(rows, 10000), min(segments, 3000)
    is_complex = element.startswith("complex")
    kind = choose([k for k in _SEGMENT_KINDS if not (is_complex and k in ("min", "max"))])
    extent = choose((1, 7, 500, 20000 if not columns else 2000))
    x = random_values(rng, element, (extent,) if columns is None else (extent, columns))
    weights = random_values(rng, element, (rows,)) if rng.random() < 0.5 else None
    if kind == "prod" and dtype.kind != "i":
        x = np.where(np.real(x.astype(np.complex64)) < 0, -1, 1).astype(dtype)
        if weights is not None:
            weights = np.sign(np.real(weights.astype(np.complex64))).astype(dtype)
    src = rng.integers(0, extent, rows)
    distribution, ids = _ids(rng, rows, segments)
    bounds = choose(["error", "error", "drop"])
    if bounds == "drop":
        src = np.where(rng.random(rows) < 0.05, rng.integers(-3, extent + 3, rows), src)
        bad = rng.random(rows) < 0.05
        ids = np.where(bad, rng.integers(-3, segments + 3, rows), ids)
    is_sorted = bool(rng.integers(2))
    if is_sorted:
        ids = np.sort(ids)
    id_type, src_type = choose(list(_ID_DTYPES)), choose(list(_ID_DTYPES))
    dims = "?x" if columns is None else choose(["?x?x", f"?x{columns}x"])
    tensor = f"tensor<{dims}{element}>"
    types = [tensor, f"tensor<?x{src_type}>", f"tensor<?x{id_type}>", "i64"]
    names = ["%x", "%src", "%ids", "%n"]
    operands = [
        x, src.astype(_ID_DTYPES[src_type]), ids.astype(_ID_DTYPES[id_type]), np.int64(segments)
    ]
    with_weights = ""
    if weights is not None:
        with_weights = "weights(%w)"
        names.append("%w")
        types.append(f"tensor<?x{element}>")
        operands.append(weights)
    arguments = ", ".join(f"{name}: {type}" for name, type in zip(names, types))
    order = "sorted" if is_sorted else ""
    text = f"""
func.func @f({arguments}) -> {tensor} {{
  %0 = segment.gather_segment_{kind} %x, %src, %ids, %n {with_weights} {order} bounds<{bounds}> :
      ({", ".join(types)}) -> {tensor}
  return %0 : {tensor}
}}"""
    name = (
        f"gather {kind} of {element}, {rows} rows of {extent}, {columns} columns, {segments} "
        f"segments, {distribution} {id_type} ids {order}, bounds<{bounds}> {with_weights}"
    )
    is_exact = dtype.kind == "i" or kind in ("min", "max")
    return Workload(text, operands, dtype, x.ndim, is_exact, name)


def _with_producer(rng, producer, element, dims, columns, id_type, segments, data, ids):
    """A sum of rows times a factor, with the product made in the body or before."""
    tensor = f"tensor<{dims}{element}>"
    result = "tensor<" + dims.replace("?x", "?x", 1) + f"{element}>"
    access = "(n)" if columns is None else "(n, d)"
    rank = 1 if columns is None else 2
    dims_of = "d0" if rank == 1 else "d0, d1"
    loops = ", ".join(['"parallel"'] * rank)
    is_sorted = bool(rng.integers(2))
    if is_sorted:
        ids = np.sort(ids)
    product = f"""
  ^bb0(%x: {element}):
    %m = arith.mulf %x, %factor : {element}
    segment.yield %m : {element}"""
    source = "%data"
    before = ""
    if producer == "before":
        before = f"""
  %made = linalg.generic {{indexing_maps = [affine_map<({dims_of}) -> ({dims_of})>,
      affine_map<({dims_of}) -> ({dims_of})>], iterator_types = [{loops}]}}
      ins(%data : {tensor}) outs(%data : {tensor}) {{
  ^bb0(%x: {element}, %o: {element}):
    %m = arith.mulf %x, %factor : {element}
    linalg.yield %m : {element}
  }} -> {tensor}"""
        source = "%made"
        product = f"""
  ^bb0(%x: {element}):
    segment.yield %x : {element}"""
    text = f"""
func.func @f(%data: {tensor}, %ids: tensor<?x{id_type}>, %start: {result}) -> {result} {{
  %factor = arith.constant 1.1 : {element}{before}
  %0 = segment.reduce_by_key kinds [add] {"sorted" if is_sorted else ""}
      keys(%ids : tensor<?x{id_type}>) ins({source} {access} : {tensor})
      outs(%start : {result}) {{{product}
  }} -> {result}
  return %0 : {result}
}}"""
    start = np.zeros((segments, *data.shape[1:]), data.dtype)
    return text, [data, ids, start]
