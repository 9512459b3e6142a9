# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs that a schedule once got wrong, with the right values."""

import numpy as np

from segment_e2e import harness

F32, I32 = np.dtype(np.float32), np.dtype(np.int32)
SCHEDULES = ("plain", "runs", "owners", "buckets", "adaptive")


def check(name, text, operands, want, results, schedules=(None,), threads=(1, 2, 7)):
    for schedule in schedules:
        for bits in (128, 256, 512):
            options = f"vector-bits={bits}" + (f" schedule={schedule}" if schedule else "")
            with harness.Module(text, options) as module:
                for count in threads:
                    call = module.call("f", operands, results, threads=count)
                    where = f"{name}, {options}, {count} threads"
                    assert not call.misbehaviour(), f"{where}: {call.misbehaviour()}"
                    for got, expected in zip(call.results, want):
                        assert np.array_equal(got, expected), f"{where}: {got}, not {expected}"
    print("ok:", name)


# The largest id, whose successor overflows: a later task filled from row 0.
for shape, dims in (((200000,), "?x"), ((200000, 2), "?x2x")):
    ids = np.full(200000, 2**63 - 1)
    ids[:100], ids[100:50000] = 0, 1
    want = np.zeros((3, *shape[1:]), np.float32)
    want[0], want[1] = 100, 49900
    check(
        f"largest id, {dims}",
        f"""
func.func @f(%data: tensor<{dims}f32>, %ids: tensor<?xi64>, %n: i64) -> tensor<{dims}f32> {{
  %0 = segment.segment_sum_v2 %data, %ids, %n :
      (tensor<{dims}f32>, tensor<?xi64>, i64) -> tensor<{dims}f32>
  return %0 : tensor<{dims}f32>
}}""",
        [np.ones(shape, np.float32), ids, np.int64(3)],
        [want],
        [(F32, len(shape))],
    )

# Columns that start from a value a row, which was stored before.
check(
    "start from a value a row",
    """
func.func @f(%keys: tensor<?xi32>, %x: tensor<?x?xf32>, %p: tensor<?x?xf32>,
             %q: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0:2 = segment.reduce_by_key kinds [add, add] sorted keys(%keys : tensor<?xi32>)
      ins(%x (n, d) : tensor<?x?xf32>) outs(%p : tensor<?x?xf32>, %q : tensor<?xf32>) {
  ^bb0(%e: f32):
    segment.yield %e, %one : f32, f32
  } start {
  ^bb0(%a: f32, %b: f32):
    segment.yield %b, %zero : f32, f32
  } -> tensor<?x?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?xf32>
}""",
    [
        np.array([0, 1, 1], np.int32),
        np.array([[1, 2], [3, 4], [5, 6]], np.float32),
        np.zeros((3, 2), np.float32),
        np.array([100, 200, 300], np.float32),
    ],
    [np.array([[101, 102], [208, 210], [300, 300]]), np.array([1, 2, 0])],
    [(F32, 2), (F32, 1)],
    ("plain", "runs"),
)

# An output of one value a row without an accumulator of one.
check(
    "output without an accumulator",
    """
func.func @f(%keys: tensor<?xi32>, %x: tensor<?x?xi32>, %p: tensor<?x?xi32>,
             %q: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0:2 = segment.reduce_by_key kinds [add] sorted keys(%keys : tensor<?xi32>)
      ins(%x (n, d) : tensor<?x?xi32>) outs(%p : tensor<?x?xi32>, %q : tensor<?xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  } start {
  ^bb0(%a: i32, %b: i32):
    segment.yield %zero : i32
  } finish {
  ^bb0(%a: i32):
    segment.yield %a, %one : i32, i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}""",
    [
        np.array([0, 1, 1], np.int32),
        np.array([[1, 2], [3, 4], [5, 6]], np.int32),
        np.full((3, 2), 7, np.int32),
        np.full(3, 7, np.int32),
    ],
    [np.array([[1, 2], [8, 10], [0, 0]]), np.ones(3)],
    [(I32, 2), (I32, 1)],
    SCHEDULES,
)

# No columns, but a count a row.
check(
    "counts without columns",
    """
func.func @f(%keys: tensor<?xi32>, %x: tensor<?x?xi32>, %p: tensor<?x?xi32>,
             %q: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %one = arith.constant 1 : i32
  %0:2 = segment.reduce_by_key kinds [add, add] sorted keys(%keys : tensor<?xi32>)
      ins(%x (n, d) : tensor<?x?xi32>) outs(%p : tensor<?x?xi32>, %q : tensor<?xi32>) {
  ^bb0(%e: i32):
    segment.yield %e, %one : i32, i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#1, %0#1 : tensor<?xi32>, tensor<?xi32>
}""",
    [np.full(9, 1, np.int32), np.zeros((9, 0), np.int32), np.zeros((3, 0), np.int32)]
    + [np.zeros(3, np.int32)],
    [np.array([0, 9, 0])] * 2,
    [(I32, 1), (I32, 1)],
    SCHEDULES,
)

# A body that traps on what doesn't count: lanes behind the columns, dropped rows.
for dims, access, rank in (("?x", "(n)", 1), ("?x?x", "(n, d)", 2)):
    values = np.array([1, 2, 0] * 50, np.int32)
    keys = np.array([0, 1, 7] * 50, np.int32)
    data = values if rank == 1 else values.reshape(-1, 1).repeat(5, 1)
    want = np.array([5000, 2500], np.int32)
    want = want if rank == 1 else want.reshape(-1, 1).repeat(5, 1)
    for flag, schedules in (("", (None, *SCHEDULES[2:])), ("sorted", (None, "runs"))):
        order = np.argsort(keys, kind="stable") if flag else slice(None)
        check(
            f"division in the body, {dims} {flag}",
            f"""
func.func @f(%keys: tensor<?xi32>, %x: tensor<{dims}i32>, %p: tensor<{dims}i32>)
    -> tensor<{dims}i32> {{
  %c = arith.constant 100 : i32
  %0 = segment.reduce_by_key kinds [add] {flag} keys(%keys : tensor<?xi32>)
      ins(%x {access} : tensor<{dims}i32>) outs(%p : tensor<{dims}i32>) {{
  ^bb0(%e: i32):
    %d = arith.divsi %c, %e : i32
    segment.yield %d : i32
  }} -> tensor<{dims}i32>
  return %0 : tensor<{dims}i32>
}}""",
            [keys[order], data[order], np.zeros_like(want)],
            [want],
            [(I32, rank)],
            schedules,
        )
print("all cases")
