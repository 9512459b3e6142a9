# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Segment and scatter reductions as PyTorch operators.

The functions here take and return torch tensors on the CPU, without copies.
They are registered with torch.library as torch.ops.segment_mlir.*, so that
autograd, torch.compile, torch.export and torch.vmap know them. What they compute
is what the functions of the same names in segment_mlir compute.
"""

try:
    import torch as _torch
except ImportError as _error:
    raise ImportError(
        "segment_mlir.torch needs PyTorch, which can't be imported "
        f"({_error}); install it with: pip install torch"
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
