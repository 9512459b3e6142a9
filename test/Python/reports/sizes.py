# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes and shapes that brought processes down."""

import numpy as np
from .report import Report, call, f32, i32, i64

REPORTS = (
    Report(
        "tensorflow#57716",
        "a result of more than 2^63 bytes aborted the process",
        tuple(
            call(
                f"unsorted_segment_{kind}",
                np.ones(3),
                i64(898042203),
                8327099846119777499,
                fails="ValueError",
                says=["bytes"],
            )
            for kind in ("min", "max", "sum", "prod")
        ),
    ),
    Report(
        "tensorflow#117549",
        "num_segments near 2^63 overflowed, and memory was accessed",
        (
            call(
                "unsorted_segment_sum",
                f32([[1, 2]]),
                i32([0]),
                2**63 - 1,
                fails="ValueError",
            ),
            call(
                "unsorted_segment_sum", f32([[1, 2]]), i32([0]), 2**62, fails="ValueError"
            ),
            # 2^32 + 1 is 1 to whoever narrows it to the type of the ids first.
            call(
                "unsorted_segment_sum",
                np.ones((1, 2**29)),
                i32([0]),
                2**32 + 1,
                fails="ValueError",
            ),
        ),
    ),
    Report(
        "tensorflow#46888, #46696",
        "a last id of 10^18 aborted on the count of elements",
        (
            call(
                "segment_min",
                np.ones((1, 10, 1)),
                i64([1676240524292489355]),
                fails="ValueError",
            ),
            call(
                "segment_sum",
                np.ones((1, 2, 1, 1, 1), np.uint16),
                i64([5053997376933981534]),
                fails="ValueError",
            ),
        ),
    ),
    Report(
        "tensorflow#40653",
        "a mean of a scalar crashed",
        (call("segment_mean", np.uint16(10), i32([]), fails="ValueError"),),
    ),
    Report(
        "tensorflow#94133",
        "updates of another shape aborted the process",
        (
            call(
                "scatter_max",
                np.zeros((1, 10, 4), np.float32),
                np.zeros((1, 1, 1), np.int32),
                f32([0]),
                fails="ValueError",
            ),
        ),
    ),
    Report(
        "pytorch#141481",
        "a maximum with more offsets than rows crashed",
        (
            call(
                "segment_max_v2",
                np.ones((6, 9, 1, 1, 8), np.float32),
                i32([0, 0, 1, 1, 1]),
                5,
                fails="ValueError",
            ),
            call(
                "segment_max_v2",
                np.ones((6, 0, 1, 1, 8), np.float32),
                i32([0, 0, 1, 1, 1, 4]),
                5,
                shape=(5, 0, 1, 1, 8),
            ),
        ),
    ),
    Report(
        "pytorch#99733",
        "sums of no rows were an error",
        (
            call(
                "segment_sum_v2",
                np.zeros((0, 6), np.float32),
                i32([]),
                2,
                gives=np.zeros((2, 6), np.float32),
            ),
        ),
    ),
    Report(
        "pytorch_scatter#39",
        "maxima of no elements failed",
        (
            call(
                "unsorted_segment_max",
                np.zeros((0, 4, 5), np.float32),
                i32([]),
                2,
                gives=np.full((2, 4, 5), np.finfo(np.float32).min),
            ),
            call(
                "unsorted_segment_max",
                np.zeros((4, 5, 0)),
                i32([0, 1, 1, 0]),
                3,
                shape=(3, 5, 0),
            ),
        ),
    ),
    Report(
        "pytorch_scatter#84",
        "one stray id made a result of hundreds of gigabytes",
        (
            call("unsorted_segment_sum", f32([1, 2]), i64([0, 2**45]), fails="MemoryError"),
            call(
                "unsorted_segment_sum",
                f32([1, 2]),
                i64([0, 2**45]),
                4,
                fails="BoundsError",
                says=["[1]", str(2**45), "[0, 4)"],
            ),
        ),
    ),
)
