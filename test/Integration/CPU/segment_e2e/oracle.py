# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the operations mean, in numpy, clause by clause.

Written from the contract alone and meant to be read next to it: one loop over
the rows, Python's integers where the contract is exact. Quantized data is
given and returned in its storage type.
"""

from dataclasses import dataclass, field
from math import prod

import numpy as np

from .elements import (
    BFLOAT16,
    round_to,
    smallest_subnormal,
    spacing,
    unit_roundoff,
)

# Statuses of a call, as Runtime.h numbers them.
OK = 0
ERROR_SHAPE = 1
ERROR_NUM_SEGMENTS = 2
ERROR_SIZE = 3
ERROR_MEMORY = 4
ERROR_ORDER = 5
ERROR_BOUNDS = 6
ERROR_GATHER = 7

# More than any machine has, less than 2^63: what is larger cannot be allocated.
_UNALLOCATABLE = 1 << 38


@dataclass(frozen=True)
class Fault:
    """An error that a call must report.

    `values` are numbers the message must contain, in this order.
    """

    clause: str
    statuses: tuple
    values: tuple = ()
    position: tuple = None


@dataclass
class Outcome:
    """What a call must give.

    Exactly one of these holds: `fault` is set; `value` is set, to be met within
    `tolerance` (0 means to the bit); neither is, and only the shape counts.
    """

    fault: Fault = None
    shape: tuple = ()
    value: np.ndarray = None
    tolerance: np.ndarray = field(default=None, repr=False)


class _Failed(Exception):
    def __init__(self, fault):
        super().__init__(fault)
        self.fault = fault


def _fail(clause, *statuses, values=(), position=None):
    raise _Failed(Fault(clause, statuses, tuple(values), position))


def split_op(op):
    """"unsorted_segment_min" -> ("unsorted", "min")."""
    if op.startswith("unsorted_segment_"):
        return "unsorted", op.removeprefix("unsorted_segment_")
    if op.startswith("gather_segment_"):
        return "gather", op.removeprefix("gather_segment_")
    if op.startswith("scatter_"):
        return "scatter", op.removeprefix("scatter_")
    kind = op.removeprefix("segment_")
    if kind.endswith("_v2"):
        return "v2", kind.removesuffix("_v2")
    return "v1", kind


def evaluate(op, element, *operands, **attributes):
    """Evaluates one op: operands as in the IR, attributes by name.

    `result_shape` may give a static result shape, None where it is dynamic.
    """
    family, kind = split_op(op)
    function = {"scatter": _scatter, "gather": _gather}.get(family, _segment)
    try:
        with np.errstate(all="ignore"):
            return function(family, kind, element, *operands, **attributes)
    except _Failed as failed:
        return Outcome(fault=failed.fault)


# ----------------------------------------------------------------------------
# Segment operations
# ----------------------------------------------------------------------------


def _segment(
    family,
    kind,
    element,
    data,
    ids,
    num_segments=None,
    *,
    bounds="error",
    nan="propagate",
    empty=None,
    accumulate=None,
    result_shape=None,
):
    # 4.10 comes first, and v1's number of rows (4.6) belongs to it.
    row_shape = data.shape[ids.ndim :]
    if ids.shape != data.shape[: ids.ndim]:
        _fail("4.10", ERROR_SHAPE, values=(*ids.shape, *data.shape))
    keys = [int(key) for key in ids.reshape(-1)]
    if family == "v1":
        segments = max(keys[-1] + 1, 0) if keys else 0
    else:
        segments = int(num_segments)
    if family == "v1" and segments >= 2**63:
        _fail("4.9", ERROR_SIZE)
    shape = (segments, *row_shape)
    _check_result_shape(shape, result_shape)
    if segments < 0:
        _fail("4.8", ERROR_NUM_SEGMENTS, values=(segments,))
    _check_size(shape, element)

    # 4.11: without elements nobody looks at the ids.
    rows = data.reshape(len(keys), *row_shape)
    if data.size:
        if bounds == "error":
            _check_ids(family, keys, ids.shape, segments)
        elif family != "unsorted" and any(a > b for a, b in zip(keys, keys[1:])):
            return Outcome(shape=shape)  # 4.3: unspecified values

    if not data.size:
        keys = []
    empty = empty or ("zero" if family == "v1" else "identity")
    return _fold_segments(kind, element, rows, keys, shape, nan, empty, accumulate)


def _fold_segments(kind, element, rows, keys, shape, nan, empty, accumulate):
    """Folds each row into the segment of its key, if there is that segment."""
    if not prod(shape):
        return Outcome(shape=shape)  # numpy may not hold it, but there is nothing in it
    members = [[] for _ in range(shape[0] if keys else 0)]
    for row, key in enumerate(keys):
        if 0 <= key < len(members):
            members[key].append(row)

    value = np.full(shape, empty_value(kind, element, empty), element.dtype)
    tolerance = np.zeros(shape)
    for segment, own in enumerate(members):
        if own:
            value[segment], tolerance[segment] = _fold(
                kind, element, None, [rows[row] for row in own], nan, accumulate
            )
    return Outcome(shape=shape, value=value, tolerance=tolerance)


def _gather(
    family,
    kind,
    element,
    x,
    src,
    ids,
    num_segments,
    weights=None,
    *,
    bounds="error",
    nan="propagate",
    empty="identity",
    accumulate=None,
    result_shape=None,
    is_sorted=False,
):
    shapes = [a.shape for a in (src, ids, weights) if a is not None]
    if len(set(shapes)) > 1:
        _fail("4.10", ERROR_SHAPE, values=sum(shapes, ()))
    segments = int(num_segments)
    shape = (segments, *x.shape[1:])
    _check_result_shape(shape, result_shape)
    if segments < 0:
        _fail("4.8", ERROR_NUM_SEGMENTS, values=(segments,))
    _check_size(shape, element)

    keys = [int(key) for key in ids.reshape(-1)]
    sources = [int(source) for source in src.reshape(-1)]
    if not prod(x.shape[1:]):
        keys, sources = [], []  # 4.11
    if bounds == "error":
        _check_ids("v2" if is_sorted else "unsorted", keys, ids.shape, segments)
        for row, (key, source) in enumerate(zip(keys, sources)):
            if 0 <= key < segments and not 0 <= source < len(x):  # 4.19
                position = tuple(int(i) for i in np.unravel_index(row, ids.shape))
                _fail("4.19", ERROR_GATHER, values=(source, len(x)), position=position)
    elif is_sorted and any(a > b for a, b in zip(keys, keys[1:])):
        return Outcome(shape=shape)  # 4.3: unspecified values

    rows, kept = [], []
    for row, (key, source) in enumerate(zip(keys, sources)):
        if 0 <= source < len(x):
            weight = None if weights is None else weights.reshape(-1)[row]
            rows.append(_weighted(kind, element, x[source], weight, accumulate))
            kept.append(key)
    return _fold_segments(kind, element, rows, kept, shape, nan, empty, accumulate)


def _weighted(kind, element, row, weight, accumulate):
    """3.4: a product in the accumulator's type; minima have none."""
    row = np.asarray(row)
    if weight is None:
        return row
    weight = np.asarray(weight)
    if element.kind in ("float", "complex") and kind not in ("min", "max"):
        dtype = accumulator_dtype(element, accumulate)
        row, weight = row.astype(dtype), weight.astype(dtype)
    return _combine("mul", np.broadcast_to(weight, row.shape), row)


