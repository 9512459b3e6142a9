// Operands without elements: positive tests, then one for each condition that
// keeps the operation.

// RUN: segment-opt %s -canonicalize | FileCheck %s

//===----------------------------------------------------------------------===//
// What empty segments show (clauses 1.1 and 1.2)
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @no_rows_float
func.func @no_rows_float(%d: tensor<0x2xf32>, %i: tensor<0xi32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %n = arith.constant 3 : i32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<3x2xf32>
  // CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<3x2xf32>
  // CHECK-DAG: %[[MAX:.*]] = arith.constant dense<3.40282347E+38> : tensor<3x2xf32>
  // CHECK-DAG: %[[LOWEST:.*]] = arith.constant dense<-3.40282347E+38> : tensor<3x2xf32>
  // CHECK-DAG: %[[INF:.*]] = arith.constant dense<0x7F800000> : tensor<3x2xf32>
  // CHECK: return %[[ZERO]], %[[ONE]], %[[MAX]], %[[LOWEST]], %[[ZERO]], %[[INF]]
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<0x2xf32>, tensor<0xi32>, i32) -> tensor<3x2xf32>
  %1 = segment.unsorted_segment_prod %d, %i, %n : (tensor<0x2xf32>, tensor<0xi32>, i32) -> tensor<3x2xf32>
  %2 = segment.unsorted_segment_min %d, %i, %n : (tensor<0x2xf32>, tensor<0xi32>, i32) -> tensor<3x2xf32>
  %3 = segment.segment_max_v2 %d, %i, %n : (tensor<0x2xf32>, tensor<0xi32>, i32) -> tensor<3x2xf32>
  %4 = segment.segment_mean_v2 %d, %i, %n : (tensor<0x2xf32>, tensor<0xi32>, i32) -> tensor<3x2xf32>
  %5 = segment.unsorted_segment_min %d, %i, %n empty<infinity> : (tensor<0x2xf32>, tensor<0xi32>, i32) -> tensor<3x2xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}

// CHECK-LABEL: func @empty_zero
func.func @empty_zero(%d: tensor<0x2xf32>, %i: tensor<0xi32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %n = arith.constant 3 : i32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<3x2xf32>
  // CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<3x2xf32>
  // CHECK-DAG: %[[MINUS_INF:.*]] = arith.constant dense<0xFF800000> : tensor<3x2xf32>
  // CHECK: return %[[ZERO]], %[[ONE]], %[[MINUS_INF]]
  %0 = segment.unsorted_segment_min %d, %i, %n empty<zero> : (tensor<0x2xf32>, tensor<0xi32>, i32) -> tensor<3x2xf32>
  %1 = segment.unsorted_segment_prod %d, %i, %n empty<zero> : (tensor<0x2xf32>, tensor<0xi32>, i32) -> tensor<3x2xf32>
  %2 = segment.unsorted_segment_max %d, %i, %n empty<infinity> : (tensor<0x2xf32>, tensor<0xi32>, i32) -> tensor<3x2xf32>
  return %0, %1, %2 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}

// CHECK-LABEL: func @sixteen_bits
func.func @sixteen_bits(%d: tensor<0xf16>, %e: tensor<0xbf16>, %i: tensor<0xi32>) -> (tensor<3xf16>, tensor<3xbf16>, tensor<3xbf16>) {
  %n = arith.constant 3 : i64
  // CHECK-DAG: %[[F16:.*]] = arith.constant dense<6.550400e+04> : tensor<3xf16>
  // CHECK-DAG: %[[BF16:.*]] = arith.constant dense<-3.389530e+38> : tensor<3xbf16>
  // CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<3xbf16>
  // CHECK: return %[[F16]], %[[BF16]], %[[ONE]]
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<0xf16>, tensor<0xi32>, i64) -> tensor<3xf16>
  %1 = segment.unsorted_segment_max %e, %i, %n : (tensor<0xbf16>, tensor<0xi32>, i64) -> tensor<3xbf16>
  %2 = segment.unsorted_segment_prod %e, %i, %n accumulate<native> : (tensor<0xbf16>, tensor<0xi32>, i64) -> tensor<3xbf16>
  return %0, %1, %2 : tensor<3xf16>, tensor<3xbf16>, tensor<3xbf16>
}

