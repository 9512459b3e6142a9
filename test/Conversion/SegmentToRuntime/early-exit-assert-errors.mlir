// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-early-exit=runtime=assert

// expected-error @+1 {{expected 'puts', which compiled code calls, to be a function of type '!llvm.func<void (ptr)>'}}
llvm.mlir.global external @puts() : i32
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @malloced(%bytes: i64) -> !llvm.ptr {
  %p = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
  llvm.return %p : !llvm.ptr
}

// -----

// A malloc that allocates nothing is not the one meant.
llvm.func @malloc()
llvm.func @other_malloc() {
  llvm.call @malloc() : () -> ()
  llvm.return
}

// -----

// A result that isn't used may be another.
llvm.func @puts(!llvm.ptr) -> i32
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @malloced(%bytes: i64) -> !llvm.ptr {
  %p = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
  llvm.return %p : !llvm.ptr
}
