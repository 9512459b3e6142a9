// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The examples of clause 1.6, literally: static and dynamic shapes, i32 and i64.

// RUN: segment-run %s --function=unsorted_min_static_i32 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[5,6,7,8],[4,3,2,1]]" --input="3xi32=[0,1,0]" --input=i32=2 \
// RUN:   --expected-output="2x4xf32=[[1,2,2,1],[5,6,7,8]]"
// RUN: segment-run %s --function=unsorted_sum_static_i32 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[5,6,7,8],[4,3,2,1]]" --input="3xi32=[0,1,0]" --input=i32=2 \
// RUN:   --expected-output="2x4xf32=[[5,5,5,5],[5,6,7,8]]"
// RUN: segment-run %s --function=min_v2_static_i32 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[4,3,2,1],[5,6,7,8]]" --input="3xi32=[0,0,1]" --input=i32=2 \
// RUN:   --expected-output="2x4xf32=[[1,2,2,1],[5,6,7,8]]"
// RUN: segment-run %s --function=scatter_min_static_i32 \
// RUN:   --input="2x3xf32=[[-0.1,0.3,3.6],[0.4,0.5,-3.2]]" --input="2x2xi32=[[0,0],[0,0]]" --input="2xf32=[1.0,2.2]" \
// RUN:   --expected-output="2x3xf32=[[-0.1,0.3,3.6],[0.4,0.5,-3.2]]"
// RUN: segment-run %s --function=unsorted_min_static_i64 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[5,6,7,8],[4,3,2,1]]" --input="3xi64=[0,1,0]" --input=i64=2 \
// RUN:   --expected-output="2x4xf32=[[1,2,2,1],[5,6,7,8]]"
// RUN: segment-run %s --function=unsorted_sum_static_i64 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[5,6,7,8],[4,3,2,1]]" --input="3xi64=[0,1,0]" --input=i64=2 \
// RUN:   --expected-output="2x4xf32=[[5,5,5,5],[5,6,7,8]]"
// RUN: segment-run %s --function=min_v2_static_i64 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[4,3,2,1],[5,6,7,8]]" --input="3xi64=[0,0,1]" --input=i64=2 \
// RUN:   --expected-output="2x4xf32=[[1,2,2,1],[5,6,7,8]]"
// RUN: segment-run %s --function=scatter_min_static_i64 \
// RUN:   --input="2x3xf32=[[-0.1,0.3,3.6],[0.4,0.5,-3.2]]" --input="2x2xi64=[[0,0],[0,0]]" --input="2xf32=[1.0,2.2]" \
// RUN:   --expected-output="2x3xf32=[[-0.1,0.3,3.6],[0.4,0.5,-3.2]]"
// RUN: segment-run %s --function=unsorted_min_dynamic_i32 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[5,6,7,8],[4,3,2,1]]" --input="3xi32=[0,1,0]" --input=i32=2 \
// RUN:   --expected-output="2x4xf32=[[1,2,2,1],[5,6,7,8]]"
// RUN: segment-run %s --function=unsorted_sum_dynamic_i32 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[5,6,7,8],[4,3,2,1]]" --input="3xi32=[0,1,0]" --input=i32=2 \
// RUN:   --expected-output="2x4xf32=[[5,5,5,5],[5,6,7,8]]"
// RUN: segment-run %s --function=min_v2_dynamic_i32 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[4,3,2,1],[5,6,7,8]]" --input="3xi32=[0,0,1]" --input=i32=2 \
// RUN:   --expected-output="2x4xf32=[[1,2,2,1],[5,6,7,8]]"
// RUN: segment-run %s --function=scatter_min_dynamic_i32 \
// RUN:   --input="2x3xf32=[[-0.1,0.3,3.6],[0.4,0.5,-3.2]]" --input="2x2xi32=[[0,0],[0,0]]" --input="2xf32=[1.0,2.2]" \
// RUN:   --expected-output="2x3xf32=[[-0.1,0.3,3.6],[0.4,0.5,-3.2]]"
// RUN: segment-run %s --function=unsorted_min_dynamic_i64 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[5,6,7,8],[4,3,2,1]]" --input="3xi64=[0,1,0]" --input=i64=2 \
// RUN:   --expected-output="2x4xf32=[[1,2,2,1],[5,6,7,8]]"
// RUN: segment-run %s --function=unsorted_sum_dynamic_i64 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[5,6,7,8],[4,3,2,1]]" --input="3xi64=[0,1,0]" --input=i64=2 \
// RUN:   --expected-output="2x4xf32=[[5,5,5,5],[5,6,7,8]]"
// RUN: segment-run %s --function=min_v2_dynamic_i64 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[4,3,2,1],[5,6,7,8]]" --input="3xi64=[0,0,1]" --input=i64=2 \
// RUN:   --expected-output="2x4xf32=[[1,2,2,1],[5,6,7,8]]"
// RUN: segment-run %s --function=scatter_min_dynamic_i64 \
// RUN:   --input="2x3xf32=[[-0.1,0.3,3.6],[0.4,0.5,-3.2]]" --input="2x2xi64=[[0,0],[0,0]]" --input="2xf32=[1.0,2.2]" \
// RUN:   --expected-output="2x3xf32=[[-0.1,0.3,3.6],[0.4,0.5,-3.2]]"

