# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random shapes, values, ids and indices, bad ones included."""

from math import prod

import numpy as np

from .elements import ID_DTYPES, round_to, smallest_subnormal

_DIMENSIONS = np.array([0, 1, 2, 3, 4, 5])
_DIMENSION_ODDS = np.array([0.08, 0.2, 0.25, 0.2, 0.17, 0.1])


def random_shape(rng, rank):
    """Mostly small, 0 and 1 included; sometimes one dimension that fills vectors."""
    shape = [int(d) for d in rng.choice(_DIMENSIONS, size=rank, p=_DIMENSION_ODDS)]
    if rank and rng.random() < 0.15:
        shape[rng.integers(rank)] = int(rng.choice([7, 16, 33]))
    return tuple(shape)


def other_shape(rng, shape):
    """A shape of the same rank that differs in one dimension."""
    changed = list(shape)
    axis = rng.integers(len(shape))
    changed[axis] = changed[axis] + 1 if changed[axis] == 0 else changed[axis] - 1
    return tuple(changed)


# ----------------------------------------------------------------------------
# Values
# ----------------------------------------------------------------------------


def random_values(rng, element, kind, shape):
    """Values for a reduction of this kind.

    Float sums, products and quotients get values of which no order of folding
    overflows or underflows, so that results depend on the order by rounding
    alone; NaN, infinities and zeros are mixed in.
    """
    if element.kind == "bool":
        return rng.random(shape) < rng.choice([0.2, 0.5, 0.9])
    if element.kind in ("signed", "unsigned", "quant"):
        return _random_integers(rng, element, kind, shape)
    if element.kind == "complex":
        part = np.dtype(np.float32 if element.dtype == np.complex64 else np.float64)
        # An infinity makes NaN or not by the order of a complex product.
        special = kind not in ("prod", "mul", "div")
        real = _random_floats(rng, part, kind, shape, special)
        imag = _random_floats(rng, part, kind, shape, special)
        values = np.empty(shape, element.dtype)
        values.real, values.imag = real, imag
        return values
    return _random_floats(rng, element.dtype, kind, shape, True)


def _random_integers(rng, element, kind, shape):
    low, high = int(element.lowest), int(element.largest)
    values = rng.integers(low, high, size=shape, dtype=element.dtype, endpoint=True)
    style = rng.choice(["full", "small", "limits"])
    if style == "small":
        small = rng.integers(max(low, -3), 4, size=shape, dtype=np.int64)
        values = np.clip(small, low, high).astype(element.dtype)
    elif style == "limits":
        ends = np.array([low, high, max(low, 0), min(high, 1), low + 1], element.dtype)
        if element.dtype.kind == "i":
            ends = np.append(ends, np.array([max(low, -1)], element.dtype))
        chosen = rng.choice(ends, size=shape)
        values = np.where(rng.random(shape) < 0.7, chosen, values)
    return values.astype(element.dtype)


def _random_floats(rng, dtype, kind, shape, special):
    tiny = smallest_subnormal(dtype)
    if kind in ("prod", "mul", "div"):
        values = rng.uniform(0.5, 2.0, shape) * rng.choice([-1.0, 1.0], shape)
    else:
        values = rng.normal(0.0, 4.0, shape)
        if kind in ("min", "max", "update") and rng.random() < 0.3:
            values = np.round(values)  # ties
    style = rng.choice(["ordinary", "special", "subnormal"], p=[0.35, 0.5, 0.15])
    values = round_to(values, dtype)
    if style == "ordinary" or not special:
        return values
    if style == "subnormal":
        subnormals = round_to(rng.integers(-20, 21, shape) * np.float64(tiny), dtype)
        share = 0.2 if kind in ("prod", "mul", "div") else 0.8
        if kind == "div":
            return values
        return np.where(rng.random(shape) < share, subnormals, values)
    pool = [np.nan, np.inf, -np.inf, -0.0, 0.0]
    if kind in ("min", "max", "update"):
        finfo = np.finfo(dtype) if dtype.kind == "f" else _bf16_limits()
        pool += [-0.0, 0.0, float(finfo.max), float(finfo.min), tiny, -tiny]
    chosen = rng.choice(pool, size=rng.integers(1, 5))
    share = rng.choice([0.1, 0.3, 0.8])
    mixed = round_to(rng.choice(chosen, size=shape), dtype)
    return np.where(rng.random(shape) < share, mixed, values)


