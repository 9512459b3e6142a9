// The checks of section 4 as comparisons and loops over the ids; clause 4.12 is
// the order in which they appear here.

// RUN: segment-opt %s -segment-checks-to-loops -canonicalize -cse | FileCheck %s

// CHECK-LABEL: func @unsorted
// CHECK-SAME: %[[IDS:[a-z0-9]+]]: memref<?xi32>, %[[DATA:[a-z0-9]+]]: memref<?x64xf32>, %[[N:[a-z0-9]+]]: i32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[NONE:.*]] = arith.constant -1 : i64
// CHECK-DAG: %[[NUMIDS:.*]] = memref.dim %[[IDS]]
// CHECK-DAG: %[[I:.*]] = arith.index_cast %[[NUMIDS]] : index to i64
// CHECK-DAG: %[[NUMROWS:.*]] = memref.dim %[[DATA]]
// CHECK-DAG: %[[R:.*]] = arith.index_cast %[[NUMROWS]] : index to i64
// CHECK-DAG: %[[S:.*]] = arith.extsi %[[N]] : i32 to i64
// Shapes (4.10).
// CHECK: %[[DIFFER:.*]] = arith.cmpi ne, %[[I]], %[[R]] : i64
// CHECK: scf.if %[[DIFFER]] {
// CHECK-NEXT: segment.report shape "{{.*}}checks-to-loops.mlir:[[@LINE+75]]:{{[0-9]+}}: error: 'segment.unsorted_segment_sum' op expected the shape of the ids to be a prefix of the data's, but got ids [{0}] and data [{1}, {2}]"(%[[I]], %[[R]], %{{.*}} : i64, i64, i64)
// num_segments (4.8), unless something failed before.
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[S]], %[[ZERO]]
// CHECK: %[[NOW:.*]] = arith.andi %{{.*}}, %[[NEGATIVE]] : i1
// CHECK: scf.if %[[NOW]] {
// CHECK-NEXT: segment.report num_segments "{{.*}} op expected num_segments of at least 0, but got {0}"(%[[S]] : i64)
// Size (4.9): 64 columns of 4 bytes.
// CHECK: arith.mulsi_extended
// CHECK: segment.report size "{{.*}} op the size of the result overflows 64-bit bytes: shape [{0}, {1}] with elements of 4 bytes"
// CHECK: %[[CAN:.*]] = segment.can_allocate
// CHECK: segment.report memory "{{.*}} op cannot allocate the result: shape [{0}, {1}] with elements of 4 bytes, {2} bytes"
// Ids (4.2): none are looked at if something failed.
// CHECK: %[[LOOK:.*]] = arith.select %{{.*}}, %[[I]], %[[ZERO]] : i64
// CHECK: %[[END:.*]] = arith.index_cast %[[LOOK]] : i64 to index
// The greatest id that is allowed, in the type of the ids.
// CHECK: %[[LAST:.*]] = arith.subi %[[S]], %{{.*}} : i64
// CHECK: %[[FITS:.*]] = arith.minsi %[[LAST]], %c2147483647_i64
// CHECK: %[[HIGHEST:.*]] = arith.trunci %[[FITS]] : i64 to i32
// If there are enough for a step of four registers (and one more), blocks of 2,048
// are tested, by a task for every 65,536.
// CHECK: %[[ENOUGH:.*]] = arith.cmpi sge, %[[END]], %c33
// CHECK: %[[RANGE:.*]]:2 = scf.if %[[ENOUGH]] -> (index, index) {
// CHECK: %[[ROUNDED:.*]] = arith.addi %[[END]], %c2047
// CHECK: %[[BLOCKS:.*]] = arith.divui %[[ROUNDED]], %c2048
// CHECK: %[[MANY:.*]] = arith.divui %{{.*}}, %c65536
// CHECK: %[[MOST:.*]] = arith.minsi %[[MANY]], %c64
// CHECK: %[[THREADS:.*]] = segment.num_threads
// CHECK: %[[TASKS:.*]] = arith.minsi %[[MOST]], %[[THREADS]]
// CHECK: scf.parallel (%[[TASK:[a-z0-9]+]]) = (%c0) to (%[[TASKS]]) step (%c1) {
// CHECK: %[[FIRST:.*]] = scf.for %[[BLOCK:[a-z0-9]+]] = %{{.*}} to %{{.*}} step %c1 iter_args(%[[BEFORE:.*]] = %[[BLOCKS]]) -> (index) {
// CHECK: %[[START:.*]] = arith.muli %[[BLOCK]], %c2048
// CHECK: %[[STOP:.*]] = arith.minsi %{{.*}}, %[[END]]
// CHECK: %[[LASTSTEP:.*]] = arith.subi %[[STOP]], %c32
// The loop has nothing but loads and maxima; the last step may overlap.
// CHECK: %[[MAX:.*]]:4 = scf.for %[[AT:[a-z0-9]+]] = %[[START]] to %[[LASTSTEP]] step %c32 iter_args(%[[M0:[a-z0-9]+]] = %[[LOWEST:[a-z0-9_]+]], %{{.*}} = %[[LOWEST]], %{{.*}} = %[[LOWEST]], %[[M3:[a-z0-9]+]] = %[[LOWEST]])
// CHECK-NEXT: %[[V0:.*]] = vector.load %[[IDS]][%[[AT]]] : memref<?xi32>, vector<8xi32>
// CHECK-NEXT: arith.maxsi %[[M0]], %[[V0]] : vector<8xi32>
// CHECK: %[[AT3:.*]] = arith.addi %[[AT]], %c24
// CHECK-NEXT: %[[V3:.*]] = vector.load %[[IDS]][%[[AT3]]]
// CHECK-NEXT: arith.maxsi %[[M3]], %[[V3]]
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: %[[L0:.*]] = vector.load %[[IDS]][%[[LASTSTEP]]]
// CHECK-NEXT: arith.maxsi %[[MAX]]#0, %[[L0]]
// CHECK: %[[BOUND:.*]] = vector.broadcast %[[HIGHEST]] : i32 to vector<8xi32>
// CHECK: %[[ABOVE:.*]] = arith.cmpi sgt, %{{.*}}, %[[BOUND]]
// CHECK: %[[BAD:.*]] = vector.reduction <or>, %[[ABOVE]] : vector<8xi1> into i1
// CHECK: %[[HERE:.*]] = arith.select %[[BAD]], %[[BLOCK]], %[[BLOCKS]]
// CHECK: arith.minsi %[[BEFORE]], %[[HERE]]
// CHECK: memref.store %[[FIRST]], %[[SLOTS:.*]][%[[TASK]]] : memref<64xindex>
// CHECK: scf.for {{.*}} to %[[TASKS]]
// CHECK: memref.load %[[SLOTS]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %c0, %[[END]]
// CHECK-NEXT: }
// One by one in the first block with a bad one, or in all: the first bad position.
// CHECK: %[[FROM:.*]] = arith.index_cast %[[RANGE]]#0 : index to i64
// CHECK: %[[SCAN:.*]]:5 = scf.for %[[AT:[a-z0-9]+]] = %[[RANGE]]#0 to %[[RANGE]]#1 step %{{.*}} iter_args(%[[POSITION:.*]] = %[[FROM]], %[[FIRST:.*]] = %[[NONE]],
// CHECK: %[[RAW:.*]] = memref.load %[[IDS]][%[[AT]]]
// CHECK: %[[ID:.*]] = arith.extsi %[[RAW]] : i32 to i64
// CHECK: %[[BAD:.*]] = arith.cmpi sge, %[[ID]], %[[S]] : i64
// CHECK: %[[UNSEEN:.*]] = arith.cmpi slt, %[[FIRST]], %[[ZERO]] : i64
// CHECK: %[[TAKE:.*]] = arith.andi %[[BAD]], %[[UNSEEN]] : i1
// CHECK: arith.select %[[TAKE]], %[[POSITION]], %[[FIRST]] : i64
// CHECK: %[[FOUND:.*]] = arith.cmpi sge, %[[SCAN]]#1, %[[ZERO]] : i64
// CHECK: scf.if
// CHECK: segment.report bounds "{{.*}} op id out of range: position [{0}], value {1}, range [0, {2})"(%{{.*}}, %[[SCAN]]#2, %[[S]] : i64, i64, i64)
// Nothing is to be folded, and no segments, after a failure.
// CHECK: %[[ROWS:.*]] = arith.select %{{.*}}, %[[I]], %[[ZERO]] : i64
// CHECK: %[[SEGMENTS:.*]] = arith.select %{{.*}}, %[[S]], %[[ZERO]] : i64
// CHECK: %[[ROWSX:.*]] = arith.index_cast %[[ROWS]]
// CHECK: %[[SEGMENTSX:.*]] = arith.index_cast %[[SEGMENTS]]
// CHECK: return %[[ROWSX]], %[[SEGMENTSX]]
func.func @unsorted(%ids: memref<?xi32>, %data: memref<?x64xf32>, %n: i32) -> (index, index) {
  // The location in the messages is this operation's.
  %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
      ids(%ids : memref<?xi32>) data(%data : memref<?x64xf32>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, 64>}
  return %rows, %num : index, index
}

