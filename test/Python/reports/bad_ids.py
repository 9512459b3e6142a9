# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ids and indices that were not checked, or not everywhere alike."""

import numpy as np
from .report import Report, call, f32, i32

_ROWS = np.arange(1, 7, dtype=np.float32).reshape(3, 2)

REPORTS = (
    Report(
        "tensorflow#58469",
        "negative ids of a sorted maximum wrote out of bounds on GPUs",
        (
            call(
                "segment_max",
                np.ones((3, 1, 2, 3), np.float32),
                i32([-9, -1024, 0]),
                fails="BoundsError",
                says=["[0]", "-9"],
            ),
            call(
                "segment_max",
                np.ones((3, 1, 2, 3), np.float32),
                i32([-9, -1024, 0]),
                shape=(1, 1, 2, 3),
                bounds="drop",
            ),
        ),
    ),
    Report(
        "tensorflow#104258",
        "sums by negative or unsorted ids wrote out of bounds on GPUs",
        (
            call(
                "segment_sum",
                _ROWS,
                i32([-1, 0, 1]),
                fails="BoundsError",
                says=["[0]", "-1"],
            ),
            call(
                "segment_sum", _ROWS, i32([0, 7, 1]), fails="BoundsError", says=["[2]", "7"]
            ),
            call(
                "segment_sum",
                _ROWS,
                i32([-1, 0, 1]),
                gives=_ROWS[1:],
                bounds="drop",
            ),
            call("segment_sum", _ROWS[:0], i32([]), gives=_ROWS[:0]),
        ),
    ),
    Report(
        "tensorflow#44700",
        "unsorted ids of a sorted sum gave wrong values silently",
        (call("segment_sum", _ROWS, i32([0, 1, 0]), fails="BoundsError", says=["[2]"]),),
    ),
    Report(
        "tensorflow#52063",
        "ids with no segments were an error or not by the device",
        (
            call(
                "unsorted_segment_sum",
                np.ones((3, 80)),
                i32([1, 0, 1]),
                0,
                fails="BoundsError",
            ),
            call(
                "unsorted_segment_sum",
                np.ones((3, 80)),
                i32([1, 0, 1]),
                0,
                gives=np.zeros((0, 80)),
                bounds="drop",
            ),
        ),
    ),
    Report(
        "tensorflow#120245",
        "an id beyond the last segment was an error or not by how one compiles",
        (
            call(
                "unsorted_segment_mean",
                _ROWS,
                i32([0, 3, 1]),
                3,
                fails="BoundsError",
                says=["[1]", "3", "[0, 3)"],
            ),
            call(
                "unsorted_segment_mean",
                _ROWS,
                i32([0, 3, 1]),
                3,
                gives=f32([[1, 2], [5, 6], [0, 0]]),
                bounds="drop",
            ),
        ),
    ),
    Report(
        "tensorflow#58748, #58750, #13687, #56567",
        "indices out of range were an error or not by type and device",
        tuple(
            call(
                "scatter_add",
                np.zeros((3, 2), dtype),
                i32([[0], [3]]),
                np.ones((2, 2), dtype),
                fails="BoundsError",
                says=["[1]", "[3]"],
            )
            for dtype in (np.float32, np.int32, np.float16, np.int64, np.uint8)
        ),
    ),
    Report(
        "tensorflow#113146",
        "row numbers of a gathered sum were not checked",
        (
            call(
                "gather_segment_sum",
                _ROWS,
                i32([0, 3]),
                i32([0, 0]),
                1,
                fails="BoundsError",
                says=["[1]", "3", "[0, 3)"],
            ),
            call(
                "gather_segment_sum",
                _ROWS,
                i32([-1, 0]),
                i32([0, 0]),
                1,
                fails="BoundsError",
            ),
        ),
    ),
    Report(
        "pytorch_scatter#37",
        "ids of -100 were an illegal access",
        (
            call(
                "unsorted_segment_sum",
                _ROWS,
                i32([-100, 0, -100]),
                1,
                gives=f32([[3, 4]]),
            ),
        ),
    ),
    Report(
        "tvm#20297",
        "an index past the end corrupted the heap, one far away crashed",
        tuple(
            call(
                "scatter_add", f32([1, 2, 3]), i32([[index]]), f32([9]), fails="BoundsError"
            )
            for index in (3, 2**31 - 1, -(2**31))
        ),
    ),
    Report(
        "onnxruntime-extensions#1077",
        "a negative first or last id wrote out of bounds",
        (
            call("segment_sum", _ROWS, i32([-5, 0, 1]), fails="BoundsError"),
            call("segment_sum", _ROWS, i32([0, 0, -5]), fails="BoundsError"),
        ),
    ),
    Report(
        "mindspore#271",
        "an index of -10000 was accepted, and memory elsewhere written",
        (
            call(
                "scatter_update",
                f32([1, 2, 3]),
                i32([[-10000]]),
                f32([9]),
                fails="BoundsError",
                says=["-10000"],
            ),
        ),
    ),
    Report(
        "numpy#24147, pytorch#131321, tvm#20217, openvino#34379",
        "negative indices wrapped around, were lost, or were an error, by the path taken",
        (
            call("scatter_add", f32([1]), i32([[-1]]), f32([1]), fails="BoundsError"),
            call(
                "scatter_add",
                f32([1]),
                i32([[-1]]),
                f32([1]),
                gives=f32([1]),
                bounds="drop",
            ),
            call(
                "scatter_update",
                f32([1, 2]),
                i32([[-1], [0]]),
                f32([8, 9]),
                gives=f32([9, 2]),
                bounds="drop",
            ),
        ),
    ),
    Report(
        "jax#5342, #4034",
        "ids of -1 hit the last segment",
        (call("unsorted_segment_sum", f32([1, 2]), i32([-1, 0]), 3, gives=f32([2, 0, 0])),),
    ),
    Report(
        "jax#14179",
        "a NaN in a row that is dropped leaked",
        (
            call(
                "unsorted_segment_sum",
                f32([[np.nan, np.nan], [1, 2]]),
                i32([-1, 0]),
                1,
                gives=f32([[1, 2]]),
            ),
        ),
    ),
)
