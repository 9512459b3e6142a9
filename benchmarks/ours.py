# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiling and calling through segment-c/Compiler.h, with ctypes."""

import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_size_t, c_uint32
from ctypes import c_uint64, c_void_p

import numpy as np

from dtypes import BFLOAT16

# SegmentDType by numpy's type.
DTYPES = {
    np.dtype(np.bool_): 0,
    np.dtype(np.int8): 1,
    np.dtype(np.int16): 2,
    np.dtype(np.int32): 3,
    np.dtype(np.int64): 4,
    np.dtype(np.uint8): 5,
    np.dtype(np.uint16): 6,
    np.dtype(np.uint32): 7,
    np.dtype(np.uint64): 8,
    np.dtype(np.float16): 9,
    BFLOAT16: 10,
    np.dtype(np.float32): 11,
    np.dtype(np.float64): 12,
    np.dtype(np.complex64): 13,
    np.dtype(np.complex128): 14,
}
NUMPY_TYPES = {number: dtype for dtype, number in DTYPES.items()}

OWNED, BORROWED, SCALAR = 0, 1, 2


class _Diagnostic(ctypes.Structure):
    _fields_ = [
        ("severity", c_int32),
        ("message", c_char_p),
        ("file", c_char_p),
        ("line", c_uint32),
        ("column", c_uint32),
    ]


class _CompileOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("pipelineOptions", c_char_p),
        ("sourceName", c_char_p),
        ("optLevel", c_int32),
    ]


class _ValueType(ctypes.Structure):
    _fields_ = [
        ("dtype", c_int32),
        ("rank", c_int32),
        ("shape", POINTER(c_int64)),
        ("isArray", c_int32),
        ("isWritable", c_int32),
        ("text", c_char_p),
    ]


class _Array(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("shape", c_void_p),
        ("strides", c_void_p),
        ("dtype", c_int32),
        ("rank", c_int32),
    ]


class _Result(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("shape", c_void_p),
        ("allocation", c_void_p),
        ("dtype", c_int32),
        ("rank", c_int32),
        ("ownership", c_int32),
        ("argument", c_int32),
        ("scalar", c_uint64 * 2),
    ]


class _CallOptions(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("threads", c_int32)]


class SegmentError(Exception):
    """A failure, with its SegmentErrorKind and its diagnostics as tuples
    (severity, message, file, line, column)."""

    def __init__(self, kind, message, diagnostics):
        super().__init__(message)
        self.kind = kind
        self.diagnostics = diagnostics


def _load(path):
    library = ctypes.CDLL(path)

    def declare(name, result, *arguments):
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments

    error = POINTER(c_void_p)
    declare("segmentGetVersion", c_char_p)
    declare("segmentErrorGetKind", c_int32, c_void_p)
    declare("segmentErrorGetMessage", c_char_p, c_void_p)
    declare("segmentErrorGetNumDiagnostics", c_size_t, c_void_p)
    declare("segmentErrorGetDiagnostic", POINTER(_Diagnostic), c_void_p, c_size_t)
    declare("segmentErrorDestroy", None, c_void_p)
    declare("segmentCompilerCreate", c_void_p)
    declare("segmentCompilerDestroy", None, c_void_p)
    declare(
        "segmentCompile",
        c_void_p,
        c_void_p,
        c_char_p,
        c_size_t,
        POINTER(_CompileOptions),
        error,
    )
    declare("segmentExecutableDestroy", None, c_void_p)
    declare("segmentExecutableGetNumFunctions", c_size_t, c_void_p)
    declare("segmentExecutableGetFunctionName", c_char_p, c_void_p, c_size_t)
    declare("segmentExecutableGetFunction", c_void_p, c_void_p, c_char_p, error)
    declare("segmentFunctionGetNumArguments", c_size_t, c_void_p)
    declare("segmentFunctionGetNumResults", c_size_t, c_void_p)
    declare("segmentFunctionGetResultType", POINTER(_ValueType), c_void_p, c_size_t)
    declare(
        "segmentFunctionCall",
        c_int32,
        c_void_p,
        c_void_p,
        c_size_t,
        c_void_p,
        c_size_t,
        c_void_p,
        error,
    )
    declare("segmentResultFree", None, c_void_p)
    return library


class Compiler:
    """The library, and a compiler of it."""

    def __init__(self, build):
        path = os.path.join(build, "lib", "libSegmentCompiler.so")
        self.library = _load(path)
        self.handle = self.library.segmentCompilerCreate()

    @property
    def version(self):
        return self.library.segmentGetVersion().decode()

    def raise_error(self, error):
        library = self.library
        diagnostics = []
        for i in range(library.segmentErrorGetNumDiagnostics(error)):
            d = library.segmentErrorGetDiagnostic(error, i).contents
            diagnostics.append(
                (d.severity, d.message.decode(), d.file.decode(), d.line, d.column)
            )
        exception = SegmentError(
            library.segmentErrorGetKind(error),
            library.segmentErrorGetMessage(error).decode(),
            diagnostics,
        )
        library.segmentErrorDestroy(error)
        raise exception

    def compile(self, text, pipeline_options="", opt_level=-1):
        source = text.encode()
        options = _CompileOptions(
            ctypes.sizeof(_CompileOptions), pipeline_options.encode(), None, opt_level
        )
        error = c_void_p()
        handle = self.library.segmentCompile(
            self.handle, source, len(source), byref(options), byref(error)
        )
        if not handle:
            self.raise_error(error)
        return Executable(self, handle)