// Sorted ids: order (4.3) before range (4.4), and no upper bound. In blocks each id
// is compared with the one before it, and the first with 0.
// CHECK-LABEL: func @sorted
// CHECK-SAME: %[[IDS:[a-z0-9]+]]: memref<?xi16>
// CHECK: scf.parallel
// CHECK: %[[ID0:.*]] = memref.load %[[IDS]][%c0]
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[ID0]], %c0_i16
// CHECK: %[[START:.*]] = arith.maxsi %{{.*}}, %c1
// CHECK: scf.for %[[AT:[a-z0-9]+]] = %[[START]] to %{{.*}} step %c64 iter_args(%[[D0:[a-z0-9]+]] = %[[SAME:[a-z0-9_]+]],
// CHECK: %[[X:.*]] = vector.load %[[IDS]][%[[AT]]] : memref<?xi16>, vector<16xi16>
// CHECK: %[[ATBEFORE:.*]] = arith.subi %[[AT]], %c1
// CHECK: %[[B:.*]] = vector.load %[[IDS]][%[[ATBEFORE]]]
// CHECK: %[[LESSER:.*]] = arith.minsi %[[X]], %[[B]] : vector<16xi16>
// CHECK: %[[DIFFERS:.*]] = arith.xori %[[LESSER]], %[[B]]
// CHECK: arith.ori %[[D0]], %[[DIFFERS]]
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %{{.*}}, %[[SAME]]
// CHECK: %[[OUT:.*]] = vector.reduction <or>, %[[ANY]]
// CHECK: arith.ori %[[NEGATIVE]], %[[OUT]]
// The id before the block.
// CHECK: %[[PREV:.*]] = scf.if %{{.*}} -> (i64) {
// CHECK: arith.subi %{{.*}}, %c1
// CHECK: memref.load %[[IDS]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %c-9223372036854775808_i64
// CHECK: scf.for {{.*}} iter_args({{.*}}, %[[PREVIOUS:[a-z0-9]+]] = %[[PREV]]) -> (i64, i64, i64, i64, i64)
// CHECK: %[[ID:.*]] = arith.extsi
// CHECK: %[[DECREASES:.*]] = arith.cmpi slt, %[[ID]], %[[PREVIOUS]] : i64
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[ID]], %c0_i64 : i64
// CHECK: arith.ori %[[DECREASES]], %[[NEGATIVE]] : i1
// CHECK: segment.report order "{{.*}} op ids must be sorted, but they decrease: position [{0}], value {1}, after value {2}"
// CHECK: segment.report bounds "{{.*}} op id out of range: position [{0}], value {1}, range [0, {2})"
func.func @sorted(%ids: memref<?xi16>, %data: memref<?xf32>, %n: index) -> (index, index) {
  %rows, %num = segment.check_segments "segment.segment_sum_v2" sorted
      ids(%ids : memref<?xi16>) data(%data : memref<?xf32>) num_segments(%n : index)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  return %rows, %num : index, index
}

