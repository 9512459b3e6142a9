// Parsing and printing of the core operation and the check operations, on tensors
// and on memrefs.

// RUN: segment-opt %s | FileCheck %s
// RUN: segment-opt %s | segment-opt | FileCheck %s
// RUN: segment-opt %s -mlir-print-op-generic | segment-opt | FileCheck %s
// RUN: segment-opt %s -emit-bytecode | segment-opt | FileCheck %s
// RUN: segment-opt %s -verify-roundtrip | FileCheck %s
// RUN: segment-opt %s -mlir-print-op-generic | FileCheck %s -check-prefix=GENERIC

// An access tuple is an affine map.
// GENERIC: #map = affine_map<(d0, d1)[s0] -> (d0, d1)>
// GENERIC: #map1 = affine_map<(d0, d1)[s0] -> (s0, d1)>
// GENERIC: #map2 = affine_map<(d0, d1)[s0] -> (d0)>
// GENERIC: #map3 = affine_map<(d0, d1)[s0] -> (s0)>
// GENERIC: #map4 = affine_map<(d0, d1)[s0] -> (d1)>
// GENERIC: #map5 = affine_map<(d0, d1)[s0] -> ()>

// CHECK-LABEL: func @minimum
// CHECK-SAME: %[[KEYS:.*]]: tensor<?xi32>, %[[DATA:.*]]: tensor<?x64xf32>, %[[START:.*]]: tensor<?x64xf32>
func.func @minimum(%keys: tensor<?xi32>, %data: tensor<?x64xf32>, %start: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // CHECK: %[[R:.*]] = segment.reduce_by_key kinds [min]
  // CHECK-NEXT: keys(%[[KEYS]] : tensor<?xi32>)
  // CHECK-NEXT: ins(%[[DATA]] (n, d) : tensor<?x64xf32>)
  // CHECK-NEXT: outs(%[[START]] : tensor<?x64xf32>) {
  // CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
  // CHECK-NEXT: segment.yield %[[X]] : f32
  // CHECK-NEXT: } -> tensor<?x64xf32>
  // CHECK-NEXT: return %[[R]]
  // GENERIC: access = [#map],
  // GENERIC-SAME: kinds = [#segment<combiner min>]
  %0 = segment.reduce_by_key kinds [min]
      keys(%keys : tensor<?xi32>)
      ins(%data (n, d) : tensor<?x64xf32>)
      outs(%start : tensor<?x64xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  } -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// A weighted, gathered sum and a count in one walk.
// CHECK-LABEL: func @gathered
func.func @gathered(%dst: tensor<?xi32>, %rows: index, %x: tensor<?x64xf32>, %src: tensor<?xi64>, %w: tensor<?xf32>,
    %s: tensor<?x64xf32>, %c: tensor<?xi32>) -> (tensor<?x64xf32>, tensor<?xi32>) {
  %one = arith.constant 1 : i32
  // CHECK: %{{.*}}:2 = segment.reduce_by_key kinds [add, add] sorted
  // CHECK-NEXT: keys(%{{.*}} : tensor<?xi32>) rows(%{{.*}})
  // CHECK-NEXT: ins(%{{.*}}[%{{.*}} : tensor<?xi64>] (g, d) : tensor<?x64xf32>, %{{.*}} (n) : tensor<?xf32>)
  // CHECK-NEXT: outs(%{{.*}} : tensor<?x64xf32>, %{{.*}} : tensor<?xi32>) {
  // CHECK: segment.yield %{{.*}}, %{{.*}} : f32, i32
  // CHECK-NEXT: } -> tensor<?x64xf32>, tensor<?xi32>
  %0:2 = segment.reduce_by_key kinds [add, add] sorted
      keys(%dst : tensor<?xi32>) rows(%rows)
      ins(%x[%src : tensor<?xi64>] (g, d) : tensor<?x64xf32>, %w (n) : tensor<?xf32>)
      outs(%s : tensor<?x64xf32>, %c : tensor<?xi32>) {
  ^bb0(%xe: f32, %we: f32):
    %m = arith.mulf %xe, %we : f32
    segment.yield %m, %one : f32, i32
  } -> tensor<?x64xf32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x64xf32>, tensor<?xi32>
}

// Every access tuple, two sources, every flag and an attribute of someone else.
// CHECK-LABEL: func @accesses
func.func @accesses(%keys: tensor<8xi8>, %nd: tensor<8x4xf32>, %gd: tensor<5x4xf32>, %n: tensor<8xf32>, %g: tensor<6xf32>, %d: tensor<4xf32>,
    %scalar: tensor<f32>, %s0: tensor<8xindex>, %s1: tensor<8xi16>, %out: tensor<3x4xf32>) -> tensor<3x4xf32> {
  // CHECK: segment.reduce_by_key kinds [add] sorted unique in_bounds unsigned_keys unsigned_sources
  // CHECK-NEXT: keys(%{{.*}} : tensor<8xi8>)
  // CHECK-NEXT: ins(%{{.*}} (n, d) : tensor<8x4xf32>, %{{.*}}[%[[S0:.*]] : tensor<8xindex>] (g, d) : tensor<5x4xf32>, %{{.*}} (n) : tensor<8xf32>, %{{.*}}[%[[S1:.*]] : tensor<8xi16>] (g) : tensor<6xf32>, %{{.*}} (d) : tensor<4xf32>, %{{.*}} () : tensor<f32>)
  // CHECK-NEXT: outs(%{{.*}} : tensor<3x4xf32>) attributes {note = "x"} {
  // GENERIC-LABEL: sym_name = "accesses"
  // GENERIC: access = [#map, #map1, #map2, #map3, #map4, #map5]
  %0 = segment.reduce_by_key kinds [add] unsigned_sources unsigned_keys in_bounds unique sorted
      keys(%keys : tensor<8xi8>)
      ins(%nd (n, d) : tensor<8x4xf32>, %gd[%s0 : tensor<8xindex>] (g, d) : tensor<5x4xf32>, %n (n) : tensor<8xf32>,
          %g[%s1 : tensor<8xi16>] (g) : tensor<6xf32>, %d (d) : tensor<4xf32>, %scalar () : tensor<f32>)
      outs(%out : tensor<3x4xf32>) attributes {note = "x"} {
  ^bb0(%a: f32, %b: f32, %c: f32, %e: f32, %f: f32, %h: f32):
    %0 = arith.addf %a, %b : f32
    segment.yield %0 : f32
  } -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func @no_inputs
func.func @no_inputs(%keys: tensor<?xi64>, %count: tensor<?xi64>) -> tensor<?xi64> {
  %one = arith.constant 1 : i64
  // CHECK: segment.reduce_by_key kinds [add]
  // CHECK-NEXT: keys(%{{.*}} : tensor<?xi64>)
  // CHECK-NEXT: outs(%{{.*}} : tensor<?xi64>) {
  // CHECK-NEXT: segment.yield %{{.*}} : i64
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<?xi64>)
      outs(%count : tensor<?xi64>) {
    segment.yield %one : i64
  } -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// Accumulators that are not what is stored: started from what outs held, finished
// after the last row, one of them with one value a row; and a plan.
// CHECK-LABEL: func @mean
// CHECK-SAME: %[[KEYS:.*]]: tensor<?xi32>, %[[DATA:.*]]: tensor<?x64xbf16>, %[[OUT:.*]]: tensor<?x64xbf16>
func.func @mean(%keys: tensor<?xi32>, %data: tensor<?x64xbf16>, %out: tensor<?x64xbf16>) -> tensor<?x64xbf16> {
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  // CHECK: %[[R:.*]] = segment.reduce_by_key kinds [add, add] sorted
  // CHECK-NEXT: keys(%[[KEYS]] : tensor<?xi32>)
  // CHECK-NEXT: ins(%[[DATA]] (n, d) : tensor<?x64xbf16>)
  // CHECK-NEXT: outs(%[[OUT]] : tensor<?x64xbf16>) attributes {plan = #segment.plan<schedule = runs, vector_bits = 512, tile = 2, block = 64, prefetch = 0>, row_accumulators = array<i64: 1>} {
  // CHECK-NEXT: ^bb0(%[[X:.*]]: bf16):
  // CHECK-NEXT: arith.extf %[[X]]
  // CHECK-NEXT: segment.yield %{{.*}}, %{{.*}} : f32, i32
  // CHECK-NEXT: } start {
  // CHECK-NEXT: ^bb0(%[[OLD:.*]]: bf16):
  // CHECK-NEXT: arith.extf %[[OLD]]
  // CHECK-NEXT: segment.yield %{{.*}}, %{{.*}} : f32, i32
  // CHECK-NEXT: } finish {
  // CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[COUNT:.*]]: i32):
  // CHECK: segment.yield %{{.*}} : bf16
  // CHECK-NEXT: } -> tensor<?x64xbf16>
  // CHECK-NEXT: return %[[R]]
  // GENERIC-LABEL: sym_name = "mean"
  // GENERIC: "segment.reduce_by_key"
  // GENERIC-SAME: plan = #segment.plan<schedule = runs, vector_bits = 512, tile = 2, block = 64, prefetch = 0>, row_accumulators = array<i64: 1>
  // GENERIC: }, {
  // GENERIC-NEXT: ^bb0(%{{.*}}: bf16):
  // GENERIC: }, {
  // GENERIC-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: i32):
  %0 = segment.reduce_by_key kinds [add, add] sorted
      keys(%keys : tensor<?xi32>)
      ins(%data (n, d) : tensor<?x64xbf16>)
      outs(%out : tensor<?x64xbf16>)
      attributes {row_accumulators = array<i64: 1>,
                  plan = #segment.plan<schedule = runs, vector_bits = 512, tile = 2, block = 64, prefetch = 0>} {
  ^bb0(%x: bf16):
    %w = arith.extf %x : bf16 to f32
    segment.yield %w, %one : f32, i32
  } start {
  ^bb0(%old: bf16):
    %w = arith.extf %old : bf16 to f32
    segment.yield %w, %none : f32, i32
  } finish {
  ^bb0(%sum: f32, %count: i32):
    %n = arith.sitofp %count : i32 to f32
    %q = arith.divf %sum, %n : f32
    %r = arith.truncf %q : f32 to bf16
    segment.yield %r : bf16
  } -> tensor<?x64xbf16>
  return %0 : tensor<?x64xbf16>
}

// Each region alone, and nothing to start from but constants. A plan's parameters
// are printed unless they are the defaults; accumulators of one value a row
// needn't be listed where nothing has columns.
// CHECK-LABEL: func @regions_alone
func.func @regions_alone(%keys: memref<?xi8>, %data: memref<?xi16>, %out: memref<?xi16>) {
  // CHECK: segment.reduce_by_key kinds [add]
  // CHECK: outs(%{{.*}} : memref<?xi16>) attributes {plan = #segment.plan<schedule = plain>} {
  // CHECK: } start {
  // CHECK-NEXT: ^bb0(%{{.*}}: i16):
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i16
  // CHECK-NEXT: segment.yield %[[ZERO]] : i16
  // CHECK-NEXT: }{{$}}
  segment.reduce_by_key kinds [add]
      keys(%keys : memref<?xi8>) ins(%data (n) : memref<?xi16>) outs(%out : memref<?xi16>)
      attributes {plan = #segment.plan<schedule = plain, vector_bits = 256, tile = 4, block = 512, prefetch = 24>} {
  ^bb0(%x: i16):
    segment.yield %x : i16
  } start {
  ^bb0(%old: i16):
    %zero = arith.constant 0 : i16
    segment.yield %zero : i16
  }
  // CHECK: segment.reduce_by_key kinds [max]
  // CHECK: outs(%{{.*}} : memref<?xi16>) attributes {plan = #segment.plan<schedule = adaptive, prefetch = 8>} {
  // CHECK-NOT: start
  // CHECK: } finish {
  // CHECK-NEXT: ^bb0(%[[ACC:.*]]: i16):
  // CHECK-NEXT: %[[NEG:.*]] = arith.xori %[[ACC]], %[[ACC]] : i16
  // CHECK-NEXT: segment.yield %[[NEG]] : i16
  // CHECK-NEXT: }{{$}}
  segment.reduce_by_key kinds [max]
      keys(%keys : memref<?xi8>) ins(%data (n) : memref<?xi16>) outs(%out : memref<?xi16>)
      attributes {plan = #segment.plan<schedule = adaptive, prefetch = 8>} {
  ^bb0(%x: i16):
    segment.yield %x : i16
  } finish {
  ^bb0(%a: i16):
    %b = arith.xori %a, %a : i16
    segment.yield %b : i16
  }
  // More outputs than accumulators, and the other way round.
  // CHECK: segment.reduce_by_key kinds [add, add, minu] unique
  // CHECK: ^bb0(%{{.*}}: i16, %{{.*}}: i64, %{{.*}}: i8):
  // CHECK: segment.reduce_by_key kinds [add]
  // CHECK: outs(%{{.*}} : memref<?xi16>, %{{.*}} : memref<?xi16>) {
  segment.reduce_by_key kinds [add, add, minu] unique
      keys(%keys : memref<?xi8>) ins(%data (n) : memref<?xi16>) outs(%out : memref<?xi16>) {
  ^bb0(%x: i16):
    %c1 = arith.constant 1 : i64
    %c2 = arith.constant 2 : i8
    segment.yield %x, %c1, %c2 : i16, i64, i8
  } start {
  ^bb0(%old: i16):
    %c0 = arith.constant 0 : i64
    %c3 = arith.constant 3 : i8
    segment.yield %old, %c0, %c3 : i16, i64, i8
  } finish {
  ^bb0(%a: i16, %b: i64, %c: i8):
    segment.yield %a : i16
  }
  segment.reduce_by_key kinds [add]
      keys(%keys : memref<?xi8>) ins(%data (n) : memref<?xi16>) outs(%out : memref<?xi16>, %out : memref<?xi16>) {
  ^bb0(%x: i16):
    segment.yield %x : i16
  } start {
  ^bb0(%old: i16, %other: i16):
    segment.yield %other : i16
  } finish {
  ^bb0(%a: i16):
    segment.yield %a, %a : i16, i16
  }
  return
}

// On memrefs there are no results.
// CHECK-LABEL: func @memrefs
func.func @memrefs(%keys: memref<?xindex>, %data: memref<?x?xi64, strided<[?, ?], offset: ?>>, %start: memref<?x?xi64>) {
  // CHECK: segment.reduce_by_key kinds [maxu]
  // CHECK-NEXT: keys(%{{.*}} : memref<?xindex>)
  // CHECK-NEXT: ins(%{{.*}} (n, d) : memref<?x?xi64, strided<[?, ?], offset: ?>>)
  // CHECK-NEXT: outs(%{{.*}} : memref<?x?xi64>) {
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: segment.yield
  // CHECK-NEXT: }{{$}}
  segment.reduce_by_key kinds [maxu]
      keys(%keys : memref<?xindex>)
      ins(%data (n, d) : memref<?x?xi64, strided<[?, ?], offset: ?>>)
      outs(%start : memref<?x?xi64>) {
  ^bb0(%x: i64):
    segment.yield %x : i64
  }
  return
}

// Every kind, with a type that it combines.
// CHECK-LABEL: func @kinds
func.func @kinds(%keys: tensor<?xi32>, %i: tensor<?xi32>, %f: tensor<?xf32>, %c: tensor<?xcomplex<f32>>,
    %oi: tensor<?xi32>, %of: tensor<?xf32>, %oc: tensor<?xcomplex<f32>>) {
  // CHECK: kinds [add, mul, div, divu, min, max, minu, maxu, minnum, maxnum, assign, add, mul, div]
  %0:14 = segment.reduce_by_key kinds [add, mul, div, divu, min, max, minu, maxu, minnum, maxnum, assign, add, mul, div]
      keys(%keys : tensor<?xi32>)
      ins(%i (n) : tensor<?xi32>, %f (n) : tensor<?xf32>, %c (n) : tensor<?xcomplex<f32>>)
      outs(%oi : tensor<?xi32>, %oi : tensor<?xi32>, %oi : tensor<?xi32>, %oi : tensor<?xi32>, %oi : tensor<?xi32>, %oi : tensor<?xi32>,
           %oi : tensor<?xi32>, %oi : tensor<?xi32>, %of : tensor<?xf32>, %of : tensor<?xf32>, %oc : tensor<?xcomplex<f32>>,
           %oc : tensor<?xcomplex<f32>>, %oc : tensor<?xcomplex<f32>>, %oc : tensor<?xcomplex<f32>>) {
  ^bb0(%x: i32, %y: f32, %z: complex<f32>):
    segment.yield %x, %x, %x, %x, %x, %x, %x, %x, %y, %y, %z, %z, %z, %z
        : i32, i32, i32, i32, i32, i32, i32, i32, f32, f32, complex<f32>, complex<f32>, complex<f32>, complex<f32>
  } -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
       tensor<?xf32>, tensor<?xf32>, tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>
  return
}

// CHECK-LABEL: func @check_segments
func.func @check_segments(%ids: tensor<?xi32>, %data: tensor<?x64xf32>, %n: i32, %mids: memref<2x?xi8>, %mdata: memref<2x?x64xf32>) {
  // CHECK: %{{.*}}, %{{.*}} = segment.check_segments "segment.unsorted_segment_sum" ids(%{{.*}} : tensor<?xi32>) data(%{{.*}} : tensor<?x64xf32>) num_segments(%{{.*}} : i32) {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, 64>}
  %r, %s = segment.check_segments "segment.unsorted_segment_sum"
      ids(%ids : tensor<?xi32>) data(%data : tensor<?x64xf32>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, 64>}
  // CHECK: segment.check_segments "segment.segment_min" sorted ids(%{{.*}} : tensor<?xi32>) data(%{{.*}} : tensor<?x64xf32>) {
  %r1, %s1 = segment.check_segments "segment.segment_min" sorted
      ids(%ids : tensor<?xi32>) data(%data : tensor<?x64xf32>)
      {element_bytes = 4 : i64, result_shape = array<i64: 5, 64>}
  // CHECK: segment.check_segments "segment.segment_min_v2" sorted unsigned_ids bounds<drop> ids(%{{.*}} : memref<2x?xi8>) data(%{{.*}} : memref<2x?x64xf32>) num_segments(%{{.*}} : i32) {
  %r2, %s2 = segment.check_segments "segment.segment_min_v2" bounds<drop> unsigned_ids sorted
      ids(%mids : memref<2x?xi8>) data(%mdata : memref<2x?x64xf32>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: 5, 64>}
  return
}

// CHECK-LABEL: func @check_segments_gathered
func.func @check_segments_gathered(%ids: tensor<2x?xi32>, %src: tensor<?x3xi8>, %x: tensor<?x64xf32>, %w: tensor<2x3xf32>, %n: i32) {
  // CHECK: segment.check_segments "segment.gather_segment_sum" ids(%{{.*}} : tensor<2x?xi32>) data(%{{.*}} : tensor<?x64xf32>) sources(%{{.*}} : tensor<?x3xi8>) num_segments(%{{.*}} : i32) {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, 64>}
  %r, %s = segment.check_segments "segment.gather_segment_sum"
      ids(%ids : tensor<2x?xi32>) data(%x : tensor<?x64xf32>) sources(%src : tensor<?x3xi8>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, 64>}
  // CHECK: segment.check_segments "x" sorted ids(%{{.*}} : tensor<2x?xi32>) data(%{{.*}} : tensor<?x64xf32>) sources(%{{.*}} : tensor<?x3xi8>) weights(%{{.*}} : tensor<2x3xf32>) num_segments(%{{.*}} : i32) {
  %r1, %s1 = segment.check_segments "x" sorted
      ids(%ids : tensor<2x?xi32>) data(%x : tensor<?x64xf32>) sources(%src : tensor<?x3xi8>) weights(%w : tensor<2x3xf32>)
      num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 5, 64>}
  return
}

// CHECK-LABEL: func @check_scatter
func.func @check_scatter(%x: tensor<?x3xf32>, %i: tensor<?x1xi32>, %u: tensor<?x3xf32>, %mx: memref<5x3xf32>, %mi: memref<7x2xindex>, %mu: memref<7xf32>) {
  // CHECK: %{{.*}} = segment.check_scatter "segment.scatter_min" input(%{{.*}} : tensor<?x3xf32>) indices(%{{.*}} : tensor<?x1xi32>) updates(%{{.*}} : tensor<?x3xf32>)
  %0 = segment.check_scatter "segment.scatter_min"
      input(%x : tensor<?x3xf32>) indices(%i : tensor<?x1xi32>) updates(%u : tensor<?x3xf32>)
  // CHECK: segment.check_scatter "segment.scatter_add" unsigned_ids bounds<assume> input(%{{.*}} : memref<5x3xf32>) indices(%{{.*}} : memref<7x2xindex>) updates(%{{.*}} : memref<7xf32>)
  %1 = segment.check_scatter "segment.scatter_add" bounds<assume> unsigned_ids
      input(%mx : memref<5x3xf32>) indices(%mi : memref<7x2xindex>) updates(%mu : memref<7xf32>)
  return
}

// CHECK-LABEL: func @check_gather
func.func @check_gather(%src: tensor<?xi32>, %ids: tensor<?xi64>, %rows: index, %num: index, %m: index, %msrc: memref<4xi8>, %mids: memref<4xi16>) {
  // CHECK: %{{.*}} = segment.check_gather "my.op" sources(%{{.*}} : tensor<?xi32>) keys(%{{.*}} : tensor<?xi64>) rows(%{{.*}}) segments(%{{.*}}) extent(%{{.*}})
  %0 = segment.check_gather "my.op"
      sources(%src : tensor<?xi32>) keys(%ids : tensor<?xi64>) rows(%rows) segments(%num) extent(%m)
  // CHECK: segment.check_gather "my.op" unsigned_sources unsigned_keys sources(%{{.*}} : memref<4xi8>) keys(%{{.*}} : memref<4xi16>)
  %1 = segment.check_gather "my.op" unsigned_keys unsigned_sources
      sources(%msrc : memref<4xi8>) keys(%mids : memref<4xi16>) rows(%rows) segments(%num) extent(%m)
  // CHECK: segment.check_gather "my.op" {{.*}} extent(%{{.*}}) shape(%{{.*}}, %{{.*}})
  %2 = segment.check_gather "my.op"
      sources(%src : tensor<?xi32>) keys(%ids : tensor<?xi64>) rows(%rows) segments(%num) extent(%m) shape(%rows, %m)
  return
}

// CHECK-LABEL: func @report
func.func @report(%bytes: i64, %n: i64) -> i1 {
  // CHECK: %[[OK:.*]] = segment.can_allocate %{{.*}}
  %ok = segment.can_allocate %bytes
  // CHECK: segment.report num_segments "num_segments is {0}, expected at least 0"(%{{.*}} : i64)
  segment.report num_segments "num_segments is {0}, expected at least 0" (%n : i64)
  // CHECK: segment.report bounds "position [{0}], value {1u}"(%{{.*}}, %{{.*}} : i64, i64)
  segment.report bounds "position [{0}], value {1u}" (%n, %bytes : i64, i64)
  // CHECK: segment.report memory "no memory"{{$}}
  segment.report memory "no memory"
  // CHECK: return %[[OK]]
  return %ok : i1
}

// Every kind of failure.
// CHECK-LABEL: func @failures
func.func @failures() {
  // CHECK: segment.report shape
  segment.report shape ""
  // CHECK: segment.report size
  segment.report size ""
  // CHECK: segment.report order
  segment.report order ""
  // CHECK: segment.report gather
  segment.report gather ""
  return
}

// CHECK-LABEL: func @threads
func.func @threads() -> index {
  // CHECK: %[[N:.*]] = segment.num_threads{{$}}
  %0 = segment.num_threads
  // CHECK: return %[[N]] : index
  return %0 : index
}
