# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The element types of the benchmark."""

import ml_dtypes
import numpy as np

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

# By MLIR's spelling, in the table's order. u8 is MLIR's ui8.
NUMPY = {
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "f16": np.dtype(np.float16),
    "bf16": BFLOAT16,
    "u8": np.dtype(np.uint8),
    "i8": np.dtype(np.int8),
}


def mlir(dtype):
    """MLIR's spelling."""
    return "ui8" if dtype == "u8" else dtype


def is_float(dtype):
    return dtype in ("f32", "f64", "f16", "bf16")
