// The whole pipeline, from any mix of dialects to the LLVM dialect and nothing else,
// with every option.

// RUN: segment-opt %s -segment-to-llvm-pipeline | FileCheck %s --implicit-check-not='{{[" (](func|arith|math|scf|cf|memref|tensor|linalg|vector|affine|complex|segment|index|ub|bufferization|quant)[.][a-z]}}' --implicit-check-not=unrealized
// RUN: segment-opt %s -segment-to-llvm-pipeline=runtime=assert | FileCheck %s --check-prefix=ASSERT --implicit-check-not='{{[" (](func|arith|math|scf|cf|memref|tensor|linalg|vector|affine|complex|segment|index|ub|bufferization|quant)[.][a-z]}}' --implicit-check-not=segment_rt --implicit-check-not=segment_entry --implicit-check-not=unrealized
// RUN: segment-opt %s -segment-to-llvm-pipeline="runtime=library parallel=none override-bounds=drop" | FileCheck %s --check-prefix=DROP
// RUN: segment-opt %s -segment-to-llvm-pipeline=override-bounds=assume | FileCheck %s --check-prefix=DROP
// RUN: segment-opt %s -pass-pipeline='builtin.module(segment-to-llvm-pipeline{runtime=assert})' | FileCheck %s --check-prefix=ASSERT
// What comes out is LLVM IR.
// RUN: segment-opt %s -segment-to-llvm-pipeline | mlir-translate -mlir-to-llvmir | FileCheck %s --check-prefix=IR
// RUN: segment-opt %s -segment-to-llvm-pipeline=runtime=assert | mlir-translate -mlir-to-llvmir | FileCheck %s --check-prefix=IR

// And it computes what it should.
// RUN: segment-run %s --function=mixed --input=3xf32=[inf,-inf,inf] --input=3xi32=[0,1,0] --input=i32=2 --input=i1=1 \
// RUN:   --expected-output=2xf32=[2,1] --expected-output=f32=2
// RUN: segment-run %s --function=mixed --input=3xf32=[0,-inf,inf] --input=3xi32=[0,1,0] --input=i32=2 --input=i1=0 \
// RUN:   --expected-output=2xf32=[1,1] --expected-output=f32=1
// RUN: segment-run %s --function=scatters --input=4xf32=[0,1,2,3] --input=3x1xi64=[[0],[3],[0]] --input=3xf32=[1,10,100] --input=index=3 \
// RUN:   --expected-output=4xf32=[303,1,2,33]
// RUN: segment-run %s --function=complex --input="3xcomplex<f32>=[(3,4),(0,1),(0,2)]" --input=3xi32=[0,1,1] --input=i32=2 --expected-output=2xf32=[5,2]
// RUN: segment-run %s --function=matmul --input="4x8xf32=[[1,1,1,1,1,1,1,1],[1,1,1,1,1,1,1,1],[2,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,4]]" \
// RUN:   --input="8x3xf32=[[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3]]" --input=4xui8=[0,0,2,2] \
// RUN:   --expected-output="3x3xf32=[[8,16,24],[0,0,0],[3,6,9]]"
// RUN: segment-run %s --function=blocks --input="8x4xbf16=[[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4]]" \
// RUN:   --input=8xindex=[0,0,0,0,1,1,1,1] --input=index=2 --input=i1=1 --expected-output="2x2xbf16=[[12,16],[12,16]]"
// RUN: segment-run %s --function=blocks --input="8x4xbf16=[[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4]]" \
// RUN:   --input=8xindex=[0,0,0,0,1,1,1,1] --input=index=2 --input=i1=0 --expected-output="2x2xbf16=[[4,12],[4,12]]"

// IR-DAG: define {{.*}} @mixed(
// IR-DAG: define {{.*}} @scatters(

// DROP-NOT: out of range

#id = affine_map<(d0) -> (d0)>

