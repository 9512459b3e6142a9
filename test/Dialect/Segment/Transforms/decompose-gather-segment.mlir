// Segment operations on gathered rows as two checks and a fold with a gathered input.

// RUN: segment-opt %s -split-input-file -segment-decompose | FileCheck %s

// The whole of it. Row numbers are checked after ids, and against what passed that check.
// CHECK-LABEL: func @sum
// CHECK-SAME: %[[X:.*]]: tensor<?x64xf32>, %[[SRC:.*]]: tensor<?xi32>, %[[IDS:.*]]: tensor<?xi64>, %[[N:.*]]: i32
// CHECK-NEXT: %[[ROWS:.*]], %[[NUM:.*]] = segment.check_segments "segment.gather_segment_sum" ids(%[[IDS]] : tensor<?xi64>) data(%[[X]] : tensor<?x64xf32>) sources(%[[SRC]] : tensor<?xi32>) num_segments(%[[N]] : i32) {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, 64>}
// CHECK: %[[M:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?x64xf32>
// CHECK-NEXT: %[[CHECKED:.*]] = segment.check_gather "segment.gather_segment_sum" sources(%[[SRC]] : tensor<?xi32>) keys(%[[IDS]] : tensor<?xi64>) rows(%[[ROWS]]) segments(%[[NUM]]) extent(%[[M]]){{$}}
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[NUM]]) : tensor<?x64xf32>
// CHECK-NEXT: %[[SUM:.*]] = segment.reduce_by_key kinds [add]{{$}}
// CHECK-NEXT:   keys(%[[IDS]] : tensor<?xi64>) rows(%[[CHECKED]])
// CHECK-NEXT:   ins(%[[X]][%[[SRC]] : tensor<?xi32>] (g, d) : tensor<?x64xf32>)
// CHECK-NEXT:   outs(%[[EMPTY]] : tensor<?x64xf32>) {
// CHECK-NEXT: ^bb0(%[[E:.*]]: f32):
// CHECK-NEXT:   segment.yield %[[E]] : f32
// CHECK-NEXT: } start {
// CHECK: return %[[SUM]]
func.func @sum(%x: tensor<?x64xf32>, %src: tensor<?xi32>, %ids: tensor<?xi64>, %n: i32) -> tensor<?x64xf32> {
  %0 = segment.gather_segment_sum %x, %src, %ids, %n : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// A weight is a value a row. Sums of 16 bits multiply in f32, without rounding between.
// CHECK-LABEL: func @weights
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<?xf16>
// CHECK: segment.check_segments {{.*}} weights(%[[W]] : tensor<?xf16>)
// CHECK: ins(%{{.*}}[%{{.*}} : tensor<?xi32>] (g, d) : tensor<?x?xf16>, %[[W]] (n) : tensor<?xf16>)
// CHECK: ^bb0(%[[E:.*]]: f16, %[[WE:.*]]: f16):
// CHECK-DAG: %[[A:.*]] = arith.extf %[[WE]] : f16 to f32
// CHECK-DAG: %[[B:.*]] = arith.extf %[[E]] : f16 to f32
// CHECK: %[[P:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: segment.yield %[[P]] : f32
func.func @weights(%w: tensor<?xf16>, %x: tensor<?x?xf16>, %src: tensor<?xi32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x?xf16> {
  %0 = segment.gather_segment_sum %x, %src, %ids, %n weights(%w) : (tensor<?x?xf16>, tensor<?xi32>, tensor<?xi32>, i32, tensor<?xf16>) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}

// -----

// Minima have no accumulator of another precision: the product is rounded.
// CHECK-LABEL: func @weighted_min
// CHECK: ^bb0(%[[E:.*]]: f16, %[[WE:.*]]: f16):
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[WE]], %[[E]] : f16
// CHECK: arith.bitcast %{{.*}} : f16 to i16
func.func @weighted_min(%w: tensor<?xf16>, %x: tensor<?x?xf16>, %src: tensor<?xi32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x?xf16> {
  %0 = segment.gather_segment_min %x, %src, %ids, %n weights(%w) : (tensor<?x?xf16>, tensor<?xi32>, tensor<?xi32>, i32, tensor<?xf16>) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}

// -----

// Products of integers wrap before a mean widens them; the count is of rows, not of weights.
// CHECK-LABEL: func @weighted_mean
// CHECK: kinds [add, add]
// CHECK: ^bb0(%[[E:.*]]: i8, %[[WE:.*]]: i8):
// CHECK-NEXT: %[[P:.*]] = arith.muli %[[WE]], %[[E]] : i8
// CHECK-NEXT: %[[WIDE:.*]] = arith.extui %[[P]] : i8 to i64
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK-NEXT: segment.yield %[[WIDE]], %[[ONE]]
func.func @weighted_mean(%w: tensor<?xui8>, %x: tensor<?xui8>, %src: tensor<?xi32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xui8> {
  %0 = segment.gather_segment_mean %x, %src, %ids, %n weights(%w) : (tensor<?xui8>, tensor<?xi32>, tensor<?xi32>, i32, tensor<?xui8>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// -----

// Ids and row numbers of rank 2 are collapsed, and positions are told in two coordinates;
// unsigned ones stay so; sorted ids.
// CHECK-LABEL: func @ranks
// CHECK: segment.check_segments "segment.gather_segment_max" sorted ids({{.*}}) data(%[[X:.*]] : tensor<?x2x3xf32>) sources(%[[SRC:.*]] : tensor<?x5xi8>)
// CHECK: tensor.collapse_shape %[[X]] {{\[\[}}0], [1, 2]] : tensor<?x2x3xf32> into tensor<?x6xf32>
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[SRC]] {{\[\[}}0, 1]] : tensor<?x5xi8> into tensor<?xi8>
// CHECK-DAG: %[[P:.*]] = tensor.dim %[[SRC]]
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK: segment.check_gather "segment.gather_segment_max" unsigned_sources sources(%[[FLAT]] : tensor<?xi8>) {{.*}} shape(%[[P]], %[[C5]])
// CHECK: segment.reduce_by_key kinds [max] sorted unsigned_sources
// CHECK: tensor.expand_shape {{.*}} into tensor<?x2x3xf32>
func.func @ranks(%x: tensor<?x2x3xf32>, %src: tensor<?x5xui8>, %ids: tensor<4x?xi32>, %n: index) -> tensor<?x2x3xf32> {
  %0 = segment.gather_segment_max %x, %src, %ids, %n sorted : (tensor<?x2x3xf32>, tensor<?x5xui8>, tensor<4x?xi32>, index) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}

// -----

// Other policies leave the row numbers unchecked: the fold drops what is out of range.
// CHECK-LABEL: func @drop
// CHECK: segment.check_segments "segment.gather_segment_sum" bounds<drop>
// CHECK-NOT: segment.check_gather
// CHECK: segment.reduce_by_key
// CHECK: segment.check_segments "segment.gather_segment_sum" bounds<assume>
// CHECK-NOT: segment.check_gather
// CHECK: segment.reduce_by_key
func.func @drop(%x: tensor<?x2xf32>, %src: tensor<?xi32>, %ids: tensor<?xi32>, %n: index) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %0 = segment.gather_segment_sum %x, %src, %ids, %n bounds<drop> : (tensor<?x2xf32>, tensor<?xi32>, tensor<?xi32>, index) -> tensor<?x2xf32>
  %1 = segment.gather_segment_sum %x, %src, %ids, %n bounds<assume> : (tensor<?x2xf32>, tensor<?xi32>, tensor<?xi32>, index) -> tensor<?x2xf32>
  return %0, %1 : tensor<?x2xf32>, tensor<?x2xf32>
}

// -----

// Rows without elements: nothing to fold, and row numbers are not looked at.
// CHECK-LABEL: func @no_columns
// CHECK: segment.check_segments
// CHECK-NOT: segment.check_gather
// CHECK-NOT: segment.reduce_by_key
// CHECK: tensor.empty
func.func @no_columns(%x: tensor<?x0xf32>, %src: tensor<?xi32>, %ids: tensor<?xi32>, %n: index) -> tensor<?x0xf32> {
  %0 = segment.gather_segment_sum %x, %src, %ids, %n : (tensor<?x0xf32>, tensor<?xi32>, tensor<?xi32>, index) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}
