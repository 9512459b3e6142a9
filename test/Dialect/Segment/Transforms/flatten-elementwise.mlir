// RUN: segment-opt %s -segment-flatten-elementwise | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func @fill
// CHECK-SAME: %[[M:.*]]: memref<?x?xf32>, %[[C:.*]]: f32
// CHECK-NEXT: %[[FLAT:.*]] = memref.collapse_shape %[[M]] {{\[\[}}0, 1]] : memref<?x?xf32> into memref<?xf32>
// CHECK-NEXT: linalg.fill ins(%[[C]] : f32) outs(%[[FLAT]] : memref<?xf32>)
func.func @fill(%m: memref<?x?xf32>, %c: f32) {
  linalg.fill ins(%c : f32) outs(%m : memref<?x?xf32>)
  return
}

// CHECK-LABEL: func @elementwise
// CHECK-SAME: %[[A:.*]]: memref<?x4xf32>, %[[B:.*]]: memref<?x4xi32>
// CHECK-DAG: %[[FLATA:.*]] = memref.collapse_shape %[[A]] {{\[\[}}0, 1]] : memref<?x4xf32> into memref<?xf32>
// CHECK-DAG: %[[FLATB:.*]] = memref.collapse_shape %[[B]] {{\[\[}}0, 1]] : memref<?x4xi32> into memref<?xi32>
// CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], iterator_types = ["parallel"]} ins(%[[FLATA]] : memref<?xf32>) outs(%[[FLATB]] : memref<?xi32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: i32):
// CHECK-NEXT: arith.fptosi %[[X]]
func.func @elementwise(%a: memref<?x4xf32>, %b: memref<?x4xi32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : memref<?x4xf32>) outs(%b : memref<?x4xi32>) {
  ^bb0(%x: f32, %y: i32):
    %0 = arith.fptosi %x : f32 to i32
    linalg.yield %0 : i32
  }
  return
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @not_flat
// CHECK-NOT: memref.collapse_shape
// CHECK: return
func.func @not_flat(%m: memref<?x?xf32>, %n: memref<?x?xf32>, %strided: memref<?x?xf32, strided<[?, 1], offset: ?>>, %v: memref<?xf32>, %one: memref<f32>, %c: f32, %i: memref<?x?xindex>) {
  // One dimension, or none.
  linalg.fill ins(%c : f32) outs(%v : memref<?xf32>)
  linalg.fill ins(%c : f32) outs(%one : memref<f32>)
  // Gaps between the rows.
  linalg.fill ins(%c : f32) outs(%strided : memref<?x?xf32, strided<[?, 1], offset: ?>>)
  // Not walked alike.
  linalg.generic {indexing_maps = [#transposed, #id], iterator_types = ["parallel", "parallel"]} ins(%m : memref<?x?xf32>) outs(%n : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%v : memref<?xf32>) outs(%n : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  // A reduction.
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%m : memref<?x?xf32>) outs(%v : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  // The position itself.
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%i : memref<?x?xindex>) {
  ^bb0(%x: index):
    %0 = linalg.index 1 : index
    linalg.yield %0 : index
  }
  return
}

// A size that doesn't fit 64 bits is never allocated, but its type must be there.
// CHECK-LABEL: func @overflow
// CHECK-NEXT: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : memref<4611686018427387904x4xf32>)
func.func @overflow(%m: memref<4611686018427387904x4xf32>, %c: f32) {
  linalg.fill ins(%c : f32) outs(%m : memref<4611686018427387904x4xf32>)
  return
}

// CHECK-LABEL: func @tensors
// CHECK-NOT: collapse_shape
// CHECK: return
func.func @tensors(%x: tensor<?x4xf32>, %c: f32) -> tensor<?x4xf32> {
  %0 = linalg.fill ins(%c : f32) outs(%x : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
