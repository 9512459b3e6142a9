// What runtime=assert gives runs in the stock mlir-runner, with no library of ours,
// and aborts where a check fails.

// RUN: segment-opt %s -segment-to-llvm-pipeline=runtime=assert \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%llvm_lib_dir/libmlir_c_runner_utils.so | FileCheck %s
// RUN: segment-opt %s -segment-to-llvm-pipeline=runtime=assert > %t.llvm.mlir
// RUN: not --crash mlir-runner %t.llvm.mlir -e bad_id -entry-point-result=void -shared-libs=%llvm_lib_dir/libmlir_c_runner_utils.so 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// RUN: not --crash mlir-runner %t.llvm.mlir -e negative -entry-point-result=void -shared-libs=%llvm_lib_dir/libmlir_c_runner_utils.so 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEGATIVE
// With override-bounds=drop the bad id is no failure.
// RUN: segment-opt %s -segment-to-llvm-pipeline="runtime=assert override-bounds=drop" \
// RUN:   | mlir-runner -e bad_id -entry-point-result=void -shared-libs=%llvm_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=DROP

func.func @min(%data: tensor<?x4xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

func.func private @print(%x: tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x4xf32>
  vector.print %rows : index
  scf.for %i = %c0 to %rows step %c1 {
    %row = vector.transfer_read %x[%i, %c0], %zero {in_bounds = [true]} : tensor<?x4xf32>, vector<4xf32>
    vector.print %row : vector<4xf32>
  }
  return
}

func.func private @example(%ids: tensor<3xi32>, %n: i32) {
  %data = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [4.0, 3.0, 2.0, 1.0]]> : tensor<3x4xf32>
  %rows = tensor.cast %data : tensor<3x4xf32> to tensor<?x4xf32>
  %keys = tensor.cast %ids : tensor<3xi32> to tensor<?xi32>
  %0 = call @min(%rows, %keys, %n) : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  call @print(%0) : (tensor<?x4xf32>) -> ()
  return
}

// CHECK: 3
// CHECK-NEXT: ( 1, 2, 2, 1 )
// CHECK-NEXT: ( 5, 6, 7, 8 )
// CHECK-NEXT: ( 3.40282e+38, 3.40282e+38, 3.40282e+38, 3.40282e+38 )
func.func @main() {
  %ids = arith.constant dense<[0, 1, 0]> : tensor<3xi32>
  %n = arith.constant 3 : i32
  call @example(%ids, %n) : (tensor<3xi32>, i32) -> ()
  return
}

// BAD-NOT: ( 1, 2, 2, 1 )
// BAD: mlir-runner.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'segment.unsorted_segment_min' op id out of range: position [?], value ?, range [0, ?)
// BAD-NOT: ( 1, 2, 2, 1 )
// DROP: 2
// DROP-NEXT: ( 1, 2, 2, 1 )
// DROP-NEXT: ( 3.40282e+38,
func.func @bad_id() {
  %ids = arith.constant dense<[0, 7, 0]> : tensor<3xi32>
  %n = arith.constant 2 : i32
  call @example(%ids, %n) : (tensor<3xi32>, i32) -> ()
  return
}

// NEGATIVE: op expected num_segments of at least 0, but got ?
func.func @negative() {
  %ids = arith.constant dense<[0, 1, 0]> : tensor<3xi32>
  %n = arith.constant -1 : i32
  call @example(%ids, %n) : (tensor<3xi32>, i32) -> ()
  return
}