def _bf16_limits():
    import ml_dtypes

    return ml_dtypes.finfo(ml_dtypes.bfloat16)


# ----------------------------------------------------------------------------
# Ids
# ----------------------------------------------------------------------------


def random_ids(rng, family, bounds, id_type, shape, segments):
    """Ids for `segments` segments (None in v1), of every kind `bounds` allows.

    Good ones only under `assume`; under `error` bad ones in about a third of the
    calls, so that both outcomes are met.
    """
    dtype = ID_DTYPES[id_type]
    count = prod(shape)
    signed = dtype.kind == "i"
    low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    if family == "unsorted":
        ids = _unsorted_ids(rng, bounds, count, segments, signed, low, high)
    else:
        ids = _sorted_ids(rng, family, bounds, count, segments, signed, low, high)
    return np.array(ids, object).astype(dtype).reshape(shape)


def _unsorted_ids(rng, bounds, count, segments, signed, low, high):
    segments = min(segments, high + 1)
    if segments <= 0:
        # Only negative ids are good.
        ids = [-1 if signed else high] * count
    else:
        top = min(segments, 8) if rng.random() < 0.8 else segments
        ids = [int(i) for i in rng.integers(0, top, count)]
        if top < segments and count:
            ids[rng.integers(count)] = segments - 1
    if bounds == "assume":
        return ids
    if signed and rng.random() < 0.5:
        for row in range(count):
            if rng.random() < 0.25:
                ids[row] = int(rng.choice([-1, -2, low]))
    bad = [b for b in (segments, segments + 1, high) if segments <= b <= high]
    if bad and rng.random() < (0.35 if bounds == "error" else 0.6):
        for row in range(count):
            if rng.random() < 0.3:
                ids[row] = int(rng.choice(np.array(bad, object)))
    return ids


def _sorted_ids(rng, family, bounds, count, segments, signed, low, high):
    if family == "v1":
        top = int(rng.integers(1, 8))
    elif bounds == "assume":
        top = segments
    else:
        top = segments + int(rng.integers(0, 3))
    top = max(min(top, high + 1), 1)
    spread = min(top, 8) if rng.random() < 0.8 else top
    ids = sorted(int(i) for i in rng.integers(0, spread, count))
    if bounds == "assume" or not count:
        return ids
    if family == "v2" and segments <= high and rng.random() < 0.15:
        for row in range(int(rng.integers(count)), count):
            ids[row] = high  # 4.5: beyond the last segment
    wrong = rng.random() < (0.35 if bounds == "error" else 0.5)
    kinds = ["order"] + (["negative", "both"] if signed else [])
    kind = rng.choice(kinds, p=[0.4, 0.4, 0.2] if signed else None)
    if bounds == "drop" and kind != "negative" and rng.random() < 0.7:
        kind = "negative" if signed else "none"
    if wrong and kind in ("negative", "both"):
        negatives = sorted(int(rng.choice([-1, -2, -3, low])) for _ in range(count))
        prefix = int(rng.integers(1, count + 1))
        ids[:prefix] = negatives[:prefix]
    if wrong and kind in ("order", "both") and count > 1:
        row = int(rng.integers(1, count))
        ids[row - 1], ids[row] = ids[row] + 1 if ids[row] < high else high, ids[row]
        if rng.random() < 0.3 and signed:
            ids[row] = -1
    if family == "v1" and ids[-1] > 64:
        ids[-1] = 5
    return ids


def random_indices(rng, bounds, id_type, batch, dims):
    """Index rows into `dims`; under `assume` there must be good ones."""
    dtype = ID_DTYPES[id_type]
    signed = dtype.kind == "i"
    low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    indices = np.zeros((*batch, len(dims)), object)
    for axis, dim in enumerate(dims):
        indices[..., axis] = rng.integers(0, max(min(dim, high + 1), 1), batch)
    if bounds == "assume" or rng.random() >= (0.35 if bounds == "error" else 0.7):
        return indices.astype(dtype)
    for position in np.ndindex(*batch):
        if dims and rng.random() < 0.35:
            axis = int(rng.integers(len(dims)))
            bad = [dims[axis], dims[axis] + 1, high]
            bad += [-1, -dims[axis], low] if signed else []
            bad = [b for b in bad if low <= b <= high and not 0 <= b < dims[axis]]
            if bad:
                indices[(*position, axis)] = int(rng.choice(np.array(bad, object)))
    return indices.astype(dtype)
