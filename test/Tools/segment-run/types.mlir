// Every type goes in and comes out, as a tensor and, where it can be one, as a
// scalar; what is printed can be given back.

// RUN: segment-run %s --function=i1 --input="3xi1=[true,0,1]" --input=i1=false | FileCheck %s --match-full-lines --check-prefix=I1
// I1: result[0]: 3xi1=[true,false,true]
// I1-NEXT: result[1]: i1=false
func.func @i1(%0: tensor<?xi1>, %1: i1) -> (tensor<?xi1>, i1) {
  return %0, %1 : tensor<?xi1>, i1
}

// RUN: segment-run %s --function=i8 --input="2xi8=[-128,127]" --input=i8=-1 | FileCheck %s --match-full-lines --check-prefix=I8
// I8: result[0]: 2xi8=[-128,127]
// I8-NEXT: result[1]: i8=-1
func.func @i8(%0: tensor<?xi8>, %1: i8) -> (tensor<?xi8>, i8) {
  return %0, %1 : tensor<?xi8>, i8
}

// RUN: segment-run %s --function=i16 --input="2xi16=[-32768,32767]" --input=i16=-1 | FileCheck %s --match-full-lines --check-prefix=I16
// I16: result[0]: 2xi16=[-32768,32767]
// I16-NEXT: result[1]: i16=-1
func.func @i16(%0: tensor<?xi16>, %1: i16) -> (tensor<?xi16>, i16) {
  return %0, %1 : tensor<?xi16>, i16
}

// RUN: segment-run %s --function=i32 --input="2xi32=[-2147483648,2147483647]" --input=i32=-1 | FileCheck %s --match-full-lines --check-prefix=I32
// I32: result[0]: 2xi32=[-2147483648,2147483647]
// I32-NEXT: result[1]: i32=-1
func.func @i32(%0: tensor<?xi32>, %1: i32) -> (tensor<?xi32>, i32) {
  return %0, %1 : tensor<?xi32>, i32
}

// RUN: segment-run %s --function=i64 --input="2xi64=[-9223372036854775808,9223372036854775807]" --input=i64=-1 | FileCheck %s --match-full-lines --check-prefix=I64
// I64: result[0]: 2xi64=[-9223372036854775808,9223372036854775807]
// I64-NEXT: result[1]: i64=-1
func.func @i64(%0: tensor<?xi64>, %1: i64) -> (tensor<?xi64>, i64) {
  return %0, %1 : tensor<?xi64>, i64
}

// i64 serves as index too: files have no other type for it.
// RUN: segment-run %s --function=index --input="2xindex=[0,7]" --input=index=-1 | FileCheck %s --match-full-lines --check-prefix=INDEX
// RUN: segment-run %s --function=index --input="2xi64=[0,7]" --input=i64=-1 | FileCheck %s --match-full-lines --check-prefix=INDEX
// INDEX: result[0]: 2xindex=[0,7]
// INDEX-NEXT: result[1]: index=-1
func.func @index(%0: tensor<?xindex>, %1: index) -> (tensor<?xindex>, index) {
  return %0, %1 : tensor<?xindex>, index
}

// RUN: segment-run %s --function=ui8 --input="2xui8=[0,255]" | FileCheck %s --match-full-lines --check-prefix=UI8
// UI8: result[0]: 2xui8=[0,255]
func.func @ui8(%0: tensor<?xui8>) -> tensor<?xui8> {
  return %0 : tensor<?xui8>
}

// RUN: segment-run %s --function=ui16 --input="2xui16=[0,65535]" | FileCheck %s --match-full-lines --check-prefix=UI16
// UI16: result[0]: 2xui16=[0,65535]
func.func @ui16(%0: tensor<?xui16>) -> tensor<?xui16> {
  return %0 : tensor<?xui16>
}

// RUN: segment-run %s --function=ui32 --input="2xui32=[0,4294967295]" | FileCheck %s --match-full-lines --check-prefix=UI32
// UI32: result[0]: 2xui32=[0,4294967295]
func.func @ui32(%0: tensor<?xui32>) -> tensor<?xui32> {
  return %0 : tensor<?xui32>
}

// RUN: segment-run %s --function=ui64 --input="2xui64=[0,18446744073709551615]" | FileCheck %s --match-full-lines --check-prefix=UI64
// UI64: result[0]: 2xui64=[0,18446744073709551615]
func.func @ui64(%0: tensor<?xui64>) -> tensor<?xui64> {
  return %0 : tensor<?xui64>
}

// RUN: segment-run %s --function=f16 --input="4xf16=[0.1,65504,-0.0,nan]" --input=f16=1.5 | FileCheck %s --match-full-lines --check-prefix=F16
// F16: result[0]: 4xf16=[0.1,65500,-0,nan]
// F16-NEXT: result[1]: f16=1.5
func.func @f16(%0: tensor<?xf16>, %1: f16) -> (tensor<?xf16>, f16) {
  return %0, %1 : tensor<?xf16>, f16
}

