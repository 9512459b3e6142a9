# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sections 1 and 2: the operations and their types."""

import numpy as np

from segment_e2e.cases import (
    BOUNDS,
    ELEMENTS,
    NUM_SEGMENTS,
    SHAPE,
    SIZE,
    MEMORY,
    case,
)
from segment_e2e.elements import BFLOAT16, quantized

INF = float("inf")
NAN = float("nan")
INTEGERS = ["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"]
FLOATS = ["f16", "bf16", "f32", "f64"]

# 1.1: (largest, lowest), written out.
LIMITS = {
    "f16": (65504.0, -65504.0),
    "bf16": (3.3895313892515355e38, -3.3895313892515355e38),
    "f32": (3.4028234663852886e38, -3.4028234663852886e38),
    "f64": (1.7976931348623157e308, -1.7976931348623157e308),
    "i8": (127, -128),
    "i16": (32767, -32768),
    "i32": (2147483647, -2147483648),
    "i64": (9223372036854775807, -9223372036854775808),
    "ui8": (255, 0),
    "ui16": (65535, 0),
    "ui32": (4294967295, 0),
    "ui64": (18446744073709551615, 0),
    "i1": (True, False),
}


@case("1.1")
def identity_of_empty_segments(t):
    for name, (largest, lowest) in LIMITS.items():
        one = [True] if name == "i1" else [1]
        for form in ("unsorted_segment_{}", "segment_{}_v2"):
            t.equal(t.op(form.format("min"), name, one, [1], 3), [largest, *one, largest])
            t.equal(t.op(form.format("max"), name, one, [1], 3), [lowest, *one, lowest])
            if name != "i1":
                t.equal(t.op(form.format("sum"), name, one, [1], 3), [0, 1, 0])
                t.equal(t.op(form.format("prod"), name, one, [1], 3), [1, 1, 1])
                t.equal(t.op(form.format("mean"), name, one, [1], 3), [0, 1, 0])


@case("1.1")
def identity_without_any_row(t):
    none = np.zeros((0, 2), np.float32)
    t.equal(t.op("unsorted_segment_min", "f32", none, [], 2), [[LIMITS["f32"][0]] * 2] * 2)
    t.equal(t.op("segment_prod_v2", "f32", none, [], 2), [[1, 1], [1, 1]])
    t.equal(t.op("unsorted_segment_sum", "complex<f32>", none, [], 1), [[0, 0]])


@case("1.2")
def v1_shows_zero_and_prod_one(t):
    for name in [*LIMITS][:-1]:
        for kind, want in (("min", 0), ("max", 0), ("sum", 0), ("mean", 0), ("prod", 1)):
            t.equal(t.op(f"segment_{kind}", name, [5], [2]), [want, want, 5])
    t.equal(t.op("segment_min", "i1", [True], [1]), [False, True])


@case("1.2")
def v1_shows_the_identity_when_asked(t):
    for name in ("f32", "f16", "i32", "ui8"):
        largest, lowest = LIMITS[name]
        t.equal(t.op("segment_min", name, [5], [1], empty="identity"), [largest, 5])
        t.equal(t.op("segment_max", name, [5], [1], empty="identity"), [lowest, 5])
        t.equal(t.op("segment_prod", name, [5], [1], empty="identity"), [1, 5])
        t.equal(t.op("segment_mean", name, [5], [1], empty="identity"), [0, 5])


@case("1.2")
def empty_infinity(t):
    for op in ("unsorted_segment_{}", "segment_{}_v2"):
        for name in FLOATS:
            t.equal(t.op(op.format("min"), name, [5], [1], 2, empty="infinity"), [INF, 5])
            t.equal(t.op(op.format("max"), name, [5], [1], 2, empty="infinity"), [-INF, 5])
        for name in INTEGERS:
            largest, lowest = LIMITS[name]
            t.equal(t.op(op.format("min"), name, [5], [1], 2, empty="infinity"), [largest, 5])
            t.equal(t.op(op.format("max"), name, [5], [1], 2, empty="infinity"), [lowest, 5])
    t.equal(t.op("segment_min", "f64", [5], [1], empty="infinity"), [INF, 5])


@case("1.2")
def empty_zero(t):
    for name in FLOATS + INTEGERS:
        for kind, want in (("min", 0), ("max", 0), ("sum", 0), ("mean", 0), ("prod", 1)):
            got = t.op(f"unsorted_segment_{kind}", name, [5], [1], 2, empty="zero")
            t.equal(got, [want, 5])


