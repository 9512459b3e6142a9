// How segment.reduce_by_key is lowered on a CPU.

// RUN: segment-opt %s -split-input-file -segment-plan | FileCheck %s --check-prefixes=CHECK,CHOSEN
// RUN: segment-opt %s -split-input-file -segment-plan="vector-bits=128 tile=2 block=64 prefetch=0" | FileCheck %s --check-prefixes=CHECK,OPTIONS
// RUN: segment-opt %s -split-input-file -segment-plan="schedule=plain" | FileCheck %s --check-prefixes=CHECK,FORCED
// RUN: segment-opt %s -split-input-file -segment-plan -remarks-filter=segment-plan -remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: segment-opt %s -split-input-file -segment-plan="schedule=plain" -remarks-filter=segment-plan -remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK-FORCED

// Sorted keys: runs, of float sums as well.
// CHECK-LABEL: func @sorted
// CHECK: segment.reduce_by_key kinds [add] sorted
// CHOSEN: attributes {plan = #segment.plan<schedule = runs, tile = 8>}
// OPTIONS: attributes {plan = #segment.plan<schedule = runs, vector_bits = 128, tile = 2, block = 64, prefetch = 0>}
// FORCED: attributes {plan = #segment.plan<schedule = plain>}
func.func @sorted(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %out: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // REMARK: plan.mlir:[[@LINE+2]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}runs{{.*}}: {{.*}}sorted keys{{.*}}, Tile=8, VectorBits=256
  // REMARK-FORCED: remark: [Passed] segment-plan | {{.*}}schedule {{.*}}plain{{.*}}: {{.*}}forced
  %0 = segment.reduce_by_key kinds [add] sorted keys(%keys : tensor<?xi32>)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%out : tensor<?x64xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// The same without columns.
// CHECK-LABEL: func @sorted_elements
// CHOSEN: plan = #segment.plan<schedule = runs>
func.func @sorted_elements(%keys: memref<?xi32>, %x: memref<?xf64>, %out: memref<?xf64>) {
  // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}runs{{.*}}: {{.*}}sorted keys{{.*}}, Tile=4, VectorBits=256
  segment.reduce_by_key kinds [mul] sorted keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf64>) outs(%out : memref<?xf64>) {
  ^bb0(%a: f64):
    segment.yield %a : f64
  }
  return
}

// -----

// A run of divisions, assignments or complex products has no partial result.
// CHECK-LABEL: func @no_identity
// CHECK: kinds [div] sorted
// CHOSEN: plan = #segment.plan<schedule = adaptive>
// CHECK: kinds [assign] sorted
// CHOSEN: plan = #segment.plan<schedule = adaptive>
// CHECK: kinds [mul] sorted
// CHOSEN: plan = #segment.plan<schedule = adaptive>
func.func @no_identity(%keys: memref<?xi32>, %x: memref<?x4xf32>, %out: memref<?x4xf32>, %z: memref<?xcomplex<f32>>) {
  // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}adaptive{{.*}}: {{.*}}sorted keys, but folded one row after the other{{.*}}, Tile=4, VectorBits=256
  segment.reduce_by_key kinds [div] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xf32>) outs(%out : memref<?x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}adaptive{{.*}}: {{.*}}sorted keys, but folded one row after the other{{.*}}, Tile=4, VectorBits=256
  segment.reduce_by_key kinds [assign] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xf32>) outs(%out : memref<?x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}adaptive{{.*}}: {{.*}}sorted keys, but folded one row after the other{{.*}}, Tile=4, VectorBits=256
  segment.reduce_by_key kinds [mul] sorted keys(%keys : memref<?xi32>)
      ins(%z (n) : memref<?xcomplex<f32>>) outs(%z : memref<?xcomplex<f32>>) {
  ^bb0(%a: complex<f32>):
    segment.yield %a : complex<f32>
  }
  return
}

// -----

