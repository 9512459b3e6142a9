// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-lower-runtime
// RUN: not segment-opt %s -split-input-file -segment-lower-runtime=runtime=none 2>&1 | FileCheck %s
// RUN: not segment-opt %s -split-input-file -segment-lower-runtime=parallel=tbb 2>&1 | FileCheck %s -check-prefix=PARALLEL
// PARALLEL: lower-runtime-errors.mlir:{{[0-9]+}}:{{[0-9]+}}: error: segment-lower-runtime: expected parallel=openmp or none, but got 'tbb'
// CHECK: lower-runtime-errors.mlir:{{[0-9]+}}:{{[0-9]+}}: error: segment-lower-runtime: expected runtime=library or assert, but got 'none'

func.func @callee(%n: i32) -> i32 {
  return %n : i32
}
func.func @indirect(%n: i32) -> i32 {
  // expected-error @+1 {{function values are not supported with runtime=library: an indirect call can't pass on the context of the call to 'callee'}}
  %f = func.constant @callee : (i32) -> i32
  %0 = func.call_indirect %f(%n) : (i32) -> i32
  return %0 : i32
}

// -----

// expected-error @+1 {{expected a name that doesn't start with 'segment_rt_' or 'segment_entry_', which are those of the runtime, but got 'segment_entry_f'}}
func.func @segment_entry_f() {
  return
}

// -----

// expected-error @+1 {{but got 'segment_rt_report'}}
func.func private @segment_rt_report(i32)

// -----

// expected-error @+1 {{expected 'omp_get_max_threads', which compiled code calls, to be a function of type '!llvm.func<i32 ()>'}}
func.func private @omp_get_max_threads(i32)
func.func private @threads() -> index {
  %0 = segment.num_threads
  return %0 : index
}