// A private function, called with the context.
// CHECK: llvm.func @half({{.*}}!llvm.ptr, {{.*}}) -> !llvm.struct<
// CHECK: tanh
func.func private @half(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %1 = math.tanh %a : f32
    %2 = math.absf %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// tensor, linalg, math, scf and a call around operations of ours.
// CHECK: llvm.func @mixed(
// CHECK: llvm.call @half(
// CHECK: llvm.call @segment_rt_report(
// CHECK: llvm.func @segment_entry_mixed(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32
// ASSERT: llvm.func @mixed(
// ASSERT: llvm.call @abort()
// DROP: llvm.func @mixed(
func.func @mixed(%x: tensor<?xf32>, %ids: tensor<?xi32>, %n: i32, %c: i1) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %y = call @half(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %z = scf.if %c -> tensor<?xf32> {
    %sum = segment.unsorted_segment_sum %y, %ids, %n : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
    scf.yield %sum : tensor<?xf32>
  } else {
    %max = segment.unsorted_segment_max %y, %ids, %n : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
    scf.yield %max : tensor<?xf32>
  }
  %first = tensor.extract %z[%c0] : tensor<?xf32>
  return %z, %first : tensor<?xf32>, f32
}

// A loop that carries a tensor.
// CHECK: llvm.func @scatters(
// CHECK: llvm.func @segment_entry_scatters(
func.func @scatters(%x: tensor<4xf32>, %indices: tensor<3x1xi64>, %updates: tensor<3xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %x) -> tensor<4xf32> {
    %1 = segment.scatter_add %carried, %indices, %updates : (tensor<4xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Complex numbers, and a computation with them.
// CHECK: llvm.func @complex(
func.func @complex(%x: tensor<?xcomplex<f32>>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %prod = segment.unsorted_segment_prod %x, %ids, %n : (tensor<?xcomplex<f32>>, tensor<?xi32>, i32) -> tensor<?xcomplex<f32>>
  %d = tensor.dim %prod, %c0 : tensor<?xcomplex<f32>>
  %empty = tensor.empty(%d) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%prod : tensor<?xcomplex<f32>>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: complex<f32>, %out: f32):
    %1 = complex.abs %a : complex<f32>
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Named linalg operations, unsigned and quantized types, slices, several blocks.
// CHECK: llvm.func @matmul(
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>, %ids: tensor<4xui8>) -> tensor<?x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x3xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x3xf32>) -> tensor<4x3xf32>
  %product = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x3xf32>) outs(%fill : tensor<4x3xf32>) -> tensor<4x3xf32>
  %mean = segment.segment_mean %product, %ids : (tensor<4x3xf32>, tensor<4xui8>) -> tensor<?x3xf32>
  return %mean : tensor<?x3xf32>
}

// CHECK: llvm.func @blocks(
func.func @blocks(%x: tensor<8x4xbf16>, %ids: tensor<8xindex>, %n: index, %c: i1) -> tensor<?x2xbf16> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = tensor.extract_slice %x[0, 2] [8, 2] [1, 1] : tensor<8x4xbf16> to tensor<8x2xbf16>
  cf.br ^bb3(%0 : tensor<8x2xbf16>)
^bb2:
  %1 = tensor.extract_slice %x[0, 0] [8, 2] [1, 2] : tensor<8x4xbf16> to tensor<8x2xbf16>
  cf.br ^bb3(%1 : tensor<8x2xbf16>)
^bb3(%slice: tensor<8x2xbf16>):
  %2 = segment.segment_sum_v2 %slice, %ids, %n : (tensor<8x2xbf16>, tensor<8xindex>, index) -> tensor<?x2xbf16>
  return %2 : tensor<?x2xbf16>
}

// CHECK: llvm.func @quantized(
!q = !quant.uniform<u8:f32, 0.5:128>
func.func @quantized(%x: tensor<?x!q>, %indices: tensor<?x2xui16>, %table: tensor<3x?x!q>) -> tensor<3x?x!q> {
  %0 = segment.scatter_max %table, %indices, %x : (tensor<3x?x!q>, tensor<?x2xui16>, tensor<?x!q>) -> tensor<3x?x!q>
  return %0 : tensor<3x?x!q>
}

// No operation of ours at all, no function, an empty body.
// CHECK: llvm.func @none(
func.func @none() {
  return
}
