// What the module declares itself has to be what is called.

// RUN: segment-opt %s -segment-openmp-shares -verify-diagnostics

// expected-error @+1 {{omp_get_thread_num}}
llvm.func @omp_get_thread_num(i32)

llvm.func @other(%n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  omp.parallel {
    omp.wsloop nowait {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}
