// Keys in any order: tasks that own rows of outs, or take pieces of the rows. No
// atomics, no copy of the result for each thread, nothing is called.

// RUN: segment-opt %s -split-input-file -segment-schedule-to-loops -cse -canonicalize \
// RUN:   | FileCheck %s --implicit-check-not=atomic --implicit-check-not='{{(^| )call }}' --implicit-check-not=segment.reduce_by_key

// The positions of a task's rows are listed without a branch: 16 keys at a time are
// compared, and their positions compressed in a register and stored whole.
// CHECK-LABEL: func @owners_512
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?x64xf32>, %[[OUT:[a-z0-9]+]]: memref<?x64xf32>
// CHECK-DAG: %[[IOTA:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi32>
// CHECK: segment.num_threads
// Accumulators of the pieces but the first one, of which there are 8 at most.
// CHECK: %[[MOST:.*]] = arith.minsi %{{.*}}, %c8 : index
// CHECK-NEXT: %[[PIECES:.*]] = arith.maxsi %[[MOST]], %c1 : index
// CHECK: %[[OTHERS:.*]] = arith.subi %[[PIECES]], %c1
// CHECK: %[[PIECEROWS:.*]] = arith.maxsi
// CHECK: %[[COPIES:.*]] = memref.alloc(%[[OTHERS]], %{{.*}}) {{.*}} : memref<?x?x64xf32>
// Weights of ranges of keys, of a sample.
// CHECK: %[[WEIGHTS:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xindex>
// CHECK: %[[TABLE:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x6xindex>
// CHECK: %[[COUNT:.*]] = scf.if
// CHECK: scf.parallel (%[[T:.*]]) = (%c0) to (%[[COUNT]]) step (%c1) {
// CHECK-NEXT: %[[BEGIN:.*]] = memref.load %[[TABLE]][%[[T]], %c0]
// CHECK-NEXT: %[[END:.*]] = memref.load %[[TABLE]][%[[T]], %c1]
// CHECK-NEXT: %[[FROM:.*]] = memref.load %[[TABLE]][%[[T]], %c2]
// CHECK-NEXT: %[[TO:.*]] = memref.load %[[TABLE]][%[[T]], %c3]
// CHECK-NEXT: %[[FIRST:.*]] = memref.load %[[TABLE]][%[[T]], %c4]
// CHECK-NEXT: %[[LAST:.*]] = memref.load %[[TABLE]][%[[T]], %c5]
// CHECK: %[[LIST:.*]] = memref.alloca() {{.*}} : memref<544xi32>
// Piece after piece: the first one in outs, which are started already.
// CHECK: scf.for %[[PIECE:[a-z0-9]+]] = %[[FIRST]] to %[[LAST]] step %c1
// CHECK: %[[ISFIRST:.*]] = arith.cmpi eq, %[[PIECE]], %c0
// CHECK: %[[VIEW:.*]] = scf.if %[[ISFIRST]]
// CHECK: memref.cast %[[OUT]]
// CHECK: memref.subview %[[COPIES]][
// CHECK: %[[ISOTHER:.*]] = arith.cmpi ne, %[[PIECE]], %c0
// CHECK: scf.if %[[ISOTHER]]
// CHECK: vector.store %{{.*}}, %[[VIEW]][
// CHECK: arith.muli %[[PIECE]], %[[PIECEROWS]]
// CHECK: scf.for %[[BLOCK:[a-z0-9]+]] = %{{.*}} to %{{.*}} step %c512
// CHECK: scf.for %[[I:[a-z0-9]+]] = %c0 to %{{.*}} step %c16 iter_args(%[[AT:.*]] = %c0) -> (index) {
// CHECK-NOT: scf.if
// CHECK: vector.load %[[KEYS]][%{{.*}}] : memref<?xi32>, vector<16xi32>
// CHECK: %[[OWNED:.*]] = arith.cmpi ult, %{{.*}} : vector<16xi32>
// CHECK: %[[ROWS:.*]] = arith.addi %{{.*}}, %[[IOTA]]
// CHECK: %[[PACKED:.*]] = llvm.call_intrinsic "llvm.experimental.vector.compress"(%[[ROWS]], %[[OWNED]], %[[ROWS]])
// CHECK-NEXT: vector.store %[[PACKED]], %[[LIST]][%[[AT]]]
// CHECK: math.ctpop %{{.*}} : i16
// CHECK: scf.yield
// The rest of the block one by one.
// CHECK: %[[COUNT:.*]] = scf.for
// CHECK: memref.store %{{.*}}, %[[LIST]]
// CHECK: %[[ISWHOLE:.*]] = arith.cmpi eq, %[[COUNT]], %{{.*}}
// CHECK: %[[WIDTH:.*]] = arith.subi %[[TO]], %[[FROM]]
// CHECK: %[[ISALL:.*]] = arith.cmpi eq, %[[WIDTH]], %c64
// CHECK: scf.if %[[ISALL]] {
// The fold, rows ahead being fetched: of all rows of the block without the list,
// CHECK: scf.if %[[ISWHOLE]] {
// CHECK: scf.for %[[J:[a-z0-9]+]] =
// CHECK-NEXT: %[[N:.*]] = arith.addi %[[BLOCK]], %[[J]]
// CHECK-NEXT: memref.load %[[KEYS]][%[[N]]]
// CHECK: vector.load %[[VIEW]]
// or of those that are listed.
// CHECK: } else {
// CHECK: memref.load %{{.*}} : memref<?xi32, strided<[1]>>
// CHECK: %[[KEY:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: arith.addi %{{.*}}, %c24
// CHECK-COUNT-5: memref.prefetch %[[X]][{{.*}} read
// CHECK-COUNT-5: memref.prefetch %[[VIEW]][{{.*}} write
// CHECK: %[[ACC:.*]] = vector.load %[[VIEW]][%[[KEY]], %c0] : {{.*}}, vector<64xf32>
// CHECK: %[[ROW:.*]] = vector.load %[[X]][%{{.*}}, %c0] : memref<?x64xf32>, vector<64xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[ACC]], %[[ROW]] : vector<64xf32>
// CHECK: vector.store %[[SUM]], %[[VIEW]][%[[KEY]], %c0]
// Some of the columns, where several tasks share a row of outs.
// CHECK: } else {
// CHECK: vector.load %[[VIEW]][%{{.*}}, %[[D:.*]]] : {{.*}}, vector<64xf32>
// CHECK: vector.create_mask
// CHECK: scf.reduce
// Pieces are combined in their order.
// CHECK: scf.parallel
// CHECK: vector.load %[[OUT]]
// CHECK: scf.for %[[K:[a-z0-9]+]] = %c1 to %[[PIECES]] step %c1 iter_args(%[[TOTAL:.*]] = %
// CHECK: %[[AT:.*]] = arith.subi %[[K]], %c1
// CHECK: %[[NEXT:.*]] = vector.load %[[COPIES]][%[[AT]],
// CHECK: arith.addf %[[TOTAL]], %[[NEXT]]
func.func @owners_512(%keys: memref<?xi32>, %x: memref<?x64xf32>, %out: memref<?x64xf32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x64xf32>) outs(%out : memref<?x64xf32>)
      attributes {plan = #segment.plan<schedule = owners, vector_bits = 512>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// Shorter vectors can't be compressed: a position is stored always, and the end of
// the list moves on if the row is owned. No prefetching if the plan says so.
// CHECK-LABEL: func @owners_256
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>
// CHECK-NOT: memref.prefetch
// CHECK: %[[LIST:.*]] = memref.alloca() {{.*}} : memref<96xi32>
// CHECK: scf.for %{{.*}} step %c64
// CHECK: scf.for %[[I:[a-z0-9]+]] = %c0 to %{{.*}} step %c1 iter_args(%[[AT:.*]] = %c0) -> (index) {
// CHECK-NEXT: %[[POSITION:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK-NEXT: memref.store %[[POSITION]], %[[LIST]][%[[AT]]]
// CHECK-NOT: scf.if
// CHECK: %[[OWNED:.*]] = arith.cmpi ult, %{{.*}} : i32
// CHECK-NEXT: %[[STEP:.*]] = arith.index_castui %[[OWNED]] : i1 to index
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[AT]], %[[STEP]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @owners_256(%keys: memref<?xi32>, %x: memref<?x8xf32>, %out: memref<?x8xf32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x8xf32>) outs(%out : memref<?x8xf32>)
      attributes {plan = #segment.plan<schedule = owners, block = 64, prefetch = 0>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// Keys and gathered row numbers are compared in a type that has room for them.
// CHECK-LABEL: func @ranges
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi8>, %[[X:[a-z0-9]+]]: memref<?x8xf32>, %[[SRC:[a-z0-9]+]]: memref<?xi32>
// CHECK: %[[KEY:.*]] = vector.load %[[KEYS]][%{{.*}}] : memref<?xi8>, vector<16xi8>
// CHECK: arith.extui %[[KEY]] : vector<16xi8> to vector<16xi32>
// CHECK: %[[OWNED:.*]] = arith.cmpi ult, %{{.*}} : vector<16xi32>
// CHECK: %[[SOURCE:.*]] = vector.load %[[SRC]][%{{.*}}] : memref<?xi32>, vector<16xi32>
// CHECK: arith.extui %[[SOURCE]] : vector<16xi32> to vector<16xi64>
// CHECK: %[[IN:.*]] = arith.cmpi ult, %{{.*}} : vector<16xi64>
// CHECK: arith.andi %[[OWNED]], %[[IN]] : vector<16xi1>
func.func @ranges(%keys: memref<?xi8>, %x: memref<?x8xf32>, %src: memref<?xi32>, %out: memref<?x8xf32>) {
  segment.reduce_by_key kinds [add] unsigned_keys unsigned_sources keys(%keys : memref<?xi8>)
      ins(%x[%src : memref<?xi32>] (g, d) : memref<?x8xf32>) outs(%out : memref<?x8xf32>)
      attributes {plan = #segment.plan<schedule = owners, vector_bits = 512>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// Buckets: rows are counted by range of keys, in parallel; counts become positions;
// and the rows are placed range by range, in their order.
// CHECK-LABEL: func @buckets
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?xi32>, %[[OUT:[a-z0-9]+]]: memref<?xi32>
// CHECK: %[[TASKS:.*]] = arith.maxsi %{{.*}}, %c1 : index
// Few shares of rows if their counters would be many.
// CHECK: %[[FEW:.*]] = arith.minsi %[[TASKS]], %{{.*}} : index
// CHECK: %[[SHARES:.*]] = arith.maxsi %[[FEW]], %c1 : index
// CHECK: %[[COUNTERS:.*]] = memref.alloc(%[[SHARES]], %{{.*}}) {{.*}} : memref<?x?xi32>
// CHECK: %[[POSITIONS:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK: %[[BEGINS:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xindex>
// CHECK: scf.parallel (%[[T:.*]]) = (%c0) to (%[[SHARES]])
// CHECK: scf.for
// CHECK: memref.store %c0_i32, %[[COUNTERS]][%[[T]]
// CHECK: scf.for
// CHECK: %[[IN:.*]] = arith.cmpi ult
// CHECK: %[[RANGE:.*]] = arith.shrui
// CHECK: %[[SLOT:.*]] = arith.select %[[IN]], %[[RANGE]]
// CHECK: %[[OLD:.*]] = memref.load %[[COUNTERS]][%[[T]], %[[SLOT]]]
// CHECK: %[[NEW:.*]] = arith.addi %[[OLD]], %c1_i32
// CHECK: memref.store %[[NEW]], %[[COUNTERS]][%[[T]], %[[SLOT]]]
// CHECK: scf.for %[[R:[a-z0-9]+]] =
// CHECK: memref.store %{{.*}}, %[[BEGINS]][%[[R]]]
// CHECK: scf.for %[[U:[a-z0-9]+]] = %c0 to %[[SHARES]]
// CHECK: memref.load %[[COUNTERS]][%[[U]], %[[R]]]
// CHECK: memref.store %{{.*}}, %[[COUNTERS]][%[[U]], %[[R]]]
// CHECK: scf.parallel
// CHECK: memref.store %{{.*}}, %[[POSITIONS]]
// A task's rows are those placed in its ranges.
// CHECK: scf.parallel
// CHECK: memref.load %[[BEGINS]]
// CHECK: memref.subview %[[POSITIONS]]
// CHECK: %[[ACC:.*]] = memref.load %[[OUT]][%[[KEY:.*]]]
// CHECK: %[[VALUE:.*]] = memref.load %[[X]]
// CHECK: %[[SUM:.*]] = arith.addi %[[ACC]], %[[VALUE]] : i32
// CHECK: memref.store %[[SUM]], %[[OUT]][%[[KEY]]]
func.func @buckets(%keys: memref<?xi32>, %x: memref<?xi32>, %out: memref<?xi32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xi32>) outs(%out : memref<?xi32>)
      attributes {plan = #segment.plan<schedule = buckets, prefetch = 0>} {
  ^bb0(%a: i32):
    segment.yield %a : i32
  }
  return
}

// -----

// Adaptive: pieces of rows, if there is one for each of several tasks; or buckets
// for more than four tasks, if positions fit 32 bits; or where the
// scratch accumulators are too large for so many owners. Accumulators wider than
// what is stored live in scratch, a block for each task: started there, folded,
// finished into outs.
// CHECK-LABEL: func @adaptive
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?x8xf16>, %[[OUT:[a-z0-9]+]]: memref<?x8xf16>
// CHECK: %[[SEVERAL:.*]] = arith.cmpi sgt, %[[TASKS:.*]], %c1 : index
// CHECK: %[[BYPIECES:.*]] = arith.andi %[[SEVERAL]], %{{.*}} : i1
// CHECK: %[[FITS:.*]] = arith.cmpi slt, %{{.*}}, %c2147483647
// CHECK: %[[MANY:.*]] = arith.cmpi sgt, %[[TASKS]], %c4
// CHECK: %[[LARGE:.*]] = arith.cmpi slt
// CHECK: %[[WANTS:.*]] = arith.ori %[[MANY]], %[[LARGE]]
// CHECK: %[[CAN:.*]] = arith.andi %[[FITS]], %[[WANTS]]
// CHECK: %[[NOPIECES:.*]] = arith.xori %[[BYPIECES]], %true
// CHECK: %[[BYBUCKETS:.*]] = arith.andi %[[CAN]], %[[NOPIECES]]
// CHECK: %[[SCRATCH:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?x8xf32>
// CHECK: %[[COPIES:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?x8xf32>
// CHECK: scf.if %[[BYBUCKETS]]
// Tasks by pieces fold all rows of outs.
// CHECK: scf.if %[[BYPIECES]]
// CHECK: memref.store %c0, %[[TABLE:.*]][%{{.*}}, %c0] : memref<?x6xindex>
// CHECK: memref.store %dim{{.*}}, %[[TABLE]][%{{.*}}, %c1]
// CHECK: scf.parallel (%[[T:.*]]) = (%c0) to
// CHECK: %[[VIEW:.*]] = scf.if
// CHECK: memref.subview %[[SCRATCH]][%[[T]], 0, 0]
// CHECK: %[[OLD:.*]] = vector.load %[[OUT]]
// CHECK: %[[START:.*]] = arith.extf %[[OLD]]
// CHECK: vector.store %[[START]]
// CHECK: memref.subview %[[COPIES]]
// CHECK: scf.if %[[BYBUCKETS]]
// CHECK: %[[ACC:.*]] = vector.load %[[VIEW]][%[[ROW:.*]], %c0] : {{.*}}, vector<8xf32>
// CHECK: %[[VALUE:.*]] = vector.load %[[X]][%{{.*}}, %c0] : memref<?x8xf16>, vector<8xf16>
// CHECK: %[[WIDE:.*]] = arith.extf %[[VALUE]]
// CHECK: %[[SUM:.*]] = arith.addf %[[ACC]], %[[WIDE]] : vector<8xf32>
// CHECK: vector.store %[[SUM]], %[[VIEW]][%[[ROW]], %c0]
// CHECK: %[[RESULT:.*]] = arith.truncf %{{.*}} : vector<8xf32> to vector<8xf16>
// CHECK-NEXT: vector.store %[[RESULT]], %[[OUT]]
// CHECK: scf.if %[[BYPIECES]]
// CHECK: scf.parallel
// CHECK: memref.dealloc %[[SCRATCH]]
// CHECK: memref.dealloc %[[COPIES]]
func.func @adaptive(%keys: memref<?xi32>, %x: memref<?x8xf16>, %out: memref<?x8xf16>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x8xf16>) outs(%out : memref<?x8xf16>)
      attributes {plan = #segment.plan<schedule = adaptive>} {
  ^bb0(%a: f16):
    %w = arith.extf %a : f16 to f32
    segment.yield %w : f32
  } start {
  ^bb0(%a: f16):
    %w = arith.extf %a : f16 to f32
    segment.yield %w : f32
  } finish {
  ^bb0(%a: f32):
    %w = arith.truncf %a : f32 to f16
    segment.yield %w : f16
  }
  return
}

// -----

// An accumulator of another type as wide as what is stored lives in outs.
// CHECK-LABEL: func @bits
// CHECK-SAME: %{{.*}}: memref<?xi32>, %{{.*}}: memref<?x8xf32>, %[[OUT:[a-z0-9]+]]: memref<?x8xf32>
// CHECK-NOT: memref.alloc({{.*}}xi32>
// CHECK: %[[STORED:.*]] = vector.load %[[OUT]][%{{.*}}, %c0] : memref<?x8xf32>, vector<8xf32>
// CHECK-NEXT: %[[ACC:.*]] = arith.bitcast %[[STORED]] : vector<8xf32> to vector<8xi32>
// CHECK: %[[MIN:.*]] = arith.minsi %[[ACC]], %{{.*}} : vector<8xi32>
// CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[MIN]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: vector.store %[[BITS]], %[[OUT]]
func.func @bits(%keys: memref<?xi32>, %x: memref<?x8xf32>, %out: memref<?x8xf32>) {
  segment.reduce_by_key kinds [min] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x8xf32>) outs(%out : memref<?x8xf32>)
      attributes {plan = #segment.plan<schedule = owners>} {
  ^bb0(%a: f32):
    %b = arith.bitcast %a : f32 to i32
    segment.yield %b : i32
  } start {
  ^bb0(%a: f32):
    %b = arith.bitcast %a : f32 to i32
    segment.yield %b : i32
  } finish {
  ^bb0(%a: i32):
    %b = arith.bitcast %a : i32 to f32
    segment.yield %b : f32
  }
  return
}

// -----

// Columns that don't lie next to each other are copied.
// CHECK-LABEL: func @strided
// CHECK-SAME: %{{.*}}: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?x8xf32, strided<[?, ?]>>, %[[OUT:[a-z0-9]+]]: memref<?x8xf32, strided<[8, 1], offset: ?>>
// CHECK: %[[COPY:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x8xf32>
// CHECK-NEXT: memref.copy %[[X]], %[[COPY]]
// CHECK-NOT: memref.copy
// CHECK: memref.cast %[[OUT]]
// CHECK: vector.load %[[COPY]]
// CHECK: memref.dealloc %[[COPY]]
func.func @strided(%keys: memref<?xi32>, %x: memref<?x8xf32, strided<[?, ?]>>, %out: memref<?x8xf32, strided<[8, 1], offset: ?>>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x8xf32, strided<[?, ?]>>) outs(%out : memref<?x8xf32, strided<[8, 1], offset: ?>>)
      attributes {plan = #segment.plan<schedule = owners>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}