@case("1.3")
def scatter_depth_zero_updates_everything(t):
    updates = [[1.0, 5.0], [4.0, 2.0]]
    indices = np.zeros((2, 0), np.int32)
    t.equal(t.op("scatter_min", "f32", [3.0, 3.0], indices, updates), [1, 2])
    t.equal(t.op("scatter_add", "f32", [3.0, 3.0], indices, updates), [8, 10])
    t.equal(t.op("scatter_update", "f32", [3.0, 3.0], indices, updates), [4, 2])
    t.equal(t.op("scatter_max", "i32", 3, indices, [7, 5]), 7)


@case("1.3")
def scatter_batches_of_rank_two(t):
    indices = [[[0, 1], [1, 0]], [[0, 1], [0, 0]]]
    got = t.op("scatter_add", "i32", [[0, 0], [0, 0]], indices, [[1, 2], [3, 4]])
    t.equal(got, [[4, 4], [2, 0]])


@case("1.3")
def scatter_full_depth(t):
    input = np.arange(8).reshape(2, 2, 2)
    got = t.op("scatter_sub", "i64", input, [[1, 1, 1], [0, 0, 0], [1, 1, 1]], [1, 2, 3])
    t.equal(got, [[[-2, 1], [2, 3]], [[4, 5], [6, 3]]])


@case("1.4")
def the_last_update_wins(t):
    indices = [[0], [1], [1], [1], [2]]
    for name in FLOATS + INTEGERS:
        got = t.op("scatter_update", name, [9, 9, 9, 9], indices, [1, 2, 3, 4, 5])
        t.equal(got, [1, 4, 5, 9])
    got = t.op("scatter_update", "i1", [True, True], [[0], [0]], [True, False])
    t.equal(got, [False, True])
    got = t.op("scatter_update", "complex<f64>", [1j, 1j], [[0], [0]], [3 + 1j, 2 - 5j])
    t.equal(got, [2 - 5j, 1j])


@case("1.4")
def every_update_counts(t):
    indices = [[0], [0], [0]]
    for name in FLOATS + INTEGERS:
        t.equal(t.op("scatter_sub", name, [100, 7], indices, [1, 2, 3]), [94, 7])
        t.equal(t.op("scatter_div", name, [96, 7], indices, [2, 3, 4]), [4, 7])
        t.equal(t.op("scatter_mul", name, [2, 7], indices, [2, 3, 4]), [48, 7])
        t.equal(t.op("scatter_add", name, [2, 7], indices, [2, 3, 4]), [11, 7])


@case("1.4")
def integer_division_follows_the_order_of_the_rows(t):
    # (100 / 7) / 3 = 14 / 3 = 4; (100 / 3) / 7 = 33 / 7 = 4; 100 / 0 = 0 stays 0.
    t.equal(t.op("scatter_div", "i32", [99], [[0], [0]], [2, 25]), [1])
    t.equal(t.op("scatter_div", "i32", [99], [[0], [0]], [0, 25]), [0])
    t.equal(t.op("scatter_div", "i32", [99], [[0], [0]], [25, 0]), [0])


@case("1.4")
def integer_division_truncates(t):
    for name in ("i8", "i16", "i32", "i64"):
        got = t.op("scatter_div", name, [7, -7, 7, -7], [[0], [1], [2], [3]], [2, 2, -2, -2])
        t.equal(got, [3, -3, -3, 3])


