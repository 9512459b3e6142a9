// Bufferization of the core and check operations: destinations in place, with at
// most one copy each and none of a dead one; data is never copied, arguments are
// written only where the caller says so.

// DEFINE: %{bufferize} = segment-opt %s -segment-decompose -segment-protect-arguments -eliminate-empty-tensors -one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map unknown-type-conversion=identity-layout-map" -canonicalize -cse
// RUN: %{bufferize} | FileCheck %s

// The start is dead afterwards: no copy.
// CHECK-LABEL: func @dead
// CHECK-SAME: %[[KEYS:.*]]: memref<?xi32>{{( \{segment.read_only\})?}}, %[[ROWS:.*]]: index, %[[DATA:.*]]: memref<?x4xf32>{{( \{segment.read_only\})?}}, %[[N:.*]]: index, %[[C:.*]]: f32
// CHECK-NEXT: %[[OUT:.*]] = memref.alloc(%[[N]])
// CHECK-NEXT: linalg.fill ins(%[[C]] : f32) outs(%[[OUT]] : memref<?x4xf32>)
// CHECK-NEXT: segment.reduce_by_key kinds [add] sorted
// CHECK-NEXT:   keys(%[[KEYS]] : memref<?xi32>) rows(%[[ROWS]])
// CHECK-NEXT:   ins(%[[DATA]] (n, d) : memref<?x4xf32>)
// CHECK-NEXT:   outs(%[[OUT]] : memref<?x4xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
// CHECK-NEXT:   segment.yield %[[X]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[OUT]]
func.func @dead(%keys: tensor<?xi32>, %rows: index, %data: tensor<?x4xf32>, %n: index, %c: f32) -> tensor<?x4xf32> {
  %empty = tensor.empty(%n) : tensor<?x4xf32>
  %start = linalg.fill ins(%c : f32) outs(%empty : tensor<?x4xf32>) -> tensor<?x4xf32>
  %0 = segment.reduce_by_key kinds [add] sorted keys(%keys : tensor<?xi32>) rows(%rows)
      ins(%data (n, d) : tensor<?x4xf32>) outs(%start : tensor<?x4xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// It is used afterwards: one copy.
// CHECK-LABEL: func @live
// CHECK: %[[START:.*]] = memref.alloc
// CHECK: linalg.fill {{.*}} outs(%[[START]]
// CHECK: %[[OUT:.*]] = memref.alloc
// CHECK: memref.copy %[[START]], %[[OUT]]
// CHECK-NOT: memref.copy
// CHECK: outs(%[[OUT]] : memref<?x4xf32>)
// CHECK-NOT: memref.copy
// CHECK: return %[[OUT]], %[[START]]
func.func @live(%keys: tensor<?xi32>, %data: tensor<?x4xf32>, %n: index, %c: f32) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %empty = tensor.empty(%n) : tensor<?x4xf32>
  %start = linalg.fill ins(%c : f32) outs(%empty : tensor<?x4xf32>) -> tensor<?x4xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>)
      ins(%data (n, d) : tensor<?x4xf32>) outs(%start : tensor<?x4xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  } -> tensor<?x4xf32>
  return %0, %start : tensor<?x4xf32>, tensor<?x4xf32>
}

