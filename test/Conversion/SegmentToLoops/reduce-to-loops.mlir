// The plain lowering: a loop over the rows in order, a linalg.generic for a row.

// RUN: segment-opt %s -split-input-file -segment-reduce-to-loops | FileCheck %s

// CHECK: #[[$ID:.*]] = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func @sum
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[ROWS:[a-z0-9]+]]: index, %[[DATA:[a-z0-9]+]]: memref<?x64xf32>, %[[OUT:[a-z0-9]+]]: memref<?x64xf32>
// CHECK-DAG: %[[NUMKEYS:.*]] = memref.dim %[[KEYS]]
// CHECK: %[[END:.*]] = arith.minsi %[[NUMKEYS]], %[[ROWS]] : index
// CHECK: scf.for %[[N:[a-z0-9]+]] = %c0 to %[[END]] step %c1 {
// CHECK: %[[RAW:.*]] = memref.load %[[KEYS]][%[[N]]]
// CHECK: %[[KEY:.*]] = arith.index_cast %[[RAW]] : i32 to index
// CHECK: %[[S:.*]] = memref.dim %[[OUT]]
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[KEY]], %[[S]] : index
// CHECK: scf.if %[[IN]] {
// CHECK-DAG: %[[ROW:.*]] = memref.subview %[[DATA]][%[[N]], 0] [1, 64] [1, 1] : memref<?x64xf32> to memref<64xf32, strided<[1], offset: ?>>
// CHECK-DAG: %[[ACC:.*]] = memref.subview %[[OUT]][%[[KEY]], 0] [1, 64] [1, 1]
// CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], iterator_types = ["parallel"]} ins(%[[ROW]] : {{.*}}) outs(%[[ACC]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[A:.*]]: f32):
// The accumulator first: the order of operands is part of what the result is.
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[A]], %[[X]] : f32
// CHECK-NEXT: linalg.yield %[[SUM]]
func.func @sum(%keys: memref<?xi32>, %rows: index, %data: memref<?x64xf32>, %out: memref<?x64xf32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>) rows(%rows)
      ins(%data (n, d) : memref<?x64xf32>) outs(%out : memref<?x64xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  }
  return
}

// -----

// Without `rows` every key is walked; a promise leaves the comparison out; unsigned
// keys are extended as such, index keys not at all.
// CHECK-LABEL: func @flags
// CHECK: scf.for %{{.*}} = %c0 to %dim step
// CHECK: %[[KEY:.*]] = arith.index_castui %{{.*}} : i8 to index
// CHECK-NOT: scf.if
// CHECK: memref.load %{{.*}}[%[[KEY]]]
// CHECK: scf.for
// CHECK: %[[INDEX:.*]] = memref.load {{.*}} : memref<?xindex>
// CHECK-NOT: index_cast
// CHECK: arith.cmpi ult, %[[INDEX]]
func.func @flags(%keys: memref<?xi8>, %indices: memref<?xindex>, %data: memref<?xi32>, %out: memref<?xi32>) {
  segment.reduce_by_key kinds [add] in_bounds unsigned_keys keys(%keys : memref<?xi8>)
      ins(%data (n) : memref<?xi32>) outs(%out : memref<?xi32>) {
  ^bb0(%x: i32):
    segment.yield %x : i32
  }
  segment.reduce_by_key kinds [add] sorted unique keys(%indices : memref<?xindex>)
      ins(%data (n) : memref<?xi32>) outs(%out : memref<?xi32>) {
  ^bb0(%x: i32):
    segment.yield %x : i32
  }
  return
}

// -----

// A value a row is loaded, combined and stored.
// CHECK-LABEL: func @scalars
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<8xi64>, %[[DATA:[a-z0-9]+]]: memref<8xf32>, %[[OUT:[a-z0-9]+]]: memref<3xf32>
// CHECK: %[[KEY:.*]] = arith.index_cast
// CHECK: scf.if
// CHECK-NOT: linalg.generic
// CHECK: %[[X:.*]] = memref.load %[[DATA]][%{{.*}}]
// CHECK: %[[A:.*]] = memref.load %[[OUT]][%[[KEY]]]
// CHECK: %[[MIN:.*]] = arith.minimumf %[[A]], %[[X]] : f32
// CHECK: memref.store %[[MIN]], %[[OUT]][%[[KEY]]]
func.func @scalars(%keys: memref<8xi64>, %data: memref<8xf32>, %out: memref<3xf32>) {
  segment.reduce_by_key kinds [min] keys(%keys : memref<8xi64>)
      ins(%data (n) : memref<8xf32>) outs(%out : memref<3xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  }
  return
}

