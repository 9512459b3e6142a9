# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Section 3: values."""

from itertools import permutations

import numpy as np

from segment_e2e.cases import BOUNDS, Mismatch, case
from segment_e2e.elements import BFLOAT16, ELEMENTS
from segment_e2e.harness import array

INF = float("inf")
NAN = float("nan")
FLOATS = ["f16", "bf16", "f32", "f64"]
SUBNORMAL = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}

SUMS = ["segment_sum", "segment_sum_v2", "unsorted_segment_sum"]
MEANS = ["segment_mean", "segment_mean_v2", "unsorted_segment_mean"]


def one_segment(t, op, name, values, **attributes):
    """All values in segment 0 of 1."""
    count = [] if op in ("segment_sum", "segment_mean", "segment_min", "segment_max") else [1]
    return t.op(op, name, values, [0] * len(values), *count, **attributes)


def extremum(t, kind, name, values, **attributes):
    """One segment's minimum or maximum in every way that there is."""
    for op in (f"segment_{kind}", f"segment_{kind}_v2", f"unsorted_segment_{kind}"):
        yield one_segment(t, op, name, values, **attributes)
    if len(values) > 1:
        indices = [[0]] * (len(values) - 1)
        yield t.op(f"scatter_{kind}", name, values[:1], indices, values[1:], **attributes)


@case("3.1")
def nan_wins_whatever_its_position(t):
    for name in FLOATS:
        for kind in ("min", "max"):
            for values in ([1, NAN, 3], [NAN, 1, 3], [1, 3, NAN], [1, NAN, 3, 2]):
                for got in extremum(t, kind, name, values):
                    t.equal(got, [NAN])


@case("3.1")
def nan_against_infinities_and_zeros(t):
    for name in FLOATS:
        for kind in ("min", "max"):
            for other in (INF, -INF, -0.0, 0.0):
                for values in ([other, NAN], [NAN, other]):
                    for got in extremum(t, kind, name, values):
                        t.equal(got, [NAN])


@case("3.1")
def minus_zero_is_below_zero(t):
    for name in FLOATS:
        for values in ([0.0, -0.0], [-0.0, 0.0], [-0.0, 0.0, 0.0], [0.0, 0.0, -0.0]):
            for nan in ("propagate", "ignore"):
                for got in extremum(t, "min", name, values, nan=nan):
                    t.equal(got, [-0.0])
                for got in extremum(t, "max", name, values, nan=nan):
                    t.equal(got, [0.0])


@case("3.1")
def permutations_give_the_same_bits(t):
    for name in FLOATS:
        tiny = SUBNORMAL[name]
        for kind in ("min", "max"):
            for nan in ("propagate", "ignore"):
                for values, low, high in (
                    ([-0.0, 0.0, tiny, -tiny], -tiny, tiny),
                    ([INF, 0.0, -0.0, 1.0], -0.0, INF),
                    ([-INF, 0.0, -0.0, -1.0], -INF, 0.0),
                    ([INF, -INF, 0.0, -0.0], -INF, INF),
                    ([NAN, 1.0, -0.0, 0.0], -0.0, 1.0),
                ):
                    want = low if kind == "min" else high
                    if nan == "propagate" and any(v != v for v in values):
                        want = NAN
                    for order in permutations(values):
                        got = one_segment(t, f"unsorted_segment_{kind}", name, order, nan=nan)
                        t.equal(got, [want])
                        got = t.op(
                            f"scatter_{kind}", name, order[:1], [[0]] * 3, order[1:], nan=nan
                        )
                        t.equal(got, [want])


@case("3.1")
def integers_do_not_depend_on_the_order(t):
    values = [127, -128, 5, 100]
    for order in permutations(values):
        t.equal(one_segment(t, "unsorted_segment_sum", "i8", order), [104])
        t.equal(one_segment(t, "unsorted_segment_prod", "i8", order), [0])
        t.equal(one_segment(t, "unsorted_segment_mean", "i8", order), [26])
        t.equal(one_segment(t, "unsorted_segment_min", "i8", order), [-128])


