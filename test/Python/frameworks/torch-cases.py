# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients where they are easily wrong: ties, zeros, NaN in rows that are left
out, empty segments, limits of types, and what is asked of PyTorch only.

REQUIRES: torch
RUN: %frameworks_python %s | FileCheck %s
CHECK: 34 gradients
CHECK: third derivatives: products have first and second derivatives, no third ones
"""

import torch

import segment_mlir.torch as st

NAN, INF = float("nan"), float("inf")
count = 0


def gradient(function, *inputs, dtype=torch.float64):
    """The gradients of the sum of the result's elements times 1, 2, 3, ..."""
    inputs = [torch.tensor(i, dtype=dtype, requires_grad=True) for i in inputs]
    result = function(*inputs)
    weights = torch.arange(1, result.numel() + 1, dtype=dtype).reshape(result.shape)
    result.backward(weights)
    return [i.grad.tolist() for i in inputs]


def check(got, *expected):
    global count
    # repr: NaN equals NaN, and 0.0 isn't -0.0.
    assert repr(got) == repr(list(expected)), (got, expected)
    count += 1


def segment(name, ids, *rest, **options):
    ids = torch.tensor(ids)
    return lambda x: getattr(st, name)(x, ids, *rest, **options)


# Ties share evenly; negative zero is zero here, and NaN is what NaN has chosen.
minimum = segment("unsorted_segment_min", [0, 0, 0, 1], 3, empty="zero")
check(gradient(minimum, [2.0, 2.0, 3.0, 5.0]), [0.5, 0.5, 0.0, 2.0])
check(gradient(minimum, [0.0, -0.0, 3.0, 5.0]), [0.5, 0.5, 0.0, 2.0])
check(gradient(minimum, [NAN, -1.0, NAN, 5.0]), [0.5, 0.0, 0.5, 2.0])
check(gradient(minimum, [INF, INF, INF, INF]), [1 / 3, 1 / 3, 1 / 3, 2.0])
ignore = segment("unsorted_segment_max", [0, 0, 0, 1], 2, nan="ignore")
check(gradient(ignore, [NAN, -1.0, 4.0, NAN]), [0.0, 0.0, 1.0, 2.0])
# More ties than 16-bit floats can count.
many = segment("segment_max", [0] * 3000)
check(
    gradient(many, [1.0] * 3000, dtype=torch.bfloat16),
    torch.full((3000,), 1 / 3000, dtype=torch.bfloat16).tolist(),
)
mean = segment("segment_mean", [0] * 3000)
check(
    gradient(mean, [1.0] * 3000, dtype=torch.float16),
    torch.full((3000,), 1 / 3000, dtype=torch.float16).tolist(),
)

# Products of the others: one zero, two zeros, products that overflow or underflow
# with the row itself.
product = segment("unsorted_segment_prod", [0, 1, 0, 0, 1], 2)
check(gradient(product, [2.0, 3.0, 4.0, 5.0, 7.0]), [20.0, 14.0, 10.0, 8.0, 6.0])
check(gradient(product, [2.0, 3.0, 0.0, 5.0, 0.0]), [0.0, 0.0, 10.0, 0.0, 6.0])
check(gradient(product, [2.0, 0.0, 0.0, 0.0, 0.0]), [0.0, 0.0, 0.0, 0.0, 0.0])
check(gradient(product, [1.0, 1e200, 1.0, 1.0, 1e200]), [1.0, 2e200, 1.0, 1.0, 2e200])
check(
    gradient(product, [1.0, 1e-200, 1.0, 1.0, 1e-200]), [1.0, 2e-200, 1.0, 1.0, 2e-200]
)
check(gradient(product, [INF, 1.0, 2.0, 3.0, 1.0]), [6.0, 2.0, INF, INF, 2.0])

# NaN in rows that are left out stays there.
for kind in ("sum", "mean", "prod", "min", "max"):
    options = {"empty": "zero"} if kind in ("min", "max") else {}
    dropped = segment(
        f"unsorted_segment_{kind}", [0, -1, 7], 2, bounds="drop", **options
    )
    check(gradient(dropped, [3.0, NAN, NAN]), [1.0, 0.0, 0.0])
    ignored = segment(f"segment_{kind}_v2", [0, 1, 2], 1)
    check(gradient(ignored, [3.0, NAN, INF]), [1.0, 0.0, 0.0])

# Scatter: the input is one more row; updates that are skipped get nothing.
INDICES = torch.tensor([[1], [1], [-1], [9]])


def scatter(kind):
    return lambda x, u: getattr(st, f"scatter_{kind}")(x, INDICES, u, bounds="drop")


X, U = [8.0, 2.0], [2.0, 4.0, NAN, 0.0]
check(gradient(scatter("add"), X, U), [1.0, 2.0], [2.0, 2.0, 0.0, 0.0])
check(gradient(scatter("mul"), X, U), [1.0, 16.0], [16.0, 8.0, 0.0, 0.0])
check(gradient(scatter("mul"), [8.0, 0.0], U), [1.0, 16.0], [0.0, 0.0, 0.0, 0.0])
check(gradient(scatter("div"), X, U), [1.0, 0.25], [-0.25, -0.125, 0.0, 0.0])
check(gradient(scatter("min"), X, U), [1.0, 1.0], [1.0, 0.0, 0.0, 0.0])
check(gradient(scatter("max"), X, U), [1.0, 0.0], [0.0, 2.0, 0.0, 0.0])
check(gradient(scatter("update"), X, U), [1.0, 0.0], [0.0, 2.0, 0.0, 0.0])

# Gathered rows: only those that are used count, weights of others are never seen.
SRC, IDS = torch.tensor([0, 0, 5, 1]), torch.tensor([0, 0, 1, -1])
for kind, x, weight in (
    ("sum", [14.0, 0.0], [3.0, 3.0, 0.0, 0.0]),
    ("mean", [7.0, 0.0], [1.5, 1.5, 0.0, 0.0]),
    ("max", [9.0, 0.0], [0.0, 3.0, 0.0, 0.0]),
):
    gather = getattr(st, f"gather_segment_{kind}")
    got = gradient(
        lambda x, w: gather(x, SRC, IDS, 2, w, bounds="drop"),
        [3.0, NAN],
        [5.0, 9.0, NAN, NAN],
    )
    check(got, x, weight)

# Only what needs a gradient gets one.
x = torch.ones(2, requires_grad=True)
result = st.gather_segment_sum(x, SRC[:2], IDS[:2], 1, torch.ones(2))
result.sum().backward()
check([x.grad.tolist()], [2.0, 0.0])
assert not st.segment_sum(torch.arange(3), torch.arange(3)).requires_grad

x = torch.tensor([2.0, 3.0, 5.0, 7.0], requires_grad=True)
total = st.segment_prod(x, torch.zeros(4, dtype=torch.int64)).sum()
for _ in range(2):
    (first,) = torch.autograd.grad(total, x, create_graph=True)
    total = first.sum()
print(count, "gradients")
try:
    torch.autograd.grad(total, x)
except NotImplementedError as error:
    print("third derivatives:", str(error).split(": ")[1])
