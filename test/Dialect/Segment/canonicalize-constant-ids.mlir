// Constant ids that make a segment operation a copy or a plain reduction.

// RUN: segment-opt %s -canonicalize | FileCheck %s

//===----------------------------------------------------------------------===//
// Ids 0, 1, 2, ...: a copy of the data
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @iota_min
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<4x5xf32>
func.func @iota_min(%d: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<?x5xf32>, tensor<4x5xf32>) {
  %i = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %n = arith.constant 4 : i32
  // CHECK-NEXT: %[[C:.*]] = tensor.cast %[[D]] : tensor<4x5xf32> to tensor<?x5xf32>
  // CHECK-NEXT: return %[[D]], %[[C]], %[[D]]
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4x5xf32>, tensor<4xi32>, i32) -> tensor<4x5xf32>
  %1 = segment.segment_max_v2 %d, %i, %n nan<ignore> : (tensor<4x5xf32>, tensor<4xi32>, i32) -> tensor<?x5xf32>
  %2 = segment.segment_min %d, %i : (tensor<4x5xf32>, tensor<4xi32>) -> tensor<4x5xf32>
  return %0, %1, %2 : tensor<4x5xf32>, tensor<?x5xf32>, tensor<4x5xf32>
}

// CHECK-LABEL: func @iota_integers
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<2xui8>
func.func @iota_integers(%d: tensor<2xui8>) -> (tensor<2xui8>, tensor<2xui8>, tensor<2xui8>) {
  %i = arith.constant dense<[0, 1]> : tensor<2xi64>
  %n = arith.constant 2 : index
  // CHECK-NEXT: return %[[D]], %[[D]], %[[D]]
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<2xui8>, tensor<2xi64>, index) -> tensor<2xui8>
  %1 = segment.unsorted_segment_prod %d, %i, %n : (tensor<2xui8>, tensor<2xi64>, index) -> tensor<2xui8>
  %2 = segment.unsorted_segment_mean %d, %i, %n : (tensor<2xui8>, tensor<2xi64>, index) -> tensor<2xui8>
  return %0, %1, %2 : tensor<2xui8>, tensor<2xui8>, tensor<2xui8>
}

// CHECK-LABEL: func @iota_float_prod
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<2xbf16>
func.func @iota_float_prod(%d: tensor<2xbf16>) -> tensor<2xbf16> {
  %i = arith.constant dense<[0, 1]> : tensor<2xi64>
  %n = arith.constant 2 : index
  // CHECK-NEXT: return %[[D]]
  %0 = segment.unsorted_segment_prod %d, %i, %n : (tensor<2xbf16>, tensor<2xi64>, index) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// CHECK-LABEL: func @iota_quantized_min
// CHECK-SAME: %[[D:[a-z0-9]+]]:
func.func @iota_quantized_min(%d: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %i = arith.constant dense<[0, 1]> : tensor<2xi64>
  %n = arith.constant 2 : index
  // CHECK-NEXT: return %[[D]]
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2xi64>, index) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}

// Dynamic rows need no size: the result is as large as the data.
// CHECK-LABEL: func @iota_rank_2
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<2x2x?xf32>
func.func @iota_rank_2(%d: tensor<2x2x?xf32>) -> tensor<4x?xf32> {
  %i = arith.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %n = arith.constant 4 : i32
  // CHECK-NEXT: %[[C:.*]] = tensor.collapse_shape %[[D]] {{\[}}[0, 1], [2]] : tensor<2x2x?xf32> into tensor<4x?xf32>
  // CHECK-NEXT: return %[[C]]
  %0 = segment.segment_min_v2 %d, %i, %n : (tensor<2x2x?xf32>, tensor<2x2xi32>, i32) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: func @iota_rank_0
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<3x?xi32>, %[[S:[a-z0-9]+]]: tensor<i32>
func.func @iota_rank_0(%d: tensor<3x?xi32>, %s: tensor<i32>) -> (tensor<1x3x?xi32>, tensor<1xi32>) {
  %i = arith.constant dense<0> : tensor<i32>
  %n = arith.constant 1 : i32
  // CHECK: %[[E:.*]] = tensor.expand_shape %[[D]] {{\[}}[0, 1], [2]] output_shape [1, 3, %{{.*}}] : tensor<3x?xi32> into tensor<1x3x?xi32>
  // CHECK: %[[F:.*]] = tensor.expand_shape %[[S]] [] output_shape [1] : tensor<i32> into tensor<1xi32>
  // CHECK: return %[[E]], %[[F]]
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<3x?xi32>, tensor<i32>, i32) -> tensor<1x3x?xi32>
  %1 = segment.unsorted_segment_sum %s, %i, %n : (tensor<i32>, tensor<i32>, i32) -> tensor<1xi32>
  return %0, %1 : tensor<1x3x?xi32>, tensor<1xi32>
}

