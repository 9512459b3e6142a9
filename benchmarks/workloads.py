# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of the benchmark: what is reduced, how large, and with which ids."""

import dataclasses
import math

import numpy as np

import dtypes

# How ids are drawn.
UNIFORM, PARETO, HALF, EQUAL, SORTED = "uniform", "pareto", "half", "equal", "sorted"

# What is computed.
UNSORTED, SEGMENT, SCATTER, GATHER = "unsorted", "sorted", "scatter", "gather"


@dataclasses.dataclass(frozen=True)
class Row:
    """A row of the table. `columns` is 1 for rank-1 data; `depth` is that of the
    scatter's indices; `nodes` is the number of rows that are gathered from."""

    op: str
    kind: str
    rows: int
    columns: int
    segments: int
    dtype: str
    ids: str = UNIFORM
    depth: int = 1
    nodes: int = 0
    group: str = "main"

    @property
    def name(self):
        parts = [f"{self.op} {self.kind}", f"D {self.columns}", f"S {self.segments:,}"]
        if self.ids != UNIFORM:
            parts.append(f"{self.ids} ids")
        if self.op == SCATTER:
            parts.append(f"depth {self.depth}")
        if self.group != "main":
            parts.append(f"N {self.rows:,}")
        return ", ".join(parts)

    @property
    def data_bytes(self):
        return self.rows * self.columns * dtypes.NUMPY[self.dtype].itemsize

    @property
    def result_bytes(self):
        return self.segments * self.columns * dtypes.NUMPY[self.dtype].itemsize

    @property
    def read_bytes(self):
        """Bytes that have to be read once."""
        size = dtypes.NUMPY[self.dtype].itemsize
        if self.op == GATHER:
            # The rows gathered from, their numbers, the ids and the weights.
            return self.nodes * self.columns * size + self.rows * (8 + size)
        ids = self.rows * 4 * (self.depth if self.op == SCATTER else 1)
        start = self.result_bytes if self.op == SCATTER else 0
        return self.data_bytes + ids + start

    def scaled(self, factor):
        """The row with `factor` times the rows and segments."""
        return dataclasses.replace(
            self,
            rows=max(16, int(self.rows * factor)),
            segments=self._scaled_segments(factor),
            nodes=max(16, int(self.nodes * factor)) if self.nodes else 0,
        )

    def _scaled_segments(self, factor):
        segments = max(4, int(self.segments * factor))
        if self.op == SCATTER and self.depth == 2:
            segments = math.isqrt(segments) ** 2
        return segments


# N for each D: 4,000,000 values, or 32,000,000.
_ROWS = {1: 4_000_000, 8: 4_000_000, 64: 500_000, 256: 125_000}


def _main_rows(dtype):
    def row(op, kind, columns, segments, **more):
        return Row(op, kind, _ROWS[columns], columns, segments, dtype, **more)

    yield row(UNSORTED, "sum", 1, 1_000)
    yield row(UNSORTED, "sum", 1, 1_000_000)
    yield row(UNSORTED, "min", 1, 1_000)
    yield row(UNSORTED, "min", 1, 1_000_000)
    yield row(UNSORTED, "sum", 64, 10_000)
    yield row(UNSORTED, "sum", 64, 500_000)
    yield row(UNSORTED, "min", 64, 10_000)
    yield row(UNSORTED, "sum", 64, 10_000, ids=PARETO)
    yield row(SEGMENT, "min", 1, 1_000, ids=SORTED)
    yield row(SEGMENT, "min", 1, 1_000_000, ids=SORTED)
    yield row(SEGMENT, "min", 64, 10_000, ids=SORTED)
    yield row(SEGMENT, "sum", 64, 10_000, ids=SORTED)
    yield row(UNSORTED, "sum", 8, 10_000)
    yield row(UNSORTED, "sum", 256, 10_000)
    yield row(SEGMENT, "min", 8, 10_000, ids=SORTED)
    yield row(SEGMENT, "min", 256, 10_000, ids=SORTED)
    yield row(UNSORTED, "sum", 1, 1_000, ids=HALF)
    yield row(UNSORTED, "sum", 64, 10_000, ids=HALF)
    yield row(UNSORTED, "sum", 1, 1_000, ids=EQUAL)
    yield row(UNSORTED, "sum", 64, 10_000, ids=EQUAL)
    yield row(UNSORTED, "sum", 1, 1_000, ids=SORTED)
    yield row(UNSORTED, "sum", 64, 10_000, ids=SORTED)
    yield row(SCATTER, "min", 1, 1_000_000)
    yield row(SCATTER, "min", 64, 10_000)
    yield row(SCATTER, "min", 64, 10_000, depth=2)
    if dtype in ("f32", "f64"):
        yield Row(
            GATHER, "sum", 2_000_000, 64, 100_000, dtype, ids=SORTED, nodes=100_000
        )