def _check_result_shape(shape, result_shape):
    """4.10, for the static dimensions of the result's type."""
    for actual, wanted in zip(shape, result_shape or ()):
        if wanted is not None and actual != wanted:
            _fail("4.10", ERROR_SHAPE, values=(actual, wanted))


def _check_size(shape, element):
    """4.9; what a fold needs beside the result may overflow a little earlier."""
    size = prod(shape) * element.dtype.itemsize
    if size >= 2**63:
        _fail("4.9", ERROR_SIZE)
    if size >= _UNALLOCATABLE:
        _fail("4.9", ERROR_MEMORY, ERROR_SIZE)


def _check_ids(family, keys, shape, segments):
    """4.1 to 4.5; 4.12: the first position, and there order before range."""
    for row, key in enumerate(keys):
        position = tuple(int(i) for i in np.unravel_index(row, shape)) if shape else ()
        if family == "unsorted":
            if key >= segments:
                _fail("4.2", ERROR_BOUNDS, values=(key, segments), position=position)
        elif row and keys[row - 1] > key:
            _fail("4.3", ERROR_ORDER, values=(key, keys[row - 1]), position=position)
        elif key < 0:
            _fail("4.4", ERROR_BOUNDS, values=(key,), position=position)


def empty_value(kind, element, empty):
    """1.1, 1.2 and, for quantized types, 2.4."""
    if element.kind == "quant" and (empty == "zero" or kind == "sum"):
        return element.zero_point
    if kind == "prod":
        return 1
    if kind not in ("min", "max") or empty == "zero":
        return 0
    if empty == "infinity" and element.kind == "float":
        return float("inf") if kind == "min" else float("-inf")
    return element.largest if kind == "min" else element.lowest


