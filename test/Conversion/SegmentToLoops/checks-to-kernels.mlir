// RUN: segment-opt %s -segment-checks-to-loops=kernels | FileCheck %s --check-prefixes=CHECK,LOOP
// RUN: segment-opt %s -segment-checks-to-loops=kernels -segment-parallel-loops-to-gpu | FileCheck %s --check-prefixes=CHECK,KERNEL

// Each iteration looks at one id; the least of the bad positions is kept. The id is
// then loaded for the message.

// CHECK-LABEL: func.func @unsorted(
// CHECK-SAME: %[[IDS:[a-z0-9]+]]: memref<?xi32>
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<1xi64>
// CHECK: memref.store
// LOOP: scf.parallel
// KERNEL: gpu.launch
// CHECK: memref.load %[[IDS]]
// CHECK: arith.cmpi sge
// CHECK: memref.atomic_rmw mins
// CHECK: memref.load
// CHECK: memref.dealloc
// CHECK: scf.if
// CHECK: memref.load %[[IDS]]
// CHECK: segment.report bounds
// CHECK-NOT: vector.
func.func @unsorted(%ids: memref<?xi32>, %data: memref<?xf32>, %n: i32) -> (index, index) {
  %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
      ids(%ids : memref<?xi32>) data(%data : memref<?xf32>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  return %rows, %num : index, index
}
