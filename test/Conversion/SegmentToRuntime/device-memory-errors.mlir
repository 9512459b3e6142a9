// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-lower-runtime="parallel=none kernels" -segment-device-memory

// expected-error @below {{'func.func' op expected arrays of a known rank and without a layout, which a device can have copies of, but got 'memref<?xf32, strided<[2]>>'}}
func.func @layout(%x: memref<?xf32, strided<[2]>>) {
  return
}

// -----

// expected-error @below {{'func.func' op expected arrays of a known rank and without a layout, which a device can have copies of, but got 'memref<*xf32>'}}
func.func @unranked(%x: memref<*xf32>) {
  return
}

// -----

func.func private @outside(memref<?xf32>)
func.func private @call(%x: memref<?xf32>) {
  // expected-error @below {{'func.call' op cannot run on the host, since its memory is the device's; expected it in a parallel loop, which becomes a kernel}}
  call @outside(%x) : (memref<?xf32>) -> ()
  return
}

// -----

func.func private @atomic(%x: memref<i64>, %y: i64) {
  // expected-error @below {{'memref.atomic_rmw' op cannot run on the host, since its memory is the device's}}
  memref.atomic_rmw addi %y, %x[] : (i64, memref<i64>) -> i64
  return
}

// -----

func.func private @gaps(%x: memref<?xf32, strided<[2]>>, %y: memref<?xf32>) {
  // expected-error @below {{'memref.copy' op cannot run on the host, since its memory is the device's and not without gaps}}
  memref.copy %x, %y : memref<?xf32, strided<[2]>> to memref<?xf32>
  return
}

// -----

func.func private @callee(%x: memref<2xf32>) {
  return
}
func.func private @stack() {
  %m = memref.alloca() : memref<2xf32>
  // expected-error @below {{'func.call' op expected memory of the device, got the host's stack (a memref.alloca)}}
  call @callee(%m) : (memref<2xf32>) -> ()
  return
}

// -----

memref.global "private" @v : memref<3xf32>
func.func private @variable() -> memref<3xf32> {
  // expected-error @below {{'memref.get_global' op expected a constant, got a variable 'v', of which the device can't have a copy}}
  %0 = memref.get_global @v : memref<3xf32>
  return %0 : memref<3xf32>
}
