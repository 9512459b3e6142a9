// RUN: segment-opt %s -pass-pipeline='builtin.module(gpu.module(segment-device-atomics))' | FileCheck %s

// CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} syncscope("device") monotonic : !llvm.ptr, f32
// CHECK: llvm.load %[[P:.*]] atomic syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: llvm.cmpxchg %[[P]], %{{.*}}, %{{.*}} syncscope("device") monotonic monotonic : !llvm.ptr, i32
gpu.module @kernels {
  llvm.func @f(%p: !llvm.ptr, %x: f32, %b: i32) {
    %0 = llvm.atomicrmw fadd %p, %x acq_rel : !llvm.ptr, f32
    %a = llvm.load %p : !llvm.ptr -> i32
    %1 = llvm.cmpxchg %p, %a, %b acq_rel monotonic : !llvm.ptr, i32
    llvm.return
  }
}

// The host's stay as they are.
// CHECK: llvm.atomicrmw add %{{.*}} acq_rel : !llvm.ptr, i32
llvm.func @host(%p: !llvm.ptr, %a: i32) {
  %0 = llvm.atomicrmw add %p, %a acq_rel : !llvm.ptr, i32
  llvm.return
}
