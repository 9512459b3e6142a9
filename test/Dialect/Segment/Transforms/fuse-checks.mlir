// segment-fuse: a check that an equal one comes before says nothing new.

// RUN: segment-opt %s -split-input-file -segment-fuse | FileCheck %s

// Equal but for the name.
// CHECK-LABEL: func @segments
// CHECK: %[[R:.*]], %[[S:.*]] = segment.check_segments "segment.unsorted_segment_sum"
// CHECK-NOT: segment.check_segments
// CHECK: return %[[R]], %[[S]], %[[R]], %[[S]]
func.func @segments(%i: tensor<?xi32>, %d: tensor<?xf32>, %n: i32) -> (index, index, index, index) {
  %r0, %s0 = segment.check_segments "segment.unsorted_segment_sum" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  %r1, %s1 = segment.check_segments "segment.unsorted_segment_min" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  return %r0, %s0, %r1, %s1 : index, index, index, index
}

// -----

// One after the other: the second kind of check becomes equal when the first has.
// CHECK-LABEL: func @gather
// CHECK-COUNT-1: segment.check_segments
// CHECK: %[[R:.*]] = segment.check_gather "a"
// CHECK-NOT: segment.check
// CHECK: return %[[R]], %[[R]]
func.func @gather(%i: tensor<?xi32>, %s: tensor<?xi32>, %d: tensor<?xf32>, %n: i32, %m: index) -> (index, index) {
  %r0, %s0 = segment.check_segments "a" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) sources(%s : tensor<?xi32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  %g0 = segment.check_gather "a" sources(%s : tensor<?xi32>) keys(%i : tensor<?xi32>) rows(%r0) segments(%s0) extent(%m)
  %r1, %s1 = segment.check_segments "b" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) sources(%s : tensor<?xi32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  %g1 = segment.check_gather "b" sources(%s : tensor<?xi32>) keys(%i : tensor<?xi32>) rows(%r1) segments(%s1) extent(%m)
  return %g0, %g1 : index, index
}

// -----

// CHECK-LABEL: func @scatter
// CHECK-COUNT-1: segment.check_scatter
// CHECK-NOT: segment.check_scatter
// CHECK: return
func.func @scatter(%x: tensor<?xf32>, %i: tensor<?x1xi32>, %u: tensor<?xf32>) -> (index, index) {
  %0 = segment.check_scatter "a" input(%x : tensor<?xf32>) indices(%i : tensor<?x1xi32>) updates(%u : tensor<?xf32>)
  %1 = segment.check_scatter "b" input(%x : tensor<?xf32>) indices(%i : tensor<?x1xi32>) updates(%u : tensor<?xf32>)
  return %0, %1 : index, index
}

// -----

// Another question each: the policy, the data, the promised result.
// CHECK-LABEL: func @different
// CHECK-COUNT-4: segment.check_segments
func.func @different(%i: tensor<?xi32>, %d: tensor<?xf32>, %e: tensor<?xf32>, %n: i32) -> (index, index, index, index) {
  %r0, %s0 = segment.check_segments "a" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  %r1, %s1 = segment.check_segments "a" bounds<drop> ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  %r2, %s2 = segment.check_segments "a" ids(%i : tensor<?xi32>) data(%e : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  %r3, %s3 = segment.check_segments "a" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 4>}
  return %r0, %r1, %r2, %r3 : index, index, index, index
}

// -----

// What a buffer holds may change in between.
// CHECK-LABEL: func @buffers
// CHECK-COUNT-2: segment.check_segments
func.func @buffers(%i: memref<?xi32>, %d: memref<?xf32>, %n: i32) -> (index, index) {
  %r0, %s0 = segment.check_segments "a" ids(%i : memref<?xi32>) data(%d : memref<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  %r1, %s1 = segment.check_segments "a" ids(%i : memref<?xi32>) data(%d : memref<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  return %r0, %r1 : index, index
}

// -----

// In other blocks: the first may not have been reached.
// CHECK-LABEL: func @blocks
// CHECK-COUNT-2: segment.check_segments
func.func @blocks(%i: tensor<?xi32>, %d: tensor<?xf32>, %n: i32, %c: i1) -> index {
  %0 = scf.if %c -> index {
    %r0, %s0 = segment.check_segments "a" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
    scf.yield %r0 : index
  } else {
    %r1, %s1 = segment.check_segments "a" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
    scf.yield %r1 : index
  }
  return %0 : index
}
