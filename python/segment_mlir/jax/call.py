# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of the package's operators from XLA."""

import functools
import typing

import jax

try:
    from .. import _xla_ffi
except ImportError as error:
    raise ImportError(
        "segment_mlir was built without its part for JAX, as JAX wasn't there then "
        f"({error}); install jax, then build segment_mlir anew"
    ) from error

TARGET = "segment_mlir"
jax.ffi.register_ffi_target(TARGET, _xla_ffi.handler(), platform="cpu")


class Call(typing.NamedTuple):
    """What of a call is known when it is traced."""

    operation: str
    kind: str
    # Of the ids or indices, without dimensions that vmap adds.
    ids_rank: int
    # The number of rows of a segment operator's result.
    num_segments: int = 0
    # Keywords and their values, sorted; those that were not given are left out.
    options: tuple = ()


# The options of calls that gradients make.
DROP = (("bounds", "drop"),)


@functools.lru_cache
def _check(operation, options):
    _xla_ffi.check(operation, **_spelled(options))


def _spelled(options):
    """Every keyword, as the handler takes them."""
    return {"bounds": "", "nan": "", "empty": "", "accumulate": "", **dict(options)}


def make_options(operation, **keywords):
    """Keywords as part of a Call; ValueError for those that it can't have."""
    for keyword, value in keywords.items():
        if value is not None and not isinstance(value, str):
            raise TypeError(
                f"{operation}: expected {keyword} to be a string, got "
                f"{type(value).__name__}"
            )
    options = tuple(
        sorted((key, value) for key, value in keywords.items() if value is not None)
    )
    _check(operation, options)
    return options


def run(call, shape, *operands):
    """Calls the operator on arrays; the result has the type of the first one."""
    result = jax.ShapeDtypeStruct(shape, operands[0].dtype)
    # The handler loops over dimensions in front of those that the operator has,
    # so that ids of different elements of a batch never meet.
    return jax.ffi.ffi_call(TARGET, result, vmap_method="expand_dims")(
        *operands,
        operation=call.operation,
        ids_rank=call.ids_rank,
        **_spelled(call.options),
    )
