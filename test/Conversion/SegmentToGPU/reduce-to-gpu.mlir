// Core operations to kernels, by all schedules.

// RUN: segment-opt %s -split-input-file -segment-reduce-to-gpu -canonicalize -cse | FileCheck %s
// RUN: segment-opt %s -split-input-file -segment-reduce-to-gpu=vector-atomics -canonicalize -cse | FileCheck %s --check-prefix=VECTOR
// RUN: segment-opt %s -split-input-file -segment-reduce-to-gpu=schedule=csr -canonicalize -cse | FileCheck %s --check-prefix=CSR
// RUN: segment-opt %s -split-input-file -segment-reduce-to-gpu=deterministic -canonicalize -cse | FileCheck %s --check-prefix=DET

// A sum of f32 is its own accumulator. There are vectors of 16 bytes if both arrays are
// aligned to that: four columns a thread.
// CHECK-LABEL: func @sum
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[LIMIT:[a-z0-9]+]]: index, %[[DATA:[a-z0-9]+]]: memref<?x64xf32>, %[[OUT:[a-z0-9]+]]: memref<?x64xf32>
// CHECK: %[[ROWS:.*]] = arith.maxsi %{{.*}}, %c0
// CHECK: %[[S:.*]] = memref.dim %[[OUT]], %c0
// CHECK: %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[DATA]]
// CHECK: arith.andi %[[P]], %c15
// CHECK: %[[Q:.*]] = memref.extract_aligned_pointer_as_index %[[OUT]]
// CHECK: arith.andi %[[Q]], %c15
// CHECK: function(@sum_0_fold_vector)
// CHECK: vector.load %[[DATA]][%{{.*}}] {alignment = 16 : i64} : memref<?x64xf32>, vector<4xf32>
// CHECK: %[[E:.*]] = vector.extract %{{.*}}[3]
// CHECK: memref.atomic_rmw addf %[[E]], %[[OUT]]

// With few keys and many rows, blocks have accumulators of their own: 1024 blocks at most,
// four rows a key in each.
// CHECK: %[[MANY:.*]] = arith.divui %[[ROWS]], %c4096
// CHECK: %[[ROOM:.*]] = arith.divui %c1024, %[[S]]
// CHECK: %[[FITS:.*]] = arith.cmpi sge, %[[ROOM]], %c64
// CHECK: %[[WORTH:.*]] = arith.cmpi sge, %[[MANY]], %[[S]]
// CHECK: %[[SHARED:.*]] = arith.andi %[[FITS]], %[[WORTH]]
// CHECK: scf.if %[[SHARED]]
// CHECK: function(@sum_0_fold_shared) workgroup(%[[W:.*]] : memref<1024xf32, #gpu.address_space<workgroup>>)
// CHECK: memref.store %{{.*}}, %[[W]]
// CHECK: gpu.barrier
// CHECK: memref.atomic_rmw addf %{{.*}}, %[[W]]
// CHECK: gpu.barrier
// CHECK: %[[PART:.*]] = memref.load %[[W]]
// CHECK: memref.atomic_rmw addf %[[PART]], %[[OUT]]

// 64 columns go across 64 threads, so a block of 256 has four chunks at once; the grid
// has x only, at most 2^24 blocks, and strides over the rest. Nothing is launched for
// no rows.
// CHECK: %[[SOME:.*]] = arith.cmpi sgt, %[[CHUNKS:.*]], %c0
// CHECK-NEXT: scf.if %[[SOME]] {
// CHECK-NEXT: %[[LAST:.*]] = arith.subi %[[CHUNKS]], %c1
// CHECK-NEXT: %[[FULL:.*]] = arith.divui %[[LAST]], %c4
// CHECK-NEXT: %[[UP:.*]] = arith.addi %[[FULL]], %c1
// CHECK-NEXT: %[[BLOCKS:.*]] = arith.minsi %[[UP]], %c16777216
// CHECK-NEXT: gpu.launch blocks(%[[BX:[a-z0-9]+]], %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) in (%[[GX:[a-z0-9]+]] = %[[BLOCKS]], %{{[a-z0-9]+}} = %c1, %{{[a-z0-9]+}} = %c1)
// CHECK-SAME: threads(%[[TX:[a-z0-9]+]], %[[TY:[a-z0-9]+]], %{{[a-z0-9]+}}) in (%[[LX:[a-z0-9]+]] = %c64, %[[LY:[a-z0-9]+]] = %c4, %{{.*}} = %c1)
// CHECK-SAME: module(@segment_kernels) function(@sum_0_fold)
// CHECK-NEXT: %[[AT:.*]] = arith.muli %[[BX]], %[[LY]]
// CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[AT]], %[[TY]]
// CHECK-NEXT: %[[STEP:.*]] = arith.muli %[[GX]], %[[LY]]
// CHECK-NEXT: scf.for %[[CHUNK:[a-z0-9]+]] = %[[FIRST]] to %[[CHUNKS]] step %[[STEP]] {
// CHECK: %[[RAW:.*]] = memref.load %[[KEYS]][%[[BEGIN:[a-z0-9]+]]]
// CHECK: scf.for %[[D:[a-z0-9]+]] = %[[TX]] to %c64 step %[[LX]] {

