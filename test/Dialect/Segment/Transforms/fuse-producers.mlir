// segment-fuse: elementwise producers move into the body.

// RUN: segment-opt %s -split-input-file -segment-fuse | FileCheck %s

// The whole of it: an element, a value a row, a value a column, one for all, and a scalar.
// CHECK-LABEL: func @all
// CHECK-SAME: %[[KEYS:.*]]: tensor<?xi32>, %[[X:.*]]: tensor<?x64xf32>, %[[N:.*]]: tensor<?xf32>, %[[D:.*]]: tensor<64xf32>, %[[C:.*]]: tensor<f32>, %[[S:.*]]: f32, %[[P:.*]]: tensor<5x64xf32>
// CHECK-NOT: linalg.generic
// CHECK: segment.reduce_by_key kinds [max] sorted
// CHECK-NEXT: keys(%[[KEYS]] : tensor<?xi32>)
// CHECK-NEXT: ins(%[[N]] (n) : tensor<?xf32>, %[[X]] (n, d) : tensor<?x64xf32>, %[[D]] (d) : tensor<64xf32>, %[[C]] () : tensor<f32>)
// CHECK-NEXT: outs(%[[P]] : tensor<5x64xf32>) {
// CHECK-NEXT: ^bb0(%[[NE:.*]]: f32, %[[XE:.*]]: f32, %[[DE:.*]]: f32, %[[CE:.*]]: f32):
// CHECK-NEXT:   %[[M0:.*]] = arith.mulf %[[XE]], %[[NE]]
// CHECK-NEXT:   %[[M1:.*]] = arith.mulf %[[M0]], %[[DE]]
// CHECK-NEXT:   %[[M2:.*]] = arith.mulf %[[M1]], %[[CE]]
// CHECK-NEXT:   %[[M3:.*]] = arith.mulf %[[M2]], %[[S]]
// CHECK-NEXT:   %[[SUM:.*]] = arith.addf %[[M3]], %[[NE]]
// CHECK-NEXT:   segment.yield %[[SUM]] : f32
// CHECK-NEXT: } start {
// CHECK-NEXT: ^bb0(%[[OLD:.*]]: f32):
// CHECK-NEXT:   segment.yield %[[OLD]]
// CHECK-NEXT: } finish {
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32):
// CHECK-NEXT:   %[[NEG:.*]] = arith.negf %[[ACC]]
// CHECK-NEXT:   segment.yield %[[NEG]]
func.func @all(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %n: tensor<?xf32>, %d: tensor<64xf32>, %c: tensor<f32>, %s: f32, %p: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?x64xf32>
  %init = tensor.empty(%size) : tensor<?x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %n, %d, %c, %s : tensor<?x64xf32>, tensor<?xf32>, tensor<64xf32>, tensor<f32>, f32) outs(%init : tensor<?x64xf32>) {
  ^bb0(%xe: f32, %ne: f32, %de: f32, %ce: f32, %se: f32, %o: f32):
    %m0 = arith.mulf %xe, %ne : f32
    %m1 = arith.mulf %m0, %de : f32
    %m2 = arith.mulf %m1, %ce : f32
    %m3 = arith.mulf %m2, %se : f32
    linalg.yield %m3 : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [max] sorted keys(%keys : tensor<?xi32>)
      ins(%n (n) : tensor<?xf32>, %y (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %b, %a : f32
    segment.yield %sum : f32
  } start {
  ^bb0(%old: f32):
    segment.yield %old : f32
  } finish {
  ^bb0(%acc: f32):
    %neg = arith.negf %acc : f32
    segment.yield %neg : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// One after the other.
// CHECK-LABEL: func @chain
// CHECK-NOT: linalg.generic
// CHECK: segment.reduce_by_key
// CHECK: ins(%{{.*}} (n, d) : tensor<?x64xf32>)
// CHECK: arith.mulf
// CHECK-NEXT: arith.addf
func.func @chain(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%z (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// Operations with a name, and what their outs hold.
// CHECK-LABEL: func @named
// CHECK-NOT: linalg.map
// CHECK: segment.reduce_by_key
// CHECK: math.absf
func.func @named(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %y = linalg.map { math.absf } ins(%x : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>)
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// An operation that reads what its outs hold reads one more input.
// CHECK-LABEL: func @reads_outs
// CHECK-NOT: linalg.generic
// CHECK: ins(%[[X:.*]] (n, d) : tensor<?x64xf32>, %[[I:.*]] (n, d) : tensor<?x64xf32>)
// CHECK-NEXT: outs
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT: arith.mulf %[[A]], %[[B]]
func.func @reads_outs(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// Without columns.
// CHECK-LABEL: func @rows
// CHECK-NOT: linalg.generic
// CHECK: ins(%{{.*}} (n) : tensor<?xf32>)
func.func @rows(%keys: tensor<?xi32>, %x: tensor<?xf32>, %i: tensor<?xf32>, %p: tensor<5xf32>) -> tensor<5xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%i : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n) : tensor<?xf32>) outs(%p : tensor<5xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// A value a column.
// CHECK-LABEL: func @columns
// CHECK-NOT: linalg.generic
// CHECK: ins(%{{.*}} (n, d) : tensor<?x64xf32>, %{{.*}} (d) : tensor<64xf32>)
func.func @columns(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %d: tensor<64xf32>, %p: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%d : tensor<64xf32>) outs(%d : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%x (n, d) : tensor<?x64xf32>, %y (d) : tensor<64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32, %v: f32):
    %w = arith.mulf %e, %v : f32
    segment.yield %w : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// Read twice by one operation.
// CHECK-LABEL: func @twice
// CHECK-NOT: linalg.generic
// CHECK: ins(%{{.*}} (n, d) : tensor<?x64xf32>)
func.func @twice(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>, %y (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32, %v: f32):
    %w = arith.mulf %e, %v : f32
    segment.yield %w : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// Of two operations that become one.
// CHECK-LABEL: func @siblings
// CHECK-NOT: linalg.generic
// CHECK: segment.reduce_by_key kinds [add, max]
// CHECK-NEXT: keys
// CHECK-NEXT: ins(%{{.*}} (n, d) : tensor<?x64xf32>)
func.func @siblings(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [max] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Shapes are taken from before it, so that the reduction is the only use.
// CHECK-LABEL: func @shapes
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: tensor<?xi32>, %[[X:[a-z0-9]+]]: tensor<?x?xf32>
// CHECK-NOT: linalg.generic
// CHECK: segment.check_segments "x" {{.*}} data(%[[X]] : tensor<?x?xf32>)
// CHECK: tensor.dim %[[X]]
// CHECK: ins(%[[X]] (n, d) : tensor<?x?xf32>)
func.func @shapes(%keys: tensor<?xi32>, %x: tensor<?x?xf32>, %i: tensor<?x?xf32>, %n: i32) -> tensor<?x?xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%i : tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %rows, %s = segment.check_segments "x" ids(%keys : tensor<?xi32>) data(%y : tensor<?x?xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, -9223372036854775808>}
  %dim = tensor.dim %y, %c1 : tensor<?x?xf32>
  %p = tensor.empty(%s, %dim) : tensor<?x?xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) rows(%rows) ins(%y (n, d) : tensor<?x?xf32>) outs(%p : tensor<?x?xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Another use: it is computed anyway.
// CHECK-LABEL: func @other_use
// CHECK: linalg.generic
// CHECK: segment.reduce_by_key
func.func @other_use(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<?x64xf32>) {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %y : tensor<5x64xf32>, tensor<?x64xf32>
}

// -----

// The tensor that starts the fold is not read row by row.
// CHECK-LABEL: func @start
// CHECK: linalg.generic
// CHECK: segment.reduce_by_key
func.func @start(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %w: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<5x64xf32>) outs(%w : tensor<5x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<5x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%x (n, d) : tensor<?x64xf32>) outs(%y : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// A row may be gathered many times.
// CHECK-LABEL: func @gathered
// CHECK: linalg.generic
// CHECK: segment.reduce_by_key
func.func @gathered(%keys: tensor<?xi32>, %src: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y[%src : tensor<?xi32>] (g, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// Not elementwise: a reduction,
// CHECK-LABEL: func @reduction
// CHECK: linalg.generic
// CHECK: segment.reduce_by_key
func.func @reduction(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?xf32>, %p: tensor<5xf32>) -> tensor<5xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x64xf32>) outs(%i : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<?xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n) : tensor<?xf32>) outs(%p : tensor<5xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// a transposition,
// CHECK-LABEL: func @transposed
// CHECK: linalg.generic
// CHECK: segment.reduce_by_key
func.func @transposed(%keys: tensor<?xi32>, %x: tensor<64x?xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x?xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// the number of the row,
// CHECK-LABEL: func @index
// CHECK: linalg.generic
// CHECK: segment.reduce_by_key
func.func @index(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %k = linalg.index 0 : index
    %v = arith.index_cast %k : index to i32
    %m = arith.sitofp %v : i32 to f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// an element of a tensor,
// CHECK-LABEL: func @gathers
// CHECK: linalg.generic
// CHECK: segment.reduce_by_key
func.func @gathers(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>, %t: tensor<?xf32>) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %k = arith.constant 0 : index
    %m = tensor.extract %t[%k] : tensor<?xf32>
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// a broadcast that alone knows the number of rows.
// CHECK-LABEL: func @no_rows
// CHECK: linalg.generic
// CHECK: segment.reduce_by_key
func.func @no_rows(%keys: tensor<?xi32>, %d: tensor<64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0 : tensor<5x64xf32>
}

// -----

// Not out of where it is computed once.
// CHECK-LABEL: func @loop
// CHECK: linalg.generic
// CHECK: scf.for
// CHECK: segment.reduce_by_key
func.func @loop(%keys: tensor<?xi32>, %x: tensor<?x64xf32>, %i: tensor<?x64xf32>, %p: tensor<5x64xf32>, %lb: index, %ub: index) -> tensor<5x64xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%i : tensor<?x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  %r = scf.for %k = %lb to %ub step %ub iter_args(%acc = %p) -> tensor<5x64xf32> {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%y (n, d) : tensor<?x64xf32>) outs(%acc : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
    scf.yield %0 : tensor<5x64xf32>
  }
  return %r : tensor<5x64xf32>
}

// -----

// Of several dimensions, which the reduction has collapsed.
// CHECK-LABEL: func @collapsed
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: tensor<?xi32>, %[[X:[a-z0-9]+]]: tensor<2x?x4x8xf32>, %[[W:[a-z0-9]+]]: tensor<2x?xf32>
// CHECK-NOT: linalg.generic
// CHECK-DAG: %[[X2:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2, 3]]
// CHECK-DAG: %[[W2:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0, 1]]
// CHECK: ins(%[[X2]] (n, d) : tensor<?x32xf32>, %[[W2]] (n) : tensor<?xf32>)
func.func @collapsed(%keys: tensor<?xi32>, %x: tensor<2x?x4x8xf32>, %w: tensor<2x?xf32>, %i: tensor<2x?x4x8xf32>, %p: tensor<5x32xf32>) -> tensor<5x32xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %w : tensor<2x?x4x8xf32>, tensor<2x?xf32>) outs(%i : tensor<2x?x4x8xf32>) {
  ^bb0(%e: f32, %f: f32, %o: f32):
    %m = arith.mulf %e, %f : f32
    linalg.yield %m : f32
  } -> tensor<2x?x4x8xf32>
  %z = tensor.collapse_shape %y [[0, 1], [2, 3]] : tensor<2x?x4x8xf32> into tensor<?x32xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%z (n, d) : tensor<?x32xf32>) outs(%p : tensor<5x32xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x32xf32>
  return %0 : tensor<5x32xf32>
}

// -----

// A broadcast within what is collapsed: it stays.
// CHECK-LABEL: func @collapsed_broadcast
// CHECK: linalg.generic
// CHECK: tensor.collapse_shape
// CHECK: segment.reduce_by_key
func.func @collapsed_broadcast(%keys: tensor<?xi32>, %x: tensor<?x4x8xf32>, %w: tensor<4xf32>, %i: tensor<?x4x8xf32>, %p: tensor<5x32xf32>) -> tensor<5x32xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(b, c, d) -> (b, c, d)>, affine_map<(b, c, d) -> (c)>, affine_map<(b, c, d) -> (b, c, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %w : tensor<?x4x8xf32>, tensor<4xf32>) outs(%i : tensor<?x4x8xf32>) {
  ^bb0(%e: f32, %f: f32, %o: f32):
    %m = arith.mulf %e, %f : f32
    linalg.yield %m : f32
  } -> tensor<?x4x8xf32>
  %z = tensor.collapse_shape %y [[0], [1, 2]] : tensor<?x4x8xf32> into tensor<?x32xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%z (n, d) : tensor<?x32xf32>) outs(%p : tensor<5x32xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x32xf32>
  return %0 : tensor<5x32xf32>
}

// -----

// Collapsed for something else, too.
// CHECK-LABEL: func @collapsed_other_use
// CHECK: linalg.generic
// CHECK: segment.reduce_by_key
func.func @collapsed_other_use(%keys: tensor<?xi32>, %x: tensor<?x4x8xf32>, %i: tensor<?x4x8xf32>, %p: tensor<5x32xf32>) -> (tensor<5x32xf32>, tensor<?x32xf32>) {
  %y = linalg.generic {indexing_maps = [affine_map<(b, c, d) -> (b, c, d)>, affine_map<(b, c, d) -> (b, c, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<?x4x8xf32>) outs(%i : tensor<?x4x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %m = arith.mulf %e, %e : f32
    linalg.yield %m : f32
  } -> tensor<?x4x8xf32>
  %z = tensor.collapse_shape %y [[0], [1, 2]] : tensor<?x4x8xf32> into tensor<?x32xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%z (n, d) : tensor<?x32xf32>) outs(%p : tensor<5x32xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x32xf32>
  return %0, %z : tensor<5x32xf32>, tensor<?x32xf32>
}
