# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types: how MLIR spells them and how numpy stores them."""

from dataclasses import dataclass

import ml_dtypes
import numpy as np

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)


@dataclass(frozen=True)
class Element:
    """An element type of a tensor.

    `kind` is one of "float", "complex", "signed", "unsigned", "bool" and
    "quant"; the last three members are those of a quantized type.
    """

    name: str
    mlir: str
    dtype: np.dtype
    kind: str
    zero_point: int = 0
    storage_min: int = 0
    storage_max: int = 0

    @property
    def is_integer(self):
        return self.kind in ("signed", "unsigned")

    @property
    def lowest(self):
        """The smallest value (of floats: the smallest finite one)."""
        if self.kind == "quant":
            return self.storage_min
        if self.kind == "bool":
            return False
        return _limits(self.dtype).min

    @property
    def largest(self):
        """The largest value (of floats: the largest finite one)."""
        if self.kind == "quant":
            return self.storage_max
        if self.kind == "bool":
            return True
        return _limits(self.dtype).max


def _limits(dtype):
    if dtype == BFLOAT16:
        return ml_dtypes.finfo(dtype)
    return np.iinfo(dtype) if dtype.kind in "iu" else np.finfo(dtype)


def _plain(name, dtype, kind):
    return Element(name, name, np.dtype(dtype), kind)


def quantized(name, storage, dtype, zero_point, scale="5.000000e-01", limits=None):
    """A per-tensor `!quant.uniform`; `limits` narrows the storage range."""
    info = np.iinfo(dtype)
    low, high = limits or (int(info.min), int(info.max))
    narrow = f"<{low}:{high}>" if limits else ""
    zero = f":{zero_point}" if zero_point else ""
    mlir = f"!quant.uniform<{storage}{narrow}:f32, {scale}{zero}>"
    return Element(name, mlir, np.dtype(dtype), "quant", zero_point, low, high)


_ELEMENTS = [
    _plain("f16", np.float16, "float"),
    Element("bf16", "bf16", BFLOAT16, "float"),
    _plain("f32", np.float32, "float"),
    _plain("f64", np.float64, "float"),
    _plain("i8", np.int8, "signed"),
    _plain("i16", np.int16, "signed"),
    _plain("i32", np.int32, "signed"),
    _plain("i64", np.int64, "signed"),
    _plain("ui8", np.uint8, "unsigned"),
    _plain("ui16", np.uint16, "unsigned"),
    _plain("ui32", np.uint32, "unsigned"),
    _plain("ui64", np.uint64, "unsigned"),
    _plain("complex<f32>", np.complex64, "complex"),
    _plain("complex<f64>", np.complex128, "complex"),
    _plain("i1", np.bool_, "bool"),
    quantized("quant i8", "i8", np.int8, 3),
    quantized("quant i8 narrow", "i8", np.int8, -7, limits=(-127, 127)),
    quantized("quant u8", "u8", np.uint8, 128),
    quantized("quant u8 narrow", "u8", np.uint8, 100, limits=(1, 255)),
    quantized("quant i32", "i32", np.int32, -5),
    quantized("quant i32 narrow", "i32", np.int32, 11, limits=(-2147483647, 2147483647)),
]

ELEMENTS = {element.name: element for element in _ELEMENTS}

# Types of ids and indices (clause 2.5) and of num_segments (clause 2.6).
ID_DTYPES = {
    "i8": np.dtype(np.int8),
    "i16": np.dtype(np.int16),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "ui8": np.dtype(np.uint8),
    "ui16": np.dtype(np.uint16),
    "ui32": np.dtype(np.uint32),
    "index": np.dtype(np.int64),
}


def round_to(values, dtype):
    """Rounds float values to `dtype` once, to nearest even.

    numpy does this for its own types; f64 to bf16 goes through f32 rounded to
    odd, since two roundings to nearest are not one.
    """
    values = np.asarray(values)
    if dtype != BFLOAT16 or values.dtype != np.float64:
        return values.astype(dtype)
    with np.errstate(over="ignore"):
        narrow = values.astype(np.float32)
    widened = narrow.astype(np.float64)
    bits = narrow.view(np.uint32)
    inexact = np.isfinite(values) & (widened != values)
    # Truncate what was rounded away from zero, then stick the lost bits on.
    away = inexact & (np.abs(widened) > np.abs(values))
    bits = np.where(away, bits - 1, bits)
    bits = np.where(inexact, bits | 1, bits).astype(np.uint32)
    return bits.view(np.float32).astype(dtype)


def unit_roundoff(dtype):
    """Half the distance from 1 to the next larger value of a float type."""
    return float(_limits(np.dtype(dtype)).eps) / 2


def smallest_subnormal(dtype):
    return float(_limits(np.dtype(dtype)).smallest_subnormal)


def spacing(values, dtype):
    """The distance between neighbours of a float type around `values`."""
    magnitude = np.abs(np.asarray(values, np.float64))
    magnitude = np.where(np.isfinite(magnitude), magnitude, 0)
    _, exponent = np.frexp(magnitude)
    digits = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}
    step = np.ldexp(1.0, exponent - digits[np.dtype(dtype).name])
    return np.maximum(step, smallest_subnormal(dtype))
