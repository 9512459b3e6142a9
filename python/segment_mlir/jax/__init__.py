# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Segment and scatter reductions as JAX functions, on the CPU.

They work under jax.jit, jax.grad (any reverse-mode transformation, also nested) and
jax.vmap, and compute what the functions of the same names in segment_mlir compute.
The compiled code is called by XLA through its foreign function interface.

Under jit, num_segments has to be a Python int, and segment_* without _v2, whose
number of rows depends on the ids, needs ids that aren't traced. Bad ids are an error
of XLA's (jax.errors.JaxRuntimeError) with the text of the package's; bounds="drop"
leaves their rows out instead. Forward mode (jvp, jacfwd) isn't there.
"""

try:
    import jax as _jax
except ImportError as _error:
    raise ImportError(
        "segment_mlir.jax needs JAX, which can't be imported "
        f"({_error}); install it with: pip install jax"
    ) from _error

from .gather import (
    gather_segment_max,
    gather_segment_mean,
    gather_segment_min,
    gather_segment_prod,
    gather_segment_sum,
)
from .scatter import (
    scatter_add,
    scatter_div,
    scatter_max,
    scatter_min,
    scatter_mul,
    scatter_sub,
    scatter_update,
)
from .segment import (
    segment_max,
    segment_max_v2,
    segment_mean,
    segment_mean_v2,
    segment_min,
    segment_min_v2,
    segment_prod,
    segment_prod_v2,
    segment_sum,
    segment_sum_v2,
    unsorted_segment_max,
    unsorted_segment_mean,
    unsorted_segment_min,
    unsorted_segment_prod,
    unsorted_segment_sum,
)

__all__ = [
    name
    for name in dir()
    if name.startswith(("segment_", "unsorted_", "scatter_", "gather_"))
]
