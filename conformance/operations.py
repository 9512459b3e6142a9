# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operations, and the element types that numpy can hold."""

from dataclasses import dataclass

import paths  # noqa: F401
from segment_e2e.elements import ELEMENTS
from segment_e2e.expected import TYPES
from segment_e2e.oracle import split_op

# numpy has no quantized types (2.4), and no system computes with them.
TYPE_NAMES = tuple(name for name, e in ELEMENTS.items() if e.kind != "quant")


@dataclass(frozen=True)
class Operation:
    """`family` is "v1", "v2", "unsorted" or "scatter"; `kind` "sum", "min", ..."""

    name: str
    family: str
    kind: str

    @property
    def is_extremum(self):
        return self.kind in ("min", "max")

    @property
    def is_sorted(self):
        return self.family in ("v1", "v2")

    @property
    def is_scatter(self):
        return self.family == "scatter"

    @property
    def is_inexact(self):
        """Whether float results are rounded."""
        return not self.is_extremum and self.kind != "update"

    @property
    def is_multiplicative(self):
        return self.kind in ("prod", "mul", "div")

    def accepts(self, element):
        """Whether the operation is defined for an element type (section 2)."""
        return element.name in TYPES[self.name]


# The systems have no single op for gathered rows.
OPERATIONS = tuple(
    Operation(name, *split_op(name)) for name in TYPES if not name.startswith("gather_")
)
