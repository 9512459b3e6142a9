# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Segment operations on gathered rows (4.19), case by case."""

import numpy as np

from segment_e2e.cases import BOUNDS, GATHER, NUM_SEGMENTS, ORDER, SHAPE, case

NAN, INF = float("nan"), float("inf")
X = [[1, 2], [3, 4], [5, 6]]


@case("1")
def edges_of_a_graph(t):
    src, dst = [2, 0, 2, 1], [0, 1, 0, 1]
    for name in ("f16", "bf16", "f32", "f64", "i8", "i64", "ui8", "ui32"):
        t.equal(t.op("gather_segment_sum", name, X, src, dst, 3), [[10, 12], [4, 6], [0, 0]])
        t.equal(t.op("gather_segment_prod", name, X, src, dst, 3), [[25, 36], [3, 8], [1, 1]])
        t.equal(t.op("gather_segment_mean", name, X, src, dst, 2), [[5, 6], [2, 3]])
        t.equal(t.op("gather_segment_max", name, X, src, dst, 2), [[5, 6], [3, 4]])
        t.equal(
            t.op("gather_segment_min", name, X, src, dst, 3, empty="zero"),
            [[5, 6], [1, 2], [0, 0]],
        )


@case("1")
def weights(t):
    src, dst, w = [2, 0, 2, 1], [0, 1, 0, 1], [1, 2, 3, 4]
    for name in ("f16", "bf16", "f32", "f64", "i8", "i64", "ui8", "complex<f32>"):
        got = t.op("gather_segment_sum", name, X, src, dst, 3, w)
        t.equal(got, [[20, 24], [14, 20], [0, 0]])
    # By the number of rows, not by the sum of the weights.
    t.equal(t.op("gather_segment_mean", "f32", X, src, dst, 2, w), [[10, 12], [7, 10]])
    t.equal(t.op("gather_segment_min", "f32", X, src, dst, 2, [1, 2, -3, 4]), [[-15, -18], [2, 4]])
    t.equal(t.op("gather_segment_prod", "i32", [2, 3], [0, 1], [0, 0], 1, [5, 7]), [210])


@case("1")
def ids_of_rank_2(t):
    ids, src = [[0, 1], [1, 0]], [[2, 2], [0, 1]]
    for static in (False, True):
        got = t.op("gather_segment_sum", "i32", X, src, ids, 2, static=static)
        t.equal(got, [[8, 10], [6, 8]])
        w = [[1, 10], [100, 1000]]
        got = t.op("gather_segment_sum", "i32", X, src, ids, 2, w, static=static)
        t.equal(got, [[3005, 4006], [150, 260]])


@case("3.4")
def products_are_not_rounded_before_the_sum(t):
    # x^2 is 1 + 2^-9 + 2^-20, which f16 doesn't hold.
    x = 1 + 2.0**-10
    src, ids, w = [0, 1], [0, 0], [x, -1]
    t.equal(t.op("gather_segment_sum", "f16", [x, 1 + 2.0**-9], src, ids, 1, w), [2.0**-20])
    got = t.op("gather_segment_sum", "f16", [x, 1 + 2.0**-9], src, ids, 1, w, accumulate="native")
    t.equal(got, [0])
    # In f64 where that is asked for.
    y = 1 + 2.0**-23
    w = [y, -1]
    t.equal(t.op("gather_segment_sum", "f32", [y, 1 + 2.0**-22], src, ids, 1, w), [0])
    got = t.op("gather_segment_sum", "f32", [y, 1 + 2.0**-22], src, ids, 1, w, accumulate="f64")
    t.equal(got, [2.0**-46])


@case("3.5")
def integer_products_wrap(t):
    t.equal(t.op("gather_segment_sum", "i8", [100], [0], [0], 1, [2]), [-56])
    t.equal(t.op("gather_segment_mean", "ui8", [200, 100], [0, 1], [0, 0], 1, [2, 2]), [172])
    t.equal(t.op("gather_segment_max", "i8", [100, 1], [0, 1], [0, 0], 1, [2, 1]), [1])


@case("3.9")
def rows_that_are_left_out_are_not_read(t):
    x = [[1, 2], [3, 4], [NAN, NAN]]
    src, ids, w = [0, 2, 1, 3, 0, -1], [0, -1, 1, 0, 1, 7], [1, NAN, 2, NAN, 1, NAN]
    got = t.op("gather_segment_sum", "f32", x, src, ids, 2, w, bounds="drop")
    t.equal(got, [[1, 2], [7, 10]])
    # A segment all of whose rows are left out is empty.
    got = t.op("gather_segment_max", "f32", x, [5, -2], [1, 1], 2, bounds="drop", empty="infinity")
    t.equal(got, [[-INF, -INF], [-INF, -INF]])
    got = t.op("gather_segment_mean", "i32", [[7, 8]], [0, 1, 0], [0, 0, 0], 1, bounds="drop")
    t.equal(got, [[7, 8]])


