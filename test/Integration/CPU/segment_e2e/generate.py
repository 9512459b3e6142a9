# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The matrix of functions of one op each, and the calls made of them.

Everything follows from names: the same op, element type and shard give the same
functions and calls on every machine.
"""

import zlib
from dataclasses import dataclass, field
from math import prod

import numpy as np

from .elements import ELEMENTS, Element
from .oracle import split_op
from .values import (
    other_shape,
    random_ids,
    random_indices,
    random_shape,
    random_values,
)

FAMILIES = {
    "v1": "segment_{}",
    "v2": "segment_{}_v2",
    "unsorted": "unsorted_segment_{}",
    "gather": "gather_segment_{}",
    "scatter": "scatter_{}",
}
SEGMENT_KINDS = ("sum", "prod", "min", "max", "mean")
SCATTER_KINDS = ("min", "max", "add", "sub", "mul", "div", "update")

OPS = [
    pattern.format(kind)
    for family, pattern in FAMILIES.items()
    for kind in (SCATTER_KINDS if family == "scatter" else SEGMENT_KINDS)
]

CALLS = {"dynamic": 8, "static": 4}


def elements_of(op):
    """The element types of an op, by the kinds of type of section 2."""
    family, kind = split_op(op)
    kinds = {"float", "signed", "unsigned"}
    if kind in ("min", "max"):
        kinds |= {"bool", "quant"}
    elif kind == "update":
        kinds |= {"bool", "complex"}
    else:
        kinds.add("complex")
        if kind == "sum":
            kinds.add("quant")
    return [element for element in ELEMENTS.values() if element.kind in kinds]


def rng_for(*names):
    return np.random.default_rng(zlib.crc32("/".join(map(str, names)).encode()))


def tensor(shape, element_type):
    dims = "".join("?x" if d is None else f"{d}x" for d in shape)
    return f"tensor<{dims}{element_type}>"


def dense(array):
    """An array of integers as an MLIR attribute."""
    if array.size == 0:
        return "dense<>"
    return f"dense<{array.tolist()}>"


@dataclass
class Call:
    """Operands of one call; a scalar count is the last one."""

    operands: list


@dataclass
class Function:
    op: str
    element: Element
    shapes: str  # "static" or "dynamic"
    id_type: str
    rank: int  # of the data, or of a scatter op's input
    depth: int  # rank of the ids, or K of the indices
    name: str
    attributes: dict = field(default_factory=dict)
    count_type: str = None
    count: object = None  # a constant number of segments, or None: an argument
    operand_shapes: list = None
    result_shape: tuple = None
    known_ids: np.ndarray = None  # ids or indices that are a constant
    src_type: str = None
    is_sorted: bool = False  # of the family that may say so
    has_weights: bool = False

    @property
    def family(self):
        return split_op(self.op)[0]

    @property
    def kind(self):
        return split_op(self.op)[1]

    def operand_types(self):
        elements = [self.element.mlir, self.id_type]
        if self.family == "scatter":
            elements.append(self.element.mlir)
        if self.family == "gather":
            elements[1:] = [self.src_type, self.id_type, self.element.mlir]
        types = [tensor(s, e) for s, e in zip(self.operand_shapes, elements)]
        if self.count_type:
            types.insert(self.count_number, self.count_type)
        return types

    @property
    def count_number(self):
        """The number of the operand that counts the segments."""
        return 3 if self.family == "gather" else 2

    @property
    def result_type(self):
        return tensor(self.result_shape, self.element.mlir)

    def text(self):
        types = self.operand_types()
        names = {
            "scatter": ["%input", "%indices", "%updates"],
            "gather": ["%x", "%src", "%ids", "%num_segments", "%weights"],
        }.get(self.family, ["%data", "%ids", "%num_segments"])[: len(types)]
        arguments = ", ".join(f"{names[i]}: {types[i]}" for i in self._arguments())
        lines = [f"func.func @{self.name}({arguments}) -> {self.result_type} {{"]
        if self.known_ids is not None:
            literal = dense(self.known_ids)
            lines.append(f"  {names[1]} = arith.constant {literal} : {types[1]}")
        if self.count is not None:
            number = self.count_number
            lines.append(f"  {names[number]} = arith.constant {self.count} : {types[number]}")
        attributes = "".join(f" {k}<{v}>" for k, v in self.attributes.items() if v)
        if self.is_sorted:
            attributes = " sorted" + attributes
        if self.has_weights:
            attributes = f" weights({names.pop()})" + attributes
        lines.append(
            f"  %result = segment.{self.op} {', '.join(names)}{attributes} :\n"
            f"      ({', '.join(types)}) -> {self.result_type}"
        )
        lines += [f"  return %result : {self.result_type}", "}"]
        return "\n".join(lines) + "\n"

    def _arguments(self):
        """The numbers of the operands that aren't constants of the function."""
        for number in range(len(self.operand_types())):
            is_known_id = number == 1 and self.known_ids is not None
            is_known_count = number == self.count_number and self.count is not None
            if not (is_known_id or is_known_count):
                yield number

    def operands_of(self, call):
        """The arguments of the compiled function."""
        return [call.operands[number] for number in self._arguments()]

    def oracle_attributes(self):
        set_ones = {k: v for k, v in self.attributes.items() if v}
        if self.is_sorted:
            set_ones["is_sorted"] = True
        return {**set_ones, "result_shape": self.result_shape}

    def calls(self):
        rng = rng_for("calls", self.op, self.element.name, self.name, self.shapes)
        make = {"scatter": self._scatter_call, "gather": self._gather_call}.get(
            self.family, self._segment_call
        )
        return [Call(make(rng)) for _ in range(CALLS[self.shapes])]

    # Segment ops

    def _segment_call(self, rng):
        bounds = self.attributes["bounds"] or "error"
        if self.shapes == "static":
            data_shape, ids_shape = self.operand_shapes
        else:
            data_shape = random_shape(rng, self.rank)
            ids_shape = data_shape[: self.depth]
            if self.depth and rng.random() < 0.05:
                ids_shape = other_shape(rng, ids_shape)  # 4.10
        segments = self._segments(rng, bounds, prod(ids_shape))
        ids = random_ids(
            rng,
            self.family,
            bounds,
            self.id_type,
            ids_shape,
            # A count that fails is checked before any id is looked at.
            None if segments is None else min(max(segments, 0), 1 << 31),
        )
        rows = self.result_shape[0]
        if self.family == "v1" and rows and rng.random() < 0.7:
            ids = _end_at(ids, rows - 1)
        data = random_values(rng, self.element, self.kind, data_shape)
        return [data, ids] + ([] if segments is None else [segments])

    def _segments(self, rng, bounds, rows):
        if self.family == "v1":
            return None
        if self.count is not None:
            return self.count
        static = self.result_shape[0]
        if static is not None and rng.random() < 0.8:
            return static
        least = 1 if bounds == "assume" else 0
        chance = rng.random()
        if chance < 0.04:
            return int(rng.choice([-1, -5, -(2**31)]))  # 4.8
        if chance < 0.09 and self.count_type != "i32" and static is None:
            return int(rng.choice([2**62, 2**63 - 1, 2**60 + 1, 2**50]))  # 4.9
        return int(rng.integers(least, 9))

    # Segment ops on gathered rows

    def _gather_call(self, rng):
        bounds = self.attributes["bounds"] or "error"
        if self.shapes == "static":
            x_shape, ids_shape = self.operand_shapes[0], self.operand_shapes[2]
        else:
            x_shape, ids_shape = _gather_shapes(rng, self.rank, self.depth, bounds)
        segments = self._segments(rng, bounds, prod(ids_shape))
        ids = random_ids(
            rng,
            "v2" if self.is_sorted else "unsorted",
            bounds,
            self.id_type,
            ids_shape,
            min(max(segments, 0), 1 << 31),
        )
        shapes = [ids_shape, ids_shape]
        if self.shapes == "dynamic" and rng.random() < 0.05:
            which = int(rng.integers(1 + self.has_weights))
            shapes[which] = other_shape(rng, ids_shape)  # 4.10
        src = random_indices(rng, bounds, self.src_type, shapes[0], x_shape[:1])[..., 0]
        operands = [random_values(rng, self.element, self.kind, x_shape), src, ids, segments]
        if self.has_weights:
            weights = random_values(rng, self.element, self.kind, shapes[1])
            if self.kind == "prod" and not self.element.is_integer:
                # Twice as many factors may overflow.
                weights = np.sign(np.real(weights)).astype(self.element.dtype)
            operands.append(weights)
        return operands

    # Scatter ops

    def _scatter_call(self, rng):
        bounds = self.attributes["bounds"] or "error"
        if self.shapes == "static":
            input_shape, indices_shape, updates_shape = self.operand_shapes
            batch = indices_shape[:-1]
        else:
            input_shape, batch = _scatter_shapes(
                rng, self.rank, self.depth, self.batch_rank, bounds
            )
            updates_shape = batch + input_shape[self.depth :]
            if rng.random() < 0.05:
                updates_shape = other_shape(rng, updates_shape)  # 4.10
        indices = random_indices(
            rng, bounds, self.id_type, batch, input_shape[: self.depth]
        )
        return [
            random_values(rng, self.element, self.kind, input_shape),
            indices,
            random_values(rng, self.element, self.kind, updates_shape),
        ]

    @property
    def batch_rank(self):
        return len(self.operand_shapes[1]) - 1


