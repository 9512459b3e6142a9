// Accumulators that no combiner takes are refused before anything is emitted.

// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-reduce-to-loops

func.func @complex_of_integers(%keys: memref<?xi32>, %data: memref<?xcomplex<i32>>, %out: memref<?xcomplex<i32>>) {
  // expected-error @+1 {{expected accumulator #0 of a type that 'div' combines, but got 'complex<i32>'}}
  segment.reduce_by_key kinds [div] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xcomplex<i32>>) outs(%out : memref<?xcomplex<i32>>) {
  ^bb0(%x: complex<i32>):
    segment.yield %x : complex<i32>
  }
  return
}
