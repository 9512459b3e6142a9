// Operands are taken from before a tensor.cast that forgets static dimensions.

// RUN: segment-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @data_and_ids
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<8x4xf32>, %[[I:[a-z0-9]+]]: tensor<8xi32>
func.func @data_and_ids(%d: tensor<8x4xf32>, %i: tensor<8xi32>, %n: i32) -> tensor<?x?xf32> {
  %0 = tensor.cast %d : tensor<8x4xf32> to tensor<?x?xf32>
  %1 = tensor.cast %i : tensor<8xi32> to tensor<?xi32>
  // CHECK: %[[R:.*]] = segment.unsorted_segment_sum %[[D]], %[[I]], %{{.*}} bounds<drop> : (tensor<8x4xf32>, tensor<8xi32>, i32) -> tensor<?x4xf32>
  // CHECK: tensor.cast %[[R]] : tensor<?x4xf32> to tensor<?x?xf32>
  %2 = segment.unsorted_segment_sum %0, %1, %n bounds<drop> : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// CHECK-LABEL: func @first_form
func.func @first_form(%d: tensor<8x?xf32>, %i: tensor<?xi32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %d : tensor<8x?xf32> to tensor<?x?xf32>
  // CHECK-NOT: tensor.cast
  // CHECK: segment.segment_sum %{{.*}}, %{{.*}} : (tensor<8x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  %1 = segment.segment_sum %0, %i : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// The result of a scatter has the type of the input.
// CHECK-LABEL: func @scatter
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<5x3xf32>, %[[I:[a-z0-9]+]]: tensor<7x1xi32>, %[[U:[a-z0-9]+]]: tensor<7x3xf32>
func.func @scatter(%x: tensor<5x3xf32>, %i: tensor<7x1xi32>, %u: tensor<7x3xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %x : tensor<5x3xf32> to tensor<?x?xf32>
  %1 = tensor.cast %i : tensor<7x1xi32> to tensor<?x1xi32>
  %2 = tensor.cast %u : tensor<7x3xf32> to tensor<?x?xf32>
  // CHECK: %[[R:.*]] = segment.scatter_min %[[X]], %[[I]], %[[U]] bounds<drop> nan<ignore> : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[R]] : tensor<5x3xf32> to tensor<?x?xf32>
  // CHECK: return %[[C]]
  %3 = segment.scatter_min %0, %1, %2 bounds<drop> nan<ignore> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// The same value as input and as updates.
// CHECK-LABEL: func @scatter_itself
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<5x3xf32>
func.func @scatter_itself(%x: tensor<5x3xf32>, %i: tensor<?x1xi32>) -> tensor<?x3xf32> {
  %0 = tensor.cast %x : tensor<5x3xf32> to tensor<?x3xf32>
  // CHECK: segment.scatter_add %[[X]], %{{.*}}, %[[X]] : (tensor<5x3xf32>, tensor<?x1xi32>, tensor<5x3xf32>) -> tensor<5x3xf32>
  %1 = segment.scatter_add %0, %i, %0 : (tensor<?x3xf32>, tensor<?x1xi32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

//===----------------------------------------------------------------------===//
// Where the cast stays
//===----------------------------------------------------------------------===//

// A cast that promises a static dimension.
// CHECK-LABEL: func @promise
func.func @promise(%d: tensor<?x4xf32>, %i: tensor<8xi32>, %n: i32) -> tensor<?x4xf32> {
  // CHECK: %[[C:.*]] = tensor.cast
  %0 = tensor.cast %d : tensor<?x4xf32> to tensor<8x4xf32>
  // CHECK: segment.unsorted_segment_sum %[[C]]
  %1 = segment.unsorted_segment_sum %0, %i, %n : (tensor<8x4xf32>, tensor<8xi32>, i32) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// A cast of an unranked tensor.
// CHECK-LABEL: func @unranked
func.func @unranked(%d: tensor<*xf32>, %i: tensor<8xi32>, %n: i32) -> tensor<?x?xf32> {
  // CHECK: %[[C:.*]] = tensor.cast
  %0 = tensor.cast %d : tensor<*xf32> to tensor<?x?xf32>
  // CHECK: segment.unsorted_segment_sum %[[C]]
  %1 = segment.unsorted_segment_sum %0, %i, %n : (tensor<?x?xf32>, tensor<8xi32>, i32) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// 4.10 is reported at run time: one of the casts may go, not both.
// CHECK-LABEL: func @rows_disagree
func.func @rows_disagree(%d: tensor<8x4xf32>, %i: tensor<7xi32>, %n: i32) -> tensor<?x4xf32> {
  %0 = tensor.cast %d : tensor<8x4xf32> to tensor<?x4xf32>
  %1 = tensor.cast %i : tensor<7xi32> to tensor<?xi32>
  // CHECK: %[[C:.*]] = tensor.cast %{{.*}} : tensor<7xi32> to tensor<?xi32>
  // CHECK: segment.unsorted_segment_sum %{{.*}}, %[[C]], %{{.*}} : (tensor<8x4xf32>, tensor<?xi32>, i32)
  %2 = segment.unsorted_segment_sum %0, %1, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// 4.10 is reported at run time.
// CHECK-LABEL: func @result_disagrees
func.func @result_disagrees(%d: tensor<8x4xf32>, %i: tensor<8xi32>, %n: i32) -> tensor<?x5xf32> {
  // CHECK: %[[C:.*]] = tensor.cast
  %0 = tensor.cast %d : tensor<8x4xf32> to tensor<?x?xf32>
  // CHECK: segment.unsorted_segment_sum %[[C]]
  %1 = segment.unsorted_segment_sum %0, %i, %n : (tensor<?x?xf32>, tensor<8xi32>, i32) -> tensor<?x5xf32>
  return %1 : tensor<?x5xf32>
}

// 4.10 is reported at run time.
// CHECK-LABEL: func @updates_disagree
func.func @updates_disagree(%x: tensor<5x3xf32>, %i: tensor<7x1xi32>, %u: tensor<7x4xf32>) -> tensor<5x?xf32> {
  %0 = tensor.cast %x : tensor<5x3xf32> to tensor<5x?xf32>
  // CHECK: %[[C:.*]] = tensor.cast %{{.*}} : tensor<7x4xf32> to tensor<7x?xf32>
  %1 = tensor.cast %u : tensor<7x4xf32> to tensor<7x?xf32>
  // CHECK: segment.scatter_min %{{.*}}, %{{.*}}, %[[C]] : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x?xf32>)
  %2 = segment.scatter_min %0, %i, %1 : (tensor<5x?xf32>, tensor<7x1xi32>, tensor<7x?xf32>) -> tensor<5x?xf32>
  return %2 : tensor<5x?xf32>
}

// A promise about the result of a scatter is not moved before its checks.
// CHECK-LABEL: func @scatter_result
func.func @scatter_result(%x: tensor<?x3xf32>, %i: tensor<7x1xi32>, %u: tensor<7x3xf32>) -> tensor<5x3xf32> {
  // CHECK: %[[R:.*]] = segment.scatter_min {{.*}} -> tensor<?x3xf32>
  // CHECK: tensor.cast %[[R]] : tensor<?x3xf32> to tensor<5x3xf32>
  %0 = segment.scatter_min %x, %i, %u : (tensor<?x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<?x3xf32>
  %1 = tensor.cast %0 : tensor<?x3xf32> to tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}

// The core operation, whose empty regions upstream's pattern can't clone.
// CHECK-LABEL: func @core
// CHECK-SAME: %[[K:[a-z0-9]+]]: tensor<8xi32>, %[[D:[a-z0-9]+]]: tensor<8x4xf32>, %[[O:[a-z0-9]+]]: tensor<3x4xf32>
func.func @core(%k: tensor<8xi32>, %d: tensor<8x4xf32>, %o: tensor<3x4xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %k : tensor<8xi32> to tensor<?xi32>
  %1 = tensor.cast %d : tensor<8x4xf32> to tensor<?x?xf32>
  %2 = tensor.cast %o : tensor<3x4xf32> to tensor<?x?xf32>
  // CHECK: %[[R:.*]] = segment.reduce_by_key kinds [add]
  // CHECK-NEXT: keys(%[[K]] : tensor<8xi32>)
  // CHECK-NEXT: ins(%[[D]] (n, d) : tensor<8x4xf32>)
  // CHECK-NEXT: outs(%[[O]] : tensor<3x4xf32>)
  // CHECK: } -> tensor<3x4xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[R]] : tensor<3x4xf32> to tensor<?x?xf32>
  // CHECK: return %[[C]]
  %3 = segment.reduce_by_key kinds [add] keys(%0 : tensor<?xi32>)
      ins(%1 (n, d) : tensor<?x?xf32>) outs(%2 : tensor<?x?xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  } -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// A gathered input, a second accumulator, and a start region; one cast of many.
// CHECK-LABEL: func @core_gathered
func.func @core_gathered(%k: tensor<?xi32>, %rows: index, %x: tensor<?x4xf32>, %s: tensor<8xi64>,
    %o: tensor<?x4xf32>, %c: tensor<?xi32>) -> (tensor<?x4xf32>, tensor<?xi32>) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %0 = tensor.cast %s : tensor<8xi64> to tensor<?xi64>
  // CHECK-NOT: tensor.cast
  // CHECK: segment.reduce_by_key kinds [add, add]
  // CHECK: ins(%{{.*}}[%{{.*}} : tensor<8xi64>] (g, d) : tensor<?x4xf32>)
  // CHECK: start
  // CHECK-NOT: tensor.cast
  // CHECK: return
  %1:2 = segment.reduce_by_key kinds [add, add] keys(%k : tensor<?xi32>) rows(%rows)
      ins(%x[%0 : tensor<?xi64>] (g, d) : tensor<?x4xf32>) outs(%o : tensor<?x4xf32>, %c : tensor<?xi32>) {
  ^bb0(%e: f32):
    segment.yield %e, %one : f32, i32
  } start {
  ^bb0(%a: f32, %b: i32):
    segment.yield %zero, %b : f32, i32
  } -> tensor<?x4xf32>, tensor<?xi32>
  return %1#0, %1#1 : tensor<?x4xf32>, tensor<?xi32>
}

// Shapes that disagree: the check stays and reports it, and nothing is folded.
// CHECK-LABEL: func @core_disagrees
// CHECK-SAME: %[[K:[a-z0-9]+]]: tensor<7xi32>, %[[D:[a-z0-9]+]]: tensor<8x4xf32>, %{{.*}}: i32, %[[O:[a-z0-9]+]]: tensor<?x4xf32>
func.func @core_disagrees(%k: tensor<7xi32>, %d: tensor<8x4xf32>, %n: i32, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tensor.cast %k : tensor<7xi32> to tensor<?xi32>
  // CHECK: segment.check_segments
  %rows, %segments = segment.check_segments "segment.unsorted_segment_sum" ids(%0 : tensor<?xi32>)
      data(%d : tensor<8x4xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, 4>}
  // CHECK-NOT: segment.reduce_by_key
  %1 = segment.reduce_by_key kinds [add] keys(%0 : tensor<?xi32>) rows(%rows)
      ins(%d (n, d) : tensor<8x4xf32>) outs(%o : tensor<?x4xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  } -> tensor<?x4xf32>
  // CHECK: return %[[O]]
  return %1 : tensor<?x4xf32>
}
