// Sorted keys: tasks of whole pieces of rows, runs folded in registers. No
// atomics, and nothing is called.

// RUN: segment-opt %s -split-input-file -segment-schedule-to-loops -cse -canonicalize \
// RUN:   | FileCheck %s --implicit-check-not=atomic --implicit-check-not='{{(^| )call }}' --implicit-check-not=segment.reduce_by_key

// 64 columns are four vectors of 512 bits, one tile. A run has a partial result in
// each piece of 1024 rows, from the identity, and they are added to the start.
// CHECK-LABEL: func @static_64
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[LIMIT:[a-z0-9]+]]: index, %[[X:[a-z0-9]+]]: memref<?x64xf32>, %[[OUT:[a-z0-9]+]]: memref<?x64xf32>
// CHECK-DAG: %[[NEUTRAL:.*]] = arith.constant dense<-0.000000e+00> : vector<64xf32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<64xf32>
// CHECK: %[[THREADS:.*]] = segment.num_threads
// CHECK: %[[MOST:.*]] = arith.minsi %[[THREADS]], %[[PIECES:.*]] : index
// CHECK: %[[SOME:.*]] = arith.select %{{.*}}, %c1, %[[MOST]]
// CHECK: %[[TASKS:.*]] = arith.maxsi %[[SOME]], %c1
// CHECK: %[[HEADS:.*]] = memref.alloc({{.*}} : memref<?x64xf32>
// CHECK: %[[TAILS:.*]] = memref.alloc({{.*}} : memref<?x64xf32>
// CHECK: %[[TAILKEYS:.*]] = memref.alloc(%[[TASKS]]) {{.*}} : memref<?xindex>
// CHECK: scf.parallel (%[[T:.*]]) = (%c0) to (%[[TASKS]]) step (%c1) {
// The run of a key.
// CHECK: scf.while
// CHECK: %[[RAW:.*]] = memref.load %[[KEYS]]
// CHECK: %[[KEY:.*]] = arith.index_cast %[[RAW]]
// CHECK: scf.while
// CHECK: %[[ISHEAD:.*]] = arith.cmpi eq, %[[KEY]], %{{.*}} : index
// Rows of outs without a key, up to this one.
// CHECK: scf.for
// CHECK-NEXT: vector.store %[[ZERO]], %[[OUT]]
// A key beyond outs has none.
// CHECK: arith.cmpi ult, %[[KEY]]
// CHECK: memref.store %[[KEY]], %[[TAILKEYS]][%[[T]]]
// CHECK: %[[TOTAL:.*]] = scf.for %[[PIECE:[a-z0-9]+]] = {{.*}} iter_args(%[[ALL:.*]] = %[[ZERO]]) -> (vector<64xf32>) {
// CHECK: arith.muli %[[PIECE]], %c1024
// CHECK: %[[PARTIAL:.*]] = scf.for %[[N:[a-z0-9]+]] = {{.*}} iter_args(%[[ACC:.*]] = %[[NEUTRAL]]) -> (vector<64xf32>) {
// CHECK-NEXT: %[[ROW:.*]] = vector.load %[[X]][%[[N]], %c0] : memref<?x64xf32>, vector<64xf32>
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[ACC]], %[[ROW]] : vector<64xf32>
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: scf.if %[[ISHEAD]] {
// CHECK-NEXT: vector.store %[[PARTIAL]], %[[HEADS]][%[[PIECE]], %c0]
// CHECK: arith.addf %[[ALL]], %[[PARTIAL]] : vector<64xf32>
// CHECK: vector.store %[[TOTAL]], %[[TAILS]][%[[T]], %c0]
// CHECK: vector.store %[[TOTAL]], %[[OUT]][%[[KEY]], %c0]
// Behind the last run.
// CHECK: vector.store %[[ZERO]], %[[OUT]]
// CHECK: scf.reduce
// Runs of several tasks: the tail, then a head for each piece.
// CHECK: %[[TAIL:.*]] = vector.load %[[TAILS]]
// CHECK: %[[SHARED:.*]] = scf.for %[[P:[a-z0-9]+]] = {{.*}} iter_args(%[[ACC:.*]] = %[[TAIL]]) -> (vector<64xf32>) {
// CHECK-NEXT: %[[HEAD:.*]] = vector.load %[[HEADS]][%[[P]], %c0]
// CHECK-NEXT: arith.addf %[[ACC]], %[[HEAD]]
// CHECK: vector.store %[[SHARED]], %[[OUT]]
// CHECK-COUNT-3: memref.dealloc
func.func @static_64(%keys: memref<?xi32>, %rows: index, %x: memref<?x64xf32>, %out: memref<?x64xf32>) {
  %zero = arith.constant 0.0 : f32
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>) rows(%rows)
      ins(%x (n, d) : memref<?x64xf32>) outs(%out : memref<?x64xf32>)
      attributes {plan = #segment.plan<schedule = runs, vector_bits = 512>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } start {
  ^bb0(%old: f32):
    segment.yield %zero : f32
  }
  return
}

