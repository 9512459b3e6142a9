// Threads compute their shares of a loop themselves.

// RUN: segment-opt %s -segment-openmp-shares | FileCheck %s

llvm.func @work(i64)

// From 0 in steps of 1: share and rest of the iterations, then a loop of blocks.
// CHECK-LABEL: llvm.func @tasks
// CHECK-SAME: %[[TASKS:.*]]: i64)
// CHECK: omp.parallel {
// CHECK-NEXT: %[[N:.*]] = llvm.call @omp_get_num_threads() : () -> i32
// CHECK-NEXT: %[[THREADS:.*]] = llvm.zext %[[N]] : i32 to i64
// CHECK-NEXT: %[[T:.*]] = llvm.call @omp_get_thread_num() : () -> i32
// CHECK-NEXT: %[[THREAD:.*]] = llvm.zext %[[T]] : i32 to i64
// CHECK: %[[COUNT:.*]] = llvm.intr.smax(%[[TASKS]], %{{.*}})
// CHECK: %[[EACH:.*]] = llvm.udiv %[[COUNT]], %[[THREADS]] : i64
// CHECK: %[[REST:.*]] = llvm.urem %[[COUNT]], %[[THREADS]] : i64
// CHECK: %[[A:.*]] = llvm.mul %[[THREAD]], %[[EACH]] : i64
// CHECK: %[[B:.*]] = llvm.intr.smin(%[[THREAD]], %[[REST]])
// CHECK: %[[START:.*]] = llvm.add %[[A]], %[[B]] : i64
// CHECK: %[[BEHIND:.*]] = llvm.add %[[THREAD]], %{{.*}} : i64
// CHECK: %[[C:.*]] = llvm.mul %[[BEHIND]], %[[EACH]] : i64
// CHECK: %[[D:.*]] = llvm.intr.smin(%[[BEHIND]], %[[REST]])
// CHECK: %[[END:.*]] = llvm.add %[[C]], %[[D]] : i64
// CHECK: llvm.br ^[[HEAD:.*]](%[[START]] : i64)
// CHECK: ^[[HEAD]](%[[I:.*]]: i64):
// CHECK: %[[INSIDE:.*]] = llvm.icmp "slt" %[[I]], %[[END]] : i64
// CHECK: llvm.cond_br %[[INSIDE]], ^[[BODY:.*]], ^[[EXIT:.*]]
// CHECK: ^[[BODY]]:
// CHECK: llvm.call @work(%[[I]])
// CHECK: llvm.br ^[[LATCH:.*]]
// CHECK: ^[[LATCH]]:
// CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %{{.*}} : i64
// CHECK: llvm.br ^[[HEAD]](%[[NEXT]] : i64)
// CHECK: ^[[EXIT]]:
// CHECK-NEXT: omp.terminator
llvm.func @tasks(%tasks: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  omp.parallel {
    omp.wsloop nowait {
      omp.loop_nest (%i) : i64 = (%c0) to (%tasks) step (%c1) {
        llvm.call @work(%i) : (i64) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}

// Other bounds and steps; an iteration that is left early.
// CHECK-LABEL: llvm.func @steps
// CHECK-SAME: %[[L:.*]]: i64, %[[U:.*]]: i64, %[[S:.*]]: i64, %[[STOP:.*]]: i1)
// CHECK: %[[D:.*]] = llvm.sub %[[U]], %[[L]] : i64
// CHECK: %[[M:.*]] = llvm.sub %[[S]], %{{.*}} : i64
// CHECK: %[[P:.*]] = llvm.add %[[D]], %[[M]] : i64
// CHECK: %[[C:.*]] = llvm.sdiv %[[P]], %[[S]] : i64
// CHECK: llvm.intr.smax(%[[C]], %{{.*}})
// CHECK: %[[A:.*]] = llvm.mul %{{.*}}, %[[S]] : i64
// CHECK: %[[START:.*]] = llvm.add %[[A]], %[[L]] : i64
// CHECK: llvm.br ^{{.*}}(%[[START]] : i64)
// CHECK: llvm.cond_br %[[STOP]], ^[[LEAVE:.*]], ^[[GO_ON:.*]]
// CHECK: ^[[LEAVE]]:
// CHECK-NEXT: llvm.br ^[[LATCH:.*]]{{$}}
// CHECK: ^[[GO_ON]]:
// CHECK: llvm.br ^[[LATCH]]{{$}}
// CHECK: ^[[LATCH]]:
llvm.func @steps(%l: i64, %u: i64, %s: i64, %stop: i1) {
  omp.parallel {
    omp.wsloop nowait {
      omp.loop_nest (%i) : i64 = (%l) to (%u) step (%s) {
        llvm.cond_br %stop, ^leave, ^go_on
      ^leave:
        omp.yield
      ^go_on:
        llvm.call @work(%i) : (i64) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}

// With a barrier behind it, a schedule, or several dimensions it is OpenMP's.
// CHECK-LABEL: llvm.func @others
// CHECK: omp.wsloop {
// CHECK: omp.wsloop nowait schedule(dynamic) {
// CHECK: omp.wsloop nowait {
// CHECK-NEXT: omp.loop_nest (%{{.*}}, %{{.*}})
// CHECK-NOT: omp_get_thread_num
llvm.func @others(%n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        omp.yield
      }
    }
    omp.wsloop nowait schedule(dynamic) {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        omp.yield
      }
    }
    omp.wsloop nowait {
      omp.loop_nest (%i, %j) : i64 = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}
