// Keys in any order, no columns: pieces of rows with accumulators of their own
// where there are few keys.

// RUN: segment-opt %s -split-input-file -segment-schedule-to-loops -cse -canonicalize \
// RUN:   | FileCheck %s --implicit-check-not=atomic --implicit-check-not='{{(^| )call }}' --implicit-check-not=segment.reduce_by_key

// CHECK-LABEL: func @sum
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?xf32>, %[[OUT:[a-z0-9]+]]: memref<?xf32>
// CHECK-DAG: %[[NEUTRALS:.*]] = arith.constant dense<-0.000000e+00> : vector<8xf32>
// CHECK-DAG: %[[NEUTRAL:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[N:.*]] = arith.maxsi %{{.*}}, %c0
// CHECK: %[[S:.*]] = memref.dim %[[OUT]]
// Few keys: 16 pieces' 4 lanes of f32 fit 4 MiB, more than 16 rows for each key, and
// rows enough for a piece.
// CHECK: %[[FITS:.*]] = arith.cmpi slt, %[[S]], %c16384
// CHECK: %[[SIXTEEN:.*]] = arith.muli %[[S]], %c16
// CHECK: %[[REPEATS:.*]] = arith.cmpi slt, %[[SIXTEEN]], %[[N]]
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %[[N]], %c4096
// CHECK: %[[BOTH:.*]] = arith.andi %[[FITS]], %[[LONG]]
// CHECK: %[[FEW:.*]] = arith.andi %[[BOTH]], %[[REPEATS]]
// CHECK: scf.if %[[FEW]] {
// CHECK: %[[ROWS:.*]] = arith.maxsi %{{.*}}, %c4096
// CHECK: %[[PIECES:.*]] = arith.divui %{{.*}}, %[[ROWS]]
// One more accumulator takes the rows that are left out.
// CHECK: %[[SLOTS:.*]] = arith.addi %[[S]], %c1
// CHECK: %[[LANES:.*]] = arith.muli %[[PIECES]], %c4
// CHECK: %[[ACC:.*]] = memref.alloc(%[[LANES]], %[[SLOTS]]) {{.*}} : memref<?x?xf32>
// CHECK: scf.parallel
// CHECK: scf.for %[[P:[a-z0-9]+]] =
// CHECK: %[[LANE0:.*]] = arith.muli %[[P]], %c4
// CHECK: vector.store %[[NEUTRALS]], %[[ACC]]
// CHECK: memref.store %[[NEUTRAL]], %[[ACC]]
// Four rows in turn, without a branch.
// CHECK: scf.for %[[ROW:[a-z0-9]+]] = {{.*}} step %c4 {
// CHECK-NEXT: %[[RAW:.*]] = memref.load %[[KEYS]][%[[ROW]]]
// CHECK-NEXT: %[[KEY:.*]] = arith.index_cast %[[RAW]]
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi ult, %[[KEY]], %[[S]]
// CHECK-NEXT: %[[SLOT:.*]] = arith.select %[[IN]], %[[KEY]], %[[S]]
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[ACC]][%[[LANE0]], %[[SLOT]]]
// CHECK-NEXT: %[[VALUE:.*]] = memref.load %[[X]][%[[ROW]]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %[[VALUE]] : f32
// CHECK-NEXT: memref.store %[[NEW]], %[[ACC]][%[[LANE0]], %[[SLOT]]]
// CHECK-NEXT: %[[LANE1:.*]] = arith.addi %[[LANE0]], %c1
// CHECK: memref.store %{{.*}}, %[[ACC]][%[[LANE1]]
// CHECK-NEXT: %[[LANE2:.*]] = arith.addi %[[LANE0]], %c2
// CHECK: memref.store %{{.*}}, %[[ACC]][%[[LANE2]]
// CHECK-NEXT: %[[LANE3:.*]] = arith.addi %[[LANE0]], %c3
// CHECK: memref.store %{{.*}}, %[[ACC]][%[[LANE3]]
// The last rows, and the other accumulators.
// CHECK: scf.for {{.*}} step %c1
// Merged key by key: pairs of lanes, then piece after piece onto the start.
// CHECK: scf.parallel
// CHECK: %[[START:.*]] = vector.load %[[OUT]]
// CHECK: %[[TOTAL:.*]] = scf.for {{.*}} iter_args(%[[SUM:.*]] = %[[START]]) -> (vector<8xf32>) {
// CHECK: %[[L0:.*]] = arith.muli %{{.*}}, %c4
// CHECK-DAG: %[[L1:.*]] = arith.addi %[[L0]], %c1
// CHECK-DAG: %[[L2:.*]] = arith.addi %[[L0]], %c2
// CHECK-DAG: %[[L3:.*]] = arith.addi %[[L0]], %c3
// CHECK-DAG: %[[A0:.*]] = vector.load %[[ACC]][%[[L0]], %{{.*}}]
// CHECK-DAG: %[[A1:.*]] = vector.load %[[ACC]][%[[L1]], %{{.*}}]
// CHECK-DAG: %[[A2:.*]] = vector.load %[[ACC]][%[[L2]], %{{.*}}]
// CHECK-DAG: %[[A3:.*]] = vector.load %[[ACC]][%[[L3]], %{{.*}}]
// CHECK-DAG: %[[A01:.*]] = arith.addf %[[A0]], %[[A1]]
// CHECK-DAG: %[[A23:.*]] = arith.addf %[[A2]], %[[A3]]
// CHECK: %[[A:.*]] = arith.addf %[[A01]], %[[A23]]
// CHECK: arith.addf %[[SUM]], %[[A]]
// CHECK: vector.store %[[TOTAL]], %[[OUT]]
// CHECK: memref.dealloc %[[ACC]]
// CHECK: } else {
// Many keys: owners or buckets.
// CHECK: memref.alloca() {{.*}} : memref<544xi32>
// CHECK: memref.prefetch %[[OUT]][%{{.*}}], write
// CHECK: memref.load %[[OUT]]
// CHECK: arith.addf
// CHECK: memref.store %{{.*}}, %[[OUT]]
func.func @sum(%keys: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>)
      attributes {plan = #segment.plan<schedule = pieces, vector_bits = 256>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// Counts make no difference: 4 MiB / (64 * 4) keys. Start and finish of a mean.
// CHECK-LABEL: func @mean
// CHECK-SAME: %{{.*}}: memref<?xi32>, %{{.*}}: memref<?xf32>, %[[OUT:[a-z0-9]+]]: memref<?xf32>
// CHECK: arith.cmpi slt, %{{.*}}, %c16384
// CHECK: %[[SUMS:.*]] = memref.alloc({{.*}} : memref<?x?xf32>
// CHECK: %[[COUNTS:.*]] = memref.alloc({{.*}} : memref<?x?xi64>
// CHECK: scf.parallel
// CHECK-NOT: load %[[OUT]]
// CHECK: scf.parallel
// CHECK: %[[TOTAL:.*]]:2 = scf.for
// CHECK: %[[N:.*]] = arith.sitofp %[[TOTAL]]#1
// CHECK: %[[MEAN:.*]] = arith.divf %[[TOTAL]]#0, %[[N]]
// CHECK: store %[[MEAN]], %[[OUT]]
func.func @mean(%keys: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32>) {
  %one = arith.constant 1 : i64
  %none = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  segment.reduce_by_key kinds [add, add] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>)
      attributes {plan = #segment.plan<schedule = pieces>} {
  ^bb0(%a: f32):
    segment.yield %a, %one : f32, i64
  } start {
  ^bb0(%a: f32):
    segment.yield %zero, %none : f32, i64
  } finish {
  ^bb0(%s: f32, %c: i64):
    %n = arith.sitofp %c : i64 to f32
    %q = arith.divf %s, %n : f32
    segment.yield %q : f32
  }
  return
}

