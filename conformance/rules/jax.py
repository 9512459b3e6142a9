# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX: drops silently, wraps negative indices, flushes subnormals."""

from .empties import empties
from .rule import Rule

_JAX = ("jax",)

RULES = (
    Rule(
        "1.4",
        "quotients of integers are floats there",
        systems=_JAX,
        families=("scatter",),
        kinds=("div",),
        types=("i*", "ui*"),
        theirs=("value",),
    ),
    Rule(
        "2.2",
        "minima and maxima of complex numbers are defined there, in lexicographic order",
        systems=_JAX,
        situations=("refused-types",),
        types=("complex*",),
        theirs=("value",),
    ),
    Rule(
        "2.5",
        "ids may be of type uint64 there",
        systems=_JAX,
        situations=("id-types/uint64",),
        theirs=("value",),
    ),
    Rule(
        "3.2",
        "NaN is propagated there",
        systems=_JAX,
        situations=("nan/*",),
        options="nan=ignore",
    ),
    Rule(
        "3.4",
        "f16 and bf16 are summed in their own type there",
        systems=_JAX,
        situations=("sixteen-bit-sums/ones",),
        but_options="accumulate=native",
    ),
    Rule(
        "3.4",
        "f16 differences are rounded at every step there",
        systems=_JAX,
        situations=("rounding",),
        families=("scatter",),
        kinds=("sub",),
        types=("f16",),
        but_options="accumulate=native",
    ),
    Rule(
        "3.1",
        "subnormal numbers are taken for zeros there",
        systems=_JAX,
        situations=("subnormals",),
        kinds=("min", "max"),
        types=("bf16", "f32", "f64"),
    ),
    Rule(
        "3.4",
        "subnormal numbers are taken for zeros there",
        systems=_JAX,
        situations=("subnormals",),
        kinds=("sum", "add", "sub"),
        types=("bf16", "f32", "f64"),
    ),
    Rule(
        "4.2",
        "rows of ids beyond the last segment are left out there; we do so when told to drop",
        systems=_JAX,
        situations=("fewer-segments", "id-too-large", "no-segments"),
        families=("unsorted",),
        theirs=("value",),
        but_options="bounds=drop",
    ),
    Rule(
        "4.3",
        "ids that decrease are taken as they are there",
        systems=_JAX,
        situations=("unsorted-ids", "several-faults/order-and-range"),
        theirs=("value",),
    ),
    Rule(
        "4.4",
        "rows of negative ids are left out there; we do so when told to drop",
        systems=_JAX,
        situations=("negative-id", "only-dropped-rows"),
        families=("v1", "v2"),
        theirs=("value",),
        but_options="bounds=drop",
    ),
    Rule(
        "4.7",
        "updates beyond the input are left out there; we do so when told to drop",
        systems=_JAX,
        situations=("fewer-segments", "id-too-large", "no-segments"),
        families=("scatter",),
        theirs=("value",),
        but_options="bounds=drop",
    ),
    Rule(
        "4.7",
        "negative indices count from the end there",
        systems=_JAX,
        situations=("negative-id", "negative-coordinate", "only-dropped-rows"),
        families=("scatter",),
        theirs=("value",),
    ),
    Rule(
        "4.9",
        "a result of too many bytes aborts the process there",
        systems=_JAX,
        situations=("overflow",),
        theirs=("aborts",),
    ),
    Rule(
        "4.11",
        "without rows and a number of segments there is no result there",
        systems=_JAX,
        situations=("no-rows",),
        families=("v1",),
        theirs=("error",),
    ),
    empties(_JAX, "infinity", ("v1",), but=("only-dropped-rows",)),
    empties(_JAX, "infinity", ("v2", "unsorted")),
)
