// Parsing and printing of the surface operations: all 27, their policies in any
// order, the types of section 2 of the contract and the ranks of section 1.

// RUN: segment-opt %s | FileCheck %s
// RUN: segment-opt %s | segment-opt | FileCheck %s
// RUN: segment-opt %s -mlir-print-op-generic | segment-opt | FileCheck %s
// RUN: segment-opt %s -emit-bytecode | segment-opt | FileCheck %s
// RUN: segment-opt %s -verify-roundtrip | FileCheck %s
// RUN: segment-opt %s -mlir-print-op-generic | FileCheck %s -check-prefix=GENERIC
// RUN: segment-opt %s | FileCheck %s -check-prefix=SPACES -strict-whitespace

// CHECK-LABEL: func @first_form
func.func @first_form(%d: tensor<?x64xf32>, %i: tensor<?xi64>) {
  // CHECK: segment.segment_sum %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  %0 = segment.segment_sum %d, %i : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  // CHECK: segment.segment_prod %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  %1 = segment.segment_prod %d, %i : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  // CHECK: segment.segment_min %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  %2 = segment.segment_min %d, %i : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  // CHECK: segment.segment_max %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  %3 = segment.segment_max %d, %i : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  // CHECK: segment.segment_mean %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  %4 = segment.segment_mean %d, %i : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  return
}

// CHECK-LABEL: func @second_form
func.func @second_form(%d: tensor<8x4xf64>, %i: tensor<8xi32>, %n: i64) {
  // CHECK: segment.segment_sum_v2 %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8x4xf64>, tensor<8xi32>, i64) -> tensor<?x4xf64>
  %0 = segment.segment_sum_v2 %d, %i, %n : (tensor<8x4xf64>, tensor<8xi32>, i64) -> tensor<?x4xf64>
  // CHECK: segment.segment_prod_v2 %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8x4xf64>, tensor<8xi32>, i64) -> tensor<?x4xf64>
  %1 = segment.segment_prod_v2 %d, %i, %n : (tensor<8x4xf64>, tensor<8xi32>, i64) -> tensor<?x4xf64>
  // CHECK: segment.segment_min_v2 %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8x4xf64>, tensor<8xi32>, i64) -> tensor<?x4xf64>
  %2 = segment.segment_min_v2 %d, %i, %n : (tensor<8x4xf64>, tensor<8xi32>, i64) -> tensor<?x4xf64>
  // CHECK: segment.segment_max_v2 %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8x4xf64>, tensor<8xi32>, i64) -> tensor<?x4xf64>
  %3 = segment.segment_max_v2 %d, %i, %n : (tensor<8x4xf64>, tensor<8xi32>, i64) -> tensor<?x4xf64>
  // CHECK: segment.segment_mean_v2 %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8x4xf64>, tensor<8xi32>, i64) -> tensor<?x4xf64>
  %4 = segment.segment_mean_v2 %d, %i, %n : (tensor<8x4xf64>, tensor<8xi32>, i64) -> tensor<?x4xf64>
  return
}

