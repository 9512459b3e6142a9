// What the verifiers and parsers of the core operation and the check operations
// refuse.

// RUN: segment-opt %s -split-input-file -verify-diagnostics

// -----

// A combiner that there is not.
func.func @unknown_kind(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{expected a combiner (add, mul, div, divu, min, max, minu, maxu, minnum, maxnum or assign), but got 'sub'}}
  %0 = segment.reduce_by_key kinds [sub]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Access tuples: another one.
func.func @column_first(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
  // expected-error@+1 {{expected an access tuple (n, d), (g, d), (n), (g), (d) or ()}}
      ins(%x (d, n) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Access tuples: another one.
func.func @row_and_gather(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
  // expected-error@+1 {{expected an access tuple (n, d), (g, d), (n), (g), (d) or ()}}
      ins(%x (n, g) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Access tuples: another one.
func.func @two_columns(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
  // expected-error@+1 {{expected an access tuple (n, d), (g, d), (n), (g), (d) or ()}}
      ins(%x (n, d, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Access tuples: another one.
func.func @unknown_dim(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
  // expected-error@+1 {{expected an access tuple (n, d), (g, d), (n), (g), (d) or ()}}
      ins(%x (k) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Access tuples: a gathered input needs a source.
func.func @gather_without_source(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
  // expected-error@+1 {{expected a source in brackets for a gathered input}}
      ins(%x (g, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Access tuples: a source needs a gathered input.
func.func @source_without_gather(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
  // expected-error@+1 {{expected an access tuple with 'g' for an input with a source}}
      ins(%x[%keys : tensor<8xi32>] (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Assembly: a flag given twice.
func.func @flag_twice(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{expected 'sorted' at most once}}
  %0 = segment.reduce_by_key kinds [add] sorted unique sorted keys(%keys : tensor<8xi32>)
  return
}

// -----

// Assembly: no outs.
func.func @missing_outs(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
  // expected-error@+1 {{expected 'outs'}}
      ins(%x (n, d) : tensor<8x4xf32>) {
  }
  return
}

// -----

// Assembly: no keys.
func.func @missing_keys(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{expected 'keys'}}
  %0 = segment.reduce_by_key kinds [add] ins(%x (n, d) : tensor<8x4xf32>)
  return
}

// -----

// Keys are a list.
func.func @rank_2_keys(%keys: tensor<8x1xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op operand #0 must be}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8x1xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Keys are legalized: unsigned_keys says how they are read.
func.func @unsigned_key_type(%keys: tensor<8xui32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op operand #0 must be}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xui32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Tensors or memrefs, not both.
func.func @mixed_semantics(%keys: tensor<8xi32>, %x: memref<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected either tensors or memrefs throughout, but got keys 'tensor<8xi32>' and operand 'memref<8x4xf32>'}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : memref<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// There is something to fold into.
func.func @no_accumulator(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected at least one accumulator}}
  segment.reduce_by_key kinds []
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs() {
  ^bb0(%a: f32):
    segment.yield
  }
  return
}

// -----

// A kind for each accumulator.
func.func @too_many_kinds(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected as many kinds as accumulators, 1, but got 2}}
  %0 = segment.reduce_by_key kinds [add, min]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// A result for each accumulator.
func.func @missing_result(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected results of the accumulators' types}}
  segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  }
  return
}

// -----

// A result of the accumulator's type.
func.func @result_type(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected results of the accumulators' types}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<?x4xf32>
  return
}

// -----

// No results on memrefs.
func.func @results_on_memrefs(%keys: memref<8xi32>, %x: memref<8x4xf32>, %out: memref<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected no results on memrefs}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : memref<8xi32>)
      ins(%x (n, d) : memref<8x4xf32>)
      outs(%out : memref<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Generic form: an access map for each input.
func.func @missing_access(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected as many access maps as inputs, 1, but got 0}}
  %0 = "segment.reduce_by_key"(%keys, %x, %out) <{access = [],
      kinds = [#segment<combiner add>], operandSegmentSizes = array<i32: 1, 0, 1, 0, 1>}> ({
  ^bb0(%a: f32):
    segment.yield %a : f32
  }, {}, {}) : (tensor<8xi32>, tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// Generic form: a map that is no access tuple.
func.func @unknown_access(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected an access map (n, d)[g] -> (n, d), (g, d), (n), (g), (d) or (), but got affine_map<(d0, d1)[s0] -> (d1, d0)>}}
  %0 = "segment.reduce_by_key"(%keys, %x, %out) <{access = [affine_map<(n, d)[g] -> (d, n)>],
      kinds = [#segment<combiner add>], operandSegmentSizes = array<i32: 1, 0, 1, 0, 1>}> ({
  ^bb0(%a: f32):
    segment.yield %a : f32
  }, {}, {}) : (tensor<8xi32>, tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// Generic form: a source for each gathered input.
func.func @missing_source(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected a source for each gathered input, 1, but got 0}}
  %0 = "segment.reduce_by_key"(%keys, %x, %out) <{access = [affine_map<(n, d)[g] -> (g, d)>],
      kinds = [#segment<combiner add>], operandSegmentSizes = array<i32: 1, 0, 1, 0, 1>}> ({
  ^bb0(%a: f32):
    segment.yield %a : f32
  }, {}, {}) : (tensor<8xi32>, tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// Generic form: a gathered input for each source.
func.func @idle_source(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected a source for each gathered input, 0, but got 1}}
  %0 = "segment.reduce_by_key"(%keys, %x, %keys, %out) <{access = [affine_map<(n, d)[g] -> (n, d)>],
      kinds = [#segment<combiner add>], operandSegmentSizes = array<i32: 1, 0, 1, 1, 1>}> ({
  ^bb0(%a: f32):
    segment.yield %a : f32
  }, {}, {}) : (tensor<8xi32>, tensor<8x4xf32>, tensor<8xi32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// Extents: the rank of an input.
func.func @input_rank(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected input #0 to be of rank 1 as its access tuple says, but got 'tensor<8x4xf32>'}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Extents: rows of an input.
func.func @input_rows(%keys: tensor<7xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected input #0 to have as many rows as there are keys, 7, but got 'tensor<8x4xf32>'}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<7xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Extents: columns of an input.
func.func @input_columns(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %y: tensor<5xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected input #1 to have 4 columns, but got 'tensor<5xf32>'}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>, %y (d) : tensor<5xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Extents: rows of a source.
func.func @source_rows(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %src: tensor<9xi32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected source #0 to have as many rows as there are keys, 8, but got 'tensor<9xi32>'}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x[%src : tensor<9xi32>] (g, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Extents: the rank of an accumulator.
func.func @accumulator_rank(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4x1xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected accumulator #0 to be of rank 1 or 2, but got 'tensor<3x4x1xf32>'}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4x1xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4x1xf32>
  return
}

// -----

// Extents: rows of the accumulators.
func.func @accumulator_rows(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %n: tensor<2xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected accumulator #1 to have 3 rows, but got 'tensor<2xf32>'}}
  %0:2 = segment.reduce_by_key kinds [add, add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>, %n : tensor<2xf32>) {
  ^bb0(%a: f32):
    segment.yield %a, %a : f32, f32
  } -> tensor<3x4xf32>, tensor<2xf32>
  return
}

// -----

// Extents: columns of an accumulator.
func.func @accumulator_columns(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x5xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected accumulator #0 to have 4 columns, but got 'tensor<3x5xf32>'}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x5xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x5xf32>
  return
}

// -----

// Kinds and types: 'add' of ui8.
func.func @add_unsigned(%keys: tensor<8xi32>, %x: tensor<8x4xui8>, %out: tensor<3x4xui8>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected accumulator #0 of a type that 'add' combines, but got 'ui8'}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xui8>)
      outs(%out : tensor<3x4xui8>) {
  ^bb0(%a: ui8):
    segment.yield %a : ui8
  } -> tensor<3x4xui8>
  return
}

// -----

// Kinds and types: 'min' of complex<f32>.
func.func @min_complex(%keys: tensor<8xi32>, %x: tensor<8x4xcomplex<f32>>, %out: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected accumulator #0 of a type that 'min' combines, but got 'complex<f32>'}}
  %0 = segment.reduce_by_key kinds [min]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xcomplex<f32>>)
      outs(%out : tensor<3x4xcomplex<f32>>) {
  ^bb0(%a: complex<f32>):
    segment.yield %a : complex<f32>
  } -> tensor<3x4xcomplex<f32>>
  return
}

// -----

// Kinds and types: 'minu' of f32.
func.func @minu_float(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected accumulator #0 of a type that 'minu' combines, but got 'f32'}}
  %0 = segment.reduce_by_key kinds [minu]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Kinds and types: 'divu' of f32.
func.func @divu_float(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected accumulator #0 of a type that 'divu' combines, but got 'f32'}}
  %0 = segment.reduce_by_key kinds [divu]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Kinds and types: 'maxnum' of i32.
func.func @maxnum_integer(%keys: tensor<8xi32>, %x: tensor<8x4xi32>, %out: tensor<3x4xi32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected accumulator #0 of a type that 'maxnum' combines, but got 'i32'}}
  %0 = segment.reduce_by_key kinds [maxnum]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xi32>)
      outs(%out : tensor<3x4xi32>) {
  ^bb0(%a: i32):
    segment.yield %a : i32
  } -> tensor<3x4xi32>
  return
}

// -----

// Body: an argument for each input.
func.func @body_arguments(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected a body with an argument for each input, 1, but got 2}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Body: arguments are elements.
func.func @body_argument_type(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected body argument #0 of the input's element type 'f32', but got 'f64'}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f64):
    segment.yield %a : f64
  } -> tensor<3x4xf32>
  return
}

// -----

// Body: no side effects.
func.func @body_effects(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %m: memref<f32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
  // expected-error@+1 {{'memref.store' op expected elementwise operations without regions and side effects in the body of segment.reduce_by_key}}
    memref.store %a, %m[] : memref<f32>
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Body: no regions.
func.func @body_regions(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %c: i1) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
  // expected-error@+1 {{'scf.if' op expected elementwise operations without regions and side effects in the body of segment.reduce_by_key}}
    %b = scf.if %c -> f32 {
      scf.yield %a : f32
    } else {
      scf.yield %a : f32
    }
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Body: scalars only.
func.func @body_tensor(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
  // expected-error@+1 {{'tensor.from_elements' op expected scalars in the body of segment.reduce_by_key, but got 'tensor<1xf32>'}}
    %b = tensor.from_elements %a : tensor<1xf32>
    segment.yield %a : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Body: a value for each accumulator.
func.func @yield_count(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
  // expected-error@+1 {{'segment.yield' op expected a value for each accumulator, 1, but got 2}}
    segment.yield %a, %a : f32, f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Body: values of the accumulators' types.
func.func @yield_type(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %k: f64) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
  // expected-error@+1 {{'segment.yield' op expected value #0 of the accumulator's element type 'f32', but got 'f64'}}
    segment.yield %k : f64
  } -> tensor<3x4xf32>
  return
}

// -----

// Body: a value a row doesn't depend on the column.
func.func @yield_depends_on_column(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %n: tensor<3xf32>) {
  %0:2 = segment.reduce_by_key kinds [add, add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>, %n : tensor<3xf32>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
  // expected-error@+1 {{'segment.yield' op expected value #1 not to depend on the column, since its accumulator has one value a row}}
    segment.yield %a, %b : f32, f32
  } -> tensor<3x4xf32>, tensor<3xf32>
  return
}

// -----

// segment.yield belongs into a body.
func.func @yield_outside(%a: f32) {
  // expected-error@+1 {{'segment.yield' op expects parent op 'segment.reduce_by_key'}}
  segment.yield %a : f32
  return
}

// -----

// Generic form: a body.
func.func @no_body(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "segment.reduce_by_key"(%keys, %x, %out) <{access = [affine_map<(n, d)[g] -> (n, d)>],
      kinds = [#segment<combiner add>], operandSegmentSizes = array<i32: 1, 0, 1, 0, 1>}> ({
  
  }, {}, {}) : (tensor<8xi32>, tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// With a finish region the accumulators are its arguments.
func.func @kinds_of_finish(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected as many kinds as accumulators, 2, but got 1}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a, %a : f32, f32
  } start {
  ^bb0(%old: f32):
    segment.yield %old, %old : f32, f32
  } finish {
  ^bb0(%acc: f32, %more: f32):
    segment.yield %acc : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// And the kinds combine their types.
func.func @kind_of_finish_type(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected accumulator #0 of a type that 'minu' combines, but got 'f32'}}
  %0 = segment.reduce_by_key kinds [minu]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } start {
  ^bb0(%old: f32):
    segment.yield %old : f32
  } finish {
  ^bb0(%acc: f32):
    segment.yield %acc : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// row_accumulators: without a finish region ranks say it.
func.func @row_accumulators_without_finish(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected 'row_accumulators' only with a finish region: without one, the accumulators of rank 1 are those with one value a row}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) attributes {row_accumulators = array<i64: 0>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } start {
  ^bb0(%old: f32):
    segment.yield %old : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// row_accumulators: there is no such accumulator.
func.func @row_accumulators_beyond(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected 'row_accumulators' to be in the range [0, 1), but got 1}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) attributes {row_accumulators = array<i64: 1>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } finish {
  ^bb0(%acc: f32):
    segment.yield %acc : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// row_accumulators: nor a negative one.
func.func @row_accumulators_negative(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected 'row_accumulators' to be in the range [0, 1), but got -1}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) attributes {row_accumulators = array<i64: -1>} {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } finish {
  ^bb0(%acc: f32):
    segment.yield %acc : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// row_accumulators: their values don't depend on the column.
func.func @row_accumulator_depends_on_column(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %k: f32) {
  %0 = segment.reduce_by_key kinds [add, add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) attributes {row_accumulators = array<i64: 1>} {
  ^bb0(%a: f32):
  // expected-error@+1 {{'segment.yield' op expected value #1 not to depend on the column, since its accumulator has one value a row}}
    segment.yield %a, %a : f32, f32
  } start {
  ^bb0(%old: f32):
    segment.yield %old, %k : f32, f32
  } finish {
  ^bb0(%acc: f32, %row: f32):
    segment.yield %acc : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Start: an argument for each of outs.
func.func @start_arguments(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected a start region with an argument of the element type of each of outs}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } start {
  ^bb0(%old: f32, %more: f32):
    segment.yield %old : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Start: arguments of the types of outs.
func.func @start_argument_type(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %k: f32) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected a start region with an argument of the element type of each of outs}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } start {
  ^bb0(%old: f64):
    segment.yield %k : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Start: no side effects.
func.func @start_effects(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %m: memref<f32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } start {
  ^bb0(%old: f32):
  // expected-error@+1 {{'memref.load' op expected elementwise operations without regions and side effects in the start region of segment.reduce_by_key}}
    %b = memref.load %m[] : memref<f32>
    segment.yield %b : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Start: scalars only.
func.func @start_tensor(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } start {
  ^bb0(%old: f32):
  // expected-error@+1 {{'tensor.from_elements' op expected scalars in the start region of segment.reduce_by_key, but got 'tensor<1xf32>'}}
    %b = tensor.from_elements %old : tensor<1xf32>
    segment.yield %old : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Start: a value for each accumulator.
func.func @start_yield_count(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } start {
  ^bb0(%old: f32):
  // expected-error@+1 {{'segment.yield' op expected a value for each accumulator, 1, but got 2}}
    segment.yield %old, %old : f32, f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Start: of their types, not of those of outs.
func.func @start_yield_type(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    %b = arith.extf %a : f32 to f64
    segment.yield %b : f64
  } start {
  ^bb0(%old: f32):
  // expected-error@+1 {{'segment.yield' op expected value #0 of the accumulator's element type 'f64', but got 'f32'}}
    segment.yield %old : f32
  } finish {
  ^bb0(%acc: f64):
    %b = arith.truncf %acc : f64 to f32
    segment.yield %b : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Start: a value a row doesn't start from what has columns.
func.func @start_depends_on_column(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %k: f32) {
  %0 = segment.reduce_by_key kinds [add, add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) attributes {row_accumulators = array<i64: 1>} {
  ^bb0(%a: f32):
    segment.yield %a, %k : f32, f32
  } start {
  ^bb0(%old: f32):
  // expected-error@+1 {{'segment.yield' op expected value #1 not to depend on the column, since its accumulator has one value a row}}
    segment.yield %old, %old : f32, f32
  } finish {
  ^bb0(%acc: f32, %row: f32):
    segment.yield %acc : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Start: needed where the accumulators have other types than outs.
func.func @start_missing(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected a start region, since the accumulators are not of the types and ranks of outs}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    %b = arith.extf %a : f32 to f64
    segment.yield %b : f64
  } finish {
  ^bb0(%acc: f64):
    %b = arith.truncf %acc : f64 to f32
    segment.yield %b : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Start: needed where there are more accumulators than outs.
func.func @start_missing_for_more(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected a start region, since the accumulators are not of the types and ranks of outs}}
  %0 = segment.reduce_by_key kinds [add, add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a, %a : f32, f32
  } finish {
  ^bb0(%acc: f32, %more: f32):
    segment.yield %acc : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Start: needed where an accumulator has one value a row and its out has columns.
func.func @start_missing_for_row(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %k: f32) {
  // expected-error@+1 {{'segment.reduce_by_key' op expected a start region, since the accumulators are not of the types and ranks of outs}}
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) attributes {row_accumulators = array<i64: 0>} {
  ^bb0(%a: f32):
    segment.yield %k : f32
  } finish {
  ^bb0(%acc: f32):
    segment.yield %acc : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Finish: no side effects.
func.func @finish_effects(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %m: memref<f32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } finish {
  ^bb0(%acc: f32):
  // expected-error@+1 {{'memref.load' op expected elementwise operations without regions and side effects in the finish region of segment.reduce_by_key}}
    %b = memref.load %m[] : memref<f32>
    segment.yield %b : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Finish: scalars only.
func.func @finish_tensor(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } finish {
  ^bb0(%acc: f32):
  // expected-error@+1 {{'tensor.from_elements' op expected scalars in the finish region of segment.reduce_by_key, but got 'tensor<1xf32>'}}
    %b = tensor.from_elements %acc : tensor<1xf32>
    segment.yield %acc : f32
  } -> tensor<3x4xf32>
  return
}

// -----

// Finish: a value for each of outs.
func.func @finish_yield_count(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } finish {
  ^bb0(%acc: f32):
  // expected-error@+1 {{'segment.yield' op expected a value for each output, 1, but got 0}}
    segment.yield
  } -> tensor<3x4xf32>
  return
}

// -----

// Finish: of the types of outs.
func.func @finish_yield_type(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  %0 = segment.reduce_by_key kinds [add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>) {
  ^bb0(%a: f32):
    segment.yield %a : f32
  } finish {
  ^bb0(%acc: f32):
    %b = arith.extf %acc : f32 to f64
  // expected-error@+1 {{'segment.yield' op expected value #0 of the output's element type 'f32', but got 'f64'}}
    segment.yield %b : f64
  } -> tensor<3x4xf32>
  return
}

// -----

// Finish: an output of rank 1 doesn't depend on the column.
func.func @finish_depends_on_column(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>, %n: tensor<3xf32>, %k: f32) {
  %0:2 = segment.reduce_by_key kinds [add, add]
      keys(%keys : tensor<8xi32>)
      ins(%x (n, d) : tensor<8x4xf32>)
      outs(%out : tensor<3x4xf32>, %n : tensor<3xf32>) attributes {row_accumulators = array<i64: 1>} {
  ^bb0(%a: f32):
    segment.yield %a, %k : f32, f32
  } finish {
  ^bb0(%acc: f32, %row: f32):
    %b = arith.addf %acc, %row : f32
  // expected-error@+1 {{'segment.yield' op expected value #1 not to depend on the column, since its output has one value a row}}
    segment.yield %acc, %b : f32, f32
  } -> tensor<3x4xf32>, tensor<3xf32>
  return
}

// -----

// Generic form: one block in start.
func.func @start_blocks(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expects region #1 to have 0 or 1 blocks}}
  %0 = "segment.reduce_by_key"(%keys, %x, %out) <{access = [affine_map<(n, d)[g] -> (n, d)>],
      kinds = [#segment<combiner add>], operandSegmentSizes = array<i32: 1, 0, 1, 0, 1>}> ({
  ^bb0(%a: f32):
    segment.yield %a : f32
  }, {
  ^bb0(%b: f32):
    segment.yield %b : f32
  ^bb1(%b2: f32):
    segment.yield %b2 : f32
  }, {}) : (tensor<8xi32>, tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// Generic form: one block in finish.
func.func @finish_blocks(%keys: tensor<8xi32>, %x: tensor<8x4xf32>, %out: tensor<3x4xf32>) {
  // expected-error@+1 {{'segment.reduce_by_key' op expects region #2 to have 0 or 1 blocks}}
  %0 = "segment.reduce_by_key"(%keys, %x, %out) <{access = [affine_map<(n, d)[g] -> (n, d)>],
      kinds = [#segment<combiner add>], operandSegmentSizes = array<i32: 1, 0, 1, 0, 1>}> ({
  ^bb0(%a: f32):
    segment.yield %a : f32
  }, {}, {
  ^bb0(%b: f32):
    segment.yield %b : f32
  ^bb1(%b2: f32):
    segment.yield %b2 : f32
  }) : (tensor<8xi32>, tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// Plan: vector registers that there are.
// expected-error@+1 {{expected vector_bits of 128, 256 or 512, but got 64}}
#plan_bits = #segment.plan<schedule = runs, vector_bits = 64>

// -----

// Plan: a register at least.
// expected-error@+1 {{expected a tile of 1 to 16, but got 0}}
#plan_tile = #segment.plan<schedule = runs, tile = 0>

// -----

// Plan: no more registers than there are.
// expected-error@+1 {{expected a tile of 1 to 16, but got 17}}
#plan_tile = #segment.plan<schedule = runs, tile = 17>

// -----

// Plan: a block of rows.
// expected-error@+1 {{expected a block of 16 to 65536, but got 15}}
#plan_block = #segment.plan<schedule = owners, block = 15>

// -----

// Plan: a block on the stack.
// expected-error@+1 {{expected a block of 16 to 65536, but got 65537}}
#plan_block = #segment.plan<schedule = owners, block = 65537>

// -----

// Plan: prefetching is ahead.
// expected-error@+1 {{expected prefetch of 0 to 4096, but got -1}}
#plan_prefetch = #segment.plan<schedule = owners, prefetch = -1>

// -----

// Plan: and not too far.
// expected-error@+1 {{expected prefetch of 0 to 4096, but got 4097}}
#plan_prefetch = #segment.plan<schedule = owners, prefetch = 4097>

// -----

// Plan: a schedule that there is not.
// expected-error@+2 {{expected ::mlir::segment::Schedule to be one of: plain, runs, owners, buckets, adaptive, pieces}}
// expected-error@+1 {{failed to parse Segment_PlanAttr parameter 'schedule'}}
#plan_schedule = #segment.plan<schedule = guess>

// -----

// Plan: nothing without a schedule.
// expected-error@+1 {{struct is missing required parameter: schedule}}
#plan_missing = #segment.plan<vector_bits = 256>

// -----

// Rank of the data.
func.func @check_data_rank(%i: tensor<4x5xi32>, %d: tensor<4xf32>, %n: i32) {
  // expected-error@+1 {{'segment.check_segments' op expected data of at least the rank of the ids, 2, but got rank 1}}
  %r, %s = segment.check_segments "x" ids(%i : tensor<4x5xi32>) data(%d : tensor<4xf32>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  return
}

// -----

// Rank of the result.
func.func @check_result_rank(%i: tensor<4xi32>, %d: tensor<4x5xf32>, %n: i32) {
  // expected-error@+1 {{'segment.check_segments' op expected a result shape of rank 2, but got rank 1}}
  %r, %s = segment.check_segments "x" ids(%i : tensor<4xi32>) data(%d : tensor<4x5xf32>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  return
}

// -----

// Without num_segments the ids are a list.
func.func @check_first_form(%i: tensor<4x5xi32>, %d: tensor<4x5xf32>, %n: i32) {
  // expected-error@+1 {{'segment.check_segments' op expected ids of rank 1 without num_segments, but got rank 2}}
  %r, %s = segment.check_segments "x" ids(%i : tensor<4x5xi32>) data(%d : tensor<4x5xf32>)
      {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  return
}

// -----

// Gathered data has rows.
func.func @check_gathered_rank(%i: tensor<4xi32>, %d: tensor<f32>, %n: i32) {
  // expected-error@+1 {{'segment.check_segments' op expected data of rank 1 or more with sources, but got rank 0}}
  %r, %s = segment.check_segments "x" ids(%i : tensor<4xi32>) data(%d : tensor<f32>) sources(%i : tensor<4xi32>)
      num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64>}
  return
}

// -----

// A source for each id.
func.func @check_sources_rank(%i: tensor<4xi32>, %src: tensor<4x1xi32>, %d: tensor<4xf32>, %n: i32) {
  // expected-error@+1 {{'segment.check_segments' op expected sources of the rank of the ids, 1, but got rank 2}}
  %r, %s = segment.check_segments "x" ids(%i : tensor<4xi32>) data(%d : tensor<4xf32>) sources(%src : tensor<4x1xi32>)
      num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  return
}

// -----

// A weight for each id.
func.func @check_weights_rank(%i: tensor<4xi32>, %d: tensor<4x2xf32>, %n: i32) {
  // expected-error@+1 {{'segment.check_segments' op expected weights of the rank of the ids, 1, but got rank 2}}
  %r, %s = segment.check_segments "x" ids(%i : tensor<4xi32>) data(%d : tensor<4x2xf32>) sources(%i : tensor<4xi32>)
      weights(%d : tensor<4x2xf32>) num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3, 2>}
  return
}

// -----

// Weights are for gathered rows.
func.func @check_weights(%i: tensor<4xi32>, %d: tensor<4xf32>, %n: i32) {
  // expected-error@+1 {{'segment.check_segments' op expected weights only with sources}}
  %r, %s = segment.check_segments "x" ids(%i : tensor<4xi32>) data(%d : tensor<4xf32>) weights(%d : tensor<4xf32>)
      num_segments(%n : i32) {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  return
}

// -----

// Elements have a size.
func.func @check_bytes(%i: tensor<4xi32>, %d: tensor<4xf32>, %n: i32) {
  // expected-error@+1 {{'segment.check_segments' op expected a positive number of element bytes, but got 0}}
  %r, %s = segment.check_segments "x" ids(%i : tensor<4xi32>) data(%d : tensor<4xf32>) num_segments(%n : i32)
      {element_bytes = 0 : i64, result_shape = array<i64: 3>}
  return
}

// -----

// Ids are legalized: unsigned_ids says how they are read.
func.func @check_unsigned_type(%i: tensor<4xui8>, %d: tensor<4xf32>, %n: i32) {
  // expected-error@+1 {{'segment.check_segments' op operand #0 must be}}
  %r, %s = segment.check_segments "x" ids(%i : tensor<4xui8>) data(%d : tensor<4xf32>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: 3>}
  return
}

// -----

// Rank of the indices.
func.func @check_indices_rank(%x: tensor<5xf32>, %i: tensor<4xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.check_scatter' op expected indices of rank 2 or more with a static last dimension, but got 'tensor<4xi32>'}}
  %r = segment.check_scatter "x" input(%x : tensor<5xf32>) indices(%i : tensor<4xi32>) updates(%u : tensor<4xf32>)
  return
}

// -----

// A depth that is not static.
func.func @check_dynamic_depth(%x: tensor<5xf32>, %i: tensor<4x?xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.check_scatter' op expected indices of rank 2 or more with a static last dimension, but got 'tensor<4x?xi32>'}}
  %r = segment.check_scatter "x" input(%x : tensor<5xf32>) indices(%i : tensor<4x?xi32>) updates(%u : tensor<4xf32>)
  return
}

// -----

// A depth above the rank of the input.
func.func @check_depth(%x: tensor<5xf32>, %i: tensor<4x2xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.check_scatter' op expected index rows of at most the rank of the input, 1, but got 2 coordinates}}
  %r = segment.check_scatter "x" input(%x : tensor<5xf32>) indices(%i : tensor<4x2xi32>) updates(%u : tensor<4xf32>)
  return
}

// -----

// Rank of the updates.
func.func @check_updates_rank(%x: tensor<5x3xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.check_scatter' op expected updates of rank 2, but got rank 1}}
  %r = segment.check_scatter "x" input(%x : tensor<5x3xf32>) indices(%i : tensor<4x1xi32>) updates(%u : tensor<4xf32>)
  return
}

// -----

// A failure that there is not.
func.func @unknown_failure(%n: i64) {
  // expected-error@+2 {{failed to parse Segment_FailureAttr parameter 'value'}}
  // expected-error@+1 {{expected ::mlir::segment::Failure to be one of: shape, num_segments, size, memory, order, bounds, gather}}
  segment.report weather "{0}" (%n : i64)
  return
}

// -----

// Values of 64 bits.
func.func @report_type(%n: i32) {
  // expected-error@+1 {{'segment.report' op operand #0 must be variadic of 64-bit signless integer, but got 'i32'}}
  segment.report size "{0}" (%n : i32)
  return
}