def _end_at(ids, last):
    """Sorted-looking ids whose last one is `last`."""
    if not ids.size:
        return ids
    ids = np.minimum(ids, np.array(last, ids.dtype))
    ids[-1] = last
    return ids


def _scatter_shapes(rng, rank, depth, batch_rank, bounds):
    input_shape = random_shape(rng, rank)
    batch = random_shape(rng, batch_rank)
    if bounds == "assume" and 0 in input_shape[:depth]:
        batch = (0,) * batch_rank  # no index could be good
    return input_shape, batch


def _gather_shapes(rng, rank, depth, bounds):
    x_shape, ids_shape = random_shape(rng, rank), random_shape(rng, depth)
    if bounds == "assume" and not x_shape[0]:
        ids_shape = (0,) * depth  # no row number could be good
    return x_shape, ids_shape


def depths(family, rank):
    """Ranks of ids, or K, that go with data of a rank."""
    return {
        "v1": range(1, 2),
        "v2": range(1, rank + 1),
        "unsorted": range(0, rank + 1),
        "gather": range(1, 3),
        "scatter": range(0, rank + 1),
    }[family]


def functions(op, element, ranks=(1, 2, 3), id_types=("i32", "i64"), shapes=("static", "dynamic")):
    """The functions of one op and element type."""
    family, kind = split_op(op)
    cells = [
        (mode, id_type, rank, depth)
        for mode in shapes
        for id_type in id_types
        for rank in ranks
        for depth in depths(family, rank)
    ]
    rng = rng_for("functions", op, element.name, *id_types)
    attributes = _attribute_rows(rng, family, kind, element, len(cells))
    result = []
    for number, (cell, chosen) in enumerate(zip(cells, attributes)):
        mode, id_type, rank, depth = cell
        function = Function(
            op, element, mode, id_type, rank, depth, f"f{number}", chosen
        )
        if family == "gather":
            types = id_types if id_type in ("i32", "i64") else (id_type,)
            function.src_type = str(rng.choice(types))
            function.is_sorted = bool(number % 3 == 0)
            function.has_weights = element.kind not in ("bool", "quant") and bool(number % 2)
        if family in ("v2", "unsorted", "gather"):
            function.count_type = ("i32", "i64", "index")[int(rng.integers(3))]
        _choose_shapes(rng, function)
        result.append(function)
    return result


