# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What named cases are written with: compile, call, compare with literals."""

import re

import numpy as np

from . import oracle, report
from .compare import differences
from .elements import ELEMENTS, ID_DTYPES, Element, quantized
from .generate import Function
from .harness import Finished, Module, array
from .oracle import split_op

OK = 0
SHAPE = 1
NUM_SEGMENTS = 2
SIZE = 3
MEMORY = 4
ORDER = 5
BOUNDS = 6
GATHER = 7

CASES = []


def case(clause):
    """Registers a function as the case of a clause."""

    def register(function):
        CASES.append((clause, function))
        return function

    return register


class Mismatch(Exception):
    """A case didn't come out as it must."""


def element_of(name):
    return name if isinstance(name, Element) else ELEMENTS[name]


class Tester:
    """Compiles each text once; remembers the call that a check is about."""

    def __init__(self, optimization=None):
        self._modules = {}
        self._optimization = optimization
        self.calls = 0
        self.note = None

    def close(self):
        for module in self._modules.values():
            module.close()
        self._modules = {}

    def module(self, text, options="", optimization=None):
        optimization = self._optimization if optimization is None else optimization
        key = (text, options, optimization)
        if key not in self._modules:
            if self.note:
                self.note.write(f"while compiling\n{text}")
            self._modules[key] = Module(text, options, optimization)
        return self._modules[key]

    def call(self, text, operands, results, function="f", options="", types=None, **keywords):
        """Calls a function of a module given as text."""
        module = self.module(text, options, **keywords)
        self.calls += 1
        repeat = report.show(function, text, operands, types)
        if self.note:
            self.note.write(f"in a call of\n{repeat}")
        finished = module.call(function, operands, results)
        finished.repeat = repeat
        wrong = finished.misbehaviour()
        if wrong:
            raise Mismatch(f"{wrong}\n{repeat}")
        return finished

    def op(
        self,
        op,
        element,
        *operands,
        id_type=None,
        count_type="i64",
        static=False,
        result_shape=None,
        options="",
        optimization=None,
        **attributes,
    ):
        """Calls a function of one op.

        Operands are lists or arrays, in the order of the IR; the number of
        segments is an int. With `static` the operands' shapes are in the types;
        a static result shape is given on top, None where it is dynamic.
        """
        function, arrays = single_op(
            op,
            element,
            operands,
            id_type=id_type,
            count_type=count_type,
            static=static,
            result_shape=result_shape,
            attributes=attributes,
        )
        return self.run(function, arrays, options=options, optimization=optimization)

    def run(self, function, arrays, **keywords):
        result = (function.element.dtype, len(function.result_shape))
        return self.call(function.text(), arrays, [result], **keywords)

    # Checks

    def equal(self, finished, *expected):
        """The call succeeded with these results, to the bit."""
        if finished.status != OK:
            raise Mismatch(
                f"expected a result, got status {finished.status}: "
                f"{finished.message}\n{finished.repeat}"
            )
        for number, values in enumerate(expected):
            got = finished.results[number]
            want = np.asarray(values)
            if finished.shapes[number] != want.shape:
                raise Mismatch(
                    f"expected result {number} of shape {want.shape}, got "
                    f"{finished.shapes[number]}\n{finished.repeat}"
                )
            if got is None:
                continue
            want = array(values, got.dtype)
            if differences(got, want).any():
                raise Mismatch(
                    f"result {number}: expected\n{want!r}\ngot\n{got!r}\n{finished.repeat}"
                )

    def shape(self, finished, *shape):
        """The call succeeded with a result of this shape, whatever is in it."""
        if finished.status != OK:
            raise Mismatch(
                f"expected a result, got status {finished.status}: "
                f"{finished.message}\n{finished.repeat}"
            )
        if finished.shapes[0] != shape:
            raise Mismatch(
                f"expected shape {shape}, got {finished.shapes[0]}\n{finished.repeat}"
            )

    def fails(self, finished, *statuses, says=()):
        """The call failed with one of the statuses; the message has the parts."""
        if finished.status not in statuses:
            raise Mismatch(
                f"expected status {' or '.join(map(str, statuses))}, got "
                f"{finished.status}: {finished.message or 'a result'}\n{finished.repeat}"
            )
        for part in says:
            found = (
                re.search(rf"(?<![\d-]){part}(?!\d)", finished.message)
                if isinstance(part, int)
                else part in finished.message
            )
            if not found:
                raise Mismatch(
                    f"expected '{part}' in the message '{finished.message}'\n{finished.repeat}"
                )