# ----------------------------------------------------------------------------
# Scatter operations
# ----------------------------------------------------------------------------


def _scatter(
    family,
    kind,
    element,
    input,
    indices,
    updates,
    *,
    bounds="error",
    nan="propagate",
    accumulate=None,
    result_shape=None,
):
    depth = indices.shape[-1]
    batch, slice_shape = indices.shape[:-1], input.shape[depth:]
    if updates.shape != batch + slice_shape:
        wanted = (*batch, *slice_shape)
        _fail("4.10", ERROR_SHAPE, values=(*updates.shape, *wanted))
    _check_result_shape(input.shape, result_shape)

    slices = {}
    dims = input.shape[:depth]
    if updates.size:  # 4.11
        count = prod(batch)
        index_rows = indices.reshape(count, depth)
        update_rows = updates.reshape(count, *slice_shape)
        for row in range(count):
            index = tuple(int(i) for i in index_rows[row])
            if all(0 <= i < d for i, d in zip(index, dims)):
                slices.setdefault(index, []).append(update_rows[row])
            elif bounds == "error":
                position = tuple(int(i) for i in np.unravel_index(row, batch))
                _fail("4.7", ERROR_BOUNDS, values=(*index, *dims), position=position)

    value = input.copy()
    tolerance = np.zeros(input.shape)
    for index, rows in slices.items():
        value[index], tolerance[index] = _fold(
            kind, element, input[index], rows, nan, accumulate
        )
    return Outcome(shape=input.shape, value=value, tolerance=tolerance)


# ----------------------------------------------------------------------------
# Folds
# ----------------------------------------------------------------------------


def _fold(kind, element, start, rows, nan, accumulate):
    """Folds rows in order: (values, tolerance).

    `start` is the input's slice of a scatter op, or None.
    """
    candidates = rows if start is None else [start, *rows]
    exact = np.zeros(rows[0].shape)
    if kind == "update":
        return rows[-1], exact
    if kind in ("min", "max"):
        result = candidates[0]
        for row in candidates[1:]:
            result = _extremum(kind, element, result, row, nan)
        return result, exact
    if element.kind in ("float", "complex"):
        return _fold_inexact(kind, element, start, rows, accumulate)
    integers = [[int(x) for x in row.reshape(-1)] for row in candidates]
    columns = [
        _fold_integers(kind, element, list(column), start is not None)
        for column in zip(*integers)
    ]
    return np.array(columns, element.dtype).reshape(rows[0].shape), exact


def _extremum(kind, element, a, b, nan):
    """3.1 and 3.2: IEEE 754 minimum, or minimumNumber; and the maxima."""
    if element.kind != "float":
        # numpy orders booleans as false < true.
        return np.minimum(a, b) if kind == "min" else np.maximum(a, b)
    x, y = a.astype(np.float64), b.astype(np.float64)
    # Equal numbers differ at most in the sign of zero.
    first = np.where(x == y, np.signbit(x), x < y)
    if kind == "max":
        first = np.where(x == y, ~np.signbit(x), x > y)
    if nan == "ignore":
        first = np.where(np.isnan(x), False, np.where(np.isnan(y), True, first))
    else:
        first = np.isnan(x) | (~np.isnan(y) & first)
    return np.where(first.astype(bool), a, b)


def _wrap(value, element):
    """3.5: modulo 2^n."""
    bits = element.dtype.itemsize * 8
    value &= (1 << bits) - 1
    signed = element.dtype.kind == "i" and value >> (bits - 1)
    return value - (1 << bits) if signed else value