// The first form: last id + 1, which may not fit (4.6).
// CHECK-LABEL: func @first_form
// CHECK-SAME: %[[IDS:[a-z0-9]+]]: memref<?xi64>
// CHECK: %[[LAST:.*]] = scf.if %{{.*}} -> (i64) {
// CHECK: memref.load %[[IDS]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %c-1_i64
// CHECK: %[[NEXT:.*]] = arith.addi %[[LAST]], %c1_i64 : i64
// CHECK: arith.maxsi %[[NEXT]], %c0_i64 : i64
// CHECK: arith.cmpi eq, %[[LAST]], %c9223372036854775807_i64 : i64
// CHECK: segment.report size "{{.*}} op the number of segments overflows 64 bits: the last id is {0}"(%[[LAST]] : i64)
// CHECK: segment.report bounds "{{.*}}, range [0, 9223372036854775807)"
func.func @first_form(%ids: memref<?xi64>, %data: memref<?xf32>) -> (index, index) {
  %rows, %num = segment.check_segments "segment.segment_min" sorted
      ids(%ids : memref<?xi64>) data(%data : memref<?xf32>)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  return %rows, %num : index, index
}

// What the types prove is not compared; a static result is.
// CHECK-LABEL: func @static
// CHECK-NOT: prefix of the data's
// CHECK: segment.report shape "{{.*}} op expected a result of shape [{0}, {1}] as its type says, but the operands give [{2}, {3}]"
// CHECK-NOT: segment.report shape
// CHECK: return
func.func @static(%ids: memref<8xi32>, %data: memref<8x4xf32>, %n: i64) -> (index, index) {
  %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
      ids(%ids : memref<8xi32>) data(%data : memref<8x4xf32>) num_segments(%n : i64)
      {element_bytes = 4 : i64, result_shape = array<i64: 3, 4>}
  return %rows, %num : index, index
}

