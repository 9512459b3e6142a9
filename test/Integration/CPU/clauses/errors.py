# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Section 4: bad ids, indices and shapes; and sizes (5.1)."""

import ctypes
import threading

import numpy as np

from segment_e2e.cases import (
    BOUNDS,
    MEMORY,
    NUM_SEGMENTS,
    ORDER,
    SHAPE,
    SIZE,
    Mismatch,
    case,
)

INF = float("inf")
KINDS = ["sum", "prod", "min", "max", "mean"]
SCATTERS = ["min", "max", "add", "sub", "mul", "div", "update"]
V1 = [f"segment_{kind}" for kind in KINDS]
V2 = [f"segment_{kind}_v2" for kind in KINDS]
UNSORTED = [f"unsorted_segment_{kind}" for kind in KINDS]
HUGE = 10**12


@case("4.1")
def unsorted_negative_ids_are_dropped(t):
    for op in UNSORTED:
        for bounds in ("error", "drop"):
            got = t.op(op, "f32", [9, 2, 9, 3], [-1, 1, -2147483648, 0], 2, bounds=bounds)
            t.equal(got, [3, 2])
    got = t.op("unsorted_segment_sum", "f32", [9, 2], [-(2**63), 1], 2, id_type="i64")
    t.equal(got, [0, 2])
    t.equal(t.op("unsorted_segment_sum", "f32", [1, 2], [-100, 0], 1), [2])


@case("4.2")
def unsorted_id_too_large(t):
    for op in UNSORTED:
        got = t.op(op, "f32", [1, 2, 3], [0, 7, 1], 2)
        t.fails(got, BOUNDS, says=["[1]", 7, "[0, 2)"])
        t.fails(t.op(op, "i64", [1, 2, 3], [0, 1, 2], 2), BOUNDS, says=["[2]", 2, "[0, 2)"])
    for name in ("f16", "i32", "ui8", "complex<f32>", "i64"):
        got = t.op("unsorted_segment_sum", name, [1, 2, 3], [0, 7, 1], 2)
        t.fails(got, BOUNDS, says=["[1]", 7, "[0, 2)"])
    got = t.op("unsorted_segment_mean", "f32", [1, 2, 3], [0, 3, 1], 3)
    t.fails(got, BOUNDS, says=["[1]", 3, "[0, 3)"])
    got = t.op("unsorted_segment_min", "f32", [1, 2], [0, 2**40], 2, id_type="i64")
    t.fails(got, BOUNDS, says=["[1]", 2**40, "[0, 2)"])


@case("4.2")
def unsorted_id_too_large_without_segments(t):
    data = np.ones((3, 80), np.float32)
    for op in UNSORTED:
        got = t.op(op, "f32", data, [1, 0, 1], 0)
        t.fails(got, BOUNDS, says=["[0]", 1, "[0, 0)"])
        t.shape(t.op(op, "f32", data, [1, 0, 1], 0, bounds="drop"), 0, 80)


@case("4.2")
def unsorted_id_too_large_is_dropped_when_asked(t):
    for op in UNSORTED:
        t.equal(t.op(op, "f32", [1, 2, 3], [0, 7, 1], 2, bounds="drop"), [1, 3])


@case("4.2")
def positions_of_ids_of_every_rank(t):
    data = np.ones((2, 3, 2), np.float32)
    got = t.op("unsorted_segment_sum", "f32", data, [[0, 1, 0], [1, 5, 9]], 2)
    t.fails(got, BOUNDS, says=["[1, 1]", 5, "[0, 2)"])
    ids = np.zeros((2, 3, 2), np.int32)
    ids[1, 0, 1] = 4
    t.fails(t.op("unsorted_segment_sum", "f32", data, ids, 2), BOUNDS, says=["[1, 0, 1]", 4])
    t.fails(t.op("unsorted_segment_sum", "f32", data, 3, 2), BOUNDS, says=[3, "[0, 2)"])


