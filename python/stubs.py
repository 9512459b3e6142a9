# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: stubs.py FILE.pyi

Writes the type hints of segment_mlir, as what can be imported has it: names,
parameters and defaults are those of the functions, types those of their families.

    PYTHONPATH=build/python .venv/bin/python python/stubs.py \\
        python/segment_mlir/__init__.pyi
"""

import inspect
import sys

# The folder of this file has the package as well, but not its extension.
sys.path.pop(0)
import segment_mlir  # noqa: E402

HEAD = '''\
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
'''

CLASSES = '''
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
'''

# Types of parameters that are the same in all functions that have them.
COMMON = {
    "segment_ids": "_ArrayLike",
    "src": "_ArrayLike",
    "weight": "_ArrayLike | None",
    "indices": "_ArrayLike",
    "updates": "_ArrayLike",
    "bounds": 'Literal["error", "drop", "unsafe_assume"]',
    "threads": "SupportsIndex | None",
    "kinds": 'Sequence[Literal["sum", "prod", "min", "max", "mean"]]',
    "module": "str | bytes | _HasOperation",
    "target": 'Literal["cpu"]',
    "options": "str",
    "name": "str",
    "opt_level": 'Literal[0, 1, 2, 3] | None',
}
# The operand whose kind and element type the result has.
LEADING = ("data", "x", "input")
# The type of that operand, of the result, and of out=.
NUMPY = ("NDArray[_Scalar]", "NDArray[_Scalar]", "None")
DLPACK = ("_Array", "_Array", "None")
NESTED = ("_Nested", "NDArray[Any]", "None")
INTO = ("_ArrayLike", "_Out", "_Out")


def get_keyword_type(function, parameter):
    """Of a keyword that only some kinds have: what the others take is None."""
    kind = function.__name__.removesuffix("_v2").rpartition("_")[2]
    is_extremum = kind in ("min", "max", "reduce")
    choices = {
        "nan": ["propagate", "ignore"] if is_extremum else [],
        "empty": ["identity", "zero", *(["infinity"] if is_extremum else [])],
        "accumulate": [] if kind in ("min", "max", "update") else ["native", "f64"],
    }[parameter]
    if not choices:
        return "None"
    return "Literal[" + ", ".join(f'"{choice}"' for choice in choices) + "] | None"


def get_type(function, parameter, leading, out):
    name = parameter.name
    if name in LEADING:
        return leading
    if name == "out":
        return out
    if name in ("nan", "empty", "accumulate"):
        return get_keyword_type(function, name)
    if name == "num_segments":
        is_optional = parameter.default is None
        return "SupportsIndex | None" if is_optional else "SupportsIndex"
    return COMMON[name]


def write_parameter(function, parameter, leading, out):
    text = f"    {parameter.name}: {get_type(function, parameter, leading, out)}"
    required = parameter.name == "out" and out != "None"
    if parameter.default is not parameter.empty and not required:
        default = parameter.default
        shown = repr(default).replace("'", '"')
        text += f" = {shown}"
    return text + ",\n"


def write_function(function, leading, result, out):
    text = f"def {function.__name__}(\n"
    is_keyword = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not is_keyword:
            is_keyword = True
            text += "    *,\n"
        text += write_parameter(function, parameter, leading, out)
    return text + f") -> {result}: ...\n"


def write_operation(function):
    """One signature for each kind of array, and one for out=."""
    is_several = function.__name__ == "segment_reduce"
    text = ""
    for leading, result, out in (NUMPY, DLPACK, NESTED, INTO):
        if is_several:
            result = f"tuple[{result}, ...]"
            if out == "_Out":
                out = "Sequence[_Out]"
        text += "@overload\n" + write_function(function, leading, result, out)
    return text


def write_stubs():
    text = HEAD + CLASSES + "\n"
    text += write_function(segment_mlir.compile, None, "Module", None)
    operations, aliases = [], []
    for name in segment_mlir.__all__:
        value = getattr(segment_mlir, name)
        if isinstance(value, type) or name == "compile":
            continue
        if value.__name__ == name:
            operations.append(value)
        else:
            aliases.append(f"{name} = {value.__name__}\n")
    for function in operations:
        text += write_operation(function)
    return text + "\n" + "".join(aliases)


if __name__ == "__main__":
    with open(sys.argv[1], "w") as file:
        file.write(write_stubs())
