// Parallel loops that threads should not run become serial.

// RUN: segment-opt %s -segment-serialize-loops | FileCheck %s

// The outermost loop is left to the threads, however many dimensions it has.
// CHECK-LABEL: func @nested
// CHECK-SAME: %[[A:.*]]: memref<?x?x?xf32>, %[[N:.*]]: index, %[[X:.*]]: f32)
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%c0, %c0) to (%[[N]], %[[N]]) step (%c1, %c1) {
// CHECK-NEXT: scf.for %[[K:.*]] = %c0 to %[[N]] step %c2 {
// CHECK-NEXT: memref.store %[[X]], %[[A]][%[[I]], %[[J]], %[[K]]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
func.func @nested(%a: memref<?x?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    scf.parallel (%k) = (%c0) to (%n) step (%c2) {
      memref.store %x, %a[%i, %j, %k] : memref<?x?x?xf32>
      scf.reduce
    }
    scf.reduce
  }
  return
}

// What is reduced is carried from iteration to iteration, in the loops' order.
// CHECK-LABEL: func @reductions
// CHECK-SAME: %[[A:.*]]: memref<?x?xf32>, %[[N:.*]]: index, %[[S0:.*]]: f32, %[[M0:.*]]: i64)
// CHECK: %[[R:.*]]:2 = scf.for %[[I:.*]] = %c0 to %[[N]] step %c1 iter_args(%[[S1:.*]] = %[[S0]], %[[M1:.*]] = %[[M0]]) -> (f32, i64) {
// CHECK-NEXT: %[[R1:.*]]:2 = scf.for %[[J:.*]] = %c0 to %[[N]] step %c1 iter_args(%[[S2:.*]] = %[[S1]], %[[M2:.*]] = %[[M1]]) -> (f32, i64) {
// CHECK-NEXT: %[[X:.*]] = memref.load %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: %[[K:.*]] = arith.index_cast %[[J]] : index to i64
// CHECK-NEXT: %[[S3:.*]] = arith.addf %[[S2]], %[[X]] : f32
// CHECK-NEXT: %[[M3:.*]] = arith.maxsi %[[M2]], %[[K]] : i64
// CHECK-NEXT: scf.yield %[[S3]], %[[M3]] : f32, i64
// CHECK: scf.yield %[[R1]]#0, %[[R1]]#1 : f32, i64
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @reductions(%a: memref<?x?xf32>, %n: index, %s: f32, %m: i64) -> (f32, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%s, %m) -> (f32, i64) {
    %x = memref.load %a[%i, %j] : memref<?x?xf32>
    %k = arith.index_cast %j : index to i64
    scf.reduce(%x, %k : f32, i64) {
    ^bb0(%l: f32, %r: f32):
      %0 = arith.addf %l, %r : f32
      scf.reduce.return %0 : f32
    }, {
    ^bb0(%l: i64, %r: i64):
      %0 = arith.maxsi %l, %r : i64
      scf.reduce.return %0 : i64
    }
  }
  return %0#0, %0#1 : f32, i64
}

// A loop inside of one that has become serial is left to the threads.
// CHECK-LABEL: func @inside
// CHECK: scf.for
// CHECK-NEXT: scf.parallel
func.func @inside(%a: memref<?x?xf32>, %n: index, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%s) -> f32 {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %s, %a[%i, %j] : memref<?x?xf32>
      scf.reduce
    }
    %x = memref.load %a[%i, %i] : memref<?x?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %0 = arith.addf %l, %r : f32
      scf.reduce.return %0 : f32
    }
  }
  return %0 : f32
}
