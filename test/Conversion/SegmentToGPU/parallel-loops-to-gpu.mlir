// RUN: segment-opt %s -split-input-file -segment-parallel-loops-to-gpu -canonicalize | FileCheck %s

// Iterations are numbered in row-major order and spread over x of the grid.
// CHECK-LABEL: func @two
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x?xf32>, %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index
// CHECK: %[[ROWS:.*]] = arith.maxsi %[[N]], %c0
// CHECK: %[[COLUMNS:.*]] = arith.maxsi %[[M]], %c0
// CHECK: %[[TOTAL:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
// CHECK: arith.cmpi sgt, %[[TOTAL]], %c0
// CHECK: gpu.launch {{.*}} function(@two_loop_0)
// CHECK: scf.for %[[K:[a-z0-9]+]] = %{{.*}} to %[[TOTAL]] step
// CHECK-NEXT: %[[J:.*]] = arith.remui %[[K]], %[[COLUMNS]]
// CHECK-NEXT: %[[I:.*]] = arith.divui %[[K]], %[[COLUMNS]]
// CHECK-NEXT: memref.store %{{.*}}, %[[A]][%[[I]], %[[J]]]
// CHECK-NOT: scf.parallel
func.func @two(%a: memref<?x?xf32>, %n: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    memref.store %x, %a[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}

// -----

// Bounds and steps of any kind; loops inside stay loops of the thread.
// CHECK-LABEL: func @steps
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?xf32>, %[[FROM:[a-z0-9]+]]: index, %[[TO:[a-z0-9]+]]: index, %[[STEP:[a-z0-9]+]]: index
// CHECK: %[[LENGTH:.*]] = arith.subi %[[TO]], %[[FROM]]
// CHECK: %[[SOME:.*]] = arith.maxsi %[[LENGTH]], %c0
// CHECK: arith.divui %{{.*}}, %[[STEP]]
// CHECK: gpu.launch
// CHECK: %[[SKIP:.*]] = arith.muli %{{.*}}, %[[STEP]]
// CHECK: %[[I:.*]] = arith.addi %[[FROM]], %[[SKIP]]
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[A]][%[[I]]]
func.func @steps(%a: memref<?xf32>, %from: index, %to: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.parallel (%i) = (%from) to (%to) step (%step) {
    scf.for %k = %c0 to %c9 step %c1 {
      %x = memref.load %a[%i] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %a[%i] : memref<?xf32>
    }
    scf.reduce
  }
  return
}

// -----

// What allocates, calls or reduces stays with the host.
// CHECK-LABEL: func @host
// CHECK-NOT: gpu.launch
// CHECK-COUNT-3: scf.parallel
func.func private @callee(index)
func.func @host(%a: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    func.call @callee(%i) : (index) -> ()
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %m = memref.alloc(%i) : memref<?xf32>
    memref.store %zero, %m[%c0] : memref<?xf32>
    %x = memref.load %m[%c0] : memref<?xf32>
    memref.store %x, %a[%i] : memref<?xf32>
    memref.dealloc %m : memref<?xf32>
    scf.reduce
  }
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
    %x = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum : f32
}
