# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints as JSON how many seconds this process's first calls of segment_mlir take:
the very first one, and first calls of other operations, with rows of a length that
is compiled for and of one that isn't. Whether they compile or are loaded depends on
SEGMENT_CACHE_DIR."""

import json
import time

import numpy as np

import segment_mlir

ROWS, SEGMENTS = 16, 8


def time_call(function, columns):
    data = np.ones((ROWS, columns), np.float32)
    ids = np.arange(ROWS) % SEGMENTS
    start = time.perf_counter()
    function(data, ids, SEGMENTS)
    return time.perf_counter() - start


print(
    json.dumps(
        {
            "first": time_call(segment_mlir.unsorted_segment_sum, 4),
            "static": time_call(segment_mlir.unsorted_segment_min, 4),
            "dynamic": time_call(segment_mlir.unsorted_segment_max, 33),
        }
    )
)
