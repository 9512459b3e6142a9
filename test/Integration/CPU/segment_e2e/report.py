# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a failing call is shown, so that segment-run can repeat it."""

import numpy as np

from .elements import BFLOAT16

_SHOWN = 200
MLIR_NAMES = {
    "bool": "i1",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "ui8",
    "uint16": "ui16",
    "uint32": "ui32",
    "uint64": "ui64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "complex<f32>",
    "complex128": "complex<f64>",
}


def _literal(value):
    if isinstance(value, list):
        return "[" + ",".join(map(_literal, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, complex):
        return f"({_literal(value.real)},{_literal(value.imag)})"
    return repr(value)


def inline(operand, name=None):
    """An operand as segment-run reads it: "2x3xi32=[[0,1,2],[3,4,5]]"."""
    if isinstance(operand, (int, np.generic)):
        name = name or ("i64" if isinstance(operand, int) else MLIR_NAMES[operand.dtype.name])
        value = operand if isinstance(operand, int) else operand.item()
        return f"{name}={_literal(value)}"
    values = operand.astype(np.float32) if operand.dtype == BFLOAT16 else operand
    dims = "".join(f"{d}x" for d in operand.shape)
    name = name or MLIR_NAMES[operand.dtype.name]
    if operand.size > _SHOWN:
        return f"{dims}{name}=<{operand.size} values>"
    return f"{dims}{name}={_literal(values.tolist())}"


def show(function, text, operands, types=None):
    """The module and the command line that repeats a call."""
    types = types or [None] * len(operands)
    lines = [text.rstrip(), f"segment-run module.mlir --function={function} \\"]
    lines += [f"  --input='{inline(o, t)}' \\" for o, t in zip(operands, types)]
    return "\n".join(lines).removesuffix(" \\")


def show_array(array):
    return "\n".join("    " + line for line in str(array).splitlines())