// RUN: segment-run %s --function=bf16 --input="4xbf16=[0.1,0x1p-130,-0.0,inf]" --input=bf16=1.5 | FileCheck %s --match-full-lines --check-prefix=BF16
// BF16: result[0]: 4xbf16=[0.1,7e-40,-0,inf]
// BF16-NEXT: result[1]: bf16=1.5
func.func @bf16(%0: tensor<?xbf16>, %1: bf16) -> (tensor<?xbf16>, bf16) {
  return %0, %1 : tensor<?xbf16>, bf16
}

// RUN: segment-run %s --function=f32 --input="4xf32=[0.1,1e-45,-0.0,-inf]" --input=f32=1.5 | FileCheck %s --match-full-lines --check-prefix=F32
// F32: result[0]: 4xf32=[0.1,1e-45,-0,-inf]
// F32-NEXT: result[1]: f32=1.5
func.func @f32(%0: tensor<?xf32>, %1: f32) -> (tensor<?xf32>, f32) {
  return %0, %1 : tensor<?xf32>, f32
}

// RUN: segment-run %s --function=f64 --input="3xf64=[0.1,5e-324,0x1.8p3]" --input=f64=1.5 | FileCheck %s --match-full-lines --check-prefix=F64
// F64: result[0]: 3xf64=[0.1,5e-324,12]
// F64-NEXT: result[1]: f64=1.5
func.func @f64(%0: tensor<?xf64>, %1: f64) -> (tensor<?xf64>, f64) {
  return %0, %1 : tensor<?xf64>, f64
}

// RUN: segment-run %s --function=complex32 --input="2xcomplex<f32>=[(1,-0.1),3]" --input="complex<f32>=(1,2)" | FileCheck %s --match-full-lines --check-prefix=COMPLEX32
// COMPLEX32: result[0]: 2xcomplex<f32>=[(1,-0.1),(3,0)]
// COMPLEX32-NEXT: result[1]: complex<f32>=(1,2)
func.func @complex32(%0: tensor<?xcomplex<f32>>, %1: complex<f32>) -> (tensor<?xcomplex<f32>>, complex<f32>) {
  return %0, %1 : tensor<?xcomplex<f32>>, complex<f32>
}

// RUN: segment-run %s --function=complex64 --input="2xcomplex<f64>=[(1,-0.1),3]" --input="complex<f64>=(1,2)" | FileCheck %s --match-full-lines --check-prefix=COMPLEX64
// COMPLEX64: result[0]: 2xcomplex<f64>=[(1,-0.1),(3,0)]
// COMPLEX64-NEXT: result[1]: complex<f64>=(1,2)
func.func @complex64(%0: tensor<?xcomplex<f64>>, %1: complex<f64>) -> (tensor<?xcomplex<f64>>, complex<f64>) {
  return %0, %1 : tensor<?xcomplex<f64>>, complex<f64>
}

// Quantized types by their storage.
// RUN: segment-run %s --function=quant --input="2xi8=[-128,127]" --input="2xui8=[0,255]" --input="1xi32=[-5]" | FileCheck %s --match-full-lines --check-prefix=QUANT
// QUANT: result[0]: 2xi8=[-128,127]
// QUANT-NEXT: result[1]: 2xui8=[0,255]
// QUANT-NEXT: result[2]: 1xi32=[-5]
!qi8 = !quant.uniform<i8:f32, 0.5:3>
!qu8 = !quant.uniform<u8:f32, 0.5:128>
!qi32 = !quant.uniform<i32:f32, 0.5>
func.func @quant(%0: tensor<?x!qi8>, %1: tensor<?x!qu8>, %2: tensor<?x!qi32>) -> (tensor<?x!qi8>, tensor<?x!qu8>, tensor<?x!qi32>) {
  return %0, %1, %2 : tensor<?x!qi8>, tensor<?x!qu8>, tensor<?x!qi32>
}

// A tensor of rank 0 is written like a scalar.
// RUN: segment-run %s --function=rank0 --input=f32=3 | FileCheck %s --match-full-lines --check-prefix=RANK0
// RANK0: result[0]: f32=3
func.func @rank0(%0: tensor<f32>) -> tensor<f32> {
  return %0 : tensor<f32>
}

// Nothing in, and a constant of the module out.
// RUN: segment-run %s --function=constant | FileCheck %s --match-full-lines --check-prefix=CONSTANT
// CONSTANT: result[0]: 2x2xi16={{\[\[}}1,2],[3,4]]
// CONSTANT-NEXT: result[1]: 2x2xi16={{\[\[}}1,2],[3,4]]
func.func @constant() -> (tensor<2x2xi16>, tensor<2x2xi16>) {
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>
  return %0, %0 : tensor<2x2xi16>, tensor<2x2xi16>
}

// RUN: segment-run %s --function=nothing | count 0
func.func @nothing() {
  return
}