// A run of rows with one key is folded from what changes nothing. Four rows are read
// before the first of them is folded, if the keys of all are in range.
// CHECK: %[[TOTAL:.*]]:2 = scf.for %[[N:[a-z0-9]+]] = %[[BEGIN]] to %{{.*}} step %c4 iter_args(%[[KEY:.*]] = %{{.*}}, %[[ACC:.*]] = %cst{{.*}}) -> (index, f32)
// CHECK-COUNT-4: arith.cmpi ult, %{{.*}}, %[[S]]
// CHECK-COUNT-4: memref.load %[[DATA]][%{{.*}}, %[[D]]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %[[KEY]]
// CHECK-NEXT: scf.if %[[SAME]] -> (f32) {
// CHECK-NEXT: arith.addf %[[ACC]]
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[ANY:.*]] = arith.cmpi sge, %[[KEY]], %c0
// CHECK-NEXT: scf.if %[[ANY]] {
// CHECK-NEXT: memref.atomic_rmw addf %[[ACC]], %[[OUT]][%[[KEY]], %[[D]]]
// CHECK: memref.atomic_rmw addf %[[TOTAL]]#1, %[[OUT]][%[[TOTAL]]#0, %[[D]]]
// CHECK-NOT: gpu.launch

// VECTOR-LABEL: func @sum
// VECTOR: function(@sum_0_fold_vector)
// VECTOR: %[[P:.*]] = llvm.addrspacecast %{{.*}} : !llvm.ptr to !llvm.ptr<1>
// VECTOR: llvm.inline_asm has_side_effects "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $2, $3, $4};", "l,f,f,f,f,~{memory}" %[[P]]
// VECTOR: function(@sum_0_fold)
// VECTOR-NOT: llvm.inline_asm
// VECTOR: memref.atomic_rmw addf

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

// Pieces of 64 rows have two entries each, for runs that go on in others.
// CSR: %[[NUM:.*]] = arith.muli %{{.*}}, %c2
// CSR: %[[ENTRYKEYS:.*]] = memref.alloc(%[[NUM]]) {{.*}} : memref<?xindex>
// CSR: %[[ENTRIES:.*]] = memref.alloc(%[[NUM]]) {{.*}} : memref<?x64xf32>
// CSR: function(@sum_0_fold_vector)
// CSR: function(@sum_0_fold)
// CSR: memref.store %[[BEFORE:.*]], %[[ENTRYKEYS]][%[[HEAD:.*]]]
// CSR: scf.for %[[D:[a-z0-9]+]] =
// CSR: arith.cmpi eq, %{{.*}}, %[[BEFORE]]
// CSR-NEXT: scf.if
// CSR-NEXT: memref.store %[[TOTAL:.*]], %[[ENTRIES]][%[[HEAD]], %[[D]]]
// CSR-NEXT: } else {
// CSR-NEXT: %[[OLD:.*]] = memref.load %[[OUT:[a-z0-9]+]][%[[S:[a-z0-9]+]], %[[D]]] : memref<?x64xf32>
// CSR-NEXT: %[[SUM:.*]] = arith.addf %[[OLD]], %[[TOTAL]]
// CSR-NEXT: memref.store %[[SUM]], %[[OUT]][%[[S]], %[[D]]]
// Entries are cut into pieces in turn, until there is one.
// CSR: scf.while
// CSR: arith.cmpi sgt, %{{.*}}, %c1
// CSR: function(@sum_0_join)
// CSR-NOT: atomic_rmw
// CSR-COUNT-6: memref.dealloc

// Which is also that for sums that must not depend on how threads run.
// DET-LABEL: func @sum
// DET-NOT: atomic_rmw
// DET: function(@sum_0_join)
func.func @sum(%keys: memref<?xi32>, %rows: index, %data: memref<?x64xf32>, %out: memref<?x64xf32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>) rows(%rows)
      ins(%data (n, d) : memref<?x64xf32>) outs(%out : memref<?x64xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  }
  return
}

