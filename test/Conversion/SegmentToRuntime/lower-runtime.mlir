// Reports as calls of the runtime library, or as assertions.

// RUN: segment-opt %s -split-input-file -segment-lower-runtime | FileCheck %s
// RUN: segment-opt %s -split-input-file -segment-lower-runtime=parallel=none | FileCheck %s -check-prefix=SERIAL
// RUN: segment-opt %s -split-input-file -segment-lower-runtime=runtime=assert | FileCheck %s -check-prefix=ASSERT
// RUN: segment-opt %s -split-input-file -segment-lower-runtime=kernels | FileCheck %s -check-prefix=KERNELS

// CHECK-DAG: llvm.mlir.global private constant @[[$N:.*]]("num_segments is {0}\00")
// CHECK-DAG: llvm.mlir.global private constant @[[$B:.*]]("position [{0}], value {1}\00")
// CHECK-DAG: llvm.func @segment_rt_report(!llvm.ptr, i32, !llvm.ptr, i64, !llvm.ptr)

// The context comes first; the values go through an array made at the entry.
// CHECK-LABEL: func.func private @reports(
// CHECK-SAME: %[[CONTEXT:[a-z0-9]+]]: !llvm.ptr, %[[N:[a-z0-9]+]]: i64, %[[M:[a-z0-9]+]]: i64, %{{[a-z0-9]+}}: i1) attributes {segment.has_context} {
// CHECK-DAG: %[[ONE:.*]] = llvm.alloca %{{.*}} x !llvm.array<1 x i64>
// CHECK-DAG: %[[TWO:.*]] = llvm.alloca %{{.*}} x !llvm.array<2 x i64>
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[ONE]][0, 0]
// CHECK: llvm.store %[[N]], %[[AT]] : i64, !llvm.ptr
// CHECK-DAG: %[[STATUS:.*]] = llvm.mlir.constant(2 : i32) : i32
// CHECK-DAG: %[[MESSAGE:.*]] = llvm.mlir.addressof @[[$N]]
// CHECK-DAG: %[[COUNT:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK: llvm.call @segment_rt_report(%[[CONTEXT]], %[[STATUS]], %[[MESSAGE]], %[[COUNT]], %[[ONE]])
// CHECK: scf.if
// CHECK: %[[AT1:.*]] = llvm.getelementptr %[[TWO]][0, 1]
// CHECK: llvm.store %[[M]], %[[AT1]]
// CHECK-DAG: %[[BOUNDS:.*]] = llvm.mlir.constant(6 : i32) : i32
// CHECK-DAG: %[[MESSAGE2:.*]] = llvm.mlir.addressof @[[$B]]
// CHECK: llvm.call @segment_rt_report(%[[CONTEXT]], %[[BOUNDS]], %[[MESSAGE2]], %{{.*}}, %[[TWO]])
// CHECK-NOT: segment.report
// Functions keep their types, and the message is without the values.
// ASSERT-LABEL: func.func private @reports(
// ASSERT-SAME: %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i1) {
// ASSERT: %[[FALSE:.*]] = arith.constant false
// ASSERT: cf.assert %[[FALSE]], "num_segments is ?"
// ASSERT: scf.if
// ASSERT: cf.assert %{{.*}}, "position [?], value ?"
// ASSERT-NOT: @segment_entry
func.func private @reports(%n: i64, %m: i64, %c: i1) {
  segment.report num_segments "num_segments is {0}" (%n : i64)
  scf.if %c {
    segment.report bounds "position [{0}], value {1}" (%n, %m : i64, i64)
  }
  return
}

// -----

// The status of each failure is that of SegmentStatus.
// CHECK-LABEL: func.func private @failures
// CHECK-DAG: llvm.mlir.constant(1 : i32)
// CHECK-DAG: llvm.mlir.constant(2 : i32)
// CHECK-DAG: llvm.mlir.constant(3 : i32)
// CHECK-DAG: llvm.mlir.constant(4 : i32)
// CHECK-DAG: llvm.mlir.constant(5 : i32)
// CHECK-DAG: llvm.mlir.constant(6 : i32)
// CHECK-DAG: llvm.mlir.constant(7 : i32)
func.func private @failures() {
  segment.report shape "a"
  segment.report num_segments "b"
  segment.report size "c"
  segment.report memory "d"
  segment.report order "e"
  segment.report bounds "f"
  segment.report gather "g"
  return
}

// -----

// One copy of a message that several report.
// CHECK-COUNT-1: llvm.mlir.global
// CHECK-NOT: llvm.mlir.global
// CHECK: func.func private @same
func.func private @same(%n: i64) {
  segment.report size "twice {0}" (%n : i64)
  segment.report memory "twice {0}" (%n : i64)
  return
}

// -----

// CHECK: llvm.func @segment_rt_can_allocate(!llvm.ptr, i64) -> i32
// CHECK-LABEL: func.func private @ask
// CHECK-SAME: %[[CONTEXT:.*]]: !llvm.ptr, %[[BYTES:.*]]: i64)
// CHECK: %[[ANSWER:.*]] = llvm.call @segment_rt_can_allocate(%[[CONTEXT]], %[[BYTES]])
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: %[[CAN:.*]] = llvm.icmp "ne" %[[ANSWER]], %[[ZERO]] : i32
// CHECK: return %[[CAN]]
// ASSERT-LABEL: func.func private @ask
// ASSERT: %[[TRUE:.*]] = arith.constant true
// ASSERT: return %[[TRUE]]
func.func private @ask(%bytes: i64) -> i1 {
  %0 = segment.can_allocate %bytes
  return %0 : i1
}

