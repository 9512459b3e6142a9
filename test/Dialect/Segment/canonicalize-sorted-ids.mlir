// Unsorted operations whose constant ids turn out sorted become the sorted form,
// where the order of the fold doesn't matter.

// RUN: segment-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @float_min
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<4x2xf32>
func.func @float_min(%d: tensor<4x2xf32>) -> tensor<3x2xf32> {
  %i = arith.constant dense<[0, 0, 1, 2]> : tensor<4xi32>
  %n = arith.constant 3 : i32
  // CHECK-DAG: %[[I:.*]] = arith.constant dense<[0, 0, 1, 2]>
  // CHECK-DAG: %[[N:.*]] = arith.constant 3 : i32
  // CHECK: %[[R:.*]] = segment.segment_min_v2 %[[D]], %[[I]], %[[N]] bounds<drop> nan<ignore> empty<infinity> {note} : (tensor<4x2xf32>, tensor<4xi32>, i32) -> tensor<3x2xf32>
  // CHECK: return %[[R]]
  %0 = segment.unsorted_segment_min %d, %i, %n bounds<drop> nan<ignore> empty<infinity> {note} : (tensor<4x2xf32>, tensor<4xi32>, i32) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func @exact_kinds
func.func @exact_kinds(%d: tensor<4xui16>, %b: tensor<4xi1>, %q: tensor<4x!quant.uniform<i8:f32, 0.5>>)
    -> (tensor<3xui16>, tensor<3xui16>, tensor<3xui16>, tensor<3xi1>, tensor<3x!quant.uniform<i8:f32, 0.5>>) {
  %i = arith.constant dense<[0, 0, 1, 2]> : tensor<4xi32>
  %n = arith.constant 3 : i32
  // CHECK: segment.segment_sum_v2
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xui16>, tensor<4xi32>, i32) -> tensor<3xui16>
  // CHECK: segment.segment_prod_v2
  %1 = segment.unsorted_segment_prod %d, %i, %n : (tensor<4xui16>, tensor<4xi32>, i32) -> tensor<3xui16>
  // CHECK: segment.segment_mean_v2
  %2 = segment.unsorted_segment_mean %d, %i, %n : (tensor<4xui16>, tensor<4xi32>, i32) -> tensor<3xui16>
  // CHECK: segment.segment_max_v2
  %3 = segment.unsorted_segment_max %b, %i, %n : (tensor<4xi1>, tensor<4xi32>, i32) -> tensor<3xi1>
  // CHECK: segment.segment_sum_v2
  %4 = segment.unsorted_segment_sum %q, %i, %n : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4xi32>, i32) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return %0, %1, %2, %3, %4 : tensor<3xui16>, tensor<3xui16>, tensor<3xui16>, tensor<3xi1>, tensor<3x!quant.uniform<i8:f32, 0.5>>
}

// Row-major order, read as unsigned.
// CHECK-LABEL: func @rank_2
func.func @rank_2(%d: tensor<2x2xi32>) -> tensor<201xi32> {
  %i = arith.constant dense<[[0, 1], [100, 200]]> : tensor<2x2xui8>
  %n = arith.constant 201 : i32
  // CHECK: segment.segment_min_v2
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<2x2xi32>, tensor<2x2xui8>, i32) -> tensor<201xi32>
  return %0 : tensor<201xi32>
}

//===----------------------------------------------------------------------===//
// Where the operation stays
//===----------------------------------------------------------------------===//

// 3.6
// CHECK-LABEL: func @ordered_kinds
func.func @ordered_kinds(%d: tensor<4xf32>, %c: tensor<4xcomplex<f32>>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xcomplex<f32>>) {
  %i = arith.constant dense<[0, 0, 1, 2]> : tensor<4xi32>
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<3xf32>
  // CHECK: segment.unsorted_segment_prod
  %1 = segment.unsorted_segment_prod %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<3xf32>
  // CHECK: segment.unsorted_segment_mean
  %2 = segment.unsorted_segment_mean %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<3xf32>
  // CHECK: segment.unsorted_segment_sum
  %3 = segment.unsorted_segment_sum %c, %i, %n : (tensor<4xcomplex<f32>>, tensor<4xi32>, i32) -> tensor<3xcomplex<f32>>
  return %0, %1, %2, %3 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xcomplex<f32>>
}

// The sorted forms don't take a single id.
// CHECK-LABEL: func @rank_0
func.func @rank_0(%d: tensor<4xui8>) -> tensor<3x4xui8> {
  %i = arith.constant dense<1> : tensor<i32>
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4xui8>, tensor<i32>, i32) -> tensor<3x4xui8>
  return %0 : tensor<3x4xui8>
}

// CHECK-LABEL: func @not_sorted
func.func @not_sorted(%d: tensor<4xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<[0, 1, 0, 2]> : tensor<4xi32>
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @not_constant
func.func @not_constant(%d: tensor<4xf32>, %i: tensor<4xi32>) -> tensor<3xf32> {
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// 4.1 and 4.4 differ: the sorted form has an error.
// CHECK-LABEL: func @negative
func.func @negative(%d: tensor<4xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<[-1, 0, 1, 2]> : tensor<4xi32>
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// 4.2 and 4.5 differ: the sorted form ignores such ids.
// CHECK-LABEL: func @too_large
func.func @too_large(%d: tensor<4xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @num_segments_not_constant
func.func @num_segments_not_constant(%d: tensor<4xf32>, %n: i32) -> tensor<?xf32> {
  %i = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// An error would name another operation.
// CHECK-LABEL: func @rows_may_disagree
func.func @rows_may_disagree(%d: tensor<?xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<[0, 0, 1, 2]> : tensor<4xi32>
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<?xf32>, tensor<4xi32>, i32) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// An error would name another operation.
// CHECK-LABEL: func @row_size
func.func @row_size(%d: tensor<4x?xf32>) -> tensor<3x?xf32> {
  %i = arith.constant dense<[0, 0, 1, 2]> : tensor<4xi32>
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4x?xf32>, tensor<4xi32>, i32) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}
