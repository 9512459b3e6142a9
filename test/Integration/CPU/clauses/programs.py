# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of more than one op: control flow, calls, several results (4.14)."""

import numpy as np

from segment_e2e.cases import (
    BOUNDS,
    MEMORY,
    NUM_SEGMENTS,
    ORDER,
    SHAPE,
    Mismatch,
    case,
)
from segment_e2e.literals import F32, I32, I64, f32, i32


@case("4.14")
def stops_at_the_first_failed_check(t):
    text = """
func.func @f(%data: tensor<?xf32>, %a: tensor<?xi32>, %b: tensor<?xi32>, %n: i64, %m: i64)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = segment.unsorted_segment_sum %data, %a, %n
      : (tensor<?xf32>, tensor<?xi32>, i64) -> tensor<?xf32>
  %1 = segment.segment_min_v2 %data, %b, %m
      : (tensor<?xf32>, tensor<?xi32>, i64) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
"""

    def f(a, b, n=2, m=2):
        operands = [f32([1, 2, 3]), i32(a), i32(b), n, m]
        return t.call(text, operands, [(F32, 1), (F32, 1)])

    t.equal(f([1, 0, 1], [0, 0, 1]), [2, 4], [1, 3])
    t.fails(f([1, 7, 1], [0, 1, 0]), BOUNDS, says=["[1]", 7])
    t.fails(f([1, 0, 1], [0, 1, 0]), ORDER, says=["[2]"])
    # What comes behind a failed check isn't tried.
    t.fails(f([1, 7, 1], [0, 0, 1], 2, 10**12), BOUNDS)
    t.fails(f([1, 0, 1], [0, 0, 1], 2, 10**12), MEMORY)
    t.fails(f([1, 0, 1], [0, 0, 1], -1, 10**12), NUM_SEGMENTS, says=[-1])
    t.fails(f([1, 0], [0, 0, 1], 2, -1), SHAPE)


@case("4.14")
def one_result_feeds_the_next_op(t):
    text = """
func.func @f(%data: tensor<?x?xf32>, %ids: tensor<?xi64>, %inner: tensor<?xi64>, %n: index)
    -> tensor<?x?xf32> {
  %0 = segment.segment_sum %data, %ids : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  %1 = segment.unsorted_segment_max %0, %inner, %n
      : (tensor<?x?xf32>, tensor<?xi64>, index) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
"""

    def f(ids, inner, n=1):
        data = f32([[1, 2], [3, 4], [5, 6]])
        return t.call(text, [data, np.array(ids), np.array(inner), n], [(F32, 2)])

    t.equal(f([0, 0, 1], [0, 0]), [[5, 6]])
    # The first result's shape depends on its ids.
    t.fails(f([0, 0, 2], [0, 0]), SHAPE, says=[2, 3])
    t.fails(f([0, 0, -2], [0, 0]), ORDER)
    t.fails(f([0, 0, 1], [0, 1]), BOUNDS, says=["[1]", 1, "[0, 1)"])


@case("4.14")
def ops_in_a_loop(t):
    # Scatters into the same table again and again; a bad index ends it.
    text = """
func.func @f(%table: tensor<?xi64>, %indices: tensor<?x?x1xi32>, %updates: tensor<?x?xi64>)
    -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = tensor.dim %indices, %c0 : tensor<?x?x1xi32>
  %rows = tensor.dim %indices, %c1 : tensor<?x?x1xi32>
  %r = scf.for %i = %c0 to %steps step %c1 iter_args(%acc = %table) -> tensor<?xi64> {
    %index = tensor.extract_slice %indices[%i, 0, 0] [1, %rows, 1] [1, 1, 1]
        : tensor<?x?x1xi32> to tensor<?x1xi32>
    %update = tensor.extract_slice %updates[%i, 0] [1, %rows] [1, 1]
        : tensor<?x?xi64> to tensor<?xi64>
    %next = segment.scatter_add %acc, %index, %update
        : (tensor<?xi64>, tensor<?x1xi32>, tensor<?xi64>) -> tensor<?xi64>
    scf.yield %next : tensor<?xi64>
  }
  return %r : tensor<?xi64>
}
"""
    indices = i32([[[0], [1]], [[1], [1]], [[2], [0]]])
    updates = np.array([[1, 2], [3, 4], [5, 6]])
    table = np.array([100, 200, 300])
    t.equal(t.call(text, [table, indices, updates], [(I64, 1)]), [107, 209, 305])
    t.equal(t.call(text, [table, indices[:0], updates[:0]], [(I64, 1)]), [100, 200, 300])
    indices[1, 1, 0] = 3
    t.fails(t.call(text, [table, indices, updates], [(I64, 1)]), BOUNDS, says=["[1]", 3])


