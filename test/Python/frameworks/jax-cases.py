# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients where they are easily wrong: ties, zeros, NaN in rows that are left
out, empty segments, 16 bits; with JAX's default types.

REQUIRES: jax
RUN: %frameworks_python %s | FileCheck %s
CHECK: 47 gradients
CHECK: third derivative: 24.0
"""

import jax
import jax.numpy as jnp
import numpy as np

import segment_mlir.jax as sj

NAN, INF = float("nan"), float("inf")
count = 0


def gradient(function, *inputs, dtype=jnp.float32):
    """The gradients of the sum of the result's elements times 1, 2, 3, ..."""
    result, pull = jax.vjp(function, *[jnp.array(i, dtype) for i in inputs])
    weights = jnp.arange(1, result.size + 1, dtype=dtype).reshape(result.shape)
    return [np.asarray(g, np.float64).tolist() for g in pull(weights)]


def check(got, *expected):
    global count
    np.testing.assert_allclose(got, expected, rtol=1e-6)
    count += 1


def segment(name, ids, *rest, **options):
    ids = np.array(ids, np.int32)
    return lambda x: getattr(sj, name)(x, ids, *rest, **options)


# Ties share evenly; negative zero is zero here, and NaN is what NaN has chosen.
minimum = segment("unsorted_segment_min", [0, 0, 0, 1], 3, empty="zero")
check(gradient(minimum, [2.0, 2.0, 3.0, 5.0]), [0.5, 0.5, 0.0, 2.0])
check(gradient(minimum, [0.0, -0.0, 3.0, 5.0]), [0.5, 0.5, 0.0, 2.0])
check(gradient(minimum, [NAN, -1.0, NAN, 5.0]), [0.5, 0.0, 0.5, 2.0])
ignore = segment("unsorted_segment_max", [0, 0, 0, 1], 2, nan="ignore")
check(gradient(ignore, [NAN, -1.0, 4.0, NAN]), [0.0, 0.0, 1.0, 2.0])
# More ties than 16-bit floats can count.
for kind, dtype in (("max", jnp.bfloat16), ("mean", jnp.float16)):
    many = segment(f"segment_{kind}", [0] * 3000)
    expected = float(jnp.array(1 / 3000, dtype))
    check(gradient(many, [1.0] * 3000, dtype=dtype), [expected] * 3000)

# Products of the others: one zero, two zeros, products that overflow or underflow
# with the row itself.
product = segment("unsorted_segment_prod", [0, 1, 0, 0, 1], 2)
check(gradient(product, [2.0, 3.0, 4.0, 5.0, 7.0]), [20.0, 14.0, 10.0, 8.0, 6.0])
check(gradient(product, [2.0, 3.0, 0.0, 5.0, 0.0]), [0.0, 0.0, 10.0, 0.0, 6.0])
check(gradient(product, [2.0, 0.0, 0.0, 0.0, 0.0]), [0.0, 0.0, 0.0, 0.0, 0.0])
check(gradient(product, [1.0, 1e30, 1.0, 1.0, 1e30]), [1.0, 2e30, 1.0, 1.0, 2e30])
check(gradient(product, [1.0, 1e-30, 1.0, 1.0, 1e-30]), [1.0, 2e-30, 1.0, 1.0, 2e-30])

# NaN in rows that are left out stays there (what jax.ops leaks into gradients that
# are masked outside).
for kind in ("sum", "mean", "prod", "min", "max"):
    options = {"empty": "zero"} if kind in ("min", "max") else {}
    for compiled in (lambda f: f, jax.jit):
        dropped = segment(
            f"unsorted_segment_{kind}", [0, -1, 7], 2, bounds="drop", **options
        )
        check(gradient(compiled(dropped), [3.0, NAN, NAN]), [1.0, 0.0, 0.0])
        ignored = segment(f"segment_{kind}_v2", [0, 1, 2], 1)
        check(gradient(compiled(ignored), [3.0, NAN, INF]), [1.0, 0.0, 0.0])

# Scatter: the input is one more row; updates that are skipped get nothing.
INDICES = np.array([[1], [1], [-1], [9]])


def scatter(kind):
    return lambda x, u: getattr(sj, f"scatter_{kind}")(x, INDICES, u, bounds="drop")


X, U = [8.0, 2.0], [2.0, 4.0, NAN, 0.0]
for kind, x, u in (
    ("add", [1.0, 2.0], [2.0, 2.0, 0.0, 0.0]),
    ("mul", [1.0, 16.0], [16.0, 8.0, 0.0, 0.0]),
    ("div", [1.0, 0.25], [-0.25, -0.125, 0.0, 0.0]),
    ("min", [1.0, 1.0], [1.0, 0.0, 0.0, 0.0]),
    ("max", [1.0, 0.0], [0.0, 2.0, 0.0, 0.0]),
    ("update", [1.0, 0.0], [0.0, 2.0, 0.0, 0.0]),
):
    for got, expected in zip(gradient(scatter(kind), X, U), (x, u)):
        np.testing.assert_array_equal(got, expected)
    count += 1

# Gathered rows: only those that are used count, weights of others are never seen.
SRC, IDS = np.array([0, 0, 5, 1]), np.array([0, 0, 1, -1])
for kind, x, weight in (
    ("sum", [14.0, 0.0], [3.0, 3.0, 0.0, 0.0]),
    ("mean", [7.0, 0.0], [1.5, 1.5, 0.0, 0.0]),
    ("max", [9.0, 0.0], [0.0, 3.0, 0.0, 0.0]),
):
    gather = getattr(sj, f"gather_segment_{kind}")
    got = gradient(
        lambda x, w: gather(x, SRC, IDS, 2, w, bounds="drop"),
        [3.0, NAN],
        [5.0, 9.0, NAN, NAN],
    )
    for one, expected in zip(got, (x, weight)):
        np.testing.assert_array_equal(one, expected)
    count += 1

# Ids of every type, unsigned ones beyond the signed range among them.
for dtype in "int8 int16 int32 uint8 uint16 uint32".split():
    ids = np.array([2, 0, np.iinfo(dtype).max], dtype)
    got = gradient(
        lambda x: sj.unsorted_segment_sum(x, ids, 3, bounds="drop"), [1.0] * 3
    )
    check(got, [3.0, 1.0, 0.0])

# Integers have none, and are in nobody's way.
counts = jnp.array([1, 2, 3])
got = jax.grad(lambda x: (x * sj.segment_sum(counts, np.zeros(3, int))[0]).sum())(
    jnp.ones(2)
)
check([got], [6.0, 6.0])
print(count, "gradients")


def cube(x):
    ones = jnp.array([0, 0, 0, 0])
    return sj.segment_prod_v2(jnp.stack([x] * 4), ones, 1)[0]


print("third derivative:", jax.grad(jax.grad(jax.grad(cube)))(1.0))
