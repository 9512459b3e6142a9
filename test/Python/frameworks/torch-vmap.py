# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.vmap over every subset of the tensors of a call gives the stacked results
of single calls, whatever the batch's dimension.

REQUIRES: torch
RUN: %frameworks_python %s | FileCheck %s
CHECK: 398 calls mapped
CHECK: 44 Jacobians
CHECK: 6 errors
"""

import itertools

import torch

import segment_mlir.torch as st
from torch_calls import calls, function_of

SIZE = 3


def batched(argument, dim):
    """Elements that differ, along a new dimension."""
    if argument.is_floating_point():
        elements = [argument + n for n in range(SIZE)]
    else:
        # Still sorted, if it was, and in range.
        elements = [argument.clamp(max=3 - n) for n in range(SIZE)]
    return torch.stack(elements, dim)


count = 0
for name, arguments, _ in calls():
    tensors = [n for n, a in enumerate(arguments) if isinstance(a, torch.Tensor)]
    depends = len(arguments) == 2  # the number of rows on the ids
    for chosen in itertools.chain.from_iterable(
        itertools.combinations(tensors, n) for n in range(1, len(tensors) + 1)
    ):
        if depends and 1 in chosen:
            continue
        for last in (False, True):
            dims = [
                (arguments[n].ndim if last else 0) if n in chosen else None
                for n in range(len(arguments))
            ]
            inputs = [
                argument if dim is None else batched(argument, dim)
                for argument, dim in zip(arguments, dims)
            ]
            # num_segments is no tensor.
            result = torch.vmap(function_of(name), tuple(dims))(*inputs)
            expected = torch.stack(
                [
                    function_of(name)(
                        *[
                            argument if dim is None else argument.select(dim, n)
                            for argument, dim in zip(inputs, dims)
                        ]
                    )
                    for n in range(SIZE)
                ]
            )
            assert torch.allclose(result, expected), (name, dims)
            count += 1
print(count, "calls mapped")

# Vectorized Jacobians map the gradients.
count = 0
jacobian = torch.autograd.functional.jacobian
for name, arguments, differentiable in calls():
    if name.startswith("segment_") and not name.endswith("_v2"):
        continue
    for position in differentiable:

        def function(argument):
            return function_of(name)(
                *arguments[:position], argument, *arguments[position + 1 :]
            )

        vectorized = jacobian(function, arguments[position], vectorize=True)
        plain = jacobian(function, arguments[position])
        assert torch.allclose(vectorized, plain), name
        count += 1
print(count, "Jacobians")

ids = torch.tensor([[0, 1, 1], [0, 1, 2]])
ones = torch.ones(3)
errors = 0
for function, text in {
    lambda: torch.vmap(lambda i: st.unsorted_segment_sum(ones, i, 2))(ids): (
        "value 2, range [0, 2)"
    ),
    lambda: torch.vmap(lambda i: st.segment_sum_v2(ones, i, 3))(ids.flip(1)): (
        "decrease: position [2]"
    ),
    lambda: torch.vmap(lambda i: st.scatter_add(ones[:2], i.unsqueeze(1), ones))(
        ids
    ): "out of range",
    lambda: torch.vmap(lambda i: st.gather_segment_sum(ones[:2], i, ids[0], 2))(
        ids
    ): "value 2, range [0, 2)",
    lambda: torch.vmap(lambda i: st.gather_segment_max(ones, ids[1], i, 2))(
        ids
    ): "value 2, range [0, 2)",
    lambda: torch.vmap(lambda i: st.segment_sum(ones, i))(ids): "num_segments",
}.items():
    try:
        function()
    except (IndexError, ValueError) as error:
        assert text in str(error), error
        errors += 1
print(errors, "errors")
