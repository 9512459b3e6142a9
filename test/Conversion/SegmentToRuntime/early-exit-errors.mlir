// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-early-exit
// RUN: not segment-opt %s -split-input-file -segment-early-exit=runtime=none 2>&1 | FileCheck %s
// CHECK: early-exit-errors.mlir:{{[0-9]+}}:{{[0-9]+}}: error: segment-early-exit: expected runtime=library or assert, but got 'none'

// expected-error @+1 {{expected the context of the call, an !llvm.ptr, as the first argument, as 'segment.has_context' says}}
llvm.func @no_context() attributes {segment.has_context} {
  llvm.return
}

// -----

// expected-error @+1 {{expected the context of the call}}
llvm.func @other_context(%x: i32) attributes {segment.has_context} {
  llvm.return
}

// -----

// Functions of the right names but other types.
// expected-error @+1 {{expected '_mlir_memref_to_llvm_alloc', which compiled code calls, to be a function of type '!llvm.func<ptr (i64)>'}}
llvm.func @_mlir_memref_to_llvm_alloc()
llvm.func @alloc(%context: !llvm.ptr) attributes {segment.has_context} {
  llvm.call @_mlir_memref_to_llvm_alloc() : () -> ()
  llvm.return
}

// -----

// expected-error @+1 {{expected 'segment_rt_alloc', which compiled code calls, to be a function of type '!llvm.func<ptr (ptr, i64)>'}}
llvm.func @segment_rt_alloc(i64)
llvm.func @_mlir_memref_to_llvm_alloc(i64) -> !llvm.ptr
llvm.func @alloc(%context: !llvm.ptr, %bytes: i64) attributes {segment.has_context} {
  %p = llvm.call @_mlir_memref_to_llvm_alloc(%bytes) : (i64) -> !llvm.ptr
  llvm.return
}