// 3.8: float sums start from +0, so -0 becomes +0; means divide such a sum.
// CHECK-LABEL: func @iota_float_sum
func.func @iota_float_sum(%d: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %i = arith.constant dense<[0, 1]> : tensor<2xi64>
  %n = arith.constant 2 : index
  // CHECK: segment.unsorted_segment_sum
  // CHECK: segment.unsorted_segment_mean
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<2xf32>, tensor<2xi64>, index) -> tensor<2xf32>
  %1 = segment.unsorted_segment_mean %d, %i, %n : (tensor<2xf32>, tensor<2xi64>, index) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// 2.2: 1 * x by the plain formula is NaN where x is infinite.
// CHECK-LABEL: func @iota_complex_prod
func.func @iota_complex_prod(%d: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %i = arith.constant dense<[0, 1]> : tensor<2xi64>
  %n = arith.constant 2 : index
  // CHECK: segment.unsorted_segment_prod
  %0 = segment.unsorted_segment_prod %d, %i, %n : (tensor<2xcomplex<f32>>, tensor<2xi64>, index) -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// 2.4: sums saturate to the range of the storage.
// CHECK-LABEL: func @iota_quantized_sum
func.func @iota_quantized_sum(%d: tensor<2x!quant.uniform<i8<-127:127>:f32, 0.5>>) -> tensor<2x!quant.uniform<i8<-127:127>:f32, 0.5>> {
  %i = arith.constant dense<[0, 1]> : tensor<2xi64>
  %n = arith.constant 2 : index
  // CHECK: sum_v2
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<2x!quant.uniform<i8<-127:127>:f32, 0.5>>, tensor<2xi64>, index) -> tensor<2x!quant.uniform<i8<-127:127>:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i8<-127:127>:f32, 0.5>>
}

// CHECK-LABEL: func @iota_not_constant
func.func @iota_not_constant(%d: tensor<2xi32>, %i: tensor<2xi32>) -> tensor<2xi32> {
  %n = arith.constant 2 : index
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<2xi32>, tensor<2xi32>, index) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: func @not_iota
func.func @not_iota(%d: tensor<2xi32>) -> tensor<2xi32> {
  %i = arith.constant dense<[1, 0]> : tensor<2xi32>
  %n = arith.constant 2 : index
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<2xi32>, tensor<2xi32>, index) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// Some segments are empty.
// CHECK-LABEL: func @iota_more_segments
func.func @iota_more_segments(%d: tensor<2xi32>) -> tensor<3xi32> {
  %i = arith.constant dense<[0, 1]> : tensor<2xi32>
  %n = arith.constant 3 : index
  // CHECK: segment.segment_min_v2
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<2xi32>, tensor<2xi32>, index) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// Some ids are out of range, which is an error.
// CHECK-LABEL: func @iota_fewer_segments
func.func @iota_fewer_segments(%d: tensor<3xi32>) -> tensor<2xi32> {
  %i = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %n = arith.constant 2 : index
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<3xi32>, tensor<3xi32>, index) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: func @iota_num_segments_not_constant
func.func @iota_num_segments_not_constant(%d: tensor<2xi32>, %n: index) -> tensor<?xi32> {
  %i = arith.constant dense<[0, 1]> : tensor<2xi32>
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<2xi32>, tensor<2xi32>, index) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// 4.10: the number of rows may not be that of ids.
// CHECK-LABEL: func @iota_rows_may_disagree
func.func @iota_rows_may_disagree(%d: tensor<?xi32>) -> tensor<2xi32> {
  %i = arith.constant dense<[0, 1]> : tensor<2xi32>
  %n = arith.constant 2 : index
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<?xi32>, tensor<2xi32>, index) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// 4.10: a static result dimension that is wrong.
// CHECK-LABEL: func @iota_result_disagrees
func.func @iota_result_disagrees(%d: tensor<2xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %i = arith.constant dense<[0, 1]> : tensor<2xi32>
  %n = arith.constant 2 : index
  // CHECK: segment.unsorted_segment_min
  // CHECK: segment.segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<2xi32>, tensor<2xi32>, index) -> tensor<3xi32>
  %1 = segment.segment_min %d, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return %0, %1 : tensor<3xi32>, tensor<3xi32>
}

