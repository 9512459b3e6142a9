// RUN: segment-opt %s -pass-pipeline='builtin.module(func.func(segment-vectorize-rows))' | FileCheck %s
// RUN: segment-opt %s -pass-pipeline='builtin.module(func.func(segment-vectorize-rows{vector-bits=128}))' | FileCheck %s -check-prefix=V128

#id = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>
#none = affine_map<(d0) -> ()>

// Full tiles as vectors, the rest as a scalar operation.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[ROW:.*]]: memref<?xf32, strided<[1], offset: ?>>, %[[ACC:.*]]: memref<?xf32, strided<[1], offset: ?>>
// CHECK-DAG: %[[D:.*]] = memref.dim %[[ROW]]
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[REST:.*]] = arith.remui %[[D]], %[[C16]]
// CHECK: %[[MAIN:.*]] = arith.subi %[[D]], %[[REST]]
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[MAIN]] step %[[C16]] {
// CHECK: %[[ROWTILE:.*]] = memref.subview %[[ROW]][%[[I]]] [16] [1]
// CHECK: %[[ACCTILE:.*]] = memref.subview %[[ACC]][%[[I]]] [16] [1]
// CHECK: %[[A:.*]] = vector.transfer_read %[[ROWTILE]]{{.*}} vector<16xf32>
// CHECK: %[[B:.*]] = vector.transfer_read %[[ACCTILE]]{{.*}} vector<16xf32>
// CHECK: %[[C:.*]] = arith.addf %[[B]], %[[A]] : vector<16xf32>
// CHECK: vector.transfer_write %[[C]], %[[ACCTILE]]
// CHECK: }
// CHECK: %[[ROWREST:.*]] = memref.subview %[[ROW]][%[[MAIN]]] [%[[REST]]] [1]
// CHECK: %[[ACCREST:.*]] = memref.subview %[[ACC]][%[[MAIN]]] [%[[REST]]] [1]
// CHECK: linalg.generic {{.*}} ins(%[[ROWREST]] : {{.*}}) outs(%[[ACCREST]] :
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// V128-LABEL: func @dynamic
// V128: vector<4xf32>
func.func @dynamic(%row: memref<?xf32, strided<[1], offset: ?>>, %acc: memref<?xf32, strided<[1], offset: ?>>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : memref<?xf32, strided<[1], offset: ?>>) outs(%acc : memref<?xf32, strided<[1], offset: ?>>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %b, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// Static columns that divide leave no rest; the widest type decides the length.
// CHECK-LABEL: func @static
// CHECK: scf.for
// CHECK: %[[NARROW:.*]] = vector.transfer_read {{.*}} vector<8xbf16>
// CHECK: arith.extf %[[NARROW]] : vector<8xbf16> to vector<8xf64>
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @static(%row: memref<16xbf16>, %acc: memref<16xf64>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : memref<16xbf16>) outs(%acc : memref<16xf64>) {
  ^bb0(%a: bf16, %b: f64):
    %0 = arith.extf %a : bf16 to f64
    %1 = arith.addf %b, %0 : f64
    linalg.yield %1 : f64
  }
  return
}

// 17 = 16 + 1.
// CHECK-LABEL: func @one_more
// CHECK: vector.transfer_write
// CHECK: memref.subview %{{.*}}[{{.*}}] [1] [1]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<1xf32,
func.func @one_more(%row: memref<17xf32>, %acc: memref<17xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : memref<17xf32>) outs(%acc : memref<17xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.minimumf %b, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// Outer dimensions become loops; a value a row is broadcast.
// CHECK-LABEL: func @mean
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] =
// CHECK: memref.subview %{{.*}}[%[[I]]] [1] [1] : memref<?xi32> to memref<i32, strided<[], offset: ?>>
// CHECK: memref.subview %{{.*}}[%[[I]], %[[J]]] [1, 16] [1, 1]
// CHECK: vector.transfer_read {{.*}}permutation_map{{.*}} : memref<i32, strided<[], offset: ?>>, vector<16xi32>
// CHECK: arith.sitofp %{{.*}} : vector<16xi32> to vector<16xf32>
func.func @mean(%sum: memref<?x?xf32>, %count: memref<?xi32>) {
  linalg.generic {indexing_maps = [#row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%count : memref<?xi32>) outs(%sum : memref<?x?xf32>) {
  ^bb0(%n: i32, %s: f32):
    %0 = arith.sitofp %n : i32 to f32
    %1 = arith.divf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// A flag is fine inside; a shared scalar, too.
// CHECK-LABEL: func @select
// CHECK: arith.cmpi slt, %{{.*}} : vector<16xi32>
// CHECK: arith.select %{{.*}} : vector<16xi1>, vector<16xi32>
func.func @select(%scalar: memref<i32>, %x: memref<?xi32>, %acc: memref<?xi32>) {
  linalg.generic {indexing_maps = [#none, #id, #id], iterator_types = ["parallel"]}
      ins(%scalar, %x : memref<i32>, memref<?xi32>) outs(%acc : memref<?xi32>) {
  ^bb0(%s: i32, %a: i32, %b: i32):
    %0 = arith.cmpi slt, %a, %s : i32
    %1 = arith.select %0, %a, %b : i32
    linalg.yield %1 : i32
  }
  return
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @short
// CHECK-NOT: vector.
// CHECK: linalg.generic
// V128-LABEL: func @short
// V128: vector<4xf32>
func.func @short(%row: memref<15xf32>, %acc: memref<15xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : memref<15xf32>) outs(%acc : memref<15xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %b, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func @stride
// CHECK-NOT: vector.
// CHECK: linalg.generic
func.func @stride(%row: memref<?xf32, strided<[?], offset: ?>>, %acc: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : memref<?xf32, strided<[?], offset: ?>>) outs(%acc : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// CHECK-LABEL: func @transposed
// CHECK-NOT: vector.
// CHECK: linalg.generic
func.func @transposed(%x: memref<?x?xf32>, %acc: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#transposed, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%acc : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// CHECK-LABEL: func @reduction
// CHECK-NOT: vector.
// CHECK: linalg.generic
func.func @reduction(%x: memref<?xf32>, %acc: memref<f32>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%x : memref<?xf32>) outs(%acc : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %b, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func @types
// CHECK-NOT: vector.
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT: vector.
// CHECK: return
func.func @types(%b: memref<64xi1>, %c: memref<64xcomplex<f32>>, %i: memref<64xindex>, %w: memref<64xi128>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%b : memref<64xi1>) {
  ^bb0(%x: i1):
    linalg.yield %x : i1
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%c : memref<64xcomplex<f32>>) {
  ^bb0(%x: complex<f32>):
    linalg.yield %x : complex<f32>
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%i : memref<64xindex>) {
  ^bb0(%x: index):
    linalg.yield %x : index
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%w : memref<64xi128>) {
  ^bb0(%x: i128):
    linalg.yield %x : i128
  }
  return
}

// What isn't elementwise, and the position itself.
// CHECK-LABEL: func @bodies
// CHECK-NOT: vector.
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: vector.
// CHECK: return
func.func @bodies(%x: memref<64xf32>, %table: memref<8xf32>, %n: memref<64xi64>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%x : memref<64xf32>) {
  ^bb0(%a: f32):
    %c0 = arith.constant 0 : index
    %0 = memref.load %table[%c0] : memref<8xf32>
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%n : memref<64xi64>) {
  ^bb0(%a: i64):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i64
    linalg.yield %1 : i64
  }
  return
}

// On tensors nothing is done.
// CHECK-LABEL: func @tensors
// CHECK-NOT: vector.
// CHECK: linalg.generic
func.func @tensors(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%x : tensor<64xf32>) {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
