# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays and types that the named cases write often."""

import numpy as np

F32 = np.dtype(np.float32)
I32 = np.dtype(np.int32)
I64 = np.dtype(np.int64)


def f32(values):
    return np.array(values, np.float32)


def i32(values):
    return np.array(values, np.int32)
