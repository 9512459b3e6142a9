// segment-fuse: reductions over the same keys become one walk.

// RUN: segment-opt %s -split-input-file -segment-fuse | FileCheck %s
// RUN: segment-opt %s -split-input-file -segment-fuse -verify-roundtrip | FileCheck %s
// RUN: segment-opt %s -split-input-file -segment-fuse=max-accumulators=2 | FileCheck %s -check-prefix=TWO

// The whole of it: a sum, a minimum over ordered integers with start and finish, and a mean,
// whose sum is the first one. The input is read once.
// CHECK-LABEL: func @sum_min_mean
// CHECK-SAME: %[[KEYS:.*]]: tensor<?xi32>, %[[ROWS:.*]]: index, %[[X:.*]]: tensor<?x64xf32>, %[[S:.*]]: index
// CHECK: %[[ALL:.*]]:3 = segment.reduce_by_key kinds [add, min, add]
// CHECK-NEXT: keys(%[[KEYS]] : tensor<?xi32>) rows(%[[ROWS]])
// CHECK-NEXT: ins(%[[X]] (n, d) : tensor<?x64xf32>)
// CHECK-NEXT: outs(%{{.*}} : tensor<?x64xf32>, %{{.*}} : tensor<?x64xf32>, %{{.*}} : tensor<?x64xf32>) attributes {row_accumulators = array<i64: 2>} {
// CHECK-NEXT: ^bb0(%[[E:.*]]: f32):
// CHECK-NEXT:   %[[BITS:.*]] = arith.bitcast %[[E]] : f32 to i32
// CHECK-NEXT:   segment.yield %[[E]], %[[BITS]], %{{.*}} : f32, i32, i64
// CHECK-NEXT: } start {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT:   segment.yield %[[ZERO:.*]], %{{.*}}, %{{.*}} : f32, i32, i64
// CHECK-NEXT: } finish {
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[MIN:.*]]: i32, %[[COUNT:.*]]: i64):
// CHECK-NEXT:   %[[F:.*]] = arith.bitcast %[[MIN]] : i32 to f32
// CHECK-NEXT:   %[[N:.*]] = arith.sitofp %[[COUNT]] : i64 to f32
// CHECK-NEXT:   %[[MEAN:.*]] = arith.divf %[[SUM]], %[[N]] : f32
// CHECK-NEXT:   segment.yield %[[SUM]], %[[F]], %[[MEAN]] : f32, f32, f32
// CHECK-NEXT: } -> tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>
// CHECK-NOT: segment.reduce_by_key
// CHECK: return %[[ALL]]#0, %[[ALL]]#1, %[[ALL]]#2
// At most two: the mean finds its sum here, but not the place of a count.
// TWO-LABEL: func @sum_min_mean
// TWO: segment.reduce_by_key kinds [add, min]
// TWO: segment.reduce_by_key kinds [add, add]
func.func @sum_min_mean(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %s: index) -> (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %largest = arith.constant 2147483647 : i32
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %e0 = tensor.empty(%s) : tensor<?x64xf32>
  %sum = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%e0 : tensor<?x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } start {
  ^bb0(%o: f32):
    segment.yield %zero : f32
  } -> tensor<?x64xf32>
  %e1 = tensor.empty(%s) : tensor<?x64xf32>
  %min = segment.reduce_by_key kinds [min] keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%e1 : tensor<?x64xf32>) {
  ^bb0(%e: f32):
    %b = arith.bitcast %e : f32 to i32
    segment.yield %b : i32
  } start {
  ^bb0(%o: f32):
    segment.yield %largest : i32
  } finish {
  ^bb0(%a: i32):
    %f = arith.bitcast %a : i32 to f32
    segment.yield %f : f32
  } -> tensor<?x64xf32>
  %e2 = tensor.empty(%s) : tensor<?x64xf32>
  %mean = segment.reduce_by_key kinds [add, add] keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%e2 : tensor<?x64xf32>) attributes {row_accumulators = array<i64: 1>} {
  ^bb0(%e: f32):
    segment.yield %e, %one : f32, i64
  } start {
  ^bb0(%o: f32):
    segment.yield %zero, %none : f32, i64
  } finish {
  ^bb0(%a: f32, %c: i64):
    %n = arith.sitofp %c : i64 to f32
    %m = arith.divf %a, %n : f32
    segment.yield %m : f32
  } -> tensor<?x64xf32>
  return %sum, %min, %mean : tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>
}