// CHECK-LABEL: func @unsorted
func.func @unsorted(%d: tensor<?x?xi32>, %i: tensor<?xi32>, %n: i32) {
  // CHECK: segment.unsorted_segment_sum %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x?xi32>
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x?xi32>
  // CHECK: segment.unsorted_segment_prod %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x?xi32>
  %1 = segment.unsorted_segment_prod %d, %i, %n : (tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x?xi32>
  // CHECK: segment.unsorted_segment_min %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x?xi32>
  %2 = segment.unsorted_segment_min %d, %i, %n : (tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x?xi32>
  // CHECK: segment.unsorted_segment_max %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x?xi32>
  %3 = segment.unsorted_segment_max %d, %i, %n : (tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x?xi32>
  // CHECK: segment.unsorted_segment_mean %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x?xi32>
  %4 = segment.unsorted_segment_mean %d, %i, %n : (tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x?xi32>
  return
}

// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<?x64xf32>, %s: tensor<?xi32>, %i: tensor<?xi64>, %n: i32) {
  // CHECK: segment.gather_segment_sum %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  // CHECK: segment.gather_segment_prod %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  %1 = segment.gather_segment_prod %x, %s, %i, %n : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  // CHECK: segment.gather_segment_min %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  %2 = segment.gather_segment_min %x, %s, %i, %n : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  // CHECK: segment.gather_segment_max %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  %3 = segment.gather_segment_max %x, %s, %i, %n : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  // CHECK: segment.gather_segment_mean %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  %4 = segment.gather_segment_mean %x, %s, %i, %n : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi64>, i32) -> tensor<?x64xf32>
  return
}

// Weights, order and policies, in this order; ids and row numbers of rank 2, of other
// types than each other; rows that are scalars.
// CHECK-LABEL: func @gather_options
// SPACES-LABEL: func.func @gather_options
func.func @gather_options(%x: tensor<5x3xi16>, %s: tensor<2x?xui8>, %i: tensor<?x4xindex>, %n: index, %w: tensor<2x4xi16>, %y: tensor<?xbf16>, %z: tensor<?x!quant.uniform<i8:f32, 0.5:3>>, %v: tensor<2x4xbf16>) {
  // CHECK: segment.gather_segment_sum %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} weights(%{{[a-z0-9]+}}) :
  // SPACES:{{^}}    %0 = segment.gather_segment_sum %arg0, %arg1, %arg2, %arg3 weights(%arg4) : (tensor<5x3xi16>, tensor<2x?xui8>, tensor<?x4xindex>, index, tensor<2x4xi16>) -> tensor<?x3xi16>{{$}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n weights(%w) : (tensor<5x3xi16>, tensor<2x?xui8>, tensor<?x4xindex>, index, tensor<2x4xi16>) -> tensor<?x3xi16>
  // CHECK: segment.gather_segment_max %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} weights(%{{[a-z0-9]+}}) sorted bounds<drop> nan<ignore> empty<infinity> {note = 1 : i64} :
  // SPACES:{{^}}    %1 = segment.gather_segment_max %arg5, %arg1, %arg2, %arg3 weights(%arg7) sorted bounds<drop> nan<ignore> empty<infinity> {note = 1 : i64} : (
  %1 = segment.gather_segment_max %y, %s, %i, %n weights(%v) sorted empty<infinity> nan<ignore> bounds<drop> {note = 1} : (tensor<?xbf16>, tensor<2x?xui8>, tensor<?x4xindex>, index, tensor<2x4xbf16>) -> tensor<7xbf16>
  // CHECK: segment.gather_segment_mean %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} sorted accumulate<f64> :
  // GENERIC: "segment.gather_segment_mean"({{.*}}) <{accumulate = #segment.accumulate<f64>, bounds = #segment.bounds<error>, sorted}>
  %2 = segment.gather_segment_mean %y, %s, %i, %n sorted accumulate<f64> : (tensor<?xbf16>, tensor<2x?xui8>, tensor<?x4xindex>, index) -> tensor<?xbf16>
  // CHECK: -> tensor<?x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %3 = segment.gather_segment_min %z, %s, %i, %n bounds<assume> : (tensor<?x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x?xui8>, tensor<?x4xindex>, index) -> tensor<?x!quant.uniform<i8:f32, 0.5:3>>
  return
}

// CHECK-LABEL: func @scatter
func.func @scatter(%x: tensor<5x3xf32>, %i: tensor<7x1xi32>, %u: tensor<7x3xf32>) {
  // CHECK: segment.scatter_min %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %0 = segment.scatter_min %x, %i, %u : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  // CHECK: segment.scatter_max %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %1 = segment.scatter_max %x, %i, %u : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  // CHECK: segment.scatter_add %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %2 = segment.scatter_add %x, %i, %u : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  // CHECK: segment.scatter_sub %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %3 = segment.scatter_sub %x, %i, %u : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  // CHECK: segment.scatter_mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %4 = segment.scatter_mul %x, %i, %u : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  // CHECK: segment.scatter_div %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %5 = segment.scatter_div %x, %i, %u : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  // CHECK: segment.scatter_update %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  %6 = segment.scatter_update %x, %i, %u : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  return
}

// Policies are printed in one order, the default policy for bounds not at all.
// CHECK-LABEL: func @policies
// GENERIC-LABEL: sym_name = "policies"
// SPACES-LABEL: func.func @policies
func.func @policies(%d: tensor<8x4xf32>, %i: tensor<8xi32>, %n: index, %x: tensor<4x4xf32>, %j: tensor<8x1xi32>) {
  // CHECK: segment.segment_min %{{[a-z0-9]+}}, %{{[a-z0-9]+}} :
  // GENERIC: "segment.segment_min"({{.*}}) <{bounds = #segment.bounds<error>}>
  // SPACES:{{^}}    %0 = segment.segment_min %arg0, %arg1 : (tensor<8x4xf32>, tensor<8xi32>) -> tensor<?x4xf32>{{$}}
  // SPACES-NEXT:{{^}}    %1 = segment.segment_min %arg0, %arg1 bounds<drop> nan<ignore> empty<infinity> : (tensor
  %0 = segment.segment_min %d, %i bounds<error> : (tensor<8x4xf32>, tensor<8xi32>) -> tensor<?x4xf32>
  // CHECK: segment.segment_min %{{[a-z0-9]+}}, %{{[a-z0-9]+}} bounds<drop> nan<ignore> empty<infinity> :
  // GENERIC: "segment.segment_min"({{.*}}) <{bounds = #segment.bounds<drop>, empty = #segment.empty<infinity>, nan = #segment.nan<ignore>}>
  %1 = segment.segment_min %d, %i empty<infinity> nan<ignore> bounds<drop> : (tensor<8x4xf32>, tensor<8xi32>) -> tensor<?x4xf32>
  // CHECK: segment.segment_max_v2 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} bounds<assume> nan<propagate> empty<zero> :
  %2 = segment.segment_max_v2 %d, %i, %n nan<propagate> bounds<assume> empty<zero> : (tensor<8x4xf32>, tensor<8xi32>, index) -> tensor<?x4xf32>
  // CHECK: segment.unsorted_segment_mean %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} bounds<drop> empty<identity> accumulate<f64> :
  // GENERIC: accumulate = #segment.accumulate<f64>
  %3 = segment.unsorted_segment_mean %d, %i, %n accumulate<f64> empty<identity> bounds<drop> : (tensor<8x4xf32>, tensor<8xi32>, index) -> tensor<?x4xf32>
  // CHECK: segment.scatter_min %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} bounds<drop> nan<ignore> :
  %4 = segment.scatter_min %x, %j, %d nan<ignore> bounds<drop> : (tensor<4x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK: segment.scatter_add %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} accumulate<native> {note = 1 : i64} :
  %5 = segment.scatter_add %x, %j, %d accumulate<native> {note = 1} : (tensor<4x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return
}

// Generic form is accepted, and the default policy filled in.
// CHECK-LABEL: func @generic
func.func @generic(%d: tensor<8xf32>, %i: tensor<8xi32>, %n: i32) {
  // CHECK: segment.unsorted_segment_sum %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} :
  %0 = "segment.unsorted_segment_sum"(%d, %i, %n) : (tensor<8xf32>, tensor<8xi32>, i32) -> tensor<?xf32>
  // CHECK: segment.unsorted_segment_max %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} bounds<drop> nan<ignore> :
  %1 = "segment.unsorted_segment_max"(%d, %i, %n) <{bounds = #segment.bounds<drop>, nan = #segment.nan<ignore>}> : (tensor<8xf32>, tensor<8xi32>, i32) -> tensor<?xf32>
  return
}

// Clauses 2.1 to 2.4.
// CHECK-LABEL: func @element_types
func.func @element_types(%i: tensor<?xi32>, %n: i32, %f16: tensor<?xf16>, %bf16: tensor<?xbf16>, %f64: tensor<?xf64>,
    %i1: tensor<?xi1>, %i8: tensor<?xi8>, %i16: tensor<?xi16>, %i64: tensor<?xi64>,
    %ui8: tensor<?xui8>, %ui16: tensor<?xui16>, %ui32: tensor<?xui32>, %ui64: tensor<?xui64>,
    %c64: tensor<?xcomplex<f32>>, %c128: tensor<?xcomplex<f64>>,
    %q8: tensor<?x!quant.uniform<i8:f32, 0.5:3>>, %qu8: tensor<?x!quant.uniform<u8:f32, 0.5:128>>,
    %q32: tensor<?x!quant.uniform<i32:f32, 0.5>>, %narrow: tensor<?x!quant.uniform<i8<-127:127>:f32, 0.5>>) {
  // CHECK: -> tensor<?xf16>
  %0 = segment.unsorted_segment_sum %f16, %i, %n : (tensor<?xf16>, tensor<?xi32>, i32) -> tensor<?xf16>
  // CHECK: -> tensor<?xbf16>
  %1 = segment.unsorted_segment_mean %bf16, %i, %n : (tensor<?xbf16>, tensor<?xi32>, i32) -> tensor<?xbf16>
  // CHECK: -> tensor<?xf64>
  %2 = segment.unsorted_segment_prod %f64, %i, %n : (tensor<?xf64>, tensor<?xi32>, i32) -> tensor<?xf64>
  // CHECK: -> tensor<?xi1>
  %3 = segment.unsorted_segment_min %i1, %i, %n : (tensor<?xi1>, tensor<?xi32>, i32) -> tensor<?xi1>
  // CHECK: -> tensor<?xi1>
  %4 = segment.unsorted_segment_max %i1, %i, %n : (tensor<?xi1>, tensor<?xi32>, i32) -> tensor<?xi1>
  // CHECK: -> tensor<?xi8>
  %5 = segment.unsorted_segment_sum %i8, %i, %n : (tensor<?xi8>, tensor<?xi32>, i32) -> tensor<?xi8>
  // CHECK: -> tensor<?xi16>
  %6 = segment.unsorted_segment_prod %i16, %i, %n : (tensor<?xi16>, tensor<?xi32>, i32) -> tensor<?xi16>
  // CHECK: -> tensor<?xi64>
  %7 = segment.unsorted_segment_mean %i64, %i, %n : (tensor<?xi64>, tensor<?xi32>, i32) -> tensor<?xi64>
  // CHECK: -> tensor<?xui8>
  %8 = segment.unsorted_segment_sum %ui8, %i, %n : (tensor<?xui8>, tensor<?xi32>, i32) -> tensor<?xui8>
  // CHECK: -> tensor<?xui16>
  %9 = segment.unsorted_segment_max %ui16, %i, %n : (tensor<?xui16>, tensor<?xi32>, i32) -> tensor<?xui16>
  // CHECK: -> tensor<?xui32>
  %10 = segment.unsorted_segment_min %ui32, %i, %n : (tensor<?xui32>, tensor<?xi32>, i32) -> tensor<?xui32>
  // CHECK: -> tensor<?xui64>
  %11 = segment.unsorted_segment_mean %ui64, %i, %n : (tensor<?xui64>, tensor<?xi32>, i32) -> tensor<?xui64>
  // CHECK: -> tensor<?xcomplex<f32>>
  %12 = segment.unsorted_segment_sum %c64, %i, %n : (tensor<?xcomplex<f32>>, tensor<?xi32>, i32) -> tensor<?xcomplex<f32>>
  // CHECK: -> tensor<?xcomplex<f64>>
  %13 = segment.unsorted_segment_prod %c128, %i, %n : (tensor<?xcomplex<f64>>, tensor<?xi32>, i32) -> tensor<?xcomplex<f64>>
  // CHECK: segment.unsorted_segment_sum {{.*}} -> tensor<?x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %14 = segment.unsorted_segment_sum %q8, %i, %n : (tensor<?x!quant.uniform<i8:f32, 0.5:3>>, tensor<?xi32>, i32) -> tensor<?x!quant.uniform<i8:f32, 0.5:3>>
  // CHECK: segment.unsorted_segment_min {{.*}} -> tensor<?x!quant.uniform<u8:f32, 5.000000e-01:128>>
  %15 = segment.unsorted_segment_min %qu8, %i, %n : (tensor<?x!quant.uniform<u8:f32, 0.5:128>>, tensor<?xi32>, i32) -> tensor<?x!quant.uniform<u8:f32, 0.5:128>>
  // CHECK: segment.unsorted_segment_max {{.*}} -> tensor<?x!quant.uniform<i32:f32, 5.000000e-01>>
  %16 = segment.unsorted_segment_max %q32, %i, %n : (tensor<?x!quant.uniform<i32:f32, 0.5>>, tensor<?xi32>, i32) -> tensor<?x!quant.uniform<i32:f32, 0.5>>
  // CHECK: segment.unsorted_segment_sum {{.*}} -> tensor<?x!quant.uniform<i8<-127:127>:f32, 5.000000e-01>>
  %17 = segment.unsorted_segment_sum %narrow, %i, %n : (tensor<?x!quant.uniform<i8<-127:127>:f32, 0.5>>, tensor<?xi32>, i32) -> tensor<?x!quant.uniform<i8<-127:127>:f32, 0.5>>
  return
}

// Clauses 2.2 to 2.4 for scatters.
// CHECK-LABEL: func @scatter_element_types
func.func @scatter_element_types(%j: tensor<3x1xi32>, %c: tensor<5xcomplex<f32>>, %cu: tensor<3xcomplex<f32>>,
    %b: tensor<5xi1>, %bu: tensor<3xi1>, %q: tensor<5x!quant.uniform<i8:f32, 0.5>>, %qu: tensor<3x!quant.uniform<i8:f32, 0.5>>) {
  // CHECK: segment.scatter_div {{.*}} -> tensor<5xcomplex<f32>>
  %0 = segment.scatter_div %c, %j, %cu : (tensor<5xcomplex<f32>>, tensor<3x1xi32>, tensor<3xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  // CHECK: segment.scatter_update {{.*}} -> tensor<5xcomplex<f32>>
  %1 = segment.scatter_update %c, %j, %cu : (tensor<5xcomplex<f32>>, tensor<3x1xi32>, tensor<3xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  // CHECK: segment.scatter_min {{.*}} -> tensor<5xi1>
  %2 = segment.scatter_min %b, %j, %bu : (tensor<5xi1>, tensor<3x1xi32>, tensor<3xi1>) -> tensor<5xi1>
  // CHECK: segment.scatter_update {{.*}} -> tensor<5xi1>
  %3 = segment.scatter_update %b, %j, %bu : (tensor<5xi1>, tensor<3x1xi32>, tensor<3xi1>) -> tensor<5xi1>
  // CHECK: segment.scatter_max {{.*}} -> tensor<5x!quant.uniform<i8:f32, 5.000000e-01>>
  %4 = segment.scatter_max %q, %j, %qu : (tensor<5x!quant.uniform<i8:f32, 0.5>>, tensor<3x1xi32>, tensor<3x!quant.uniform<i8:f32, 0.5>>) -> tensor<5x!quant.uniform<i8:f32, 0.5>>
  return
}

// Clauses 2.5 and 2.6.
// CHECK-LABEL: func @id_types
func.func @id_types(%d: tensor<?xf32>, %i8: tensor<?xi8>, %i16: tensor<?xi16>, %i64: tensor<?xi64>, %ui8: tensor<?xui8>,
    %ui16: tensor<?xui16>, %ui32: tensor<?xui32>, %index: tensor<?xindex>, %n: i32, %m: i64, %k: index) {
  // CHECK: tensor<?xi8>, i32)
  %0 = segment.unsorted_segment_sum %d, %i8, %n : (tensor<?xf32>, tensor<?xi8>, i32) -> tensor<?xf32>
  // CHECK: tensor<?xi16>, i64)
  %1 = segment.unsorted_segment_sum %d, %i16, %m : (tensor<?xf32>, tensor<?xi16>, i64) -> tensor<?xf32>
  // CHECK: tensor<?xi64>, index)
  %2 = segment.unsorted_segment_sum %d, %i64, %k : (tensor<?xf32>, tensor<?xi64>, index) -> tensor<?xf32>
  // CHECK: tensor<?xui8>, i32)
  %3 = segment.segment_sum_v2 %d, %ui8, %n : (tensor<?xf32>, tensor<?xui8>, i32) -> tensor<?xf32>
  // CHECK: tensor<?xui16>)
  %4 = segment.segment_sum %d, %ui16 : (tensor<?xf32>, tensor<?xui16>) -> tensor<?xf32>
  // CHECK: tensor<?xui32>)
  %5 = segment.segment_sum %d, %ui32 : (tensor<?xf32>, tensor<?xui32>) -> tensor<?xf32>
  // CHECK: tensor<?xindex>)
  %6 = segment.segment_sum %d, %index : (tensor<?xf32>, tensor<?xindex>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func @id_ranks
func.func @id_ranks(%d: tensor<2x3x4x5xf32>, %i0: tensor<i32>, %i1: tensor<2xi32>, %i2: tensor<2x3xi32>,
    %i3: tensor<2x3x4xi32>, %i4: tensor<2x3x4x5xi32>, %scalar: tensor<f32>, %n: i32) {
  // CHECK: tensor<i32>, i32) -> tensor<?x2x3x4x5xf32>
  %0 = segment.unsorted_segment_sum %d, %i0, %n : (tensor<2x3x4x5xf32>, tensor<i32>, i32) -> tensor<?x2x3x4x5xf32>
  // CHECK: tensor<2xi32>, i32) -> tensor<?x3x4x5xf32>
  %1 = segment.unsorted_segment_sum %d, %i1, %n : (tensor<2x3x4x5xf32>, tensor<2xi32>, i32) -> tensor<?x3x4x5xf32>
  // CHECK: tensor<2x3xi32>, i32) -> tensor<?x4x5xf32>
  %2 = segment.segment_sum_v2 %d, %i2, %n : (tensor<2x3x4x5xf32>, tensor<2x3xi32>, i32) -> tensor<?x4x5xf32>
  // CHECK: tensor<2x3x4xi32>, i32) -> tensor<?x5xf32>
  %3 = segment.unsorted_segment_sum %d, %i3, %n : (tensor<2x3x4x5xf32>, tensor<2x3x4xi32>, i32) -> tensor<?x5xf32>
  // CHECK: tensor<2x3x4x5xi32>, i32) -> tensor<?xf32>
  %4 = segment.segment_sum_v2 %d, %i4, %n : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xi32>, i32) -> tensor<?xf32>
  // CHECK: (tensor<f32>, tensor<i32>, i32) -> tensor<?xf32>
  %5 = segment.unsorted_segment_max %scalar, %i0, %n : (tensor<f32>, tensor<i32>, i32) -> tensor<?xf32>
  return
}

// Static and dynamic dimensions mix; what may disagree is checked at run time.
// CHECK-LABEL: func @shapes
func.func @shapes(%d: tensor<?x?xf32>, %s: tensor<8x4xf32>, %i: tensor<?xi32>, %j: tensor<8xi32>, %n: i32) {
  // CHECK: -> tensor<5x?xf32>
  %0 = segment.segment_sum %d, %i : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<5x?xf32>
  // CHECK: -> tensor<5x7xf32>
  %1 = segment.unsorted_segment_sum %d, %j, %n : (tensor<?x?xf32>, tensor<8xi32>, i32) -> tensor<5x7xf32>
  // CHECK: -> tensor<?x?xf32>
  %2 = segment.segment_sum_v2 %s, %i, %n : (tensor<8x4xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @index_depths
func.func @index_depths(%x: tensor<5x?x7xf32>, %i0: tensor<2x0xi32>, %u0: tensor<2x5x?x7xf32>, %i1: tensor<3x2x1xi64>, %u1: tensor<3x2x?x7xf32>,
    %i2: tensor<?x2xui8>, %u2: tensor<?x7xf32>, %i3: tensor<?x3xindex>, %u3: tensor<?xf32>) {
  // CHECK: tensor<2x0xi32>, tensor<2x5x?x7xf32>)
  %0 = segment.scatter_add %x, %i0, %u0 : (tensor<5x?x7xf32>, tensor<2x0xi32>, tensor<2x5x?x7xf32>) -> tensor<5x?x7xf32>
  // CHECK: tensor<3x2x1xi64>, tensor<3x2x?x7xf32>)
  %1 = segment.scatter_add %x, %i1, %u1 : (tensor<5x?x7xf32>, tensor<3x2x1xi64>, tensor<3x2x?x7xf32>) -> tensor<5x?x7xf32>
  // CHECK: tensor<?x2xui8>, tensor<?x7xf32>)
  %2 = segment.scatter_add %x, %i2, %u2 : (tensor<5x?x7xf32>, tensor<?x2xui8>, tensor<?x7xf32>) -> tensor<5x?x7xf32>
  // CHECK: tensor<?x3xindex>, tensor<?xf32>)
  %3 = segment.scatter_add %x, %i3, %u3 : (tensor<5x?x7xf32>, tensor<?x3xindex>, tensor<?xf32>) -> tensor<5x?x7xf32>
  return
}

// On integers both are accepted and change nothing (clause 4.17).
// CHECK-LABEL: func @policies_on_integers
func.func @policies_on_integers(%d: tensor<?xi32>, %i: tensor<?xi32>) {
  // CHECK: nan<ignore> empty<infinity>
  %0 = segment.segment_min %d, %i nan<ignore> empty<infinity> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return
}