def _attribute_rows(rng, family, kind, element, count):
    """One set of attributes for each function; each value of each is there."""
    columns = {"bounds": [None, "drop", "error", "drop", None, "assume"]}
    if kind in ("min", "max"):
        columns["nan"] = [None, "ignore", "propagate", "ignore"]
    if family != "scatter":
        columns["empty"] = [None, "identity", "zero", None]
        if kind in ("min", "max"):
            columns["empty"] += ["infinity", "infinity"]
    if element.kind == "float" and kind not in ("min", "max", "update"):
        columns["accumulate"] = [None, "f64", None, "native"]
    for key, values in columns.items():
        column = (values * count)[:count]
        columns[key] = [column[i] for i in rng.permutation(count)]
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def _choose_shapes(rng, function):
    family, rank, depth = function.family, function.rank, function.depth
    bounds = function.attributes["bounds"] or "error"
    if family == "scatter":
        batch_rank = int(rng.integers(1, 3))
        if function.shapes == "dynamic":
            function.operand_shapes = [
                (None,) * rank,
                (None,) * batch_rank + (depth,),
                (None,) * (batch_rank + rank - depth),
            ]
            function.result_shape = (None,) * rank
            return
        input_shape, batch = _scatter_shapes(rng, rank, depth, batch_rank, bounds)
        function.operand_shapes = [
            input_shape,
            (*batch, depth),
            batch + input_shape[depth:],
        ]
        function.result_shape = input_shape
        return

    if family == "gather":
        _choose_gather_shapes(rng, function, bounds)
        return

    if function.shapes == "dynamic":
        function.operand_shapes = [(None,) * rank, (None,) * depth]
        function.result_shape = (None,) * (1 + rank - depth)
        return
    data_shape = random_shape(rng, rank)
    rows = prod(data_shape[:depth])
    function.operand_shapes = [data_shape, data_shape[:depth]]
    # The number of rows of the result: a constant, checked, or not known.
    how = rng.choice(["constant", "checked", "dynamic"])
    segments = int(rng.integers(1 if bounds == "assume" else 0, 7))
    if family == "v1":
        known = None if how == "dynamic" else max(segments, 1)
        if rows == 0 and known is not None:
            known = 0
    elif how == "constant":
        known = function.count = segments
    else:
        known = segments if how == "checked" else None
    function.result_shape = (known, *data_shape[depth:])