// Other policies leave the ids unread, but check the rest.
// CHECK-LABEL: func @drop
// CHECK-NOT: scf.for
// CHECK: segment.report num_segments
// CHECK: segment.report size
// CHECK-NOT: scf.for
// CHECK-NOT: segment.report bounds
// CHECK: return
func.func @drop(%ids: memref<8xi32>, %data: memref<8x?xf32>, %n: i64) -> (index, index) {
  %rows, %num = segment.check_segments "segment.unsorted_segment_sum" bounds<drop>
      ids(%ids : memref<8xi32>) data(%data : memref<8x?xf32>) num_segments(%n : i64)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, -9223372036854775808>}
  return %rows, %num : index, index
}

// Ids of several dimensions are looked at as one, and positions have as many
// coordinates; unsigned ids are compared as such; one id needs no loop.
// CHECK-LABEL: func @ranks
// CHECK-SAME: %[[IDS:[a-z0-9]+]]: memref<?x?xi8>
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[IDS]] {{\[\[}}0, 1]] : memref<?x?xi8> into memref<?xi8>
// CHECK: vector.load %[[FLAT]]
// CHECK: arith.maxui %{{.*}} : vector<32xi8>
// CHECK: scf.for
// CHECK: memref.load %[[FLAT]]
// CHECK: arith.extui %{{.*}} : i8 to i64
// CHECK: arith.remui
// CHECK: arith.divui
// CHECK: segment.report bounds "{{.*}} position [{0}, {1}], value {2}, range [0, {3})"
// CHECK-NOT: scf.for
// CHECK: segment.report bounds "{{.*}} position [], value {0}, range [0, {1})"
// CHECK: return
func.func @ranks(%ids: memref<?x?xi8>, %id: memref<i32>, %data: memref<?x?xf32>, %n: i64) -> (index, index) {
  %rows, %num = segment.check_segments "segment.unsorted_segment_sum" unsigned_ids
      ids(%ids : memref<?x?xi8>) data(%data : memref<?x?xf32>) num_segments(%n : i64)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  %rows0, %num0 = segment.check_segments "segment.unsorted_segment_sum"
      ids(%id : memref<i32>) data(%data : memref<?x?xf32>) num_segments(%n : i64)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, -9223372036854775808, -9223372036854775808>}
  return %rows, %num0 : index, index
}

