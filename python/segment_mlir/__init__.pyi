# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Written by python/stubs.py from the functions' signatures.

from collections.abc import Sequence
from typing import Any, Literal, Protocol, SupportsIndex, TypeVar, overload

import numpy
from numpy.typing import NDArray

class _SupportsDLPack(Protocol):
    """An array that hands its memory out: of PyTorch, JAX, TensorFlow, ..."""

    # The parameters differ from package to package.
    @property
    def __dlpack__(self) -> Any: ...

class _SupportsArrayInterface(Protocol):
    """An array as numpy describes its own."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...

class _HasOperation(Protocol):
    """segment_mlir.ir.Module."""

    @property
    def operation(self) -> Any: ...

_Nested = complex | Sequence[Any]
"""Numbers and lists."""

_ArrayLike = _SupportsDLPack | _SupportsArrayInterface | _Nested

_Scalar = TypeVar("_Scalar", bound=numpy.generic)
_Array = TypeVar("_Array", bound=_SupportsDLPack)
_Out = TypeVar("_Out", bound=_SupportsDLPack)
_Diagnostic = tuple[str, str, str, int, int]

__version__: str

class SegmentError(Exception): ...
class BoundsError(SegmentError, IndexError, RuntimeError): ...

class CompileError(SegmentError):
    diagnostics: list[_Diagnostic]
    def __init__(
        self, message: str, diagnostics: Sequence[_Diagnostic] = ()
    ) -> None: ...

class Function:
    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    def __call__(self, *arguments: Any, threads: int | None = None) -> Any: ...

class Module:
    diagnostics: list[_Diagnostic]
    def __init__(self, executable: Any) -> None: ...
    @property
    def functions(self) -> list[str]: ...
    def __getitem__(self, name: str) -> Function: ...
    def __getattr__(self, name: str) -> Function: ...

def compile(
    module: str | bytes | _HasOperation,
    target: Literal["cpu"] = "cpu",
    *,
    options: str = "",
    name: str = "<module>",
    opt_level: Literal[0, 1, 2, 3] | None = None,
) -> Module: ...
@overload
def segment_reduce(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    kinds: Sequence[Literal["sum", "prod", "min", "max", "mean"]] = ("sum", "min", "mean"),
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> tuple[NDArray[_Scalar], ...]: ...
@overload
def segment_reduce(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    kinds: Sequence[Literal["sum", "prod", "min", "max", "mean"]] = ("sum", "min", "mean"),
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> tuple[_Array, ...]: ...
@overload
def segment_reduce(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    kinds: Sequence[Literal["sum", "prod", "min", "max", "mean"]] = ("sum", "min", "mean"),
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> tuple[NDArray[Any], ...]: ...
@overload
def segment_reduce(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    kinds: Sequence[Literal["sum", "prod", "min", "max", "mean"]] = ("sum", "min", "mean"),
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: Sequence[_Out],
    threads: SupportsIndex | None = None,
) -> tuple[_Out, ...]: ...
@overload
def segment_sum(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def segment_sum(
    data: _Array,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def segment_sum(
    data: _Nested,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def segment_sum(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def segment_sum_v2(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def segment_sum_v2(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def segment_sum_v2(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def segment_sum_v2(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def unsorted_segment_sum(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def unsorted_segment_sum(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def unsorted_segment_sum(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def unsorted_segment_sum(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def gather_segment_sum(
    x: NDArray[_Scalar],
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def gather_segment_sum(
    x: _Array,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def gather_segment_sum(
    x: _Nested,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def gather_segment_sum(
    x: _ArrayLike,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def segment_prod(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def segment_prod(
    data: _Array,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def segment_prod(
    data: _Nested,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def segment_prod(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def segment_prod_v2(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def segment_prod_v2(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def segment_prod_v2(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def segment_prod_v2(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def unsorted_segment_prod(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def unsorted_segment_prod(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def unsorted_segment_prod(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def unsorted_segment_prod(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def gather_segment_prod(
    x: NDArray[_Scalar],
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def gather_segment_prod(
    x: _Array,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def gather_segment_prod(
    x: _Nested,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def gather_segment_prod(
    x: _ArrayLike,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def segment_min(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def segment_min(
    data: _Array,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def segment_min(
    data: _Nested,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def segment_min(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def segment_min_v2(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def segment_min_v2(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def segment_min_v2(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def segment_min_v2(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def unsorted_segment_min(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def unsorted_segment_min(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def unsorted_segment_min(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def unsorted_segment_min(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def gather_segment_min(
    x: NDArray[_Scalar],
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def gather_segment_min(
    x: _Array,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def gather_segment_min(
    x: _Nested,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def gather_segment_min(
    x: _ArrayLike,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def segment_max(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def segment_max(
    data: _Array,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def segment_max(
    data: _Nested,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def segment_max(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def segment_max_v2(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def segment_max_v2(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def segment_max_v2(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def segment_max_v2(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def unsorted_segment_max(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def unsorted_segment_max(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def unsorted_segment_max(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def unsorted_segment_max(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def gather_segment_max(
    x: NDArray[_Scalar],
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def gather_segment_max(
    x: _Array,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def gather_segment_max(
    x: _Nested,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def gather_segment_max(
    x: _ArrayLike,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    empty: Literal["identity", "zero", "infinity"] | None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def segment_mean(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def segment_mean(
    data: _Array,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def segment_mean(
    data: _Nested,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def segment_mean(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def segment_mean_v2(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def segment_mean_v2(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def segment_mean_v2(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def segment_mean_v2(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def unsorted_segment_mean(
    data: NDArray[_Scalar],
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def unsorted_segment_mean(
    data: _Array,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def unsorted_segment_mean(
    data: _Nested,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def unsorted_segment_mean(
    data: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def gather_segment_mean(
    x: NDArray[_Scalar],
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def gather_segment_mean(
    x: _Array,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def gather_segment_mean(
    x: _Nested,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def gather_segment_mean(
    x: _ArrayLike,
    src: _ArrayLike,
    segment_ids: _ArrayLike,
    num_segments: SupportsIndex | None = None,
    weight: _ArrayLike | None = None,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    empty: Literal["identity", "zero"] | None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def scatter_add(
    input: NDArray[_Scalar],
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def scatter_add(
    input: _Array,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def scatter_add(
    input: _Nested,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def scatter_add(
    input: _ArrayLike,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def scatter_sub(
    input: NDArray[_Scalar],
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def scatter_sub(
    input: _Array,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def scatter_sub(
    input: _Nested,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def scatter_sub(
    input: _ArrayLike,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def scatter_mul(
    input: NDArray[_Scalar],
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def scatter_mul(
    input: _Array,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def scatter_mul(
    input: _Nested,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def scatter_mul(
    input: _ArrayLike,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def scatter_div(
    input: NDArray[_Scalar],
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def scatter_div(
    input: _Array,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def scatter_div(
    input: _Nested,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def scatter_div(
    input: _ArrayLike,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: Literal["native", "f64"] | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def scatter_min(
    input: NDArray[_Scalar],
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def scatter_min(
    input: _Array,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def scatter_min(
    input: _Nested,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def scatter_min(
    input: _ArrayLike,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def scatter_max(
    input: NDArray[_Scalar],
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def scatter_max(
    input: _Array,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def scatter_max(
    input: _Nested,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def scatter_max(
    input: _ArrayLike,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: Literal["propagate", "ignore"] | None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def scatter_update(
    input: NDArray[_Scalar],
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[_Scalar]: ...
@overload
def scatter_update(
    input: _Array,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> _Array: ...
@overload
def scatter_update(
    input: _Nested,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> NDArray[Any]: ...
@overload
def scatter_update(
    input: _ArrayLike,
    indices: _ArrayLike,
    updates: _ArrayLike,
    *,
    bounds: Literal["error", "drop", "unsafe_assume"] = "error",
    nan: None = None,
    accumulate: None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...

tensor_scatter_add = scatter_add
tensor_scatter_nd_add = scatter_add
tensor_scatter_sub = scatter_sub
tensor_scatter_nd_sub = scatter_sub
tensor_scatter_mul = scatter_mul
tensor_scatter_nd_mul = scatter_mul
tensor_scatter_div = scatter_div
tensor_scatter_nd_div = scatter_div
tensor_scatter_min = scatter_min
tensor_scatter_nd_min = scatter_min
tensor_scatter_max = scatter_max
tensor_scatter_nd_max = scatter_max
tensor_scatter_update = scatter_update
tensor_scatter_nd_update = scatter_update
