// Unsigned and quantized types by their signless storage, everywhere.

// RUN: segment-opt %s -allow-unregistered-dialect -segment-legalize-types | FileCheck %s

!q = !quant.uniform<i8:f32, 0.5:3>
!perAxis = !quant.uniform<u16:f32:0, {0.5, 0.25}>

// CHECK-DAG: #[[$ID1:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[$ID2:.*]] = affine_map<(d0, d1) -> (d0, d1)>

// Casts to the storage vanish.
// CHECK-LABEL: func @unsigned
// CHECK-SAME: (%[[X:.*]]: tensor<?xi8>) -> tensor<?xi8>
// CHECK-NEXT: return %[[X]] : tensor<?xi8>
func.func @unsigned(%x: tensor<?xui8>) -> tensor<?xi8> {
  %0 = tensor.bitcast %x : tensor<?xui8> to tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func @quantized
// CHECK-SAME: (%[[X:.*]]: tensor<?xi8>, %{{.*}}: tensor<2xi16>) -> tensor<?xi8>
// CHECK-NEXT: return %[[X]] : tensor<?xi8>
func.func @quantized(%x: tensor<?x!q>, %y: tensor<2x!perAxis>) -> tensor<?xi8> {
  %0 = quant.scast %x : tensor<?x!q> to tensor<?xi8>
  return %0 : tensor<?xi8>
}

// Other bitcasts bufferize as elementwise operations.
// CHECK-LABEL: func @bitcast
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<2xi16>
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X]]
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[ROWS]]) : tensor<?x4xi32>
// CHECK: linalg.generic {indexing_maps = [#[[$ID2]], #[[$ID2]]], iterator_types = ["parallel", "parallel"]} ins(%[[X]] : tensor<?x4xf32>) outs(%[[EMPTY]] : tensor<?x4xi32>)
// CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %{{.*}}: i32):
// CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[E]] : f32 to i32
// CHECK-NEXT: linalg.yield %[[BITS]] : i32
// CHECK: linalg.generic {indexing_maps = [#[[$ID1]], #[[$ID1]]], iterator_types = ["parallel"]} ins(%[[Y]] : tensor<2xi16>)
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
func.func @bitcast(%x: tensor<?x4xf32>, %y: tensor<2xui16>) -> (tensor<?x4xi32>, tensor<2xbf16>) {
  %0 = tensor.bitcast %x : tensor<?x4xf32> to tensor<?x4xi32>
  %1 = tensor.bitcast %y : tensor<2xui16> to tensor<2xbf16>
  return %0, %1 : tensor<?x4xi32>, tensor<2xbf16>
}

// One that still says something about the shape is a cast.
// CHECK-LABEL: func @shape
// CHECK-NEXT: %[[A:.*]] = tensor.cast %{{.*}} : tensor<?xi8> to tensor<2xi8>
// CHECK-NEXT: return %[[A]]
func.func @shape(%x: tensor<?xui8>) -> tensor<2xi8> {
  %0 = tensor.bitcast %x : tensor<?xui8> to tensor<2xi8>
  return %0 : tensor<2xi8>
}

// Constants keep their bits.
// CHECK-LABEL: func @constants
// CHECK-SAME: -> (tensor<3xi8>, tensor<2xi64>, tensor<0xi32>, i32)
// CHECK: arith.constant dense<[1, 2, -1]> : tensor<3xi8>
// CHECK: arith.constant dense<-1> : tensor<2xi64>
// CHECK: arith.constant dense<> : tensor<0xi32>
// CHECK: "test.attributes"() {list = [7 : i8, tensor<4xi16>], value = -1 : i32} : () -> i32
func.func @constants() -> (tensor<3xui8>, tensor<2xui64>, tensor<0xui32>, ui32) {
  %0 = arith.constant dense<[1, 2, 255]> : tensor<3xui8>
  %1 = arith.constant dense<18446744073709551615> : tensor<2xui64>
  %2 = arith.constant dense<> : tensor<0xui32>
  %3 = "test.attributes"() {value = 4294967295 : ui32, list = [7 : ui8, tensor<4xui16>]} : () -> ui32
  return %0, %1, %2, %3 : tensor<3xui8>, tensor<2xui64>, tensor<0xui32>, ui32
}

// Nested regions, block arguments, callees, memrefs and scalars.
// CHECK: memref.global "private" constant @table : memref<2xi8> = dense<[1, -1]>
memref.global "private" constant @table : memref<2xui8> = dense<[1, 255]>
// CHECK: func.func private @callee(tensor<?xi8>) -> i8
func.func private @callee(tensor<?xui8>) -> !q

// CHECK-LABEL: func @structure
// CHECK-SAME: %{{.*}}: tensor<?xi8>, %{{.*}}: memref<?x2xi16>, %{{.*}}: i1) -> (tensor<?xi8>, memref<?x2xi16>)
func.func @structure(%x: tensor<?xui8>, %m: memref<?x2xui16>, %c: i1) -> (tensor<?xui8>, memref<?x2xui16>) {
  // CHECK: call @callee(%{{.*}}) : (tensor<?xi8>) -> i8
  %0 = func.call @callee(%x) : (tensor<?xui8>) -> !q
  // CHECK: scf.if %{{.*}} -> (tensor<?xi8>)
  %1 = scf.if %c -> tensor<?xui8> {
    scf.yield %x : tensor<?xui8>
  } else {
    %2 = tensor.bitcast %x : tensor<?xui8> to tensor<?xi8>
    %3 = tensor.bitcast %2 : tensor<?xi8> to tensor<?xui8>
    scf.yield %3 : tensor<?xui8>
  }
  // CHECK: cf.br ^bb1(%{{.*}} : tensor<?xi8>)
  cf.br ^bb1(%1 : tensor<?xui8>)
// CHECK: ^bb1(%{{.*}}: tensor<?xi8>):
^bb1(%y: tensor<?xui8>):
  return %y, %m : tensor<?xui8>, memref<?x2xui16>
}

// Signed integers are left alone: nothing here reads them.
// CHECK-LABEL: func @signed
// CHECK-SAME: tensor<?xsi8>
func.func @signed(%x: tensor<?xsi8>) {
  return
}
