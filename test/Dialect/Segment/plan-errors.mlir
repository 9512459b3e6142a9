// A schedule that would give other bits than the order in which the operation folds
// is refused, be it written or forced by the option.

// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-plan

// Forced: the first operation that it can't lower.
// RUN: sed '/attributes {plan/s/attributes.*> *}//' %s > %t.mlir
// RUN: not segment-opt %t.mlir -split-input-file -segment-plan=schedule=runs -o /dev/null 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: error: 'segment.reduce_by_key' op cannot be lowered by schedule 'runs': its keys are not sorted
// RUN: not segment-opt %t.mlir -split-input-file -segment-plan=schedule=pieces -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIECES
// PIECES: error: 'segment.reduce_by_key' op cannot be lowered by schedule 'pieces': it has columns
// RUN: not segment-opt %t.mlir -split-input-file -segment-plan=schedule=adaptive -o /dev/null 2>&1 | FileCheck %s --check-prefix=ADAPTIVE
// ADAPTIVE: error: 'segment.reduce_by_key' op cannot be lowered by schedule 'adaptive': it folds runs of sorted keys

// Only the plain lowering is exempt.
// RUN: segment-opt %t.mlir -split-input-file -segment-plan=schedule=plain -o /dev/null

// Options out of their range.
// RUN: not segment-opt %t.mlir -segment-plan=schedule=guess 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// SCHEDULE: error: segment-plan: expected schedule=plain, runs, owners, buckets, adaptive or pieces, but got 'guess'
// RUN: not segment-opt %t.mlir -segment-plan=vector-bits=64 2>&1 | FileCheck %s --check-prefix=BITS
// BITS: error: segment-plan: expected vector-bits=128, 256 or 512, but got 64
// RUN: not segment-opt %t.mlir -segment-plan=tile=-1 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not segment-opt %t.mlir -segment-plan=tile=17 2>&1 | FileCheck %s --check-prefix=TILE
// TILE: error: segment-plan: expected tile of 1 to 16, or 0 to choose one, but got {{-1|17}}
// RUN: not segment-opt %t.mlir -segment-plan=block=15 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not segment-opt %t.mlir -segment-plan=block=65537 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: error: segment-plan: expected block of 16 to 65536, but got {{15|65537}}
// RUN: not segment-opt %t.mlir -segment-plan=prefetch=-1 2>&1 | FileCheck %s --check-prefix=PREFETCH
// RUN: not segment-opt %t.mlir -segment-plan=prefetch=4097 2>&1 | FileCheck %s --check-prefix=PREFETCH
// PREFETCH: error: segment-plan: expected prefetch of 0 to 4096, but got {{-1|4097}}

// -----

func.func @runs_unsorted(%keys: memref<?xi32>, %x: memref<?x4xi32>, %out: memref<?x4xi32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'runs': its keys are not sorted}}
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xi32>) outs(%out : memref<?x4xi32>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%a: i32):
    segment.yield %a : i32
  }
  return
}

// -----

func.func @runs_div(%keys: memref<?xi32>, %x: memref<?x4xf32>, %out: memref<?x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'runs': it folds one row after the other: a combiner without identity, or a float sum or product in 16 bits}}
  segment.reduce_by_key kinds [div] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xf32>) outs(%out : memref<?x4xf32>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

func.func @runs_assign(%keys: memref<?xi32>, %x: memref<?xi8>, %out: memref<?xi8>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'runs': it folds one row after the other: a combiner without identity, or a float sum or product in 16 bits}}
  segment.reduce_by_key kinds [assign] sorted keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xi8>) outs(%out : memref<?xi8>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%a: i8):
    segment.yield %a : i8
  }
  return
}

// -----

func.func @runs_complex_product(%keys: memref<?xi32>, %x: memref<?xcomplex<f32>>, %out: memref<?xcomplex<f32>>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'runs': it folds one row after the other: a combiner without identity, or a float sum or product in 16 bits}}
  segment.reduce_by_key kinds [mul] sorted keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xcomplex<f32>>) outs(%out : memref<?xcomplex<f32>>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%a: complex<f32>):
    segment.yield %a : complex<f32>
  }
  return
}

// -----

func.func @pieces_columns(%keys: memref<?xi32>, %x: memref<?x4xi32>, %out: memref<?x4xi32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'pieces': it has columns}}
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xi32>) outs(%out : memref<?x4xi32>)
      attributes {plan = #segment.plan<schedule = pieces>} {
  ^bb0(%a: i32):
    segment.yield %a : i32
  }
  return
}

// -----

func.func @pieces_assign(%keys: memref<?xi32>, %x: memref<?xi8>, %out: memref<?xi8>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'pieces': it folds one row after the other: a combiner without identity, or a float sum or product in 16 bits}}
  segment.reduce_by_key kinds [assign] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xi8>) outs(%out : memref<?xi8>)
      attributes {plan = #segment.plan<schedule = pieces>} {
  ^bb0(%a: i8):
    segment.yield %a : i8
  }
  return
}

// -----