@case("4.3")
def decreasing_ids(t):
    for op in V1 + V2:
        count = [3] if op in V2 else []
        got = t.op(op, "f32", [1, 2, 3], [0, 1, 0], *count)
        t.fails(got, ORDER, says=["[2]", 1, 0])
        got = t.op(op, "f32", [1, 2, 3, 4], [1, 2, 0, 1], *count)
        t.fails(got, ORDER, says=["[2]", 2, 0])
    got = t.op("segment_sum_v2", "f32", [[1, 2], [3, 4]], [[0, 2], [1, 3]], 4)
    t.fails(got, ORDER, says=["[1, 0]", 2, 1])


@case("4.3")
def decreasing_ids_beyond_the_last_segment(t):
    got = t.op("segment_sum_v2", "f32", [1, 2, 3], [0, 9, 5], 2)
    t.fails(got, ORDER, says=["[2]", 9, 5])


@case("4.3")
def decreasing_ids_are_no_error_under_drop(t):
    for op in V1 + V2:
        count = [3] if op in V2 else []
        for ids in ([0, 1, 0], [2, 1, 2], [2, -1, 2], [9, -4, 2], [2, 2**31 - 1, 2]):
            got = t.op(op, "f32", [1, 2, 3], ids, *count, bounds="drop")
            t.shape(got, 3 if op in V2 else ids[-1] + 1)


@case("4.4")
def sorted_negative_ids(t):
    for op in V1 + V2:
        count = [2] if op in V2 else []
        got = t.op(op, "f32", [1, 2, 3], [-5, 0, 1], *count)
        t.fails(got, BOUNDS, says=["[0]", -5])
        got = t.op(op, "f32", [1, 2, 3], [-5, -1, -1], *count)
        t.fails(got, BOUNDS, says=["[0]", -5])
        got = t.op(op, "f32", [1, 2, 3], [-5, 0, 1], *count, bounds="drop")
        t.equal(got, [2, 3])
    data = np.ones((3, 1, 2, 3), np.float32)
    t.fails(t.op("segment_max", "f32", data, [-9, -1024, 0]), BOUNDS, says=["[0]", -9])


@case("4.4")
def only_negative_ids(t):
    for op in V1:
        t.fails(t.op(op, "f32", [1, 2], [-3, -2]), BOUNDS, says=["[0]", -3])
        t.shape(t.op(op, "f32", [1, 2], [-3, -2], bounds="drop"), 0)
        t.shape(t.op(op, "f32", [1], [-(2**63)], id_type="i64", bounds="drop"), 0)
    for op in V2:
        t.fails(t.op(op, "f32", [1, 2], [-3, -2], 2), BOUNDS, says=["[0]", -3])
        empty = {"prod": 1, "min": 3.4028235e38, "max": -3.4028235e38}
        want = empty.get(op.split("_")[1], 0)
        got = t.op(op, "f32", [1, 2], [-3, -2], 2, bounds="drop")
        t.equal(got, np.full(2, want, np.float32))


@case("4.5")
def sorted_ids_too_large_are_ignored(t):
    for op in V2:
        for bounds in ("error", "drop"):
            got = t.op(op, "f32", [1, 2, 9, 9], [0, 1, 2, 2**31 - 1], 2, bounds=bounds)
            t.equal(got, [1, 2])
        t.shape(t.op(op, "f32", [1, 2], [0, 1], 0), 0)


@case("4.6")
def rows_of_v1(t):
    for op in V1:
        t.shape(t.op(op, "f32", [1, 2], [3, 5]), 6)
        t.shape(t.op(op, "f32", [], []), 0)
        t.shape(t.op(op, "f32", np.zeros((0, 3), np.float32), []), 0, 3)
    # In 64 bits, whatever the type of the ids. No elements, so nothing else.
    none = np.zeros((1, 0), np.float32)
    for last, id_type in (
        (127, "i8"),
        (32767, "i16"),
        (2**31 - 1, "i32"),
        (255, "ui8"),
        (65535, "ui16"),
        (2**32 - 1, "ui32"),
        (2**62, "i64"),
    ):
        t.shape(t.op("segment_sum", "f32", none, [last], id_type=id_type), last + 1, 0)
    t.equal(t.op("segment_sum", "i32", [7], [127], id_type="i8"), [0] * 127 + [7])


