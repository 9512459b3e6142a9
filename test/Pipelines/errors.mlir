// What the pipeline can't lower is an error that names it, not a crash and not a
// module that is half lowered.

// RUN: not segment-opt %s -segment-to-llvm-pipeline -o %t.mlir 2>&1 | FileCheck %s
// RUN: not ls %t.mlir

// CHECK: errors.mlir:[[@LINE+2]]:8: error: expected everything to be lowered to the LLVM dialect, but 'gpu.thread_id' is left: no pass of the pipeline lowers it
func.func @left(%x: i32) -> index {
  %0 = gpu.thread_id x
  return %0 : index
}
