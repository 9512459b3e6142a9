# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results that depended on the run, the device or a race."""

import numpy as np
from .report import Report, call, f32, i32

# Multiples of 0.25: every partial sum is exact in f32, so that a lost or a doubled
# row shows.
_COUNT = 1 << 17
_NUMBERS = (np.arange(_COUNT) % 9 - 4).astype(np.float32) / 4
_IDS = i32(np.arange(_COUNT) * 7 % 4)
_SUMS = f32([_NUMBERS[_IDS == s].astype(np.float64).sum() for s in range(4)])

REPORTS = (
    Report(
        "tensorflow#39751, pytorch#50469, #108569",
        "sums into few segments lost rows or depended on the run",
        tuple(
            call("unsorted_segment_sum", _NUMBERS, _IDS, 4, gives=_SUMS, threads=threads)
            for threads in (1, 2, 4)
        ),
    ),
    Report(
        "pyg#7525",
        "maxima were refused where the same bits were asked for",
        (
            call(
                "unsorted_segment_max",
                _NUMBERS,
                _IDS,
                4,
                gives=f32([1, 1, 1, 1]),
                threads=2,
            ),
        ),
    ),
    Report(
        "AMDMIGraphX#2210",
        "minima into one slice raced",
        (
            call("scatter_min", f32([9]), i32([[0], [0]]), f32([3, 1]), gives=f32([1])),
            call(
                "scatter_min",
                f32([0]),
                np.zeros((_COUNT, 1), np.int32),
                _NUMBERS,
                gives=f32([-1]),
                threads=4,
            ),
        ),
    ),
    Report(
        "pytorch#133204",
        "which of several updates of one slice wins depended on the device",
        (
            call(
                "scatter_update",
                f32([0, 0, 0]),
                i32([[0], [1], [1], [1], [2]]),
                f32([1, 2, 3, 4, 5]),
                gives=f32([1, 4, 5]),
            ),
        ),
    ),
)
