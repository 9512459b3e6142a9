// Result dimensions in terms of the operands.

// RUN: segment-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize | FileCheck %s

// CHECK-LABEL: func @counted
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<?x?xf32>, %[[I:[a-z0-9]+]]: tensor<?xi32>, %[[N:[a-z0-9]+]]: i32
func.func @counted(%d: tensor<?x?xf32>, %i: tensor<?xi32>, %n: i32) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[S:.*]] = arith.index_cast %[[N]] : i32 to index
  // CHECK-DAG: %[[K:.*]] = tensor.dim %[[D]], %[[C1]]
  // CHECK-NOT: segment.
  // CHECK: return %[[S]], %[[K]]
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %1, %2 : index, index
}

// CHECK-LABEL: func @index_and_rank_2
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<?x?x?xf32>, %[[I:[a-z0-9]+]]: tensor<?x?xi32>, %[[N:[a-z0-9]+]]: index
func.func @index_and_rank_2(%d: tensor<?x?x?xf32>, %i: tensor<?x?xi32>, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[K:.*]] = tensor.dim %[[D]], %[[C2]]
  // CHECK: return %[[N]], %[[K]]
  %0 = segment.segment_sum_v2 %d, %i, %n : (tensor<?x?x?xf32>, tensor<?x?xi32>, index) -> tensor<?x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %1, %2 : index, index
}

// CHECK-LABEL: func @static
func.func @static(%d: tensor<?x?xf32>, %i: tensor<?xi32>, %n: i32) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
  // CHECK: return %[[C3]], %[[C4]]
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<3x4xf32>
  %1 = tensor.dim %0, %c0 : tensor<3x4xf32>
  %2 = tensor.dim %0, %c1 : tensor<3x4xf32>
  return %1, %2 : index, index
}

// The last id plus 1, at least 0, and 0 where there are no ids.
// CHECK-LABEL: func @first_form
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<?xf32>, %[[I:[a-z0-9]+]]: tensor<?xi32>
func.func @first_form(%d: tensor<?xf32>, %i: tensor<?xi32>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK: %[[LEN:.*]] = tensor.dim %[[I]], %[[C0]]
  // CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[LEN]], %[[C0]]
  // CHECK: %[[S:.*]] = scf.if %[[NONE]] -> (index) {
  // CHECK:   scf.yield %[[C0]]
  // CHECK: } else {
  // CHECK:   %[[POS:.*]] = arith.subi %[[LEN]], %[[C1]]
  // CHECK:   %[[ID:.*]] = tensor.extract %[[I]][%[[POS]]]
  // CHECK:   %[[INDEX:.*]] = arith.index_cast %[[ID]] : i32 to index
  // CHECK:   %[[NEXT:.*]] = arith.addi %[[INDEX]], %[[C1]]
  // CHECK:   %[[MAX:.*]] = arith.maxsi %[[NEXT]], %[[C0]]
  // CHECK:   scf.yield %[[MAX]]
  // CHECK: return %[[S]]
  %0 = segment.segment_sum %d, %i : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

// arith can't read unsigned ids, so the dimension stays that of the result.
// CHECK-LABEL: func @first_form_unsigned
func.func @first_form_unsigned(%d: tensor<?xf32>, %i: tensor<?xui8>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK: %[[R:.*]] = segment.segment_sum
  // CHECK: tensor.dim %[[R]]
  %0 = segment.segment_sum %d, %i : (tensor<?xf32>, tensor<?xui8>) -> tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

// CHECK-LABEL: func @scatter
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x3xf32>
func.func @scatter(%x: tensor<?x3xf32>, %i: tensor<?x1xi32>, %u: tensor<?x3xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[K:.*]] = tensor.dim %[[X]]
  // CHECK: return %[[K]], %[[C3]]
  %0 = segment.scatter_min %x, %i, %u : (tensor<?x3xf32>, tensor<?x1xi32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x3xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x3xf32>
  return %1, %2 : index, index
}

// Of gathered rows.
// CHECK-LABEL: func @gathered
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?x3xf32>, %[[S:[a-z0-9]+]]: tensor<?x?xi32>, %[[N:[a-z0-9]+]]: i64
func.func @gathered(%x: tensor<?x?x3xf32>, %s: tensor<?x?xi32>, %n: i64) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
  // CHECK-DAG: %[[NUM:.*]] = arith.index_cast %[[N]] : i64 to index
  // CHECK-DAG: %[[K:.*]] = tensor.dim %[[X]], %[[C1]]
  // CHECK-NOT: segment.
  // CHECK: return %[[NUM]], %[[K]], %[[C3]], %[[C7]]
  %0 = segment.gather_segment_sum %x, %s, %s, %n : (tensor<?x?x3xf32>, tensor<?x?xi32>, tensor<?x?xi32>, i64) -> tensor<?x?x3xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?x3xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x?x3xf32>
  %3 = tensor.dim %0, %c2 : tensor<?x?x3xf32>
  %4 = segment.gather_segment_sum %x, %s, %s, %n : (tensor<?x?x3xf32>, tensor<?x?xi32>, tensor<?x?xi32>, i64) -> tensor<7x?x3xf32>
  %5 = tensor.dim %4, %c0 : tensor<7x?x3xf32>
  return %1, %2, %3, %5 : index, index, index, index
}