// Ids with gaps are walked one by one, by a loop for each dimension.
// CHECK-LABEL: func @strided
// CHECK-NOT: vector
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}]
func.func @strided(%ids: memref<?x?xi32, strided<[?, ?]>>, %data: memref<?x?xf32>, %n: i64) -> (index, index) {
  %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
      ids(%ids : memref<?x?xi32, strided<[?, ?]>>) data(%data : memref<?x?xf32>) num_segments(%n : i64)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  return %rows, %num : index, index
}

// Few ids that are known to be few need no threads, or no vectors.
// CHECK-LABEL: func @few
// CHECK-NOT: scf.parallel
// CHECK: vector.load
// CHECK-NOT: scf.parallel
// CHECK: return
// CHECK-LABEL: func @very_few
// CHECK-NOT: vector
// CHECK: return
func.func @few(%ids: memref<65536xi32>, %data: memref<65536xf32>, %n: i64) -> (index, index) {
  %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
      ids(%ids : memref<65536xi32>) data(%data : memref<65536xf32>) num_segments(%n : i64)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  return %rows, %num : index, index
}
func.func @very_few(%ids: memref<32xi32>, %data: memref<32xf32>, %n: i64) -> (index, index) {
  %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
      ids(%ids : memref<32xi32>) data(%data : memref<32xf32>) num_segments(%n : i64)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  return %rows, %num : index, index
}

// Index rows (4.7): every coordinate within its dimension, in one comparison.
// CHECK-LABEL: func @scatter
// CHECK-SAME: %[[INPUT:[a-z0-9]+]]: memref<?x5x3xf32>, %[[INDICES:[a-z0-9]+]]: memref<?x2xi32>, %[[UPDATES:[a-z0-9]+]]: memref<?x3xf32>
// CHECK: segment.report shape "{{.*}}: error: 'segment.scatter_min' op expected updates of shape [{0}, {1}] (the index rows, then a slice of the input), but got [{2}, {3}], for indices [{4}, {5}] and input [{6}, {7}, {8}]"
// In blocks: greatest coordinates as unsigned, and the limits of all lanes.
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[INDICES]] {{\[\[}}0, 1]] : memref<?x2xi32> into memref<?xi32>
// CHECK: %[[H0:.*]] = arith.trunci
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: arith.maxui %{{.*}} : vector<8xi32>
// CHECK: %[[BOUNDS:.*]] = vector.from_elements %[[H0]], %c4_i32, %[[H0]], %c4_i32, %[[H0]], %c4_i32, %[[H0]], %c4_i32 : vector<8xi32>
// CHECK: arith.cmpi ugt, %{{.*}}, %[[BOUNDS]] : vector<8xi32>
// CHECK: scf.for %[[ROW:[a-z0-9]+]] =
// CHECK: %[[BEGIN:.*]] = arith.muli %[[ROW]], %c2
// CHECK: %[[A:.*]] = memref.load %[[FLAT]][%[[BEGIN]]]
// CHECK: %[[A64:.*]] = arith.extsi %[[A]] : i32 to i64
// CHECK: arith.cmpi uge, %[[A64]], %{{.*}} : i64
// CHECK: %[[NEXT:.*]] = arith.addi %[[BEGIN]], %c1
// CHECK: %[[B:.*]] = memref.load %[[FLAT]][%[[NEXT]]]
// CHECK: %[[B64:.*]] = arith.extsi %[[B]] : i32 to i64
// CHECK: arith.cmpi uge, %[[B64]], %c5_i64 : i64
// CHECK: segment.report bounds "{{.*}} op index out of range: index row [{0}], values [{1}, {2}], dimensions [{3}, {4}]"
func.func @scatter(%input: memref<?x5x3xf32>, %indices: memref<?x2xi32>, %updates: memref<?x3xf32>) -> index {
  %rows = segment.check_scatter "segment.scatter_min"
      input(%input : memref<?x5x3xf32>) indices(%indices : memref<?x2xi32>) updates(%updates : memref<?x3xf32>)
  return %rows : index
}