def _scaling_rows(dtype):
    """N from 10 to 10^8 with D = 1, and up to 4 GB of data with D = 64."""
    for exponent in range(1, 9):
        rows = 10**exponent
        for op, ids in ((UNSORTED, UNIFORM), (SEGMENT, SORTED)):
            yield Row(
                op, "sum", rows, 1, max(1, rows // 100), dtype, ids, group="scaling"
            )
    size = dtypes.NUMPY[dtype].itemsize
    rows = 1_000
    while rows * 64 * size <= 4 << 30:
        for op, ids in ((UNSORTED, UNIFORM), (SEGMENT, SORTED)):
            yield Row(
                op, "sum", rows, 64, max(1, rows // 50), dtype, ids, group="scaling"
            )
        rows *= 4


def _small_rows(dtype):
    """Where the call costs more than the work."""
    for op, ids in ((UNSORTED, UNIFORM), (SEGMENT, SORTED)):
        yield Row(op, "sum", 16, 4, 4, dtype, ids, group="small")


def make_rows(names, groups=("main",)):
    """All rows of the element types in `names`."""
    rows = []
    for dtype in names:
        if "main" in groups:
            rows += _main_rows(dtype)
        # One type shows how the cost grows.
        if "scaling" in groups and dtype == "f32":
            rows += _scaling_rows(dtype)
        if "small" in groups:
            rows += _small_rows(dtype)
    return rows


def _make_ids(row, random):
    if row.ids == EQUAL:
        return np.full(row.rows, row.segments // 2, np.int32)
    if row.ids == PARETO:
        ids = random.pareto(1.0, row.rows) * row.segments / 100
        return np.minimum(ids, row.segments - 1).astype(np.int32)
    ids = random.integers(0, row.segments, row.rows, np.int32)
    if row.ids == HALF:
        ids[random.random(row.rows) < 0.5] = row.segments // 3
    if row.ids == SORTED:
        ids.sort()
    return ids


def _make_values(dtype, shape, random):
    numpy_type = dtypes.NUMPY[dtype]
    if dtypes.is_float(dtype):
        return random.standard_normal(shape, np.float32).astype(numpy_type)
    info = np.iinfo(numpy_type)
    return random.integers(info.min, info.max, shape, numpy_type, endpoint=True)


def make_arrays(row, seed=0):
    """The inputs of a row, by name: `data` and `ids`; a scatter has `input`,
    `indices` of shape [N, depth] and `data` for the updates; a gather `data` for
    what is gathered from, `source`, `ids` and `weight`."""
    random = np.random.default_rng(seed)
    tail = () if row.columns == 1 else (row.columns,)
    ids = _make_ids(row, random)
    if row.op == GATHER:
        return {
            "data": _make_values(row.dtype, (row.nodes,) + tail, random),
            "source": random.integers(0, row.nodes, row.rows, np.int32),
            "ids": ids,
            "weight": _make_values(row.dtype, (row.rows,), random),
        }
    arrays = {"data": _make_values(row.dtype, (row.rows,) + tail, random)}
    if row.op != SCATTER:
        return arrays | {"ids": ids}
    shape = (row.segments,)
    if row.depth == 2:
        shape = (math.isqrt(row.segments),) * 2
        indices = np.stack(np.divmod(ids, np.int32(shape[1])), axis=1)
    else:
        indices = ids[:, None]
    arrays["input"] = _make_values(row.dtype, shape + tail, random)
    arrays["indices"] = np.ascontiguousarray(indices, np.int32)
    return arrays
