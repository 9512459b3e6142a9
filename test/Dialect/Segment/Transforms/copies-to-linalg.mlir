// RUN: segment-opt %s -segment-copies-to-linalg | FileCheck %s

// CHECK: #[[$ID:.*]] = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func @strided
// CHECK-SAME: %[[A:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[B:.*]]: memref<?xf32>
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], iterator_types = ["parallel"]} ins(%[[A]] : memref<?xf32, strided<[?], offset: ?>>) outs(%[[B]] : memref<?xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[X]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[B]] : memref<?xf32>) outs(%[[A]] : memref<?xf32, strided<[?], offset: ?>>)
// CHECK-NOT: memref.copy
func.func @strided(%a: memref<?xf32, strided<[?], offset: ?>>, %b: memref<?xf32>) {
  memref.copy %a, %b : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
  memref.copy %b, %a : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  return
}

// One block of memory is one memcpy.
// CHECK-LABEL: func @contiguous
// CHECK-NEXT: memref.copy
func.func @contiguous(%a: memref<?x4xf32>, %b: memref<?x4xf32>) {
  memref.copy %a, %b : memref<?x4xf32> to memref<?x4xf32>
  return
}

// CHECK-LABEL: func @unranked
// CHECK-NEXT: memref.copy
func.func @unranked(%a: memref<*xf32>, %b: memref<?x4xf32>) {
  memref.copy %a, %b : memref<*xf32> to memref<?x4xf32>
  return
}

// What a scatter in place leaves behind.
// CHECK-LABEL: func @self
// CHECK-NOT: memref.copy
// CHECK: return
func.func @self(%a: memref<?x?x4xf32>, %n: index, %m: index) {
  %0 = memref.collapse_shape %a [[0, 1], [2]] : memref<?x?x4xf32> into memref<?x4xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [%n, %m, 4] : memref<?x4xf32> into memref<?x?x4xf32>
  memref.copy %1, %a : memref<?x?x4xf32> to memref<?x?x4xf32>
  return
}

// CHECK-LABEL: func @other_target
// CHECK: memref.copy
func.func @other_target(%a: memref<?x?x4xf32>, %b: memref<?x?x4xf32>, %n: index, %m: index) {
  %0 = memref.collapse_shape %a [[0, 1], [2]] : memref<?x?x4xf32> into memref<?x4xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [%n, %m, 4] : memref<?x4xf32> into memref<?x?x4xf32>
  memref.copy %1, %b : memref<?x?x4xf32> to memref<?x?x4xf32>
  return
}

// CHECK-LABEL: func @other_shape
// CHECK: memref.copy
func.func @other_shape(%a: memref<?x?x?xf32>, %n: index, %m: index, %k: index) {
  %0 = memref.collapse_shape %a [[0, 1], [2]] : memref<?x?x?xf32> into memref<?x?xf32>
  %1 = memref.expand_shape %0 [[0], [1, 2]] output_shape [%n, %m, %k] : memref<?x?xf32> into memref<?x?x?xf32>
  memref.copy %1, %a : memref<?x?x?xf32> to memref<?x?x?xf32>
  return
}
