# RUN: %python %s %segment_lib_dir/libSegmentCompiler%shlibext before | FileCheck %s
# RUN: %python %s %segment_lib_dir/libSegmentCompiler%shlibext after | FileCheck %s
"""The bindings and SegmentCompiler in one process, in either order: each has a
copy of the dialect, and neither may call into the other's."""

import ctypes
import sys

SOURCE = """
func.func @f(%data: tensor<?x4xf32>, %ids: tensor<?xi32>) -> tensor<?x4xf32> {
  %0 = segment.segment_min %data, %ids bounds<drop>
    : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""


def compile_and_count(text):
    """Compiles with SegmentCompiler; the number of functions."""
    library = ctypes.CDLL(sys.argv[1])
    pointer = ctypes.c_void_p
    library.segmentCompilerCreate.restype = pointer
    library.segmentCompile.restype = pointer
    library.segmentCompile.argtypes = [pointer, ctypes.c_char_p, ctypes.c_size_t, pointer, pointer]
    library.segmentExecutableGetNumFunctions.restype = ctypes.c_size_t
    library.segmentExecutableGetNumFunctions.argtypes = [pointer]
    compiler = library.segmentCompilerCreate()
    text = text.encode()
    executable = library.segmentCompile(compiler, text, len(text), None, None)
    return library.segmentExecutableGetNumFunctions(executable) if executable else 0


if sys.argv[2] == "before":
    assert compile_and_count(SOURCE) == 1

from segment_mlir.dialects import segment
from segment_mlir.ir import Context, Module
from segment_mlir.passmanager import PassManager

with Context():
    module = Module.parse(SOURCE)
    # CHECK: segment.segment_min %{{.*}}, %{{.*}} bounds<drop>
    print(module)
    # CHECK: functions: 1
    print("functions:", compile_and_count(str(module)))
    PassManager.parse(
        "builtin.module(func.func(segment-decompose),canonicalize,segment-to-llvm-pipeline)"
    ).run(module.operation)
    # CHECK: llvm.func @f
    print(module)
    # CHECK: functions: 1
    print("functions:", compile_and_count(SOURCE))
