// The dialect and the upstream ones, passes and pipelines of both.

// RUN: segment-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// DIALECTS-DAG: {{[:,] ?}}affine
// DIALECTS-DAG: ,quant
// DIALECTS-DAG: ,segment
// DIALECTS-DAG: ,sparse_tensor
// DIALECTS-DAG: ,transform

// RUN: segment-opt --help | FileCheck %s --check-prefix=HELP
// HELP-DAG: --one-shot-bufferize
// HELP-DAG: --segment-to-llvm-pipeline
// HELP-DAG: --sparsifier
// HELP-DAG: --transform-interpreter

// RUN: segment-opt %s | segment-opt | FileCheck %s
// RUN: segment-opt %s --emit-bytecode | segment-opt | FileCheck %s
// RUN: segment-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @sum
// CHECK: segment.unsorted_segment_sum %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<?xi32>, i32) -> tensor<?x64xf32>
func.func @sum(%data: tensor<?x64xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x64xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x64xf32>, tensor<?xi32>, i32) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}