// -----

// Sorted keys: the first run of a chunk may have begun in the one before, and the last
// one may go on; those between them are nobody else's.
// CHECK-LABEL: func @sorted
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi64>, %[[DATA:[a-z0-9]+]]: memref<?x8xi32>, %[[OUT:[a-z0-9]+]]: memref<?x8xi32>
// CHECK-NOT: function(@sorted_0_keys)
// CHECK: function(@sorted_0_fold_vector)
// CHECK: vector.store %{{.*}}, %[[OUT]][%{{.*}}] {alignment = 16 : i64}
// CHECK: function(@sorted_0_fold)
// CHECK: %[[K:.*]] = memref.load %[[KEYS]][%[[BEGIN:[a-z0-9]+]]]
// CHECK: %[[FIRST:.*]] = arith.select %{{.*}}, %{{.*}}, %c-1
// CHECK: %[[TOTAL:.*]]:2 = scf.for %{{.*}} = %[[BEGIN]] to %{{.*}} step %c4 iter_args(%[[KEY:.*]] = %[[FIRST]], %[[ACC:.*]] = %c-2147483648_i32)
// CHECK: %[[ISFIRST:.*]] = arith.cmpi eq, %[[KEY]], %[[FIRST]]
// CHECK-NEXT: scf.if %[[ISFIRST]] {
// CHECK-NEXT: memref.atomic_rmw maxs %[[ACC]], %[[OUT]][%[[KEY]], %{{.*}}]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[OUT]]
// CHECK-NEXT: %[[NEW:.*]] = arith.maxsi %[[OLD]], %[[ACC]]
// CHECK-NEXT: memref.store %[[NEW]], %[[OUT]]
// CHECK: memref.atomic_rmw maxs %[[TOTAL]]#1, %[[OUT]][%[[TOTAL]]#0, %{{.*}}]
// CHECK-NOT: gpu.launch

// CSR-LABEL: func @sorted
// CSR-NOT: function(@sorted_0_keys)
// CSR: function(@sorted_0_fold)
// CSR: function(@sorted_0_join)
// CSR-NOT: atomic_rmw
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
// kernels. The count has one value a row, which warps add up. Eight bits lie in 32.
// CHECK-LABEL: func @mean
// CHECK: %[[SUMS:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x8xi64>
// CHECK: %[[COUNTS:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK: function(@mean_0_start)
// CHECK: memref.store %c0_i64, %[[SUMS]]
// CHECK: function(@mean_0_start_rows)
// CHECK: memref.store %c0_i32, %[[COUNTS]]
// CHECK: function(@mean_0_fold)
// CHECK: memref.atomic_rmw addi %{{.*}}, %[[SUMS]]

// If 128 rows are of the run at hand they are folded by halves; otherwise runs are by
// a scan of 32 rows, and the first lane of each adds up what is before it.
// CHECK: function(@mean_0_fold_rows)
// CHECK: %[[GOESON:.*]] = nvvm.vote.sync all %c-1_i32, %{{.*}} -> i1
// CHECK: scf.if %[[GOESON]]
// CHECK: gpu.shuffle xor %{{.*}}, %c16_i32, %c32_i32 : i32
// CHECK: } else {
// CHECK: gpu.shuffle up %{{.*}}, %c1_i32
// CHECK: %[[HEADS:.*]] = nvvm.vote.sync ballot %c-1_i32, %{{.*}} -> i32
// CHECK: %[[UPTO:.*]] = arith.andi %[[HEADS]]
// CHECK: math.ctlz %[[UPTO]] : i32
// CHECK: gpu.shuffle up %{{.*}}, %c16_i32
// CHECK: memref.atomic_rmw addi %{{.*}}, %[[COUNTS]]
// CHECK: gpu.shuffle idx %{{.*}}, %c31_i32
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
// CHECK: memref.atomic_rmw addf %{{.*}}, %{{.*}}[%{{.*}}, %c0] : (f32, memref<?x2xf32>)
// CHECK-NEXT: complex.im
// CHECK-NEXT: memref.atomic_rmw addf %{{.*}}, %{{.*}}[%{{.*}}, %c1] : (f32, memref<?x2xf32>)
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
// CHECK: function(@gather_0_fold)
// CHECK: scf.for {{.*}} step %c1 iter_args
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