// -----

// What is gathered from out of range can't be read.
// CHECK-LABEL: func @gathered
// CHECK-SAME: %{{.*}}: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?xi32>, %[[SRC:[a-z0-9]+]]: memref<?xi64>
// CHECK: scf.if
// CHECK: scf.for {{.*}} step %c4
// CHECK: %[[RAW:.*]] = memref.load %[[SRC]]
// CHECK: %[[ROW:.*]] = arith.index_cast %[[RAW]]
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[ROW]]
// CHECK-NEXT: scf.if %[[IN]] {
// CHECK: memref.load %[[X]][%[[ROW]]]
func.func @gathered(%keys: memref<?xi32>, %x: memref<?xi32>, %src: memref<?xi64>, %out: memref<?xi32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x[%src : memref<?xi64>] (g) : memref<?xi32>) outs(%out : memref<?xi32>)
      attributes {plan = #segment.plan<schedule = pieces>} {
  ^bb0(%a: i32):
    segment.yield %a : i32
  }
  return
}

// -----

// Elements with gaps between them are copied before either is chosen.
// CHECK-LABEL: func @strided
// CHECK-SAME: %{{.*}}: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?xi32, strided<[3]>>, %[[OUT:[a-z0-9]+]]: memref<?xi32, strided<[?], offset: ?>>
// CHECK: memref.copy %[[X]], %[[XCOPY:.*]] :
// CHECK: memref.copy %[[OUT]], %[[OUTCOPY:.*]] :
// CHECK: scf.if
// CHECK: } else {
// CHECK: memref.copy %[[OUTCOPY]], %[[OUT]]
func.func @strided(%keys: memref<?xi32>, %x: memref<?xi32, strided<[3]>>, %out: memref<?xi32, strided<[?], offset: ?>>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xi32, strided<[3]>>) outs(%out : memref<?xi32, strided<[?], offset: ?>>)
      attributes {plan = #segment.plan<schedule = pieces>} {
  ^bb0(%a: i32):
    segment.yield %a : i32
  }
  return
}

// -----

// Complex numbers one by one.
// CHECK-LABEL: func @complex
// CHECK-NOT: vector
// CHECK: arith.cmpi slt, %{{.*}}, %c8192
// CHECK: complex.add
// CHECK-NOT: vector
// CHECK: return
func.func @complex(%keys: memref<?xi32>, %x: memref<?xcomplex<f32>>, %out: memref<?xcomplex<f32>>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xcomplex<f32>>) outs(%out : memref<?xcomplex<f32>>)
      attributes {plan = #segment.plan<schedule = pieces>} {
  ^bb0(%a: complex<f32>):
    segment.yield %a : complex<f32>
  }
  return
}