// -----

// Into tensors that hold something: neither start nor finish.
// CHECK-LABEL: func @in_place
// CHECK: %[[R:.*]]:2 = segment.reduce_by_key kinds [add, max] sorted unsigned_keys
// CHECK: ins(%[[X:.*]] (n, d) : tensor<7x64xf32>, %[[Y:.*]] (n, d) : tensor<7x64xf32>)
// CHECK-NEXT: outs(%[[P:.*]] : tensor<5x64xf32>, %[[Q:.*]] : tensor<5x64xf32>) {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[B]]
// CHECK-NEXT: segment.yield %[[A]], %[[N]] : f32, f32
// CHECK-NEXT: } -> tensor<5x64xf32>, tensor<5x64xf32>
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
func.func @in_place(%keys: tensor<7xi32>, %x: tensor<7x64xf32>, %y: tensor<7x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add] sorted unsigned_keys keys(%keys : tensor<7xi32>)
      ins(%x (n, d) : tensor<7x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [max] sorted unsigned_keys keys(%keys : tensor<7xi32>)
      ins(%y (n, d) : tensor<7x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    %n = arith.negf %e : f32
    segment.yield %n : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Equal starts, values and kinds: one accumulator, of which both results are made.
// CHECK-LABEL: func @equal
// CHECK: segment.reduce_by_key kinds [add]
// CHECK: finish
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
// CHECK-NEXT: segment.yield %[[A]], %[[A]]
// CHECK-NOT: segment.reduce_by_key
// CHECK: return
func.func @equal(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// A value a row beside columns.
// CHECK-LABEL: func @columns_and_none
// CHECK: segment.reduce_by_key kinds [add]
// CHECK: segment.reduce_by_key kinds [add]
// CHECK: return
func.func @columns_and_none(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5xi32>, %one: i32) -> (tensor<5x64xf32>, tensor<5xi32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) rows(%rows)
      outs(%q : tensor<5xi32>) {
    segment.yield %one : i32
  } -> tensor<5xi32>
  return %0, %1 : tensor<5x64xf32>, tensor<5xi32>
}

// -----

// Other keys.
// CHECK-LABEL: func @keys
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @keys(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>, %other: tensor<?xi32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%other : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Another number of rows.
// CHECK-LABEL: func @rows
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @rows(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>, %other: index) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%other)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// All rows beside some.
// CHECK-LABEL: func @all_rows
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @all_rows(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) 
      ins(%x (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Other promises: sorted keys,
// CHECK-LABEL: func @sorted
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @sorted(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add] sorted keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// unique ones,
// CHECK-LABEL: func @unique
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @unique(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add] unique keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// ones that are in range,
// CHECK-LABEL: func @in_bounds
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @in_bounds(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add] in_bounds keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// unsigned ones.
// CHECK-LABEL: func @unsigned
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @unsigned(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add] unsigned_keys keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Float sums of 16 bits fold row by row in sorted keys, those of 32 bits by runs.
// CHECK-LABEL: func @order
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @order(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>, %y: tensor<?x64xf16>, %h: tensor<5x64xf16>) -> (tensor<5x64xf32>, tensor<5x64xf16>) {
  %0 = segment.reduce_by_key kinds [add] sorted keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add] sorted keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%y (n, d) : tensor<?x64xf16>) outs(%h : tensor<5x64xf16>) {
  ^bb0(%e: f16):
    segment.yield %e : f16
  } -> tensor<5x64xf16>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf16>
}

// -----

// What was planned by hand.
// CHECK-LABEL: func @planned
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @planned(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) attributes {plan = #segment.plan<schedule = plain>} {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// What others have put something on.
// CHECK-LABEL: func @attributes
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @attributes(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) attributes {note} {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Numbers of rows that may differ: the fewer are folded.
// CHECK-LABEL: func @rows_unknown
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @rows_unknown(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>, %y: tensor<?x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%y (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// The second reads what the first made.
// CHECK-LABEL: func @dependent
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @dependent(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%0 (n, d) : tensor<5x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// The second starts from it.
// CHECK-LABEL: func @start_dependent
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @start_dependent(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%0 : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// What uses the first result may come before the second operation: it moves up, with what it needs.
// CHECK-LABEL: func @used_between
// CHECK: tensor.empty
// CHECK-COUNT-1: segment.reduce_by_key
// CHECK-NOT: segment.reduce_by_key
// CHECK: arith.addf
// CHECK: return
func.func @used_between(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %t = arith.addf %0, %q : tensor<5x64xf32>
  %z = tensor.empty() : tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%z : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %t, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Nothing that has effects moves with it.
func.func private @make() -> tensor<5x64xf32>
// CHECK-LABEL: func @call_between
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @call_between(%keys: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %z = func.call @make() : () -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%z : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// A division by zero must not come before what may leave the function,
// CHECK-LABEL: func @trap
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @trap(%keys: tensor<?xi32>, %rows: index, %y: tensor<?x64xi32>, %p: tensor<5x64xi32>, %q: tensor<5x64xi32>, %c: i32) -> (tensor<5x64xi32>, tensor<5x64xi32>) {
  %0 = segment.reduce_by_key kinds [max] keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%y (n, d) : tensor<?x64xi32>) outs(%p : tensor<5x64xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  } -> tensor<5x64xi32>
  %g = segment.check_gather "x" sources(%keys : tensor<?xi32>) keys(%keys : tensor<?xi32>) rows(%rows) segments(%rows) extent(%rows)
  %1 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%y (n, d) : tensor<?x64xi32>) outs(%q : tensor<5x64xi32>) {
  ^bb0(%e: i32):
    %d = arith.divsi %c, %e : i32
    segment.yield %d : i32
  } -> tensor<5x64xi32>
  return %0, %1 : tensor<5x64xi32>, tensor<5x64xi32>
}

// -----

// but it may where nothing does.
// CHECK-LABEL: func @no_trap
// CHECK-COUNT-1: segment.reduce_by_key
// CHECK-NOT: segment.reduce_by_key
// CHECK: return
func.func @no_trap(%keys: tensor<?xi32>, %rows: index, %y: tensor<?x64xi32>, %p: tensor<5x64xi32>, %q: tensor<5x64xi32>, %c: i32) -> (tensor<5x64xi32>, tensor<5x64xi32>) {
  %0 = segment.reduce_by_key kinds [max] keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%y (n, d) : tensor<?x64xi32>) outs(%p : tensor<5x64xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  } -> tensor<5x64xi32>
  %1 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%y (n, d) : tensor<?x64xi32>) outs(%q : tensor<5x64xi32>) {
  ^bb0(%e: i32):
    %d = arith.divsi %c, %e : i32
    segment.yield %d : i32
  } -> tensor<5x64xi32>
  return %0, %1 : tensor<5x64xi32>, tensor<5x64xi32>
}

// -----

// Gathered by the same row numbers from the same tensor.
// CHECK-LABEL: func @gathered
// CHECK: segment.reduce_by_key kinds [add, max]
// CHECK: ins(%{{.*}}[%{{.*}} : tensor<?xi32>] (g, d) : tensor<?x64xf32>)
// CHECK-NOT: segment.reduce_by_key
// CHECK: return
func.func @gathered(%keys: tensor<?xi32>, %src: tensor<?xi32>, %other: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %y: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x[%src : tensor<?xi32>] (g, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [max]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x[%src : tensor<?xi32>] (g, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Rows that one of them leaves out because of a row number, the other doesn't.
// CHECK-LABEL: func @gathered_or_not
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @gathered_or_not(%keys: tensor<?xi32>, %src: tensor<?xi32>, %other: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %y: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x[%src : tensor<?xi32>] (g, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x (n, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Other row numbers.
// CHECK-LABEL: func @gathered_by_others
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @gathered_by_others(%keys: tensor<?xi32>, %src: tensor<?xi32>, %other: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %y: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x[%src : tensor<?xi32>] (g, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x[%other : tensor<?xi32>] (g, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// A tensor of perhaps more rows.
// CHECK-LABEL: func @gathered_from_another
// CHECK-COUNT-2: segment.reduce_by_key
// CHECK: return
func.func @gathered_from_another(%keys: tensor<?xi32>, %src: tensor<?xi32>, %other: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %y: tensor<?x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%x[%src : tensor<?xi32>] (g, d) : tensor<?x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add]  keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%y[%src : tensor<?xi32>] (g, d) : tensor<?x64xf32>) outs(%q : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Pieces: counts and minima beside a float sum change nothing about its order.
// CHECK-LABEL: func @pieces
// CHECK: segment.reduce_by_key kinds [add, add]
// CHECK-NOT: segment.reduce_by_key
// CHECK: return
func.func @pieces(%keys: tensor<?xi32>, %x: tensor<?xf32>, %p: tensor<5xf32>, %q: tensor<5xi64>, %one: i64) -> (tensor<5xf32>, tensor<5xi64>) {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xf32>) outs(%p : tensor<5xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5xf32>
  %1 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xf32>) outs(%q : tensor<5xi64>) {
  ^bb0(%e: f32):
    segment.yield %one : i64
  } -> tensor<5xi64>
  return %0, %1 : tensor<5xf32>, tensor<5xi64>
}

// -----

// A sum of f64 has other pieces than one of f32.
// CHECK-LABEL: func @other_pieces
// CHECK-COUNT-2: segment.reduce_by_key
func.func @other_pieces(%keys: tensor<?xi32>, %x: tensor<?xf32>, %p: tensor<5xf32>, %q: tensor<5xf64>) -> (tensor<5xf32>, tensor<5xf64>) {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xf32>) outs(%p : tensor<5xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5xf32>
  %1 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xf32>) outs(%q : tensor<5xf64>) {
  ^bb0(%e: f32):
    %w = arith.extf %e : f32 to f64
    segment.yield %w : f64
  } -> tensor<5xf64>
  return %0, %1 : tensor<5xf32>, tensor<5xf64>
}

// -----

// Sorted, without columns: a sum in 128 bits keeps blocks from being folded at once.
// CHECK-LABEL: func @blocks
// CHECK-COUNT-2: segment.reduce_by_key
func.func @blocks(%keys: tensor<?xi32>, %x: tensor<?xf32>, %p: tensor<5xf32>, %q: tensor<5xi128>, %one: i128) -> (tensor<5xf32>, tensor<5xi128>) {
  %0 = segment.reduce_by_key kinds [add] sorted keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xf32>) outs(%p : tensor<5xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5xf32>
  %1 = segment.reduce_by_key kinds [add] sorted keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xf32>) outs(%q : tensor<5xi128>) {
  ^bb0(%e: f32):
    segment.yield %one : i128
  } -> tensor<5xi128>
  return %0, %1 : tensor<5xf32>, tensor<5xi128>
}

// -----

// Tensors that start the fold, and their columns, may have other sizes at run time.
// CHECK-LABEL: func @sizes_unknown
// CHECK-COUNT-4: segment.reduce_by_key
func.func @sizes_unknown(%keys: tensor<?xi32>, %x: tensor<?x?xf32>, %p: tensor<?x?xf32>, %q: tensor<?x?xf32>, %s: index, %c: index) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %one = arith.constant 1.0 : f32
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%x (n, d) : tensor<?x?xf32>) outs(%p : tensor<?x?xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<?x?xf32>
  %1 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%x (n, d) : tensor<?x?xf32>) outs(%q : tensor<?x?xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<?x?xf32>
  %e2 = tensor.empty(%s, %c) : tensor<?x?xf32>
  %2 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) outs(%e2 : tensor<?x?xf32>) {
    segment.yield %one : f32
  } -> tensor<?x?xf32>
  %e3 = tensor.empty(%s, %s) : tensor<?x?xf32>
  %3 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) outs(%e3 : tensor<?x?xf32>) {
    segment.yield %one : f32
  } -> tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Sizes that are the same value, or a dimension of the same tensor.
// CHECK-LABEL: func @sizes_equal
// CHECK: segment.reduce_by_key kinds [add, max]
// CHECK-NOT: segment.reduce_by_key
// CHECK: return
func.func @sizes_equal(%keys: tensor<?xi32>, %x: tensor<?x?xf32>, %s: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e0 = tensor.empty(%s, %d0) : tensor<?x?xf32>
  %f0 = linalg.fill ins(%one : f32) outs(%e0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%x (n, d) : tensor<?x?xf32>) outs(%f0 : tensor<?x?xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e1 = tensor.empty(%s, %d1) : tensor<?x?xf32>
  %1 = segment.reduce_by_key kinds [max] keys(%keys : tensor<?xi32>) ins(%x (n, d) : tensor<?x?xf32>) outs(%e1 : tensor<?x?xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } start {
  ^bb0(%o: f32):
    segment.yield %one : f32
  } -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// On buffers nothing is done, and nothing across blocks.
// CHECK-LABEL: func @elsewhere
// CHECK-COUNT-4: segment.reduce_by_key
func.func @elsewhere(%keys: memref<?xi32>, %x: memref<?xi32>, %p: memref<5xi32>, %q: memref<5xi32>, %tkeys: tensor<?xi32>, %tx: tensor<?xi32>, %tp: tensor<5xi32>, %tq: tensor<5xi32>, %c: i1) -> (tensor<5xi32>, tensor<5xi32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>) ins(%x (n) : memref<?xi32>) outs(%p : memref<5xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  }
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>) ins(%x (n) : memref<?xi32>) outs(%q : memref<5xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  }
  %0 = segment.reduce_by_key kinds [add] keys(%tkeys : tensor<?xi32>) ins(%tx (n) : tensor<?xi32>) outs(%tp : tensor<5xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  } -> tensor<5xi32>
  %1 = scf.if %c -> tensor<5xi32> {
    %2 = segment.reduce_by_key kinds [add] keys(%tkeys : tensor<?xi32>) ins(%tx (n) : tensor<?xi32>) outs(%tq : tensor<5xi32>) {
    ^bb0(%e: i32):
      segment.yield %e : i32
    } -> tensor<5xi32>
    scf.yield %2 : tensor<5xi32>
  } else {
    scf.yield %tq : tensor<5xi32>
  }
  return %0, %1 : tensor<5xi32>, tensor<5xi32>
}

// -----

// A value a row beside columns, where as many rows are known.
// CHECK-LABEL: func @columns_and_none_static
// CHECK: segment.reduce_by_key kinds [add, add]
// CHECK: outs(%{{.*}} : tensor<5x64xf32>, %{{.*}} : tensor<5xi32>) {
// CHECK-NOT: segment.reduce_by_key
// CHECK: return
func.func @columns_and_none_static(%keys: tensor<7xi32>, %x: tensor<7x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5xi32>, %one: i32) -> (tensor<5x64xf32>, tensor<5xi32>) {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<7xi32>) ins(%x (n, d) : tensor<7x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add] keys(%keys : tensor<7xi32>) outs(%q : tensor<5xi32>) {
    segment.yield %one : i32
  } -> tensor<5xi32>
  return %0, %1 : tensor<5x64xf32>, tensor<5xi32>
}

// -----

// A finish beside none: the accumulators of one value a row are listed.
// CHECK-LABEL: func @row_accumulators
// CHECK: segment.reduce_by_key kinds [max, add, add]
// CHECK: attributes {row_accumulators = array<i64: 2>}
// CHECK: finish
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: i32):
// CHECK: segment.yield %[[A]], %{{.*}} : f32, f32
func.func @row_accumulators(%keys: tensor<7xi32>, %x: tensor<7x64xf32>, %p: tensor<5x64xf32>, %q: tensor<5x64xf32>, %one: i32) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %0 = segment.reduce_by_key kinds [max] keys(%keys : tensor<7xi32>) ins(%x (n, d) : tensor<7x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add, add] keys(%keys : tensor<7xi32>) ins(%x (n, d) : tensor<7x64xf32>) outs(%q : tensor<5x64xf32>) attributes {row_accumulators = array<i64: 1>} {
  ^bb0(%e: f32):
    segment.yield %e, %one : f32, i32
  } start {
  ^bb0(%o: f32):
    segment.yield %o, %one : f32, i32
  } finish {
  ^bb0(%a: f32, %c: i32):
    %n = arith.sitofp %c : i32 to f32
    %m = arith.divf %a, %n : f32
    segment.yield %m : f32
  } -> tensor<5x64xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5x64xf32>
}

// -----

// Float sums have other pieces with columns than without.
// CHECK-LABEL: func @pieces_of_columns
// CHECK-COUNT-2: segment.reduce_by_key
func.func @pieces_of_columns(%keys: tensor<7xi32>, %x: tensor<7x64xf32>, %w: tensor<7xf32>, %p: tensor<5x64xf32>, %q: tensor<5xf32>) -> (tensor<5x64xf32>, tensor<5xf32>) {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<7xi32>) ins(%x (n, d) : tensor<7x64xf32>) outs(%p : tensor<5x64xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5x64xf32>
  %1 = segment.reduce_by_key kinds [add] keys(%keys : tensor<7xi32>) ins(%w (n) : tensor<7xf32>) outs(%q : tensor<5xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<5xf32>
  return %0, %1 : tensor<5x64xf32>, tensor<5xf32>
}
