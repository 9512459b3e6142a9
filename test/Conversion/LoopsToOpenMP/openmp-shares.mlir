// Threads compute their shares of a loop themselves.

// RUN: segment-opt %s -allow-unregistered-dialect -segment-openmp-shares | FileCheck %s

// From 0 in steps of 1: share and rest of the iterations, then a loop of blocks.
// CHECK-LABEL: func @tasks
// CHECK-SAME: %[[TASKS:.*]]: index)
// CHECK: omp.parallel {
// CHECK-NEXT: %[[N:.*]] = llvm.call @omp_get_num_threads() : () -> i32
// CHECK-NEXT: %[[THREADS:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK-NEXT: %[[T:.*]] = llvm.call @omp_get_thread_num() : () -> i32
// CHECK-NEXT: %[[THREAD:.*]] = arith.index_cast %[[T]] : i32 to index
// CHECK: %[[COUNT:.*]] = arith.maxsi %[[TASKS]], %{{.*}} : index
// CHECK: %[[EACH:.*]] = arith.divsi %[[COUNT]], %[[THREADS]] : index
// CHECK: %[[REST:.*]] = arith.remsi %[[COUNT]], %[[THREADS]] : index
// CHECK: %[[A:.*]] = arith.muli %[[THREAD]], %[[EACH]] : index
// CHECK: %[[B:.*]] = arith.minsi %[[THREAD]], %[[REST]] : index
// CHECK: %[[START:.*]] = arith.addi %[[A]], %[[B]] : index
// CHECK: %[[BEHIND:.*]] = arith.addi %[[THREAD]], %{{.*}} : index
// CHECK: %[[C:.*]] = arith.muli %[[BEHIND]], %[[EACH]] : index
// CHECK: %[[D:.*]] = arith.minsi %[[BEHIND]], %[[REST]] : index
// CHECK: %[[END:.*]] = arith.addi %[[C]], %[[D]] : index
// CHECK: cf.br ^[[HEAD:.*]](%[[START]] : index)
// CHECK: ^[[HEAD]](%[[I:.*]]: index):
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[I]], %[[END]] : index
// CHECK: cf.cond_br %[[INSIDE]], ^[[BODY:.*]], ^[[EXIT:.*]]
// CHECK: ^[[BODY]]:
// CHECK: "test.op"(%[[I]])
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK: cf.br ^[[HEAD]](%[[NEXT]] : index)
// CHECK: ^[[EXIT]]:
// CHECK-NEXT: omp.terminator
func.func @tasks(%tasks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop nowait {
      omp.loop_nest (%i) : index = (%c0) to (%tasks) step (%c1) {
        "test.op"(%i) : (index) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// Other bounds and steps.
// CHECK-LABEL: func @steps
// CHECK-SAME: %[[L:.*]]: index, %[[U:.*]]: index, %[[S:.*]]: index)
// CHECK: %[[D:.*]] = arith.subi %[[U]], %[[L]] : index
// CHECK: %[[C:.*]] = arith.ceildivsi %[[D]], %[[S]] : index
// CHECK: arith.maxsi %[[C]]
// CHECK: %[[A:.*]] = arith.muli %{{.*}}, %[[S]] : index
// CHECK: %[[START:.*]] = arith.addi %[[A]], %[[L]] : index
// CHECK: cf.br ^{{.*}}(%[[START]] : index)
func.func @steps(%l: index, %u: index, %s: index) {
  omp.parallel {
    omp.wsloop nowait {
      omp.loop_nest (%i) : index = (%l) to (%u) step (%s) {
        "test.op"(%i) : (index) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// With a barrier behind it, a schedule, or several dimensions it is OpenMP's.
// CHECK-LABEL: func @others
// CHECK: omp.wsloop {
// CHECK: omp.wsloop nowait schedule(dynamic) {
// CHECK: omp.wsloop nowait {
// CHECK-NEXT: omp.loop_nest (%{{.*}}, %{{.*}})
// CHECK-NOT: omp_get_thread_num
func.func @others(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        "test.op"(%i) : (index) -> ()
        omp.yield
      }
    }
    omp.wsloop nowait schedule(dynamic) {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        "test.op"(%i) : (index) -> ()
        omp.yield
      }
    }
    omp.wsloop nowait {
      omp.loop_nest (%i, %j) : index = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
        "test.op"(%i, %j) : (index, index) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
