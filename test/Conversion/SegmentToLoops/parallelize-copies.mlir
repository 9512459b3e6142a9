// Threads share large copies.

// RUN: segment-opt %s -segment-parallelize-copies | FileCheck %s

// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[A:.*]]: memref<?x64xf32>, %[[B:.*]]: memref<?x64xf32>)
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[BYTES:.*]] = arith.muli %{{.*}}, %[[C4]]
// CHECK: %[[LIMIT:.*]] = arith.constant 524288 : index
// CHECK: %[[SMALL:.*]] = arith.cmpi sle, %[[BYTES]], %[[LIMIT]]
// CHECK: scf.if %[[SMALL]] {
// CHECK-NEXT: memref.copy %[[A]], %[[B]]
// CHECK-NEXT: } else {
// CHECK: %[[SIZE:.*]] = arith.constant 524288 : index
// CHECK: arith.divui %{{.*}}, %[[SIZE]]
// CHECK: segment.num_threads
// CHECK: scf.parallel (%[[T:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// CHECK: %[[AT:.*]] = arith.muli %[[T]], %[[PIECE:.*]] : index
// CHECK: %[[BEGIN:.*]] = arith.minsi %[[AT]], %[[BYTES]]
// CHECK: %[[REST:.*]] = arith.subi %[[BYTES]], %[[BEGIN]]
// CHECK: %[[LENGTH:.*]] = arith.minsi %[[REST]], %[[PIECE]]
// CHECK: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[B]]
// CHECK: %[[ADDRESS:.*]] = arith.addi %[[BASE]], %[[BEGIN]]
// CHECK: %[[INT:.*]] = arith.index_cast %[[ADDRESS]]
// CHECK: %[[TO:.*]] = llvm.inttoptr %[[INT]]
// CHECK: memref.extract_aligned_pointer_as_index %[[A]]
// CHECK: %[[FROM:.*]] = llvm.inttoptr
// CHECK: %[[N:.*]] = arith.index_cast %[[LENGTH]] : index to i64
// CHECK: "llvm.intr.memcpy"(%[[TO]], %[[FROM]], %[[N]])
// CHECK-NOT: memref.copy
func.func @dynamic(%a: memref<?x64xf32>, %b: memref<?x64xf32>) {
  memref.copy %a, %b : memref<?x64xf32> to memref<?x64xf32>
  return
}

// The size of an element in memory.
// CHECK-LABEL: func @elements
// CHECK-DAG: arith.constant 16 : index
// CHECK: memcpy
// CHECK: arith.constant 1 : index
// CHECK: memcpy
// CHECK: return
func.func @elements(%a: memref<?xcomplex<f64>>, %b: memref<?xcomplex<f64>>, %c: memref<?xi1>, %d: memref<?xi1>) {
  memref.copy %a, %b : memref<?xcomplex<f64>> to memref<?xcomplex<f64>>
  memref.copy %c, %d : memref<?xi1> to memref<?xi1>
  return
}

// Half a megabyte is not worth it, one more byte is.
// CHECK-LABEL: func @static
// CHECK: memref.copy
// CHECK-NOT: memref.copy
// CHECK: memcpy
// CHECK: return
func.func @static(%a: memref<2x65536xf32>, %b: memref<2x65536xf32>, %c: memref<524289xi8>, %d: memref<524289xi8>) {
  memref.copy %a, %b : memref<2x65536xf32> to memref<2x65536xf32>
  memref.copy %c, %d : memref<524289xi8> to memref<524289xi8>
  return
}

// Other layouts are other passes' business.
// CHECK-LABEL: func @strided
// CHECK-NEXT: memref.copy
// CHECK-NEXT: return
func.func @strided(%a: memref<?x?xf32, strided<[?, 1]>>, %b: memref<?x?xf32>) {
  memref.copy %a, %b : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
  return
}

// In a parallel loop there are no threads to be had.
// CHECK-LABEL: func @inside
// CHECK: memref.copy
// CHECK: return
func.func @inside(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.copy %a, %b : memref<?xf32> to memref<?xf32>
    scf.reduce
  }
  return
}