@case("4.14")
def the_failed_check_of_an_iteration_ends_the_loop(t):
    # The later iterations would ask for more memory than there is.
    text = """
func.func @f(%data: tensor<?xf32>, %ids: tensor<?xi32>, %counts: tensor<?xi64>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %steps = tensor.dim %counts, %c0 : tensor<?xi64>
  %r = scf.for %i = %c0 to %steps step %c1 iter_args(%acc = %zero) -> f32 {
    %n = tensor.extract %counts[%i] : tensor<?xi64>
    %0 = segment.unsorted_segment_sum %data, %ids, %n
        : (tensor<?xf32>, tensor<?xi32>, i64) -> tensor<?xf32>
    %v = tensor.extract %0[%c0] : tensor<?xf32>
    %next = arith.addf %acc, %v : f32
    scf.yield %next : f32
  }
  return %r : f32
}
"""
    operands = [f32([1, 2, 4]), i32([0, 1, 0])]
    got = t.call(text, [*operands, np.array([2, 3, 4])], [(F32, None)])
    t.equal(got, np.float32(15))
    got = t.call(text, [*operands, np.array([2, 1, 10**12])], [(F32, None)])
    t.fails(got, BOUNDS, says=["[1]", 1, "[0, 1)"])
    got = t.call(text, [*operands, np.array([2, -7, 10**12])], [(F32, None)])
    t.fails(got, NUM_SEGMENTS, says=[-7])
    got = t.call(text, [*operands, np.array([2, 10**12, -1])], [(F32, None)])
    t.fails(got, MEMORY)


@case("4.14")
def ops_in_a_branch(t):
    text = """
func.func @f(%c: i1, %data: tensor<?xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xf32> {
  %r = scf.if %c -> tensor<?xf32> {
    %0 = segment.unsorted_segment_max %data, %ids, %n
        : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  } else {
    %0 = segment.segment_mean %data, %ids : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
"""

    def f(condition, ids, n):
        operands = [np.bool_(condition), f32([1, 2, 6]), i32(ids), np.int32(n)]
        return t.call(text, operands, [(F32, 1)])

    t.equal(f(True, [1, 0, 1], 2), [2, 6])
    t.equal(f(False, [0, 0, 1], 2), [1.5, 6])
    # Only the branch that is taken checks.
    t.equal(f(False, [0, 0, 1], -1), [1.5, 6])
    t.fails(f(True, [0, 0, 1], -1), NUM_SEGMENTS)
    t.fails(f(False, [1, 0, 1], 2), ORDER, says=["[1]"])


@case("4.14")
def ops_in_a_while_loop(t):
    text = """
func.func @f(%data: tensor<?xi32>, %ids: tensor<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %limit = arith.constant 100 : i32
  %r:2 = scf.while (%sum = %zero, %n = %one) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi slt, %sum, %limit : i32
    scf.condition(%more) %sum, %n : i32, i32
  } do {
  ^bb0(%sum: i32, %n: i32):
    %0 = segment.unsorted_segment_sum %data, %ids, %n
        : (tensor<?xi32>, tensor<?xi32>, i32) -> tensor<?xi32>
    %v = tensor.extract %0[%c0] : tensor<?xi32>
    %next = arith.addi %sum, %v : i32
    %m = arith.addi %n, %one : i32
    scf.yield %next, %m : i32, i32
  }
  return %r#0 : i32
}
"""
    got = t.call(text, [i32([30, 5]), i32([0, 0])], [(I32, None)])
    t.equal(got, np.int32(105))
    # Without leaving the loop at the error it would never end.
    got = t.call(text, [i32([0, 5]), i32([0, 7])], [(I32, None)])
    t.fails(got, BOUNDS, says=["[1]", 7])