@case("4.6")
def rows_of_v1_overflow(t):
    for op in V1:
        for data in ([1.0], np.zeros((1, 0), np.float32)):
            for id_type in ("i64", "index"):
                got = t.op(op, "f32", data, [2**63 - 1], id_type=id_type)
                t.fails(got, SIZE)
                got = t.op(op, "f32", data, [2**63 - 1], id_type=id_type, bounds="drop")
                t.fails(got, SIZE)


@case("4.7")
def scatter_indices_outside(t):
    for kind in SCATTERS:
        for index in (3, -1, -3, -10000, 2**31 - 1, -(2**31)):
            for name in ("f32", "i32"):
                got = t.op(f"scatter_{kind}", name, [1, 2, 3], [[0], [index]], [5, 6])
                t.fails(got, BOUNDS, says=["[1]", index, 3])
        got = t.op(f"scatter_{kind}", "f32", [[1, 2], [3, 4]], [[0, 1], [1, 2]], [5, 6])
        t.fails(got, BOUNDS, says=["[1]", 1, 2])
        got = t.op(f"scatter_{kind}", "f32", [[1, 2], [3, 4]], [[0, 1], [-1, 0]], [5, 6])
        t.fails(got, BOUNDS, says=["[1]", -1, 0, 2])
    indices = [[[0], [1]], [[2], [9]]]
    got = t.op("scatter_max", "f32", [1, 2, 3], indices, [[1, 1], [1, 1]])
    t.fails(got, BOUNDS, says=["[1, 1]", 9, 3])


@case("4.7")
def scatter_skips_what_is_outside(t):
    for kind, want in (("min", [1, 5]), ("max", [7, 6]), ("add", [8, 11]), ("update", [7, 6])):
        got = t.op(
            f"scatter_{kind}", "i64", [1, 5], [[2], [0], [-1], [1]], [9, 7, 9, 6], bounds="drop"
        )
        t.equal(got, want)
    # The axis that is in range doesn't count.
    got = t.op("scatter_add", "i32", [[0, 0]], [[0, 2], [0, -1], [1, 0], [0, 1]], [1, 2, 3, 4],
               bounds="drop")
    t.equal(got, [[0, 4]])
    # A row that is skipped doesn't take another's place.
    got = t.op("scatter_update", "f32", [[1, 1], [2, 2]], [[-1], [0]], [[5, 5], [6, 6]],
               bounds="drop")
    t.equal(got, [[6, 6], [2, 2]])


@case("4.7")
def duplicates_fold(t):
    t.equal(t.op("scatter_min", "f32", [9], [[0], [0]], [3, 1]), [1])
    t.equal(t.op("scatter_min", "f32", [9, 9], [[1], [1]], [1, 3]), [9, 1])


@case("4.8")
def negative_counts(t):
    for op in V2 + UNSORTED:
        for bounds in ("error", "drop", "assume"):
            got = t.op(op, "f32", [1, 2], [0, 0], -3, bounds=bounds)
            t.fails(got, NUM_SEGMENTS, says=[-3])
        t.fails(t.op(op, "f32", [], [], -1), NUM_SEGMENTS, says=[-1])
    for count_type, count in (("i32", -(2**31)), ("i64", -(2**63)), ("index", -(2**63))):
        got = t.op("unsorted_segment_sum", "f32", [1], [0], count, count_type=count_type)
        t.fails(got, NUM_SEGMENTS, says=[count])


