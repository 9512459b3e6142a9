# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The segment functions: segment_*, segment_*_v2 and unsorted_segment_*."""

import functools

import jax
import numpy

from .._documentation import FOLDS, SEGMENT_OPTIONS
from .call import Call, make_options, run
from .checks import (
    as_arrays,
    check_concrete,
    check_ids,
    check_prefix,
    check_size,
    known_rows,
    rows_needed,
    static_rows,
)
from .gradients import (
    extremum_gradient,
    mean_gradient,
    product_gradient,
    sum_gradient,
)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def _segment(call, data, ids):
    return run(call, (call.num_segments, *data.shape[ids.ndim :]), data, ids)


def _forward(call, data, ids):
    result = _segment(call, data, ids)
    saved = {"sum": (), "mean": (), "prod": (data,)}.get(call.kind, (data, result))
    return result, (ids, *saved)


def _backward(call, saved, grad):
    ids, *values = saved
    if call.kind == "sum":
        gradient = sum_gradient(grad, ids)
    elif call.kind == "mean":
        gradient = mean_gradient(grad, ids)
    elif call.kind == "prod":
        gradient = product_gradient(grad, *values, ids)
    else:
        data, result = values
        gradient = extremum_gradient(grad, data, ids, result)
    return gradient, None


_segment.defvjp(_forward, _backward)
_compiled = jax.jit(_segment, static_argnums=0)


def _apply(name, kind, data, segment_ids, num_segments, options):
    rows = static_rows(name, num_segments)
    check_prefix(name, data, segment_ids)
    check_size(name, (rows, *data.shape[segment_ids.ndim :]), data.dtype)
    return _compiled(
        Call(name, kind, segment_ids.ndim, rows, options), data, segment_ids
    )


_OPTIONS_TEXT = SEGMENT_OPTIONS + """
    Gradients reach data. {gradient} Rows that are left out get 0, whatever they
    hold.

    Raises TypeError and ValueError for types, shapes and num_segments; bad ids are a
    jax.errors.JaxRuntimeError.
"""

_GRADIENTS = {
    "sum": "A row gets its segment's gradient.",
    "mean": "A row gets its segment's gradient, divided by the number of rows.",
    "prod": "A row gets its segment's gradient times the product of the others.",
    "min": "Rows that tie for the minimum share evenly.",
    "max": "Rows that tie for the maximum share evenly.",
}


def _document(function, name, kind, text):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = text.format(fold=FOLDS[kind], kind=kind) + _OPTIONS_TEXT.format(
        gradient=_GRADIENTS[kind]
    )
    return function


def _sorted_function(kind):
    name = f"segment_{kind}"

    def function(
        data, segment_ids, *, bounds="error", nan=None, empty=None, accumulate=None
    ):
        check_concrete(name, segment_ids, f"use {name}_v2 with num_segments")
        known_ids = numpy.asarray(segment_ids)
        if known_ids.ndim != 1:
            raise ValueError(
                f"{name}: expected segment_ids of rank 1, got rank {known_ids.ndim}"
            )
        data, segment_ids = as_arrays(data, segment_ids)
        check_ids(name, segment_ids=segment_ids)
        options = make_options(
            name, bounds=bounds, nan=nan, empty=empty, accumulate=accumulate
        )
        rows = rows_needed(known_ids[-1:])
        return _apply(name, kind, data, segment_ids, rows, options)

    return _document(
        function,
        name,
        kind,
        """The {fold} of the rows of each segment; segment_ids, of rank 1, rise.

    The result has as many rows as the last id says, plus 1, so the ids can't be
    traced: under jit use segment_{kind}_v2.
""",
    )


def _sorted_v2_function(kind):
    name = f"segment_{kind}_v2"

    def function(
        data,
        segment_ids,
        num_segments,
        *,
        bounds="error",
        nan=None,
        empty=None,
        accumulate=None,
    ):
        data, segment_ids = as_arrays(data, segment_ids)
        check_ids(name, segment_ids=segment_ids)
        options = make_options(
            name, bounds=bounds, nan=nan, empty=empty, accumulate=accumulate
        )
        return _apply(name, kind, data, segment_ids, num_segments, options)

    return _document(
        function,
        name,
        kind,
        """The {fold} of the rows of each of num_segments segments; segment_ids rise.

    segment_ids has the shape that data's shape starts with. Rows with ids from
    num_segments on are left out.
""",
    )


def _unsorted_function(kind):
    name = f"unsorted_segment_{kind}"

    def function(
        data,
        segment_ids,
        num_segments=None,
        *,
        bounds="error",
        nan=None,
        empty=None,
        accumulate=None,
    ):
        if num_segments is None:
            num_segments = known_rows(name, segment_ids)
        data, segment_ids = as_arrays(data, segment_ids)
        check_ids(name, segment_ids=segment_ids)
        options = make_options(
            name, bounds=bounds, nan=nan, empty=empty, accumulate=accumulate
        )
        return _apply(name, kind, data, segment_ids, num_segments, options)

    return _document(
        function,
        name,
        kind,
        """The {fold} of the rows of each of num_segments segments, in any order.

    segment_ids has the shape that data's shape starts with. Rows with negative ids
    are left out. Without num_segments there are as many as the largest id needs,
    where the ids aren't traced.
""",
    )


segment_sum = _sorted_function("sum")
segment_prod = _sorted_function("prod")
segment_min = _sorted_function("min")
segment_max = _sorted_function("max")
segment_mean = _sorted_function("mean")
segment_sum_v2 = _sorted_v2_function("sum")
segment_prod_v2 = _sorted_v2_function("prod")
segment_min_v2 = _sorted_v2_function("min")
segment_max_v2 = _sorted_v2_function("max")
segment_mean_v2 = _sorted_v2_function("mean")
unsorted_segment_sum = _unsorted_function("sum")
unsorted_segment_prod = _unsorted_function("prod")
unsorted_segment_min = _unsorted_function("min")
unsorted_segment_max = _unsorted_function("max")
unsorted_segment_mean = _unsorted_function("mean")
