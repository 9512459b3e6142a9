// Parallel regions get the number of threads of the call.

// RUN: segment-opt %s -allow-unregistered-dialect -segment-openmp-clauses | FileCheck %s

// No more threads than iterations, no fork for one, and one barrier at the end.
// CHECK-LABEL: func @tasks
// CHECK-SAME: %[[TASKS:.*]]: index)
// CHECK: %[[THREADS:.*]] = segment.num_threads
// CHECK: %[[TEAM:.*]] = arith.minsi %[[THREADS]], %[[TASKS]] : index
// CHECK: %[[FORK:.*]] = arith.cmpi sgt, %[[TEAM]], %c1{{.*}} : index
// CHECK: %[[N:.*]] = arith.index_cast %[[TEAM]] : index to i32
// CHECK: omp.parallel if(%[[FORK]]) num_threads(%[[N]] : i32) {
// CHECK-NEXT: omp.wsloop nowait {
func.func @tasks(%tasks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%tasks) step (%c1) {
        "test.op"(%i) : (index) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// The iterations of all dimensions.
// CHECK-LABEL: func @dimensions
// CHECK-SAME: %[[L:.*]]: index, %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK: %[[A:.*]] = arith.subi %[[N]], %[[L]]
// CHECK: %[[STEP:.*]] = arith.subi %c3, %c1
// CHECK: %[[B:.*]] = arith.addi %[[A]], %[[STEP]]
// CHECK: %[[C:.*]] = arith.divsi %[[B]], %c3
// CHECK: %[[D:.*]] = arith.muli %[[C]], %[[M]]
// CHECK: arith.minsi %{{.*}}, %[[D]]
func.func @dimensions(%l: index, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i, %j) : index = (%l, %c0) to (%n, %m) step (%c3, %c1) {
        "test.op"(%i, %j) : (index, index) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// A region with a clause, or with more than a loop, is left as it is.
// CHECK-LABEL: func @others
// CHECK-SAME: %[[TASKS:.*]]: index, %[[N:.*]]: i32)
// CHECK-NOT: segment.num_threads
// CHECK: omp.parallel num_threads(%[[N]] : i32) {
// CHECK-NEXT: omp.wsloop {
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop {
// CHECK: return
func.func @others(%tasks: index, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel num_threads(%n : i32) {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%tasks) step (%c1) {
        "test.op"(%i) : (index) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%tasks) step (%c1) {
        "test.op"(%i) : (index) -> ()
        omp.yield
      }
    }
    "test.op"() : () -> ()
    omp.terminator
  }
  return
}
