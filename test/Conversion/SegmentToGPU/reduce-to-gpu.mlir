// Core operations to kernels, by both schedules.

// RUN: segment-opt %s -split-input-file -segment-reduce-to-gpu -canonicalize -cse | FileCheck %s
// RUN: segment-opt %s -split-input-file -segment-reduce-to-gpu=schedule=csr -canonicalize -cse | FileCheck %s --check-prefix=CSR
// RUN: segment-opt %s -split-input-file -segment-reduce-to-gpu=deterministic -canonicalize -cse | FileCheck %s --check-prefix=DET

// A sum of f32 is its own accumulator: one kernel, one atomic operation an element.
// 64 columns go across 64 threads, so a block of 256 has four rows at once; the grid
// has x only, at most 2^24 blocks, and strides over the rest. Nothing is launched for
// no rows.
// CHECK-LABEL: func @sum
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[LIMIT:[a-z0-9]+]]: index, %[[DATA:[a-z0-9]+]]: memref<?x64xf32>, %[[OUT:[a-z0-9]+]]: memref<?x64xf32>
// CHECK: %[[ROWS:.*]] = arith.maxsi %{{.*}}, %c0
// CHECK: %[[S:.*]] = memref.dim %[[OUT]], %c0
// CHECK: %[[SOME:.*]] = arith.cmpi sgt, %[[ROWS]], %c0
// CHECK-NEXT: scf.if %[[SOME]] {
// CHECK-NEXT: %[[LAST:.*]] = arith.subi %[[ROWS]], %c1
// CHECK-NEXT: %[[FULL:.*]] = arith.divui %[[LAST]], %c4
// CHECK-NEXT: %[[UP:.*]] = arith.addi %[[FULL]], %c1
// CHECK-NEXT: %[[BLOCKS:.*]] = arith.minsi %[[UP]], %c16777216
// CHECK-NEXT: gpu.launch blocks(%[[BX:[a-z0-9]+]], %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) in (%[[GX:[a-z0-9]+]] = %[[BLOCKS]], %{{[a-z0-9]+}} = %c1, %{{[a-z0-9]+}} = %c1)
// CHECK-SAME: threads(%[[TX:[a-z0-9]+]], %[[TY:[a-z0-9]+]], %{{[a-z0-9]+}}) in (%[[LX:[a-z0-9]+]] = %c64, %[[LY:[a-z0-9]+]] = %c4, %{{.*}} = %c1)
// CHECK-SAME: module(@segment_kernels) function(@sum_0_fold)
// CHECK-NEXT: %[[AT:.*]] = arith.muli %[[BX]], %[[LY]]
// CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[AT]], %[[TY]]
// CHECK-NEXT: %[[STEP:.*]] = arith.muli %[[GX]], %[[LY]]
// CHECK-NEXT: scf.for %[[N:[a-z0-9]+]] = %[[FIRST]] to %[[ROWS]] step %[[STEP]] {
// CHECK-NEXT: %[[RAW:.*]] = memref.load %[[KEYS]][%[[N]]]
// CHECK-NEXT: %[[KEY:.*]] = arith.index_cast %[[RAW]]
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi ult, %[[KEY]], %[[S]]
// CHECK-NEXT: scf.if %[[IN]] {
// CHECK-NEXT: scf.for %[[D:[a-z0-9]+]] = %[[TX]] to %c64 step %[[LX]] {
// CHECK-NEXT: %[[X:.*]] = memref.load %[[DATA]][%[[N]], %[[D]]]
// CHECK-NEXT: memref.atomic_rmw addf %[[X]], %[[OUT]][%[[KEY]], %[[D]]]
// CHECK-NOT: gpu.launch