@case("3.1")
def untouched_rows_of_many(t):
    # Six rows with holes between: the NaN stays where it belongs.
    values = [7, NAN, -2]
    got = t.op("unsorted_segment_max", "f32", values, [0, 4, 5], 9, empty="zero")
    t.equal(got, [7, 0, 0, 0, NAN, -2, 0, 0, 0])
    got = t.op("scatter_max", "f32", [0.0] * 5, [[0], [2], [4], [1], [4], [0], [3]],
               [NAN, 1, 2, 3, 4, 5, 6])
    t.equal(got, [NAN, 3, 1, 6, 4])


@case("3.2")
def nan_is_ignored_when_asked(t):
    for name in FLOATS:
        for values in ([1, NAN, 3], [NAN, 1, 3], [1, 3, NAN], [NAN, NAN, 1, 3]):
            for got in extremum(t, "min", name, values, nan="ignore"):
                t.equal(got, [1])
            for got in extremum(t, "max", name, values, nan="ignore"):
                t.equal(got, [3])


@case("3.2")
def all_nan_is_nan_and_not_empty(t):
    for name in FLOATS:
        for kind in ("min", "max"):
            for values in ([NAN], [NAN, NAN], [NAN] * 5):
                for empty in ("identity", "zero", "infinity"):
                    for op in (f"segment_{kind}", f"segment_{kind}_v2", f"unsorted_segment_{kind}"):
                        got = one_segment(t, op, name, values, nan="ignore", empty=empty)
                        t.equal(got, [NAN])
            # Beside an empty segment, and column by column.
            got = t.op(
                f"unsorted_segment_{kind}", name, [[NAN, 1], [NAN, NAN]], [1, 1], 3,
                nan="ignore", empty="zero",
            )
            t.equal(got, [[0, 0], [NAN, 1], [0, 0]])


@case("3.2")
def scatter_ignores_nan_of_the_input(t):
    for name in FLOATS:
        got = t.op("scatter_min", name, [NAN, NAN, NAN, 1], [[0], [1], [3], [1]],
                   [5, NAN, NAN, NAN], nan="ignore")
        t.equal(got, [5, NAN, NAN, 1])
        got = t.op("scatter_min", name, [NAN, NAN], [[0]], [5])
        t.equal(got, [NAN, NAN])


@case("3.3")
def infinity_only_segments(t):
    for name in FLOATS:
        for empty in ("identity", "zero", "infinity"):
            for nan in ("propagate", "ignore"):
                rules = dict(empty=empty, nan=nan)
                for op in ("segment_{}", "segment_{}_v2", "unsorted_segment_{}"):
                    got = one_segment(t, op.format("min"), name, [INF, INF], **rules)
                    t.equal(got, [INF])
                    got = one_segment(t, op.format("max"), name, [-INF], **rules)
                    t.equal(got, [-INF])


@case("3.3")
def extreme_integers_are_not_empty(t):
    for name in ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"):
        largest, lowest = ELEMENTS[name].largest, ELEMENTS[name].lowest
        for op in ("segment_{}", "segment_{}_v2", "unsorted_segment_{}"):
            got = one_segment(t, op.format("min"), name, [largest] * 2, empty="zero")
            t.equal(got, [largest])
            got = one_segment(t, op.format("max"), name, [lowest] * 2, empty="zero")
            t.equal(got, [lowest])
    t.equal(t.op("scatter_min", "i32", [2147483647], [[0]], [2147483647]), [2147483647])
    t.equal(t.op("scatter_min", "f32", [INF], [[0]], [INF]), [INF])
    got = one_segment(t, "unsorted_segment_min", "i1", [True], empty="zero")
    t.equal(got, [True])


@case("3.3")
def extremes_of_one_sign(t):
    # Folds that start from zero get these wrong.
    got = t.op("unsorted_segment_max", "f32", [-0.1, -0.2, -0.3], [0, 1, 0], 2)
    t.equal(got, [-0.1, -0.2])
    t.equal(t.op("segment_min", "f32", [0.1, 0.3, 0.2], [0, 0, 1]), [0.1, 0.2])
    t.equal(t.op("segment_max", "f32", [-0.1, -0.3, -0.2], [0, 0, 1]), [-0.1, -0.2])


