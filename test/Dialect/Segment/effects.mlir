// Effects (clause 4.16): what can fail is not moved to where it might not have been
// executed; but it has no memory effect, so equal operations are merged, and one
// whose result nobody uses may vanish together with its error.

// RUN: segment-opt %s -loop-invariant-code-motion | FileCheck %s -check-prefix=HOIST
// RUN: segment-opt %s -cse | FileCheck %s -check-prefix=CSE
// RUN: segment-opt %s -canonicalize | FileCheck %s -check-prefix=DCE

func.func private @use32(tensor<3x2xf32>)
func.func private @use42(tensor<4x2xf32>)
func.func private @used2(tensor<?x2xf32>)
func.func private @usedd(tensor<?x?xf32>)
func.func private @used4(tensor<?x4611686018427387904xf32>)

//===----------------------------------------------------------------------===//
// Merged and erased, though they can fail
//===----------------------------------------------------------------------===//

// CSE-LABEL: func @merged
func.func @merged(%d: tensor<?x2xf32>, %i: tensor<?xi32>, %n: i32, %x: tensor<?x2xf32>, %j: tensor<?x1xi32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  // CSE: %[[A:.*]] = segment.segment_sum_v2
  // CSE-NEXT: %[[B:.*]] = segment.scatter_add
  // CSE-NEXT: return %[[A]], %[[A]], %[[B]], %[[B]]
  %0 = segment.segment_sum_v2 %d, %i, %n : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
  %1 = segment.segment_sum_v2 %d, %i, %n : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
  %2 = segment.scatter_add %x, %j, %d : (tensor<?x2xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %3 = segment.scatter_add %x, %j, %d : (tensor<?x2xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0, %1, %2, %3 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}

// CSE-LABEL: func @gathers_merged
func.func @gathers_merged(%x: tensor<?x2xf32>, %i: tensor<?xi32>, %n: i32, %w: tensor<?xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  // CSE: %[[A:.*]] = segment.gather_segment_sum
  // CSE-NEXT: %[[B:.*]] = segment.gather_segment_sum
  // CSE-NEXT: return %[[A]], %[[B]], %[[A]]
  %0 = segment.gather_segment_sum %x, %i, %i, %n : (tensor<?x2xf32>, tensor<?xi32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
  %1 = segment.gather_segment_sum %x, %i, %i, %n weights(%w) : (tensor<?x2xf32>, tensor<?xi32>, tensor<?xi32>, i32, tensor<?xf32>) -> tensor<?x2xf32>
  %2 = segment.gather_segment_sum %x, %i, %i, %n : (tensor<?x2xf32>, tensor<?xi32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
  return %0, %1, %2 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}

// Policies make a difference.
// CSE-LABEL: func @not_merged
func.func @not_merged(%d: tensor<?x2xf32>, %i: tensor<?xi32>, %n: i32) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  // CSE: segment.segment_sum_v2
  // CSE: segment.segment_sum_v2
  %0 = segment.segment_sum_v2 %d, %i, %n : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
  %1 = segment.segment_sum_v2 %d, %i, %n bounds<drop> : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
  return %0, %1 : tensor<?x2xf32>, tensor<?x2xf32>
}

// DCE-LABEL: func @unused
func.func @unused(%d: tensor<?x2xf32>, %i: tensor<?xi32>, %n: i32, %x: tensor<?x2xf32>, %j: tensor<?x1xi32>) {
  // DCE-NEXT: return
  %0 = segment.segment_sum %d, %i : (tensor<?x2xf32>, tensor<?xi32>) -> tensor<?x2xf32>
  %1 = segment.unsorted_segment_min %d, %i, %n : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
  %2 = segment.scatter_add %x, %j, %d : (tensor<?x2xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %3 = segment.gather_segment_sum %d, %i, %i, %n : (tensor<?x2xf32>, tensor<?xi32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
  return
}

// The checks of the lower level record a failure: they stay, each for itself.
// CSE-LABEL: func @checks_not_merged
func.func @checks_not_merged(%i: tensor<?xi32>, %d: tensor<?xf32>, %n: i32) -> (index, index) {
  // CSE: segment.check_segments
  // CSE: segment.check_segments
  %r0, %s0 = segment.check_segments "x" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  %r1, %s1 = segment.check_segments "x" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  return %r0, %s1 : index, index
}

// DCE-LABEL: func @checks_unused
func.func @checks_unused(%i: tensor<?xi32>, %d: tensor<?xf32>, %n: i32, %x: tensor<?xf32>, %j: tensor<?x1xi32>, %k: index) {
  // DCE-NEXT: segment.check_segments
  // DCE-NEXT: segment.check_scatter
  // DCE-NEXT: segment.check_gather
  // DCE-NEXT: return
  %r, %s = segment.check_segments "x" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  %0 = segment.check_scatter "x" input(%x : tensor<?xf32>) indices(%j : tensor<?x1xi32>) updates(%d : tensor<?xf32>)
  %1 = segment.check_gather "x" sources(%i : tensor<?xi32>) keys(%i : tensor<?xi32>) rows(%k) segments(%k) extent(%k)
  return
}

// A report is never erased, and what the core operation writes neither.
// DCE-LABEL: func @effects
func.func @effects(%n: i64, %keys: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32>, %tkeys: tensor<?xi32>, %tx: tensor<?xf32>, %tout: tensor<?xf32>) {
  // DCE-NEXT: segment.report
  segment.report size "{0}" (%n : i64)
  // DCE-NEXT: segment.reduce_by_key
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>) ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  // DCE-NOT: segment.reduce_by_key
  // DCE: return
  %0 = segment.reduce_by_key kinds [add] keys(%tkeys : tensor<?xi32>) ins(%tx (n) : tensor<?xf32>) outs(%tout : tensor<?xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<?xf32>
  return
}

//===----------------------------------------------------------------------===//
// Hoisted from a loop that may not run, if they cannot fail
//===----------------------------------------------------------------------===//

// Under bounds<drop> with all shapes known nothing can fail.
// HOIST-LABEL: func @drop
func.func @drop(%lb: index, %ub: index, %step: index, %d: tensor<4x2xf32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: segment.unsorted_segment_sum
  // HOIST: scf.for
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %c3 bounds<drop> : (tensor<4x2xf32>, tensor<4xi32>, i32) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// The same for sorted ids.
// HOIST-LABEL: func @drop_sorted
func.func @drop_sorted(%lb: index, %ub: index, %step: index, %d: tensor<4x2xf32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: segment.segment_min_v2
  // HOIST: scf.for
  scf.for %k = %lb to %ub step %step {
    %0 = segment.segment_min_v2 %d, %i, %c3 bounds<drop> : (tensor<4x2xf32>, tensor<4xi32>, i32) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// Under bounds<assume> neither.
// HOIST-LABEL: func @assume
func.func @assume(%lb: index, %ub: index, %step: index, %d: tensor<4x2xf32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: segment.unsorted_segment_sum
  // HOIST: scf.for
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %c3 bounds<assume> : (tensor<4x2xf32>, tensor<4xi32>, i32) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// A dynamic result dimension promises nothing.
// HOIST-LABEL: func @dynamic_result
func.func @dynamic_result(%lb: index, %ub: index, %step: index, %d: tensor<4x2xf32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: segment.unsorted_segment_sum
  // HOIST: scf.for
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %c3 bounds<drop> : (tensor<4x2xf32>, tensor<4xi32>, i32) -> tensor<?x2xf32>
    func.call @used2(%0) : (tensor<?x2xf32>) -> ()
  }
  return
}

// A bad id is an error.
// HOIST-LABEL: func @error
func.func @error(%lb: index, %ub: index, %step: index, %d: tensor<4x2xf32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.unsorted_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %c3 : (tensor<4x2xf32>, tensor<4xi32>, i32) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// 4.10: the number of ids may not be that of rows.
// HOIST-LABEL: func @ids_may_disagree
func.func @ids_may_disagree(%lb: index, %ub: index, %step: index, %d: tensor<4x2xf32>, %i: tensor<?xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.unsorted_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %c3 bounds<drop> : (tensor<4x2xf32>, tensor<?xi32>, i32) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// 4.10: even if neither is known.
// HOIST-LABEL: func @rows_may_disagree
func.func @rows_may_disagree(%lb: index, %ub: index, %step: index, %d: tensor<?x2xf32>, %i: tensor<?xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.unsorted_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %c3 bounds<drop> : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// 4.8: num_segments may be negative.
// HOIST-LABEL: func @num_segments_unknown
func.func @num_segments_unknown(%lb: index, %ub: index, %step: index, %d: tensor<4x2xf32>, %i: tensor<4xi32>, %n: i32) {
  // HOIST: scf.for
  // HOIST: segment.unsorted_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %n bounds<drop> : (tensor<4x2xf32>, tensor<4xi32>, i32) -> tensor<?x2xf32>
    func.call @used2(%0) : (tensor<?x2xf32>) -> ()
  }
  return
}

// 4.8: num_segments is negative.
// HOIST-LABEL: func @num_segments_negative
func.func @num_segments_negative(%lb: index, %ub: index, %step: index, %d: tensor<4x2xf32>, %i: tensor<4xi32>) {
  %cm1 = arith.constant -1 : i32
  // HOIST: scf.for
  // HOIST: segment.unsorted_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %cm1 bounds<drop> : (tensor<4x2xf32>, tensor<4xi32>, i32) -> tensor<?x2xf32>
    func.call @used2(%0) : (tensor<?x2xf32>) -> ()
  }
  return
}

// 4.10: a static result dimension is wrong.
// HOIST-LABEL: func @result_disagrees
func.func @result_disagrees(%lb: index, %ub: index, %step: index, %d: tensor<4x2xf32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.unsorted_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %c3 bounds<drop> : (tensor<4x2xf32>, tensor<4xi32>, i32) -> tensor<4x2xf32>
    func.call @use42(%0) : (tensor<4x2xf32>) -> ()
  }
  return
}

// 4.10: a row of the data may not be that of the result; 4.9: its size.
// HOIST-LABEL: func @row_may_disagree
func.func @row_may_disagree(%lb: index, %ub: index, %step: index, %d: tensor<4x?xf32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.unsorted_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %c3 bounds<drop> : (tensor<4x?xf32>, tensor<4xi32>, i32) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// 4.9: the size of the result may overflow.
// HOIST-LABEL: func @size_unknown
func.func @size_unknown(%lb: index, %ub: index, %step: index, %d: tensor<4x?xf32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.unsorted_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %c3 bounds<drop> : (tensor<4x?xf32>, tensor<4xi32>, i32) -> tensor<?x?xf32>
    func.call @usedd(%0) : (tensor<?x?xf32>) -> ()
  }
  return
}

// 4.9: the size of the result overflows.
// HOIST-LABEL: func @size_overflows
func.func @size_overflows(%lb: index, %ub: index, %step: index, %d: tensor<4x4611686018427387904xf32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.unsorted_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.unsorted_segment_sum %d, %i, %c3 bounds<drop> : (tensor<4x4611686018427387904xf32>, tensor<4xi32>, i32) -> tensor<?x4611686018427387904xf32>
    func.call @used4(%0) : (tensor<?x4611686018427387904xf32>) -> ()
  }
  return
}

// The first form never: its size depends on the ids.
// HOIST-LABEL: func @first_form
func.func @first_form(%lb: index, %ub: index, %step: index, %d: tensor<4x2xf32>, %i: tensor<4xi32>) {
  // HOIST: scf.for
  // HOIST: segment.segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.segment_sum %d, %i bounds<drop> : (tensor<4x2xf32>, tensor<4xi32>) -> tensor<?x2xf32>
    func.call @used2(%0) : (tensor<?x2xf32>) -> ()
  }
  return
}

// Gathered, under bounds<drop>: row numbers that are out of range are left out.
// HOIST-LABEL: func @gather_drop
func.func @gather_drop(%lb: index, %ub: index, %step: index, %x: tensor<9x2xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: segment.gather_segment_sum
  // HOIST: scf.for
  scf.for %k = %lb to %ub step %step {
    %0 = segment.gather_segment_sum %x, %s, %i, %c3 bounds<drop> : (tensor<9x2xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// Gathered: under bounds<error> they are errors.
// HOIST-LABEL: func @gather_error
func.func @gather_error(%lb: index, %ub: index, %step: index, %x: tensor<9x2xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.gather_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.gather_segment_sum %x, %s, %i, %c3 : (tensor<9x2xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// 4.10: the number of row numbers may not be that of ids.
// HOIST-LABEL: func @gather_src_unknown
func.func @gather_src_unknown(%lb: index, %ub: index, %step: index, %x: tensor<9x2xf32>, %s: tensor<?xi32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.gather_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.gather_segment_sum %x, %s, %i, %c3 bounds<drop> : (tensor<9x2xf32>, tensor<?xi32>, tensor<4xi32>, i32) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// 4.10: nor that of weights.
// HOIST-LABEL: func @gather_weights_unknown
func.func @gather_weights_unknown(%lb: index, %ub: index, %step: index, %x: tensor<9x2xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %w: tensor<?xf32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.gather_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.gather_segment_sum %x, %s, %i, %c3 weights(%w) bounds<drop> : (tensor<9x2xf32>, tensor<4xi32>, tensor<4xi32>, i32, tensor<?xf32>) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// Weights that are known to be enough change nothing, nor how many rows there are.
// HOIST-LABEL: func @gather_weights
func.func @gather_weights(%lb: index, %ub: index, %step: index, %x: tensor<?x2xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %w: tensor<4xf32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: segment.gather_segment_sum
  // HOIST: scf.for
  scf.for %k = %lb to %ub step %step {
    %0 = segment.gather_segment_sum %x, %s, %i, %c3 weights(%w) bounds<drop> : (tensor<?x2xf32>, tensor<4xi32>, tensor<4xi32>, i32, tensor<4xf32>) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// 4.8: num_segments may be negative.
// HOIST-LABEL: func @gather_count_unknown
func.func @gather_count_unknown(%lb: index, %ub: index, %step: index, %x: tensor<9x2xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.gather_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.gather_segment_sum %x, %s, %i, %n bounds<drop> : (tensor<9x2xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?x2xf32>
    func.call @used2(%0) : (tensor<?x2xf32>) -> ()
  }
  return
}

// 4.10: a static result dimension is wrong.
// HOIST-LABEL: func @gather_result_disagrees
func.func @gather_result_disagrees(%lb: index, %ub: index, %step: index, %x: tensor<9x2xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.gather_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.gather_segment_sum %x, %s, %i, %c3 bounds<drop> : (tensor<9x2xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<4x2xf32>
    func.call @use42(%0) : (tensor<4x2xf32>) -> ()
  }
  return
}

// 4.9: the size of the result may overflow.
// HOIST-LABEL: func @gather_size_unknown
func.func @gather_size_unknown(%lb: index, %ub: index, %step: index, %x: tensor<9x?xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>) {
  %c3 = arith.constant 3 : i32
  // HOIST: scf.for
  // HOIST: segment.gather_segment_sum
  scf.for %k = %lb to %ub step %step {
    %0 = segment.gather_segment_sum %x, %s, %i, %c3 bounds<drop> : (tensor<9x?xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?x?xf32>
    func.call @usedd(%0) : (tensor<?x?xf32>) -> ()
  }
  return
}

// Under bounds<drop> with all shapes known nothing can fail.
// HOIST-LABEL: func @scatter_drop
func.func @scatter_drop(%lb: index, %ub: index, %step: index, %x: tensor<3x2xf32>, %i: tensor<4x1xi32>, %u: tensor<4x2xf32>) {
  // HOIST: segment.scatter_add
  // HOIST: scf.for
  scf.for %k = %lb to %ub step %step {
    %0 = segment.scatter_add %x, %i, %u bounds<drop> : (tensor<3x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// Under bounds<assume> neither.
// HOIST-LABEL: func @scatter_assume
func.func @scatter_assume(%lb: index, %ub: index, %step: index, %x: tensor<3x2xf32>, %i: tensor<4x1xi32>, %u: tensor<4x2xf32>) {
  // HOIST: segment.scatter_add
  // HOIST: scf.for
  scf.for %k = %lb to %ub step %step {
    %0 = segment.scatter_add %x, %i, %u bounds<assume> : (tensor<3x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// How many slices there are is not checked.
// HOIST-LABEL: func @scatter_dynamic_input
func.func @scatter_dynamic_input(%lb: index, %ub: index, %step: index, %x: tensor<?x2xf32>, %i: tensor<4x1xi32>, %u: tensor<4x2xf32>) {
  // HOIST: segment.scatter_add
  // HOIST: scf.for
  scf.for %k = %lb to %ub step %step {
    %0 = segment.scatter_add %x, %i, %u bounds<drop> : (tensor<?x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<?x2xf32>
    func.call @used2(%0) : (tensor<?x2xf32>) -> ()
  }
  return
}

// A bad index is an error.
// HOIST-LABEL: func @scatter_error
func.func @scatter_error(%lb: index, %ub: index, %step: index, %x: tensor<3x2xf32>, %i: tensor<4x1xi32>, %u: tensor<4x2xf32>) {
  // HOIST: scf.for
  // HOIST: segment.scatter_add
  scf.for %k = %lb to %ub step %step {
    %0 = segment.scatter_add %x, %i, %u : (tensor<3x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// 4.10: the number of updates may not be that of index rows.
// HOIST-LABEL: func @scatter_updates_may_disagree
func.func @scatter_updates_may_disagree(%lb: index, %ub: index, %step: index, %x: tensor<3x2xf32>, %i: tensor<4x1xi32>, %u: tensor<?x2xf32>) {
  // HOIST: scf.for
  // HOIST: segment.scatter_add
  scf.for %k = %lb to %ub step %step {
    %0 = segment.scatter_add %x, %i, %u bounds<drop> : (tensor<3x2xf32>, tensor<4x1xi32>, tensor<?x2xf32>) -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// 4.10: a slice may not be that of the updates.
// HOIST-LABEL: func @scatter_slice_may_disagree
func.func @scatter_slice_may_disagree(%lb: index, %ub: index, %step: index, %x: tensor<?x?xf32>, %i: tensor<4x1xi32>, %u: tensor<4x2xf32>) {
  // HOIST: scf.for
  // HOIST: segment.scatter_add
  scf.for %k = %lb to %ub step %step {
    %0 = segment.scatter_add %x, %i, %u bounds<drop> : (tensor<?x?xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<?x?xf32>
    func.call @usedd(%0) : (tensor<?x?xf32>) -> ()
  }
  return
}

// The core operation leaves bad keys out; nothing can fail.
// HOIST-LABEL: func @core
func.func @core(%lb: index, %ub: index, %step: index, %keys: tensor<4xi32>, %x: tensor<4x2xf32>, %out: tensor<3x2xf32>) {
  // HOIST: segment.reduce_by_key
  // HOIST: scf.for
  scf.for %k = %lb to %ub step %step {
    %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<4xi32>) ins(%x (n, d) : tensor<4x2xf32>) outs(%out : tensor<3x2xf32>) {
    ^bb0(%a: f32):
      segment.yield %a : f32
    } -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// A promise about the keys may hold in the loop only.
// HOIST-LABEL: func @core_in_bounds
func.func @core_in_bounds(%lb: index, %ub: index, %step: index, %keys: tensor<4xi32>, %x: tensor<4x2xf32>, %out: tensor<3x2xf32>) {
  // HOIST: scf.for
  // HOIST: segment.reduce_by_key
  scf.for %k = %lb to %ub step %step {
    %0 = segment.reduce_by_key kinds [add] in_bounds keys(%keys : tensor<4xi32>) ins(%x (n, d) : tensor<4x2xf32>) outs(%out : tensor<3x2xf32>) {
    ^bb0(%a: f32):
      segment.yield %a : f32
    } -> tensor<3x2xf32>
    func.call @use32(%0) : (tensor<3x2xf32>) -> ()
  }
  return
}

// A check may report.
// HOIST-LABEL: func @check
func.func @check(%lb: index, %ub: index, %step: index, %i: tensor<?xi32>, %d: tensor<?xf32>, %n: i32, %m: memref<?xindex>) {
  // HOIST: scf.for
  // HOIST: segment.check_segments
  scf.for %k = %lb to %ub step %step {
    %r0, %s0 = segment.check_segments "x" ids(%i : tensor<?xi32>) data(%d : tensor<?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
    memref.store %r0, %m[%k] : memref<?xindex>
  }
  return
}
