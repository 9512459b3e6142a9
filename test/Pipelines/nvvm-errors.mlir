// What a kernel can't do is an error at its place.

// RUN: not segment-opt %s -segment-to-nvvm-pipeline -o %t.mlir 2>&1 | FileCheck %s
// RUN: not ls %t.mlir

// CHECK: nvvm-errors.mlir:[[@LINE+5]]:10: error: 'math.exp' cannot run on the device: expected an operation that it has instructions for, since there is no library of mathematical functions
func.func @exp(%x: tensor<?xf32>, %ids: tensor<?xi32>, %n: i32, %e: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<?xf32>
  %1 = segment.unsorted_segment_sum %0, %ids, %n
     : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