// -----

// Columns that only run time counts: tiles, vectors, and with 512 bits a masked
// vector. Without rows of outs or columns there is nothing to do.
// CHECK-LABEL: func @dynamic_512
// CHECK-SAME: %{{.*}}: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?x?xf32>, %[[OUT:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-DAG: %[[S:.*]] = memref.dim %[[OUT]], %c0
// CHECK-DAG: %[[D:.*]] = memref.dim %[[OUT]], %c1
// CHECK-DAG: %[[HASROWS:.*]] = arith.cmpi sgt, %[[S]], %c0
// CHECK-DAG: %[[HASCOLUMNS:.*]] = arith.cmpi sgt, %[[D]], %c0
// CHECK: %[[EXISTS:.*]] = arith.andi %[[HASROWS]], %[[HASCOLUMNS]]
// CHECK: scf.if %[[EXISTS]]
// CHECK: scf.for %[[D:[a-z0-9]+]] = {{.*}} step %c64
// CHECK: vector.load %[[OUT]][%{{.*}}, %[[D]]] : memref<?x?xf32>, vector<64xf32>
// CHECK: vector.load %[[X]][%{{.*}}, %[[D]]] : memref<?x?xf32>, vector<64xf32>
// CHECK: scf.for %[[D:[a-z0-9]+]] = {{.*}} step %c16
// CHECK: vector.load %[[X]][%{{.*}}, %[[D]]] : memref<?x?xf32>, vector<16xf32>
// CHECK: %[[MASK:.*]] = vector.create_mask %{{.*}} : vector<16xi1>
// CHECK: %[[START:.*]] = vector.maskedload %[[OUT]][%{{.*}}], %[[MASK]]
// CHECK: vector.maskedload %[[X]][%{{.*}}], %[[MASK]]
// CHECK: vector.maskedstore %[[OUT]][%{{.*}}], %[[MASK]]
// CHECK-NOT: memref.load %[[X]]
// CHECK: return
func.func @dynamic_512(%keys: memref<?xi32>, %x: memref<?x?xf32>, %out: memref<?x?xf32>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x?xf32>) outs(%out : memref<?x?xf32>)
      attributes {plan = #segment.plan<schedule = runs, vector_bits = 512>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// Shorter vectors have no masks: the rest is one element after the other.
// CHECK-LABEL: func @dynamic_256
// CHECK-SAME: %{{.*}}: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-NOT: mask
// CHECK: scf.for {{.*}} step %c16
// CHECK: vector.load %[[X]][{{.*}} vector<16xf32>
// CHECK: scf.for {{.*}} step %c8
// CHECK: vector.load %[[X]][{{.*}} vector<8xf32>
// CHECK: scf.for %[[D:[a-z0-9]+]] = {{.*}} step %c1 {
// CHECK: memref.load %[[X]][%{{.*}}, %[[D]]]
// CHECK-NOT: mask
// CHECK: return
func.func @dynamic_256(%keys: memref<?xi32>, %x: memref<?x?xf32>, %out: memref<?x?xf32>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x?xf32>) outs(%out : memref<?x?xf32>)
      attributes {plan = #segment.plan<schedule = runs, vector_bits = 256, tile = 2>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// 7 columns are 4, 2 and 1.
// CHECK-LABEL: func @static_7
// CHECK-SAME: %{{.*}}: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?x7xf32>
// CHECK-NOT: mask
// CHECK: vector.load %[[X]][%{{.*}}, %c0] : memref<?x7xf32>, vector<4xf32>
// CHECK: vector.load %[[X]][%{{.*}}, %c4] : memref<?x7xf32>, vector<2xf32>
// CHECK: memref.load %[[X]][%{{.*}}, %c6] : memref<?x7xf32>
// CHECK-NOT: load %[[X]]
// CHECK: return
func.func @static_7(%keys: memref<?xi32>, %x: memref<?x7xf32>, %out: memref<?x7xf32>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x7xf32>) outs(%out : memref<?x7xf32>)
      attributes {plan = #segment.plan<schedule = runs, vector_bits = 256>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// Gathered rows are fetched ahead, and those out of range left out.
// CHECK-LABEL: func @gathered
// CHECK-SAME: %{{.*}}: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?x16xf32>, %[[SRC:[a-z0-9]+]]: memref<?xi32>, %[[W:[a-z0-9]+]]: memref<?xf32>
// The loop over the pieces, and that over the rows.
// CHECK: scf.for {{.*}} -> (vector<16xf32>) {
// CHECK: scf.for %[[N:[a-z0-9]+]] = {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (vector<16xf32>) {
// CHECK: arith.addi %[[N]], %c16
// CHECK: memref.prefetch %[[X]][%{{.*}}, %c0], read
// CHECK: %[[RAW:.*]] = memref.load %[[SRC]][%[[N]]]
// CHECK: %[[ROW:.*]] = arith.index_cast %[[RAW]]
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[ROW]]
// CHECK: scf.if %[[IN]]
// CHECK: %[[V:.*]] = vector.load %[[X]][%[[ROW]], %c0] : memref<?x16xf32>, vector<16xf32>
// CHECK: %[[SCALAR:.*]] = memref.load %[[W]][%[[N]]]
// CHECK: %[[SPLAT:.*]] = vector.broadcast %[[SCALAR]] : f32 to vector<16xf32>
// CHECK: arith.mulf %[[V]], %[[SPLAT]] : vector<16xf32>
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[ACC]]
func.func @gathered(%keys: memref<?xi32>, %x: memref<?x16xf32>, %src: memref<?xi32>, %w: memref<?xf32>, %out: memref<?x16xf32>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x[%src : memref<?xi32>] (g, d) : memref<?x16xf32>, %w (n) : memref<?xf32>) outs(%out : memref<?x16xf32>)
      attributes {plan = #segment.plan<schedule = runs, vector_bits = 256, prefetch = 32>} {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    segment.yield %p : f32
  }
  return
}

