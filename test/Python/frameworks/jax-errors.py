# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is refused while tracing, and what only the values tell.

REQUIRES: jax
RUN: %frameworks_python %s | FileCheck %s
CHECK: 27 errors
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np

import segment_mlir.jax as sj

Runtime = jax.errors.JaxRuntimeError
ones, ids = jnp.ones(3), jnp.array([0, 1, 7])
sums = sj.unsorted_segment_sum


def jitted(function, **static):
    return jax.jit(functools.partial(function, **static))


CASES = [
    (
        Runtime,
        "OUT_OF_RANGE: unsorted_segment_sum: id out of range: position [2], "
        "value 7, range [0, 2)",
        lambda: jitted(sums, num_segments=2)(ones, ids),
    ),
    (Runtime, "OUT_OF_RANGE", lambda: sums(ones, ids, 2)),
    (
        Runtime,
        "position [2], value 7, range [0, 2)",
        lambda: jax.grad(lambda x: sums(x, ids, 2).sum())(ones),
    ),
    (
        Runtime,
        "decrease: position [1]",
        lambda: sj.segment_sum(ones, np.array([2, 1, 3])),
    ),
    (
        Runtime,
        "decrease",
        lambda: jitted(sj.segment_max_v2, num_segments=8)(ones, ids[::-1]),
    ),
    (
        Runtime,
        "OUT_OF_RANGE: scatter_add",
        lambda: sj.scatter_add(ones, ids[:, None], ones),
    ),
    (
        Runtime,
        "OUT_OF_RANGE: gather_segment_sum",
        lambda: sj.gather_segment_sum(ones, ids, ids, 8),
    ),
    (
        ValueError,
        "unsorted_segment_sum: nan is for",
        lambda: sums(ones, ids, 8, nan="ignore"),
    ),
    (
        ValueError,
        "bounds: expected 'error', 'drop' or 'unsafe_assume', got 'wrap'",
        lambda: sums(ones, ids, 8, bounds="wrap"),
    ),
    (Runtime, "expected numbers", lambda: sums(ones > 0, ids, 8)),
    (Runtime, "element type", lambda: sums(ones.astype(jnp.float8_e5m2), ids, 8)),
    (
        TypeError,
        "num_segments is the number of rows",
        lambda: jax.jit(sums)(ones, ids, 8),
    ),
    (TypeError, "give num_segments, a Python int", lambda: jax.jit(sums)(ones, ids)),
    (
        TypeError,
        "use segment_min_v2 with num_segments",
        lambda: jax.jit(sj.segment_min)(ones, ids),
    ),
    (
        TypeError,
        "use segment_min_v2 with num_segments",
        lambda: jax.vmap(sj.segment_min)(ones[None], ids[None]),
    ),
    (
        TypeError,
        "expected num_segments to be an int, got float",
        lambda: sums(ones, ids, 8.0),
    ),
    (
        TypeError,
        "expected segment_ids of an integer type, got float32",
        lambda: sums(ones, ones, 8),
    ),
    (
        TypeError,
        "expected updates of the type of input, float32, got int32",
        lambda: sj.scatter_add(ones, ids[:, None], ids),
    ),
    (
        TypeError,
        "expected weight of the type of x, float32, got int32",
        lambda: sj.gather_segment_sum(ones, ids, ids, 8, ids),
    ),
    (
        ValueError,
        "expected num_segments to be at least 0, got -1",
        lambda: sums(ones, ids, -1),
    ),
    (
        ValueError,
        "expected the shape of data, (3,), to start with that of segment_ids, " "(2,)",
        lambda: sums(ones, ids[:2], 8),
    ),
    (
        ValueError,
        "expected segment_ids of rank 1, got rank 2",
        lambda: sj.segment_sum(ones[None], ids[None]),
    ),
    (ValueError, "overflows", lambda: sums(jnp.ones((3, 1024)), ids, 2**60)),
    (
        ValueError,
        "expected indices of rank 2 or more, got rank 1",
        lambda: sj.scatter_add(ones, ids, ones),
    ),
    (
        ValueError,
        "expected updates of shape (3,), got (2,)",
        lambda: sj.scatter_add(ones, ids[:, None], ones[:2]),
    ),
    (
        ValueError,
        "expected src and segment_ids to have one shape, got (2,) and (3,)",
        lambda: sj.gather_segment_sum(ones, ids[:2], ids, 8),
    ),
    (
        TypeError,
        "forward-mode",
        lambda: jax.jvp(lambda x: sums(x, ids, 8), (ones,), (ones,)),
    ),
]
count = 0
for kind, text, function in CASES:
    try:
        result = jax.block_until_ready(function())
    except kind as error:
        assert text in str(error), (text, error)
        count += 1
    else:
        raise SystemExit(f"no error: {text}, {result}")
# Nothing of it is left behind.
assert sums(ones, ids, 8).sum() == 3
assert sums(ones, ids, 2, bounds="drop").sum() == 2
print(count, "errors")