// -----

// Every access: gathered rows are compared before anything of the row is read,
// values without columns are loaded once a row, accumulators with columns share
// one linalg.generic.
// CHECK-LABEL: func @accesses
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[ND:[a-z0-9]+]]: memref<?x?xf32>, %[[GD:[a-z0-9]+]]: memref<?x?xf32>, %[[N:[a-z0-9]+]]: memref<?xf32>, %[[G:[a-z0-9]+]]: memref<?xf32>, %[[D:[a-z0-9]+]]: memref<?xf32>, %[[SCALAR:[a-z0-9]+]]: memref<f32>, %[[S0:[a-z0-9]+]]: memref<?xi32>, %[[S1:[a-z0-9]+]]: memref<?xi64>
// CHECK: scf.for %[[ROW:[a-z0-9]+]] =
// CHECK: %[[KEY:.*]] = arith.index_cast
// CHECK: arith.cmpi ult, %[[KEY]]
// CHECK: %[[RAW0:.*]] = memref.load %[[S0]][%[[ROW]]]
// CHECK: %[[SRC0:.*]] = arith.index_cast %[[RAW0]]
// CHECK: %[[RAW1:.*]] = memref.load %[[S1]][%[[ROW]]]
// CHECK: %[[SRC1:.*]] = arith.index_cast %[[RAW1]]
// CHECK: %[[GDROWS:.*]] = memref.dim %[[GD]], %{{.*}}
// CHECK: arith.cmpi ult, %[[SRC0]], %[[GDROWS]]
// CHECK: %[[GROWS:.*]] = memref.dim %[[G]], %{{.*}}
// CHECK: arith.cmpi ult, %[[SRC1]], %[[GROWS]]
// CHECK: scf.if
// The count first: one value a row.
// CHECK: memref.load %{{.*}}[%[[KEY]]] : memref<?xi64>
// CHECK: arith.addi
// CHECK: memref.store
// CHECK-DAG: memref.subview %[[ND]][%[[ROW]], 0]
// CHECK-DAG: memref.subview %[[GD]][%[[SRC0]], 0]
// CHECK-DAG: memref.load %[[N]][%[[ROW]]]
// CHECK-DAG: memref.load %[[G]][%[[SRC1]]]
// CHECK-DAG: memref.load %[[SCALAR]][]
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %[[D]] : {{.*}}) outs(%{{.*}}, %{{.*}} :
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK: linalg.yield %{{.*}}, %{{.*}} : f32, f32
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @accesses(%keys: memref<?xi32>, %nd: memref<?x?xf32>, %gd: memref<?x?xf32>, %n: memref<?xf32>, %g: memref<?xf32>, %d: memref<?xf32>, %scalar: memref<f32>, %s0: memref<?xi32>, %s1: memref<?xi64>, %sum: memref<?x?xf32>, %count: memref<?xi64>, %max: memref<?x?xf32>) {
  %one = arith.constant 1 : i64
  segment.reduce_by_key kinds [add, add, max] keys(%keys : memref<?xi32>)
      ins(%nd (n, d) : memref<?x?xf32>, %gd[%s0 : memref<?xi32>] (g, d) : memref<?x?xf32>, %n (n) : memref<?xf32>,
          %g[%s1 : memref<?xi64>] (g) : memref<?xf32>, %d (d) : memref<?xf32>, %scalar () : memref<f32>)
      outs(%sum : memref<?x?xf32>, %count : memref<?xi64>, %max : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %e: f32, %f: f32, %h: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %c, %e : f32
    %2 = arith.mulf %f, %h : f32
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    segment.yield %4, %one, %a : f32, i64, f32
  }
  return
}

// -----

// The kinds. Divisions don't trap: x / 0 is 0, the lowest integer / -1 wraps.
// CHECK-LABEL: func @kinds
// CHECK-DAG: arith.addi
// CHECK-DAG: arith.muli
// CHECK-DAG: arith.minsi %{{.*}} : i32
// CHECK-DAG: arith.maxsi %{{.*}} : i32
// CHECK-DAG: arith.minui %{{.*}} : i32
// CHECK-DAG: arith.maxui %{{.*}} : i32
func.func @kinds(%keys: memref<?xi32>, %data: memref<?xi32>, %out: memref<?xi32>) {
  segment.reduce_by_key kinds [add, mul, min, max, minu, maxu] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xi32>)
      outs(%out : memref<?xi32>, %out : memref<?xi32>, %out : memref<?xi32>, %out : memref<?xi32>, %out : memref<?xi32>, %out : memref<?xi32>) {
  ^bb0(%x: i32):
    segment.yield %x, %x, %x, %x, %x, %x : i32, i32, i32, i32, i32, i32
  }
  return
}

