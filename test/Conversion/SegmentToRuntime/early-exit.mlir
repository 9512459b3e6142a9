// Functions are left behind a failure, and allocations are the runtime's.

// RUN: segment-opt %s -split-input-file -segment-early-exit | FileCheck %s
// RUN: segment-opt %s -split-input-file -segment-early-exit=runtime=assert | FileCheck %s -check-prefix=ASSERT

// Behind a report: zeros are returned.
// CHECK-LABEL: llvm.func @report(
// CHECK-SAME: %[[CONTEXT:.*]]: !llvm.ptr, %{{.*}}: i1, %{{.*}}: !llvm.ptr) -> i32 {
// CHECK: llvm.cond_br %{{.*}}, ^[[BAD:.*]], ^[[GOOD:.*]]
// CHECK: ^[[BAD]]:
// CHECK: llvm.call @segment_rt_report
// CHECK-NEXT: %[[ZERO:.*]] = llvm.mlir.zero : i32
// CHECK-NEXT: llvm.return %[[ZERO]] : i32
// CHECK: ^[[GOOD]]:
// CHECK: llvm.mlir.constant(7 : i32)
llvm.func @segment_rt_report(!llvm.ptr, i32, !llvm.ptr, i64, !llvm.ptr)
llvm.func @report(%context: !llvm.ptr, %bad: i1, %message: !llvm.ptr) -> i32 attributes {segment.has_context} {
  %status = llvm.mlir.constant(6 : i32) : i32
  %count = llvm.mlir.constant(0 : i64) : i64
  llvm.cond_br %bad, ^bb1, ^bb2
^bb1:
  llvm.call @segment_rt_report(%context, %status, %message, %count, %message) : (!llvm.ptr, i32, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.br ^bb2
^bb2:
  %0 = llvm.mlir.constant(7 : i32) : i32
  llvm.return %0 : i32
}

// -----

// Behind an allocation that gave null. Private functions of the conversion that
// are not used any more are gone, and so is the mark of functions with a context.
// CHECK-NOT: @_mlir_memref_to_llvm_alloc
// CHECK-NOT: @_mlir_memref_to_llvm_free
// CHECK-DAG: llvm.func @segment_rt_alloc(!llvm.ptr, i64) -> !llvm.ptr
// CHECK-DAG: llvm.func @segment_rt_free(!llvm.ptr, !llvm.ptr)
// CHECK: llvm.func @allocation(%[[CONTEXT:.*]]: !llvm.ptr, %[[BYTES:.*]]: i64) {
// CHECK: %[[P:.*]] = llvm.call @segment_rt_alloc(%[[CONTEXT]], %[[BYTES]]) : (!llvm.ptr, i64) -> !llvm.ptr
// CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: %[[FAILED:.*]] = llvm.icmp "eq" %[[P]], %[[NULL]] : !llvm.ptr
// CHECK: llvm.cond_br %[[FAILED]], ^[[EXIT:.*]], ^[[NEXT:.*]]
// CHECK: ^[[EXIT]]:
// CHECK-NEXT: llvm.return{{$}}
// CHECK: ^[[NEXT]]:
// CHECK: llvm.call @segment_rt_free(%[[CONTEXT]], %[[P]])
// With malloc of the conversion's own name nothing is done: the pipeline asks for
// malloc in that mode.
// ASSERT-LABEL: llvm.func @allocation(
// ASSERT: llvm.call @_mlir_memref_to_llvm_alloc
llvm.func @_mlir_memref_to_llvm_alloc(i64) -> !llvm.ptr
llvm.func @_mlir_memref_to_llvm_free(!llvm.ptr)
llvm.func @allocation(%context: !llvm.ptr, %bytes: i64) attributes {segment.has_context} {
  %p = llvm.call @_mlir_memref_to_llvm_alloc(%bytes) : (i64) -> !llvm.ptr
  llvm.call @_mlir_memref_to_llvm_free(%p) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// Behind the call of a function that can fail.
// CHECK-LABEL: llvm.func @calls(
// CHECK-SAME: %[[CONTEXT:.*]]: !llvm.ptr) -> !llvm.struct<(ptr, i64)> {
// CHECK: llvm.call @callee(%[[CONTEXT]])
// CHECK: %[[STATUS:.*]] = llvm.load %[[CONTEXT]] : !llvm.ptr -> i32
// CHECK: %[[OK:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: %[[FAILED:.*]] = llvm.icmp "ne" %[[STATUS]], %[[OK]] : i32
// CHECK: llvm.cond_br %[[FAILED]], ^[[EXIT:.*]], ^[[NEXT:.*]]
// CHECK: ^[[EXIT]]:
// CHECK-NEXT: %[[ZERO:.*]] = llvm.mlir.zero : !llvm.struct<(ptr, i64)>
// CHECK-NEXT: llvm.return %[[ZERO]]
// CHECK: ^[[NEXT]]:
// CHECK-NEXT: %{{.*}} = llvm.call @other
// CHECK-NEXT: llvm.return
llvm.func @callee(%context: !llvm.ptr) attributes {segment.has_context} {
  llvm.return
}
llvm.func @other() -> !llvm.struct<(ptr, i64)>
llvm.func @calls(%context: !llvm.ptr) -> !llvm.struct<(ptr, i64)> attributes {segment.has_context} {
  llvm.call @callee(%context) : (!llvm.ptr) -> ()
  %0 = llvm.call @other() : () -> !llvm.struct<(ptr, i64)>
  llvm.return %0 : !llvm.struct<(ptr, i64)>
}

// -----

// A function without a context, as the entry points are, looks at the status
// itself.
// CHECK-LABEL: llvm.func @entry(
// CHECK-NEXT: llvm.call @callee
// CHECK-NEXT: llvm.return
llvm.func @callee(%context: !llvm.ptr) attributes {segment.has_context} {
  llvm.return
}
llvm.func @entry(%context: !llvm.ptr) {
  llvm.call @callee(%context) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// A parallel loop is not left: its iteration ends, with the stack as it was, and
// behind the region so does the function.
// CHECK-LABEL: llvm.func @loop(
// CHECK-SAME: %[[CONTEXT:.*]]: !llvm.ptr, %[[BYTES:.*]]: i64, %{{.*}}: !llvm.ptr) -> i64
// CHECK: omp.loop_nest
// CHECK-NEXT: %[[STACK:.*]] = llvm.intr.stacksave
// CHECK: %[[P:.*]] = llvm.call @segment_rt_alloc(%[[CONTEXT]], %[[BYTES]])
// CHECK: llvm.cond_br %{{.*}}, ^[[LEAVE:.*]], ^[[GO:.*]]
// CHECK-NEXT: ^[[LEAVE]]:
// CHECK-NEXT: llvm.intr.stackrestore %[[STACK]]
// CHECK-NEXT: omp.yield
// CHECK-NEXT: ^[[GO]]:
// CHECK: llvm.call @callee(%[[CONTEXT]])
// CHECK: %[[STATUS:.*]] = llvm.load %[[CONTEXT]] : !llvm.ptr -> i32
// CHECK: llvm.cond_br %{{.*}}, ^[[LEAVE2:.*]], ^[[GO2:.*]]
// CHECK-NEXT: ^[[LEAVE2]]:
// CHECK-NEXT: llvm.intr.stackrestore %[[STACK]]
// CHECK-NEXT: omp.yield
// CHECK-NEXT: ^[[GO2]]:
// CHECK: llvm.call @segment_rt_report
// CHECK-NEXT: llvm.intr.stackrestore %[[STACK]]
// CHECK-NEXT: omp.yield
// CHECK: omp.terminator
// CHECK-NEXT: }
// CHECK-NEXT: %[[STATUS2:.*]] = llvm.load %[[CONTEXT]] : !llvm.ptr -> i32
// CHECK: llvm.cond_br %{{.*}}, ^[[FAILED:.*]], ^[[OK:.*]]
// CHECK-NEXT: ^[[FAILED]]:
// CHECK-NEXT: %[[ZERO:.*]] = llvm.mlir.zero : i64
// CHECK-NEXT: llvm.return %[[ZERO]]
// CHECK-NEXT: ^[[OK]]:
// CHECK-NEXT: llvm.return %[[BYTES]]
llvm.func @_mlir_memref_to_llvm_alloc(i64) -> !llvm.ptr
llvm.func @segment_rt_report(!llvm.ptr, i32, !llvm.ptr, i64, !llvm.ptr)
llvm.func @callee(%context: !llvm.ptr) attributes {segment.has_context} {
  llvm.return
}
llvm.func @loop(%context: !llvm.ptr, %bytes: i64, %message: !llvm.ptr) -> i64 attributes {segment.has_context} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c6 = llvm.mlir.constant(6 : i32) : i32
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%bytes) step (%c1) {
        %p = llvm.call @_mlir_memref_to_llvm_alloc(%bytes) : (i64) -> !llvm.ptr
        llvm.call @callee(%context) : (!llvm.ptr) -> ()
        llvm.call @segment_rt_report(%context, %c6, %message, %c0, %message) : (!llvm.ptr, i32, !llvm.ptr, i64, !llvm.ptr) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return %bytes : i64
}

// -----

// A region in which nothing fails is not looked at.
// CHECK-LABEL: llvm.func @quiet(
// CHECK-NOT: stacksave
// CHECK: omp.terminator
// CHECK-NEXT: }
// CHECK-NEXT: llvm.return
llvm.func @other()
llvm.func @quiet(%context: !llvm.ptr) attributes {segment.has_context} {
  omp.parallel {
    llvm.call @other() : () -> ()
    omp.terminator
  }
  llvm.return
}

// -----

// Other regions of OpenMP run to their end; allocations in them are the runtime's
// all the same.
// CHECK-LABEL: llvm.func @parallel(
// CHECK: omp.parallel {
// CHECK-NEXT: llvm.call @segment_rt_alloc
// CHECK-NEXT: omp.terminator
// CHECK-NEXT: }
// CHECK-NEXT: llvm.load
llvm.func @_mlir_memref_to_llvm_alloc(i64) -> !llvm.ptr
llvm.func @parallel(%context: !llvm.ptr, %bytes: i64) attributes {segment.has_context} {
  omp.parallel {
    %p = llvm.call @_mlir_memref_to_llvm_alloc(%bytes) : (i64) -> !llvm.ptr
    omp.terminator
  }
  llvm.return
}

// -----

// Without the library, malloc is asked whether it could.
// ASSERT-DAG: llvm.mlir.global private constant @[[$TEXT:.*]]("error: cannot allocate memory\00")
// ASSERT-DAG: llvm.func @abort()
// ASSERT-DAG: llvm.func @puts(!llvm.ptr)
// ASSERT-LABEL: llvm.func @malloced(
// ASSERT: %[[P:.*]] = llvm.call @malloc
// ASSERT: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// ASSERT: %[[FAILED:.*]] = llvm.icmp "eq" %[[P]], %[[NULL]]
// ASSERT: llvm.cond_br %[[FAILED]], ^[[EXIT:.*]], ^[[NEXT:.*]]
// ASSERT: ^[[EXIT]]:
// ASSERT: %[[MESSAGE:.*]] = llvm.mlir.addressof @[[$TEXT]]
// ASSERT: llvm.call @puts(%[[MESSAGE]])
// ASSERT: %[[ALL:.*]] = llvm.mlir.zero : !llvm.ptr
// ASSERT: llvm.call @fflush(%[[ALL]]) : (!llvm.ptr) -> i32
// ASSERT: llvm.call @abort()
// ASSERT: llvm.unreachable
// ASSERT: ^[[NEXT]]:
// ASSERT-NEXT: llvm.return %[[P]]
// CHECK-LABEL: llvm.func @malloced(
// CHECK-NEXT: llvm.call @malloc
// CHECK-NEXT: llvm.return
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @malloced(%bytes: i64) -> !llvm.ptr {
  %p = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
  llvm.return %p : !llvm.ptr
}

// -----

// An assertion's message would stay in a buffer.
// ASSERT-LABEL: llvm.func @asserted(
// ASSERT: llvm.call @puts
// ASSERT: llvm.call @fflush
// ASSERT-NEXT: llvm.call @abort
// CHECK-LABEL: llvm.func @asserted(
// CHECK: llvm.call @puts
// CHECK-NEXT: llvm.call @abort
llvm.func @puts(!llvm.ptr)
llvm.func @abort()
llvm.func @asserted(%message: !llvm.ptr) {
  llvm.call @puts(%message) : (!llvm.ptr) -> ()
  llvm.call @abort() : () -> ()
  llvm.unreachable
}
