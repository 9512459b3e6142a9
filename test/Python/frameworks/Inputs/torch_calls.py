# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A call of every operator for PyTorch."""

import torch

import segment_mlir.torch as st

KINDS = ("sum", "prod", "min", "max", "mean")
SCATTER_KINDS = ("add", "sub", "mul", "div", "update", "min", "max")

IDS = torch.tensor([0, 0, 1, 3, 3, 4])
INDICES = torch.tensor([[0], [1], [3], [0], [0], [2]])


def calls():
    """Yields names, arguments and the numbers of those that have gradients."""
    generator = torch.Generator().manual_seed(5)

    def values(*shape):
        return torch.randn(shape, generator=generator, dtype=torch.float64)

    data, x, weight = values(6, 3), values(4, 3), values(6)
    for kind in KINDS:
        yield f"segment_{kind}", (data, IDS), (0,)
        yield f"segment_{kind}_v2", (data, IDS, 5), (0,)
        yield f"unsorted_segment_{kind}", (data, IDS, 5), (0,)
        yield f"unsorted_segment_{kind}", (data, IDS), (0,)
    for kind in SCATTER_KINDS:
        yield f"scatter_{kind}", (x, INDICES, data), (0, 2)
    for kind in KINDS:
        yield f"gather_segment_{kind}", (x, INDICES[:, 0], IDS, 5), (0,)
        yield f"gather_segment_{kind}", (x, INDICES[:, 0], IDS, 5, weight), (0, 4)


def function_of(name):
    return getattr(st, name)


def operator_of(name):
    return getattr(torch.ops.segment_mlir, name).default


def with_gradients(arguments, differentiable):
    return [
        argument.clone().requires_grad_() if n in differentiable else argument
        for n, argument in enumerate(arguments)
    ]


def gradients(result, arguments, differentiable):
    weights = torch.linspace(0.5, 2, result.numel(), dtype=result.dtype)
    total = (result * weights.reshape(result.shape)).sum()
    return torch.autograd.grad(total, [arguments[n] for n in differentiable])