class OracleTester(Tester):
    """Puts the oracle in the place of compiled code: tests of the oracle itself."""

    class Skipped(Exception):
        """A case that isn't about single ops."""

    def call(self, *_, **__):
        raise self.Skipped

    def run(self, function, arrays, **keywords):
        if keywords["options"]:
            raise self.Skipped
        operands = [int(a) if isinstance(a, np.generic) else a for a in arrays]
        self.calls += 1
        outcome = oracle.evaluate(
            function.op, function.element, *operands, **function.oracle_attributes()
        )
        finished = Finished(0, "", 0, [tuple(outcome.shape)], [outcome.value])
        if outcome.fault:
            fault = outcome.fault
            finished.status = fault.statuses[0]
            finished.message = f"{list(fault.position or ())} {fault.values}"
        finished.repeat = report.show(function.name, function.text(), arrays)
        return finished

    def fails(self, finished, *statuses, says=()):
        # The oracle knows numbers and positions, but has no sentences.
        told = [s for s in says if isinstance(s, int) or "," not in s or s.endswith("]")]
        super().fails(finished, *statuses, says=told)


def single_op(
    op, element, operands, id_type, count_type, static, result_shape, attributes
):
    """The function of one op for these operands, and the operands as arrays."""
    element = element_of(element)
    family, _ = split_op(op)
    if family == "gather":
        return _single_gather(
            op, element, operands, id_type, count_type, static, result_shape, attributes
        )
    data, ids, *rest = operands
    data = _as_array(data, element.dtype)
    id_type = id_type or _id_type(ids)
    ids = _as_array(ids, ID_DTYPES[id_type])
    arrays = [data, ids]
    if family == "scatter":
        arrays.append(_as_array(rest[0], element.dtype))
        rank = data.ndim
    else:
        rank = data.ndim - ids.ndim + 1
        if rest:
            arrays.append(np.int32(rest[0]) if count_type == "i32" else int(rest[0]))
    shapes = [
        a.shape if static else (None,) * a.ndim for a in arrays if isinstance(a, np.ndarray)
    ]
    if family == "scatter":
        shapes[1] = (*shapes[1][:-1], ids.shape[-1])
        result_shape = result_shape or shapes[0]
    function = Function(
        op,
        element,
        "static" if static else "dynamic",
        id_type,
        data.ndim,
        ids.shape[-1] if family == "scatter" else ids.ndim,
        "f",
        attributes,
        count_type if family in ("v2", "unsorted") else None,
        None,
        shapes,
        tuple(result_shape) if result_shape else (None,) * rank,
    )
    return function, arrays


def _single_gather(
    op, element, operands, id_type, count_type, static, result_shape, attributes
):
    """x, src, ids, the number of segments and perhaps weights."""
    x, src, ids, segments, *weights = operands
    id_type = id_type or _id_type(ids)
    src_type = _id_type(src)
    is_sorted = attributes.pop("is_sorted", False)
    arrays = [
        _as_array(x, element.dtype),
        _as_array(src, ID_DTYPES[src_type]),
        _as_array(ids, ID_DTYPES[id_type]),
        np.int32(segments) if count_type == "i32" else int(segments),
        *(_as_array(w, element.dtype) for w in weights),
    ]
    shapes = [
        a.shape if static else (None,) * a.ndim for a in arrays if isinstance(a, np.ndarray)
    ]
    function = Function(
        op,
        element,
        "static" if static else "dynamic",
        id_type,
        arrays[0].ndim,
        arrays[2].ndim,
        "f",
        attributes,
        count_type,
        None,
        shapes,
        tuple(result_shape) if result_shape else (None,) * arrays[0].ndim,
        src_type=src_type,
        is_sorted=is_sorted,
        has_weights=bool(weights),
    )
    return function, arrays


def _as_array(values, dtype):
    if isinstance(values, np.ndarray):
        return values if values.dtype == dtype else values.astype(dtype)
    return array(values, dtype)


def _id_type(ids):
    if isinstance(ids, np.ndarray):
        for name, dtype in ID_DTYPES.items():
            if dtype == ids.dtype:
                return name
    return "i32"


__all__ = [
    "BOUNDS",
    "ELEMENTS",
    "GATHER",
    "MEMORY",
    "NUM_SEGMENTS",
    "OK",
    "ORDER",
    "SHAPE",
    "SIZE",
    "Mismatch",
    "Tester",
    "case",
    "quantized",
]
