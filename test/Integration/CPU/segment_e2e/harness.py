# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles modules in this process and calls their functions.

Compilation goes through the test library (test/lib); the calls go straight to
the C interface that Runtime.h describes: a context for each call, descriptors
for tensors, a status back.
"""

import ctypes
import os
from dataclasses import dataclass, field

import numpy as np

from .elements import BFLOAT16

_LIBRARIES = {}

# Whether modules are compiled for the emulation of a GPU unless they say otherwise.
# Its options are in SEGMENT_TEST_GPU_OPTIONS.
EMULATES_GPU = os.environ.get("SEGMENT_TEST_TARGET") == "cuda-emulation"


class CompileError(Exception):
    """What the compiler said about a module."""


class _Libraries:
    def __init__(self, build):
        runtime = ctypes.CDLL(
            os.path.join(build, "lib", "libSegmentRuntime.so"), ctypes.RTLD_GLOBAL
        )
        runtime.segmentContextCreate.restype = ctypes.c_void_p
        runtime.segmentContextCreate.argtypes = []
        runtime.segmentContextDestroy.restype = None
        runtime.segmentContextDestroy.argtypes = [ctypes.c_void_p]
        runtime.segmentContextGetStatus.restype = ctypes.c_int32
        runtime.segmentContextGetStatus.argtypes = [ctypes.c_void_p]
        runtime.segmentContextGetMessage.restype = ctypes.c_char_p
        runtime.segmentContextGetMessage.argtypes = [ctypes.c_void_p]
        runtime.segmentContextGetNumAllocations.restype = ctypes.c_size_t
        runtime.segmentContextGetNumAllocations.argtypes = [ctypes.c_void_p]
        runtime.segmentContextRelease.restype = ctypes.c_int
        runtime.segmentContextRelease.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        runtime.segmentContextSetNumThreads.restype = None
        runtime.segmentContextSetNumThreads.argtypes = [ctypes.c_void_p, ctypes.c_int32]
        runtime.segmentFree.restype = None
        runtime.segmentFree.argtypes = [ctypes.c_void_p]
        self.runtime = runtime

        harness = ctypes.CDLL(
            os.path.join(build, "test", "bin", "libSegmentTestHarness.so")
        )
        harness.segmentTestCompile.restype = ctypes.c_void_p
        harness.segmentTestCompile.argtypes = [
            ctypes.c_char_p,
            ctypes.c_int,
            ctypes.c_char_p,
            ctypes.c_int,
            ctypes.POINTER(ctypes.c_void_p),
        ]
        harness.segmentTestSetEmulation.restype = None
        harness.segmentTestSetEmulation.argtypes = [ctypes.c_uint64, ctypes.c_int]
        harness.segmentTestLookup.restype = ctypes.c_void_p
        harness.segmentTestLookup.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        harness.segmentTestDestroy.restype = None
        harness.segmentTestDestroy.argtypes = [ctypes.c_void_p]
        harness.segmentTestFreeText.restype = None
        harness.segmentTestFreeText.argtypes = [ctypes.c_void_p]
        self.harness = harness


def libraries():
    """The libraries of the build that SEGMENT_BUILD names."""
    build = os.environ.get("SEGMENT_BUILD")
    if not build:
        raise SystemExit("SEGMENT_BUILD must name the build folder")
    if build not in _LIBRARIES:
        _LIBRARIES[build] = _Libraries(build)
    return _LIBRARIES[build]


@dataclass
class Finished:
    """A call that has returned.

    `status` is what the function returned, `context_status` what the context
    says. `live` is the number of allocations that the context held afterwards,
    `owned` how many of the results it gave away, `modified` the numbers of the
    operands whose bytes, or the bytes around them, changed.
    """

    status: int
    message: str
    context_status: int
    shapes: list = field(default_factory=list)
    results: list = field(default_factory=list)
    live: int = 0
    owned: int = 0
    modified: list = field(default_factory=list)

    def misbehaviour(self):
        """What is wrong with a call whatever it computes, or None."""
        if self.context_status != self.status:
            return f"returned status {self.status}, its context has {self.context_status}"
        if bool(self.message) != (self.status != 0):
            return f"expected a message if and only if it fails, got '{self.message}'"
        if self.modified:
            return f"wrote into or around its operands {self.modified}"
        if self.status == 0 and self.live != self.owned:
            return f"left {self.live - self.owned} allocations beside its results"
        return None


def set_emulation(seed=0, races=False):
    """Sets in which order threads of kernels run, and whether modules compiled from
    now on look for races."""
    libraries().harness.segmentTestSetEmulation(seed, races)


class Module:
    """A compiled module; `options` are those of the pipeline. `optimization` is LLVM's
    level, 0 to 3, or the default."""

    def __init__(self, text, options="", optimization=None, emulates_gpu=None):
        self._libraries = libraries()
        error = ctypes.c_void_p()
        if emulates_gpu is None:
            emulates_gpu = EMULATES_GPU
            if EMULATES_GPU:
                options = f"{options} {os.environ.get('SEGMENT_TEST_GPU_OPTIONS', '')}"
        self._handle = self._libraries.harness.segmentTestCompile(
            text.encode(),
            emulates_gpu,
            options.encode(),
            -1 if optimization is None else optimization,
            ctypes.byref(error),
        )
        if not self._handle:
            message = ctypes.string_at(error).decode(errors="replace")
            self._libraries.harness.segmentTestFreeText(error)
            raise CompileError(message)
        self._entries = {}

    def close(self):
        if self._handle:
            self._libraries.harness.segmentTestDestroy(self._handle)
            self._handle = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _entry(self, name):
        if name not in self._entries:
            address = self._libraries.harness.segmentTestLookup(
                self._handle, name.encode()
            )
            if not address:
                raise KeyError(f"the module has no public function '{name}'")
            prototype = ctypes.CFUNCTYPE(
                ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p
            )
            self._entries[name] = prototype(address)
        return self._entries[name]

    def call(self, name, operands, results, threads=0):
        """Calls a function.

        Operands are numpy arrays, numpy scalars or, for index and i64, ints.
        `results` are (dtype, rank) pairs; rank None stands for a scalar.
        `threads` is how many the call may use, 0 for as many as OpenMP takes.
        """
        entry = self._entry(name)
        arguments = [_Argument(operand) for operand in operands]
        storage = [_storage(dtype, rank) for dtype, rank in results]
        argument_pointers = _pointers([argument.words for argument in arguments])
        result_pointers = _pointers(storage)
        runtime = self._libraries.runtime
        context = runtime.segmentContextCreate()
        if not context:
            raise MemoryError("no memory for a context")
        runtime.segmentContextSetNumThreads(context, threads)
        released = []
        try:
            status = entry(context, argument_pointers, result_pointers)
            finished = Finished(
                status,
                runtime.segmentContextGetMessage(context).decode(),
                runtime.segmentContextGetStatus(context),
                live=runtime.segmentContextGetNumAllocations(context),
                modified=[i for i, a in enumerate(arguments) if a.is_modified()],
            )
            if status == 0:
                for (dtype, rank), slot in zip(results, storage):
                    shape, value = _take(dtype, rank, slot)
                    finished.shapes.append(shape)
                    finished.results.append(value)
                    pointer = ctypes.c_void_p(int(slot[0]) if rank is not None else 0)
                    if runtime.segmentContextRelease(context, pointer):
                        released.append(pointer)
                finished.owned = len(released)
            return finished
        finally:
            runtime.segmentContextDestroy(context)
            for pointer in released:
                runtime.segmentFree(pointer)


_GUARD = 64
_aligns_operands = False


def set_alignment(is_aligned):
    """Sets whether operands lie as vectors would have them."""
    global _aligns_operands
    _aligns_operands = is_aligned


class _Argument:
    """An operand as compiled code sees it, with guard bytes around.

    Arrays are aligned to their elements and no further, unless set_alignment says so.
    """

    def __init__(self, operand):
        self._bytes = None
        if isinstance(operand, np.ndarray):
            self._place(operand)
        else:
            is_integer = isinstance(operand, int)
            self.words = np.array([np.int64(operand) if is_integer else operand])

    def _place(self, array):
        size, item = array.nbytes, array.itemsize
        self._bytes = np.full(size + 3 * _GUARD + item, 0xA5, np.uint8)
        base = self._bytes.ctypes.data
        start = -base % 64 + _GUARD + (0 if _aligns_operands else item)
        self._bytes[start : start + size] = np.frombuffer(array.tobytes(), np.uint8)
        self._before = self._bytes.copy()
        rank = array.ndim
        self.words = np.zeros(3 + 2 * rank, np.int64)
        self.words[0] = self.words[1] = base + start
        self.words[3 : 3 + rank] = array.shape
        stride = 1
        for axis in range(rank - 1, -1, -1):
            self.words[3 + rank + axis] = stride
            stride *= array.shape[axis]

    def is_modified(self):
        return self._bytes is not None and (self._bytes != self._before).any()


def _storage(dtype, rank):
    if rank is None:
        return np.zeros(1, dtype)
    return np.zeros(3 + 2 * rank, np.int64)


def _pointers(arrays):
    return (ctypes.c_void_p * max(len(arrays), 1))(*[a.ctypes.data for a in arrays])


def _take(dtype, rank, slot):
    """Copies a result out: its shape and its values."""
    if rank is None:
        return (), slot[0]
    aligned, offset = int(slot[1]), int(slot[2])
    shape = tuple(int(d) for d in slot[3 : 3 + rank])
    size = int(np.prod(shape, dtype=object)) if rank else 1
    if size == 0:
        return shape, None
    strides = tuple(int(s) for s in slot[3 + rank : 3 + 2 * rank])
    expected = 1
    for dim, stride in zip(reversed(shape), reversed(strides)):
        if dim != 1 and stride != expected:
            raise AssertionError(f"expected row-major strides of {shape}, got {strides}")
        expected *= dim
    count = size * dtype.itemsize
    if not aligned:
        raise AssertionError(f"the result of shape {shape} has no storage")
    raw = ctypes.string_at(aligned + offset * dtype.itemsize, count)
    if dtype == np.bool_ and not set(raw) <= {0, 1}:
        raise AssertionError(f"expected bytes 0 and 1 in an i1 result, got {set(raw)}")
    return shape, np.frombuffer(raw, dtype).reshape(shape)


def array(values, dtype):
    """An array from nested lists; floats become bf16 too."""
    dtype = np.dtype(dtype)
    if dtype == BFLOAT16:
        return np.array(values, np.float32).astype(dtype)
    return np.array(values, dtype)
