// What the verifiers of the surface operations refuse (clause 4.17 and section 2 of
// the contract), each with its own message; and what does not parse.

// RUN: segment-opt %s -split-input-file -verify-diagnostics

// -----

// 2.1: other floats.
func.func @float_type(%d: tensor<4xf8E4M3FN>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected data of element type f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, complex or !quant.uniform, but got 'f8E4M3FN'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xf8E4M3FN>, tensor<4xi32>, i32) -> tensor<?xf8E4M3FN>
  return
}

// -----

// 2.1: other widths.
func.func @integer_width(%d: tensor<4xi4>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected data of element type f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, complex or !quant.uniform, but got 'i4'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xi4>, tensor<4xi32>, i32) -> tensor<?xi4>
  return
}

// -----

// 2.1: signed integers are written signless.
func.func @signed_integer(%d: tensor<4xsi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_min' op expected data of element type f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, complex or !quant.uniform, but got 'si32'}}
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4xsi32>, tensor<4xi32>, i32) -> tensor<?xsi32>
  return
}

// -----

// 2.1: index is a type of ids, not of data.
func.func @index_data(%d: tensor<4xindex>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected data of element type f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, complex or !quant.uniform, but got 'index'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xindex>, tensor<4xi32>, i32) -> tensor<?xindex>
  return
}

// -----

// 2.2: complex numbers have no order.
func.func @complex_min(%d: tensor<4xcomplex<f32>>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_min' op expected data of an ordered element type for min and max, which complex is not, but got 'complex<f32>'}}
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4xcomplex<f32>>, tensor<4xi32>, i32) -> tensor<?xcomplex<f32>>
  return
}

// -----

// 2.2: complex numbers of other parts.
func.func @complex_of_integer(%d: tensor<4xcomplex<i32>>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected data of complex<f32> or complex<f64>, but got 'complex<i32>'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xcomplex<i32>>, tensor<4xi32>, i32) -> tensor<?xcomplex<i32>>
  return
}

// -----

// 2.3: i1 is for min, max and update.
func.func @i1_sum(%d: tensor<4xi1>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected data of a number (i1 is for min, max and update only), but got 'i1'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xi1>, tensor<4xi32>, i32) -> tensor<?xi1>
  return
}

// -----

// 2.4: quantized products.
func.func @quantized_prod(%d: tensor<4x!quant.uniform<i8:f32, 0.5>>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_prod' op expected data of an unquantized element type (quantized types are for sum, min and max only), but got '!quant.uniform<i8:f32, 5.000000e-01>'}}
  %0 = segment.unsorted_segment_prod %d, %i, %n : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4xi32>, i32) -> tensor<?x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// 2.4: quantized means.
func.func @quantized_mean(%d: tensor<4x!quant.uniform<i8:f32, 0.5>>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_mean' op expected data of an unquantized element type (quantized types are for sum, min and max only), but got '!quant.uniform<i8:f32, 5.000000e-01>'}}
  %0 = segment.unsorted_segment_mean %d, %i, %n : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4xi32>, i32) -> tensor<?x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// 2.4: a scale for each channel.
func.func @per_axis(%d: tensor<4x!quant.uniform<i8:f32:0, {0.5, 0.25, 0.5, 0.25}>>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected data of a per-tensor !quant.uniform type, but got '!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01}>'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4x!quant.uniform<i8:f32:0, {0.5, 0.25, 0.5, 0.25}>>, tensor<4xi32>, i32) -> tensor<?x!quant.uniform<i8:f32:0, {0.5, 0.25, 0.5, 0.25}>>
  return
}

// -----

// 2.4: an unknown scale.
func.func @quant_any(%d: tensor<4x!quant.any<i8:f32>>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_min' op expected data of a per-tensor !quant.uniform type, but got '!quant.any<i8:f32>'}}
  %0 = segment.unsorted_segment_min %d, %i, %n : (tensor<4x!quant.any<i8:f32>>, tensor<4xi32>, i32) -> tensor<?x!quant.any<i8:f32>>
  return
}

// -----