@case("3.4")
def thousand_ones(t):
    ones = [1.0] * 1000
    for name in ("bf16", "f16"):
        for op in SUMS:
            t.equal(one_segment(t, op, name, ones), [1000])
        t.equal(t.op("scatter_add", name, [0.0], [[0]] * 1000, ones), [1000])
        t.equal(t.op("scatter_sub", name, [2000.0], [[0]] * 1000, ones), [1000])
    for op in SUMS:
        t.equal(one_segment(t, op, "bf16", ones, accumulate="native"), [256])
        t.equal(one_segment(t, op, "f16", [1.0] * 4096), [4096])
        t.equal(one_segment(t, op, "f16", [1.0] * 4096, accumulate="native"), [2048])
    got = t.op("scatter_add", "bf16", [0.0], [[0]] * 1000, ones, accumulate="native")
    t.equal(got, [256])


@case("3.4")
def means_of_16_bit_floats(t):
    for op in MEANS:
        t.equal(one_segment(t, op, "f16", [40000.0] * 3), [40000])
        t.equal(one_segment(t, op, "bf16", [0.0, 1.0] * 256), [0.5])
        t.equal(one_segment(t, op, "f16", [40000.0] * 3, accumulate="f64"), [40000])
        t.equal(one_segment(t, op, "f16", [40000.0] * 2, accumulate="native"), [INF])


@case("3.4")
def intermediate_results_of_16_bit_floats_do_not_overflow(t):
    for op in ("segment_sum", "unsorted_segment_sum"):
        t.equal(one_segment(t, op, "f16", [60000.0, 60000.0, -60000.0]), [60000])
        t.equal(one_segment(t, op, "f16", [60000.0, 60000.0]), [INF])
    t.equal(t.op("unsorted_segment_prod", "f16", [60000.0, 60000.0, 2.0**-16], [0] * 3, 1), [54944])
    # The input's value is part of the fold.
    t.equal(t.op("scatter_add", "f16", [60000.0], [[0]] * 2, [60000.0, -60000.0]), [60000])
    t.equal(t.op("scatter_mul", "f16", [60000.0], [[0]] * 2, [2.0, 0.5]), [60000])
    t.equal(t.op("scatter_div", "f16", [60000.0], [[0]] * 2, [0.5, 2.0]), [60000])
    t.equal(t.op("scatter_sub", "f16", [-60000.0], [[0]] * 2, [60000.0, -60000.0]), [-60000])
    got = t.op("scatter_mul", "f16", [60000.0], [[0]] * 2, [2.0, 0.5], accumulate="native")
    t.equal(got, [INF])


@case("3.4")
def one_rounding_of_16_bit_sums(t):
    # 256 + 1 + 1 is 258 in bf16; rounded after every step it stays 256.
    t.equal(one_segment(t, "unsorted_segment_sum", "bf16", [256.0, 1.0, 1.0]), [258])
    # 257 is halfway between 256 and 258: to even.
    t.equal(one_segment(t, "unsorted_segment_sum", "bf16", [256.0, 1.0]), [256])
    t.equal(one_segment(t, "unsorted_segment_sum", "bf16", [258.0, 1.0]), [260])
    t.equal(t.op("scatter_add", "bf16", [256.0], [[0]] * 2, [1.0, 1.0]), [258])


@case("3.4")
def rounding_keeps_subnormals(t):
    for name in ("f16", "bf16", "f32", "f64"):
        tiny = SUBNORMAL[name]
        for op in SUMS:
            t.equal(one_segment(t, op, name, [tiny, tiny, tiny]), [3 * tiny])
        got = one_segment(t, "unsorted_segment_prod", name, [3 * tiny, 2.0])
        t.equal(got, [6 * tiny])
        t.equal(one_segment(t, "unsorted_segment_mean", name, [2 * tiny, 4 * tiny]), [3 * tiny])
        t.equal(one_segment(t, "unsorted_segment_min", name, [tiny, 3 * tiny]), [tiny])
        t.equal(t.op("scatter_add", name, [tiny], [[0]], [4 * tiny]), [5 * tiny])
    t.equal(one_segment(t, "unsorted_segment_sum", "bf16", [1e-39, 1e-39]),
            array([2e-39], BFLOAT16))