// -----

// prefetch = 0.
// CHECK-LABEL: func @no_prefetch
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @no_prefetch(%keys: memref<?xi32>, %x: memref<?x16xf32>, %src: memref<?xi32>, %out: memref<?x16xf32>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x[%src : memref<?xi32>] (g, d) : memref<?x16xf32>) outs(%out : memref<?x16xf32>)
      attributes {plan = #segment.plan<schedule = runs, prefetch = 0>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// Vectors need columns that lie next to each other: others are copied before, and
// copied back if they are outs. Strides of rows don't matter.
// CHECK-LABEL: func @strided
// CHECK-SAME: %{{.*}}: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?x16xf32, strided<[?, 2]>>, %[[Y:[a-z0-9]+]]: memref<?x16xf32, strided<[?, 1], offset: ?>>, %[[OUT:[a-z0-9]+]]: memref<?x16xf32, strided<[1, ?]>>
// CHECK: %[[XCOPY:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x16xf32>
// CHECK-NEXT: memref.copy %[[X]], %[[XCOPY]]
// CHECK: %[[OUTCOPY:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x16xf32>
// CHECK-NEXT: memref.copy %[[OUT]], %[[OUTCOPY]]
// CHECK: vector.load %[[XCOPY]]
// CHECK: vector.load %[[Y]]
// CHECK: vector.store %{{.*}}, %[[OUTCOPY]]
// CHECK: memref.copy %[[OUTCOPY]], %[[OUT]]
// CHECK-DAG: memref.dealloc %[[XCOPY]]
// CHECK-DAG: memref.dealloc %[[OUTCOPY]]
func.func @strided(%keys: memref<?xi32>, %x: memref<?x16xf32, strided<[?, 2]>>, %y: memref<?x16xf32, strided<[?, 1], offset: ?>>, %out: memref<?x16xf32, strided<[1, ?]>>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x16xf32, strided<[?, 2]>>, %y (n, d) : memref<?x16xf32, strided<[?, 1], offset: ?>>)
      outs(%out : memref<?x16xf32, strided<[1, ?]>>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%a: f32, %b: f32):
    %p = arith.addf %a, %b : f32
    segment.yield %p : f32
  }
  return
}

// -----

