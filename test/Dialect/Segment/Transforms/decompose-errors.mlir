// What segment-decompose can't do: dimensions become one, so their product must fit.

// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-decompose
// RUN: not segment-opt %s -split-input-file -segment-to-llvm-pipeline 2>&1 | FileCheck %s
// CHECK-COUNT-7: error: {{.*}} expected dimensions whose product fits 64 bits

// The columns of a row.
func.func @columns(%data: tensor<?x4611686018427387904x3xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4611686018427387904x3xf32> {
  // expected-error @+1 {{expected dimensions whose product fits 64 bits, but got 'tensor<?x4611686018427387904x3xf32>', 'tensor<?xi32>', 'i32'}}
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x4611686018427387904x3xf32>, tensor<?xi32>, i32) -> tensor<?x4611686018427387904x3xf32>
  return %0 : tensor<?x4611686018427387904x3xf32>
}

// -----

// Their product may also wrap around to 0.
func.func @columns_zero(%data: tensor<?x4611686018427387904x4xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4611686018427387904x4xf32> {
  // expected-error @+1 {{expected dimensions whose product fits 64 bits}}
  %0 = segment.segment_min_v2 %data, %ids, %n : (tensor<?x4611686018427387904x4xf32>, tensor<?xi32>, i32) -> tensor<?x4611686018427387904x4xf32>
  return %0 : tensor<?x4611686018427387904x4xf32>
}

// -----

// The ids.
func.func @ids(%data: tensor<4611686018427387904x3xf32>, %ids: tensor<4611686018427387904x3xi32>, %n: i32) -> tensor<?xf32> {
  // expected-error @+1 {{expected dimensions whose product fits 64 bits}}
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<4611686018427387904x3xf32>, tensor<4611686018427387904x3xi32>, i32) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The slices of a scatter, and the columns of its updates.
func.func @slices(%input: tensor<4611686018427387904x3xf32>, %indices: tensor<?x2xi32>, %updates: tensor<?xf32>) -> tensor<4611686018427387904x3xf32> {
  // expected-error @+1 {{expected dimensions whose product fits 64 bits}}
  %0 = segment.scatter_add %input, %indices, %updates : (tensor<4611686018427387904x3xf32>, tensor<?x2xi32>, tensor<?xf32>) -> tensor<4611686018427387904x3xf32>
  return %0 : tensor<4611686018427387904x3xf32>
}

// -----

func.func @updates(%input: tensor<?x?x?xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x4611686018427387904x3xf32>) -> tensor<?x?x?xf32> {
  // expected-error @+1 {{expected dimensions whose product fits 64 bits}}
  %0 = segment.scatter_add %input, %indices, %updates : (tensor<?x?x?xf32>, tensor<?x1xi32>, tensor<?x4611686018427387904x3xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

// What is gathered from, and the row numbers.
func.func @gathered(%x: tensor<?x4611686018427387904x3xf32>, %src: tensor<?xi32>, %n: i32) -> tensor<?x4611686018427387904x3xf32> {
  // expected-error @+1 {{expected dimensions whose product fits 64 bits}}
  %0 = segment.gather_segment_sum %x, %src, %src, %n : (tensor<?x4611686018427387904x3xf32>, tensor<?xi32>, tensor<?xi32>, i32) -> tensor<?x4611686018427387904x3xf32>
  return %0 : tensor<?x4611686018427387904x3xf32>
}

// -----

func.func @row_numbers(%x: tensor<?xf32>, %src: tensor<4611686018427387904x3xi32>, %ids: tensor<?x?xi32>, %n: i32) -> tensor<?xf32> {
  // expected-error @+1 {{expected dimensions whose product fits 64 bits}}
  %0 = segment.gather_segment_sum %x, %src, %ids, %n : (tensor<?xf32>, tensor<4611686018427387904x3xi32>, tensor<?x?xi32>, i32) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