@case("4.9")
def sizes_that_overflow(t):
    ids = np.array(898042203, np.int64)
    for op in UNSORTED:
        got = t.op(op, "f64", [1.0, 1.0, 1.0], ids, 8327099846119777499)
        t.fails(got, SIZE)
    for op in V2 + UNSORTED:
        got = t.op(op, "f32", [[1, 2], [3, 4]], [0, 0], 2**61)
        t.fails(got, SIZE)
        got = t.op(op, "f32", [[1, 2], [3, 4]], [0, 0], 2**63 - 1, bounds="assume")
        t.fails(got, SIZE)
    data = np.ones((1, 10, 1), np.float32)
    got = t.op("segment_sum", "f32", data, [1676240524292489355], id_type="i64")
    t.fails(got, SIZE)
    data = np.ones((1, 2, 1, 1, 1), np.uint16)
    got = t.op("segment_sum", "ui16", data, [5053997376933981534], id_type="i64")
    t.fails(got, SIZE)


@case("4.9")
def sizes_of_products_of_dimensions(t):
    # No rows, so no element; the segments would have them.
    rows = np.zeros((0, 65536, 65536), np.int8)
    for op in ("unsorted_segment_sum", "segment_min_v2", "unsorted_segment_mean"):
        t.shape(t.op(op, "i8", rows, [], 0), 0, 65536, 65536)
        t.fails(t.op(op, "i8", rows, [], 2**31), SIZE)
        t.fails(t.op(op, "i8", rows, [], 2**20), MEMORY, SIZE)
    # A zero among dimensions whose product overflows.
    wide = np.zeros((1, 0, 65536), np.int8)
    t.shape(t.op("unsorted_segment_sum", "i8", wide, [0], 2**62), 2**62, 0, 65536)


@case("4.9")
def sizes_beyond_the_memory(t):
    for op in V2 + UNSORTED:
        for name in ("f32", "i64", "i8"):
            for bounds in ("error", "drop", "assume"):
                got = t.op(op, name, [1, 2], [0, 0], HUGE, bounds=bounds)
                t.fails(got, MEMORY)
                t.fails(t.op(op, name, [], [], HUGE, bounds=bounds), MEMORY)
    for op in V1:
        t.fails(t.op(op, "f32", [1], [HUGE], id_type="i64"), MEMORY)
        t.fails(t.op(op, "f32", [1], [HUGE], id_type="i64", bounds="drop"), MEMORY)


@case("4.10")
def ids_that_are_no_prefix(t):
    for op in V2 + UNSORTED:
        for bounds in ("error", "drop", "assume"):
            got = t.op(op, "f32", [1, 2, 3], [0, 0], 2, bounds=bounds)
            t.fails(got, SHAPE, says=[2, 3])
            got = t.op(op, "f32", [1, 2, 3], [0, 0, 0, 0], 2, bounds=bounds)
            t.fails(got, SHAPE, says=[4, 3])
        got = t.op(op, "f32", np.ones((2, 3)), np.zeros((2, 4), np.int32), 2)
        t.fails(got, SHAPE, says=["2", 3, 4])
        # The same number of ids isn't the same shape.
        got = t.op(op, "f32", np.ones((2, 3)), np.zeros((3, 2), np.int32), 2)
        t.fails(got, SHAPE, says=[2, 3])
    for op in V1:
        t.fails(t.op(op, "f32", [1, 2, 3], [0, 0]), SHAPE, says=[2, 3])
        t.fails(t.op(op, "f32", [], [0]), SHAPE, says=[1, 0])
        t.fails(t.op(op, "f32", [1], []), SHAPE, says=[1, 0])


