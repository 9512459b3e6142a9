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

// -----

// Bufferization would make an access to memory of it.
func.func @extract(%keys: tensor<?xi32>, %data: tensor<?xf32>, %table: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>)
      ins(%data (n) : tensor<?xf32>) outs(%data : tensor<?xf32>) {
  ^bb0(%x: f32):
    // expected-error @+1 {{'tensor.extract' op expected scalars in the body of segment.reduce_by_key, but got 'tensor<?xf32>'}}
    %1 = tensor.extract %table[%i] : tensor<?xf32>
    %2 = arith.addf %x, %1 : f32
    segment.yield %2 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