// 2.4: other storage types.
func.func @quantized_storage(%d: tensor<4x!quant.uniform<i16:f32, 0.5>>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected data of a quantized type stored as i8, u8 or i32, but got '!quant.uniform<i16:f32, 5.000000e-01>'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4x!quant.uniform<i16:f32, 0.5>>, tensor<4xi32>, i32) -> tensor<?x!quant.uniform<i16:f32, 0.5>>
  return
}

// -----

// 2.4: unsigned storage of 32 bits.
func.func @quantized_u32(%d: tensor<4x!quant.uniform<u32:f32, 0.5>>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected data of a quantized type stored as i8, u8 or i32, but got '!quant.uniform<u32:f32, 5.000000e-01>'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4x!quant.uniform<u32:f32, 0.5>>, tensor<4xi32>, i32) -> tensor<?x!quant.uniform<u32:f32, 0.5>>
  return
}

// -----

// 2.5: types of ids.
func.func @float_ids(%d: tensor<4xf32>, %i: tensor<4xf32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected ids of i8, i16, i32, i64, ui8, ui16, ui32 or index, but got 'f32'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xf32>, tensor<4xf32>, i32) -> tensor<?xf32>
  return
}

// -----

// 2.5: types of ids.
func.func @ui64_ids(%d: tensor<4xf32>, %i: tensor<4xui64>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected ids of i8, i16, i32, i64, ui8, ui16, ui32 or index, but got 'ui64'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xf32>, tensor<4xui64>, i32) -> tensor<?xf32>
  return
}

// -----

// 2.5: types of ids.
func.func @i1_ids(%d: tensor<4xf32>, %i: tensor<4xi1>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected ids of i8, i16, i32, i64, ui8, ui16, ui32 or index, but got 'i1'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xf32>, tensor<4xi1>, i32) -> tensor<?xf32>
  return
}

// -----

// 2.5: types of ids.
func.func @signed_ids(%d: tensor<4xf32>, %i: tensor<4xsi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected ids of i8, i16, i32, i64, ui8, ui16, ui32 or index, but got 'si32'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xf32>, tensor<4xsi32>, i32) -> tensor<?xf32>
  return
}

// -----

// 2.6: types of num_segments.
func.func @i16_num_segments(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i16) {
  // expected-error@+1 {{'segment.segment_min_v2' op expected num_segments of i32, i64 or index, but got 'i16'}}
  %0 = segment.segment_min_v2 %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, i16) -> tensor<?xf32>
  return
}

// -----

// 2.6: types of num_segments.
func.func @ui32_num_segments(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: ui32) {
  // expected-error@+1 {{'segment.segment_min_v2' op expected num_segments of i32, i64 or index, but got 'ui32'}}
  %0 = segment.segment_min_v2 %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, ui32) -> tensor<?xf32>
  return
}

// -----

// 2.6: types of num_segments.
func.func @float_num_segments(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: f32) {
  // expected-error@+1 {{'segment.segment_min_v2' op expected num_segments of i32, i64 or index, but got 'f32'}}
  %0 = segment.segment_min_v2 %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, f32) -> tensor<?xf32>
  return
}

// -----

// 2.6: types of num_segments.
func.func @tensor_num_segments(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: tensor<i32>) {
  // expected-error@+1 {{'segment.segment_min_v2' op expected num_segments of i32, i64 or index, but got 'tensor<i32>'}}
  %0 = segment.segment_min_v2 %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

// 4.17: the first form takes a list of ids.
func.func @v1_rank_0(%d: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'segment.segment_sum' op expected ids of rank 1, but got rank 0}}
  %0 = segment.segment_sum %d, %i : (tensor<4xf32>, tensor<i32>) -> tensor<?x4xf32>
  return
}

// -----

// 4.17: the first form takes a list of ids.
func.func @v1_rank_2(%d: tensor<4x5xf32>, %i: tensor<4x5xi32>) {
  // expected-error@+1 {{'segment.segment_sum' op expected ids of rank 1, but got rank 2}}
  %0 = segment.segment_sum %d, %i : (tensor<4x5xf32>, tensor<4x5xi32>) -> tensor<?xf32>
  return
}