func.func @pieces_sorted_sum(%keys: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'pieces': it folds runs of sorted keys, and float sums and products in another order have other bits}}
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>)
      attributes {plan = #segment.plan<schedule = pieces>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

func.func @owners_sorted_sum(%keys: memref<?xi32>, %x: memref<?x4xf32>, %out: memref<?x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'owners': it folds runs of sorted keys, and float sums and products in another order have other bits}}
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xf32>) outs(%out : memref<?x4xf32>)
      attributes {plan = #segment.plan<schedule = owners>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

func.func @buckets_sorted_product(%keys: memref<?xi32>, %x: memref<?xf64>, %out: memref<?xf64>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'buckets': it folds runs of sorted keys, and float sums and products in another order have other bits}}
  segment.reduce_by_key kinds [mul] sorted keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf64>) outs(%out : memref<?xf64>)
      attributes {plan = #segment.plan<schedule = buckets>} {
  ^bb0(%a: f64):
    segment.yield %a : f64
  }
  return
}

// -----

func.func @adaptive_sorted_sum(%keys: memref<?xi32>, %x: memref<?x4xf64>, %out: memref<?x4xf64>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'adaptive': it folds runs of sorted keys, and float sums and products in another order have other bits}}
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xf64>) outs(%out : memref<?x4xf64>)
      attributes {plan = #segment.plan<schedule = adaptive>} {
  ^bb0(%a: f64):
    segment.yield %a : f64
  }
  return
}

// -----

func.func @owners_sum(%keys: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'owners': it folds pieces of rows, and float sums and products in another order have other bits}}
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>)
      attributes {plan = #segment.plan<schedule = owners>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

func.func @buckets_sum(%keys: memref<?xi32>, %x: memref<?xcomplex<f64>>, %out: memref<?xcomplex<f64>>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'buckets': it folds pieces of rows, and float sums and products in another order have other bits}}
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xcomplex<f64>>) outs(%out : memref<?xcomplex<f64>>)
      attributes {plan = #segment.plan<schedule = buckets>} {
  ^bb0(%a: complex<f64>):
    segment.yield %a : complex<f64>
  }
  return
}

// -----

func.func @adaptive_product(%keys: memref<?xi32>, %x: memref<?xf64>, %out: memref<?xf64>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'adaptive': it folds pieces of rows, and float sums and products in another order have other bits}}
  segment.reduce_by_key kinds [mul] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf64>) outs(%out : memref<?xf64>)
      attributes {plan = #segment.plan<schedule = adaptive>} {
  ^bb0(%a: f64):
    segment.yield %a : f64
  }
  return
}

// -----

// What keeps the order isn't refused: minima, maxima and integers have any, and a
// fold of one row after the other is what owners do.
func.func @runs_keeps_0(%keys: memref<?xi32>, %x: memref<?x4xf32>, %out: memref<?x4xf32>) {
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xf32>) outs(%out : memref<?x4xf32>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

func.func @pieces_keeps_1(%keys: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>)
      attributes {plan = #segment.plan<schedule = pieces>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

func.func @pieces_keeps_2(%keys: memref<?xi32>, %x: memref<?xi32>, %out: memref<?xi32>) {
  segment.reduce_by_key kinds [min] sorted keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xi32>) outs(%out : memref<?xi32>)
      attributes {plan = #segment.plan<schedule = pieces>} {
  ^bb0(%a: i32):
    segment.yield %a : i32
  }
  return
}

// -----

func.func @owners_keeps_3(%keys: memref<?xi32>, %x: memref<?x4xf32>, %out: memref<?x4xf32>) {
  segment.reduce_by_key kinds [max] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xf32>) outs(%out : memref<?x4xf32>)
      attributes {plan = #segment.plan<schedule = owners>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

func.func @buckets_keeps_4(%keys: memref<?xi32>, %x: memref<?xi64>, %out: memref<?xi64>) {
  segment.reduce_by_key kinds [mul] sorted keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xi64>) outs(%out : memref<?xi64>)
      attributes {plan = #segment.plan<schedule = buckets>} {
  ^bb0(%a: i64):
    segment.yield %a : i64
  }
  return
}

// -----

func.func @adaptive_keeps_5(%keys: memref<?xi32>, %x: memref<?x4xf32>, %out: memref<?x4xf32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xf32>) outs(%out : memref<?x4xf32>)
      attributes {plan = #segment.plan<schedule = adaptive>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

func.func @adaptive_keeps_6(%keys: memref<?xi32>, %x: memref<?x4xf32>, %out: memref<?x4xf32>) {
  segment.reduce_by_key kinds [div] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xf32>) outs(%out : memref<?x4xf32>)
      attributes {plan = #segment.plan<schedule = adaptive>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

func.func @owners_keeps_7(%keys: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32>) {
  segment.reduce_by_key kinds [minnum] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xf32>) outs(%out : memref<?xf32>)
      attributes {plan = #segment.plan<schedule = owners>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// Sums in 16 bits fold one row after the other.
func.func @runs_of_16_bits(%keys: memref<?xi32>, %x: memref<?x4xbf16>, %out: memref<?x4xbf16>) {
  // expected-error@+1 {{'segment.reduce_by_key' op cannot be lowered by schedule 'runs': it folds one row after the other: a combiner without identity, or a float sum or product in 16 bits}}
  segment.reduce_by_key kinds [add] sorted keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x4xbf16>) outs(%out : memref<?x4xbf16>)
      attributes {plan = #segment.plan<schedule = runs>} {
  ^bb0(%a: bf16):
    segment.yield %a : bf16
  }
  return
}
