# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions of the package."""


class SegmentError(Exception):
    """The base of the package's own exceptions. What Python has an exception for
    is raised as that: TypeError for types; ValueError for shapes, ranks, sizes and
    num_segments; MemoryError if a result can't be allocated."""


class BoundsError(SegmentError, IndexError, RuntimeError):
    """An id or an index is out of range, or sorted ids decrease. The message names
    the position, the value and the range."""


class CompileError(SegmentError):
    """A module can't be compiled.

    The message has a line for each diagnostic, with its place, such as
    `<module>:2:8: error: ...`. `diagnostics` holds them as tuples (severity,
    message, file, line, column)."""

    def __init__(self, message, diagnostics=()):
        super().__init__(message)
        self.diagnostics = list(diagnostics)
