// RUN: segment-opt %s -pass-pipeline='builtin.module(gpu.module(segment-kernel-bounds))' | FileCheck %s

// CHECK: llvm.func @f() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 1 : i32}
// A shape that is known stays.
// CHECK: llvm.func @g() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 8, 1>, nvvm.minctasm = 1 : i32}
// What is no kernel has no bounds.
// CHECK: llvm.func @h() {
gpu.module @segment_kernels {
  llvm.func @f() attributes {nvvm.kernel} {
    llvm.return
  }
  llvm.func @g() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 8, 1>} {
    llvm.return
  }
  llvm.func @h() {
    llvm.return
  }
}

// Nothing is known of the kernels of others.
// CHECK: llvm.func @f() attributes {nvvm.kernel} {
gpu.module @others {
  llvm.func @f() attributes {nvvm.kernel} {
    llvm.return
  }
}
