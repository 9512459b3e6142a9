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
