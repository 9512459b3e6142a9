# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exact comparison; NaN equals NaN."""

from collections.abc import Callable

import numpy

SHOWN = 5


class Comparison:
    """Counts results and differences, and says which they are."""

    def __init__(self):
        self.results = 0
        self.differences = 0

    def array(
        self,
        what: str,
        got: numpy.ndarray,
        want: numpy.ndarray,
        dtype: type,
        name: Callable[..., str],
    ) -> None:
        """Compares as `dtype`, the element type that the module promises; `name`
        turns the position of an element into words."""
        want = want.astype(dtype)
        self.results += want.size
        if got.dtype != dtype or got.shape != want.shape:
            self.differences += max(want.size, 1)
            print(
                f"  {what}: expected {numpy.dtype(dtype)} {want.shape}, "
                f"got {got.dtype} {got.shape}"
            )
            return
        different = (got != want) & ~((got != got) & (want != want))
        count = int(different.sum())
        self.differences += count
        print(f"  {what}: {want.size:,} values, {count:,} differences")
        for position in numpy.argwhere(different)[:SHOWN]:
            where = tuple(int(p) for p in position)
            print(f"    {name(*where)}: expected {want[where]}, got {got[where]}")
        if count > SHOWN:
            print(f"    ... and {count - SHOWN:,} more")

    def condition(self, what: str, faults: list[str]) -> None:
        """One result that is right if there are no faults."""
        self.results += 1
        self.differences += bool(faults)
        print(f"  {what}: {'as expected' if not faults else 'NOT as expected'}")
        for fault in faults:
            print(f"    {fault}")

    def summary(self) -> str:
        return f"demo: {self.results} results, {self.differences} differences"