@case("4.10")
def updates_of_a_wrong_shape(t):
    for kind in SCATTERS:
        op = f"scatter_{kind}"
        for bounds in ("error", "drop", "assume"):
            got = t.op(op, "f32", [1, 2, 3], [[0], [1]], [5], bounds=bounds)
            t.fails(got, SHAPE, says=[1, 2])
        got = t.op(op, "f32", np.ones((2, 3)), [[0]], np.ones((1, 4)))
        t.fails(got, SHAPE, says=[4, 3])
        got = t.op(op, "f32", np.ones((2, 3)), [[0, 0]], [])
        t.fails(got, SHAPE, says=[0, 1])
        got = t.op(op, "f32", np.ones((2, 3)), np.zeros((0, 1), np.int32), np.ones((1, 3)))
        t.fails(got, SHAPE)
    got = t.op("scatter_max", "f32", np.ones((1, 10, 4)), np.zeros((1, 1, 1), np.int32),
               np.zeros((1, 1, 1, 1)))
    t.fails(got, SHAPE, says=[10, 4])


@case("4.10")
def static_results_without_elements_are_checked(t):
    # Nothing would be computed, but the promise is broken all the same.
    thin = np.zeros((3, 0), np.float32)
    for static in (False, True):
        for op in V2 + UNSORTED:
            types = dict(static=static, result_shape=(3, 0))
            t.shape(t.op(op, "f32", thin, [0, 1, 2], 3, **types), 3, 0)
            t.fails(t.op(op, "f32", thin, [0, 1, 2], 5, **types), SHAPE, says=[5, 3])
            t.fails(t.op(op, "f32", thin, [0, 1, 2], -1, **types), SHAPE, says=[-1, 3])
            types = dict(static=static, result_shape=(0,))
            t.shape(t.op(op, "f32", [], [], 0, **types), 0)
            t.fails(t.op(op, "f32", [], [], 1, **types), SHAPE, says=[1, 0])
        for op in V1:
            types = dict(static=static, result_shape=(3, 0))
            t.shape(t.op(op, "f32", thin, [0, 1, 2], **types), 3, 0)
            t.fails(t.op(op, "f32", thin, [0, 1, 7], **types), SHAPE, says=[8, 3])
            t.fails(t.op(op, "f32", thin, [-4, -3, -2], **types), SHAPE, says=[0, 3])


@case("4.11")
def nothing_to_fold(t):
    largest, lowest = 3.4028235e38, -3.4028235e38
    fills = {"sum": 0, "prod": 1, "min": largest, "max": lowest, "mean": 0}
    for kind, fill in fills.items():
        for op in (f"segment_{kind}_v2", f"unsorted_segment_{kind}"):
            for bounds in ("error", "drop", "assume"):
                rules = dict(bounds=bounds)
                none = np.zeros((0, 2), np.float32)
                want = np.full((3, 2), fill, np.float32)
                t.equal(t.op(op, "f32", none, [], 3, **rules), want)
                t.shape(t.op(op, "f32", none, [], 0, **rules), 0, 2)
                thin = np.zeros((2, 0), np.float32)
                t.shape(t.op(op, "f32", thin, [0, 1], 3, **rules), 3, 0)
                none = np.zeros((4, 5, 0), np.float32)
                t.shape(t.op(op, "f32", none, [0, 1, 2, 2], 3, **rules), 3, 5, 0)
    for bounds in ("error", "drop"):
        got = t.op("unsorted_segment_sum", "f32", [1, 2], [-1, -2], 0, bounds=bounds)
        t.shape(got, 0)
    t.equal(t.op("unsorted_segment_sum", "f32", np.zeros((0, 6)), [], 2), np.zeros((2, 6)))


@case("4.11")
def ids_are_not_looked_at_without_elements(t):
    thin = np.zeros((3, 0), np.float32)
    for ids in ([9, -4, 7], [-1, -2, -3], [2**31 - 1, 0, 5]):
        for op in UNSORTED + V2:
            t.shape(t.op(op, "f32", thin, ids, 2), 2, 0)
    for op in V1:
        t.shape(t.op(op, "f32", thin, [4, -3, 2]), 3, 0)