@case("3.4")
def accumulate_f64(t):
    values = [16777216.0, 1.0, 1.0]
    for op in SUMS:
        t.equal(one_segment(t, op, "f32", values, accumulate="f64"), [16777218])
    got = t.op("scatter_add", "f32", [16777216.0], [[0]] * 2, [1.0, 1.0], accumulate="f64")
    t.equal(got, [16777218])
    got = one_segment(t, "unsorted_segment_prod", "f32", [1e30, 1e30, 1e-30], accumulate="f64")
    t.equal(got, np.array([np.float64(np.float32(1e30)) ** 2 * np.float64(np.float32(1e-30))],
                          np.float32))
    got = one_segment(t, "segment_mean", "f32", [3e38] * 3, accumulate="f64")
    t.equal(got, [3e38])
    got = t.op("scatter_div", "f32", [1e30], [[0]] * 2, [1e-30, 1e30], accumulate="f64")
    want = np.float64(np.float32(1e30)) / np.float64(np.float32(1e-30)) / np.float64(np.float32(1e30))
    t.equal(got, np.array([want], np.float32))


@case("3.4")
def f64_to_bf16_rounds_once(t):
    # Just above a tie of bf16, by less than f32 can hold beside it.
    values = [1.0, 2.0**-8, 2.0**-30]
    got = one_segment(t, "unsorted_segment_sum", "bf16", values, accumulate="f64")
    t.equal(got, [1.0 + 2.0**-7])
    values = [1.0, 2.0**-11, 2.0**-24]
    got = one_segment(t, "unsorted_segment_sum", "f16", values, accumulate="f64")
    t.equal(got, [1.0 + 2.0**-10])