// 4.10: a row of the data may not be that of the result.
// CHECK-LABEL: func @iota_row_may_disagree
func.func @iota_row_may_disagree(%d: tensor<2x?xi32>) -> tensor<2x4xi32> {
  %i = arith.constant dense<[0, 1]> : tensor<2xi32>
  %n = arith.constant 2 : index
  // CHECK: segment.unsorted_segment_min
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<2x?xi32>, tensor<2xi32>, index) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

//===----------------------------------------------------------------------===//
// All ids the same: a plain reduction
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @uniform_sum
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<8x4xi32>
func.func @uniform_sum(%d: tensor<8x4xi32>) -> tensor<3x4xi32> {
  %i = arith.constant dense<1> : tensor<8xi32>
  %n = arith.constant 3 : i32
  // CHECK-DAG: %[[START:.*]] = arith.constant dense<0> : tensor<4xi32>
  // CHECK-DAG: %[[EMPTY:.*]] = arith.constant dense<0> : tensor<3x4xi32>
  // CHECK: %[[R:.*]] = linalg.reduce { arith.addi {{.*}} } ins(%[[D]] : tensor<8x4xi32>) outs(%[[START]] : tensor<4xi32>) dimensions = [0]
  // CHECK: %[[S:.*]] = tensor.insert_slice %[[R]] into %[[EMPTY]][1, 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<3x4xi32>
  // CHECK: return %[[S]]
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<8x4xi32>, tensor<8xi32>, i32) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// What the fold starts from and what empty segments show are two things (3.3).
// CHECK-LABEL: func @uniform_min
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<2x3xf32>
func.func @uniform_min(%d: tensor<2x3xf32>) -> tensor<?xf32> {
  %i = arith.constant dense<0> : tensor<2x3xi32>
  %n = arith.constant 2 : i32
  // CHECK-DAG: %[[START:.*]] = arith.constant dense<0x7F800000> : tensor<f32>
  // CHECK-DAG: %[[EMPTY:.*]] = arith.constant dense<3.40282347E+38> : tensor<2xf32>
  // CHECK: %[[R:.*]] = linalg.reduce { arith.minimumf } ins(%[[D]] : tensor<2x3xf32>) outs(%[[START]] : tensor<f32>) dimensions = [0, 1]
  // CHECK: %[[S:.*]] = tensor.insert_slice %[[R]] into %[[EMPTY]][0] [1] [1] : tensor<f32> into tensor<2xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[S]] : tensor<2xf32> to tensor<?xf32>
  // CHECK: return %[[C]]
  %0 = segment.segment_min_v2 %d, %i, %n : (tensor<2x3xf32>, tensor<2x3xi32>, i32) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The first form has as many segments as the id says; empty ones show 1.
// CHECK-LABEL: func @uniform_first_form
func.func @uniform_first_form(%d: tensor<8xi8>) -> tensor<?xi8> {
  %i = arith.constant dense<2> : tensor<8xi32>
  // CHECK-DAG: %[[START:.*]] = arith.constant dense<1> : tensor<i8>
  // CHECK-DAG: %[[EMPTY:.*]] = arith.constant dense<1> : tensor<3xi8>
  // CHECK: linalg.reduce { arith.muli {{.*}} } {{.*}} outs(%[[START]]
  // CHECK: tensor.insert_slice %{{.*}} into %[[EMPTY]][2] [1] [1] : tensor<i8> into tensor<3xi8>
  %0 = segment.segment_prod %d, %i : (tensor<8xi8>, tensor<8xi32>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func @uniform_kinds
func.func @uniform_kinds(%d: tensor<8xi16>, %b: tensor<8xi1>, %f: tensor<8xbf16>) -> (tensor<2xi16>, tensor<2xi16>, tensor<2xi1>, tensor<2xi1>, tensor<2xbf16>) {
  %i = arith.constant dense<1> : tensor<8xui8>
  %n = arith.constant 2 : i64
  // CHECK: linalg.reduce { arith.minsi }
  %0 = segment.unsorted_segment_min %d, %i, %n nan<ignore> : (tensor<8xi16>, tensor<8xui8>, i64) -> tensor<2xi16>
  // CHECK: linalg.reduce { arith.maxsi }
  %1 = segment.unsorted_segment_max %d, %i, %n : (tensor<8xi16>, tensor<8xui8>, i64) -> tensor<2xi16>
  // CHECK: linalg.reduce { arith.andi }
  %2 = segment.unsorted_segment_min %b, %i, %n : (tensor<8xi1>, tensor<8xui8>, i64) -> tensor<2xi1>
  // CHECK: linalg.reduce { arith.ori }
  %3 = segment.unsorted_segment_max %b, %i, %n : (tensor<8xi1>, tensor<8xui8>, i64) -> tensor<2xi1>
  // CHECK: linalg.reduce { arith.maximumf }
  %4 = segment.unsorted_segment_max %f, %i, %n : (tensor<8xbf16>, tensor<8xui8>, i64) -> tensor<2xbf16>
  return %0, %1, %2, %3, %4 : tensor<2xi16>, tensor<2xi16>, tensor<2xi1>, tensor<2xi1>, tensor<2xbf16>
}

// With ids of rank 0 there is one row, which is there already.
// CHECK-LABEL: func @uniform_rank_0
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<4xi32>
func.func @uniform_rank_0(%d: tensor<4xi32>) -> tensor<3x4xi32> {
  %i = arith.constant dense<1> : tensor<i32>
  %n = arith.constant 3 : i32
  // CHECK-NOT: linalg.reduce
  // CHECK: tensor.insert_slice %[[D]] into %{{.*}}[1, 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<3x4xi32>
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xi32>, tensor<i32>, i32) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// 3.6: float sums have an order and an accumulator of their own; means divide.
// CHECK-LABEL: func @uniform_ordered
func.func @uniform_ordered(%d: tensor<8xf32>, %e: tensor<8xi32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) {
  %i = arith.constant dense<1> : tensor<8xi32>
  %n = arith.constant 2 : i64
  // CHECK: segment.unsorted_segment_sum
  // CHECK: segment.unsorted_segment_prod
  // CHECK: mean
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<8xf32>, tensor<8xi32>, i64) -> tensor<2xf32>
  %1 = segment.unsorted_segment_prod %d, %i, %n : (tensor<8xf32>, tensor<8xi32>, i64) -> tensor<2xf32>
  %2 = segment.unsorted_segment_mean %e, %i, %n : (tensor<8xi32>, tensor<8xi32>, i64) -> tensor<2xi32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xi32>
}

// 3.2: minnum leaves the order of -0 and +0 open.
// CHECK-LABEL: func @uniform_ignore
func.func @uniform_ignore(%d: tensor<8xf32>) -> tensor<2xf32> {
  %i = arith.constant dense<1> : tensor<8xi32>
  %n = arith.constant 2 : i64
  // CHECK: segment.segment_min_v2
  %0 = segment.unsorted_segment_min %d, %i, %n nan<ignore> : (tensor<8xf32>, tensor<8xi32>, i64) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// arith has no unsigned integers.
// CHECK-LABEL: func @uniform_unsigned
func.func @uniform_unsigned(%d: tensor<8xui8>) -> tensor<2xui8> {
  %i = arith.constant dense<1> : tensor<8xi32>
  %n = arith.constant 2 : i64
  // CHECK: segment.segment_sum_v2
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<8xui8>, tensor<8xi32>, i64) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

// CHECK-LABEL: func @not_uniform
func.func @not_uniform(%d: tensor<2xi32>) -> tensor<2xi32> {
  %i = arith.constant dense<[1, 0]> : tensor<2xi32>
  %n = arith.constant 2 : i64
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<2xi32>, tensor<2xi32>, i64) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// 4.2 is reported at run time, 4.1 shows an empty segment.
// CHECK-LABEL: func @uniform_out_of_range
func.func @uniform_out_of_range(%d: tensor<8xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %i = arith.constant dense<2> : tensor<8xi32>
  %j = arith.constant dense<-1> : tensor<8xi32>
  %n = arith.constant 2 : i64
  // CHECK: segment.unsorted_segment_sum
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<8xi32>, tensor<8xi32>, i64) -> tensor<2xi32>
  %1 = segment.unsorted_segment_sum %d, %j, %n : (tensor<8xi32>, tensor<8xi32>, i64) -> tensor<2xi32>
  return %0, %1 : tensor<2xi32>, tensor<2xi32>
}

// 4.4 is reported at run time.
// CHECK-LABEL: func @uniform_first_form_negative
func.func @uniform_first_form_negative(%d: tensor<8xi32>) -> tensor<?xi32> {
  %i = arith.constant dense<-1> : tensor<8xi32>
  // CHECK: segment.segment_sum
  %0 = segment.segment_sum %d, %i : (tensor<8xi32>, tensor<8xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func @uniform_num_segments_not_constant
func.func @uniform_num_segments_not_constant(%d: tensor<8xi32>, %n: i64) -> tensor<?xi32> {
  %i = arith.constant dense<1> : tensor<8xi32>
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<8xi32>, tensor<8xi32>, i64) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// 4.10: the number of rows may not be that of ids.
// CHECK-LABEL: func @uniform_rows_may_disagree
func.func @uniform_rows_may_disagree(%d: tensor<?xi32>) -> tensor<2xi32> {
  %i = arith.constant dense<1> : tensor<8xi32>
  %n = arith.constant 2 : i64
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?xi32>, tensor<8xi32>, i64) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// 4.9: the size of a row is known at run time only.
// CHECK-LABEL: func @uniform_row_size
func.func @uniform_row_size(%d: tensor<8x?xi32>) -> tensor<2x?xi32> {
  %i = arith.constant dense<1> : tensor<8xi32>
  %n = arith.constant 2 : i64
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<8x?xi32>, tensor<8xi32>, i64) -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}

// 4.10: a static result dimension that is wrong.
// CHECK-LABEL: func @uniform_result_disagrees
func.func @uniform_result_disagrees(%d: tensor<8xi32>) -> tensor<3xi32> {
  %i = arith.constant dense<1> : tensor<8xi32>
  %n = arith.constant 2 : i64
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<8xi32>, tensor<8xi32>, i64) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// No constants that large.
// CHECK-LABEL: func @uniform_large_result
func.func @uniform_large_result(%d: tensor<8xi32>) -> tensor<1048577xi32> {
  %i = arith.constant dense<1> : tensor<8xi32>
  %n = arith.constant 1048577 : i64
  // CHECK: segment.segment_sum_v2
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<8xi32>, tensor<8xi32>, i64) -> tensor<1048577xi32>
  return %0 : tensor<1048577xi32>
}

// However many ids a splat stands for.
// CHECK-LABEL: func @uniform_large_splat
func.func @uniform_large_splat(%d: tensor<4611686018427387904x8xi8>) -> tensor<2x8xi8> {
  %i = arith.constant dense<1> : tensor<4611686018427387904xi32>
  %n = arith.constant 2 : i64
  // CHECK: linalg.reduce
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4611686018427387904x8xi8>, tensor<4611686018427387904xi32>, i64) -> tensor<2x8xi8>
  return %0 : tensor<2x8xi8>
}

//===----------------------------------------------------------------------===//
// Indices that name all slices in order: a copy of the updates
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @update_all
// CHECK-SAME: %[[U:[a-z0-9]+]]: tensor<3x5xf32>
func.func @update_all(%x: tensor<3x5xf32>, %u: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %i = arith.constant dense<[[0], [1], [2]]> : tensor<3x1xi32>
  // CHECK-NEXT: return %arg1
  %0 = segment.scatter_update %x, %i, %u : (tensor<3x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func @update_all_depth_2
func.func @update_all_depth_2(%x: tensor<2x2x5xi1>, %u: tensor<4x5xi1>) -> tensor<2x2x5xi1> {
  %i = arith.constant dense<[[0, 0], [0, 1], [1, 0], [1, 1]]> : tensor<4x2xi32>
  // CHECK-NEXT: %[[E:.*]] = tensor.expand_shape %arg1 {{\[}}[0, 1], [2]] output_shape [2, 2, 5] : tensor<4x5xi1> into tensor<2x2x5xi1>
  // CHECK-NEXT: return %[[E]]
  %0 = segment.scatter_update %x, %i, %u : (tensor<2x2x5xi1>, tensor<4x2xi32>, tensor<4x5xi1>) -> tensor<2x2x5xi1>
  return %0 : tensor<2x2x5xi1>
}

// CHECK-LABEL: func @update_all_batches
func.func @update_all_batches(%x: tensor<4xf32>, %u: tensor<2x2xf32>) -> tensor<4xf32> {
  %i = arith.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xui8>
  // CHECK-NEXT: %[[C:.*]] = tensor.collapse_shape %arg1 {{\[}}[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  // CHECK-NEXT: return %[[C]]
  %0 = segment.scatter_update %x, %i, %u : (tensor<4xf32>, tensor<2x2x1xui8>, tensor<2x2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @update_only_slice
func.func @update_only_slice(%x: tensor<1x1x5xf32>, %u: tensor<1x5xf32>) -> tensor<1x1x5xf32> {
  %i = arith.constant dense<0> : tensor<1x2xi64>
  // CHECK-NEXT: tensor.expand_shape %arg1
  %0 = segment.scatter_update %x, %i, %u : (tensor<1x1x5xf32>, tensor<1x2xi64>, tensor<1x5xf32>) -> tensor<1x1x5xf32>
  return %0 : tensor<1x1x5xf32>
}

// CHECK-LABEL: func @not_update
func.func @not_update(%x: tensor<2xf32>, %u: tensor<2xf32>) -> tensor<2xf32> {
  %i = arith.constant dense<[[0], [1]]> : tensor<2x1xi32>
  // CHECK: segment.scatter_add
  %0 = segment.scatter_add %x, %i, %u : (tensor<2xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Something of the input is left.
// CHECK-LABEL: func @update_some
func.func @update_some(%x: tensor<3xf32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<[[0], [1]]> : tensor<2x1xi32>
  // CHECK: segment.scatter_update
  %0 = segment.scatter_update %x, %i, %u : (tensor<3xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// More than all: the last index is an error (4.7).
// CHECK-LABEL: func @update_too_many
func.func @update_too_many(%x: tensor<2xf32>, %u: tensor<3xf32>) -> tensor<2xf32> {
  %i = arith.constant dense<[[0], [1], [2]]> : tensor<3x1xi32>
  // CHECK: segment.scatter_update
  %0 = segment.scatter_update %x, %i, %u : (tensor<2xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @update_out_of_order
func.func @update_out_of_order(%x: tensor<2xf32>, %u: tensor<2xf32>) -> tensor<2xf32> {
  %i = arith.constant dense<[[1], [0]]> : tensor<2x1xi32>
  // CHECK: segment.scatter_update
  %0 = segment.scatter_update %x, %i, %u : (tensor<2xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// The last index row wins; others are not the same.
// CHECK-LABEL: func @update_one_slice
func.func @update_one_slice(%x: tensor<1xf32>, %u: tensor<2xf32>) -> tensor<1xf32> {
  %i = arith.constant dense<0> : tensor<2x1xi32>
  // CHECK: segment.scatter_update
  %0 = segment.scatter_update %x, %i, %u : (tensor<1xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func @update_unknown_indices
func.func @update_unknown_indices(%x: tensor<2xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: segment.scatter_update
  %0 = segment.scatter_update %x, %i, %u : (tensor<2xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @update_unknown_slices
func.func @update_unknown_slices(%x: tensor<?xf32>, %u: tensor<2xf32>) -> tensor<?xf32> {
  %i = arith.constant dense<[[0], [1]]> : tensor<2x1xi32>
  // CHECK: segment.scatter_update
  %0 = segment.scatter_update %x, %i, %u : (tensor<?xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// 4.10: the shape of the updates may be wrong.
// CHECK-LABEL: func @update_may_disagree
func.func @update_may_disagree(%x: tensor<2x3xf32>, %u: tensor<2x?xf32>) -> tensor<2x3xf32> {
  %i = arith.constant dense<[[0], [1]]> : tensor<2x1xi32>
  // CHECK: segment.scatter_update
  %0 = segment.scatter_update %x, %i, %u : (tensor<2x3xf32>, tensor<2x1xi32>, tensor<2x?xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