// A mean: the sum wider than what is stored, the count one value a row; both stay
// in registers, and the one store is of what is finished.
// CHECK-LABEL: func @mean
// CHECK-SAME: %{{.*}}: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?x32xbf16>, %[[OUT:[a-z0-9]+]]: memref<?x32xbf16>
// CHECK: scf.parallel
// CHECK: %[[COUNT:.*]] = scf.for {{.*}} -> (i64)
// CHECK: %[[SUM:.*]] = scf.for {{.*}} -> (vector<32xf32>) {
// CHECK: %[[ROW:.*]] = vector.load %[[X]][%{{.*}}, %c0] : memref<?x32xbf16>, vector<32xbf16>
// CHECK-NEXT: arith.extf %[[ROW]] : vector<32xbf16> to vector<32xf32>
// CHECK: %[[DIVISOR:.*]] = arith.sitofp %[[COUNT]] : i64 to f32
// CHECK-NEXT: %[[DIVISORS:.*]] = vector.broadcast %[[DIVISOR]] : f32 to vector<32xf32>
// CHECK-NEXT: %[[MEAN:.*]] = arith.divf %[[SUM]], %[[DIVISORS]] : vector<32xf32>
// CHECK-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[MEAN]] : vector<32xf32> to vector<32xbf16>
// CHECK-NEXT: vector.store %[[ROUNDED]], %[[OUT]]
func.func @mean(%keys: memref<?xi32>, %x: memref<?x32xbf16>, %out: memref<?x32xbf16>) {
  %one = arith.constant 1 : i64
  %none = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  segment.reduce_by_key kinds [add, add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x32xbf16>) outs(%out : memref<?x32xbf16>)
      attributes {plan = #segment.plan<schedule = runs, vector_bits = 512>, row_accumulators = array<i64: 1>} {
  ^bb0(%a: bf16):
    %w = arith.extf %a : bf16 to f32
    segment.yield %w, %one : f32, i64
  } start {
  ^bb0(%a: bf16):
    segment.yield %zero, %none : f32, i64
  } finish {
  ^bb0(%s: f32, %c: i64):
    %n = arith.sitofp %c : i64 to f32
    %q = arith.divf %s, %n : f32
    %r = arith.truncf %q : f32 to bf16
    segment.yield %r : bf16
  }
  return
}

// -----

// Complex numbers have no vectors.
// CHECK-LABEL: func @complex
// CHECK-NOT: vector
// CHECK: complex.add
// CHECK-NOT: vector
// CHECK: return
func.func @complex(%keys: memref<?xi32>, %x: memref<?x2xcomplex<f32>>, %out: memref<?x2xcomplex<f32>>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x2xcomplex<f32>>) outs(%out : memref<?x2xcomplex<f32>>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%a: complex<f32>):
    segment.yield %a : complex<f32>
  }
  return
}

// -----