@case("4.11")
def scatters_of_nothing(t):
    for kind in SCATTERS:
        op = f"scatter_{kind}"
        none = np.zeros((0, 1), np.int32)
        t.equal(t.op(op, "f32", [1, -0.0], none, []), [1, -0.0])
        t.equal(t.op(op, "f32", np.ones((2, 3)), none, np.ones((0, 3))), np.ones((2, 3)))
        t.shape(t.op(op, "f32", np.ones((2, 0)), [[7], [-1]], np.ones((2, 0))), 2, 0)
        t.shape(t.op(op, "f32", [], none, []), 0)
        t.fails(t.op(op, "f32", [], [[0]], [5]), BOUNDS, says=["[0]", 0])
        t.equal(t.op(op, "f32", [1], np.zeros((0, 0), np.int32), np.ones((0, 1))), [1])


@case("4.12")
def shapes_before_the_count(t):
    t.fails(t.op("unsorted_segment_sum", "f32", [1, 2], [9], -1), SHAPE)
    t.fails(t.op("segment_min_v2", "f32", [1, 2], [9], 2**62), SHAPE)
    got = t.op("unsorted_segment_sum", "f32", [1, 2], [0, 0], -1, result_shape=(2,))
    t.fails(got, SHAPE, says=[-1, 2])


@case("4.12")
def the_count_before_the_ids(t):
    t.fails(t.op("unsorted_segment_sum", "f32", [1, 2], [0, 9], -1), NUM_SEGMENTS)
    t.fails(t.op("segment_sum_v2", "f32", [1, 2], [0, -9], -1), NUM_SEGMENTS)


@case("4.12")
def the_size_before_the_ids(t):
    t.fails(t.op("segment_sum_v2", "f32", [1, 2], [0, -9], HUGE), MEMORY)
    t.fails(t.op("segment_sum_v2", "f64", [1, 2], [5, -9], 2**62), SIZE)
    t.fails(t.op("unsorted_segment_sum", "f64", [1], [2**63 - 1], 2**62, id_type="i64"), SIZE)
    t.fails(t.op("segment_sum", "f32", [1, 2], [-4, HUGE], id_type="i64"), MEMORY)


@case("4.12")
def the_first_position_wins(t):
    got = t.op("unsorted_segment_sum", "f32", [1] * 5, [0, 8, 7, 9, 6], 2)
    t.fails(got, BOUNDS, says=["[1]", 8])
    got = t.op("segment_sum_v2", "f32", [1] * 5, [-2, 3, 1, 0, -1], 4)
    t.fails(got, BOUNDS, says=["[0]", -2])
    got = t.op("segment_sum_v2", "f32", [1] * 5, [2, 3, 1, 0, -1], 4)
    t.fails(got, ORDER, says=["[2]", 3, 1])
    got = t.op("scatter_add", "f32", [1, 2], [[0], [5], [-7]], [1, 1, 1])
    t.fails(got, BOUNDS, says=["[1]", 5])
    # In the last of many: nothing looks only at a block of them.
    ids = np.zeros(10000, np.int32)
    ids[9876] = 4
    got = t.op("unsorted_segment_sum", "f32", np.ones(10000), ids, 3)
    t.fails(got, BOUNDS, says=["[9876]", 4])


@case("4.12")
def order_before_range_at_one_position(t):
    for op, count in (("segment_sum", []), ("segment_min_v2", [4])):
        got = t.op(op, "f32", [1, 2, 3], [2, -1, 3], *count)
        t.fails(got, ORDER, says=["[1]", 2, -1])
        got = t.op(op, "f32", [1, 2], [-1, -2], *count)
        t.fails(got, BOUNDS, says=["[0]", -1])


@case("4.14")
def the_next_call_works(t):
    for _ in range(3):
        t.fails(t.op("unsorted_segment_min", "f32", [1, 2], [0, 7], 2), BOUNDS)
        t.equal(t.op("unsorted_segment_min", "f32", [1, 2], [0, 1], 2), [1, 2])
        t.fails(t.op("unsorted_segment_min", "f32", [1, 2], [0, 1], HUGE), MEMORY)
        t.equal(t.op("unsorted_segment_min", "f32", [3, 2], [1, 1], 2), [3.4028235e38, 2])


