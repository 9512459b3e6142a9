// memref.expand_shape with several unknown sizes a group; the last line runs what
// crashes without it.

// RUN: segment-opt %s -segment-expand-reshapes | FileCheck %s
// RUN: segment-opt %s -segment-expand-reshapes -expand-strided-metadata | FileCheck %s -check-prefix=META

// META-NOT: memref.expand_shape

// CHECK-DAG: #[[$PRODUCT:.*]] = affine_map<()[s0, s1] -> (s0 * s1)>
// CHECK-DAG: #[[$PRODUCT4:.*]] = affine_map<()[s0, s1] -> ((s0 * s1) * 4)>

// CHECK-LABEL: func @contiguous
// CHECK-SAME: %[[M:.*]]: memref<?xf32>, %[[A:.*]]: index, %[[B:.*]]: index
// CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[M]] : memref<?xf32>
// CHECK: %[[VIEW:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[A]], %[[B]]], strides: [%[[B]], 1] : memref<f32> to memref<?x?xf32>
// CHECK: return %[[VIEW]]
func.func @contiguous(%m: memref<?xf32>, %a: index, %b: index) -> memref<?x?xf32> {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%a, %b] : memref<?xf32> into memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

// Strides of the source, of both groups.
// CHECK-LABEL: func @strided
// CHECK-SAME: %[[M:.*]]: memref<?x?xf32, strided<[?, ?], offset: ?>>, %[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[S:.*]]:2 = memref.extract_strided_metadata %[[M]]
// CHECK-DAG: %[[S4:.*]] = affine.apply #[[$PRODUCT]]()[%[[S]]#1, %[[C]]]
// CHECK-DAG: %[[SB:.*]] = affine.apply #[[$PRODUCT4]]()[%[[S]]#1, %[[C]]]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%[[A]], %[[B]], 4, %[[C]]], strides: [%[[S]]#0, %[[SB]], %[[S4]], %[[S]]#1]
func.func @strided(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %a: index, %b: index, %c: index) -> memref<?x?x4x?xf32, strided<[?, ?, ?, ?], offset: ?>> {
  %0 = memref.expand_shape %m [[0], [1, 2, 3]] output_shape [%a, %b, 4, %c] : memref<?x?xf32, strided<[?, ?], offset: ?>> into memref<?x?x4x?xf32, strided<[?, ?, ?, ?], offset: ?>>
  return %0 : memref<?x?x4x?xf32, strided<[?, ?, ?, ?], offset: ?>>
}

// One unknown size a group is upstream's.
// CHECK-LABEL: func @covered
// CHECK-NEXT: memref.expand_shape
func.func @covered(%m: memref<?x?xf32>, %a: index, %b: index) -> memref<?x4x?x5xf32> {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [%a, 4, %b, 5] : memref<?x?xf32> into memref<?x4x?x5xf32>
  return %0 : memref<?x4x?x5xf32>
}