@case("4.14")
def calls_between_functions(t):
    text = """
func.func private @inner(%data: tensor<?xf32>, %ids: tensor<?xi32>) -> tensor<?xf32> {
  %0 = segment.segment_sum %data, %ids : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @f(%data: tensor<?xf32>, %a: tensor<?xi32>, %b: tensor<?xi32>, %n: i64)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = func.call @inner(%data, %a) : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
  %1 = func.call @g(%0, %b, %n) : (tensor<?xf32>, tensor<?xi32>, i64) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func @g(%data: tensor<?xf32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?xf32> {
  %0 = segment.unsorted_segment_max %data, %ids, %n
      : (tensor<?xf32>, tensor<?xi32>, i64) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""

    def f(a, b, n=1):
        operands = [f32([1, 2, 3]), i32(a), i32(b), n]
        return t.call(text, operands, [(F32, 1), (F32, 1)])

    t.equal(f([0, 0, 1], [0, 0]), [3, 3], [3])
    t.equal(f([0, 1, 2], [0, 1, 1], 2), [1, 2, 3], [1, 3])
    t.fails(f([0, 1, 0], [0, 0], 10**12), ORDER, says=["[2]", 1, 0])
    t.fails(f([0, 0, 1], [0, 4], 2), BOUNDS, says=["[1]", 4])
    t.fails(f([0, 0, 1], [0, 0, 1], 2), SHAPE)
    # The other public function can be called by itself.
    got = t.call(text, [f32([1, 2]), i32([1, 0]), 2], [(F32, 1)], function="g")
    t.equal(got, [2, 1])
    got = t.call(text, [f32([1, 2]), i32([1, 2]), 2], [(F32, 1)], function="g")
    t.fails(got, BOUNDS, says=["[1]", 2])


@case("4.14")
def recursion(t):
    text = """
func.func private @rec(%k: i32, %data: tensor<?xi32>, %ids: tensor<?xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %done = arith.cmpi sle, %k, %zero : i32
  %r = scf.if %done -> i32 {
    scf.yield %zero : i32
  } else {
    %0 = segment.unsorted_segment_sum %data, %ids, %k
        : (tensor<?xi32>, tensor<?xi32>, i32) -> tensor<?xi32>
    %v = tensor.extract %0[%c0] : tensor<?xi32>
    %less = arith.subi %k, %one : i32
    %rest = func.call @rec(%less, %data, %ids) : (i32, tensor<?xi32>, tensor<?xi32>) -> i32
    %sum = arith.addi %v, %rest : i32
    scf.yield %sum : i32
  }
  return %r : i32
}
func.func @f(%k: i32, %data: tensor<?xi32>, %ids: tensor<?xi32>) -> i32 {
  %r = func.call @rec(%k, %data, %ids) : (i32, tensor<?xi32>, tensor<?xi32>) -> i32
  return %r : i32
}
"""
    got = t.call(text, [np.int32(4), i32([1, 2]), i32([0, 0])], [(I32, None)])
    t.equal(got, np.int32(12))
    got = t.call(text, [np.int32(4), i32([1, 2]), i32([0, 2])], [(I32, None)])
    t.fails(got, BOUNDS, says=["[1]", 2, "[0, 2)"])


@case("results")
def results_that_are_arguments(t):
    text = """