def _truncating_division(a, b):
    """1.4: toward zero, and x / 0 is 0."""
    if b == 0:
        return 0
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _fold_integers(kind, element, column, has_start):
    if element.kind == "quant":  # 2.4; only the sum gets here
        assert kind == "sum"
        total = sum(q - element.zero_point for q in column) + element.zero_point
        return min(max(total, element.storage_min), element.storage_max)
    if kind in ("sum", "add"):
        return _wrap(sum(column), element)
    if kind in ("prod", "mul"):
        return _wrap(prod(column), element)
    if kind == "sub":
        return _wrap(column[0] - sum(column[1:]), element)
    if kind == "mean":
        return _truncating_division(sum(column), len(column))
    assert kind == "div" and has_start
    result = column[0]
    for divisor in column[1:]:
        result = _wrap(_truncating_division(result, divisor), element)
    return result


def accumulator_dtype(element, accumulate):
    """3.4."""
    if element.kind == "complex":
        return element.dtype
    if accumulate == "f64":
        return np.dtype(np.float64)
    if accumulate == "native" or element.dtype in (np.float32, np.float64):
        return element.dtype
    return np.dtype(np.float32)


def _fold_inexact(kind, element, start, rows, accumulate):
    """Float and complex sums, products, quotients and means, in row order.

    The order of the additions is the implementation's (3.6), so the tolerance is
    what any order may differ by; up to two rows there is only one result.
    """
    dtype = accumulator_dtype(element, accumulate)
    terms = [row.astype(dtype) for row in rows]
    if start is not None:
        total = start.astype(dtype)
    else:
        total = np.full(rows[0].shape, 1 if kind == "prod" else 0, dtype)  # 3.8
    operands = ([total] if start is not None else []) + terms
    for term in terms:
        total = _combine(kind, total, term)
    if kind == "mean":
        total = _divide_by_count(total, len(rows), dtype)
    result = _round(total, element.dtype)

    multiplicative = kind in ("prod", "mul", "div")
    only_order = len(rows) <= (1 if start is not None else 2)
    if only_order and not (element.kind == "complex" and multiplicative):
        return result, np.zeros(result.shape)

    real = np.dtype(np.zeros(0, dtype).real.dtype) if dtype != BFLOAT16 else dtype
    steps = len(operands) + 2
    roundoff = unit_roundoff(real)
    if multiplicative:
        slack = 4 * steps * roundoff * _magnitude(total)
        slack = slack + 2.0 ** (2 * steps) * smallest_subnormal(real)
        if element.kind == "complex":
            slack = slack * 4
    else:
        # What is not finite in one part of a complex number has no bearing on the other.
        parts = [_finite_parts(term) if element.kind == "complex" else term for term in operands]
        slack = 2 * steps * roundoff * sum(_magnitude(part) for part in parts)
        if kind == "mean":
            mean = _finite_parts(total) if element.kind == "complex" else total
            slack = slack / len(rows) + 2 * spacing(_magnitude(mean), real)
    if element.dtype != dtype:
        slack = slack + spacing(_magnitude(total), element.dtype)
    return result, np.where(np.isfinite(slack), slack, 0)


def _finite_parts(values):
    """Complex numbers without the parts that are not finite."""
    result = np.zeros_like(values)
    result.real = np.where(np.isfinite(values.real), values.real, 0)
    result.imag = np.where(np.isfinite(values.imag), values.imag, 0)
    return result


def _combine(kind, a, b):
    if kind in ("sum", "mean", "add"):
        return (a + b).astype(a.dtype)
    if kind == "sub":
        return (a - b).astype(a.dtype)
    if not np.iscomplexobj(a):
        return (a * b if kind in ("prod", "mul") else a / b).astype(a.dtype)
    # 2.2: the plain formulas.
    result = np.empty_like(a)
    if kind in ("prod", "mul"):
        result.real = a.real * b.real - a.imag * b.imag
        result.imag = a.real * b.imag + a.imag * b.real
    else:
        norm = b.real * b.real + b.imag * b.imag
        result.real = (a.real * b.real + a.imag * b.imag) / norm
        result.imag = (a.imag * b.real - a.real * b.imag) / norm
    return result


def _divide_by_count(total, count, dtype):
    if not np.iscomplexobj(total):
        return (total / np.asarray(count).astype(dtype)).astype(dtype)
    result = np.empty_like(total)
    result.real = total.real / total.real.dtype.type(count)
    result.imag = total.imag / total.imag.dtype.type(count)
    return result


def _round(values, dtype):
    return values if values.dtype == dtype else round_to(values, dtype)


def _magnitude(values):
    if np.iscomplexobj(values):
        return np.abs(values.real.astype(np.float64)) + np.abs(
            values.imag.astype(np.float64)
        )
    return np.abs(values.astype(np.float64))
