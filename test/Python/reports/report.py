# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A fault that users of another system reported, as calls of ours."""

from dataclasses import dataclass, field

import ml_dtypes
import numpy as np

NAN = float("nan")
INF = float("inf")
BF16 = ml_dtypes.bfloat16


@dataclass(frozen=True)
class Fails:
    """The call raises this class, with these parts in its message."""

    exception: str
    says: tuple = ()


@dataclass(frozen=True)
class Shape:
    """The call gives a result of this shape, whatever is in it."""

    shape: tuple


@dataclass(frozen=True)
class Call:
    """`wanted` is an array, compared to the bit but for NaN, a Fails or a Shape."""

    op: str
    operands: tuple
    wanted: object
    options: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """`source` names the issue or pull request, `fault` what went wrong there."""

    source: str
    fault: str
    calls: tuple


def call(op, *operands, gives=None, fails=None, says=(), shape=None, **options):
    if fails:
        wanted = Fails(fails, tuple(says))
    else:
        wanted = Shape(shape) if shape is not None else gives
    return Call(op, operands, wanted, options)


def f32(values):
    return np.array(values, np.float32)


def i32(values):
    return np.array(values, np.int32)


def i64(values):
    return np.array(values, np.int64)


def bf16(values):
    return np.array(values, np.float32).astype(BF16)
