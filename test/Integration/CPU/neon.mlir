// Code for 64-bit ARM: NEON instructions, and on QEMU the bits that x86 computes.

// REQUIRES: aarch64-sysroot, x86_64

// DEFINE: %{flags} = runtime=assert parallel=none
// DEFINE: %{schedule} =
// DEFINE: %{lower} = segment-opt %s --segment-to-llvm-pipeline="%{flags} %{schedule} vector-bits=128" \
// DEFINE:   | mlir-translate -mlir-to-llvmir -o %t.ll && \
// DEFINE:   llc -O2 -mtriple=aarch64-linux-gnu -relocation-model=pic %t.ll -o %t.s && \
// DEFINE:   llc -O2 -mtriple=aarch64-linux-gnu -relocation-model=pic -filetype=obj %t.ll -o %t.o && \
// DEFINE:   ld.lld -pie -dynamic-linker=/lib/ld-linux-aarch64.so.1 -o %t.arm \
// DEFINE:     %aarch64_sysroot/lib/Scrt1.o %aarch64_sysroot/lib/crti.o %t.o \
// DEFINE:     %aarch64_sysroot/lib/libc.so.6 %aarch64_sysroot/lib/crtn.o && \
// DEFINE:   qemu-aarch64 -L %aarch64_sysroot %t.arm > %t.arm.txt && cmp %t.x86.txt %t.arm.txt

// The reference is x86 code with vectors of twice the width.
// RUN: segment-opt %s --segment-to-llvm-pipeline="%{flags} vector-bits=256" \
// RUN:   | mlir-translate -mlir-to-llvmir -o %t.ll
// RUN: llc -O2 -mtriple=x86_64-linux-gnu -relocation-model=pic -filetype=obj %t.ll -o %t.o
// RUN: %cc %t.o -o %t.x86
// RUN: %t.x86 > %t.x86.txt
// RUN: FileCheck %s --check-prefix=VALUES --input-file=%t.x86.txt
// Six results of 100 rows, each below its name.
// RUN: count 606 < %t.x86.txt

// The first values, as numpy folds them.
// VALUES: sorted sum f32
// VALUES-NEXT: {{^}}42dbc7ae 432cc28f 4319b851
// VALUES: sorted min f16
// VALUES-NEXT: {{^}}d11e 498f 4833
// VALUES: unsorted sum f64
// VALUES-NEXT: {{^}}4049466666666665 405c5ae147ae147b 40579851eb851eb9
// VALUES: unsorted min f32
// VALUES-NEXT: {{^}}c223cccd c1230a3d c14e8f5c
// VALUES: scatter add i8
// VALUES-NEXT: {{^}}0 35 6a
// VALUES: unsorted sum f32
// VALUES-NEXT: {{^}}424a3333

// RUN: %{lower}
// RUN: FileCheck %s --input-file=%t.s --implicit-check-not='{{bl[[:space:]]+__}}'
// And without vectors of rows.
// REDEFINE: %{schedule} = schedule=plain
// RUN: %{lower}

// No calls of the compiler's library, which is not linked either. The minimum is one of
// integers, so that it is exact for NaN and -0.0.
// CHECK-LABEL: sorted_sum_f32:
// CHECK: fadd v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.4s
// CHECK-LABEL: sorted_min_f16:
// CHECK: smin v{{[0-9]+}}.8h, v{{[0-9]+}}.8h, v{{[0-9]+}}.8h
// CHECK-LABEL: unsorted_sum_f64:
// CHECK: fadd v{{[0-9]+}}.2d, v{{[0-9]+}}.2d, v{{[0-9]+}}.2d
// CHECK-LABEL: unsorted_min_f32:
// CHECK: smin v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.4s
// CHECK-LABEL: scatter_add_i8:
// CHECK: add v{{[0-9]+}}.16b, v{{[0-9]+}}.16b, v{{[0-9]+}}.16b
// CHECK-LABEL: unsorted_sum_f32:
// CHECK: fadd s{{[0-9]+}}, s{{[0-9]+}}, s{{[0-9]+}}
// CHECK-LABEL: value:

func.func @sorted_sum_f32(%x: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: index) -> tensor<?x?xf32> {
  %0 = segment.segment_sum_v2 %x, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @sorted_min_f16(%x: tensor<?x?xf16>, %ids: tensor<?xi32>, %n: index) -> tensor<?x?xf16> {
  %0 = segment.segment_min_v2 %x, %ids, %n : (tensor<?x?xf16>, tensor<?xi32>, index) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}
func.func @unsorted_sum_f64(%x: tensor<?x?xf64>, %ids: tensor<?xi32>, %n: index) -> tensor<?x?xf64> {
  %0 = segment.unsorted_segment_sum %x, %ids, %n : (tensor<?x?xf64>, tensor<?xi32>, index) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @unsorted_min_f32(%x: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: index) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_min %x, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @scatter_add_i8(%start: tensor<?x?xi8>, %ids: tensor<?x1xi32>, %x: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %0 = segment.scatter_add %start, %ids, %x : (tensor<?x?xi8>, tensor<?x1xi32>, tensor<?x?xi8>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}
func.func @unsorted_sum_f32(%x: tensor<?xf32>, %ids: tensor<?xi32>, %n: index) -> tensor<?xf32> {
  %0 = segment.unsorted_segment_sum %x, %ids, %n : (tensor<?xf32>, tensor<?xi32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Element [i, j] of the data: (40503 i + 7919 j) mod 8191 - 4095, in hundredths, so
// that sums are rounded and their order shows. One in 8191 is -0.0, one a NaN.
func.func @value(%i: index, %j: index) -> f64 {
  %f0 = arith.constant 40503 : index
  %f1 = arith.constant 7919 : index
  %m = arith.constant 8191 : index
  %half = arith.constant 4095 : index
  %minusZero = arith.constant -0.0 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  %hundred = arith.constant 100.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.muli %i, %f0 : index
  %1 = arith.muli %j, %f1 : index
  %2 = arith.addi %0, %1 : index
  %3 = arith.remui %2, %m : index
  %4 = arith.subi %3, %half : index
  %5 = arith.index_cast %4 : index to i64
  %6 = arith.sitofp %5 : i64 to f64
  %7 = arith.divf %6, %hundred : f64
  %isZero = arith.cmpi eq, %4, %c0 : index
  %8 = arith.select %isZero, %minusZero, %7 : f64
  %isOne = arith.cmpi eq, %4, %c1 : index
  %9 = arith.select %isOne, %nan, %8 : f64
  return %9 : f64
}

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global private constant @hex("%llx \00")
llvm.mlir.global private constant @name("%.19s\0A\00")
llvm.mlir.global private constant @newline("\0A\00")
llvm.mlir.global private constant @names("sorted sum f32    \00sorted min f16    \00unsorted sum f64  \00unsorted min f32  \00scatter add i8    \00unsorted sum f32  \00")

func.func @print(%number: i64, %bits: tensor<?x?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c19 = arith.constant 19 : i64
  %names = llvm.mlir.addressof @names : !llvm.ptr
  %offset = arith.muli %number, %c19 : i64
  %text = llvm.getelementptr %names[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %name = llvm.mlir.addressof @name : !llvm.ptr
  %hex = llvm.mlir.addressof @hex : !llvm.ptr
  %newline = llvm.mlir.addressof @newline : !llvm.ptr
  %0 = llvm.call @printf(%name, %text) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr) -> i32
  %rows = tensor.dim %bits, %c0 : tensor<?x?xi64>
  %columns = tensor.dim %bits, %c1 : tensor<?x?xi64>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %value = tensor.extract %bits[%i, %j] : tensor<?x?xi64>
      %1 = llvm.call @printf(%hex, %value) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
    }
    %2 = llvm.call @printf(%newline) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr) -> i32
  }
  return
}

// 700 rows of 100 segments: seven of each, in order or not, and columns that fill
// no whole number of vectors.
func.func @main() -> i32 {
  %rows = arith.constant 700 : index
  %columns = arith.constant 53 : index
  %c7 = arith.constant 7 : index
  %c37 = arith.constant 37 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 100 : index
  %f64 = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %v = func.call @value(%i, %j) : (index, index) -> f64
    tensor.yield %v : f64
  } : tensor<?x?xf64>
  %f32 = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %v = func.call @value(%i, %j) : (index, index) -> f64
    %r = arith.truncf %v : f64 to f32
    tensor.yield %r : f32
  } : tensor<?x?xf32>
  %f16 = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %v = func.call @value(%i, %j) : (index, index) -> f64
    %r = arith.truncf %v : f64 to f16
    tensor.yield %r : f16
  } : tensor<?x?xf16>
  %i8 = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %product = arith.muli %i, %j : index
    %v = arith.index_cast %product : index to i8
    tensor.yield %v : i8
  } : tensor<?x?xi8>
  %vector = tensor.generate %rows {
  ^bb0(%i: index):
    %v = func.call @value(%i, %c0) : (index, index) -> f64
    %r = arith.truncf %v : f64 to f32
    tensor.yield %r : f32
  } : tensor<?xf32>
  %sorted = tensor.generate %rows {
  ^bb0(%i: index):
    %k = arith.divui %i, %c7 : index
    %id = arith.index_cast %k : index to i32
    tensor.yield %id : i32
  } : tensor<?xi32>
  %ids = tensor.generate %rows {
  ^bb0(%i: index):
    %product = arith.muli %i, %c37 : index
    %k = arith.remui %product, %n : index
    %id = arith.index_cast %k : index to i32
    tensor.yield %id : i32
  } : tensor<?xi32>
  %indices = tensor.expand_shape %ids [[0, 1]] output_shape [%rows, 1] : tensor<?xi32> into tensor<?x1xi32>
  %start = tensor.generate %n, %columns {
  ^bb0(%i: index, %j: index):
    %v = arith.index_cast %j : index to i8
    tensor.yield %v : i8
  } : tensor<?x?xi8>

  %r0 = call @sorted_sum_f32(%f32, %sorted, %n) : (tensor<?x?xf32>, tensor<?xi32>, index) -> tensor<?x?xf32>
  %w0 = tensor.generate %n, %columns {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %r0[%i, %j] : tensor<?x?xf32>
    %b = arith.bitcast %v : f32 to i32
    %w = arith.extui %b : i32 to i64
    tensor.yield %w : i64
  } : tensor<?x?xi64>
  %k0 = arith.constant 0 : i64
  call @print(%k0, %w0) : (i64, tensor<?x?xi64>) -> ()
  %r1 = call @sorted_min_f16(%f16, %sorted, %n) : (tensor<?x?xf16>, tensor<?xi32>, index) -> tensor<?x?xf16>
  %w1 = tensor.generate %n, %columns {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %r1[%i, %j] : tensor<?x?xf16>
    %b = arith.bitcast %v : f16 to i16
    %w = arith.extui %b : i16 to i64
    tensor.yield %w : i64
  } : tensor<?x?xi64>
  %k1 = arith.constant 1 : i64
  call @print(%k1, %w1) : (i64, tensor<?x?xi64>) -> ()
  %r2 = call @unsorted_sum_f64(%f64, %ids, %n) : (tensor<?x?xf64>, tensor<?xi32>, index) -> tensor<?x?xf64>
  %w2 = tensor.generate %n, %columns {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %r2[%i, %j] : tensor<?x?xf64>
    %b = arith.bitcast %v : f64 to i64
    tensor.yield %b : i64
  } : tensor<?x?xi64>
  %k2 = arith.constant 2 : i64
  call @print(%k2, %w2) : (i64, tensor<?x?xi64>) -> ()
  %r3 = call @unsorted_min_f32(%f32, %ids, %n) : (tensor<?x?xf32>, tensor<?xi32>, index) -> tensor<?x?xf32>
  %w3 = tensor.generate %n, %columns {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %r3[%i, %j] : tensor<?x?xf32>
    %b = arith.bitcast %v : f32 to i32
    %w = arith.extui %b : i32 to i64
    tensor.yield %w : i64
  } : tensor<?x?xi64>
  %k3 = arith.constant 3 : i64
  call @print(%k3, %w3) : (i64, tensor<?x?xi64>) -> ()
  %r4 = call @scatter_add_i8(%start, %indices, %i8) : (tensor<?x?xi8>, tensor<?x1xi32>, tensor<?x?xi8>) -> tensor<?x?xi8>
  %w4 = tensor.generate %n, %columns {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %r4[%i, %j] : tensor<?x?xi8>
    %b = arith.extui %v : i8 to i64
    tensor.yield %b : i64
  } : tensor<?x?xi64>
  %k4 = arith.constant 4 : i64
  call @print(%k4, %w4) : (i64, tensor<?x?xi64>) -> ()
  %r5 = call @unsorted_sum_f32(%vector, %ids, %n) : (tensor<?xf32>, tensor<?xi32>, index) -> tensor<?xf32>
  %w5 = tensor.generate %n, %c1 {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %r5[%i] : tensor<?xf32>
    %b = arith.bitcast %v : f32 to i32
    %w = arith.extui %b : i32 to i64
    tensor.yield %w : i64
  } : tensor<?x?xi64>
  %k5 = arith.constant 5 : i64
  call @print(%k5, %w5) : (i64, tensor<?x?xi64>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