// -----

// The entry point of a public function: arguments loaded, results stored only if
// the status says so. Private functions have none.
// CHECK-LABEL: func.func @public(
// CHECK-SAME: %[[CONTEXT:.*]]: !llvm.ptr, %{{.*}}: memref<?xf32>, %{{.*}}: i32) -> (memref<?xf32>, index)
// CHECK: call @helper(%[[CONTEXT]], %{{.*}}) : (!llvm.ptr, i32) -> ()
// CHECK: call @external(%{{.*}}) : (i32) -> ()
// CHECK-LABEL: func.func @segment_entry_public(
// CHECK-SAME: %[[CONTEXT:.*]]: !llvm.ptr, %[[ARGS:.*]]: !llvm.ptr, %[[RESULTS:.*]]: !llvm.ptr) -> i32
// CHECK: %[[ARG0:.*]] = llvm.getelementptr %[[ARGS]][0]
// CHECK: %[[AT0:.*]] = llvm.load %[[ARG0]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[DESCRIPTOR:.*]] = llvm.load %[[AT0]] {alignment = 1 : i64} : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK: %[[MEMREF:.*]] = builtin.unrealized_conversion_cast %[[DESCRIPTOR]]
// CHECK: %[[ARG1:.*]] = llvm.getelementptr %[[ARGS]][1]
// CHECK: %[[AT1:.*]] = llvm.load %[[ARG1]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[SCALAR:.*]] = llvm.load %[[AT1]] {alignment = 1 : i64} : !llvm.ptr -> i32
// CHECK: %[[R:.*]]:2 = call @public(%[[CONTEXT]], %[[MEMREF]], %[[SCALAR]])
// CHECK-NOT: segment_rt_check_launches
// CHECK: %[[STATUS:.*]] = llvm.load %[[CONTEXT]] : !llvm.ptr -> i32
// Launches fail without a report; they are asked before the status is.
// KERNELS-LABEL: func.func @segment_entry_public(
// KERNELS-SAME: %[[CONTEXT:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32
// KERNELS: call @public(
// KERNELS-NEXT: llvm.call @segment_rt_check_launches(%[[CONTEXT]]) : (!llvm.ptr) -> ()
// KERNELS-NEXT: llvm.load %[[CONTEXT]] : !llvm.ptr -> i32
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[STATUS]], %c0_i32
// CHECK: scf.if %[[OK]] {
// CHECK: %[[RESULT0:.*]] = llvm.getelementptr %[[RESULTS]][0]
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 1 : i64} : !llvm.struct<
// CHECK: %[[RESULT1:.*]] = llvm.getelementptr %[[RESULTS]][1]
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 1 : i64} : i64
// CHECK: }
// CHECK: return %[[STATUS]] : i32
// CHECK: func.func private @helper(%{{.*}}: !llvm.ptr, %{{.*}}: i32)
// CHECK-NOT: @segment_entry_helper
// CHECK-NOT: @segment_entry_external
// ASSERT-NOT: @segment_entry
func.func @public(%m: memref<?xf32>, %n: i32) -> (memref<?xf32>, index) {
  %c0 = arith.constant 0 : index
  call @helper(%n) : (i32) -> ()
  call @external(%n) : (i32) -> ()
  return %m, %c0 : memref<?xf32>, index
}
func.func private @helper(%n: i32) {
  return
}
// What others define knows nothing of contexts.
func.func private @external(i32)

// -----

// The pass brings all dialects that it uses.
// CHECK-LABEL: func.func @segment_entry_alone
// CHECK: scf.if
func.func @alone(%v: vector<4xf32>) -> vector<4xf32> {
  return %v : vector<4xf32>
}

// -----

// OpenMP's own number is asked for only where the caller has set none.
// CHECK-DAG: llvm.func @omp_get_max_threads() -> i32
// CHECK-DAG: llvm.func @segment_rt_num_threads(!llvm.ptr, !llvm.ptr) -> i64
// CHECK-LABEL: func.func private @threads
// CHECK-SAME: %[[CONTEXT:.*]]: !llvm.ptr)
// CHECK: %[[DEFAULT:.*]] = llvm.mlir.addressof @omp_get_max_threads : !llvm.ptr
// CHECK: %[[ANSWER:.*]] = llvm.call @segment_rt_num_threads(%[[CONTEXT]], %[[DEFAULT]])
// CHECK: %[[N:.*]] = arith.index_cast %[[ANSWER]] : i64 to index
// CHECK: return %[[N]]
// SERIAL-LABEL: func.func private @threads
// SERIAL: %[[ONE:.*]] = arith.constant 1 : index
// SERIAL: return %[[ONE]]
// ASSERT-LABEL: func.func private @threads
// ASSERT: %[[ONE:.*]] = arith.constant 1 : index
// ASSERT: return %[[ONE]]
func.func private @threads() -> index {
  %0 = segment.num_threads
  return %0 : index
}

// -----

// In a parallel region each thread has an array of its own for the values.
// CHECK-LABEL: func.func private @parallel
// CHECK: omp.parallel {
// CHECK: %[[VALUES:.*]] = llvm.alloca %{{.*}} x !llvm.array<1 x i64>
// CHECK: omp.wsloop
// CHECK: llvm.call @segment_rt_report(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[VALUES]])
func.func private @parallel(%n: index, %v: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        segment.report bounds "value {0}" (%v : i64)
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
