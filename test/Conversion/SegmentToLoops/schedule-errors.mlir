// A plan that would give other bits is refused here, too: it may not have come from
// segment-plan.

// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-schedule-to-loops

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
