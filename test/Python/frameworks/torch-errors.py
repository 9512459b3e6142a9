# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors are those of the package, whoever finds them.

REQUIRES: torch
RUN: %frameworks_python %s | FileCheck %s
CHECK: 20 errors
"""

import torch

import segment_mlir
import segment_mlir.torch as st

# Tensors elsewhere, which no machine of ours needs to have, are told by this.
from segment_mlir.torch.library import package_kernel

ones, ids = torch.ones(3), torch.tensor([0, 1, 7])
sums = st.unsorted_segment_sum
sparse = torch.eye(3).to_sparse()
traced = torch.compile(sums, backend="aot_eager")
CASES = [
    (
        segment_mlir.BoundsError,
        "position [2], value 7, range [0, 2)",
        lambda: sums(ones, ids, 2),
    ),
    (
        segment_mlir.BoundsError,
        "position [2], value 7, range [0, 2)",
        lambda: sums(ones.clone().requires_grad_(), ids, 2),
    ),
    (
        segment_mlir.BoundsError,
        "position [2], value 7, range [0, 2)",
        lambda: traced(ones, ids, 2),
    ),
    (IndexError, "", lambda: st.segment_sum(ones, ids.flip(0))),
    (RuntimeError, "", lambda: st.segment_sum_v2(ones, ids - 1, 9)),
    (IndexError, "", lambda: st.scatter_add(ones, ids.unsqueeze(1), ones)),
    (IndexError, "", lambda: st.gather_segment_sum(ones, ids, ids, 8)),
    (ValueError, "", lambda: sums(ones, ids[:2], 8)),
    (ValueError, "num_segments", lambda: sums(ones, ids, -1)),
    (ValueError, "", lambda: st.scatter_add(ones, ids.unsqueeze(1), ones[:2])),
    (ValueError, "", lambda: st.scatter_add(ones, ids, ones)),
    (ValueError, "nan", lambda: sums(ones, ids, 8, nan="ignore")),
    (ValueError, "bounds", lambda: sums(ones, ids, 8, bounds="wrap")),
    (TypeError, "", lambda: sums(ones, ones, 8)),
    (
        TypeError,
        "expected data to be a torch.Tensor, got list",
        lambda: sums([1.0], ids, 8),
    ),
    (
        TypeError,
        "expected num_segments to be an int, got float",
        lambda: sums(ones, ids, 8.0),
    ),
    (
        TypeError,
        "expected num_segments to be an int, got NoneType",
        lambda: st.segment_sum_v2(ones, ids, None),
    ),
    (
        TypeError,
        "dense tensors, got one of layout torch.sparse_coo",
        lambda: sums(sparse, ids, 8),
    ),
    (
        ValueError,
        "expected tensors on the CPU, got one on meta; move it with .cpu()",
        lambda: package_kernel("segment_sum")(ones.to("meta"), ids),
    ),
    # While tracing: PyTorch wraps what its fake kernels raise.
    (
        Exception,
        "expected the shape of data, (3,), to start with that of segment_ids, " "(2,)",
        lambda: torch.compile(sums, backend="eager", dynamic=False)(ones, ids[:2], 8),
    ),
]
count = 0
for kind, text, function in CASES:
    try:
        result = function()
    except kind as error:
        assert text in str(error), (text, error)
        count += 1
    else:
        raise SystemExit(f"no error: {text}, {result}")
# Nothing of it is left behind.
assert sums(ones, ids, 8).sum() == 3
print(count, "errors")
