# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The core op as it can be written by hand, and the checks (4.19)."""

import numpy as np

from segment_e2e.cases import BOUNDS, case
from segment_e2e.elements import BFLOAT16
from segment_e2e.harness import array
from segment_e2e.literals import F32, I32, I64, f32, i32

NAN = float("nan")


GATHER = """
func.func @f(%x: tensor<?x?xf32>, %src: tensor<?xi32>, %w: tensor<?xf32>, %dst: tensor<?xi32>,
             %s: tensor<?x?xf32>, %c: tensor<?xi32>) -> (tensor<?x?xf32>, tensor<?xi32>) {
  %one = arith.constant 1 : i32
  %sum, %count = segment.reduce_by_key kinds [add, add]
      keys(%dst : tensor<?xi32>)
      ins(%x[%src : tensor<?xi32>] (g, d) : tensor<?x?xf32>, %w (n) : tensor<?xf32>)
      outs(%s : tensor<?x?xf32>, %c : tensor<?xi32>) {
  ^bb0(%xe: f32, %we: f32):
    %m = arith.mulf %xe, %we : f32
    segment.yield %m, %one : f32, i32
  } -> tensor<?x?xf32>, tensor<?xi32>
  return %sum, %count : tensor<?x?xf32>, tensor<?xi32>
}
"""


@case("core op")
def weighted_sum_over_edges(t):
    x = f32([[1, 2], [3, 4], [5, 6]])
    operands = [x, i32([2, 0, 2, 1]), f32([1, 2, 3, 4]), i32([0, 1, 0, 1]),
                np.zeros((2, 2), np.float32), i32([10, 20])]
    got = t.call(GATHER, operands, [(F32, 2), (I32, 1)])
    t.equal(got, [[20, 24], [14, 20]], [12, 22])


@case("core op")
def rows_that_are_out_of_range_are_left_out(t):
    x = f32([[1, 2], [3, 4], [NAN, NAN]])
    weights = f32([1, NAN, 2, NAN, 1, NAN])
    # Bad are: a key, a source, both, and each extreme.
    operands = [x, i32([0, 2, 1, 3, 0, -(2**31)]), weights,
                i32([0, -1, 1, 0, 1, 2**31 - 1]), np.zeros((2, 2), np.float32), i32([0, 0])]
    got = t.call(GATHER, operands, [(F32, 2), (I32, 1)])
    t.equal(got, [[1, 2], [7, 10]], [1, 2])


@case("core op")
def wide_rows(t):
    # Rows beyond the width of a vector, and a rest.
    rng = np.random.default_rng(8)
    x = np.round(rng.normal(0, 9, (5, 37))).astype(np.float32)
    src = rng.integers(0, 5, 20).astype(np.int32)
    dst = rng.integers(0, 3, 20).astype(np.int32)
    w = np.round(rng.normal(0, 3, 20)).astype(np.float32)
    want = np.zeros((3, 37), np.float32)
    np.add.at(want, dst, x[src] * w[:, None])
    operands = [x, src, w, dst, np.zeros((3, 37), np.float32), i32([0, 0, 0])]
    got = t.call(GATHER, operands, [(F32, 2), (I32, 1)])
    t.equal(got, want, np.bincount(dst, minlength=3))


