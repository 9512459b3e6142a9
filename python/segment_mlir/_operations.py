# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operations on arrays: a function for each, made of its family's pattern."""

from . import _documentation
from ._load import core as _core

# The work is in the extension. What a call passes through here is counted in
# nanoseconds, so the functions only hand their arguments on.
_segment = _core.segment
_reduce = _core.reduce
_gather = _core.gather
_scatter = _core.scatter

SEGMENT_KINDS = ("sum", "prod", "min", "max", "mean")
SCATTER_KINDS = ("add", "sub", "mul", "div", "min", "max", "update")


def _make_segment(kind):
    code = _core.get_code(f"segment_{kind}")

    def function(
        data,
        segment_ids,
        *,
        bounds="error",
        nan=None,
        empty=None,
        accumulate=None,
        out=None,
        threads=None,
    ):
        return _segment(
            code,
            data,
            segment_ids,
            None,
            bounds,
            nan,
            empty,
            accumulate,
            out,
            threads,
        )

    return function


def _make_segment_v2(kind):
    code = _core.get_code(f"segment_{kind}_v2")

    def function(
        data,
        segment_ids,
        num_segments,
        *,
        bounds="error",
        nan=None,
        empty=None,
        accumulate=None,
        out=None,
        threads=None,
    ):
        if num_segments is None:
            raise TypeError(
                f"segment_{kind}_v2: num_segments: expected an integer, got NoneType"
            )
        return _segment(
            code,
            data,
            segment_ids,
            num_segments,
            bounds,
            nan,
            empty,
            accumulate,
            out,
            threads,
        )

    return function


def _make_unsorted_segment(kind):
    code = _core.get_code(f"unsorted_segment_{kind}")

    def function(
        data,
        segment_ids,
        num_segments=None,
        *,
        bounds="error",
        nan=None,
        empty=None,
        accumulate=None,
        out=None,
        threads=None,
    ):
        return _segment(
            code,
            data,
            segment_ids,
            num_segments,
            bounds,
            nan,
            empty,
            accumulate,
            out,
            threads,
        )

    return function


def _make_gather_segment(kind):
    code = _core.get_code(f"gather_segment_{kind}")

    def function(
        x,
        src,
        segment_ids,
        num_segments=None,
        weight=None,
        *,
        bounds="error",
        nan=None,
        empty=None,
        accumulate=None,
        out=None,
        threads=None,
    ):
        return _gather(
            code,
            x,
            src,
            segment_ids,
            num_segments,
            weight,
            bounds,
            nan,
            empty,
            accumulate,
            out,
            threads,
        )

    return function


def _make_scatter(kind):
    code = _core.get_code(f"scatter_{kind}")

    def function(
        input,
        indices,
        updates,
        *,
        bounds="error",
        nan=None,
        accumulate=None,
        out=None,
        threads=None,
    ):
        return _scatter(
            code, input, indices, updates, bounds, nan, accumulate, out, threads
        )

    return function


def segment_reduce(
    data,
    segment_ids,
    num_segments=None,
    kinds=("sum", "min", "mean"),
    *,
    bounds="error",
    nan=None,
    empty=None,
    accumulate=None,
    out=None,
    threads=None,
):
    return _reduce(
        kinds,
        data,
        segment_ids,
        num_segments,
        bounds,
        nan,
        empty,
        accumulate,
        out,
        threads,
    )


__all__ = ["segment_reduce"]
segment_reduce.__doc__ = _documentation.get("segment_reduce")


def _define(name, function, *aliases):
    function.__name__ = function.__qualname__ = name
    function.__module__ = __package__
    function.__doc__ = _documentation.get(name)
    for alias in (name, *aliases):
        globals()[alias] = function
        __all__.append(alias)


segment_reduce.__module__ = __package__
for _kind in SEGMENT_KINDS:
    _define(f"segment_{_kind}", _make_segment(_kind))
    _define(f"segment_{_kind}_v2", _make_segment_v2(_kind))
    _define(f"unsorted_segment_{_kind}", _make_unsorted_segment(_kind))
    _define(f"gather_segment_{_kind}", _make_gather_segment(_kind))
for _kind in SCATTER_KINDS:
    _define(
        f"scatter_{_kind}",
        _make_scatter(_kind),
        f"tensor_scatter_{_kind}",
        f"tensor_scatter_nd_{_kind}",
    )
