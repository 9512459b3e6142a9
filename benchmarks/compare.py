# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a peer's result is ours.

Minima and integers have to be equal. Sums of floats differ in their order, and
some peers sum 16-bit floats in 16 bits: an error of one rounding of the type for
each row of the segment is let pass. What a peer makes of empty segments of a
minimum is its own affair.
"""

import numpy as np

import dtypes
from workloads import GATHER, SCATTER


class Reference:
    """Our result of a row, and what is needed to compare with it."""

    def __init__(self, row, arrays, ours):
        self.row = row
        self.ours = ours
        self.counts = None
        if row.op != SCATTER:
            self.counts = np.bincount(arrays["ids"], minlength=row.segments)
            self.counts = self.counts.reshape((-1,) + (1,) * (ours.ndim - 1))
        if row.kind == "sum" and dtypes.is_float(row.dtype):
            largest = np.abs(arrays["data"]).max().astype(np.float64)
            if row.op == GATHER:
                largest *= np.abs(arrays["weight"]).max().astype(np.float64)
            eps = 2.0 ** -{"f64": 52, "f32": 23, "f16": 10, "bf16": 7}[row.dtype]
            self.tolerance = 4 * eps * self.counts * largest

    def describe_difference(self, theirs):
        """What is different, or None."""
        ours = self.ours
        if theirs.shape != ours.shape:
            return f"shape {theirs.shape}, ours {ours.shape}"
        if self.row.kind == "sum" and dtypes.is_float(self.row.dtype):
            wrong = ~(
                np.abs(theirs.astype(np.float64) - ours.astype(np.float64))
                <= self.tolerance
            )
        else:
            # Integers that were summed in a wider type wrap here.
            wrong = theirs.astype(ours.dtype) != ours
            if self.row.kind == "min" and self.counts is not None:
                wrong &= self.counts > 0
        if not wrong.any():
            return None
        position = tuple(int(i) for i in np.argwhere(wrong)[0])
        return (
            f"{int(wrong.sum())} elements differ, first at {position}: "
            f"{theirs[position]}, ours {ours[position]}"
        )