// CHECK-LABEL: func @divisions
// CHECK: %[[ISZERO:.*]] = arith.cmpi eq, %[[X:.*]], %c0_i32
// CHECK: %[[ISMINUSONE:.*]] = arith.cmpi eq, %[[X]], %c-1_i32
// CHECK: %[[SPECIAL:.*]] = arith.ori %[[ISZERO]], %[[ISMINUSONE]]
// CHECK: %[[DIVISOR:.*]] = arith.select %[[SPECIAL]], %c1_i32, %[[X]]
// CHECK: %[[QUOTIENT:.*]] = arith.divsi %[[A:.*]], %[[DIVISOR]]
// CHECK: %[[NEGATED:.*]] = arith.subi %c0_i32, %[[A]]
// CHECK: %[[WRAPPED:.*]] = arith.select %[[ISMINUSONE]], %[[NEGATED]], %[[QUOTIENT]]
// CHECK: arith.select %[[ISZERO]], %c0_i32, %[[WRAPPED]]
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[U:.*]] : i32
// CHECK: arith.divui
func.func @divisions(%keys: memref<?xi32>, %data: memref<?xi32>, %out: memref<?xi32>, %outu: memref<?xi32>) {
  segment.reduce_by_key kinds [div, divu] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xi32>) outs(%out : memref<?xi32>, %outu : memref<?xi32>) {
  ^bb0(%x: i32):
    segment.yield %x, %x : i32, i32
  }
  return
}

// `minimumNumber` from `minimum`: whichever is no NaN.
// CHECK-LABEL: func @ignore_nan
// CHECK: %[[BEST:.*]] = arith.minimumf %[[A:.*]], %[[X:.*]] : f64
// CHECK: %[[XNAN:.*]] = arith.cmpf uno, %[[X]], %[[X]]
// CHECK: %[[OTHER:.*]] = arith.select %[[XNAN]], %[[A]], %[[BEST]]
// CHECK: %[[ANAN:.*]] = arith.cmpf uno, %[[A]], %[[A]]
// CHECK: arith.select %[[ANAN]], %[[X]], %[[OTHER]]
func.func @ignore_nan(%keys: memref<?xi32>, %data: memref<?xf64>, %out: memref<?xf64>) {
  segment.reduce_by_key kinds [minnum] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xf64>) outs(%out : memref<?xf64>) {
  ^bb0(%x: f64):
    segment.yield %x : f64
  }
  return
}

// 16-bit floats compare as integers of the same order.
// CHECK-LABEL: func @narrow
// CHECK: arith.maxsi %{{.*}}, %{{.*}} : i16
// CHECK-NOT: arith.maximumf
func.func @narrow(%keys: memref<?xi32>, %data: memref<?xbf16>, %out: memref<?xbf16>) {
  segment.reduce_by_key kinds [max] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xbf16>) outs(%out : memref<?xbf16>) {
  ^bb0(%x: bf16):
    segment.yield %x : bf16
  }
  return
}

// Products of complex numbers by the plain formula; the last assignment wins.
// CHECK-LABEL: func @complex
// CHECK: %[[RR:.*]] = arith.mulf
// CHECK: %[[II:.*]] = arith.mulf
// CHECK: %[[RI:.*]] = arith.mulf
// CHECK: %[[IR:.*]] = arith.mulf
// CHECK: %[[RE:.*]] = arith.subf %[[RR]], %[[II]]
// CHECK: %[[IM:.*]] = arith.addf %[[RI]], %[[IR]]
// CHECK: complex.create %[[RE]], %[[IM]] : complex<f32>
// CHECK: scf.for %[[N:[a-z0-9]+]] =
// CHECK: %[[X:.*]] = memref.load %{{.*}}[%[[N]]] : memref<?xcomplex<f32>>
// CHECK: memref.store %[[X]]
func.func @complex(%keys: memref<?xi32>, %data: memref<?xcomplex<f32>>, %out: memref<?xcomplex<f32>>) {
  segment.reduce_by_key kinds [mul] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xcomplex<f32>>) outs(%out : memref<?xcomplex<f32>>) {
  ^bb0(%x: complex<f32>):
    segment.yield %x : complex<f32>
  }
  segment.reduce_by_key kinds [assign] keys(%keys : memref<?xi32>)
      ins(%data (n) : memref<?xcomplex<f32>>) outs(%out : memref<?xcomplex<f32>>) {
  ^bb0(%x: complex<f32>):
    segment.yield %x : complex<f32>
  }
  return
}