// Keys in any order, and columns.
// CHECK-LABEL: func @unsorted
// CHOSEN: plan = #segment.plan<schedule = adaptive>
// OPTIONS: plan = #segment.plan<schedule = adaptive, vector_bits = 128, tile = 2, block = 64, prefetch = 0>
func.func @unsorted(%keys: memref<?xi32>, %x: memref<?x?xf32>, %out: memref<?x?xf32>) {
  // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}adaptive{{.*}}: {{.*}}keys in any order{{.*}}, Tile=4, VectorBits=256
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x?xf32>) outs(%out : memref<?x?xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// Without columns, pieces, of what has identities.
// CHECK-LABEL: func @elements
// CHECK: kinds [add, max]
// CHOSEN: plan = #segment.plan<schedule = pieces>
// CHECK: kinds [divu]
// CHOSEN: plan = #segment.plan<schedule = adaptive>
// One of several without an identity is enough.
// CHECK: kinds [add, assign]
// CHOSEN: plan = #segment.plan<schedule = adaptive>
func.func @elements(%keys: memref<?xi64>, %x: memref<?xf32>, %out: memref<?xf32>, %i: memref<?xi8>) {
  // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}pieces{{.*}}: {{.*}}keys in any order, no columns{{.*}}, Tile=4, VectorBits=256
  segment.reduce_by_key kinds [add, max] keys(%keys : memref<?xi64>)
      ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>, %out : memref<?xf32>) {
  ^bb0(%a: f32):
    segment.yield %a, %a : f32, f32
  }
  // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}adaptive{{.*}}: {{.*}}keys in any order{{.*}}, Tile=4, VectorBits=256
  segment.reduce_by_key kinds [divu] keys(%keys : memref<?xi64>)
      ins(%i (n) : memref<?xi8>) outs(%i : memref<?xi8>) {
  ^bb0(%a: i8):
    segment.yield %a : i8
  }
  // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}adaptive{{.*}}: {{.*}}keys in any order{{.*}}, Tile=4, VectorBits=256
  segment.reduce_by_key kinds [add, assign] keys(%keys : memref<?xi64>)
      ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>, %out : memref<?xf32>) {
  ^bb0(%a: f32):
    segment.yield %a, %a : f32, f32
  }
  return
}

// -----

// What is written stays, whatever the options say, and is no news.
// CHECK-LABEL: func @written
// CHECK: plan = #segment.plan<schedule = buckets, vector_bits = 512, tile = 1>
func.func @written(%keys: memref<?xi64>, %x: memref<?x4xf32>, %out: memref<?x4xf32>) {
  // REMARK-NOT: plan.mlir:[[@LINE+1]]:
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi64>)
      ins(%x (n, d) : memref<?x4xf32>) outs(%out : memref<?x4xf32>)
      attributes {plan = #segment.plan<schedule = buckets, vector_bits = 512, tile = 1>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// The target description's vectors, unless the option says otherwise.
// CHECK-LABEL: func @target
// CHOSEN: plan = #segment.plan<schedule = pieces, vector_bits = 512>
// OPTIONS: plan = #segment.plan<schedule = pieces, vector_bits = 128, tile = 2, block = 64, prefetch = 0>
// FORCED: plan = #segment.plan<schedule = plain, vector_bits = 512>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64>>} {
  func.func @target(%keys: memref<?xi64>, %x: memref<?xi32>, %out: memref<?xi32>) {
    // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}pieces{{.*}}: {{.*}}keys in any order, no columns{{.*}}, Tile=4, VectorBits=512
    segment.reduce_by_key kinds [add] keys(%keys : memref<?xi64>)
        ins(%x (n) : memref<?xi32>) outs(%out : memref<?xi32>) {
    ^bb0(%a: i32):
      segment.yield %a : i32
    }
    return
  }
}

// -----

// Widths that no plan has, or another device's, are as good as none.
// CHECK-LABEL: func @other_width
// CHOSEN: plan = #segment.plan<schedule = pieces>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 2048 : i64>>} {
  func.func @other_width(%keys: memref<?xi64>, %x: memref<?xi32>, %out: memref<?xi32>) {
    // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}pieces{{.*}}: {{.*}}keys in any order, no columns{{.*}}, Tile=4, VectorBits=256
    segment.reduce_by_key kinds [add] keys(%keys : memref<?xi64>)
        ins(%x (n) : memref<?xi32>) outs(%out : memref<?xi32>) {
    ^bb0(%a: i32):
      segment.yield %a : i32
    }
    return
  }
}

// -----

// CHECK-LABEL: func @other_device
// CHOSEN: plan = #segment.plan<schedule = pieces>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : i64>>} {
  func.func @other_device(%keys: memref<?xi64>, %x: memref<?xi32>, %out: memref<?xi32>) {
    // REMARK: plan.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] segment-plan | Category:segment-plan | Block=512, Prefetch=24, {{.*}}schedule {{.*}}pieces{{.*}}: {{.*}}keys in any order, no columns{{.*}}, Tile=4, VectorBits=256
    segment.reduce_by_key kinds [add] keys(%keys : memref<?xi64>)
        ins(%x (n) : memref<?xi32>) outs(%out : memref<?xi32>) {
    ^bb0(%a: i32):
      segment.yield %a : i32
    }
    return
  }
}