@case("core op")
def every_access_tuple(t):
    text = """
func.func @f(%nd: tensor<?x?xi64>, %gd: tensor<?x?xi64>, %n: tensor<?xi64>, %g: tensor<?xi64>,
             %d: tensor<?xi64>, %none: tensor<i64>, %src: tensor<?xi64>, %src2: tensor<?xi8>,
             %keys: tensor<?xindex>, %s: tensor<?x?xi64>, %rows: index) -> tensor<?x?xi64> {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xindex>) rows(%rows)
      ins(%nd (n, d) : tensor<?x?xi64>, %gd[%src : tensor<?xi64>] (g, d) : tensor<?x?xi64>,
          %n (n) : tensor<?xi64>, %g[%src2 : tensor<?xi8>] (g) : tensor<?xi64>,
          %d (d) : tensor<?xi64>, %none () : tensor<i64>)
      outs(%s : tensor<?x?xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64, %e: i64, %f: i64, %g0: i64):
    %1 = arith.addi %a, %b : i64
    %2 = arith.addi %1, %c : i64
    %3 = arith.addi %2, %e : i64
    %4 = arith.addi %3, %f : i64
    %5 = arith.addi %4, %g0 : i64
    segment.yield %5 : i64
  } -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}
"""
    nd = np.array([[1, 2], [3, 4], [5, 6]])
    operands = [nd, np.array([[10, 20], [30, 40]]), np.array([100, 200, 300]),
                np.array([1000, 2000]), np.array([10000, 20000]), np.array(100000),
                np.array([1, 0, 1]), np.array([0, 1, 1], np.int8), np.array([0, 1, 0]),
                np.zeros((2, 2), np.int64)]
    one = [(I64, 2)]
    third = [112335 + 0, 122346]
    first = [111131, 121142]
    assert third == [5 + 30 + 300 + 2000 + 10000 + 100000, 6 + 40 + 300 + 2000 + 20000 + 100000]
    want = [[first[0] + third[0], first[1] + third[1]], [112213, 122224]]
    t.equal(t.call(text, [*operands, 3], one), want)
    # Fewer rows than keys.
    t.equal(t.call(text, [*operands, 2], one), [first, [112213, 122224]])
    t.equal(t.call(text, [*operands, 0], one), [[0, 0], [0, 0]])


def one_combiner(t, kind, element, dtype, start, values, keys, flags=""):
    text = f"""
func.func @f(%x: tensor<?x{element}>, %keys: tensor<?xi32>, %s: tensor<?x{element}>) -> tensor<?x{element}> {{
  %0 = segment.reduce_by_key kinds [{kind}] {flags} keys(%keys : tensor<?xi32>)
      ins(%x (n) : tensor<?x{element}>) outs(%s : tensor<?x{element}>) {{
  ^bb0(%a: {element}):
    segment.yield %a : {element}
  }} -> tensor<?x{element}>
  return %0 : tensor<?x{element}>
}}
"""
    operands = [array(values, dtype), i32(keys), array(start, dtype)]
    return t.call(text, operands, [(np.dtype(dtype), 1)])


@case("core op")
def every_combiner(t):
    for kind, element, dtype, start, values, want in (
        ("add", "i8", np.int8, [100, 1], [100, 2, 3], [-53, 3]),
        ("mul", "i32", np.int32, [2, 3], [5, 2, 7], [70, 6]),
        ("div", "i8", np.int8, [-128, 7], [-1, 0, 2], [-64, 0]),
        ("divu", "i8", np.uint8, [200, 7], [3, 0, 2], [33, 0]),
        ("min", "i8", np.int8, [5, 5], [-1, 9, 3], [-1, 5]),
        ("max", "i8", np.int8, [5, 5], [-1, 9, 3], [5, 9]),
        ("minu", "i8", np.uint8, [5, 5], [200, 3, 9], [5, 3]),
        ("maxu", "i8", np.uint8, [5, 5], [200, 3, 9], [200, 5]),
        ("assign", "i16", np.int16, [5, 5], [1, 2, 3], [3, 2]),
        ("add", "f32", np.float32, [0.5, 1], [1, 2, 3], [4.5, 3]),
        ("mul", "f64", np.float64, [0.5, 1], [1, 2, 3], [1.5, 2]),
        ("div", "f32", np.float32, [6, 1], [1.5, 2, 2], [2, 0.5]),
        ("min", "f32", np.float32, [0.0, 1], [-0.0, NAN, 3], [-0.0, NAN]),
        ("max", "f64", np.float64, [-0.0, 1], [0.0, NAN, -3], [0.0, NAN]),
        ("minnum", "f32", np.float32, [0.0, NAN], [-0.0, 4, NAN], [-0.0, 4]),
        ("maxnum", "f16", np.float16, [-0.0, NAN], [0.0, NAN, NAN], [0.0, NAN]),
        ("min", "bf16", BFLOAT16, [2**-133, 1], [2**-132, NAN, 3], [2**-133, NAN]),
        ("assign", "f32", np.float32, [5, 5], [1, NAN, 3], [3, NAN]),
        ("add", "complex<f32>", np.complex64, [1j, 1], [1, 2j, 3], [4 + 1j, 1 + 2j]),
        ("mul", "complex<f64>", np.complex128, [1j, 1], [2, 2j, 1 + 1j], [-2 + 2j, 2j]),
        # A signed i1 is 0 or -1.
        ("max", "i1", np.bool_, [False, False], [True, False, False], [False, False]),
        ("maxu", "i1", np.bool_, [False, False], [True, False, False], [True, False]),
    ):
        got = one_combiner(t, kind, element, dtype, start, values, [0, 1, 0])
        t.equal(got, want)