// -----

// 4.17: a single id has no order.
func.func @v2_rank_0(%d: tensor<4xf32>, %i: tensor<i32>, %n: i32) {
  // expected-error@+1 {{'segment.segment_sum_v2' op expected ids of rank 1 or more, but got rank 0}}
  %0 = segment.segment_sum_v2 %d, %i, %n : (tensor<4xf32>, tensor<i32>, i32) -> tensor<?x4xf32>
  return
}

// -----

// 4.17: the ids are no prefix of the data.
func.func @ids_rank_above_data(%d: tensor<4xf32>, %i: tensor<4x5xi32>, %n: i32) {
  // expected-error@+1 {{expected data of at least the rank of the ids, 2, but got rank 1}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xf32>, tensor<4x5xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// 4.17: the ids are no prefix of the data.
func.func @ids_not_a_prefix(%d: tensor<4x6xf32>, %i: tensor<4x5xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected the shape of the ids to be a prefix of the data's, but got ids 'tensor<4x5xi32>' and data 'tensor<4x6xf32>'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4x6xf32>, tensor<4x5xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Section 2: the result has the element type of the data.
func.func @result_element_type(%d: tensor<4xbf16>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected a result of the data's element type 'bf16', but got 'f32'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xbf16>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// 4.17: a result of another rank.
func.func @result_rank(%d: tensor<4x5xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected a result of rank 2 (one dimension of segments, then those of a row), but got rank 1}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4x5xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// 4.17: result rows of another shape.
func.func @result_row(%d: tensor<4x5xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected a result whose rows have the shape of the data's, but got data 'tensor<4x5xf32>' and result 'tensor<?x6xf32>'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4x5xf32>, tensor<4xi32>, i32) -> tensor<?x6xf32>
  return
}

// -----

// 4.17: nan on anything but min and max.
func.func @nan_on_sum(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected no 'nan' policy, which is for min and max only}}
  %0 = segment.unsorted_segment_sum %d, %i, %n nan<ignore> : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// 4.17: empty<infinity> on anything but min and max.
func.func @infinity_on_mean(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_mean' op expected no 'empty<infinity>', which is for min and max only}}
  %0 = segment.unsorted_segment_mean %d, %i, %n empty<infinity> : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// 4.17: accumulate on anything but sums, products and means.
func.func @accumulate_on_max(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_max' op expected no 'accumulate' policy, which is for sums, products and means only}}
  %0 = segment.unsorted_segment_max %d, %i, %n accumulate<f64> : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// 4.17: accumulate on anything but floats.
func.func @accumulate_on_integers(%d: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected no 'accumulate' policy, which is for floating-point elements only, but got 'i32'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n accumulate<f64> : (tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?xi32>
  return
}

// -----

// 4.17: accumulate on anything but floats.
func.func @accumulate_on_complex(%d: tensor<4xcomplex<f32>>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_prod' op expected no 'accumulate' policy, which is for floating-point elements only, but got 'complex<f32>'}}
  %0 = segment.unsorted_segment_prod %d, %i, %n accumulate<native> : (tensor<4xcomplex<f32>>, tensor<4xi32>, i32) -> tensor<?xcomplex<f32>>
  return
}

// -----

// Layouts of someone else.
func.func @encoding(%d: tensor<4xf32, "mine">, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op expected tensors without an encoding, but got 'tensor<4xf32, "mine">'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xf32, "mine">, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Layouts of someone else.
func.func @result_encoding(%d: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'segment.segment_sum' op expected tensors without an encoding, but got 'tensor<?xf32, "mine">'}}
  %0 = segment.segment_sum %d, %i : (tensor<4xf32>, tensor<4xi32>) -> tensor<?xf32, "mine">
  return
}

// -----

// Section 1: ranks are known.
func.func @unranked(%d: tensor<*xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.unsorted_segment_sum' op operand #0 must be ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<*xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// 2.1: other types.
func.func @scatter_other_type(%x: tensor<5xf80>, %i: tensor<4x1xi32>, %u: tensor<4xf80>) {
  // expected-error@+1 {{'segment.scatter_update' op expected input of element type f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, complex or !quant.uniform, but got 'f80'}}
  %0 = segment.scatter_update %x, %i, %u : (tensor<5xf80>, tensor<4x1xi32>, tensor<4xf80>) -> tensor<5xf80>
  return
}

// -----

// 2.2: complex numbers have no order.
func.func @scatter_complex_max(%x: tensor<5xcomplex<f64>>, %i: tensor<4x1xi32>, %u: tensor<4xcomplex<f64>>) {
  // expected-error@+1 {{'segment.scatter_max' op expected input of an ordered element type for min and max, which complex is not, but got 'complex<f64>'}}
  %0 = segment.scatter_max %x, %i, %u : (tensor<5xcomplex<f64>>, tensor<4x1xi32>, tensor<4xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  return
}

// -----

// 2.3: i1 is for min, max and update.
func.func @scatter_i1_add(%x: tensor<5xi1>, %i: tensor<4x1xi32>, %u: tensor<4xi1>) {
  // expected-error@+1 {{'segment.scatter_add' op expected input of a number (i1 is for min, max and update only), but got 'i1'}}
  %0 = segment.scatter_add %x, %i, %u : (tensor<5xi1>, tensor<4x1xi32>, tensor<4xi1>) -> tensor<5xi1>
  return
}

// -----

// 2.4: quantized scatters are min and max.
func.func @scatter_quantized_add(%x: tensor<5x!quant.uniform<i8:f32, 0.5>>, %i: tensor<4x1xi32>, %u: tensor<4x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{'segment.scatter_sub' op expected input of an unquantized element type (quantized types are for sum, min and max only), but got '!quant.uniform<i8:f32, 5.000000e-01>'}}
  %0 = segment.scatter_sub %x, %i, %u : (tensor<5x!quant.uniform<i8:f32, 0.5>>, tensor<4x1xi32>, tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<5x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// 2.4: quantized scatters are min and max.
func.func @scatter_quantized_update(%x: tensor<5x!quant.uniform<i8:f32, 0.5>>, %i: tensor<4x1xi32>, %u: tensor<4x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{'segment.scatter_update' op expected input of an unquantized element type (quantized types are for sum, min and max only), but got '!quant.uniform<i8:f32, 5.000000e-01>'}}
  %0 = segment.scatter_update %x, %i, %u : (tensor<5x!quant.uniform<i8:f32, 0.5>>, tensor<4x1xi32>, tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<5x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// 2.5: types of indices.
func.func @scatter_index_type(%x: tensor<5xf32>, %i: tensor<4x1xui64>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.scatter_min' op expected indices of i8, i16, i32, i64, ui8, ui16, ui32 or index, but got 'ui64'}}
  %0 = segment.scatter_min %x, %i, %u : (tensor<5xf32>, tensor<4x1xui64>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// 4.17: rank of the indices.
func.func @scatter_indices_rank(%x: tensor<5xf32>, %i: tensor<4xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.scatter_min' op expected indices of rank 2 or more, but got rank 1}}
  %0 = segment.scatter_min %x, %i, %u : (tensor<5xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// 4.17: a depth that is not static.
func.func @scatter_dynamic_depth(%x: tensor<5xf32>, %i: tensor<4x?xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.scatter_min' op expected indices with a static last dimension, but got 'tensor<4x?xi32>'}}
  %0 = segment.scatter_min %x, %i, %u : (tensor<5xf32>, tensor<4x?xi32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// 4.17: a depth above the rank of the input.
func.func @scatter_depth(%x: tensor<5xf32>, %i: tensor<4x2xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.scatter_min' op expected index rows of at most the rank of the input, 1, but got 2 coordinates}}
  %0 = segment.scatter_min %x, %i, %u : (tensor<5xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// 4.17: differing element types.
func.func @scatter_updates_type(%x: tensor<5xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf64>) {
  // expected-error@+1 {{'segment.scatter_min' op expected updates of the input's element type 'f32', but got 'f64'}}
  %0 = segment.scatter_min %x, %i, %u : (tensor<5xf32>, tensor<4x1xi32>, tensor<4xf64>) -> tensor<5xf32>
  return
}

// -----

// 4.17: a wrong updates shape.
func.func @scatter_updates_rank(%x: tensor<5x3xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.scatter_min' op expected updates of shape 'tensor<4x3xf32>' (the index rows, then a slice of the input), but got 'tensor<4xf32>'}}
  %0 = segment.scatter_min %x, %i, %u : (tensor<5x3xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<5x3xf32>
  return
}

// -----

// 4.17: a wrong updates shape.
func.func @scatter_updates_rows(%x: tensor<5x3xf32>, %i: tensor<4x1xi32>, %u: tensor<6x3xf32>) {
  // expected-error@+1 {{'segment.scatter_min' op expected updates of shape 'tensor<4x3xf32>' (the index rows, then a slice of the input), but got 'tensor<6x3xf32>'}}
  %0 = segment.scatter_min %x, %i, %u : (tensor<5x3xf32>, tensor<4x1xi32>, tensor<6x3xf32>) -> tensor<5x3xf32>
  return
}

// -----

// 4.17: a wrong updates shape.
func.func @scatter_updates_slice(%x: tensor<5x3xf32>, %i: tensor<4x1xi32>, %u: tensor<4x2xf32>) {
  // expected-error@+1 {{'segment.scatter_min' op expected updates of shape 'tensor<4x3xf32>' (the index rows, then a slice of the input), but got 'tensor<4x2xf32>'}}
  %0 = segment.scatter_min %x, %i, %u : (tensor<5x3xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<5x3xf32>
  return
}

// -----

// Section 1: shape and type of the input.
func.func @scatter_result(%x: tensor<5x3xf32>, %i: tensor<4x1xi32>, %u: tensor<4x3xf32>) {
  // expected-error@+1 {{'segment.scatter_min' op expected a result of the input's type 'tensor<5x3xf32>', but got 'tensor<?x3xf32>'}}
  %0 = segment.scatter_min %x, %i, %u : (tensor<5x3xf32>, tensor<4x1xi32>, tensor<4x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

// 4.17: nan on anything but min and max.
func.func @scatter_nan(%x: tensor<5xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.scatter_update' op expected no 'nan' policy, which is for min and max only}}
  %0 = segment.scatter_update %x, %i, %u nan<ignore> : (tensor<5xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// 4.17: empty on scatter operations.
func.func @scatter_empty(%x: tensor<5xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.scatter_min' op expected no 'empty' policy: slices that no index names keep the input's value}}
  %0 = segment.scatter_min %x, %i, %u empty<identity> : (tensor<5xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// 4.17: accumulate on anything but sums and products.
func.func @scatter_accumulate_update(%x: tensor<5xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.scatter_update' op expected no 'accumulate' policy, which is for sums, products and means only}}
  %0 = segment.scatter_update %x, %i, %u accumulate<f64> : (tensor<5xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// 4.17: accumulate on anything but floats.
func.func @scatter_accumulate_integers(%x: tensor<5xi32>, %i: tensor<4x1xi32>, %u: tensor<4xi32>) {
  // expected-error@+1 {{'segment.scatter_div' op expected no 'accumulate' policy, which is for floating-point elements only, but got 'i32'}}
  %0 = segment.scatter_div %x, %i, %u accumulate<f64> : (tensor<5xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<5xi32>
  return
}

// -----

// Layouts of someone else.
func.func @scatter_encoding(%x: tensor<5xf32>, %i: tensor<4x1xi32, 1>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'segment.scatter_min' op expected tensors without an encoding, but got 'tensor<4x1xi32, 1 : i64>'}}
  %0 = segment.scatter_min %x, %i, %u : (tensor<5xf32>, tensor<4x1xi32, 1>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// Gathered: the element type of x.
func.func @gather_x_type(%x: tensor<8xi4>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected x of element type f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, complex or !quant.uniform, but got 'i4'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<8xi4>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?xi4>
  return
}

// -----

// Gathered: complex numbers have no order.
func.func @gather_x_order(%x: tensor<8xcomplex<f32>>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_min' op expected x of an ordered element type for min and max, which complex is not, but got 'complex<f32>'}}
  %0 = segment.gather_segment_min %x, %s, %i, %n : (tensor<8xcomplex<f32>>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?xcomplex<f32>>
  return
}

// -----

// Gathered: the type of the row numbers.
func.func @gather_src_type(%x: tensor<8x3xf32>, %s: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected src of i8, i16, i32, i64, ui8, ui16, ui32 or index, but got 'f32'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<8x3xf32>, tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?x3xf32>
  return
}

// -----

// Gathered: the type of the ids.
func.func @gather_ids_type(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xui64>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected ids of i8, i16, i32, i64, ui8, ui16, ui32 or index, but got 'ui64'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xui64>, i32) -> tensor<?x3xf32>
  return
}

// -----

// Gathered: x has rows.
func.func @gather_x_rank(%x: tensor<f32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected x of rank 1 or more, but got rank 0}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<f32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Gathered: ids have a rank.
func.func @gather_ids_rank(%x: tensor<8xf32>, %s: tensor<i32>, %i: tensor<i32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected ids of rank 1 or more, but got rank 0}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<8xf32>, tensor<i32>, tensor<i32>, i32) -> tensor<?xf32>
  return
}

// -----

// Gathered: a row number for each id.
func.func @gather_src_shape(%x: tensor<8x3xf32>, %s: tensor<5xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected src and ids of one shape, but got src 'tensor<5xi32>' and ids 'tensor<4xi32>'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<8x3xf32>, tensor<5xi32>, tensor<4xi32>, i32) -> tensor<?x3xf32>
  return
}

// -----

// Gathered: the ranks of both.
func.func @gather_src_rank(%x: tensor<8x3xf32>, %s: tensor<?x?xi32>, %i: tensor<?xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected src and ids of one shape, but got src 'tensor<?x?xi32>' and ids 'tensor<?xi32>'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<8x3xf32>, tensor<?x?xi32>, tensor<?xi32>, i32) -> tensor<?x3xf32>
  return
}

// -----

// Gathered: truth values have no product.
func.func @gather_weights_i1(%x: tensor<8xi1>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32, %w: tensor<4xi1>) {
  // expected-error@+1 {{'segment.gather_segment_min' op expected no weights, which are for numbers that can be multiplied only, but got x of 'i1'}}
  %0 = segment.gather_segment_min %x, %s, %i, %n weights(%w) : (tensor<8xi1>, tensor<4xi32>, tensor<4xi32>, i32, tensor<4xi1>) -> tensor<?xi1>
  return
}

// -----

// Gathered: quantized numbers neither.
func.func @gather_weights_quantized(%x: tensor<8x!quant.uniform<i8:f32, 0.5>>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32, %w: tensor<4xi8>) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected no weights, which are for numbers that can be multiplied only, but got x of '!quant.uniform<i8:f32, 5.000000e-01>'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n weights(%w) : (tensor<8x!quant.uniform<i8:f32, 0.5>>, tensor<4xi32>, tensor<4xi32>, i32, tensor<4xi8>) -> tensor<?x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// Gathered: the type of the weights.
func.func @gather_weights_type(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32, %w: tensor<4xf64>) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected weights of the element type of x, 'f32', but got 'f64'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n weights(%w) : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, i32, tensor<4xf64>) -> tensor<?x3xf32>
  return
}

// -----

// Gathered: a weight for each id.
func.func @gather_weights_shape(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32, %w: tensor<4x3xf32>) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected weights and ids of one shape, but got weights 'tensor<4x3xf32>' and ids 'tensor<4xi32>'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n weights(%w) : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, i32, tensor<4x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

// Gathered: the type of num_segments.
func.func @gather_count_type(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i16) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected num_segments of i32, i64 or index, but got 'i16'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, i16) -> tensor<?x3xf32>
  return
}

// -----

// Gathered: the element type of the result.
func.func @gather_result_type(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected a result of the element type of x, 'f32', but got 'f64'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?x3xf64>
  return
}

// -----

// Gathered: the rank of the result.
func.func @gather_result_rank(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected a result of the rank of x, 2, but got rank 1}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Gathered: the shape of a row.
func.func @gather_result_row(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected a result whose rows have the shape of those of x, but got x 'tensor<8x3xf32>' and result 'tensor<?x4xf32>'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?x4xf32>
  return
}

// -----

// Gathered: no encodings, on weights neither.
func.func @gather_encoding(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32, %w: tensor<4xf32, 1>) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected tensors without an encoding, but got 'tensor<4xf32, 1 : i64>'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n weights(%w) : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, i32, tensor<4xf32, 1>) -> tensor<?x3xf32>
  return
}

// -----

// Gathered: policies as of the other segment operations.
func.func @gather_nan(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_sum' op expected no 'nan' policy, which is for min and max only}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n nan<ignore> : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?x3xf32>
  return
}

// -----

// Gathered: accumulate.
func.func @gather_accumulate(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{'segment.gather_segment_min' op expected no 'accumulate' policy, which is for sums, products and means only}}
  %0 = segment.gather_segment_min %x, %s, %i, %n accumulate<f64> : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?x3xf32>
  return
}

// -----

// Assembly: sorted comes before the policies.
func.func @gather_order(%x: tensor<8x3xf32>, %s: tensor<4xi32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{expected ':'}}
  %0 = segment.gather_segment_sum %x, %s, %i, %n bounds<drop> sorted : (tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, i32) -> tensor<?x3xf32>
  return
}

// -----

// Assembly: a value that there is not.
func.func @unknown_bounds(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{expected 'bounds' to be error, drop or assume, but got 'clip'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<clip> : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Assembly: a value that there is not.
func.func @unknown_nan(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{expected 'nan' to be propagate or ignore, but got 'drop'}}
  %0 = segment.unsorted_segment_min %d, %i, %n nan<drop> : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Assembly: a value that there is not.
func.func @unknown_empty(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{expected 'empty' to be identity, infinity or zero, but got 'one'}}
  %0 = segment.unsorted_segment_min %d, %i, %n empty<one> : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Assembly: a value that there is not.
func.func @unknown_accumulate(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{expected 'accumulate' to be native or f64, but got 'f32'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n accumulate<f32> : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Assembly: a policy without a value.
func.func @policy_without_value(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{expected '<'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Assembly: a policy given twice.
func.func @policy_twice(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{expected 'bounds' at most once}}
  %0 = segment.unsorted_segment_sum %d, %i, %n bounds<drop> empty<zero> bounds<drop> : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Assembly: a policy that there is not.
func.func @unknown_policy(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{expected ':'}}
  %0 = segment.unsorted_segment_sum %d, %i, %n order<any> : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// Assembly: an operand too few.
func.func @missing_num_segments(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{expected ','}}
  %0 = segment.unsorted_segment_sum %d, %i : (tensor<4xf32>, tensor<4xi32>) -> tensor<?xf32>
  return
}

// -----

// Assembly: a type too few.
func.func @missing_type(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{number of operands and types do not match: got 3 operands and 2 types}}
  %0 = segment.unsorted_segment_sum %d, %i, %n : (tensor<4xf32>, tensor<4xi32>) -> tensor<?xf32>
  return
}

// -----

// Generic form: an attribute of another kind.
func.func @wrong_property(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{Invalid attribute `bounds` in property conversion: 1 : i32}}
  %0 = "segment.unsorted_segment_sum"(%d, %i, %n) <{bounds = 1 : i32}> : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}

// -----

// An operation that there is not.
func.func @unknown_op(%d: tensor<4xf32>, %i: tensor<4xi32>, %n: i32) {
  // expected-error@+1 {{custom op 'segment.segment_median' is unknown}}
  %0 = segment.segment_median %d, %i, %n : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<?xf32>
  return
}