// For integers infinity is the same as identity.
// CHECK-LABEL: func @integers
func.func @integers(%d: tensor<0xi8>, %u: tensor<0xui8>, %b: tensor<0xi1>, %i: tensor<0xi32>)
    -> (tensor<3xi8>, tensor<3xi8>, tensor<3xui8>, tensor<3xui8>, tensor<3xi1>, tensor<3xi1>, tensor<3xi8>, tensor<3xi8>, tensor<3xi1>) {
  %n = arith.constant 3 : index
  // CHECK-DAG: %[[MAX:.*]] = arith.constant dense<127> : tensor<3xi8>
  // CHECK-DAG: %[[MIN:.*]] = arith.constant dense<-128> : tensor<3xi8>
  // CHECK-DAG: %[[UMAX:.*]] = arith.constant dense<255> : tensor<3xui8>
  // CHECK-DAG: %[[UMIN:.*]] = arith.constant dense<0> : tensor<3xui8>
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant dense<true> : tensor<3xi1>
  // CHECK-DAG: %[[FALSE:.*]] = arith.constant dense<false> : tensor<3xi1>
  // CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1> : tensor<3xi8>
  // CHECK: return %[[MAX]], %[[MIN]], %[[UMAX]], %[[UMIN]], %[[TRUE]], %[[FALSE]], %[[ONE]], %[[MAX]], %[[FALSE]]
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<0xi8>, tensor<0xi32>, index) -> tensor<3xi8>
  %1 = segment.unsorted_segment_max %d, %i, %n : (tensor<0xi8>, tensor<0xi32>, index) -> tensor<3xi8>
  %2 = segment.unsorted_segment_min %u, %i, %n : (tensor<0xui8>, tensor<0xi32>, index) -> tensor<3xui8>
  %3 = segment.unsorted_segment_max %u, %i, %n : (tensor<0xui8>, tensor<0xi32>, index) -> tensor<3xui8>
  %4 = segment.unsorted_segment_min %b, %i, %n : (tensor<0xi1>, tensor<0xi32>, index) -> tensor<3xi1>
  %5 = segment.unsorted_segment_max %b, %i, %n : (tensor<0xi1>, tensor<0xi32>, index) -> tensor<3xi1>
  %6 = segment.unsorted_segment_prod %d, %i, %n : (tensor<0xi8>, tensor<0xi32>, index) -> tensor<3xi8>
  %7 = segment.unsorted_segment_min %d, %i, %n empty<infinity> : (tensor<0xi8>, tensor<0xi32>, index) -> tensor<3xi8>
  %8 = segment.unsorted_segment_min %b, %i, %n empty<zero> : (tensor<0xi1>, tensor<0xi32>, index) -> tensor<3xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<3xi8>, tensor<3xi8>, tensor<3xui8>, tensor<3xui8>, tensor<3xi1>, tensor<3xi1>, tensor<3xi8>, tensor<3xi8>, tensor<3xi1>
}

// CHECK-LABEL: func @complex
func.func @complex(%d: tensor<0xcomplex<f32>>, %i: tensor<0xi32>) -> (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) {
  %n = arith.constant 2 : i32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<(0.000000e+00,0.000000e+00)> : tensor<2xcomplex<f32>>
  // CHECK-DAG: %[[ONE:.*]] = arith.constant dense<(1.000000e+00,0.000000e+00)> : tensor<2xcomplex<f32>>
  // CHECK: return %[[ZERO]], %[[ONE]]
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<0xcomplex<f32>>, tensor<0xi32>, i32) -> tensor<2xcomplex<f32>>
  %1 = segment.unsorted_segment_prod %d, %i, %n : (tensor<0xcomplex<f32>>, tensor<0xi32>, i32) -> tensor<2xcomplex<f32>>
  return %0, %1 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

// The ids are not looked at, whatever the policy.
// CHECK-LABEL: func @no_columns
func.func @no_columns(%d: tensor<4x0x5xf32>, %i: tensor<4xi32>) -> tensor<3x0x5xf32> {
  %n = arith.constant 3 : i32
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<3x0x5xf32>
  // CHECK: return %[[E]]
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<error> : (tensor<4x0x5xf32>, tensor<4xi32>, i32) -> tensor<3x0x5xf32>
  return %0 : tensor<3x0x5xf32>
}

