// Scatter operations as a check, keys, and a fold with its start and finish.

// RUN: segment-opt %s -split-input-file -segment-decompose | FileCheck %s

// In the input's own type: nothing but check and fold, which starts from the input.
// CHECK-LABEL: func @depth1
// CHECK-SAME: %[[INPUT:.*]]: tensor<5x3xf32>, %[[INDICES:.*]]: tensor<?x1xi32>, %[[UPDATES:.*]]: tensor<?x3xf32>
// CHECK-NEXT: %[[ROWS:.*]] = segment.check_scatter "segment.scatter_min" input(%[[INPUT]] : tensor<5x3xf32>) indices(%[[INDICES]] : tensor<?x1xi32>) updates(%[[UPDATES]] : tensor<?x3xf32>)
// CHECK-NEXT: %[[KEYS:.*]] = tensor.collapse_shape %[[INDICES]] {{\[\[}}0, 1]] : tensor<?x1xi32> into tensor<?xi32>
// CHECK-NEXT: %[[MIN:.*]] = segment.reduce_by_key kinds [min]{{$}}
// CHECK-NEXT:   keys(%[[KEYS]] : tensor<?xi32>) rows(%[[ROWS]])
// CHECK-NEXT:   ins(%[[UPDATES]] (n, d) : tensor<?x3xf32>)
// CHECK-NEXT:   outs(%[[INPUT]] : tensor<5x3xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
// CHECK-NEXT:   segment.yield %[[X]] : f32
// CHECK-NEXT: } -> tensor<5x3xf32>
// CHECK: return %[[MIN]]
func.func @depth1(%input: tensor<5x3xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x3xf32>) -> tensor<5x3xf32> {
  %0 = segment.scatter_min %input, %indices, %updates : (tensor<5x3xf32>, tensor<?x1xi32>, tensor<?x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// Several coordinates: row-major keys in 64 bits, -1 where one is out of its
// dimension (a product alone would hide it).
// CHECK-LABEL: func @depth2
// CHECK-SAME: %[[INPUT:.*]]: tensor<?x?x3xi32>, %[[INDICES:.*]]: tensor<?x2xui32>
// CHECK: %[[STORED:.*]] = tensor.bitcast %[[INDICES]] : tensor<?x2xui32> to tensor<?x2xi32>
// CHECK: %[[ROWS:.*]] = segment.check_scatter "segment.scatter_add" unsigned_ids
// CHECK: %[[A:.*]] = tensor.dim %[[INPUT]], %c0
// CHECK: %[[B:.*]] = tensor.dim %[[INPUT]], %c1
// CHECK: %[[START:.*]] = tensor.collapse_shape %[[INPUT]] {{\[\[}}0, 1], [2]] : tensor<?x?x3xi32> into tensor<?x3xi32>
// CHECK: %[[A64:.*]] = arith.index_cast %[[A]] : index to i64
// CHECK: %[[COLUMN0:.*]] = tensor.extract_slice %[[STORED]][0, 0] [%{{.*}}, 1] [1, 1]
// CHECK: %[[B64:.*]] = arith.index_cast %[[B]] : index to i64
// CHECK: %[[COLUMN1:.*]] = tensor.extract_slice %[[STORED]][0, 1] [%{{.*}}, 1] [1, 1]
// CHECK: %[[KEYS:.*]] = linalg.generic {{.*}} ins(%[[COLUMN0]], %[[COLUMN1]] : tensor<?xi32>, tensor<?xi32>)
// CHECK: %[[I:.*]] = arith.extui %{{.*}} : i32 to i64
// CHECK: %[[IOK:.*]] = arith.cmpi ult, %[[I]], %[[A64]] : i64
// CHECK: %[[J:.*]] = arith.extui %{{.*}} : i32 to i64
// CHECK: %[[JOK:.*]] = arith.cmpi ult, %[[J]], %[[B64]] : i64
// CHECK: %[[IB:.*]] = arith.muli %[[I]], %[[B64]] : i64
// CHECK: %[[IBJ:.*]] = arith.addi %[[IB]], %[[J]] : i64
// CHECK: %[[OK:.*]] = arith.andi %[[IOK]], %[[JOK]] : i1
// CHECK: %[[NONE:.*]] = arith.constant -1 : i64
// CHECK: arith.select %[[OK]], %[[IBJ]], %[[NONE]] : i64
// CHECK: %[[SUM:.*]] = segment.reduce_by_key kinds [add]{{$}}
// CHECK-NEXT: keys(%[[KEYS]] : tensor<?xi64>) rows(%[[ROWS]])
// CHECK: outs(%[[START]] : tensor<?x3xi32>)
// CHECK: tensor.expand_shape %[[SUM]] {{\[\[}}0, 1], [2]] output_shape [%[[A]], %[[B]], 3] : tensor<?x3xi32> into tensor<?x?x3xi32>
func.func @depth2(%input: tensor<?x?x3xi32>, %indices: tensor<?x2xui32>, %updates: tensor<?x3xi32>) -> tensor<?x?x3xi32> {
  %0 = segment.scatter_add %input, %indices, %updates : (tensor<?x?x3xi32>, tensor<?x2xui32>, tensor<?x3xi32>) -> tensor<?x?x3xi32>
  return %0 : tensor<?x?x3xi32>
}

// -----

// Depth 0: every update is a whole input.
// CHECK-LABEL: func @depth0
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
// CHECK: %[[KEYS:.*]] = linalg.fill ins(%c0_i32 : i32)
// CHECK: segment.reduce_by_key kinds [assign]
// CHECK-NEXT: keys(%[[KEYS]] : tensor<2xi32>)
// CHECK-NEXT: ins(%{{.*}} (n, d) : tensor<2x4xf32>)
// CHECK-NEXT: outs(%{{.*}} : tensor<1x4xf32>)
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<1x4xf32> into tensor<4xf32>
func.func @depth0(%input: tensor<4xf32>, %indices: tensor<2x0xi32>, %updates: tensor<2x4xf32>) -> tensor<4xf32> {
  %0 = segment.scatter_update %input, %indices, %updates : (tensor<4xf32>, tensor<2x0xi32>, tensor<2x4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Full depth: slices are scalars. Index rows of any rank.
// CHECK-LABEL: func @scalars
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<6x7xf32> into tensor<42xf32>
// CHECK: segment.reduce_by_key kinds [maxnum]
// CHECK: ins(%{{.*}} (n) : tensor<10xf32>)
// CHECK: outs(%{{.*}} : tensor<42xf32>)
func.func @scalars(%input: tensor<6x7xf32>, %indices: tensor<2x5x2xi64>, %updates: tensor<2x5xf32>) -> tensor<6x7xf32> {
  %0 = segment.scatter_max %input, %indices, %updates nan<ignore> : (tensor<6x7xf32>, tensor<2x5x2xi64>, tensor<2x5xf32>) -> tensor<6x7xf32>
  return %0 : tensor<6x7xf32>
}

// -----

// 16-bit sums start from the input, widened, and are rounded once (clause 3.4).
// CHECK-LABEL: func @add_f16
// CHECK-SAME: %[[INPUT:.*]]: tensor<?x3xf16>, %{{.*}}: tensor<?x1xi32>
// CHECK: segment.reduce_by_key kinds [add]
// CHECK: outs(%[[INPUT]] : tensor<?x3xf16>)
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: segment.yield %[[X]] : f32
// CHECK-NEXT: } start {
// CHECK-NEXT: ^bb0(%[[OLD:.*]]: f16):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[OLD]] : f16 to f32
// CHECK-NEXT: segment.yield %[[WIDE]] : f32
// CHECK-NEXT: } finish {
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32):
// CHECK-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[ACC]] : f32 to f16
// CHECK-NEXT: segment.yield %[[ROUNDED]] : f16
func.func @add_f16(%input: tensor<?x3xf16>, %indices: tensor<?x1xi32>, %updates: tensor<?x3xf16>) -> tensor<?x3xf16> {
  %0 = segment.scatter_add %input, %indices, %updates : (tensor<?x3xf16>, tensor<?x1xi32>, tensor<?x3xf16>) -> tensor<?x3xf16>
  return %0 : tensor<?x3xf16>
}

// -----

// Subtraction adds the negative, to the bit.
// CHECK-LABEL: func @sub
// CHECK: segment.reduce_by_key kinds [add]
// CHECK: arith.negf
func.func @sub(%input: tensor<4xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?xf32>) -> tensor<4xf32> {
  %0 = segment.scatter_sub %input, %indices, %updates : (tensor<4xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Division has an order, and signedness.
// CHECK-LABEL: func @div
// CHECK: segment.reduce_by_key kinds [div]
// CHECK: segment.reduce_by_key kinds [divu] unsigned_keys
func.func @div(%input: tensor<4xi8>, %uinput: tensor<4xui8>, %indices: tensor<?x1xui8>, %updates: tensor<?xi8>, %uupdates: tensor<?xui8>) -> (tensor<4xi8>, tensor<4xui8>) {
  %0 = segment.scatter_div %input, %indices, %updates : (tensor<4xi8>, tensor<?x1xui8>, tensor<?xi8>) -> tensor<4xi8>
  %1 = segment.scatter_div %uinput, %indices, %uupdates : (tensor<4xui8>, tensor<?x1xui8>, tensor<?xui8>) -> tensor<4xui8>
  return %0, %1 : tensor<4xi8>, tensor<4xui8>
}

// CHECK-LABEL: func @mul_complex
// CHECK: segment.reduce_by_key kinds [mul]
// CHECK: outs(%{{.*}} : tensor<4xcomplex<f64>>)
func.func @mul_complex(%input: tensor<4xcomplex<f64>>, %indices: tensor<?x1xi32>, %updates: tensor<?xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = segment.scatter_mul %input, %indices, %updates : (tensor<4xcomplex<f64>>, tensor<?x1xi32>, tensor<?xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

// -----

// Only a promise leaves comparisons out.
// CHECK-LABEL: func @policies
// CHECK: segment.check_scatter "segment.scatter_add" bounds<drop>
// CHECK: segment.reduce_by_key kinds [add]{{$}}
// CHECK: segment.check_scatter "segment.scatter_add" bounds<assume>
// CHECK: segment.reduce_by_key kinds [add] in_bounds{{$}}
func.func @policies(%input: tensor<4xi8>, %indices: tensor<?x1xi8>, %updates: tensor<?xi8>) -> (tensor<4xi8>, tensor<4xi8>) {
  %0 = segment.scatter_add %input, %indices, %updates bounds<drop> : (tensor<4xi8>, tensor<?x1xi8>, tensor<?xi8>) -> tensor<4xi8>
  %1 = segment.scatter_add %input, %indices, %updates bounds<assume> : (tensor<4xi8>, tensor<?x1xi8>, tensor<?xi8>) -> tensor<4xi8>
  return %0, %1 : tensor<4xi8>, tensor<4xi8>
}

// -----

// Minima of quantized elements compare the storage, unsigned for u8.
!q = !quant.uniform<u8:f32, 0.5:128>
// CHECK-LABEL: func @min_quantized
// CHECK-COUNT-2: quant.scast %{{.*}} : tensor<?x!quant.uniform<u8:f32, 5.000000e-01:128>> to tensor<?xi8>
// CHECK: segment.reduce_by_key kinds [minu]
// CHECK: quant.scast %{{.*}} : tensor<?xi8> to
func.func @min_quantized(%input: tensor<?x!q>, %indices: tensor<?x1xi32>, %updates: tensor<?x!q>) -> tensor<?x!q> {
  %0 = segment.scatter_min %input, %indices, %updates : (tensor<?x!q>, tensor<?x1xi32>, tensor<?x!q>) -> tensor<?x!q>
  return %0 : tensor<?x!q>
}