class Executable:
    def __init__(self, compiler, handle):
        self.compiler = compiler
        self.handle = handle

    def __del__(self):
        self.compiler.library.segmentExecutableDestroy(self.handle)

    def names(self):
        library = self.compiler.library
        return [
            library.segmentExecutableGetFunctionName(self.handle, i).decode()
            for i in range(library.segmentExecutableGetNumFunctions(self.handle))
        ]

    def function(self, name):
        error = c_void_p()
        handle = self.compiler.library.segmentExecutableGetFunction(
            self.handle, name.encode(), byref(error)
        )
        if not handle:
            self.compiler.raise_error(error)
        return Function(self, handle)


class _Memory:
    """Frees a result when the last array on it goes."""

    def __init__(self, library, result, shape, dtype):
        self.free = library.segmentResultFree
        self.allocation = result.allocation
        self.__array_interface__ = {
            "version": 3,
            "shape": shape,
            "typestr": f"|V{dtype.itemsize}" if dtype == BFLOAT16 else dtype.str,
            "data": (result.data, False),
        }

    def __del__(self):
        self.free(self.allocation)


class Function:
    """A function of an executable."""

    def __init__(self, executable, handle):
        self.executable = executable
        self.library = executable.compiler.library
        self.handle = handle
        self.num_arguments = self.library.segmentFunctionGetNumArguments(handle)
        self.result_ranks = [
            self.library.segmentFunctionGetResultType(handle, i).contents.rank
            for i in range(self.library.segmentFunctionGetNumResults(handle))
        ]

    def bind(self, arguments, threads=0):
        """A call with these arguments, to be made any number of times."""
        return Call(self, arguments, threads)

    def __call__(self, *arguments, threads=0):
        call = self.bind(arguments, threads)
        call.run()
        results = call.take()
        return results[0] if len(results) == 1 else tuple(results)


class Call:
    """A call whose arguments are converted beforehand, so that what is timed is
    `segmentFunctionCall` alone. The arrays have to stay as they are."""

    def __init__(self, function, arguments, threads):
        self.function = function
        self.library = function.library
        self.keep = []
        self.arguments = (_Array * max(1, len(arguments)))()
        for slot, argument in zip(self.arguments, arguments):
            array = np.asanyarray(argument)
            shape = (c_int64 * max(1, array.ndim))(*array.shape)
            slot.data = array.ctypes.data
            slot.shape = ctypes.addressof(shape)
            if not array.flags.c_contiguous:
                strides = [stride // array.itemsize for stride in array.strides]
                strides = (c_int64 * max(1, array.ndim))(*strides)
                slot.strides = ctypes.addressof(strides)
                self.keep.append(strides)
            slot.dtype = DTYPES[array.dtype]
            slot.rank = array.ndim
            self.keep += [array, shape]
        ranks = function.result_ranks
        self.results = (_Result * max(1, len(ranks)))()
        for slot, rank in zip(self.results, ranks):
            shape = (c_int64 * max(1, rank))()
            slot.shape = ctypes.addressof(shape)
            self.keep.append(shape)
        self.options = _CallOptions(ctypes.sizeof(_CallOptions), threads)
        self.parameters = (
            function.handle,
            ctypes.addressof(self.arguments),
            len(arguments),
            ctypes.addressof(self.results),
            len(ranks),
            ctypes.addressof(self.options),
        )

    def run(self):
        """Calls the function. Its results have to be taken or dropped."""
        error = c_void_p()
        if self.library.segmentFunctionCall(*self.parameters, byref(error)):
            self.function.executable.compiler.raise_error(error)

    def drop(self):
        """Frees the results."""
        for result in self.results[: len(self.function.result_ranks)]:
            self.library.segmentResultFree(result.allocation)
            result.allocation = None

    def take(self):
        """The results as arrays; those that are an argument's memory are None."""
        arrays = []
        for result in self.results[: len(self.function.result_ranks)]:
            dtype = NUMPY_TYPES[result.dtype]
            shape = (c_int64 * max(1, result.rank)).from_address(result.shape)
            shape = tuple(shape[: result.rank])
            if result.ownership == SCALAR:
                value = np.frombuffer(bytes(result.scalar), dtype, 1)[0]
                arrays.append(value)
            elif result.ownership == BORROWED:
                arrays.append(None)
            else:
                memory = _Memory(self.library, result, shape, dtype)
                array = np.asarray(memory)
                arrays.append(array.view(dtype) if dtype == BFLOAT16 else array)
            result.allocation = None
        return arrays
