# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types that an operation doesn't have."""

import numpy as np

from case import Variant, situation
from values import IDS


@situation("refused-types", "sums of booleans, extrema of complex numbers", ["2.2", "2.3"])
def refused_types(op, element):
    if op.accepts(element):
        return
    data = np.array([[1, 0], [1, 1], [0, 1]]).astype(element.dtype)
    ids = np.array([0, 1, 1], IDS)
    if op.is_scatter:
        yield Variant((data[:2], ids.reshape(-1, 1), data))
    else:
        yield Variant((data, ids) if op.family == "v1" else (data, ids, 2))
