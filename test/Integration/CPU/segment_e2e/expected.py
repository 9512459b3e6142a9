# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much the matrix must run, from the contract's tables alone.

Nothing here is shared with the generator: a type, an op or a shape that the
generator leaves out is missed here.
"""

_REALS = (
    "f16 bf16 f32 f64 i8 i16 i32 i64 ui8 ui16 ui32 ui64"  # 2.1
).split()
_COMPLEX = ["complex<f32>", "complex<f64>"]  # 2.2
_BOOLEAN = ["i1"]  # 2.3
_QUANTIZED = [  # 2.4
    f"quant {storage}{width}" for storage in ("i8", "u8", "i32") for width in ("", " narrow")
]

_ARITHMETIC = _REALS + _COMPLEX
_ORDERED = _REALS + _BOOLEAN + _QUANTIZED

TYPES = {
    "segment_sum": _ARITHMETIC + _QUANTIZED,
    "segment_prod": _ARITHMETIC,
    "segment_min": _ORDERED,
    "segment_max": _ORDERED,
    "segment_mean": _ARITHMETIC,
    "segment_sum_v2": _ARITHMETIC + _QUANTIZED,
    "segment_prod_v2": _ARITHMETIC,
    "segment_min_v2": _ORDERED,
    "segment_max_v2": _ORDERED,
    "segment_mean_v2": _ARITHMETIC,
    "unsorted_segment_sum": _ARITHMETIC + _QUANTIZED,
    "unsorted_segment_prod": _ARITHMETIC,
    "unsorted_segment_min": _ORDERED,
    "unsorted_segment_max": _ORDERED,
    "unsorted_segment_mean": _ARITHMETIC,
    "gather_segment_sum": _ARITHMETIC + _QUANTIZED,
    "gather_segment_prod": _ARITHMETIC,
    "gather_segment_min": _ORDERED,
    "gather_segment_max": _ORDERED,
    "gather_segment_mean": _ARITHMETIC,
    "scatter_min": _ORDERED,
    "scatter_max": _ORDERED,
    "scatter_add": _ARITHMETIC,
    "scatter_sub": _ARITHMETIC,
    "scatter_mul": _ARITHMETIC,
    "scatter_div": _ARITHMETIC,
    "scatter_update": _ARITHMETIC + _BOOLEAN,
}

# Ranks of the ids that go with data of rank 1, 2 and 3; of a scatter op, K.
_DEPTHS = {
    "segment": {1: 1, 2: 1, 3: 1},
    "segment_v2": {1: 1, 2: 2, 3: 3},
    "unsorted": {1: 2, 2: 3, 3: 4},
    "gather": {1: 2, 2: 2, 3: 2},
    "scatter": {1: 2, 2: 3, 3: 4},
}
_CALLS = {"static": 4, "dynamic": 8}

ID_TYPES = ["i32", "i64"]
FURTHER_ID_TYPES = ["i8", "i16", "ui8", "ui16", "ui32", "index"]  # 2.5


def _form(op):
    if op.startswith(("unsorted", "gather", "scatter")):
        return op.split("_")[0]
    return "segment_v2" if op.endswith("_v2") else "segment"


def matrix(op, ranks=(1, 2, 3), id_types=ID_TYPES, types=None):
    """{(type, static or dynamic, id type, rank): number of calls} of an op."""
    return {
        (element, shapes, id_type, rank): _DEPTHS[_form(op)][rank] * calls
        for element in (types or TYPES[op])
        for shapes, calls in _CALLS.items()
        for id_type in id_types
        for rank in ranks
    }


# Patterns of constant ids, times two bounds, times two calls.
_KNOWN_ID_CALLS = 10 * 2 * 2
_KNOWN_ID_TYPES = ["f32", "bf16", "i16", "ui8", "complex<f32>", "i1", "quant u8"]


def known_ids(op):
    """{type: number of calls} of an op with constant ids.

    Nothing is done about those of the ops that gather.
    """
    if op.startswith("gather"):
        return {}
    return {name: _KNOWN_ID_CALLS for name in _KNOWN_ID_TYPES if name in TYPES[op]}


def attribute_values(op, element):
    """The attribute values that calls of an op on a type must have had."""
    values = {("bounds", v) for v in ("error", "drop", "assume")}
    if "min" in op or "max" in op:
        values |= {("nan", "propagate"), ("nan", "ignore")}
    if not op.startswith("scatter"):
        values |= {("empty", "identity"), ("empty", "zero")}
        if "min" in op or "max" in op:
            values.add(("empty", "infinity"))
    if op.startswith("gather"):
        values |= {("sorted", "yes"), ("sorted", "no"), ("weights", "no")}
        if element in _ARITHMETIC:
            values.add(("weights", "yes"))
    is_float = element in ("f16", "bf16", "f32", "f64")
    if is_float and not any(kind in op for kind in ("min", "max", "update")):
        values |= {("accumulate", "native"), ("accumulate", "f64")}
    return values


def clauses(op):
    """The clauses whose errors calls of an op must have met."""
    if op.startswith("scatter"):
        return ["4.7", "4.10"]
    if op.startswith("gather"):
        return ["4.2", "4.3", "4.4", "4.8", "4.9", "4.10", "4.19"]
    if op.startswith("unsorted"):
        return ["4.2", "4.8", "4.9", "4.10"]
    if op.endswith("_v2"):
        return ["4.3", "4.4", "4.8", "4.9", "4.10"]
    return ["4.3", "4.4", "4.10"]