// In the other schedule rows are sorted by key first, 4 bits a pass.
// CSR-LABEL: func @sum
// CSR-DAG: memref.alloc(%{{.*}}) {{.*}} : memref<?xindex>
// CSR: function(@sum_0_keys)
// CSR: scf.while
// CSR: function(@sum_0_count)
// CSR: function(@sum_0_scan) workgroup(%{{.*}} : memref<256xindex, #gpu.address_space<workgroup>>)
// CSR: gpu.barrier
// CSR: function(@sum_0_move)
// CSR: arith.addi %{{.*}}, %c4
// CSR: function(@sum_0_offsets)
// CSR: function(@sum_0_fold)
// CSR: %[[OLD:.*]] = memref.load %[[OUT:[a-z0-9]+]][%[[S:[a-z0-9]+]], %[[D:[a-z0-9]+]]] : memref<?x64xf32>
// CSR: %[[SUM:.*]] = scf.for %[[I:[a-z0-9]+]] = %{{.*}} iter_args(%[[ACC:.*]] = %[[OLD]])
// CSR-NEXT: %[[N:.*]] = memref.load %{{.*}}[%[[I]]] : memref<?xindex>
// CSR-NEXT: %[[X:.*]] = memref.load %{{.*}}[%[[N]], %[[D]]]
// CSR-NEXT: %[[NEW:.*]] = arith.addf %[[ACC]], %[[X]]
// CSR-NEXT: scf.yield %[[NEW]]
// CSR: memref.store %[[SUM]], %[[OUT]][%[[S]], %[[D]]]
// CSR-NOT: atomic_rmw
// CSR-COUNT-4: memref.dealloc

// Which is also that for sums that must not depend on how threads run.
// DET-LABEL: func @sum
// DET-NOT: atomic_rmw
// DET: function(@sum_0_offsets)
func.func @sum(%keys: memref<?xi32>, %rows: index, %data: memref<?x64xf32>, %out: memref<?x64xf32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>) rows(%rows)
      ins(%data (n, d) : memref<?x64xf32>) outs(%out : memref<?x64xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  }
  return
}

// -----

// Sorted keys are not sorted again: segments are ranges of the rows themselves, found
// by halving.
// CHECK-LABEL: func @sorted
// CHECK-NOT: function(@sorted_0_keys)
// CHECK: function(@sorted_0_offsets)
// CHECK: scf.while
// CHECK: arith.cmpi slt
// CHECK: %[[HALF:.*]] = arith.shrui %{{.*}}, %c1
// CHECK: function(@sorted_0_fold)
// CHECK: %[[FIRST:.*]] = memref.load %[[OFFSETS:.*]][%[[S:[a-z0-9]+]]] : memref<?xindex>
// CHECK: %[[NEXT:.*]] = arith.addi %[[S]], %c1
// CHECK: %[[LAST:.*]] = memref.load %[[OFFSETS]][%[[NEXT]]]
// CHECK: scf.for %[[N:[a-z0-9]+]] = %[[FIRST]] to %[[LAST]] step %c1
// CHECK-NEXT: memref.load %{{.*}}[%[[N]], %{{.*}}] : memref<?x8xi32>
// CHECK-NOT: atomic_rmw
func.func @sorted(%keys: memref<?xi64>, %data: memref<?x8xi32>, %out: memref<?x8xi32>) {
  segment.reduce_by_key kinds [max] sorted keys(%keys : memref<?xi64>)
      ins(%data (n, d) : memref<?x8xi32>) outs(%out : memref<?x8xi32>) {
  ^bb0(%x: i32):
    segment.yield %x : i32
  }
  return
}

// -----

// Accumulators that are not what is stored: started, folded and finished in three
// kernels. The count has one value a row, which lane 0 adds up. Eight bits lie in 32.
// CHECK-LABEL: func @mean
// CHECK: %[[SUMS:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x8xi64>
// CHECK: %[[COUNTS:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK: function(@mean_0_start)
// CHECK: memref.store %c0_i64, %[[SUMS]]
// CHECK: function(@mean_0_start_rows)
// CHECK: memref.store %c0_i32, %[[COUNTS]]
// CHECK: function(@mean_0_fold)
// CHECK: memref.atomic_rmw addi %{{.*}}, %[[SUMS]]
// CHECK: arith.cmpi eq, %{{.*}}, %c0
// CHECK-NEXT: scf.if
// CHECK: memref.atomic_rmw addi %{{.*}}, %[[COUNTS]]
// CHECK: function(@mean_0_finish)
// CHECK-DAG: memref.load %[[SUMS]]
// CHECK-DAG: memref.load %[[COUNTS]]
// CHECK: arith.divsi
// CHECK: memref.dealloc %[[SUMS]]
// CHECK: memref.dealloc %[[COUNTS]]