@case("4.19")
def bad_row_numbers(t):
    for sorted_too in (False, True):
        for dtype in (np.int8, np.int16, np.int32, np.int64):
            for bad in (3, 100, -1, -128):
                src = np.array([0, 2, bad, bad], dtype)
                ids = [0, 0, 1, 1]
                got = t.op("gather_segment_sum", "f32", X, src, ids, 2, is_sorted=sorted_too)
                t.fails(got, GATHER, says=["position [2]", bad, "range [0, 3)"])
    src = np.array([[0, 2, 1], [1, 3, 4]], np.uint8)
    got = t.op("gather_segment_sum", "f32", X, src, np.zeros((2, 3), np.int32), 1)
    t.fails(got, GATHER, says=["position [1, 1]", 3, "range [0, 3)"])
    # An unsigned one is not negative.
    src = np.array([255], np.uint8)
    got = t.op("gather_segment_sum", "i8", np.arange(256) % 100, src, [0], 1)
    t.equal(got, [55])
    # Nothing to gather from.
    got = t.op("gather_segment_sum", "f32", np.zeros((0, 2), np.float32), [0], [0], 1)
    t.fails(got, GATHER, says=["position [0]", 0, "range [0, 0)"])


@case("4.19")
def row_numbers_of_rows_that_are_left_out_are_not_looked_at(t):
    t.equal(t.op("gather_segment_sum", "i32", X, [0, 9, 1], [0, -1, 0], 1), [[4, 6]])
    got = t.op("gather_segment_sum", "i32", X, [0, 1, -9], [0, 0, 5], 2, is_sorted=True)
    t.equal(got, [[4, 6], [0, 0]])


@case("4.12")
def ids_come_before_row_numbers(t):
    got = t.op("gather_segment_sum", "i32", X, [9, 0], [0, 5], 2)
    t.fails(got, BOUNDS, says=["position [1]", 5, "range [0, 2)"])
    got = t.op("gather_segment_sum", "i32", X, [9, 0], [1, 0], 2, is_sorted=True)
    t.fails(got, ORDER, says=["position [1]", 0, 1])
    got = t.op("gather_segment_sum", "i32", X, [9, 0], [-1, 0], 2, is_sorted=True)
    t.fails(got, BOUNDS, says=["position [0]", -1, "range [0, 2)"])


@case("4.12")
def shapes_come_first(t):
    got = t.op("gather_segment_sum", "i32", X, [0, 9, 1], [0, 5], -1)
    t.fails(got, SHAPE, says=["src [3] and ids [2]"])
    got = t.op("gather_segment_sum", "i32", X, [0, 9], [0, 5], -1, [1])
    t.fails(got, SHAPE, says=["src [2], weights [1] and ids [2]"])
    got = t.op("gather_segment_sum", "i32", X, [0, 9], [0, 5], -1, result_shape=(2, None))
    t.fails(got, SHAPE, says=[2, -1])
    t.fails(t.op("gather_segment_sum", "i32", X, [0, 9], [0, 5], -1), NUM_SEGMENTS, says=[-1])


@case("4.11")
def nothing_to_fold(t):
    # No rows.
    none = np.zeros(0, np.int32)
    for x in (X, np.zeros((0, 2), np.int32)):
        t.equal(t.op("gather_segment_sum", "i32", x, none, none, 2), [[0, 0], [0, 0]])
        t.equal(t.op("gather_segment_prod", "i32", x, none, none, 1, none), [[1, 1]])
    # No columns: neither ids nor row numbers are looked at.
    t.shape(t.op("gather_segment_sum", "f32", np.zeros((3, 0), np.float32), [9], [9], 2), 2, 0)
    # Nothing to gather from, but no row that is folded either.
    empty = np.zeros((0, 2), np.float32)
    t.equal(t.op("gather_segment_sum", "f32", empty, [0, 5], [-1, -2], 1), [[0, 0]])
    t.equal(t.op("gather_segment_sum", "f32", empty, [0, 5], [0, 0], 1, bounds="drop"), [[0, 0]])
    # No segments.
    t.shape(t.op("gather_segment_sum", "f32", X, [0], [-1], 0), 0, 2)