// No coordinates, nothing to look at; no policy error, neither.
// CHECK-LABEL: func @scatter_unread
// CHECK-NOT: scf.for
// CHECK: return
func.func @scatter_unread(%input: memref<4xf32>, %none: memref<2x0xi32>, %whole: memref<2x4xf32>, %one: memref<2x1xi32>, %scalars: memref<2xf32>) -> (index, index) {
  %rows = segment.check_scatter "segment.scatter_add"
      input(%input : memref<4xf32>) indices(%none : memref<2x0xi32>) updates(%whole : memref<2x4xf32>)
  %rows1 = segment.check_scatter "segment.scatter_add" bounds<drop>
      input(%input : memref<4xf32>) indices(%one : memref<2x1xi32>) updates(%scalars : memref<2xf32>)
  return %rows, %rows1 : index, index
}

// Gathered rows (4.19): not looked at where the row's own id is dropped.
// CHECK-LABEL: func @gather
// CHECK-SAME: %[[SOURCES:[a-z0-9]+]]: memref<?xi32>, %[[KEYS:[a-z0-9]+]]: memref<?xi64>, %[[ROWS:[a-z0-9]+]]: index, %[[NUM:[a-z0-9]+]]: index, %[[EXTENT:[a-z0-9]+]]: index
// Enough of both (4.10).
// CHECK: %[[NS:.*]] = arith.cmpi slt, %{{.*}}, %[[R:.*]] : i64
// CHECK: %[[NK:.*]] = arith.cmpi slt, %{{.*}}, %[[R]] : i64
// CHECK: %[[FEW:.*]] = arith.ori %[[NS]], %[[NK]]
// CHECK: scf.if %[[FEW]] {
// CHECK-NEXT: segment.report shape "{{.*}}: error: 'my.gather_sum' op expected a source and a key for each of {0} rows, but got {1} sources and {2} keys"
// CHECK-DAG: %[[E:.*]] = arith.index_cast %[[EXTENT]]
// CHECK-DAG: %[[S:.*]] = arith.index_cast %[[NUM]]
// In blocks: the sources, and only where one is outside the keys.
// CHECK: scf.parallel
// CHECK: vector.load %[[SOURCES]]
// CHECK: %[[OUTSIDE:.*]] = arith.ori
// CHECK: scf.if %[[OUTSIDE]] -> (i1) {
// CHECK: scf.for
// CHECK: memref.load %[[KEYS]]
// CHECK: %[[SCAN:.*]]:2 = scf.for %[[AT:[a-z0-9]+]] = %{{.*}} to %{{.*}} step
// CHECK-DAG: %[[KEY:.*]] = memref.load %[[KEYS]][%[[AT]]]
// CHECK-DAG: %[[RAW:.*]] = memref.load %[[SOURCES]][%[[AT]]]
// CHECK-DAG: %[[SOURCE:.*]] = arith.extsi %[[RAW]]
// CHECK-DAG: %[[KEPT:.*]] = arith.cmpi ult, %[[KEY]], %[[S]] : i64
// CHECK-DAG: %[[OUT:.*]] = arith.cmpi uge, %[[SOURCE]], %[[E]] : i64
// CHECK: arith.andi %[[KEPT]], %[[OUT]] : i1
// CHECK: segment.report gather "{{.*}}: error: 'my.gather_sum' op gathered row out of range: position [{0}], value {1}, range [0, {2})"(%[[SCAN]]#0, %[[SCAN]]#1, %[[E]] : i64, i64, i64)
func.func @gather(%sources: memref<?xi32>, %keys: memref<?xi64>, %rows: index, %num: index, %extent: index) -> index {
  %0 = segment.check_gather "my.gather_sum"
      sources(%sources : memref<?xi32>) keys(%keys : memref<?xi64>) rows(%rows) segments(%num) extent(%extent)
  return %0 : index
}

