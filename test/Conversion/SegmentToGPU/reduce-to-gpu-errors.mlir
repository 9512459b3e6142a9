// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-reduce-to-gpu=schedule=atomic
// RUN: not segment-opt %s -split-input-file -segment-reduce-to-gpu="schedule=atomic deterministic" 2>&1 | FileCheck %s
// RUN: not segment-opt %s -segment-reduce-to-gpu=schedule=owners 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not segment-opt %s -split-input-file -segment-reduce-to-gpu=schedule=runs 2>&1 | FileCheck %s --check-prefix=RUNS

// SCHEDULE: error: segment-reduce-to-gpu: expected schedule=auto, atomic, runs or csr, but got 'owners'

func.func @assign(%keys: memref<?xi32>, %data: memref<?xf32>, %out: memref<?xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'atomic': there is no atomic operation for an accumulator: it has more than 64 bits, or the order of its rows matters}}
  segment.reduce_by_key kinds [assign] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xf32>) outs(%out : memref<?xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  }
  return
}

// -----

func.func @wide(%keys: memref<?xi32>, %data: memref<?xcomplex<f64>>, %out: memref<?xcomplex<f64>>) {
  // expected-error@+1 {{cannot be lowered by schedule 'atomic': there is no atomic operation for an accumulator}}
  segment.reduce_by_key kinds [mul] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xcomplex<f64>>) outs(%out : memref<?xcomplex<f64>>) {
  ^bb0(%x: complex<f64>):
    segment.yield %x : complex<f64>
  }
  return
}

// -----

// RUNS: error: 'segment.reduce_by_key' op cannot be lowered by schedule 'runs': its keys are not sorted
// CHECK: error: 'segment.reduce_by_key' op cannot be lowered by schedule 'atomic': the order of atomic operations changes from run to run, and with it the rounding
func.func @order(%keys: memref<?xi32>, %data: memref<?xf32>, %out: memref<?xf32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xf32>) outs(%out : memref<?xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  }
  return
}
