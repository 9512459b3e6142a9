// RUN: segment-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(gpu.module(segment-legalize-device-math))' | FileCheck %s

// CHECK-LABEL: gpu.func @instructions
// CHECK: llvm.intr.fabs
// CHECK: llvm.intr.sqrt
// CHECK: llvm.intr.fma
// CHECK-NOT: math.
gpu.module @kernels {
  gpu.func @instructions(%x: f32, %out: memref<f32>) kernel {
    %a = math.absf %x : f32
    %b = math.sqrt %a : f32
    %c = math.fma %a, %b, %x : f32
    memref.store %c, %out[] : memref<f32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @library(%x: f32, %out: memref<f32>) kernel {
    // expected-error@+1 {{'math.exp' cannot run on the device: expected an operation that it has instructions for, since there is no library of mathematical functions}}
    %a = math.exp %x : f32
    memref.store %a, %out[] : memref<f32>
    gpu.return
  }
}
