# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libSegmentCompiler loaded into a process that knows nothing of MLIR, and into
one that has libMLIR already: type ids have to agree in both.

RUN: %python %s %segment_lib_dir/libSegmentCompiler%shlibext | FileCheck %s
RUN: %python %s %llvm_lib_dir/libMLIR%shlibext %segment_lib_dir/libSegmentCompiler%shlibext | FileCheck %s
CHECK: functions: 1
"""

import ctypes
import sys

MODULE = b"""
func.func @f(%data: tensor<?x4xf32>, %ids: tensor<?xi32>) -> tensor<?x4xf32> {
  %0 = segment.segment_min %data, %ids
    : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""

for path in sys.argv[1:]:
    library = ctypes.CDLL(path)

for name in ("segmentCompilerCreate", "segmentCompile"):
    getattr(library, name).restype = ctypes.c_void_p
library.segmentExecutableGetNumFunctions.restype = ctypes.c_size_t
library.segmentErrorGetMessage.restype = ctypes.c_char_p

compiler = ctypes.c_void_p(library.segmentCompilerCreate())
error = ctypes.c_void_p()
executable = library.segmentCompile(
    compiler, MODULE, ctypes.c_size_t(len(MODULE)), None, ctypes.byref(error)
)
if not executable:
    sys.exit(library.segmentErrorGetMessage(error).decode())
executable = ctypes.c_void_p(executable)
print("functions:", library.segmentExecutableGetNumFunctions(executable))
library.segmentExecutableDestroy(executable)
library.segmentCompilerDestroy(compiler)