@case("4.14")
def errors_leak_nothing(t):
    libc = ctypes.CDLL(None)

    class Mallinfo2(ctypes.Structure):
        _fields_ = [(f"field{i}", ctypes.c_size_t) for i in range(10)]

    libc.mallinfo2.restype = Mallinfo2

    def in_use():
        info = libc.mallinfo2()
        return info.field7 + info.field4  # uordblks and hblkhd

    data = np.ones((64, 256), np.float32)
    good, bad = np.zeros(64, np.int32), np.full(64, 5, np.int32)
    index, bad_index = good.reshape(-1, 1), bad.reshape(-1, 1)

    def once():
        t.fails(t.op("unsorted_segment_mean", "f32", data, bad, 4), BOUNDS)
        t.fails(t.op("scatter_add", "f32", data[:4], bad_index, data), BOUNDS)
        t.fails(t.op("segment_sum_v2", "f32", data, good, HUGE), MEMORY)
        t.fails(t.op("segment_sum_v2", "f32", data, good[:5], 4), SHAPE)
        t.shape(t.op("unsorted_segment_mean", "f32", data, good, 4), 4, 256)
        t.shape(t.op("scatter_add", "f32", data[:4], index, data), 4, 256)

    for _ in range(20):
        once()
    before = in_use()
    for _ in range(200):
        once()
    # A result that got lost each time would be 800,000 bytes.
    if in_use() - before > 200000:
        raise Mismatch(f"{in_use() - before} more bytes in use after 200 rounds")


@case("4.14")
def calls_of_several_threads(t):
    good = [np.ones(8, np.float32), np.array([0, 1] * 4, np.int32), 2]
    bad = [np.ones(8, np.float32), np.array([0, 5] * 4, np.int32), 2]
    t.equal(t.op("unsorted_segment_sum", "f32", *good), [4, 4])
    note, t.note = t.note, None
    problems = []

    def work():
        try:
            for _ in range(100):
                t.equal(t.op("unsorted_segment_sum", "f32", *good), [4, 4])
                t.fails(t.op("unsorted_segment_sum", "f32", *bad), BOUNDS, says=["[1]", 5])
        except Exception as problem:  # pylint: disable=broad-except
            problems.append(problem)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    t.note = note
    if problems:
        raise problems[0]


@case("4.15")
def bad_ids_under_drop_stay_inside(t):
    rng = np.random.default_rng(3)
    for id_type in ("i32", "i64"):
        info = np.iinfo(id_type.replace("i", "int"))
        for op in V1 + V2 + UNSORTED:
            for _ in range(5):
                ids = rng.integers(info.min, info.max, 50, info.dtype)
                ids[::7] = rng.integers(-2, 6, len(ids[::7]))
                ids[-1] = rng.integers(-2, 6)
                count = [] if op in V1 else [4]
                got = t.op(op, "f64", np.ones((50, 3)), ids, *count, bounds="drop")
                t.shape(got, 4 if count else max(int(ids[-1]) + 1, 0), 3)


@case("override-bounds")
def the_pipeline_can_override_bounds(t):
    operands = "f32", [1, 2, 3], [0, 7, 1], 2
    for bounds in ("error", "drop"):
        rules = dict(bounds=bounds)
        got = t.op("unsorted_segment_sum", *operands, options="override-bounds=drop", **rules)
        t.equal(got, [1, 3])
        got = t.op("unsorted_segment_sum", *operands, options="override-bounds=error", **rules)
        t.fails(got, BOUNDS, says=["[1]", 7, "[0, 2)"])
    got = t.op("unsorted_segment_sum", "f32", [1, 2, 3], [0, 1, 1], 2,
               options="override-bounds=assume")
    t.equal(got, [1, 5])