// -----

// No inputs: a histogram.
// CHECK-LABEL: func @count
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[OUT:[a-z0-9]+]]: memref<?xi64>
// CHECK: %[[A:.*]] = memref.load %[[OUT]]
// CHECK: arith.addi %[[A]], %c1_i64
func.func @count(%keys: memref<?xi32>, %out: memref<?xi64>) {
  %one = arith.constant 1 : i64
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>) outs(%out : memref<?xi64>) {
    segment.yield %one : i64
  }
  return
}

// -----

// Rows without columns have no elements, but may be counted. Which type says so
// makes no difference.
// CHECK-LABEL: func @no_columns
// CHECK-NOT: memref.subview
// CHECK: memref.store %{{.*}}, %{{.*}} : memref<?xi64>
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @no_columns(%keys: memref<?xi32>, %data: memref<?x0xf32>, %out: memref<?x0xf32>, %count: memref<?xi64>, %unknown: memref<?x?xf32>) {
  %one = arith.constant 1 : i64
  segment.reduce_by_key kinds [add, add] keys(%keys : memref<?xi32>)
      ins(%unknown (n, d) : memref<?x?xf32>) outs(%out : memref<?x0xf32>, %count : memref<?xi64>) {
  ^bb0(%x: f32):
    segment.yield %x, %one : f32, i64
  }
  segment.reduce_by_key kinds [add, add] keys(%keys : memref<?xi32>)
      ins(%data (n, d) : memref<?x0xf32>) outs(%unknown : memref<?x?xf32>, %count : memref<?xi64>) {
  ^bb0(%x: f32):
    segment.yield %x, %one : f32, i64
  }
  return
}

// -----

// Accumulators that are not what is stored are allocated, started, folded and
// finished as a whole; one with one value a row has a rank less. Flags stay, and a
// plan that says plain is for this pass.
// CHECK-DAG: #[[$ELEMENT:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func @mean
// CHECK-SAME: %[[KEYS:[a-z0-9]+]]: memref<?xi32>, %[[ROWS:[a-z0-9]+]]: index, %[[X:[a-z0-9]+]]: memref<?x8xbf16>, %[[OUT:[a-z0-9]+]]: memref<?x8xbf16>
// CHECK: %[[SUM:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x8xf32>
// CHECK: %[[COUNT:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi64>
// CHECK: linalg.generic {indexing_maps = [#[[$ELEMENT]], #[[$ELEMENT]]], iterator_types = ["parallel", "parallel"]} ins(%[[OUT]] : memref<?x8xbf16>) outs(%[[SUM]] : memref<?x8xf32>)
// CHECK-NEXT: ^bb0(%[[OLD:.*]]: bf16, %{{.*}}: f32):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[OLD]] : bf16 to f32
// CHECK-NEXT: linalg.yield %[[WIDE]]
// What is started from a constant reads nothing.
// CHECK: linalg.generic {indexing_maps = [#[[$ID]]], iterator_types = ["parallel"]} outs(%[[COUNT]] : memref<?xi64>)
// CHECK: linalg.yield %c0_i64
// CHECK: scf.for
// CHECK: arith.index_castui %{{.*}} : i32 to index
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[COUNT]]
// CHECK: memref.subview %[[SUM]]
// CHECK: linalg.generic
// CHECK: arith.addf {{.*}} : f32
// CHECK: linalg.generic {indexing_maps = [#[[$ELEMENT]], #[[$ROW]], #[[$ELEMENT]]], iterator_types = ["parallel", "parallel"]} ins(%[[SUM]], %[[COUNT]] : memref<?x8xf32>, memref<?xi64>) outs(%[[OUT]] : memref<?x8xbf16>)
// CHECK-NEXT: ^bb0(%[[S:.*]]: f32, %[[C:.*]]: i64, %{{.*}}: bf16):
// CHECK: arith.sitofp %[[C]]
// CHECK: arith.divf %[[S]]
// CHECK: arith.truncf
// CHECK-DAG: memref.dealloc %[[SUM]]
// CHECK-DAG: memref.dealloc %[[COUNT]]
// CHECK-NOT: segment.reduce_by_key
// CHECK: return
func.func @mean(%keys: memref<?xi32>, %rows: index, %x: memref<?x8xbf16>, %out: memref<?x8xbf16>) {
  %one = arith.constant 1 : i64
  %none = arith.constant 0 : i64
  segment.reduce_by_key kinds [add, add] sorted unsigned_keys keys(%keys : memref<?xi32>) rows(%rows)
      ins(%x (n, d) : memref<?x8xbf16>) outs(%out : memref<?x8xbf16>)
      attributes {plan = #segment.plan<schedule = plain>, row_accumulators = array<i64: 1>} {
  ^bb0(%a: bf16):
    %w = arith.extf %a : bf16 to f32
    segment.yield %w, %one : f32, i64
  } start {
  ^bb0(%a: bf16):
    %w = arith.extf %a : bf16 to f32
    segment.yield %w, %none : f32, i64
  } finish {
  ^bb0(%s: f32, %c: i64):
    %n = arith.sitofp %c : i64 to f32
    %q = arith.divf %s, %n : f32
    %r = arith.truncf %q : f32 to bf16
    segment.yield %r : bf16
  }
  return
}

