# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of every operator, and their gradients, against finite differences.

REQUIRES: torch
RUN: %frameworks_python %s | FileCheck %s
CHECK: 132 gradients
"""

import itertools

import torch
from torch.autograd import gradcheck, gradgradcheck

import segment_mlir.torch as st

torch.manual_seed(7)
count = 0


def check(function, *inputs, second=True):
    global count
    assert gradcheck(function, inputs)
    if second:
        assert gradgradcheck(function, inputs, fast_mode=True)
    count += 1


def values(*shape, dtype=torch.float64):
    """Distinct, away from 0, so that every fold has a derivative."""
    numbers = torch.randperm(max(1, torch.Size(shape).numel()))
    numbers = numbers[: torch.Size(shape).numel()].to(torch.float64)
    result = (0.3 + 0.17 * numbers) * (1 - 2 * (numbers.long() % 2))
    if dtype.is_complex:
        result = result + 1j * result.flip(0) * 0.7
    return result.reshape(shape).to(dtype).requires_grad_()


# An empty segment, a segment of one row, rows left out.
UNSORTED = torch.tensor([2, 0, -1, 2, 0, 2, 5])
SORTED = torch.tensor([0, 0, 2, 2, 2, 3, 9])
KINDS = ("sum", "prod", "min", "max", "mean")

for kind, dtype in itertools.product(KINDS, (torch.float64, torch.complex128)):
    if kind in ("min", "max") and dtype.is_complex:
        continue
    unsorted = getattr(st, f"unsorted_segment_{kind}")
    zero = {} if kind in ("sum", "prod", "mean") else {"empty": "zero"}
    for shape in ((7,), (7, 2), (7, 2, 3)):
        check(
            lambda x: unsorted(x, UNSORTED, 4, bounds="drop", **zero),
            values(*shape, dtype=dtype),
            second=shape != (7, 2, 3),
        )
    v2 = getattr(st, f"segment_{kind}_v2")
    check(lambda x: v2(x, SORTED, 5, **zero), values(7, 2, dtype=dtype))
    v1 = getattr(st, f"segment_{kind}")
    check(lambda x: v1(x, SORTED), values(7, 2, dtype=dtype))
    # Ids of rank 2 and 0, no number of segments, no rows.
    ids = torch.tensor([[1, 0, 1], [-2, 0, 1]])
    check(lambda x: unsorted(x, ids, **zero), values(2, 3, 2, dtype=dtype))
    check(lambda x: unsorted(x, ids[0, 0], 3, **zero), values(2, dtype=dtype))
    check(lambda x: unsorted(x, ids[:0, 0], 2, **zero), values(0, 2, dtype=dtype))

INDICES = torch.tensor([[[2], [0]], [[2], [7]], [[2], [-1]]])
DEEP = torch.tensor([[0, 1], [2, 0], [0, 1], [3, 0], [0, -1]])
for kind, dtype in itertools.product(
    ("add", "sub", "mul", "div", "update", "min", "max"),
    (torch.float64, torch.complex128),
):
    if kind in ("min", "max") and dtype.is_complex:
        continue
    scatter = getattr(st, f"scatter_{kind}")

    def split(x, n):
        return x[:n], x[n:]

    for indices, shape in ((INDICES, (4, 2)), (DEEP, (3, 2)), (DEEP, (3, 2, 2))):
        depth = indices.shape[-1]
        updates = (*indices.shape[:-1], *shape[depth:])
        sizes = torch.Size(shape).numel(), torch.Size(updates).numel()

        def function(x):
            input, rows = x[: sizes[0]].reshape(shape), x[sizes[0] :].reshape(updates)
            return scatter(input, indices, rows, bounds="drop")

        check(function, values(sum(sizes), dtype=dtype))
    # Every update is a whole input.
    check(
        lambda x: scatter(x[0], indices.new_zeros(2, 0), x[1:]),
        values(3, 2, dtype=dtype),
    )

SRC = torch.tensor([0, 3, 1, 3, 9, 2, 3])
for kind in KINDS:
    gather = getattr(st, f"gather_segment_{kind}")
    zero = {} if kind in ("sum", "prod", "mean") else {"empty": "zero"}
    check(lambda x: gather(x, SRC, UNSORTED, 4, bounds="drop", **zero), values(4, 2))
    check(
        lambda x, w: gather(x, SRC, UNSORTED, 4, w, bounds="drop", **zero),
        values(4, 2),
        values(7),
    )
    check(
        lambda x, w: gather(
            x,
            SRC[:6].reshape(2, 3),
            UNSORTED[:6].reshape(2, 3),
            4,
            w,
            bounds="drop",
            **zero,
        ),
        values(4, 3, 1),
        values(2, 3),
    )
    check(lambda x: gather(x, SRC[:0], UNSORTED[:0], 2, **zero), values(4, 2))

print(count, "gradients")