func.func @same(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
func.func @swap(%a: tensor<?xf32>, %b: tensor<?xi32>, %c: i32)
    -> (tensor<?xi32>, i32, tensor<?xf32>) {
  return %b, %c, %a : tensor<?xi32>, i32, tensor<?xf32>
}
func.func @twice(%a: tensor<?xf32>, %ids: tensor<?xi32>, %n: i32)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = segment.unsorted_segment_sum %a, %ids, %n
      : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
  return %0, %a, %0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func @none(%a: tensor<?x?xf32>, %b: tensor<0x1xi32>, %c: tensor<0x?xf32>) -> tensor<?x?xf32> {
  %0 = segment.scatter_add %a, %b, %c
      : (tensor<?x?xf32>, tensor<0x1xi32>, tensor<0x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""
    a = f32([1, 2, 3])
    t.equal(t.call(text, [a], [(F32, 1)], function="same"), a)
    got = t.call(text, [a, i32([7]), np.int32(5)], [(I32, 1), (I32, None), (F32, 1)], function="swap")
    t.equal(got, [7], np.int32(5), a)
    got = t.call(text, [a, i32([1, 0, 1]), np.int32(2)], [(F32, 1)] * 3, function="twice")
    t.equal(got, [2, 4], a, [2, 4])
    table = f32([[1, 2], [3, 4]])
    operands = [table, np.zeros((0, 1), np.int32), np.zeros((0, 2), np.float32)]
    t.equal(t.call(text, operands, [(F32, 2)], function="none"), table)


@case("results")
def results_that_are_constants(t):
    text = """
func.func @f() -> (tensor<2x2xi32>, f64, i1, index) {
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = arith.constant 2.5 : f64
  %2 = arith.constant true
  %3 = arith.constant -9 : index
  return %0, %1, %2, %3 : tensor<2x2xi32>, f64, i1, index
}
func.func @folded(%n: i32) -> tensor<3xf32> {
  %data = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %ids = arith.constant dense<[2, 0, 2]> : tensor<3xi32>
  %c = arith.constant 3 : i32
  %0 = segment.unsorted_segment_sum %data, %ids, %c
      : (tensor<3xf32>, tensor<3xi32>, i32) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @nothing() {
  return
}
"""
    results = [(I32, 2), (np.dtype(np.float64), None), (np.dtype(np.bool_), None), (I64, None)]
    for _ in range(2):
        got = t.call(text, [], results)
        t.equal(got, [[1, 2], [3, 4]], np.float64(2.5), np.bool_(True), np.int64(-9))
    t.equal(t.call(text, [np.int32(0)], [(F32, 1)], function="folded"), [2, 0, 5])
    t.equal(t.call(text, [], [], function="nothing"))


@case("results")
def scatter_leaves_its_input_alone(t):
    # The input has another use after the scatter, and before it.
    text = """
func.func @f(%input: tensor<?xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = segment.scatter_min %input, %indices, %updates
      : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = segment.scatter_max %input, %indices, %updates
      : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %input : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func @g(%data: tensor<?xf32>, %indices: tensor<?x1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = segment.scatter_add %data, %indices, %data
      : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %data : tensor<?xf32>, tensor<?xf32>
}
"""
    operands = [f32([3, 3, 3]), i32([[0], [2]]), f32([1, 5])]
    got = t.call(text, operands, [(F32, 1)] * 3)
    t.equal(got, [1, 3, 3], [3, 3, 5], [3, 3, 3])
    # Updates that are the input.
    got = t.call(text, [f32([1, 2, 3]), i32([[1], [1], [0]])], [(F32, 1)] * 2, function="g")
    t.equal(got, [4, 5, 3], [1, 2, 3])


@case("programs")
def chained_scatters(t):
    text = """
func.func @f(%input: tensor<3x2xi32>, %i: tensor<2x1xi64>, %u: tensor<2x2xi32>,
             %j: tensor<2x2xi64>, %v: tensor<2xi32>) -> tensor<3x2xi32> {
  %0 = segment.scatter_update %input, %i, %u
      : (tensor<3x2xi32>, tensor<2x1xi64>, tensor<2x2xi32>) -> tensor<3x2xi32>
  %1 = segment.scatter_mul %0, %j, %v
      : (tensor<3x2xi32>, tensor<2x2xi64>, tensor<2xi32>) -> tensor<3x2xi32>
  return %1 : tensor<3x2xi32>
}
"""

    def f(i, j):
        operands = [
            i32([[1, 2], [3, 4], [5, 6]]),
            np.array(i),
            i32([[10, 20], [30, 40]]),
            np.array(j),
            i32([2, 3]),
        ]
        return t.call(text, operands, [(I32, 2)])

    t.equal(f([[0], [2]], [[0, 1], [1, 0]]), [[10, 40], [9, 4], [30, 40]])
    t.fails(f([[0], [3]], [[0, 1], [1, 0]]), BOUNDS, says=["[1]", 3])
    t.fails(f([[0], [2]], [[0, 2], [1, 0]]), BOUNDS, says=["[0]", 0, 2])


@case("programs")
def producers_and_consumers(t):
    # Weighted mean of gathered rows, written with linalg around the op.
    text = """
#row = affine_map<(n, d) -> (n)>
#all = affine_map<(n, d) -> (n, d)>
func.func @f(%x: tensor<?x4xf32>, %w: tensor<?xf32>, %ids: tensor<?xi32>, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%rows) : tensor<?x4xf32>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<?x4xf32>, tensor<?xf32>) outs(%e : tensor<?x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<?x4xf32>
  %s = segment.unsorted_segment_sum %p, %ids, %n
      : (tensor<?x4xf32>, tensor<?xi32>, index) -> tensor<?x4xf32>
  %segments = tensor.dim %s, %c0 : tensor<?x4xf32>
  %e2 = tensor.empty(%segments) : tensor<?x4xf32>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<?x4xf32>) outs(%e2 : tensor<?x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %half : f32
    linalg.yield %m : f32
  } -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
"""
    x = f32([[1, 2, 3, 4], [5, 6, 7, 8], [1, 1, 1, 1]])
    operands = [x, f32([2, 1, 4]), i32([1, 1, 0]), 3]
    t.equal(t.call(text, operands, [(F32, 2)]), [[2, 2, 2, 2], [3.5, 5, 6.5, 8], [0, 0, 0, 0]])
    operands[2] = i32([1, 3, 0])
    t.fails(t.call(text, operands, [(F32, 2)]), BOUNDS, says=["[1]", 3])


@case("programs")
def computed_ids_and_counts(t):
    text = """
#id = affine_map<(d0) -> (d0)>
func.func @f(%data: tensor<?xi64>, %modulus: i64) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %data, %c0 : tensor<?xi64>
  %e = tensor.empty(%n) : tensor<?xi64>
  %ids = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%data : tensor<?xi64>) outs(%e : tensor<?xi64>) {
  ^bb0(%a: i64, %o: i64):
    %m = arith.remsi %a, %modulus : i64
    linalg.yield %m : i64
  } -> tensor<?xi64>
  %0 = segment.unsorted_segment_sum %data, %ids, %modulus
      : (tensor<?xi64>, tensor<?xi64>, i64) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}
"""
    got = t.call(text, [np.arange(10), 3], [(I64, 1)])
    t.equal(got, [18, 12, 15])


@case("programs")
def casts_between_static_and_dynamic(t):
    text = """
func.func @f(%data: tensor<4x2xf32>, %ids: tensor<4xi32>, %n: i32) -> tensor<3x2xf32> {
  %d = tensor.cast %data : tensor<4x2xf32> to tensor<?x?xf32>
  %i = tensor.cast %ids : tensor<4xi32> to tensor<?xi32>
  %0 = segment.segment_max_v2 %d, %i, %n : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}
"""
    operands = [f32([[1, 2], [3, 1], [0, 0], [5, 5]]), i32([0, 0, 1, 2]), np.int32(3)]
    t.equal(t.call(text, operands, [(F32, 2)]), [[3, 2], [0, 0], [5, 5]])


@case("programs")
def shapes_behind_casts_that_disagree(t):
    """What the types before the casts say must not fail to compile: it is an
    error of run time, if the function is run."""
    text = """
func.func @rows(%data: tensor<8x4xf32>, %ids: tensor<7xi32>, %n: i32) -> tensor<?x4xf32> {
  %d = tensor.cast %data : tensor<8x4xf32> to tensor<?x4xf32>
  %i = tensor.cast %ids : tensor<7xi32> to tensor<?xi32>
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @columns(%data: tensor<8x4xf32>, %ids: tensor<8xi32>, %n: i32) -> tensor<?x5xf32> {
  %d = tensor.cast %data : tensor<8x4xf32> to tensor<?x?xf32>
  %0 = segment.unsorted_segment_mean %d, %ids, %n : (tensor<?x?xf32>, tensor<8xi32>, i32) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}
func.func @inner(%data: tensor<8x2x3xf32>, %ids: tensor<8xi32>, %n: i32) -> tensor<?x3x2xf32> {
  %d = tensor.cast %data : tensor<8x2x3xf32> to tensor<8x?x?xf32>
  %0 = segment.segment_max_v2 %d, %ids, %n : (tensor<8x?x?xf32>, tensor<8xi32>, i32) -> tensor<?x3x2xf32>
  return %0 : tensor<?x3x2xf32>
}
func.func @gathered(%x: tensor<8x4xf32>, %ids: tensor<6xi32>, %n: i32) -> tensor<?x5xf32> {
  %d = tensor.cast %x : tensor<8x4xf32> to tensor<?x?xf32>
  %0 = segment.gather_segment_sum %d, %ids, %ids, %n
      : (tensor<?x?xf32>, tensor<6xi32>, tensor<6xi32>, i32) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}
func.func @updates(%input: tensor<8x4xf32>, %indices: tensor<3x1xi32>, %updates: tensor<2x4xf32>) -> tensor<?x?xf32> {
  %i = tensor.cast %input : tensor<8x4xf32> to tensor<?x?xf32>
  %u = tensor.cast %updates : tensor<2x4xf32> to tensor<?x?xf32>
  %0 = segment.scatter_add %i, %indices, %u
      : (tensor<?x?xf32>, tensor<3x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""

    def f(name, *operands, rank=2):
        return t.call(text, operands, [(F32, rank)], function=name)

    n = np.int32(3)
    data, ids = np.ones((8, 4), np.float32), np.arange(8, dtype=np.int32) // 3
    t.fails(f("rows", data, ids[:7], n), SHAPE, says=[8, 7])
    t.fails(f("columns", data, ids, n), SHAPE, says=[4, 5])
    t.fails(f("inner", np.ones((8, 2, 3), np.float32), ids, n, rank=3), SHAPE)
    t.fails(f("gathered", data, ids[:6], n), SHAPE, says=[4, 5])
    indices = np.zeros((3, 1), np.int32)
    t.fails(f("updates", data, indices, data[:2]), SHAPE, says=[3, 2])


@case("programs")
def mixed_shapes(t):
    text = """
func.func @f(%data: tensor<?x3xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x3xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n
      : (tensor<?x3xf32>, tensor<?xi32>, i32) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
func.func @g(%data: tensor<2x?x3xf32>, %ids: tensor<?x2xi32>, %n: i32) -> tensor<?x3xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n
      : (tensor<2x?x3xf32>, tensor<?x2xi32>, i32) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
func.func @h(%data: tensor<?x?xf32>, %ids: tensor<?xi32>) -> tensor<2x3xf32> {
  %0 = segment.segment_sum %data, %ids : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @k(%input: tensor<?x3xf32>, %indices: tensor<2x1xi32>, %updates: tensor<2x?xf32>) -> tensor<?x3xf32> {
  %0 = segment.scatter_max %input, %indices, %updates
      : (tensor<?x3xf32>, tensor<2x1xi32>, tensor<2x?xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
"""
    data = f32([[1, 2, 3], [3, 2, 1]])
    one = [(F32, 2)]
    got = t.call(text, [data, i32([0, 0]), np.int32(1)], one)
    t.equal(got, [[1, 2, 1]])
    cube = np.ones((2, 2, 3), np.float32)
    got = t.call(text, [cube, i32([[0, 1], [1, 1]]), np.int32(2)], one, function="g")
    t.equal(got, [[1, 1, 1], [3, 3, 3]])
    got = t.call(text, [cube[:, :1], i32([[0, 1], [1, 1]]), np.int32(2)], one, function="g")
    t.fails(got, SHAPE)
    got = t.call(text, [cube, i32([[0, 1]]), np.int32(2)], one, function="g")
    t.fails(got, SHAPE)
    t.equal(t.call(text, [data, i32([0, 1])], one, function="h"), data)
    t.fails(t.call(text, [data, i32([0, 2])], one, function="h"), SHAPE, says=[2, 3])
    t.fails(t.call(text, [data[:, :2], i32([0, 1])], one, function="h"), SHAPE, says=[2, 3])
    got = t.call(text, [data, i32([[1], [1]]), data], one, function="k")
    t.equal(got, [[1, 2, 3], [3, 2, 3]])
    got = t.call(text, [data, i32([[1], [1]]), data[:, :2]], one, function="k")
    t.fails(got, SHAPE, says=[2, 3])


@case("programs")
def several_kinds_of_the_same_data(t):
    text = """
func.func @f(%data: tensor<?x?xf16>, %ids: tensor<?xi32>, %n: i32)
    -> (tensor<?x?xf16>, tensor<?x?xf16>, tensor<?x?xf16>, tensor<?x?xf16>, tensor<?x?xf16>) {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x?xf16>, tensor<?xi32>, i32) -> tensor<?x?xf16>
  %1 = segment.unsorted_segment_min %data, %ids, %n nan<ignore> : (tensor<?x?xf16>, tensor<?xi32>, i32) -> tensor<?x?xf16>
  %2 = segment.unsorted_segment_max %data, %ids, %n empty<zero> : (tensor<?x?xf16>, tensor<?xi32>, i32) -> tensor<?x?xf16>
  %3 = segment.unsorted_segment_mean %data, %ids, %n bounds<drop> : (tensor<?x?xf16>, tensor<?xi32>, i32) -> tensor<?x?xf16>
  %4 = segment.unsorted_segment_prod %data, %ids, %n : (tensor<?x?xf16>, tensor<?xi32>, i32) -> tensor<?x?xf16>
  return %0, %1, %2, %3, %4 : tensor<?x?xf16>, tensor<?x?xf16>, tensor<?x?xf16>, tensor<?x?xf16>, tensor<?x?xf16>
}
"""
    f16 = np.dtype(np.float16)
    data = np.array([[1, 2], [3, np.nan], [5, 6]], f16)
    operands = [data, i32([1, 1, -1]), np.int32(2)]
    nan = np.nan
    t.equal(
        t.call(text, operands, [(f16, 2)] * 5),
        [[0, 0], [4, nan]],
        [[65504, 65504], [1, 2]],
        [[0, 0], [3, nan]],
        [[0, 0], [2, nan]],
        [[1, 1], [3, nan]],
    )


@case("5.2")
def operands_that_are_views(t):
    # Transposed, reversed by a gather of slices, every other row, a column.
    text = """
func.func @transposed(%x: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = tensor.dim %x, %c0 : tensor<?x?xf32>
  %c = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%c, %r) : tensor<?x?xf32>
  %y = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) permutation = [1, 0]
  %0 = segment.unsorted_segment_sum %y, %ids, %n
      : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @sliced(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %n: i32, %rows: index, %columns: index) -> tensor<?x?xf32> {
  %y = tensor.extract_slice %x[1, 2] [%rows, %columns] [2, 3] : tensor<?x?xf32> to tensor<?x?xf32>
  %ids = tensor.extract_slice %i[3] [%rows] [4] : tensor<?xi32> to tensor<?xi32>
  %0 = segment.unsorted_segment_min %y, %ids, %n
      : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @column(%x: tensor<?x?xf32>, %ids: tensor<?xi32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %y = tensor.extract_slice %x[0, 1] [%rows, 1] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %0 = segment.segment_sum %y, %ids : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @broadcast(%x: tensor<?xf32>, %like: tensor<?xi32>, %n: i32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %like, %c0 : tensor<?xi32>
  %columns = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %y = linalg.broadcast ins(%x : tensor<?xf32>) outs(%e : tensor<?x?xf32>) dimensions = [0]
  %0 = segment.unsorted_segment_sum %y, %like, %n
      : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @scatter(%x: tensor<?x?xf32>, %i: tensor<?x?xi32>, %u: tensor<?x?xf32>, %d: index, %rows: index) -> tensor<?x?xf32> {
  %input = tensor.extract_slice %x[1, 0] [%d, %d] [2, 2] : tensor<?x?xf32> to tensor<?x?xf32>
  %indices = tensor.extract_slice %i[0, 1] [%rows, 1] [3, 1] : tensor<?x?xi32> to tensor<?x1xi32>
  %updates = tensor.extract_slice %u[1, 1] [%rows, %d] [1, 2] : tensor<?x?xf32> to tensor<?x?xf32>
  %0 = segment.scatter_sub %input, %indices, %updates
      : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""
    rng = np.random.default_rng(2)
    one = [(F32, 2)]
    x = np.round(rng.normal(0, 9, (4, 5))).astype(np.float32)
    ids = i32([1, 0, 1, 2, 0])
    want = np.zeros((3, 4), np.float32)
    np.add.at(want, ids, x.T)
    t.equal(t.call(text, [x, ids, np.int32(3)], one, function="transposed"), want)

    x = np.round(rng.normal(0, 9, (9, 15))).astype(np.float32)
    many = rng.integers(0, 2, 20).astype(np.int32)
    rows, columns = 4, 4
    want = np.full((2, columns), np.finfo(np.float32).max)
    np.minimum.at(want, many[3:16:4], x[1:8:2, 2:12:3])
    operands = [x, many, np.int32(2), rows, columns]
    t.equal(t.call(text, operands, one, function="sliced"), want)
    many[11] = 9
    t.fails(t.call(text, operands, one, function="sliced"), BOUNDS, says=["[2]", 9])

    want = np.zeros(3, np.float32)
    keys = i32([0, 0, 2, 2, 2, 2, 2, 2, 2])
    np.add.at(want, keys, x[:, 1])
    t.equal(t.call(text, [x, keys], [(F32, 1)], function="column"), want)

    got = t.call(text, [f32([1, 2, 3]), i32([0, 1, 0]), np.int32(2)], one, function="broadcast")
    t.equal(got, [[2, 4, 6], [1, 2, 3]])

    table = x[:8, :6]
    i = rng.integers(0, 3, (9, 3)).astype(np.int32)
    u = np.round(rng.normal(0, 9, (4, 9))).astype(np.float32)
    want = table[1:7:2, 0:6:2].copy()
    np.subtract.at(want, i[0:9:3, 1], u[1:4, 1:7:2])
    got = t.call(text, [table, i, u, 3, 3], one, function="scatter")
    t.equal(got, want)


@case("5.2")
def views_of_types_that_arith_does_not_know(t):
    for element, dtype in (
        ("ui16", np.uint16),
        ("!quant.uniform<i8:f32, 5.000000e-01:3>", np.int8),
        ("i1", np.bool_),
        ("complex<f32>", np.complex64),
    ):
        kind = {"ui16": "max", "i1": "max", "complex<f32>": "sum"}.get(element, "sum")
        text = f"""
func.func @f(%x: tensor<?x?x{element}>, %ids: tensor<?xui8>, %rows: index, %columns: index) -> tensor<?x?x{element}> {{
  %y = tensor.extract_slice %x[1, 0] [%rows, %columns] [1, 2] : tensor<?x?x{element}> to tensor<?x?x{element}>
  %0 = segment.segment_{kind} %y, %ids : (tensor<?x?x{element}>, tensor<?xui8>) -> tensor<?x?x{element}>
  return %0 : tensor<?x?x{element}>
}}
"""
        x = (np.arange(12).reshape(3, 4) % 7).astype(dtype)
        got = t.call(text, [x, np.array([0, 1], np.uint8), 2, 2], [(np.dtype(dtype), 2)])
        t.equal(got, x[1:, ::2])


@case("5.2")
def reshaped_operands(t):
    text = """
func.func @f(%x: tensor<12xf32>, %ids: tensor<2x3xi32>, %n: i32) -> tensor<?xf32> {
  %y = tensor.expand_shape %x [[0, 1, 2]] output_shape [2, 3, 2] : tensor<12xf32> into tensor<2x3x2xf32>
  %0 = segment.unsorted_segment_sum %y, %ids, %n
      : (tensor<2x3x2xf32>, tensor<2x3xi32>, i32) -> tensor<?x2xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}
"""
    operands = [f32(range(12)), i32([[0, 1, 0], [1, 1, 0]]), np.int32(2)]
    t.equal(t.call(text, operands, [(F32, 1)]), [14, 17, 16, 19])


@case("3.6")
def canonicalization_changes_no_bit(t):
    # The same call with ids that the compiler knows and with ids it doesn't.
    rng = np.random.default_rng(5)
    data = rng.normal(0, 1, (40, 3)).astype(np.float32)
    for ids in (np.zeros(40, int), np.arange(40), np.sort(rng.integers(0, 5, 40))):
        n = int(ids.max()) + 1
        literal = ", ".join(map(str, ids))
        for op in ("unsorted_segment_sum", "unsorted_segment_mean", "segment_prod_v2"):
            for element, dtype in (("f32", np.float32), ("f16", np.float16)):
                known = f"""
func.func @f(%data: tensor<40x3x{element}>) -> tensor<{n}x3x{element}> {{
  %ids = arith.constant dense<[{literal}]> : tensor<40xi32>
  %n = arith.constant {n} : i32
  %0 = segment.{op} %data, %ids, %n
      : (tensor<40x3x{element}>, tensor<40xi32>, i32) -> tensor<{n}x3x{element}>
  return %0 : tensor<{n}x3x{element}>
}}
"""
                values = data.astype(dtype)
                result = [(np.dtype(dtype), 2)]
                a = t.call(known, [values], result)
                b = t.op(op, element, values, i32(ids), n)
                t.equal(a, b.results[0])
