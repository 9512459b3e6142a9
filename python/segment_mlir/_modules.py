# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiling modules of MLIR."""

from ._load import core as _core

Function = _core.Function


class Module:
    """A compiled module. Its functions are attributes, and items, by their names:
    `module.f(x)`, `module["f"](x)`.

    A function takes as many arguments as it has in MLIR: arrays of the element
    type, rank and static extents of its tensors (numbers and lists are converted
    to that type), numbers for scalars, writable arrays for memrefs. It takes
    `threads=` as well. It returns its result, or a tuple of several, as arrays of
    numpy; what it writes to a memref is in the caller's array. Shapes that don't
    fit are a ValueError, types a TypeError, ids out of range a BoundsError.

    `diagnostics` are the warnings and remarks of the compilation, as tuples
    (severity, message, file, line, column).
    """

    def __init__(self, executable):
        self._executable = executable
        self.diagnostics = executable.diagnostics

    @property
    def functions(self):
        """The names of the public functions, in the module's order."""
        return self._executable.names

    def __getitem__(self, name):
        if name not in self.functions:
            raise KeyError(name)
        return self._executable.get(name)

    def __getattr__(self, name):
        if name.startswith("__") or name not in self._executable.names:
            raise AttributeError(
                f"the module has no function '{name}'; "
                f"there is {', '.join(self._executable.names) or 'none'}"
            )
        return self._executable.get(name)

    def __dir__(self):
        return [*super().__dir__(), *self.functions]

    def __repr__(self):
        return f"<compiled module with {', '.join(self.functions) or 'no functions'}>"


def compile(module, target="cpu", *, options="", name="<module>", opt_level=None):
    """Compiles a module of MLIR for this machine.

    Args:
        module: The text of the module, its bytecode (bytes), or an object whose
            str() is the text, such as segment_mlir.ir.Module. Dialects: segment,
            and those of MLIR that the pipeline takes (tensor, linalg, arith, math,
            scf, func, ...).
        target: "cpu".
        options: Options of segment-to-llvm-pipeline, as on its command line, such
            as "override-bounds=drop schedule=owners".
        name: What diagnostics call the module.
        opt_level: How much LLVM optimizes, 0 to 3. By default 2 for modules with
            loops of their own (linalg, scf, elementwise operations on tensors), and
            otherwise 1, which compiles in half of the time.

    Returns:
        A Module.

    Raises:
        CompileError: The module or the options are wrong; with the location.
        ValueError: There is no such target or level.

    Example:
        >>> module = segment_mlir.compile('''
        ... func.func @sum(%data: tensor<?xf32>, %ids: tensor<?xi32>, %n: i32)
        ...     -> tensor<?xf32> {
        ...   %0 = segment.unsorted_segment_sum %data, %ids, %n
        ...     : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
        ...   return %0 : tensor<?xf32>
        ... }''')
        >>> module.sum([1, 2, 3], [0, 2, 0], 3)
        array([4., 0., 2.], dtype=float32)
    """
    if target != "cpu":
        raise ValueError(f"target: expected 'cpu', got {target!r}")
    if not isinstance(module, (str, bytes)):
        if not hasattr(module, "operation"):
            raise TypeError(
                "compile: expected the text of a module (str), its bytecode (bytes) "
                f"or a segment_mlir.ir.Module, got {type(module).__name__}"
            )
        module = str(module)
    return Module(_core.compile(module, name, options, opt_level))