// Integers are the same in any order.
// DET-LABEL: func @mean
// DET: memref.atomic_rmw addi
func.func @mean(%keys: memref<?xi32>, %data: memref<?x8xi8>, %out: memref<?x8xi8>) {
  %zero = arith.constant 0 : i64
  %none = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  segment.reduce_by_key kinds [add, add] keys(%keys : memref<?xi32>)
      ins(%data (n, d) : memref<?x8xi8>) outs(%out : memref<?x8xi8>)
      attributes {row_accumulators = array<i64: 1>} {
  ^bb0(%x: i8):
    %w = arith.extsi %x : i8 to i64
    segment.yield %w, %one : i64, i8
  } start {
  ^bb0(%old: i8):
    segment.yield %zero, %none : i64, i8
  } finish {
  ^bb0(%sum: i64, %count: i8):
    %n = arith.extsi %count : i8 to i64
    %q = arith.divsi %sum, %n : i64
    %r = arith.trunci %q : i64 to i8
    segment.yield %r : i8
  }
  return
}

// -----

// Complex sums are two sums; products are compared and swapped as bits.
// CHECK-LABEL: func @complex
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?x2xf32>
// CHECK: function(@complex_0_fold)
// CHECK: %[[RE:.*]] = complex.re
// CHECK: memref.atomic_rmw addf %[[RE]], %{{.*}}[%{{.*}}, %c0]
// CHECK: %[[IM:.*]] = complex.im
// CHECK: memref.atomic_rmw addf %[[IM]], %{{.*}}[%{{.*}}, %c1]
func.func @complex(%keys: memref<?xi32>, %data: memref<?xcomplex<f32>>, %out: memref<?xcomplex<f32>>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xcomplex<f32>>) outs(%out : memref<?xcomplex<f32>>) {
  ^bb0(%x: complex<f32>):
    segment.yield %x : complex<f32>
  }
  return
}

// -----

// CHECK-LABEL: func @product
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK: memref.generic_atomic_rmw %{{.*}} : memref<?xi32> {
// CHECK-NEXT: ^bb0(%[[BITS:.*]]: i32):
// CHECK-NEXT: %[[OLD:.*]] = arith.trunci %[[BITS]] : i32 to i16
// CHECK-NEXT: %[[HALF:.*]] = arith.bitcast %[[OLD]] : i16 to f16
// CHECK-NEXT: %[[NEW:.*]] = arith.mulf %[[HALF]]
// CHECK: memref.atomic_yield
func.func @product(%keys: memref<?xi32>, %data: memref<?xf16>, %out: memref<?xf16>) {
  segment.reduce_by_key kinds [mul] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xf16>) outs(%out : memref<?xf16>) {
  ^bb0(%x: f16):
    segment.yield %x : f16
  }
  return
}

// -----

// The last row wins, in any mode: there is an order to keep.
// CHECK-LABEL: func @assign
// CHECK: function(@assign_0_keys)
// CHECK-NOT: atomic_rmw
func.func @assign(%keys: memref<?xi32>, %data: memref<?xf32>, %out: memref<?xf32>) {
  segment.reduce_by_key kinds [assign] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xf32>) outs(%out : memref<?xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  }
  return
}

// -----

// Gathered rows that are out of range are not read.
// CHECK-LABEL: func @gather
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?xi32>, %[[FROM:[a-z0-9]+]]: memref<?xi32>
// CHECK: gpu.launch
// CHECK: %[[RAW:.*]] = memref.load %[[FROM]]
// CHECK-NEXT: %[[G:.*]] = arith.index_cast %[[RAW]]
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[G]], %
// CHECK: scf.if %[[IN]]
// CHECK: memref.load %{{.*}}[%[[G]], %
func.func @gather(%keys: memref<?xi32>, %from: memref<?xi32>, %x: memref<?x?xf32>, %out: memref<?x?xf32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x[%from : memref<?xi32>] (g, d) : memref<?x?xf32>) outs(%out : memref<?x?xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  }
  return
}
