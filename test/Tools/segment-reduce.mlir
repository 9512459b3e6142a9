// RUN: segment-reduce %s -reduction-tree='traversal-mode=0 test=%S/Inputs/keeps-segment-min.sh' \
// RUN: | FileCheck %s

// CHECK-NOT: func.func @other
// CHECK-LABEL: func.func @min
// CHECK: segment.unsorted_segment_min
func.func @other(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @min(%data: tensor<8xf32>, %ids: tensor<8xi32>, %n: i32) -> tensor<?xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<8xf32>, tensor<8xi32>, i32) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
