# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Segment and scatter reductions on arrays, compiled by MLIR.

    >>> import numpy as np
    >>> import segment_mlir
    >>> data = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
    >>> segment_mlir.unsorted_segment_sum(data, [0, 2, 0], 3)
    array([[6., 8.],
           [0., 0.],
           [3., 4.]], dtype=float32)

The operations take arrays of numpy (of bfloat16 from ml_dtypes too), whatever
hands its memory out through DLPack (tensors of PyTorch, arrays of JAX, ...), and
lists. Results are arrays of numpy, or of the kind of the first argument if that
came through DLPack. Nothing is copied but what is no array yet, what is not in
this machine's byte order, and strided arrays.

Rows of data are folded into as many results as there are segments: sorted ids
(segment_*, segment_*_v2), ids in any order (unsorted_segment_*), rows gathered
first (gather_segment_*), several kinds at once (segment_reduce), or into the
slices of an input (scatter_*; the same functions are there as tensor_scatter_*
and tensor_scatter_nd_*).

What differs from the frameworks' operations, and why, is in docs/Conformance.md
of the project; what is computed, for every input, in docs/Semantics.md.
"""

from ._errors import BoundsError, CompileError, SegmentError
from ._load import core as _core
from ._modules import Function, Module, compile
from ._operations import *  # noqa: F403
from ._operations import __all__ as _operation_names

for _error in (BoundsError, CompileError, SegmentError):
    _error.__module__ = __name__  # Where they are to be looked for.
__version__ = _core.version
__all__ = [
    "BoundsError",
    "CompileError",
    "Function",
    "Module",
    "SegmentError",
    "compile",
    *_operation_names,
]
