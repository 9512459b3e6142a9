# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong values."""

import numpy as np
from .report import INF, NAN, Report, bf16, call, f32, i32


def _minima(numbers, wanted, **options):
    ids = i32([0] * len(numbers))
    yield call("segment_min", f32(numbers), ids, gives=f32([wanted]), **options)
    yield call("segment_min_v2", f32(numbers), ids, 1, gives=f32([wanted]), **options)
    yield call("unsorted_segment_min", f32(numbers), ids, 1, gives=f32([wanted]), **options)


_NAN_ROWS = ([1, NAN, 3], [NAN, 1, 3], [1, 3, NAN], [1, NAN, 3, 2])

REPORTS = (
    Report(
        "tensorflow#117862",
        "a NaN was kept or lost, with what came before it, by its position",
        tuple(
            made
            for numbers in _NAN_ROWS
            for made in (*_minima(numbers, NAN), *_minima(numbers, 1, nan="ignore"))
        ),
    ),
    Report(
        "tensorflow#106602, #122207, #118197",
        "the maximum of only a NaN was the lowest number on GPUs",
        (
            call(
                "unsorted_segment_max",
                f32([7, NAN, -2]),
                i32([0, 4, 5]),
                9,
                gives=f32([7, *[-3.4028235e38] * 3, NAN, -2, *[-3.4028235e38] * 3]),
            ),
        ),
    ),
    Report(
        "openvino#35933, mindspore#369, #391, #392, tvm#19518",
        "minima and maxima lost a NaN",
        (
            call("scatter_min", f32([1, 2]), i32([[0]]), f32([NAN]), gives=f32([NAN, 2])),
            call("scatter_max", f32([1, 2]), i32([[0]]), f32([NAN]), gives=f32([NAN, 2])),
            call("scatter_min", f32([NAN]), i32([[0]]), f32([-0.0]), gives=f32([NAN])),
            call(
                "unsorted_segment_min", f32([NAN, -0.0]), i32([0, 0]), 1, gives=f32([NAN])
            ),
        ),
    ),
    Report(
        "pytorch#196203",
        "a maximum with a NaN never came back",
        (
            call(
                "scatter_max",
                f32([0, 0, 0, 0, 0]),
                i32([[0], [2], [4], [1], [4], [0], [3]]),
                f32([NAN, 1, 2, 3, 4, 5, 6]),
                gives=f32([NAN, 3, 1, 6, 4]),
            ),
        ),
    ),
    Report(
        "pytorch_scatter#24, #42, #472",
        "maxima were folded with a zero that nobody gave",
        (
            call(
                "unsorted_segment_max",
                f32([-0.1, -0.2, -0.3]),
                i32([0, 1, 0]),
                2,
                gives=f32([-0.1, -0.2]),
            ),
            call(
                "unsorted_segment_min",
                f32([0.1, 0.2, 0.3]),
                i32([0, 1, 0]),
                2,
                gives=f32([0.1, 0.2]),
            ),
            call(
                "segment_max",
                f32([-0.1, -0.3, -0.2]),
                i32([0, 0, 1]),
                gives=f32([-0.1, -0.2]),
            ),
        ),
    ),
    Report(
        "pytorch_scatter#78",
        "segments without rows showed the lowest number, and nobody could choose",
        (
            call(
                "unsorted_segment_max", f32([1]), i32([1]), 2, gives=f32([-3.4028235e38, 1])
            ),
            call(
                "unsorted_segment_max",
                f32([1]),
                i32([1]),
                2,
                gives=f32([0, 1]),
                empty="zero",
            ),
            call(
                "unsorted_segment_max",
                f32([1]),
                i32([1]),
                2,
                gives=f32([-INF, 1]),
                empty="infinity",
            ),
        ),
    ),
    Report(
        "pytorch_scatter#132, #407, #444, #426",
        "-inf came back as 0, and what no id names was overwritten",
        (
            call(
                "unsorted_segment_sum", f32([-INF, -INF]), i32([0, 0]), 1, gives=f32([-INF])
            ),
            call(
                "unsorted_segment_max", f32([-INF, -INF]), i32([0, 0]), 1, gives=f32([-INF])
            ),
            call(
                "scatter_max", f32([-10, -10]), i32([[0]]), f32([-3]), gives=f32([-3, -10])
            ),
        ),
    ),
    Report(
        "pytorch_scatter, the value that marks an empty segment",
        "a minimum of the largest number was taken for a segment without rows",
        (
            call(
                "unsorted_segment_min",
                i32([2**31 - 1]),
                i32([0]),
                1,
                gives=i32([2**31 - 1]),
            ),
            call("segment_min", i32([2**31 - 1]), i32([0]), gives=i32([2**31 - 1])),
            call("segment_min", f32([INF]), i32([0]), gives=f32([INF])),
            call(
                "unsorted_segment_min",
                f32([INF]),
                i32([0]),
                1,
                gives=f32([INF]),
                empty="zero",
            ),
            call(
                "scatter_min",
                i32([2**31 - 1]),
                i32([[0]]),
                i32([2**31 - 1]),
                gives=i32([2**31 - 1]),
            ),
        ),
    ),
    Report(
        "tensorflow#127818",
        "the rows of a bf16 mean were counted in bf16",
        (
            call(
                "unsorted_segment_mean",
                bf16([0, 1] * 256),
                i32([0] * 512),
                1,
                gives=bf16([0.5]),
            ),
        ),
    ),
    Report(
        "burn#4770, numpy#7930, pytorch#44350",
        "f16 means overflowed in f16",
        tuple(
            call(
                op,
                np.full(3, 40000, np.float16),
                i32([0] * 3),
                *rest,
                gives=np.float16([40000]),
            )
            for op, *rest in (
                ("segment_mean",),
                ("segment_mean_v2", 1),
                ("unsorted_segment_mean", 1),
            )
        ),
    ),
    Report(
        "pytorch#104592",
        "16-bit sums were made of converted values where bits were wanted",
        (
            call(
                "scatter_add",
                bf16([1, 2]),
                i32([[1], [1], [0]]),
                bf16([3, 4, 5]),
                gives=bf16([6, 9]),
            ),
            call(
                "scatter_add",
                np.float16([1, 2]),
                i32([[1], [1], [0]]),
                np.float16([3, 4, 5]),
                gives=np.float16([6, 9]),
            ),
        ),
    ),
    Report(
        "onnxscript#2090",
        "what a minimum of nothing is came from the wrong type's limits",
        (
            call(
                "unsorted_segment_min",
                bf16([1]),
                i32([1]),
                2,
                gives=bf16([3.3895314e38, 1]),
            ),
            call(
                "unsorted_segment_min",
                np.float16([1]),
                i32([1]),
                2,
                gives=np.float16([65504, 1]),
            ),
            call(
                "unsorted_segment_min", np.int8([1]), i32([1]), 2, gives=np.int8([127, 1])
            ),
            call(
                "unsorted_segment_max", np.uint8([1]), i32([1]), 2, gives=np.uint8([0, 1])
            ),
            call(
                "unsorted_segment_min",
                np.int64([1]),
                i32([1]),
                2,
                gives=np.int64([2**63 - 1, 1]),
            ),
        ),
    ),
    Report(
        "onnxruntime#32025, #32065",
        "reductions of 16-bit floats were not there",
        tuple(
            call(
                f"scatter_{kind}",
                start,
                i32([[0], [0]]),
                updates,
                gives=np.array([wanted]).astype(start.dtype),
            )
            for kind, wanted in (("add", 12), ("mul", 60), ("min", 3), ("max", 5))
            for start, updates in (
                (bf16([4]), bf16([5, 3])),
                (np.float16([4]), np.float16([5, 3])),
            )
        ),
    ),
    Report(
        "torch-mlir#3497, #1478",
        "a maximum that doesn't start from what is there could not be lowered",
        (
            call(
                "unsorted_segment_max",
                f32([-1, -2, -3]),
                i32([0, 1, 0]),
                2,
                gives=f32([-1, -2]),
            ),
        ),
    ),
    Report(
        "tensorflow#50713, jax#6350",
        "without a number of segments there was no compiled form",
        (
            call("segment_sum", f32([1, 2, 3]), i32([0, 0, 2]), gives=f32([3, 0, 3])),
            call(
                "unsorted_segment_sum", f32([1, 2, 3]), i32([2, 0, 0]), gives=f32([5, 0, 1])
            ),
        ),
    ),
)