def _choose_gather_shapes(rng, function, bounds):
    rank, depth = function.rank, function.depth
    if function.shapes == "dynamic":
        x_shape, ids_shape = (None,) * rank, (None,) * depth
    else:
        x_shape, ids_shape = _gather_shapes(rng, rank, depth, bounds)
    function.operand_shapes = [x_shape] + [ids_shape] * (2 + function.has_weights)
    known = None
    if function.shapes == "static":
        how = rng.choice(["constant", "checked", "dynamic"])
        segments = int(rng.integers(1 if bounds == "assume" else 0, 7))
        if how == "constant":
            known = function.count = segments
        elif how == "checked":
            known = segments
    function.result_shape = (known, *x_shape[1:])


# ----------------------------------------------------------------------------
# Ids that the compiler knows
# ----------------------------------------------------------------------------

# Each meets folds of its own. The last two hold ids that are out of range.
_KNOWN_IDS = {
    "all equal": [1, 1, 1, 1, 1],
    "counting up": [0, 1, 2, 3, 4],
    "sorted": [0, 0, 1, 3, 3],
    "sorted without repeats": [0, 2, 3, 5, 6],
    "any order": [3, 0, 1, 0, 3],
    "a permutation": [4, 1, 0, 3, 2],
    "one": [2],
    "none": [],
    "negative": [-4, -1, 0, 0, 2],
    "too large": [0, 0, 1, 7, 9],
}
KNOWN_ID_TYPES = ("f32", "bf16", "i16", "complex<f32>", "quant u8", "i1", "ui8")
_KNOWN_CALLS = 2


def functions_of_known_ids(op, element):
    """Functions whose ids are a constant, and the calls of each."""
    family, kind = split_op(op)
    rng = rng_for("known ids", op, element.name)
    result = []
    for ids in _KNOWN_IDS.values():
        for bounds in (None, "drop"):
            function = Function(
                op, element, "static", "i32", 0, 1, f"f{len(result)}", {"bounds": bounds}
            )
            if kind in ("min", "max"):
                function.attributes["nan"] = rng.choice([None, "ignore"])
            ids = np.array(ids, np.int32)
            rows = tuple(int(d) for d in rng.choice([1, 2, 3], int(rng.integers(0, 3))))
            function.known_ids = ids.reshape(-1, 1) if family == "scatter" else ids
            updates = (len(ids), *rows)
            if family == "scatter":
                input_shape = (5, *rows)
                function.operand_shapes = [input_shape, (len(ids), 1), updates]
                function.result_shape = input_shape
            else:
                function.operand_shapes = [updates, ids.shape]
                function.result_shape = (None, *rows)
                if family != "v1":
                    function.count_type = str(rng.choice(["i32", "i64", "index"]))
                    if rng.random() < 0.7:
                        function.count = 5
                        function.result_shape = (5, *rows)
            function.rank = len(function.operand_shapes[0])
            result.append(function)
    return result


def calls_of_known_ids(function):
    rng = rng_for("known ids", function.op, function.element.name, function.name)
    for _ in range(_KNOWN_CALLS):
        values = [
            random_values(rng, function.element, function.kind, shape)
            for shape in (function.operand_shapes[0], function.operand_shapes[-1])
        ]
        operands = [values[0], function.known_ids]
        if function.family == "scatter":
            operands.append(values[1])
        elif function.count_type:
            chosen = int(rng.choice([0, 3, 5, 8]))
            operands.append(chosen if function.count is None else function.count)
        yield Call(operands)
