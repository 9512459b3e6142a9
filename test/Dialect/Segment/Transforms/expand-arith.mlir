// RUN: segment-opt %s -segment-expand-arith | FileCheck %s

// Round to nearest even in integers, subnormals and NaN kept.
// CHECK-LABEL: func @to_bf16
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[ISNAN:.*]] = arith.cmpf une, %[[X]], %[[X]] : f32
// CHECK-DAG: %[[HALFWAY:.*]] = arith.constant 32767 : i32
// CHECK-DAG: %[[QUIET:.*]] = arith.constant 32704 : i16
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i32
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
// CHECK: %[[BITS:.*]] = arith.bitcast %[[X]] : f32 to i32
// CHECK: %[[HIGH:.*]] = arith.shrui %[[BITS]], %[[C16]]
// CHECK: %[[ODD:.*]] = arith.andi %[[HIGH]], %[[C1]]
// CHECK: %[[BIAS:.*]] = arith.addi %[[ODD]], %[[HALFWAY]]
// CHECK: %[[SUM:.*]] = arith.addi %[[BITS]], %[[BIAS]]
// CHECK: %[[ROUNDED:.*]] = arith.shrui %[[SUM]], %[[C16]]
// CHECK: %[[HALF:.*]] = arith.trunci %[[ROUNDED]] : i32 to i16
// CHECK: %[[NUMBER:.*]] = arith.select %[[ISNAN]], %[[QUIET]], %[[HALF]] : i16
// CHECK: %[[Y:.*]] = arith.bitcast %[[NUMBER]] : i16 to bf16
// CHECK: return %[[Y]]
func.func @to_bf16(%x: f32) -> bf16 {
  %0 = arith.truncf %x : f32 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func @vector
// CHECK-NOT: arith.truncf
// CHECK: arith.bitcast %{{.*}} : vector<4xi16> to vector<4xbf16>
func.func @vector(%x: vector<4xf32>) -> vector<4xbf16> {
  %0 = arith.truncf %x : vector<4xf32> to vector<4xbf16>
  return %0 : vector<4xbf16>
}

// CHECK-LABEL: func @from_bf16
// CHECK-NOT: arith.extf
// CHECK: arith.shli
// CHECK: arith.bitcast %{{.*}} : i32 to f32
func.func @from_bf16(%x: bf16) -> f32 {
  %0 = arith.extf %x : bf16 to f32
  return %0 : f32
}

// A selection of bf16 is one of bits: it has no value to widen and round, and keeps
// subnormals. That of other floats is left alone.
// CHECK-LABEL: func @select
// CHECK-SAME: %[[C:.*]]: i1, %[[X:.*]]: bf16, %[[Y:.*]]: bf16
// CHECK: %[[XBITS:.*]] = arith.bitcast %[[X]] : bf16 to i16
// CHECK: %[[YBITS:.*]] = arith.bitcast %[[Y]] : bf16 to i16
// CHECK: %[[BITS:.*]] = arith.select %[[C]], %[[XBITS]], %[[YBITS]] : i16
// CHECK: %[[R:.*]] = arith.bitcast %[[BITS]] : i16 to bf16
// CHECK: %[[H:.*]] = arith.select %[[C]], %{{.*}}, %{{.*}} : f16
// CHECK: return %[[R]], %[[H]]
func.func @select(%c: i1, %x: bf16, %y: bf16, %h: f16, %i: f16) -> (bf16, f16) {
  %0 = arith.select %c, %x, %y : bf16
  %1 = arith.select %c, %h, %i : f16
  return %0, %1 : bf16, f16
}

// CHECK-LABEL: func @select_vector
// CHECK-SAME: %[[M:.*]]: vector<4xi1>, %[[C:.*]]: i1
// CHECK: arith.select %[[M]], %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xi16>
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<4xi16>
// CHECK-NOT: arith.select
// CHECK: return
func.func @select_vector(%m: vector<4xi1>, %c: i1, %x: vector<4xbf16>, %y: vector<4xbf16>) -> (vector<4xbf16>, vector<4xbf16>) {
  %0 = arith.select %m, %x, %y : vector<4xi1>, vector<4xbf16>
  %1 = arith.select %c, %x, %y : vector<4xbf16>
  return %0, %1 : vector<4xbf16>, vector<4xbf16>
}

// CHECK-LABEL: func @divisions
// CHECK-NOT: arith.{{ceil|floor}}div
// CHECK: return
func.func @divisions(%i: i32, %j: i32) -> (i32, i32, i32) {
  %0 = arith.floordivsi %i, %j : i32
  %1 = arith.ceildivsi %i, %j : i32
  %2 = arith.ceildivui %i, %j : i32
  return %0, %1, %2 : i32, i32, i32
}

// Left alone: what LLVM orders -0 and +0 in, and conversions that it has.
// CHECK-LABEL: func @kept
// CHECK: arith.minimumf
// CHECK: arith.maximumf
// CHECK: arith.minnumf
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.extf %{{.*}} : f16 to f32
func.func @kept(%x: f32, %y: f32, %h: f16) -> (f32, f32, f32, f16, f32) {
  %0 = arith.minimumf %x, %y : f32
  %1 = arith.maximumf %x, %y : f32
  %2 = arith.minnumf %x, %y : f32
  %3 = arith.truncf %x : f32 to f16
  %4 = arith.extf %h : f16 to f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f16, f32
}
