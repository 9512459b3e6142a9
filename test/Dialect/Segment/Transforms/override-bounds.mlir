// One policy for all surface operations, whatever the module says.

// RUN: segment-opt %s -segment-override-bounds=bounds=drop | FileCheck %s -check-prefix=DROP
// RUN: segment-opt %s -segment-override-bounds=bounds=assume | FileCheck %s -check-prefix=ASSUME
// RUN: segment-opt %s -segment-override-bounds=bounds=error | FileCheck %s -check-prefix=ERROR
// RUN: segment-opt %s -segment-override-bounds | FileCheck %s -check-prefix=ERROR

// DROP-COUNT-5: bounds<drop>
// ASSUME-COUNT-5: bounds<assume>
// ERROR-NOT: bounds<
// Checks of the lower level were told before.
// DROP: segment.check_scatter "x" bounds<assume>
// ERROR: segment.check_scatter "x" bounds<assume>
// ERROR-NOT: bounds<
func.func @f(%d: tensor<?xf32>, %i: tensor<?xi32>, %n: i32, %x: tensor<4xf32>, %j: tensor<?x1xi32>, %c: i1) -> (tensor<?xf32>, index) {
  %0 = segment.segment_min %d, %i : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
  %1 = segment.unsorted_segment_min %d, %i, %n bounds<drop> : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
  // Nested ones, too.
  %2 = scf.if %c -> tensor<?xf32> {
    %3 = segment.segment_sum_v2 %d, %i, %n bounds<assume> : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  } else {
    scf.yield %1 : tensor<?xf32>
  }
  %4 = segment.scatter_add %x, %j, %d : (tensor<4xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<4xf32>
  %6 = segment.gather_segment_max %d, %i, %i, %n : (tensor<?xf32>, tensor<?xi32>, tensor<?xi32>, i32) -> tensor<?xf32>
  %5 = segment.check_scatter "x" bounds<assume> input(%x : tensor<4xf32>) indices(%j : tensor<?x1xi32>) updates(%d : tensor<?xf32>)
  return %2, %5 : tensor<?xf32>, index
}