// The comparison can fail.
// RUN: not segment-run %s --function=unsorted_min_static_i32 \
// RUN:   --input="3x4xf32=[[1,2,3,4],[5,6,7,8],[4,3,2,1]]" --input="3xi32=[0,1,0]" --input=i32=2 \
// RUN:   --expected-output="2x4xf32=[[1,2,3,1],[5,6,7,8]]" 2>&1 | FileCheck %s
// CHECK: [0, 2]

func.func @unsorted_min_static_i32(%data: tensor<3x4xf32>, %ids: tensor<3xi32>, %n: i32) -> tensor<2x4xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n
      : (tensor<3x4xf32>, tensor<3xi32>, i32) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @unsorted_sum_static_i32(%data: tensor<3x4xf32>, %ids: tensor<3xi32>, %n: i32) -> tensor<2x4xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n
      : (tensor<3x4xf32>, tensor<3xi32>, i32) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @min_v2_static_i32(%data: tensor<3x4xf32>, %ids: tensor<3xi32>, %n: i32) -> tensor<2x4xf32> {
  %0 = segment.segment_min_v2 %data, %ids, %n
      : (tensor<3x4xf32>, tensor<3xi32>, i32) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @scatter_min_static_i32(%input: tensor<2x3xf32>, %indices: tensor<2x2xi32>, %updates: tensor<2xf32>) -> tensor<2x3xf32> {
  %0 = segment.scatter_min %input, %indices, %updates
      : (tensor<2x3xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @unsorted_min_static_i64(%data: tensor<3x4xf32>, %ids: tensor<3xi64>, %n: i64) -> tensor<2x4xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n
      : (tensor<3x4xf32>, tensor<3xi64>, i64) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @unsorted_sum_static_i64(%data: tensor<3x4xf32>, %ids: tensor<3xi64>, %n: i64) -> tensor<2x4xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n
      : (tensor<3x4xf32>, tensor<3xi64>, i64) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @min_v2_static_i64(%data: tensor<3x4xf32>, %ids: tensor<3xi64>, %n: i64) -> tensor<2x4xf32> {
  %0 = segment.segment_min_v2 %data, %ids, %n
      : (tensor<3x4xf32>, tensor<3xi64>, i64) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @scatter_min_static_i64(%input: tensor<2x3xf32>, %indices: tensor<2x2xi64>, %updates: tensor<2xf32>) -> tensor<2x3xf32> {
  %0 = segment.scatter_min %input, %indices, %updates
      : (tensor<2x3xf32>, tensor<2x2xi64>, tensor<2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @unsorted_min_dynamic_i32(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n
      : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @unsorted_sum_dynamic_i32(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n
      : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @min_v2_dynamic_i32(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x?xf32> {
  %0 = segment.segment_min_v2 %data, %ids, %n
      : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @scatter_min_dynamic_i32(%input: tensor<?x?xf32>, %indices: tensor<?x2xi32>, %updates: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = segment.scatter_min %input, %indices, %updates
      : (tensor<?x?xf32>, tensor<?x2xi32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @unsorted_min_dynamic_i64(%data: tensor<?x?xf32>, %ids: tensor<?xi64>, %n: i64) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n
      : (tensor<?x?xf32>, tensor<?xi64>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @unsorted_sum_dynamic_i64(%data: tensor<?x?xf32>, %ids: tensor<?xi64>, %n: i64) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n
      : (tensor<?x?xf32>, tensor<?xi64>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @min_v2_dynamic_i64(%data: tensor<?x?xf32>, %ids: tensor<?xi64>, %n: i64) -> tensor<?x?xf32> {
  %0 = segment.segment_min_v2 %data, %ids, %n
      : (tensor<?x?xf32>, tensor<?xi64>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @scatter_min_dynamic_i64(%input: tensor<?x?xf32>, %indices: tensor<?x2xi64>, %updates: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = segment.scatter_min %input, %indices, %updates
      : (tensor<?x?xf32>, tensor<?x2xi64>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
