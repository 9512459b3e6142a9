# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How an operator is registered with PyTorch."""

import sys

import torch

import segment_mlir

NAMESPACE = "segment_mlir"
_library = torch.library.Library(NAMESPACE, "FRAGMENT")

# The keywords that the package's functions share; None leaves it to them.
OPTIONS = (
    'str bounds="error", str? nan=None, str? empty=None, str? accumulate=None, '
    "int? threads=None"
)
SCATTER_OPTIONS = (
    'str bounds="error", str? nan=None, str? accumulate=None, int? threads=None'
)


def define(name, schema, kernel, fake, *, setup_context=None, backward=None, vmap=None):
    """Registers an operator and returns it.

    It must not hand out memory of its arguments. vmap is called with the
    arguments' defaults left out, as the dispatcher does.
    """
    qualified = f"{NAMESPACE}::{name}"
    _library.define(name + schema, tags=(torch.Tag.pt2_compliant_tag,))
    # For every device, so that it is the kernel that refuses some.
    _library.impl(name, _keep_from_dynamo(kernel), "CompositeExplicitAutograd")
    torch.library.register_fake(qualified, fake, lib=_library)
    if backward:
        torch.library.register_autograd(
            qualified, backward, setup_context=setup_context, lib=_library
        )
    if vmap:
        torch.library.register_vmap(qualified, vmap, lib=_library)
    return getattr(getattr(torch.ops, NAMESPACE), name).default


def _keep_from_dynamo(kernel):
    """The kernel as something that torch.compile doesn't look into where it runs a
    call between two graphs.

    torch.library.register_kernel would do so too, but its first call imports
    torch._dynamo, which takes seconds, also where nothing is ever compiled.
    """
    kept = None

    def run(*arguments, **options):
        nonlocal kept
        if "torch._dynamo" not in sys.modules:
            return kernel(*arguments, **options)
        if kept is None:
            kept = torch.compiler.disable(kernel)
        return kept(*arguments, **options)

    return run


def package_kernel(name):
    """The function of the package that an operator is named after, on tensors."""
    function = getattr(segment_mlir, name)

    def kernel(*arguments, bounds="error", threads=None, **options):
        return function(
            *[
                (
                    _plain(name, argument)
                    if isinstance(argument, torch.Tensor)
                    else argument
                )
                for argument in arguments
            ],
            # torch.set_num_threads counts here too.
            threads=torch.get_num_threads() if threads is None else threads,
            **given(bounds, **options),
        )

    return kernel


def _plain(name, tensor):
    """The tensor as the package takes it: without history or pending
    conjugation."""
    if tensor.device.type != "cpu":
        raise ValueError(
            f"{name}: expected tensors on the CPU, got one on {tensor.device}; "
            "move it with .cpu()"
        )
    if tensor.layout != torch.strided:
        raise TypeError(
            f"{name}: expected dense tensors, got one of layout {tensor.layout}"
        )
    return tensor.detach().resolve_conj().resolve_neg()


def given(bounds, **options):
    """The keywords that aren't their default: the dispatcher takes longer the more
    it gets."""
    given = {name: value for name, value in options.items() if value is not None}
    if bounds != "error":
        given["bounds"] = bounds
    return given


def check_tensors(name, **tensors):
    for argument, tensor in tensors.items():
        if not isinstance(tensor, torch.Tensor):
            raise TypeError(
                f"{name}: expected {argument} to be a torch.Tensor, got "
                f"{type(tensor).__name__}"
            )


def check_num_segments(name, num_segments):
    if not isinstance(num_segments, (int, torch.SymInt)):
        raise TypeError(
            f"{name}: expected num_segments to be an int, got "
            f"{type(num_segments).__name__}"
        )