@case("1.4")
def integer_division_never_traps(t):
    for name in INTEGERS:
        largest, lowest = LIMITS[name]
        got = t.op("scatter_div", name, [5, lowest, largest, 0], [[0], [1], [2], [3]], [0] * 4)
        t.equal(got, [0, 0, 0, 0])
    for name in ("i8", "i16", "i32", "i64"):
        lowest = LIMITS[name][1]
        t.equal(t.op("scatter_div", name, [lowest, 5], [[0], [1]], [-1, -1]), [lowest, -5])
        # Wraps, and goes on from there.
        t.equal(t.op("scatter_div", name, [lowest], [[0], [0]], [-1, -1]), [lowest])
    for name in ("ui8", "ui16", "ui32", "ui64"):
        largest = LIMITS[name][0]
        t.equal(t.op("scatter_div", name, [largest], [[0]], [2]), [largest // 2])
        t.equal(t.op("scatter_div", name, [largest], [[0]], [largest]), [1])


@case("1.5")
def constant_count_gives_a_static_result(t):
    text = """
func.func @f(%data: tensor<3x2xf32>, %ids: tensor<3xi32>) -> tensor<2x2xf32> {
  %n = arith.constant 2 : i32
  %0 = segment.unsorted_segment_sum %data, %ids, %n
      : (tensor<3x2xf32>, tensor<3xi32>, i32) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
"""
    data = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
    got = t.call(text, [data, np.array([0, 1, 0], np.int32)], [(data.dtype, 2)])
    t.equal(got, [[6, 8], [3, 4]])


@case("1.5")
def static_result_is_checked_against_the_count(t):
    data, ids = [1.0, 2.0], [0, 1]
    for op in ("unsorted_segment_min", "segment_min_v2"):
        for static in (False, True):
            arguments = dict(static=static, result_shape=(2,))
            t.equal(t.op(op, "f32", data, ids, 2, **arguments), [1, 2])
            t.fails(t.op(op, "f32", data, ids, 3, **arguments), SHAPE, says=[2, 3])


@case("1.5")
def static_result_is_checked_against_the_last_id(t):
    t.equal(t.op("segment_min", "f32", [1.0, 2.0], [0, 1], result_shape=(2,)), [1, 2])
    got = t.op("segment_min", "f32", [1.0, 2.0], [0, 2], result_shape=(2,))
    t.fails(got, SHAPE, says=[2, 3])
    got = t.op("segment_sum", "f32", [], [], result_shape=(2,))
    t.fails(got, SHAPE, says=[2, 0])


@case("1.6")
def the_examples(t):
    data = [[1, 2, 3, 4], [5, 6, 7, 8], [4, 3, 2, 1]]
    ids = [0, 1, 0]
    sorted_data = [[1, 2, 3, 4], [4, 3, 2, 1], [5, 6, 7, 8]]
    minimum = [[1, 2, 2, 1], [5, 6, 7, 8]]
    for static in (False, True):
        for ids_type in ("i32", "i64"):
            for name in FLOATS + INTEGERS:
                types = dict(static=static, id_type=ids_type)
                got = t.op("unsorted_segment_min", name, data, ids, 2, **types)
                t.equal(got, minimum)
                got = t.op("unsorted_segment_sum", name, data, ids, 2, **types)
                t.equal(got, [[5, 5, 5, 5], [5, 6, 7, 8]])
                got = t.op("segment_min_v2", name, sorted_data, [0, 0, 1], 2, **types)
                t.equal(got, minimum)
            for name in FLOATS:
                input = [[-0.1, 0.3, 3.6], [0.4, 0.5, -3.2]]
                got = t.op("scatter_min", name, input, [[0, 0], [0, 0]], [1.0, 2.2], **types)
                t.equal(got, input)


@case("1.7")
def too_few_segments_ignore_the_tail(t):
    for kind, want in (("sum", [1, 5]), ("min", [1, 2]), ("mean", [1, 2.5]), ("prod", [1, 6])):
        got = t.op(f"segment_{kind}_v2", "f32", [1, 2, 3, 9, 9], [0, 1, 1, 2, 7], 2)
        t.equal(got, want)


@case("1.7")
def too_many_segments_stay_empty(t):
    t.equal(t.op("segment_sum_v2", "i32", [4, 5], [1, 1], 4), [0, 9, 0, 0])
    t.equal(t.op("unsorted_segment_sum", "i32", [4, 5], [3, 1], 5), [0, 5, 0, 4, 0])


@case("1 (table)")
def ids_of_every_rank(t):
    data = np.arange(8).reshape(2, 2, 2)
    t.equal(t.op("unsorted_segment_sum", "i32", data, 1, 2), [np.zeros((2, 2, 2)), data])
    got = t.op("unsorted_segment_sum", "i32", data, [1, 0], 2)
    t.equal(got, [[[4, 5], [6, 7]], [[0, 1], [2, 3]]])
    got = t.op("unsorted_segment_sum", "i32", data, [[0, 1], [1, 0]], 2)
    t.equal(got, [[6, 8], [6, 8]])
    got = t.op("unsorted_segment_sum", "i32", data, [[[0, 1], [1, 1]], [[0, 0], [0, 0]]], 2)
    t.equal(got, [22, 6])
    got = t.op("segment_max_v2", "i32", data, [[0, 0], [0, 1]], 2)
    t.equal(got, [[4, 5], [6, 7]])
    # A scalar in, one number a segment out.
    t.equal(t.op("unsorted_segment_sum", "f32", 7.0, 1, 3), [0, 7, 0])


@case("2.2")
def complex_products_by_the_plain_formula(t):
    for name in ("complex<f32>", "complex<f64>"):
        got = t.op("unsorted_segment_prod", name, [1 + 2j, 3 - 1j, 2j], [0, 0, 1], 2)
        t.equal(got, [5 + 5j, 2j])
        got = t.op("unsorted_segment_mean", name, [1 + 2j, 3 - 1j, 2j], [0, 0, 1], 3)
        t.equal(got, [2 + 0.5j, 2j, 0])
        got = t.op("scatter_mul", name, [2 + 1j], [[0]], [3 - 4j])
        t.equal(got, [10 - 5j])
        got = t.op("scatter_div", name, [10 - 5j], [[0]], [3 - 4j])
        t.equal(got, [2 + 1j])


@case("2.3")
def booleans(t):
    data = [True, False, True, True, False]
    ids = [0, 0, 1, 1, 2]
    for op in ("segment_{}_v2", "unsorted_segment_{}"):
        t.equal(t.op(op.format("min"), "i1", data, ids, 4), [False, True, False, True])
        t.equal(t.op(op.format("max"), "i1", data, ids, 4), [True, True, False, False])
        got = t.op(op.format("min"), "i1", data, ids, 4, empty="zero")
        t.equal(got, [False, True, False, False])
    got = t.op("scatter_min", "i1", [True, True], [[0], [0]], [True, False])
    t.equal(got, [False, True])
    got = t.op("scatter_max", "i1", [False, False], [[1], [1]], [True, False])
    t.equal(got, [False, True])


Q8 = quantized("q8", "i8", np.int8, 3)
Q8_NARROW = quantized("q8n", "i8", np.int8, -7, limits=(-127, 127))
QU8 = quantized("qu8", "u8", np.uint8, 128)
Q32 = quantized("q32", "i32", np.int32, -5)
Q4 = quantized("q4", "i8", np.int8, 1, limits=(-8, 7))


@case("2.4")
def quantized_sums(t):
    for op in ("unsorted_segment_sum", "segment_sum_v2"):
        # (10 - 3) + (20 - 3) + 3 = 27; the empty segment shows 3.
        t.equal(t.op(op, Q8, [10, 20, 5], [0, 0, 1], 3), [27, 5, 3])
        t.equal(t.op(op, Q8, [10, 20, 5], [0, 0, 1], 3, empty="zero"), [27, 5, 3])
        t.equal(t.op(op, QU8, [200, 100, 128], [0, 0, 2], 3), [172, 128, 128])
    t.equal(t.op("segment_sum", Q8, [10, 20, 5], [0, 0, 2]), [27, 3, 5])


@case("2.4")
def quantized_sums_saturate_once(t):
    # 150 - 150 in between: only the end saturates.
    got = t.op("unsorted_segment_sum", Q8, [120, 120, -120, -120, 100], [0] * 5, 1)
    t.equal(got, [88])
    t.equal(t.op("unsorted_segment_sum", Q8, [120, 120], [0, 0], 1), [127])
    t.equal(t.op("unsorted_segment_sum", Q8, [-120, -120], [0, 0], 1), [-128])
    t.equal(t.op("unsorted_segment_sum", Q8_NARROW, [-120, -120], [0, 0], 1), [-127])
    t.equal(t.op("unsorted_segment_sum", QU8, [255, 255], [0, 0], 1), [255])
    t.equal(t.op("unsorted_segment_sum", QU8, [0, 0], [0, 0], 1), [0])
    t.equal(t.op("unsorted_segment_sum", Q4, [7, 7, -8], [0, 0, 1], 2), [7, -8])
    big, small = 2147483647, -2147483648
    # 2 (2^31 + 4) - 2^31 + 5 - 5 is beyond the range.
    t.equal(t.op("unsorted_segment_sum", Q32, [big, big, small], [0, 0, 0], 1), [big])
    t.equal(t.op("unsorted_segment_sum", Q32, [big] * 9, [0] * 9, 1), [big])
    t.equal(t.op("unsorted_segment_sum", Q32, [small] * 9, [0] * 9, 1), [small])
    t.equal(t.op("unsorted_segment_sum", Q32, [big, small, 1], [0] * 3, 1), [10])


@case("2.4")
def quantized_min_and_max_compare_storage(t):
    for element, (low, high) in (
        (Q8, (-128, 127)),
        (Q8_NARROW, (-127, 127)),
        (QU8, (0, 255)),
        (Q32, (-2147483648, 2147483647)),
        (Q4, (-8, 7)),
    ):
        z = element.zero_point
        got = t.op("unsorted_segment_min", element, [high, 5, low], [0, 0, 2], 3)
        t.equal(got, [5, high, low])
        got = t.op("unsorted_segment_max", element, [low, 5, high], [0, 0, 2], 3)
        t.equal(got, [5, low, high])
        got = t.op("unsorted_segment_max", element, [low], [0], 2, empty="zero")
        t.equal(got, [low, z])
        t.equal(t.op("segment_min", element, [5], [1]), [z, 5])
        got = t.op("segment_min", element, [5], [1], empty="infinity")
        t.equal(got, [high, 5])
        got = t.op("scatter_min", element, [5, high], [[0], [1]], [7, low])
        t.equal(got, [5, low])
        got = t.op("scatter_max", element, [5, low], [[0], [0]], [7, high])
        t.equal(got, [high, low])


@case("2.5")
def unsigned_ids_are_never_signed(t):
    data = [1, 2]
    for name, top in (("ui8", 255), ("ui16", 65535)):
        dtype = np.dtype(name.replace("ui", "uint"))
        ids = np.array([top, top - 1], dtype)
        want = np.zeros(top + 1, np.int32)
        want[top], want[top - 1] = 1, 2
        t.equal(t.op("unsorted_segment_sum", "i32", data, ids, top + 1), want)
        want[top], want[top - 1] = 2, 1
        t.equal(t.op("segment_sum", "i32", data, ids[::-1].copy()), want)
        got = t.op("unsorted_segment_sum", "i32", data, ids, 3)
        t.fails(got, BOUNDS, says=["[0]", top, 3])
        t.equal(t.op("unsorted_segment_sum", "i32", data, ids, 3, bounds="drop"), [0, 0, 0])
        got = t.op("scatter_add", "i32", [0, 0], np.array([[top], [0]], dtype), data)
        t.fails(got, BOUNDS, says=["[0]", top, 2])
        # Sorted as unsigned numbers.
        ids = np.array([top // 2, top // 2 + 1], dtype)
        want = np.zeros(top // 2 + 2, np.int32)
        want[-2:] = data
        t.equal(t.op("segment_sum_v2", "i32", data, ids, top // 2 + 2), want)
    ids = np.array([4294967295, 0], np.uint32)
    got = t.op("unsorted_segment_sum", "i32", data, ids, 3)
    t.fails(got, BOUNDS, says=["[0]", 4294967295, 3])
    t.equal(t.op("unsorted_segment_sum", "i32", data, ids, 3, bounds="drop"), [2, 0, 0])
    t.equal(t.op("segment_sum_v2", "i32", data, ids[::-1].copy(), 3), [1, 0, 0])


@case("2.5")
def narrow_ids_know_no_more_than_their_values(t):
    ids = np.array([127, -128, -1, 0], np.int8)
    want = np.zeros(1000, np.int32)
    want[127], want[0] = 1, 4
    t.equal(t.op("unsorted_segment_sum", "i32", [1, 2, 3, 4], ids, 1000), want)
    got = t.op("unsorted_segment_sum", "i32", [1, 2, 3, 4], [2, 0, -1, 0], 3, id_type="index")
    t.equal(got, [6, 0, 1])
    got = t.op("segment_sum", "i32", [1, 2], [0, -1], id_type="index", bounds="drop")
    t.shape(got, 0)


@case("2.6")
def counts_are_checked_before_they_are_narrowed(t):
    none = np.zeros((3, 0), np.float32)
    ids = [0, 1, 0]
    for count_type in ("i64", "index"):
        got = t.op("unsorted_segment_sum", "f32", none, ids, 2**32 + 2, count_type=count_type)
        t.shape(got, 2**32 + 2, 0)
        got = t.op("unsorted_segment_sum", "f32", [1, 2, 3], ids, -(2**32) + 2, count_type=count_type)
        t.fails(got, NUM_SEGMENTS, says=[-(2**32) + 2])
        got = t.op("segment_sum_v2", "f32", [1, 2, 3], ids, 2**62, count_type=count_type)
        t.fails(got, SIZE)
        got = t.op("unsorted_segment_sum", "i8", [1, 2, 3], ids, 2**62, count_type=count_type)
        t.fails(got, SIZE, MEMORY)
    got = t.op("unsorted_segment_sum", "f32", [1, 2, 3], ids, 2, count_type="i32")
    t.equal(got, [4, 2])
    got = t.op("unsorted_segment_sum", "f32", [1, 2, 3], ids, -1, count_type="i32")
    t.fails(got, NUM_SEGMENTS, says=[-1])


@case("2")
def results_have_the_type_of_the_data(t):
    # Bytes of the result as the type stores them.
    got = t.op("unsorted_segment_sum", "bf16", [1.5], [0], 1)
    assert got.results[0].dtype == BFLOAT16
    for name, element in ELEMENTS.items():
        if element.kind in ("bool", "quant"):
            continue
        t.equal(t.op("segment_sum_v2", name, [1, 2, 3], [0, 0, 1], 2), [3, 3])
