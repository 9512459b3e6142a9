// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-legalize-types

// A surface operation would be read as signed.
func.func @surface(%d: tensor<?xui8>, %i: tensor<?xi32>, %n: i32) -> tensor<?xui8> {
  // expected-error @+1 {{'segment.unsorted_segment_max' op expected to be decomposed (segment-decompose) before types are legalized}}
  %0 = segment.unsorted_segment_max %d, %i, %n : (tensor<?xui8>, tensor<?xi32>, i32) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xi32> {
  // expected-error @+1 {{'tensor.bitcast' op expected ranked tensors, but got 'tensor<*xf32>' and 'tensor<*xi32>'}}
  %0 = tensor.bitcast %x : tensor<*xf32> to tensor<*xi32>
  return %0 : tensor<*xi32>
}

// -----

// Quantization itself is lowered by other passes.
func.func @quantize(%x: tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  // expected-error @+1 {{'quant.qcast' op result #0 must be scalar or tensor of quantized type, but got 'tensor<2xi8>'}}
  %0 = quant.qcast %x : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
