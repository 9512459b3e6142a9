// What the pipeline fuses before it chooses schedules.

// RUN: segment-opt %s -segment-to-llvm-pipeline -mlir-print-ir-after=segment-plan -mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s

// Three kinds over the same data: one check, one walk, and the sum of the mean is the sum.
// CHECK-LABEL: func.func @kinds
// CHECK: segment.check_segments "segment.unsorted_segment_sum"
// CHECK-NOT: segment.check_segments
// CHECK: segment.reduce_by_key kinds [add, min, add]
// CHECK-NOT: segment.reduce_by_key
// CHECK: return
func.func @kinds(%x: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i64) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = segment.unsorted_segment_sum %x, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  %1 = segment.unsorted_segment_min %x, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  %2 = segment.unsorted_segment_mean %x, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// Gathered rows with weights.
// CHECK-LABEL: func.func @gathered
// CHECK: segment.check_segments
// CHECK-NOT: segment.check_segments
// CHECK: segment.check_gather
// CHECK-NOT: segment.check_gather
// CHECK: segment.reduce_by_key kinds [add, add]
// CHECK: ins(%{{.*}}[%{{.*}} : tensor<?xi32>] (g, d) : tensor<?x8xf32>, %{{.*}} (n) : tensor<?xf32>)
// CHECK-NOT: segment.reduce_by_key
// CHECK: return
func.func @gathered(%x: tensor<?x8xf32>, %src: tensor<?xi32>, %ids: tensor<?xi32>, %n: i64, %w: tensor<?xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %0 = segment.gather_segment_mean %x, %src, %ids, %n weights(%w) : (tensor<?x8xf32>, tensor<?xi32>, tensor<?xi32>, i64, tensor<?xf32>) -> tensor<?x8xf32>
  %1 = segment.gather_segment_sum %x, %src, %ids, %n weights(%w) : (tensor<?x8xf32>, tensor<?xi32>, tensor<?xi32>, i64, tensor<?xf32>) -> tensor<?x8xf32>
  return %0, %1 : tensor<?x8xf32>, tensor<?x8xf32>
}

// A sum of squares beside a sum: the squares are never stored.
// CHECK-LABEL: func.func @squares
// CHECK-NOT: linalg.generic
// CHECK: segment.reduce_by_key kinds [add, add] sorted
// CHECK-NEXT: keys
// CHECK-NEXT: ins(%{{[a-z0-9]+}} (n) : tensor<?xf64>)
// CHECK-NOT: segment.reduce_by_key
// CHECK: return
func.func @squares(%x: tensor<?xf64>, %ids: tensor<?xi32>) -> (tensor<?xf64>, tensor<?xf64>) {
  %0 = segment.segment_sum %x, %ids : (tensor<?xf64>, tensor<?xi32>) -> tensor<?xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf64>) outs(%x : tensor<?xf64>) {
  ^bb0(%e: f64, %o: f64):
    %2 = arith.mulf %e, %e : f64
    linalg.yield %2 : f64
  } -> tensor<?xf64>
  %3 = segment.segment_sum %1, %ids : (tensor<?xf64>, tensor<?xi32>) -> tensor<?xf64>
  return %0, %3 : tensor<?xf64>, tensor<?xf64>
}