// An argument is the caller's: one copy.
// CHECK-LABEL: func @argument
// CHECK-SAME: %{{.*}}: memref<?xi32>{{( \{segment.read_only\})?}}, %[[DATA:.*]]: memref<?x4xf32>{{( \{segment.read_only\})?}}, %[[START:.*]]: memref<?x4xf32>{{( \{segment.read_only\})?}}
// CHECK: %[[OUT:.*]] = memref.alloc
// CHECK: memref.copy %[[START]], %[[OUT]]
// CHECK-NOT: memref.copy
// CHECK: ins(%[[DATA]] (n, d)
// CHECK-NEXT: outs(%[[OUT]] : memref<?x4xf32>)
// CHECK: return %[[OUT]]
func.func @argument(%keys: tensor<?xi32>, %data: tensor<?x4xf32>, %start: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>)
      ins(%data (n, d) : tensor<?x4xf32>) outs(%start : tensor<?x4xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Unless it may be written.
// CHECK-LABEL: func @writable
// CHECK-SAME: %[[START:[a-z0-9]+]]: memref<?x4xf32>{{( \{segment.read_only\})?}}) -> memref<?x4xf32> {
// CHECK-NEXT: segment.reduce_by_key
// CHECK: outs(%[[START]] : memref<?x4xf32>)
// CHECK: return %[[START]]
func.func @writable(%keys: tensor<?xi32>, %data: tensor<?x4xf32>, %start: tensor<?x4xf32> {bufferization.writable = true}) -> tensor<?x4xf32> {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>)
      ins(%data (n, d) : tensor<?x4xf32>) outs(%start : tensor<?x4xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Later rows are still to be read while accumulators are written: a destination
// that is also an input is copied, even where it may be written.
// CHECK-LABEL: func @self
// CHECK-SAME: %{{.*}}: memref<?xi32>{{( \{segment.read_only\})?}}, %[[X:.*]]: memref<?x4xf32>{{( \{segment.read_only\})?}}
// CHECK: %[[OUT:.*]] = memref.alloc
// CHECK: memref.copy %[[X]], %[[OUT]]
// CHECK: ins(%[[X]] (n, d)
// CHECK-NEXT: outs(%[[OUT]]
func.func @self(%keys: tensor<?xi32>, %x: tensor<?x4xf32> {bufferization.writable = true}) -> tensor<?x4xf32> {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>)
      ins(%x (n, d) : tensor<?x4xf32>) outs(%x : tensor<?x4xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// So are keys and sources that are the destination.
// CHECK-LABEL: func @keys
// CHECK-SAME: %[[KEYS:.*]]: memref<?xi32>{{( \{segment.read_only\})?}}, %{{.*}}: memref<?xi32>{{( \{segment.read_only\})?}}
// CHECK: %[[OUT:.*]] = memref.alloc
// CHECK: memref.copy %[[KEYS]], %[[OUT]]
// CHECK: keys(%[[KEYS]] : memref<?xi32>)
// CHECK: outs(%[[OUT]]
func.func @keys(%keys: tensor<?xi32> {bufferization.writable = true}, %data: tensor<?xi32>) -> tensor<?xi32> {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>)
      ins(%data (n) : tensor<?xi32>) outs(%keys : tensor<?xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Two accumulators from one start become two buffers.
// CHECK-LABEL: func @twice
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: memref.copy %{{.*}}, %[[A]]
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: memref.copy %{{.*}}, %[[B]]
// CHECK: outs(%[[A]] : memref<?x4xf32>, %[[B]] : memref<?x4xf32>)
// CHECK: return %[[A]], %[[B]]
func.func @twice(%keys: tensor<?xi32>, %data: tensor<?x4xf32>, %start: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %0:2 = segment.reduce_by_key kinds [add, min] keys(%keys : tensor<?xi32>)
      ins(%data (n, d) : tensor<?x4xf32>) outs(%start : tensor<?x4xf32>, %start : tensor<?x4xf32>) {
  ^bb0(%x: f32):
    segment.yield %x, %x : f32, f32
  } -> tensor<?x4xf32>, tensor<?x4xf32>
  return %0#0, %0#1 : tensor<?x4xf32>, tensor<?x4xf32>
}

// Gathered inputs and their sources, and what the body uses from outside.
// CHECK-LABEL: func @gathered
// CHECK-SAME: %{{.*}}: memref<?xi32>{{( \{segment.read_only\})?}}, %[[X:.*]]: memref<?x4xf32>{{( \{segment.read_only\})?}}, %[[SRC:.*]]: memref<?xi64>{{( \{segment.read_only\})?}}, %[[W:.*]]: memref<?xf32>{{( \{segment.read_only\})?}}, %[[SCALE:.*]]: f32
// CHECK-NOT: memref.copy
// CHECK: ins(%[[X]][%[[SRC]] : memref<?xi64>] (g, d) : memref<?x4xf32>, %[[W]] (n) : memref<?xf32>)
// CHECK: arith.mulf %{{.*}}, %[[SCALE]]
// CHECK-NOT: memref.copy
// CHECK: return
func.func @gathered(%keys: tensor<?xi32>, %x: tensor<?x4xf32>, %src: tensor<?xi64>, %w: tensor<?xf32>, %scale: f32, %start: tensor<?x4xf32> {bufferization.writable = true}) -> tensor<?x4xf32> {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>)
      ins(%x[%src : tensor<?xi64>] (g, d) : tensor<?x4xf32>, %w (n) : tensor<?xf32>) outs(%start : tensor<?x4xf32>) {
  ^bb0(%e: f32, %f: f32):
    %1 = arith.mulf %e, %f : f32
    %2 = arith.mulf %1, %scale : f32
    segment.yield %2 : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Checks read ids, and of the others nothing but the shape.
// CHECK-LABEL: func @checks
// CHECK-NOT: memref.copy
// CHECK: segment.check_segments "x" ids(%{{.*}} : memref<?xi32>) data(%{{.*}} : memref<?x4xf32>)
// CHECK: segment.check_gather "x" sources(%{{.*}} : memref<?xi32>) keys(%{{.*}} : memref<?xi32>)
// CHECK-NOT: memref.copy
// CHECK: return
func.func @checks(%ids: tensor<?xi32>, %data: tensor<?x4xf32>, %src: tensor<?xi32>, %n: i64, %m: index) -> (index, index) {
  %rows, %num = segment.check_segments "x" ids(%ids : tensor<?xi32>) data(%data : tensor<?x4xf32>) num_segments(%n : i64)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, 4>}
  %rows2 = segment.check_gather "x" sources(%src : tensor<?xi32>) keys(%ids : tensor<?xi32>) rows(%rows) segments(%num) extent(%m)
  return %rows2, %num : index, index
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @scatter
// CHECK-SAME: %[[INPUT:.*]]: memref<?x4xf32>{{( \{segment.read_only\})?}}, %[[INDICES:.*]]: memref<?x1xi32>{{( \{segment.read_only\})?}}, %[[UPDATES:.*]]: memref<?x4xf32>{{( \{segment.read_only\})?}}
// CHECK: segment.check_scatter "segment.scatter_min" input(%[[INPUT]] : memref<?x4xf32>)
// CHECK: %[[OUT:.*]] = memref.alloc
// CHECK-NEXT: memref.copy %[[INPUT]], %[[OUT]]
// CHECK-NOT: memref.copy
// CHECK: ins(%[[UPDATES]] (n, d)
// CHECK-NEXT: outs(%[[OUT]]
// CHECK-NOT: memref.copy
// CHECK: return %[[OUT]]
func.func @scatter(%input: tensor<?x4xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = segment.scatter_min %input, %indices, %updates : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func @scatter_in_place
// CHECK-SAME: %[[INPUT:.*]]: memref<?x4xf32>{{( \{segment.read_only\})?}}, %[[INDICES:.*]]: memref<?x1xi32>{{( \{segment.read_only\})?}}
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: outs(%[[INPUT]] : memref<?x4xf32>)
// CHECK: return %[[INPUT]]
func.func @scatter_in_place(%input: tensor<?x4xf32> {bufferization.writable = true}, %indices: tensor<?x1xi32>, %updates: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = segment.scatter_min %input, %indices, %updates : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// With several coordinates a slice is a row of a view.
// CHECK-LABEL: func @scatter_depth2
// CHECK-SAME: %[[INPUT:.*]]: memref<?x?x4xf32>{{( \{segment.read_only\})?}}, %[[INDICES:.*]]: memref<?x2xi32>{{( \{segment.read_only\})?}}
// CHECK: %[[VIEW:.*]] = memref.collapse_shape %[[INPUT]]
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?xi64>
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: outs(%[[VIEW]] : memref<?x4xf32>)
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: return
func.func @scatter_depth2(%input: tensor<?x?x4xf32> {bufferization.writable = true}, %indices: tensor<?x2xi32>, %updates: tensor<?x4xf32>) -> tensor<?x?x4xf32> {
  %0 = segment.scatter_min %input, %indices, %updates : (tensor<?x?x4xf32>, tensor<?x2xi32>, tensor<?x4xf32>) -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}

// One copy for a chain, and one for a loop.
// CHECK-LABEL: func @chain
// CHECK: %[[OUT:.*]] = memref.alloc
// CHECK: memref.copy %{{.*}}, %[[OUT]]
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: kinds [min]
// CHECK: outs(%[[OUT]]
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: kinds [max]
// CHECK: outs(%[[OUT]]
// CHECK: return %[[OUT]]
func.func @chain(%input: tensor<?x4xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = segment.scatter_min %input, %indices, %updates : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = segment.scatter_max %0, %indices, %updates : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// CHECK-LABEL: func @loop
// CHECK: %[[OUT:.*]] = memref.alloc
// CHECK: memref.copy %{{.*}}, %[[OUT]]
// CHECK: scf.for
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: outs(%[[OUT]]
// CHECK: return %[[OUT]]
func.func @loop(%input: tensor<?x4xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %input) -> tensor<?x4xf32> {
    %1 = segment.scatter_add %carried, %indices, %updates : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    scf.yield %1 : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}

//===----------------------------------------------------------------------===//
// Segment operations
//===----------------------------------------------------------------------===//

// The result is allocated once; data and ids are not copied.
// CHECK-LABEL: func @sum
// CHECK-SAME: %[[DATA:.*]]: memref<?x?x4xf32>{{( \{segment.read_only\})?}}, %[[IDS:.*]]: memref<?x?xi32>{{( \{segment.read_only\})?}}
// CHECK-DAG: %[[ROWS:.*]] = memref.collapse_shape %[[DATA]]
// CHECK-DAG: %[[KEYS:.*]] = memref.collapse_shape %[[IDS]]
// CHECK: %[[OUT:.*]] = memref.alloc
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: keys(%[[KEYS]] : memref<?xi32>)
// CHECK-NEXT: ins(%[[ROWS]] (n, d) : memref<?x4xf32>)
// CHECK-NEXT: outs(%[[OUT]] : memref<?x4xf32>)
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: return %[[OUT]]
func.func @sum(%data: tensor<?x?x4xf32>, %ids: tensor<?x?xi32>, %n: i32) -> tensor<?x4xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x?x4xf32>, tensor<?x?xi32>, i32) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Ids that are computed are read where they are.
// CHECK-LABEL: func @computed_ids
// CHECK: %[[IDS:.*]] = memref.alloc
// CHECK: linalg.generic {{.*}} outs(%[[IDS]]
// CHECK-NOT: memref.copy
// CHECK: segment.check_segments {{.*}} ids(%[[IDS]]
// CHECK: keys(%[[IDS]]
// CHECK-NOT: memref.copy
// CHECK: return
#id = affine_map<(d0) -> (d0)>
func.func @computed_ids(%data: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %data, %c0 : tensor<?xf32>
  %empty = tensor.empty(%rows) : tensor<?xi32>
  %ids = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%empty : tensor<?xi32>) {
  ^bb0(%out: i32):
    %1 = linalg.index 0 : index
    %2 = arith.remui %1, %n : index
    %3 = arith.index_cast %2 : index to i32
    linalg.yield %3 : i32
  } -> tensor<?xi32>
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?xf32>, tensor<?xi32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