// -----

// With a dynamic number of columns, nothing is kept for rows without columns.
// CHECK-LABEL: func @columns
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: memref<?x?xi32>) {
// CHECK-DAG: %[[NONE:.*]] = arith.cmpi eq, %[[D:.*]], %c0{{.*}} : index
// CHECK-DAG: %[[COUNTS:.*]] = arith.select %[[NONE]], %c0{{.*}}, %[[S:.*]] : index
// CHECK: memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xi32>
// CHECK: memref.alloc(%[[COUNTS]]) {{.*}} : memref<?xi32>
func.func @columns(%keys: memref<?xi32>, %x: memref<?x?xi32>, %out: memref<?x?xi32>) {
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  segment.reduce_by_key kinds [add, add] keys(%keys : memref<?xi32>)
      ins(%x (n, d) : memref<?x?xi32>) outs(%out : memref<?x?xi32>)
      attributes {row_accumulators = array<i64: 1>} {
  ^bb0(%a: i32):
    segment.yield %a, %one : i32, i32
  } start {
  ^bb0(%a: i32):
    segment.yield %a, %none : i32, i32
  } finish {
  ^bb0(%s: i32, %c: i32):
    %r = arith.muli %s, %c : i32
    segment.yield %r : i32
  }
  return
}

// -----

// One of the two regions: the other is the identity, a copy.
// CHECK-LABEL: func @start
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: memref<?xi32>) {
// CHECK: %[[ACC:.*]] = memref.alloc
// CHECK: linalg.generic {{.*}} outs(%[[ACC]] : memref<?xi32>)
// CHECK: scf.for
// CHECK: memref.copy %[[ACC]], %[[OUT]]
// CHECK: memref.dealloc %[[ACC]]
func.func @start(%keys: memref<?xi32>, %x: memref<?xi32>, %out: memref<?xi32>) {
  %zero = arith.constant 0 : i32
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xi32>) outs(%out : memref<?xi32>) {
  ^bb0(%a: i32):
    segment.yield %a : i32
  } start {
  ^bb0(%a: i32):
    segment.yield %zero : i32
  }
  return
}

// CHECK-LABEL: func @finish
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: memref<?xi32>) {
// CHECK: %[[ACC:.*]] = memref.alloc
// CHECK: memref.copy %[[OUT]], %[[ACC]]
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins(%[[ACC]] : memref<?xi32>) outs(%[[OUT]] : memref<?xi32>)
func.func @finish(%keys: memref<?xi32>, %x: memref<?xi32>, %out: memref<?xi32>) {
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%x (n) : memref<?xi32>) outs(%out : memref<?xi32>) {
  ^bb0(%a: i32):
    segment.yield %a : i32
  } finish {
  ^bb0(%a: i32):
    %b = arith.addi %a, %a : i32
    segment.yield %b : i32
  }
  return
}

// -----

// On tensors nothing is done: they are bufferized first.
// CHECK-LABEL: func @tensors
// CHECK: segment.reduce_by_key
func.func @tensors(%keys: tensor<?xi32>, %data: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>)
      ins(%data (n) : tensor<?xf32>) outs(%out : tensor<?xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
