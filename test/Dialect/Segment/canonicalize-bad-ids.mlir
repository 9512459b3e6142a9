// Rows with constant bad ids or indices are sliced away under bounds<drop>.

// RUN: segment-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @unsorted
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<6x2xf32>
func.func @unsorted(%d: tensor<6x2xf32>) -> tensor<3x2xf32> {
  %i = arith.constant dense<[-1, 2, 7, 0, 3, -5]> : tensor<6xi32>
  %n = arith.constant 3 : i32
  // CHECK-DAG: %[[I:.*]] = arith.constant dense<[2, 7, 0]> : tensor<3xi32>
  // CHECK-DAG: %[[N:.*]] = arith.constant 3 : i32
  // CHECK: %[[S:.*]] = tensor.extract_slice %[[D]][1, 0] [3, 2] [1, 1] : tensor<6x2xf32> to tensor<3x2xf32>
  // CHECK: segment.unsorted_segment_min %[[S]], %[[I]], %[[N]] bounds<drop> : (tensor<3x2xf32>, tensor<3xi32>, i32) -> tensor<3x2xf32>
  %0 = segment.unsorted_segment_min %d, %i, %n bounds<drop> : (tensor<6x2xf32>, tensor<6xi32>, i32) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// Without a constant num_segments only negative ids are known to be bad.
// CHECK-LABEL: func @negative_only
func.func @negative_only(%d: tensor<4x?xi32>, %n: i32) -> tensor<?x?xi32> {
  %i = arith.constant dense<[-1, 2, 0, 1000]> : tensor<4xi32>
  // CHECK: arith.constant dense<[2, 0, 1000]> : tensor<3xi32>
  // CHECK: tensor.extract_slice %{{.*}}[1, 0] [3, %{{.*}}] [1, 1] : tensor<4x?xi32> to tensor<3x?xi32>
  // CHECK: segment.unsorted_segment_sum {{.*}} bounds<drop> : (tensor<3x?xi32>, tensor<3xi32>, i32) -> tensor<?x?xi32>
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<drop> : (tensor<4x?xi32>, tensor<4xi32>, i32) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// Of ids of rank 2 the outermost dimension is cut.
// CHECK-LABEL: func @rank_2
func.func @rank_2(%d: tensor<3x2xi32>) -> tensor<4xi32> {
  %i = arith.constant dense<[[-1, -1], [-1, 3], [1, -1]]> : tensor<3x2xi32>
  %n = arith.constant 4 : i32
  // CHECK: arith.constant dense<{{\[}}[-1, 3], [1, -1]]> : tensor<2x2xi32>
  // CHECK: tensor.extract_slice %{{.*}}[1, 0] [2, 2] [1, 1] : tensor<3x2xi32> to tensor<2x2xi32>
  %0 = segment.unsorted_segment_max %d, %i, %n bounds<drop> : (tensor<3x2xi32>, tensor<3x2xi32>, i32) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func @sorted
func.func @sorted(%d: tensor<5xi32>) -> tensor<3xi32> {
  %i = arith.constant dense<[-3, -1, 0, 2, 3]> : tensor<5xi32>
  %n = arith.constant 3 : i32
  // CHECK: arith.constant dense<[0, 2]> : tensor<2xi32>
  // CHECK: tensor.extract_slice %{{.*}}[2] [2] [1]
  // CHECK: segment.segment_min_v2 {{.*}} : (tensor<2xi32>, tensor<2xi32>, i32)
  %0 = segment.segment_min_v2 %d, %i, %n bounds<drop> : (tensor<5xi32>, tensor<5xi32>, i32) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-LABEL: func @first_form
func.func @first_form(%d: tensor<5xi32>) -> tensor<?xi32> {
  %i = arith.constant dense<[-3, -1, 0, 2, 3]> : tensor<5xi32>
  // CHECK: arith.constant dense<[0, 2, 3]> : tensor<3xi32>
  // CHECK: tensor.extract_slice %{{.*}}[2] [3] [1]
  // CHECK: segment.segment_min %{{.*}} bounds<drop> : (tensor<3xi32>, tensor<3xi32>) -> tensor<4xi32>
  %0 = segment.segment_min %d, %i bounds<drop> : (tensor<5xi32>, tensor<5xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Unsigned ids are never negative.
// CHECK-LABEL: func @unsigned
func.func @unsigned(%d: tensor<3xi32>) -> tensor<256xi32> {
  %i = arith.constant dense<[255, 0, 128]> : tensor<3xui8>
  %n = arith.constant 256 : i32
  // CHECK-NOT: extract_slice
  // CHECK: segment.unsorted_segment_min {{.*}} : (tensor<3xi32>, tensor<3xui8>, i32)
  %0 = segment.unsorted_segment_min %d, %i, %n bounds<drop> : (tensor<3xi32>, tensor<3xui8>, i32) -> tensor<256xi32>
  return %0 : tensor<256xi32>
}

//===----------------------------------------------------------------------===//
// No row is left
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @all_bad
func.func @all_bad(%d: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %i = arith.constant dense<[-1, 7, 2]> : tensor<3xi32>
  %n = arith.constant 2 : i32
  // CHECK-NEXT: %[[E:.*]] = arith.constant dense<0.000000e+00> : tensor<2x2xf32>
  // CHECK-NEXT: return %[[E]]
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<drop> : (tensor<3x2xf32>, tensor<3xi32>, i32) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// 4.8 stays.
// CHECK-LABEL: func @all_negative
func.func @all_negative(%d: tensor<3x2xf32>, %n: i32) -> tensor<?x2xf32> {
  %i = arith.constant dense<-1> : tensor<3xi32>
  // CHECK-DAG: %[[I:.*]] = arith.constant dense<> : tensor<0xi32>
  // CHECK-DAG: %[[D:.*]] = tensor.empty() : tensor<0x2xf32>
  // CHECK: segment.unsorted_segment_mean %[[D]], %[[I]]
  %0 = segment.unsorted_segment_mean %d, %i, %n bounds<drop> : (tensor<3x2xf32>, tensor<3xi32>, i32) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// 4.6: max(last id + 1, 0) segments.
// CHECK-LABEL: func @first_form_all_bad
func.func @first_form_all_bad(%d: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %i = arith.constant dense<[-3, -2, -2]> : tensor<3xi32>
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<0x2xf32>
  // CHECK: tensor.cast %[[E]]
  %0 = segment.segment_sum %d, %i bounds<drop> : (tensor<3x2xf32>, tensor<3xi32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// Rows without elements: the first form still asks the last id.
// CHECK-LABEL: func @no_columns
func.func @no_columns(%d: tensor<3x0xf32>) -> tensor<?x0xf32> {
  %i = arith.constant dense<[-3, 0, 0]> : tensor<3xi32>
  // CHECK-DAG: %[[I:.*]] = arith.constant dense<0> : tensor<2xi32>
  // CHECK-DAG: %[[D:.*]] = tensor.empty() : tensor<2x0xf32>
  // CHECK: segment.segment_min %[[D]], %[[I]]
  %0 = segment.segment_min %d, %i bounds<drop> : (tensor<3x0xf32>, tensor<3xi32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

//===----------------------------------------------------------------------===//
// Where the rows stay
//===----------------------------------------------------------------------===//

// 4.2 and 4.4 are errors, and assume promises that there are none.
// CHECK-LABEL: func @other_policies
func.func @other_policies(%d: tensor<3xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %i = arith.constant dense<[-1, 0, 2]> : tensor<3xi32>
  %n = arith.constant 2 : i32
  // CHECK-NOT: extract_slice
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<3xi32>, tensor<3xi32>, i32) -> tensor<2xi32>
  %1 = segment.segment_sum_v2 %d, %i, %n : (tensor<3xi32>, tensor<3xi32>, i32) -> tensor<2xi32>
  %2 = segment.unsorted_segment_sum %d, %i, %n bounds<assume> : (tensor<3xi32>, tensor<3xi32>, i32) -> tensor<2xi32>
  // CHECK: return
  return %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}

// CHECK-LABEL: func @good_ends
func.func @good_ends(%d: tensor<3xi32>) -> tensor<2xi32> {
  %i = arith.constant dense<[1, -1, 0]> : tensor<3xi32>
  %n = arith.constant 2 : i32
  // CHECK-NOT: extract_slice
  // CHECK: return
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<drop> : (tensor<3xi32>, tensor<3xi32>, i32) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: func @not_constant
func.func @not_constant(%d: tensor<3xi32>, %i: tensor<3xi32>) -> tensor<2xi32> {
  %n = arith.constant 2 : i32
  // CHECK-NOT: extract_slice
  // CHECK: return
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<drop> : (tensor<3xi32>, tensor<3xi32>, i32) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// A single id, of rank 0, is no list to cut.
// CHECK-LABEL: func @rank_0
func.func @rank_0(%d: tensor<3xi32>) -> tensor<2x3xi32> {
  %i = arith.constant dense<-1> : tensor<i32>
  %n = arith.constant 2 : i32
  // CHECK: segment.unsorted_segment_sum
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<drop> : (tensor<3xi32>, tensor<i32>, i32) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// 4.3: nothing is promised about decreasing ids, so nothing is changed.
// CHECK-LABEL: func @decreasing
func.func @decreasing(%d: tensor<3xi32>) -> tensor<2xi32> {
  %i = arith.constant dense<[-1, 1, 0]> : tensor<3xi32>
  %n = arith.constant 2 : i32
  // CHECK-NOT: extract_slice
  // CHECK: return
  %0 = segment.segment_sum_v2 %d, %i, %n bounds<drop> : (tensor<3xi32>, tensor<3xi32>, i32) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// 3.6: how a float sum is cut into pieces may depend on the number of rows.
// CHECK-LABEL: func @inexact
func.func @inexact(%d: tensor<3xf32>, %c: tensor<3xcomplex<f32>>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xcomplex<f32>>) {
  %i = arith.constant dense<[-1, 1, 0]> : tensor<3xi32>
  %n = arith.constant 2 : i32
  // CHECK-NOT: extract_slice
  // CHECK: return
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<drop> : (tensor<3xf32>, tensor<3xi32>, i32) -> tensor<2xf32>
  %1 = segment.unsorted_segment_mean %d, %i, %n bounds<drop> : (tensor<3xf32>, tensor<3xi32>, i32) -> tensor<2xf32>
  %2 = segment.unsorted_segment_prod %c, %i, %n bounds<drop> : (tensor<3xcomplex<f32>>, tensor<3xi32>, i32) -> tensor<2xcomplex<f32>>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xcomplex<f32>>
}

// 4.10: the number of rows may not be that of ids.
// CHECK-LABEL: func @rows_may_disagree
func.func @rows_may_disagree(%d: tensor<?xi32>) -> tensor<2xi32> {
  %i = arith.constant dense<[-1, 1, 0]> : tensor<3xi32>
  %n = arith.constant 2 : i32
  // CHECK-NOT: extract_slice
  // CHECK: return
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<drop> : (tensor<?xi32>, tensor<3xi32>, i32) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @scatter
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<3x2xf32>, %[[U:[a-z0-9]+]]: tensor<4x2xf32>
func.func @scatter(%x: tensor<3x2xf32>, %u: tensor<4x2xf32>) -> tensor<3x2xf32> {
  %i = arith.constant dense<[[-1], [2], [0], [3]]> : tensor<4x1xi32>
  // CHECK-DAG: %[[I:.*]] = arith.constant dense<{{\[}}[2], [0]]> : tensor<2x1xi32>
  // CHECK-DAG: %[[S:.*]] = tensor.extract_slice %[[U]][1, 0] [2, 2] [1, 1] : tensor<4x2xf32> to tensor<2x2xf32>
  // CHECK: segment.scatter_update %[[X]], %[[I]], %[[S]] bounds<drop> : (tensor<3x2xf32>, tensor<2x1xi32>, tensor<2x2xf32>)
  %0 = segment.scatter_update %x, %i, %u bounds<drop> : (tensor<3x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// An index row is bad if one of its coordinates is. Of a dynamic dimension only
// negative ones are known to be.
// CHECK-LABEL: func @scatter_depth_2
func.func @scatter_depth_2(%x: tensor<3x?xi32>, %u: tensor<4xi32>) -> tensor<3x?xi32> {
  %i = arith.constant dense<[[0, -1], [3, 0], [0, 100], [1, 1]]> : tensor<4x2xi32>
  // CHECK: arith.constant dense<{{\[}}[0, 100], [1, 1]]> : tensor<2x2xi32>
  // CHECK: tensor.extract_slice %{{.*}}[2] [2] [1]
  %0 = segment.scatter_div %x, %i, %u bounds<drop> : (tensor<3x?xi32>, tensor<4x2xi32>, tensor<4xi32>) -> tensor<3x?xi32>
  return %0 : tensor<3x?xi32>
}

// CHECK-LABEL: func @scatter_all_bad
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<3x2xf32>
func.func @scatter_all_bad(%x: tensor<3x2xf32>, %u: tensor<4x2xf32>) -> tensor<3x2xf32> {
  %i = arith.constant dense<-1> : tensor<4x1xi32>
  // CHECK-NEXT: return %[[X]]
  %0 = segment.scatter_add %x, %i, %u bounds<drop> : (tensor<3x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// 4.10: a slice may still disagree.
// CHECK-LABEL: func @scatter_all_bad_slice
func.func @scatter_all_bad_slice(%x: tensor<3x2xf32>, %u: tensor<4x?xf32>) -> tensor<3x2xf32> {
  %i = arith.constant dense<-1> : tensor<4x1xi32>
  // CHECK: segment.scatter_add {{.*}} : (tensor<3x2xf32>, tensor<0x1xi32>, tensor<0x?xf32>)
  %0 = segment.scatter_add %x, %i, %u bounds<drop> : (tensor<3x2xf32>, tensor<4x1xi32>, tensor<4x?xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func @scatter_other_policies
func.func @scatter_other_policies(%x: tensor<3xf32>, %u: tensor<4xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %i = arith.constant dense<[[-1], [2], [0], [3]]> : tensor<4x1xi32>
  // CHECK-NOT: extract_slice
  // CHECK: return
  %0 = segment.scatter_min %x, %i, %u : (tensor<3xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<3xf32>
  %1 = segment.scatter_min %x, %i, %u bounds<assume> : (tensor<3xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func @scatter_good_ends
func.func @scatter_good_ends(%x: tensor<3xf32>, %u: tensor<3xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<[[2], [-1], [0]]> : tensor<3x1xi32>
  // CHECK-NOT: extract_slice
  // CHECK: return
  %0 = segment.scatter_min %x, %i, %u bounds<drop> : (tensor<3xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @scatter_not_constant
func.func @scatter_not_constant(%x: tensor<3xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK-NOT: extract_slice
  // CHECK: return
  %0 = segment.scatter_min %x, %i, %u bounds<drop> : (tensor<3xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// 3.6
// CHECK-LABEL: func @scatter_inexact
func.func @scatter_inexact(%x: tensor<3xf32>, %u: tensor<4xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<[[-1], [2], [0], [3]]> : tensor<4x1xi32>
  // CHECK-NOT: extract_slice
  // CHECK: return
  %0 = segment.scatter_add %x, %i, %u bounds<drop> : (tensor<3xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// 4.10: the number of updates may not be that of index rows.
// CHECK-LABEL: func @scatter_may_disagree
func.func @scatter_may_disagree(%x: tensor<3xf32>, %u: tensor<?xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<[[-1], [2], [0], [3]]> : tensor<4x1xi32>
  // CHECK-NOT: extract_slice
  // CHECK: return
  %0 = segment.scatter_min %x, %i, %u bounds<drop> : (tensor<3xf32>, tensor<4x1xi32>, tensor<?xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// With K = 0 there is no index that could be bad.
// CHECK-LABEL: func @scatter_depth_0
func.func @scatter_depth_0(%x: tensor<3xf32>, %u: tensor<2x3xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<> : tensor<2x0xi32>
  // CHECK: segment.scatter_min {{.*}} tensor<2x0xi32>, tensor<2x3xf32>)
  %0 = segment.scatter_min %x, %i, %u bounds<drop> : (tensor<3xf32>, tensor<2x0xi32>, tensor<2x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