// Rows arranged in two dimensions: the position has two coordinates.
// CHECK-LABEL: func @gather_positions
// CHECK: segment.report gather "{{.*}} op gathered row out of range: position [{0}, {1}], value {2}, range [0, {3})"
func.func @gather_positions(%sources: memref<?xi32>, %keys: memref<?xi64>, %rows: index, %num: index, %extent: index, %p: index, %q: index) -> index {
  %0 = segment.check_gather "my.gather_sum"
      sources(%sources : memref<?xi32>) keys(%keys : memref<?xi64>) rows(%rows) segments(%num) extent(%extent) shape(%p, %q)
  return %0 : index
}

// Gathered rows: sources and weights have the shape of the ids, data only columns.
// CHECK-LABEL: func @gathered_segments
// CHECK-SAME: %[[IDS:[a-z0-9]+]]: memref<?xi32>, %[[SRC:[a-z0-9]+]]: memref<?xi8>, %[[X:[a-z0-9]+]]: memref<7x?xf32>, %[[W:[a-z0-9]+]]: memref<?xf32>
// CHECK: memref.dim %[[IDS]]
// CHECK: memref.dim %[[X]]
// CHECK: memref.dim %[[SRC]]
// CHECK: memref.dim %[[W]]
// CHECK: segment.report shape "{{.*}} op expected a row number, a weight and an id for each row, but got src [{0}], weights [{1}] and ids [{2}]"
// CHECK: segment.report num_segments
// CHECK: segment.report size {{.*}} shape [{0}, {1}]
func.func @gathered_segments(%ids: memref<?xi32>, %src: memref<?xi8>, %x: memref<7x?xf32>, %w: memref<?xf32>, %n: i32) -> (index, index) {
  %rows, %num = segment.check_segments "segment.gather_segment_sum" bounds<drop>
      ids(%ids : memref<?xi32>) data(%x : memref<7x?xf32>) sources(%src : memref<?xi8>) weights(%w : memref<?xf32>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, -9223372036854775808>}
  return %rows, %num : index, index
}

// Without weights, and with all shapes known: nothing to compare.
// CHECK-LABEL: func @gathered_static
// CHECK-NOT: segment.report shape
// CHECK: segment.report num_segments
// CHECK-NOT: segment.report shape
// CHECK: return
func.func @gathered_static(%ids: memref<3xi32>, %src: memref<3xi8>, %x: memref<?x2xf32>, %n: i32) -> (index, index) {
  %rows, %num = segment.check_segments "segment.gather_segment_sum" bounds<drop>
      ids(%ids : memref<3xi32>) data(%x : memref<?x2xf32>) sources(%src : memref<3xi8>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, 2>}
  return %rows, %num : index, index
}

// On tensors nothing is done: they are bufferized first.
// CHECK-LABEL: func @tensors
// CHECK: segment.check_segments
func.func @tensors(%ids: tensor<?xi32>, %data: tensor<?xf32>, %n: i32) -> (index, index) {
  %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
      ids(%ids : tensor<?xi32>) data(%data : tensor<?xf32>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  return %rows, %num : index, index
}