// CHECK-LABEL: func @no_segments
func.func @no_segments(%d: tensor<0x5xf32>, %i: tensor<0xi32>) -> tensor<0x5xf32> {
  %n = arith.constant 0 : i32
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<0x5xf32>
  // CHECK: return %[[E]]
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<0x5xf32>, tensor<0xi32>, i32) -> tensor<0x5xf32>
  return %0 : tensor<0x5xf32>
}

// The first form has no segments without ids.
// CHECK-LABEL: func @first_form
func.func @first_form(%d: tensor<0x5xf32>, %i: tensor<0xi32>) -> tensor<?x5xf32> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<0x5xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[E]] : tensor<0x5xf32> to tensor<?x5xf32>
  // CHECK: return %[[C]]
  %0 = segment.segment_prod %d, %i : (tensor<0x5xf32>, tensor<0xi32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// The result keeps its type.
// CHECK-LABEL: func @dynamic_result
func.func @dynamic_result(%d: tensor<2x0x5xf32>, %i: tensor<2x0xi32>) -> tensor<?x5xf32> {
  %n = arith.constant 3 : i32
  // CHECK: %[[E:.*]] = arith.constant dense<1.000000e+00> : tensor<3x5xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[E]] : tensor<3x5xf32> to tensor<?x5xf32>
  // CHECK: return %[[C]]
  %0 = segment.segment_prod_v2 %d, %i, %n : (tensor<2x0x5xf32>, tensor<2x0xi32>, i32) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

//===----------------------------------------------------------------------===//
// Where the operation stays
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @may_have_rows
func.func @may_have_rows(%d: tensor<?x5xf32>, %i: tensor<?xi32>) -> tensor<3x5xf32> {
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x5xf32>, tensor<?xi32>, i32) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// 4.10: the number of ids may not be that of rows.
// CHECK-LABEL: func @ids_may_disagree
func.func @ids_may_disagree(%d: tensor<0x5xf32>, %i: tensor<?xi32>) -> tensor<3x5xf32> {
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<0x5xf32>, tensor<?xi32>, i32) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// 4.8: num_segments may be negative.
// CHECK-LABEL: func @num_segments_not_constant
func.func @num_segments_not_constant(%d: tensor<0x5xf32>, %i: tensor<0xi32>, %n: i32) -> tensor<?x5xf32> {
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<0x5xf32>, tensor<0xi32>, i32) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// 4.8: num_segments is negative.
// CHECK-LABEL: func @num_segments_negative
func.func @num_segments_negative(%d: tensor<0x5xf32>, %i: tensor<0xi32>) -> tensor<?x5xf32> {
  %n = arith.constant -1 : i32
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<drop> : (tensor<0x5xf32>, tensor<0xi32>, i32) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// 4.10: a static result dimension that is wrong.
// CHECK-LABEL: func @result_disagrees
func.func @result_disagrees(%d: tensor<0x5xf32>, %i: tensor<0xi32>) -> tensor<4x5xf32> {
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<0x5xf32>, tensor<0xi32>, i32) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// 4.10: a row of the data may not be that of the result.
// CHECK-LABEL: func @row_may_disagree
func.func @row_may_disagree(%d: tensor<0x?xf32>, %i: tensor<0xi32>) -> tensor<3x5xf32> {
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<0x?xf32>, tensor<0xi32>, i32) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// 4.9: the size in bytes overflows 63 bits.
// CHECK-LABEL: func @size_overflows
func.func @size_overflows(%d: tensor<0x4294967296xf32>, %i: tensor<0xi32>) -> tensor<?x4294967296xf32> {
  %n = arith.constant 1073741824 : i32
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<0x4294967296xf32>, tensor<0xi32>, i32) -> tensor<?x4294967296xf32>
  return %0 : tensor<?x4294967296xf32>
}

// 4.9: and that can't be allocated is found out at run time.
// CHECK-LABEL: func @large_result
func.func @large_result(%d: tensor<0xf32>, %i: tensor<0xi32>) -> tensor<1048577xf32> {
  %n = arith.constant 1048577 : i32
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<0xf32>, tensor<0xi32>, i32) -> tensor<1048577xf32>
  return %0 : tensor<1048577xf32>
}

// The first form asks the last id even if rows have no elements (4.12).
// CHECK-LABEL: func @first_form_with_ids
func.func @first_form_with_ids(%d: tensor<4x0xf32>, %i: tensor<4xi32>) -> tensor<?x0xf32> {
  // CHECK: segment.segment_sum
  %0 = segment.segment_sum %d, %i : (tensor<4x0xf32>, tensor<4xi32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// 4.10: a static result dimension that is wrong.
// CHECK-LABEL: func @first_form_result
func.func @first_form_result(%d: tensor<0xf32>, %i: tensor<0xi32>) -> tensor<4xf32> {
  // CHECK: segment.segment_sum
  %0 = segment.segment_sum %d, %i : (tensor<0xf32>, tensor<0xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @quantized
func.func @quantized(%d: tensor<0x!quant.uniform<i8:f32, 0.5>>, %i: tensor<0xi32>) -> tensor<3x!quant.uniform<i8:f32, 0.5>> {
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<0x!quant.uniform<i8:f32, 0.5>>, tensor<0xi32>, i32) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<3x!quant.uniform<i8:f32, 0.5>>
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @no_updates
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x3xf32>
func.func @no_updates(%x: tensor<?x3xf32>, %i: tensor<0x1xi32>, %u: tensor<0x3xf32>) -> tensor<?x3xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = segment.scatter_min %x, %i, %u : (tensor<?x3xf32>, tensor<0x1xi32>, tensor<0x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func @updates_without_elements
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<5x0xf32>
func.func @updates_without_elements(%x: tensor<5x0xf32>, %i: tensor<7x1xi32>, %u: tensor<7x0xf32>) -> tensor<5x0xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = segment.scatter_add %x, %i, %u : (tensor<5x0xf32>, tensor<7x1xi32>, tensor<7x0xf32>) -> tensor<5x0xf32>
  return %0 : tensor<5x0xf32>
}

// CHECK-LABEL: func @quantized_scatter
// CHECK-SAME: %[[X:[a-z0-9]+]]:
func.func @quantized_scatter(%x: tensor<5x!quant.uniform<i8:f32, 0.5>>, %i: tensor<0x1xi32>, %u: tensor<0x!quant.uniform<i8:f32, 0.5>>) -> tensor<5x!quant.uniform<i8:f32, 0.5>> {
  // CHECK-NEXT: return %[[X]]
  %0 = segment.scatter_max %x, %i, %u : (tensor<5x!quant.uniform<i8:f32, 0.5>>, tensor<0x1xi32>, tensor<0x!quant.uniform<i8:f32, 0.5>>) -> tensor<5x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<5x!quant.uniform<i8:f32, 0.5>>
}

// CHECK-LABEL: func @may_have_updates
func.func @may_have_updates(%x: tensor<5x3xf32>, %i: tensor<?x1xi32>, %u: tensor<?x3xf32>) -> tensor<5x3xf32> {
  // CHECK: segment.scatter_min
  %0 = segment.scatter_min %x, %i, %u : (tensor<5x3xf32>, tensor<?x1xi32>, tensor<?x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// 4.10: the number of updates may not be that of index rows.
// CHECK-LABEL: func @updates_may_disagree
func.func @updates_may_disagree(%x: tensor<5x3xf32>, %i: tensor<?x1xi32>, %u: tensor<0x3xf32>) -> tensor<5x3xf32> {
  // CHECK: segment.scatter_min
  %0 = segment.scatter_min %x, %i, %u bounds<drop> : (tensor<5x3xf32>, tensor<?x1xi32>, tensor<0x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// 4.10: a slice of the input may not be that of the updates.
// CHECK-LABEL: func @slice_may_disagree
func.func @slice_may_disagree(%x: tensor<5x?xf32>, %i: tensor<0x1xi32>, %u: tensor<0x3xf32>) -> tensor<5x?xf32> {
  // CHECK: segment.scatter_min
  %0 = segment.scatter_min %x, %i, %u : (tensor<5x?xf32>, tensor<0x1xi32>, tensor<0x3xf32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}