@case("3.5")
def integer_sums_and_products_wrap(t):
    for name, bits in (("i8", 8), ("i16", 16), ("i32", 32), ("i64", 64)):
        largest, lowest = 2 ** (bits - 1) - 1, -(2 ** (bits - 1))
        for op in SUMS:
            t.equal(one_segment(t, op, name, [largest, 1]), [lowest])
            t.equal(one_segment(t, op, f"u{name}", [2**bits - 1, 3]), [2])
        t.equal(one_segment(t, "unsorted_segment_prod", name, [largest, 2]), [-2])
        half = 2 ** (bits // 2)
        t.equal(one_segment(t, "unsorted_segment_prod", name, [half, half]), [0])
        t.equal(one_segment(t, "unsorted_segment_prod", f"u{name}", [2**bits - 1] * 2), [1])
        t.equal(t.op("scatter_add", name, [largest], [[0]], [1]), [lowest])
        t.equal(t.op("scatter_sub", f"u{name}", [0], [[0]], [1]), [2**bits - 1])
        t.equal(t.op("scatter_mul", name, [lowest], [[0]], [-1]), [lowest])


@case("3.5")
def integer_means_are_exact(t):
    for name in ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"):
        largest, lowest = int(ELEMENTS[name].largest), int(ELEMENTS[name].lowest)
        for op in MEANS:
            t.equal(one_segment(t, op, name, [largest] * 3), [largest])
            t.equal(one_segment(t, op, name, [lowest] * 3), [lowest])
            t.equal(one_segment(t, op, name, [largest, largest - 1]), [largest - 1])
        t.equal(one_segment(t, "segment_mean", name, [largest] * 300), [largest])
    # Beyond what f64 holds.
    big = 2**62 + 1
    t.equal(one_segment(t, "unsorted_segment_mean", "i64", [big, big + 2, big + 1]), [big + 1])


@case("3.5")
def integer_means_truncate_toward_zero(t):
    for name in ("i8", "i16", "i32", "i64"):
        for op in MEANS:
            t.equal(one_segment(t, op, name, [-1, -2]), [-1])
            t.equal(one_segment(t, op, name, [1, 2]), [1])
            t.equal(one_segment(t, op, name, [-3, 2]), [0])
            t.equal(one_segment(t, op, name, [-7, 0, -1]), [-2])


@case("3.6")
def the_optimizer_changes_no_bit(t):
    rng = np.random.default_rng(1)
    rows, columns = 500, 19
    ids = rng.integers(0, 7, rows).astype(np.int32)
    indices = ids.reshape(-1, 1)
    for name in ("f32", "f64", "f16", "bf16", "complex<f32>"):
        data = array(rng.normal(0, 1, (rows, columns)), ELEMENTS[name].dtype)
        input = array(rng.normal(0, 1, (7, columns)), ELEMENTS[name].dtype)
        for op in ("unsorted_segment_sum", "unsorted_segment_mean", "segment_sum_v2"):
            keys = np.sort(ids) if op.startswith("segment") else ids
            _same_bits(t, op, name, [data, keys, 7])
        for op in ("scatter_add", "scatter_mul", "scatter_div"):
            _same_bits(t, op, name, [input, indices, data])


def _same_bits(t, op, name, operands):
    results = []
    for optimization in (0, 3):
        for _ in range(2):
            got = t.op(op, name, *operands, optimization=optimization)
            t.shape(got, 7, operands[0].shape[1])
            results.append(got.results[0].tobytes())
    if len(set(results)) != 1:
        raise Mismatch(f"{op} on {name}: the results differ with the optimization")


@case("3.6")
def no_contraction_with_a_producer(t):
    # fma(a, b, acc) would show the 2^-46 that the product alone rounds away.
    text = """
#map = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %ids: tensor<?xi32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %init = tensor.empty(%n) : tensor<?xf32>
  %p = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    linalg.yield %m : f32
  } -> tensor<?xf32>
  %k = arith.constant 1 : i32
  %0 = segment.unsorted_segment_sum %p, %ids, %k
      : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
    x = np.array([-1.0, 1.0 + 2.0**-23], np.float32)
    y = np.array([1.0 + 2.0**-22, 1.0 + 2.0**-23], np.float32)
    for optimization in (0, 3):
        got = t.call(text, [x, y, np.zeros(2, np.int32)], [(x.dtype, 1)], optimization=optimization)
        t.equal(got, [0])


@case("3.8")
def one_row_is_copied(t):
    for name in FLOATS:
        tiny = SUBNORMAL[name]
        row = [NAN, -0.0, 0.0, INF, -INF, tiny, -tiny, 1.5]
        for kind in ("min", "max"):
            for op in (f"segment_{kind}_v2", f"unsorted_segment_{kind}"):
                t.equal(t.op(op, name, [row], [0], 1), [row])
                t.equal(t.op(op, name, [row], [0], 1, nan="ignore"), [row])
        t.equal(t.op("scatter_update", name, [[1.0] * 8], [[0]], [row]), [row])


@case("3.8")
def float_sums_start_from_plus_zero(t):
    for name in FLOATS:
        for op in SUMS:
            t.equal(one_segment(t, op, name, [-0.0]), [0.0])
            t.equal(one_segment(t, op, name, [-0.0, -0.0]), [0.0])
        for op in MEANS:
            t.equal(one_segment(t, op, name, [-0.0, -0.0]), [0.0])
        t.equal(t.op("scatter_add", name, [-0.0], [[0]], [-0.0]), [-0.0])


@case("3.8")
def infinities_in_sums(t):
    for name in FLOATS:
        t.equal(one_segment(t, "unsorted_segment_sum", name, [-INF, -INF]), [-INF])
        t.equal(one_segment(t, "unsorted_segment_sum", name, [INF, -INF]), [NAN])
        t.equal(one_segment(t, "unsorted_segment_mean", name, [INF, 1.0]), [INF])
        t.equal(one_segment(t, "unsorted_segment_prod", name, [INF, 0.0]), [NAN])
        t.equal(one_segment(t, "unsorted_segment_prod", name, [INF, -2.0]), [-INF])
        t.equal(t.op("scatter_div", name, [1.0, -1.0, 0.0], [[0], [1], [2]], [0.0] * 3),
                [INF, -INF, NAN])


@case("3.9")
def dropped_rows_touch_nothing(t):
    data = [[NAN, 1.0], [2.0, NAN], [3.0, 4.0]]
    for name in FLOATS:
        for kind in ("sum", "prod", "min", "max", "mean"):
            got = t.op(f"unsorted_segment_{kind}", name, data, [-1, -7, 0], 1)
            t.equal(got, [[3, 4]])
            got = t.op(f"unsorted_segment_{kind}", name, data, [-1, 7, 0], 1, bounds="drop")
            t.equal(got, [[3, 4]])
            got = t.op(f"segment_{kind}_v2", name, data[::-1], [0, 1, 2], 1)
            t.equal(got, [[3, 4]])
            got = t.op(f"segment_{kind}", name, data, [-2, -1, 0], bounds="drop")
            t.equal(got, [[3, 4]])
        for kind in ("min", "max", "add", "sub", "mul", "div", "update"):
            got = t.op(f"scatter_{kind}", name, [[3, 4]], [[1], [-1], [5]], data, bounds="drop")
            t.equal(got, [[3, 4]])
        got = t.op("unsorted_segment_min", name, data, [2, 1, 0], 1)
        t.fails(got, BOUNDS)
