// RUN: segment-opt %s -split-input-file -segment-lower-runtime="parallel=none kernels" -segment-device-memory | FileCheck %s

// Arguments are taken to the device; those that may have been written are copied
// back; a result is copied unless an argument was on the device before.

// CHECK-LABEL: func.func @f(
// CHECK-NOT: segment.read_only
// CHECK-LABEL: func.func @segment_entry_f(
// CHECK-SAME: %[[CONTEXT:[a-z0-9]+]]: !llvm.ptr
// CHECK: %[[READ:.*]] = llvm.call @segment_rt_device_argument(%[[CONTEXT]]
// CHECK: %[[WRITTEN:.*]] = llvm.call @segment_rt_device_argument(%[[CONTEXT]]
// CHECK: llvm.load %[[CONTEXT]]
// CHECK: scf.if
// CHECK: call @f(
// CHECK: llvm.call @segment_rt_check_launches(%[[CONTEXT]])
// CHECK: llvm.load %[[CONTEXT]]
// CHECK: scf.if
// CHECK: llvm.call @segment_rt_device_argument_back(%[[CONTEXT]], %{{.*}}, %[[WRITTEN]]
// CHECK-NOT: argument_back
// CHECK: scf.if
// CHECK: else
// CHECK: llvm.call @segment_rt_device_result(%[[CONTEXT]]
// CHECK: else
// CHECK: llvm.call @segment_rt_device_free(%[[CONTEXT]], %[[READ]])
// CHECK: llvm.call @segment_rt_device_free(%[[CONTEXT]], %[[WRITTEN]])
func.func @f(%x: memref<?xf32> {segment.read_only}, %y: memref<2x2xi8>) -> memref<?xf32> {
  return %x : memref<?xf32>
}

// -----

// What the host looks at goes through its stack.

// CHECK-LABEL: func.func private @access(
// CHECK-SAME: %[[CONTEXT:[a-z0-9]+]]: !llvm.ptr, %[[M:[a-z0-9]+]]: memref<?x4xi32>
// CHECK: %[[CELL:.*]] = memref.alloca() : memref<1xi32>
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(4 : i64)
// CHECK: llvm.call @segment_rt_device_read(%[[CONTEXT]], %{{.*}}, %{{.*}}, %[[BYTES]])
// CHECK: %[[VALUE:.*]] = memref.load %[[CELL]]
// CHECK: memref.store %[[VALUE]], %[[CELL]]
// CHECK: llvm.call @segment_rt_device_write(%[[CONTEXT]]
func.func private @access(%m: memref<?x4xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %m[%i, %c0] : memref<?x4xi32>
  memref.store %0, %m[%c0, %i] : memref<?x4xi32>
  return
}

// -----

// CHECK-LABEL: func.func private @vectors(
// CHECK: memref.alloca() : memref<8xf32>
// CHECK: llvm.mlir.constant(32 : i64)
// CHECK: llvm.call @segment_rt_device_read(
// CHECK: vector.load %{{.*}} : memref<8xf32>, vector<8xf32>
func.func private @vectors(%m: memref<?xf32>, %i: index) -> vector<8xf32> {
  %0 = vector.load %m[%i] : memref<?xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// The host's stack stays what it is.

// CHECK-LABEL: func.func private @stack(
// CHECK-NOT: segment_rt_device
// CHECK: return
func.func private @stack(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<2xi64>
  memref.store %x, %m[%c0] : memref<2xi64>
  %0 = memref.load %m[%c0] : memref<2xi64>
  return %0 : i64
}

// -----

// CHECK-LABEL: func.func private @copy(
// CHECK: llvm.call @segment_rt_device_copy(
// CHECK: llvm.call @segment_rt_device_write(
func.func private @copy(%from: memref<?xi16>, %to: memref<?xi16>, %two: memref<2xi16>) {
  memref.copy %from, %to : memref<?xi16> to memref<?xi16>
  %m = memref.alloca() : memref<2xi16>
  memref.copy %m, %two : memref<2xi16> to memref<2xi16>
  return
}

// -----

// Constants of the module are copied to the device, and the copy freed unless it is
// what is returned.

memref.global "private" constant @c : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
// CHECK-LABEL: func.func private @constant(
// CHECK: memref.get_global @c
// CHECK: llvm.mlir.constant(12 : i64)
// CHECK: %[[DEVICE:.*]] = llvm.call @segment_rt_device_argument(
// CHECK: llvm.insertvalue %[[DEVICE]]
// CHECK: %[[KEPT:.*]] = llvm.icmp "eq" %[[DEVICE]]
// CHECK: %[[ANY:.*]] = arith.ori %{{.*}}, %[[KEPT]]
// CHECK: %[[FREED:.*]] = arith.select %[[ANY]], %{{.*}}, %[[DEVICE]]
// CHECK: llvm.call @segment_rt_device_free(%{{.*}}, %[[FREED]])
func.func private @constant() -> memref<3xf32> {
  %0 = memref.get_global @c : memref<3xf32>
  return %0 : memref<3xf32>
}