@case("core op")
def assumptions_change_nothing_that_holds(t):
    for flags, keys, want in (
        ("sorted", [0, 0, 1], [13, 3]),
        ("unique", [1, 0, 5], [12, 1]),
        ("in_bounds", [1, 0, 1], [12, 4]),
        ("sorted in_bounds", [0, 1, 1], [11, 5]),
    ):
        got = one_combiner(t, "add", "i64", np.int64, [10, 0], [1, 2, 3], keys, flags)
        t.equal(got, want)


@case("core op")
def unsigned_keys(t):
    text = """
func.func @f(%x: tensor<?xi32>, %keys: tensor<?xi8>, %s: tensor<?xi32>) -> tensor<?xi32> {
  %0 = segment.reduce_by_key kinds [add] unsigned_keys keys(%keys : tensor<?xi8>)
      ins(%x (n) : tensor<?xi32>) outs(%s : tensor<?xi32>) {
  ^bb0(%a: i32):
    segment.yield %a : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
"""
    want = np.zeros(256, np.int32)
    want[255], want[128], want[0] = 1, 2, 4
    operands = [i32([1, 2, 4]), np.array([255, 128, 0], np.uint8), np.zeros(256, np.int32)]
    t.equal(t.call(text, operands, [(I32, 1)]), want)


@case("core op")
def memrefs(t):
    text = """
func.func @f(%x: memref<?x4xf32>, %keys: memref<?xi32>, %s: memref<?x4xf32>, %c: memref<?xi64>) {
  %one = arith.constant 1 : i64
  segment.reduce_by_key kinds [max, add] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xf32>) outs(%s : memref<?x4xf32>, %c : memref<?xi64>) {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    segment.yield %n, %one : f32, i64
  }
  return
}
func.func @g(%x: tensor<?x4xf32>, %keys: tensor<?xi32>, %segments: index) -> (tensor<?x4xf32>, tensor<?xi64>) {
  %low = arith.constant -100.0 : f32
  %zero = arith.constant 0 : i64
  %mx = bufferization.to_buffer %x : tensor<?x4xf32> to memref<?x4xf32>
  %mk = bufferization.to_buffer %keys : tensor<?xi32> to memref<?xi32>
  %s = memref.alloc(%segments) : memref<?x4xf32>
  %c = memref.alloc(%segments) : memref<?xi64>
  linalg.fill ins(%low : f32) outs(%s : memref<?x4xf32>)
  linalg.fill ins(%zero : i64) outs(%c : memref<?xi64>)
  func.call @f(%mx, %mk, %s, %c) : (memref<?x4xf32>, memref<?xi32>, memref<?x4xf32>, memref<?xi64>) -> ()
  %ts = bufferization.to_tensor %s restrict : memref<?x4xf32> to tensor<?x4xf32>
  %tc = bufferization.to_tensor %c restrict : memref<?xi64> to tensor<?xi64>
  return %ts, %tc : tensor<?x4xf32>, tensor<?xi64>
}
"""
    x = f32([[1, 2, 3, 4], [4, 3, 2, 1], [0, 0, 0, 0]])
    got = t.call(text, [x, i32([1, 1, 2]), 3], [(F32, 2), (I64, 1)], function="g")
    t.equal(got, [[-100] * 4, [-1, -2, -2, -1], [-0.0] * 4], [0, 2, 1])


