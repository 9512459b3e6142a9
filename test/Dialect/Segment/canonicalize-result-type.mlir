// Result dimensions that follow from the operands become static.

// RUN: segment-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @constant_num_segments
func.func @constant_num_segments(%d: tensor<?x4xf32>, %i: tensor<?xi32>) -> tensor<?x4xf32> {
  %n = arith.constant 3 : i64
  // CHECK: %[[R:.*]] = segment.unsorted_segment_sum {{.*}} -> tensor<3x4xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[R]] : tensor<3x4xf32> to tensor<?x4xf32>
  // CHECK: return %[[C]]
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x4xf32>, tensor<?xi32>, i64) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func @no_segments
func.func @no_segments(%d: tensor<?x4xf32>, %i: tensor<?xi32>) -> tensor<?x4xf32> {
  %n = arith.constant 0 : index
  // CHECK: segment.segment_min_v2 {{.*}} -> tensor<0x4xf32>
  %0 = segment.segment_min_v2 %d, %i, %n : (tensor<?x4xf32>, tensor<?xi32>, index) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// A cast of the result that asks for no more than that is gone.
// CHECK-LABEL: func @cast_result
func.func @cast_result(%d: tensor<?x4xf32>, %i: tensor<?xi32>) -> tensor<3x4xf32> {
  %n = arith.constant 3 : i32
  // CHECK: %[[R:.*]] = segment.segment_min_v2 {{.*}} -> tensor<3x4xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = segment.segment_min_v2 %d, %i, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// CHECK-LABEL: func @rows_of_the_data
func.func @rows_of_the_data(%d: tensor<?x4x?xf32>, %i: tensor<?xi32>, %n: i32) -> tensor<?x?x?xf32> {
  // CHECK: segment.unsorted_segment_sum {{.*}} -> tensor<?x4x?xf32>
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x4x?xf32>, tensor<?xi32>, i32) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func @first_form_constant_ids
func.func @first_form_constant_ids(%d: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %i = arith.constant dense<[0, 0, 6]> : tensor<3xi32>
  // CHECK: segment.segment_sum {{.*}} -> tensor<7x4xf32>
  %0 = segment.segment_sum %d, %i : (tensor<3x4xf32>, tensor<3xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// An unsigned id is never read as signed.
// CHECK-LABEL: func @first_form_unsigned
func.func @first_form_unsigned(%d: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %i = arith.constant dense<[0, 0, 255]> : tensor<3xui8>
  // CHECK: segment.segment_sum {{.*}} -> tensor<256x4xf32>
  %0 = segment.segment_sum %d, %i : (tensor<3x4xf32>, tensor<3xui8>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func @first_form_no_ids
func.func @first_form_no_ids(%d: tensor<?x4xf32>, %i: tensor<0xi32>) -> tensor<?x4xf32> {
  // CHECK: segment.segment_sum {{.*}} -> tensor<0x4xf32>
  %0 = segment.segment_sum %d, %i : (tensor<?x4xf32>, tensor<0xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

//===----------------------------------------------------------------------===//
// Where the type stays
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @not_constant
func.func @not_constant(%d: tensor<?x4xf32>, %i: tensor<?xi32>, %n: i32) -> tensor<?x4xf32> {
  // CHECK: segment.unsorted_segment_sum {{.*}} -> tensor<?x4xf32>
  // CHECK-NEXT: return
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// 4.8 is reported at run time.
// CHECK-LABEL: func @negative
func.func @negative(%d: tensor<?x4xf32>, %i: tensor<?xi32>) -> tensor<?x4xf32> {
  %n = arith.constant -1 : i32
  // CHECK: segment.unsorted_segment_sum {{.*}} -> tensor<?x4xf32>
  // CHECK-NEXT: return
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// 4.10 is reported at run time: what is static is not changed.
// CHECK-LABEL: func @already_static
func.func @already_static(%d: tensor<?x4xf32>, %i: tensor<?xi32>) -> tensor<5x4xf32> {
  %n = arith.constant 3 : i32
  // CHECK: segment.unsorted_segment_sum {{.*}} -> tensor<5x4xf32>
  // CHECK-NEXT: return
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// 4.9 is reported at run time.
// CHECK-LABEL: func @overflow
func.func @overflow(%d: tensor<?x4xf32>, %i: tensor<?xi32>) -> tensor<?x4xf32> {
  %n = arith.constant 4611686018427387904 : i64
  // CHECK: segment.unsorted_segment_sum {{.*}} -> tensor<?x4xf32>
  // CHECK-NEXT: return
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x4xf32>, tensor<?xi32>, i64) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// What a cast promises beyond the operands stays in the cast: here it would be a
// check, and fail even where nobody uses the cast.
// CHECK-LABEL: func @cast_promises_more
func.func @cast_promises_more(%d: tensor<?x4xf32>, %i: tensor<?xi32>, %n: i32) -> tensor<3x4xf32> {
  // CHECK: %[[R:.*]] = segment.segment_min_v2 {{.*}} -> tensor<?x4xf32>
  // CHECK-NEXT: tensor.cast %[[R]] : tensor<?x4xf32> to tensor<3x4xf32>
  %0 = segment.segment_min_v2 %d, %i, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// A wrong promise is not corrected.
// CHECK-LABEL: func @cast_promises_wrong
func.func @cast_promises_wrong(%d: tensor<?x4xf32>, %i: tensor<?xi32>) -> tensor<5x4xf32> {
  %n = arith.constant 3 : i32
  // CHECK: segment.segment_min_v2 {{.*}} -> tensor<3x4xf32>
  // CHECK: tensor.cast {{.*}} to tensor<5x4xf32>
  %0 = segment.segment_min_v2 %d, %i, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<5x4xf32>
  return %1 : tensor<5x4xf32>
}

// CHECK-LABEL: func @first_form_not_constant
func.func @first_form_not_constant(%d: tensor<3x4xf32>, %i: tensor<3xi32>) -> tensor<?x4xf32> {
  // CHECK: segment.segment_sum {{.*}} -> tensor<?x4xf32>
  %0 = segment.segment_sum %d, %i : (tensor<3x4xf32>, tensor<3xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// 4.4 is reported, not a wrong dimension.
// CHECK-LABEL: func @first_form_negative
func.func @first_form_negative(%d: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %i = arith.constant dense<-1> : tensor<3xi32>
  // CHECK: segment.segment_sum {{.*}} -> tensor<?x4xf32>
  %0 = segment.segment_sum %d, %i : (tensor<3x4xf32>, tensor<3xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// 4.9: the last id has no successor.
// CHECK-LABEL: func @first_form_overflow
func.func @first_form_overflow(%d: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %i = arith.constant dense<9223372036854775807> : tensor<3xi64>
  // CHECK: segment.segment_sum {{.*}} -> tensor<?x4xf32>
  %0 = segment.segment_sum %d, %i : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Constants as resources are not read.
// CHECK-LABEL: func @first_form_resource
func.func @first_form_resource(%d: tensor<1x4xf32>) -> tensor<?x4xf32> {
  %i = arith.constant dense_resource<ids> : tensor<1xi32>
  // CHECK: segment.segment_sum {{.*}} -> tensor<?x4xf32>
  %0 = segment.segment_sum %d, %i : (tensor<1x4xf32>, tensor<1xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      ids: "0x0400000003000000"
    }
  }
#-}
