# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The segment operators: segment_*, segment_*_v2 and unsorted_segment_*."""

import torch

from .._documentation import FOLDS, SEGMENT_OPTIONS
from .gradients import (
    extremum_gradient,
    mean_gradient,
    product_gradient,
    sum_gradient,
)
from .library import (
    OPTIONS,
    check_num_segments,
    check_tensors,
    define,
    given,
    package_kernel,
)
from .rows import batch_first, offset_ids
from .shapes import segment_result


def _define(kind, name, num_segments):
    """Registers an operator, whose third argument is declared as num_segments."""

    def fake(data, segment_ids, num_segments=None, **options):
        return segment_result(name, data, segment_ids, num_segments)

    def setup_context(ctx, inputs, keyword_only_inputs, output):
        data, ids = inputs[:2]
        ctx.arguments = len(inputs)
        if kind in ("sum", "mean"):
            ctx.save_for_backward(ids)
        elif kind == "prod":
            ctx.save_for_backward(ids, data)
        else:
            ctx.save_for_backward(ids, data, output)

    def backward(ctx, grad):
        ids, *values = ctx.saved_tensors
        if kind == "sum":
            gradient = sum_gradient(grad, ids)
        elif kind == "mean":
            gradient = mean_gradient(grad, ids)
        elif kind == "prod":
            gradient = product_gradient(grad, *values, ids)
        else:
            data, result = values
            gradient = extremum_gradient(grad, data, ids, result)
        return (gradient,) + (None,) * (ctx.arguments - 1)

    def vmap(info, in_dims, data, segment_ids, num_segments=None, **options):
        data_dim, ids_dim = in_dims[:2]
        if ids_dim is None:
            # The batch is one more dimension of the rows.
            data = data.movedim(data_dim, segment_ids.ndim)
            rest = () if num_segments is None else (num_segments,)
            return operator(data, segment_ids, *rest, **options), 1
        if num_segments is None:
            raise ValueError(
                f"{name}: the number of rows of the result depends on segment_ids, so "
                "it can't be mapped over them; give num_segments"
                + ("" if name.startswith("unsorted_") else f" to {name}_v2")
            )
        data = batch_first(data, data_dim, info.batch_size)
        ids = batch_first(segment_ids, ids_dim, info.batch_size)
        checked = options.pop("bounds", "error") == "error"
        ids = offset_ids(ids, num_segments, name if checked else "")
        # Rows that sorted ids leave out are marked by -1, which isn't sorted.
        unsorted = getattr(torch.ops.segment_mlir, f"unsorted_segment_{kind}")
        result = unsorted(
            data, ids, info.batch_size * num_segments, bounds="drop", **options
        )
        return result.unflatten(0, (info.batch_size, num_segments)), 0

    schema = f"(Tensor data, Tensor segment_ids{num_segments}, *, {OPTIONS}) -> Tensor"
    operator = define(
        name,
        schema,
        package_kernel(name),
        fake,
        setup_context=setup_context,
        backward=backward,
        vmap=vmap,
    )
    return operator


_OPTIONS_TEXT = SEGMENT_OPTIONS + """    threads: how many threads may be used; by default torch.get_num_threads().

    Gradients reach data, also second ones. {gradient}
    Rows that are left out get 0, whatever they hold.

    Raises what segment_mlir.{name} raises.
"""

_GRADIENTS = {
    "sum": "A row gets its segment's gradient.",
    "mean": "A row gets its segment's gradient, divided by the number of rows.",
    "prod": "A row gets its segment's gradient times the product of the other rows.",
    "min": "Rows that tie for the minimum share the gradient evenly.",
    "max": "Rows that tie for the maximum share the gradient evenly.",
}


def _document(function, name, kind, text):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = text.format(fold=FOLDS[kind]) + _OPTIONS_TEXT.format(
        gradient=_GRADIENTS[kind], name=name
    )
    return function


def _sorted_function(kind):
    name = f"segment_{kind}"
    operator = _define(kind, name, "")

    def function(
        data,
        segment_ids,
        *,
        bounds="error",
        nan=None,
        empty=None,
        accumulate=None,
        threads=None,
    ):
        check_tensors(name, data=data, segment_ids=segment_ids)
        return operator(
            data,
            segment_ids,
            **given(
                bounds=bounds,
                nan=nan,
                empty=empty,
                accumulate=accumulate,
                threads=threads,
            ),
        )

    return _document(
        function,
        name,
        kind,
        """The {fold} of the rows of each segment; segment_ids, of rank 1, rise.

    The result has as many rows as the last id says, plus 1; when traced, that is
    an unbacked size.
""",
    )


def _sorted_v2_function(kind):
    name = f"segment_{kind}_v2"
    operator = _define(kind, name, ", SymInt num_segments")

    def function(
        data,
        segment_ids,
        num_segments,
        *,
        bounds="error",
        nan=None,
        empty=None,
        accumulate=None,
        threads=None,
    ):
        check_tensors(name, data=data, segment_ids=segment_ids)
        check_num_segments(name, num_segments)
        return operator(
            data,
            segment_ids,
            num_segments,
            **given(
                bounds=bounds,
                nan=nan,
                empty=empty,
                accumulate=accumulate,
                threads=threads,
            ),
        )

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
    operator = _define(kind, name, ", SymInt? num_segments=None")

    def function(
        data,
        segment_ids,
        num_segments=None,
        *,
        bounds="error",
        nan=None,
        empty=None,
        accumulate=None,
        threads=None,
    ):
        check_tensors(name, data=data, segment_ids=segment_ids)
        if num_segments is not None:
            check_num_segments(name, num_segments)
        return operator(
            data,
            segment_ids,
            num_segments,
            **given(
                bounds=bounds,
                nan=nan,
                empty=empty,
                accumulate=accumulate,
                threads=threads,
            ),
        )

    return _document(
        function,
        name,
        kind,
        """The {fold} of the rows of each of num_segments segments, in any order.

    segment_ids has the shape that data's shape starts with. Rows with negative ids
    are left out. Without num_segments there are as many as the largest id needs.
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