// Without columns. Blocks of 64 rows of one key are folded in 16 lanes, then by
// halves; the runs of a piece are listed without a branch for each row.
// CHECK-LABEL: func @elements
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?xf32>, %[[OUT:[a-z0-9]+]]: memref<?xf32>
// CHECK-DAG: %[[NEUTRAL:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: scf.parallel
// CHECK: %[[LISTKEYS:.*]] = memref.alloca() {{.*}} : memref<1024xi32>
// CHECK: %[[LIST:.*]] = memref.alloca() {{.*}} : memref<1024xf32>
// CHECK: scf.for {{.*}} step %c1024
// CHECK: scf.for %[[BLOCK:[a-z0-9]+]] = {{.*}} step %c64
// CHECK: %[[FIRST:.*]] = memref.load %[[KEYS]][%[[BLOCK]]]
// CHECK: %[[LAST:.*]] = memref.load %[[KEYS]]
// CHECK: arith.cmpi eq, %[[FIRST]], %[[LAST]] : i32
// CHECK: %[[V0:.*]] = vector.load %[[X]][%[[BLOCK]]] : memref<?xf32>, vector<16xf32>
// CHECK: %[[V1:.*]] = vector.load %[[X]]
// CHECK: %[[V2:.*]] = vector.load %[[X]]
// CHECK: %[[V3:.*]] = vector.load %[[X]]
// CHECK: %[[V01:.*]] = arith.addf %[[V0]], %[[V1]] : vector<16xf32>
// CHECK: %[[V012:.*]] = arith.addf %[[V01]], %[[V2]] : vector<16xf32>
// CHECK: %[[LANES:.*]] = arith.addf %[[V012]], %[[V3]] : vector<16xf32>
// CHECK: %[[LOW:.*]] = vector.extract_strided_slice %[[LANES]] {offsets = [0], sizes = [8]
// CHECK: %[[HIGH:.*]] = vector.extract_strided_slice %[[LANES]] {offsets = [8], sizes = [8]
// CHECK: arith.addf %[[LOW]], %[[HIGH]] : vector<8xf32>
// CHECK: arith.addf {{.*}} : vector<4xf32>
// CHECK: arith.addf {{.*}} : vector<2xf32>
// CHECK: arith.addf {{.*}} : vector<1xf32>
// Otherwise one row after the other.
// CHECK: scf.for %[[N:[a-z0-9]+]] = {{.*}} step %c1 iter_args(%[[BEFORE:.*]] = %{{.*}}, %[[AT:.*]] = %{{.*}}, %[[ACC:.*]] = %{{.*}}) -> (i32, index, f32) {
// CHECK-DAG: %[[VALUE:.*]] = memref.load %[[X]][%[[N]]]
// CHECK-DAG: %[[KEY:.*]] = memref.load %[[KEYS]][%[[N]]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[KEY]], %[[BEFORE]] : i32
// CHECK-NEXT: %[[OTHER:.*]] = arith.cmpi ne, %[[KEY]], %[[BEFORE]] : i32
// CHECK-NEXT: %[[STEP:.*]] = arith.index_castui %[[OTHER]] : i1 to index
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[AT]], %[[STEP]]
// CHECK-NEXT: memref.store %[[KEY]], %[[LISTKEYS]][%[[NEXT]]]
// CHECK-NEXT: %[[KEPT:.*]] = arith.select %[[SAME]], %[[ACC]], %[[NEUTRAL]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[KEPT]], %[[VALUE]]
// CHECK-NEXT: memref.store %[[SUM]], %[[LIST]][%[[NEXT]]]
// CHECK-NEXT: scf.yield %[[KEY]], %[[NEXT]], %[[SUM]]
// The listed runs: the start is read, and the run before stored, for a key in range.
// CHECK: memref.load %[[LISTKEYS]]
// CHECK: memref.store %{{.*}}, %[[OUT]]
// CHECK: memref.load %[[OUT]]
func.func @elements(%keys: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>)
      attributes {plan = #segment.plan<schedule = runs, vector_bits = 512>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// The same lanes at any width of registers: the order is the operation's.
// CHECK-LABEL: func @elements_128
// CHECK-COUNT-4: vector.load %{{.*}} : memref<?xf32>, vector<16xf32>
// CHECK: arith.addf {{.*}} : vector<8xf32>
func.func @elements_128(%keys: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>)
      attributes {plan = #segment.plan<schedule = runs, vector_bits = 128>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// A body that has no vectors is evaluated one by one, and folded in the same lanes.
// CHECK-LABEL: func @scalar_body
// CHECK: %[[BUFFER:.*]] = memref.alloca() {{.*}} : memref<64xf32>
// CHECK: scf.for {{.*}} = %c0 to %c64 step %c1
// CHECK: complex.abs
// CHECK: memref.store %{{.*}}, %[[BUFFER]]
// CHECK-COUNT-4: vector.load %[[BUFFER]][%{{.*}}] : memref<64xf32>, vector<16xf32>
// CHECK: arith.addf {{.*}} : vector<16xf32>
func.func @scalar_body(%keys: memref<?xi32>, %x: memref<?xcomplex<f32>>, %out: memref<?xf32>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xcomplex<f32>>) outs(%out : memref<?xf32>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%a: complex<f32>):
    %b = complex.abs %a : complex<f32>
    segment.yield %b : f32
  }
  return
}

// -----

// Unsigned keys.
// CHECK-LABEL: func @unsigned
// CHECK: arith.index_castui %{{.*}} : i8 to index
// CHECK-NOT: arith.index_cast %{{.*}} : i8
// CHECK: return
func.func @unsigned(%keys: memref<?xi8>, %x: memref<?x4xi32>, %out: memref<?x4xi32>) {
  segment.reduce_by_key kinds [max] sorted unsigned_keys keys(%keys : memref<?xi8>)
      ins(%x (n, d) : memref<?x4xi32>) outs(%out : memref<?x4xi32>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%a: i32):
    segment.yield %a : i32
  }
  return
}