@case("core op")
def starts_of_the_caller(t):
    # The accumulator has another use: it keeps its bytes.
    text = """
func.func @f(%x: tensor<?xf32>, %keys: tensor<?xi32>, %s: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = segment.reduce_by_key kinds [min] keys(%keys : tensor<?xi32>)
      ins(%x (n) : tensor<?xf32>) outs(%s : tensor<?xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<?xf32>
  return %0, %s : tensor<?xf32>, tensor<?xf32>
}
"""
    operands = [f32([1, 9]), i32([0, 1]), f32([5, 5])]
    t.equal(t.call(text, operands, [(F32, 1)] * 2), [1, 5], [5, 5])


@case("4.19")
def checked_gathers(t):
    text = """
func.func @f(%x: tensor<?xf32>, %src: tensor<?xi32>, %ids: tensor<?xi32>, %s: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %ids, %c0 : tensor<?xi32>
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %k = tensor.dim %s, %c0 : tensor<?xf32>
  %rows = segment.check_gather "my.gather_segment_sum"
      sources(%src : tensor<?xi32>) keys(%ids : tensor<?xi32>) rows(%n) segments(%k) extent(%m)
  %0 = segment.reduce_by_key kinds [add] keys(%ids : tensor<?xi32>) rows(%rows)
      ins(%x[%src : tensor<?xi32>] (g) : tensor<?xf32>) outs(%s : tensor<?xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""

    def f(src, ids):
        operands = [f32([1, 2, 4]), i32(src), i32(ids), f32([0, 0])]
        return t.call(text, operands, [(F32, 1)])

    gather = 7
    t.equal(f([0, 2, 1], [0, 1, 0]), [3, 4])
    t.fails(f([0, 3, 1], [0, 1, 0]), gather, says=["[1]", 3, "[0, 3)"])
    t.fails(f([0, 1, -1], [0, 1, 0]), gather, says=["[2]", -1, "[0, 3)"])
    # Not looked at where the row's own id is dropped.
    t.equal(f([0, 3, 1], [0, -1, 0]), [3, 0])
    t.equal(f([0, -9, 1], [0, 2, 0]), [3, 0])
    # The next call works.
    t.equal(f([], []), [0, 0])


@case("4.12")
def ids_before_gathers(t):
    text = """
func.func @f(%data: tensor<?xf32>, %ids: tensor<?xi32>, %src: tensor<?xi32>, %n: i64) -> index {
  %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
      ids(%ids : tensor<?xi32>) data(%data : tensor<?xf32>) num_segments(%n : i64)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  %c0 = arith.constant 0 : index
  %m = tensor.dim %data, %c0 : tensor<?xf32>
  %checked = segment.check_gather "my.gather_segment_sum"
      sources(%src : tensor<?xi32>) keys(%ids : tensor<?xi32>) rows(%rows) segments(%num) extent(%m)
  return %checked : index
}
"""

    def f(ids, src, n):
        return t.call(text, [f32([1, 2]), i32(ids), i32(src), n], [(I64, None)])

    t.equal(f([0, 1], [1, 0], 2), np.int64(2))
    t.fails(f([0, 5], [7, 0], 2), BOUNDS, says=["[1]", 5])
    t.fails(f([0, 1], [7, 0], 2), 7, says=["[0]", 7])
