// Segment operations as a check, and a fold with its start and finish.

// RUN: segment-opt %s -split-input-file -segment-decompose | FileCheck %s

// The whole of it: no finish, since the accumulator is the result. What `outs` holds
// is not read.
// CHECK-LABEL: func @sum
// CHECK-SAME: %[[DATA:.*]]: tensor<?x64xf32>, %[[IDS:.*]]: tensor<?xi32>, %[[N:.*]]: i32
// CHECK-NEXT: %[[ROWS:.*]], %[[NUM:.*]] = segment.check_segments "segment.unsorted_segment_sum" ids(%[[IDS]] : tensor<?xi32>) data(%[[DATA]] : tensor<?x64xf32>) num_segments(%[[N]] : i32) {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808, 64>}
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[NUM]]) : tensor<?x64xf32>
// CHECK-NEXT: %[[SUM:.*]] = segment.reduce_by_key kinds [add]{{$}}
// CHECK-NEXT:   keys(%[[IDS]] : tensor<?xi32>) rows(%[[ROWS]])
// CHECK-NEXT:   ins(%[[DATA]] (n, d) : tensor<?x64xf32>)
// CHECK-NEXT:   outs(%[[EMPTY]] : tensor<?x64xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
// CHECK-NEXT:   segment.yield %[[X]] : f32
// CHECK-NEXT: } start {
// CHECK-NEXT: ^bb0(%{{.*}}: f32):
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   segment.yield %[[ZERO]] : f32
// CHECK-NEXT: } -> tensor<?x64xf32>
// CHECK-NEXT: return %[[SUM]]
func.func @sum(%data: tensor<?x64xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x64xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x64xf32>, tensor<?xi32>, i32) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// The first form: sorted, no num_segments. Rows that are scalars have no columns.
// Products start from 1, also in the empty segments of the first form.
// CHECK-LABEL: func @prod_v1
// CHECK-SAME: %[[DATA:.*]]: tensor<8xi16>, %[[IDS:.*]]: tensor<8xindex>
// CHECK: %[[ROWS:.*]], %[[NUM:.*]] = segment.check_segments "segment.segment_prod" sorted ids(%[[IDS]] : tensor<8xindex>) data(%[[DATA]] : tensor<8xi16>) {element_bytes = 2 : i64, result_shape = array<i64: -9223372036854775808>}
// CHECK: segment.reduce_by_key kinds [mul] sorted
// CHECK-NEXT: keys(%[[IDS]] : tensor<8xindex>) rows(%[[ROWS]])
// CHECK-NEXT: ins(%[[DATA]] (n) : tensor<8xi16>)
// CHECK: } start {
// CHECK: %[[ONE:.*]] = arith.constant 1 : i16
// CHECK-NEXT: segment.yield %[[ONE]] : i16
func.func @prod_v1(%data: tensor<8xi16>, %ids: tensor<8xindex>) -> tensor<?xi16> {
  %0 = segment.segment_prod %data, %ids : (tensor<8xi16>, tensor<8xindex>) -> tensor<?xi16>
  return %0 : tensor<?xi16>
}

// -----

// Dimensions of ids and of a row are collapsed, and the result expanded again; a
// static number of segments is used as such.
// CHECK-LABEL: func @ranks
// CHECK-SAME: %[[DATA:.*]]: tensor<2x?x3x?xf32>, %[[IDS:.*]]: tensor<2x?xi64>
// CHECK: segment.check_segments "segment.segment_sum_v2" sorted bounds<drop> {{.*}} {element_bytes = 4 : i64, result_shape = array<i64: 5, 3, -9223372036854775808>}
// CHECK: %[[LAST:.*]] = tensor.dim %[[DATA]], %{{.*}} : tensor<2x?x3x?xf32>
// CHECK: %[[ROWS2:.*]] = tensor.collapse_shape %[[DATA]] {{\[\[}}0, 1], [2, 3]] : tensor<2x?x3x?xf32> into tensor<?x?xf32>
// CHECK: %[[KEYS:.*]] = tensor.collapse_shape %[[IDS]] {{\[\[}}0, 1]] : tensor<2x?xi64> into tensor<?xi64>
// CHECK: %[[COLUMNS:.*]] = tensor.dim %[[ROWS2]], %{{.*}} : tensor<?x?xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[COLUMNS]]) : tensor<5x?xf32>
// CHECK: %[[SUM:.*]] = segment.reduce_by_key kinds [add] sorted
// CHECK-NEXT: keys(%[[KEYS]] : tensor<?xi64>)
// CHECK-NEXT: ins(%[[ROWS2]] (n, d) : tensor<?x?xf32>)
// CHECK-NEXT: outs(%[[EMPTY]] : tensor<5x?xf32>)
// CHECK: %[[RESULT:.*]] = tensor.expand_shape %[[SUM]] {{\[\[}}0], [1, 2]] output_shape [5, 3, %[[LAST]]] : tensor<5x?xf32> into tensor<5x3x?xf32>
// CHECK: return %[[RESULT]]
func.func @ranks(%data: tensor<2x?x3x?xf32>, %ids: tensor<2x?xi64>, %n: i64) -> tensor<5x3x?xf32> {
  %0 = segment.segment_sum_v2 %data, %ids, %n bounds<drop> : (tensor<2x?x3x?xf32>, tensor<2x?xi64>, i64) -> tensor<5x3x?xf32>
  return %0 : tensor<5x3x?xf32>
}

// -----

// Ids of rank 0: the whole data is one row.
// CHECK-LABEL: func @one_row
// CHECK-SAME: %[[DATA:.*]]: tensor<4xi32>, %[[ID:.*]]: tensor<i32>
// CHECK: tensor.expand_shape %[[DATA]] {{\[\[}}0, 1]] output_shape [1, 4] : tensor<4xi32> into tensor<1x4xi32>
// CHECK: %[[KEYS:.*]] = tensor.expand_shape %[[ID]] [] output_shape [1] : tensor<i32> into tensor<1xi32>
// CHECK: segment.reduce_by_key kinds [add]
// CHECK-NEXT: keys(%[[KEYS]] : tensor<1xi32>)
func.func @one_row(%data: tensor<4xi32>, %id: tensor<i32>, %n: index) -> tensor<?x4xi32> {
  %0 = segment.unsorted_segment_sum %data, %id, %n : (tensor<4xi32>, tensor<i32>, index) -> tensor<?x4xi32>
  return %0 : tensor<?x4xi32>
}

// -----

// Wider accumulators (clause 3.4): f32 for 16-bit floats, rounded once at the end.
// Nothing but the result is allocated.
// CHECK-LABEL: func @sum_bf16
// CHECK: element_bytes = 2
// CHECK: segment.reduce_by_key kinds [add]
// CHECK: outs(%{{.*}} : tensor<?xbf16>) {
// CHECK: ^bb0(%[[X:.*]]: bf16):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[X]] : bf16 to f32
// CHECK-NEXT: segment.yield %[[WIDE]] : f32
// CHECK-NEXT: } start {
// CHECK-NEXT: ^bb0(%{{.*}}: bf16):
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: segment.yield %[[ZERO]] : f32
// CHECK-NEXT: } finish {
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32):
// CHECK-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[ACC]] : f32 to bf16
// CHECK-NEXT: segment.yield %[[ROUNDED]] : bf16
// CHECK-NEXT: } -> tensor<?xbf16>
func.func @sum_bf16(%data: tensor<?xbf16>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xbf16> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?xbf16>, tensor<?xi32>, i32) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// CHECK-LABEL: func @sum_bf16_native
// CHECK-NOT: arith.extf
// CHECK: segment.reduce_by_key kinds [add]
// CHECK: outs(%{{.*}} : tensor<?xbf16>)
// CHECK-NOT: finish
// CHECK: return
func.func @sum_bf16_native(%data: tensor<?xbf16>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xbf16> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n accumulate<native> : (tensor<?xbf16>, tensor<?xi32>, i32) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// Through f32 rounded to odd, since two roundings to nearest are not one.
// CHECK-LABEL: func @sum_f16_f64
// CHECK: element_bytes = 2
// CHECK: arith.extf %{{.*}} : f16 to f64
// CHECK: } finish {
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: %[[ODD:.*]] = arith.ori
// CHECK: arith.select %{{.*}}, %[[ODD]]
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @sum_f16_f64(%data: tensor<?xf16>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xf16> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n accumulate<f64> : (tensor<?xf16>, tensor<?xi32>, i32) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// -----

// Means: exact sum and count in one walk, one division (clause 3.5). Unsigned data
// and ids stay unsigned in what reads them.
// CHECK-LABEL: func @mean_ui64
// CHECK-SAME: %[[DATA:.*]]: tensor<?x4xui64>, %[[IDS:.*]]: tensor<?xui16>
// CHECK-NEXT: %[[STORED:.*]] = tensor.bitcast %[[DATA]] : tensor<?x4xui64> to tensor<?x4xi64>
// CHECK-NEXT: %[[KEYS:.*]] = tensor.bitcast %[[IDS]] : tensor<?xui16> to tensor<?xi16>
// CHECK: segment.check_segments "segment.unsorted_segment_mean" unsigned_ids {{.*}} {element_bytes = 8
// CHECK: %[[EMPTY:.*]] = tensor.empty
// CHECK: %[[MEAN:.*]] = segment.reduce_by_key kinds [add, add] unsigned_keys
// CHECK-NEXT: keys(%[[KEYS]] : tensor<?xi16>)
// CHECK-NEXT: ins(%[[STORED]] (n, d) : tensor<?x4xi64>)
// CHECK-NEXT: outs(%[[EMPTY]] : tensor<?x4xi64>) attributes {row_accumulators = array<i64: 1>} {
// CHECK-NEXT: ^bb0(%[[X:.*]]: i64):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extui %[[X]] : i64 to i128
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK-NEXT: segment.yield %[[WIDE]], %[[ONE]] : i128, i64
// CHECK-NEXT: } start {
// CHECK: %[[SUM0:.*]] = arith.constant 0 : i128
// CHECK: %[[COUNT0:.*]] = arith.constant 0 : i64
// CHECK: segment.yield %[[SUM0]], %[[COUNT0]] : i128, i64
// CHECK-NEXT: } finish {
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: i128, %[[COUNT:.*]]: i64):
// CHECK: %[[AT_LEAST_1:.*]] = arith.maxsi %[[COUNT]]
// CHECK: %[[DIVISOR:.*]] = arith.extui %[[AT_LEAST_1]] : i64 to i128
// CHECK: %[[QUOTIENT:.*]] = arith.divui %[[SUM]], %[[DIVISOR]] : i128
// CHECK: arith.trunci %[[QUOTIENT]] : i128 to i64
// CHECK: tensor.bitcast %[[MEAN]] : tensor<?x4xi64> to tensor<?x4xui64>
func.func @mean_ui64(%data: tensor<?x4xui64>, %ids: tensor<?xui16>, %n: i32) -> tensor<?x4xui64> {
  %0 = segment.unsorted_segment_mean %data, %ids, %n : (tensor<?x4xui64>, tensor<?xui16>, i32) -> tensor<?x4xui64>
  return %0 : tensor<?x4xui64>
}

// CHECK-LABEL: func @mean_i8
// CHECK: arith.extsi %{{.*}} : i8 to i64
// CHECK: arith.divsi {{.*}} : i64
func.func @mean_i8(%data: tensor<?xi8>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xi8> {
  %0 = segment.unsorted_segment_mean %data, %ids, %n : (tensor<?xi8>, tensor<?xi32>, i32) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func @mean_complex
// CHECK: segment.reduce_by_key kinds [add, add]
// CHECK: } finish {
// CHECK: %[[RE:.*]] = complex.re
// CHECK: %[[IM:.*]] = complex.im
// CHECK: arith.divf %[[RE]]
// CHECK: arith.divf %[[IM]]
// CHECK: complex.create
func.func @mean_complex(%data: tensor<?xcomplex<f32>>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xcomplex<f32>> {
  %0 = segment.unsorted_segment_mean %data, %ids, %n : (tensor<?xcomplex<f32>>, tensor<?xi32>, i32) -> tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}

// A count a row, which the columns share; without columns nothing is allocated for
// it, however many segments there are.
// CHECK-LABEL: func @mean_columns
// CHECK-COUNT-1: tensor.empty
// CHECK-NOT: tensor.empty
// CHECK: segment.reduce_by_key kinds [add, add]
// CHECK: outs(%{{.*}} : tensor<?x?xf32>) attributes {row_accumulators = array<i64: 1>}
// CHECK: } finish {
// CHECK: arith.divf
// CHECK: -> tensor<?x?xf32>
func.func @mean_columns(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_mean %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Float minima fold integers of the same order, from a start that no float maps
// to (clauses 3.1 and 3.3): a NaN is the least, so it wins.
// CHECK-LABEL: func @min_f32
// CHECK: segment.reduce_by_key kinds [min]
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK: %[[ORDERED:.*]] = arith.xori %[[BITS]]
// CHECK: %[[NAN:.*]] = arith.constant -2147483648 : i32
// CHECK: %[[VALUE:.*]] = arith.select %{{.*}}, %[[NAN]], %[[ORDERED]] : i32
// CHECK: segment.yield %[[VALUE]] : i32
// CHECK: } start {
// CHECK: %[[START:.*]] = arith.constant 2147483647 : i32
// CHECK: segment.yield %[[START]] : i32
// CHECK: } finish {
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: i32):
// CHECK: %[[UNTOUCHED:.*]] = arith.constant 2147483647 : i32
// CHECK: %[[ISEMPTY:.*]] = arith.cmpi eq, %[[ACC]], %[[UNTOUCHED]] : i32
// CHECK: %[[MIN:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: %[[LARGEST:.*]] = arith.constant 3.40282347E+38 : f32
// CHECK: arith.select %[[ISEMPTY]], %[[LARGEST]], %[[MIN]] : f32
func.func @min_f32(%data: tensor<?xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// With nan<ignore> a NaN is beyond infinity, but not the start value (clause 3.2).
// CHECK-LABEL: func @max_f64_ignore
// CHECK: segment.reduce_by_key kinds [max]
// CHECK: %[[NAN:.*]] = arith.constant -9221120237041090561 : i64
// CHECK: arith.select %{{.*}}, %[[NAN]]
// CHECK: } start {
// CHECK: %[[START:.*]] = arith.constant -9223372036854775808 : i64
// CHECK: segment.yield %[[START]] : i64
// CHECK: } finish {
// CHECK: %[[SHOWN:.*]] = arith.constant 0xFFF0000000000000 : f64
// CHECK: arith.select %{{.*}}, %[[SHOWN]]
func.func @max_f64_ignore(%data: tensor<?xf64>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xf64> {
  %0 = segment.unsorted_segment_max %data, %ids, %n nan<ignore> empty<infinity> : (tensor<?xf64>, tensor<?xi32>, i32) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// The first form shows 0.
// CHECK-LABEL: func @min_f16_v1
// CHECK: } start {
// CHECK: %[[START:.*]] = arith.constant 32767 : i16
// CHECK: segment.yield %[[START]] : i16
// CHECK: } finish {
// CHECK: %[[SHOWN:.*]] = arith.constant 0.000000e+00 : f16
// CHECK: arith.select %{{.*}}, %[[SHOWN]]
func.func @min_f16_v1(%data: tensor<?xf16>, %ids: tensor<?xi32>) -> tensor<?xf16> {
  %0 = segment.segment_min %data, %ids : (tensor<?xf16>, tensor<?xi32>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// -----

// Integers start from the identity, which is what empty segments show.
// CHECK-LABEL: func @min_i32
// CHECK: segment.reduce_by_key kinds [min]
// CHECK: } start {
// CHECK: %[[START:.*]] = arith.constant 2147483647 : i32
// CHECK: segment.yield %[[START]] : i32
// CHECK-NOT: finish
// CHECK: return
func.func @min_i32(%data: tensor<?xi32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xi32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<?xi32>, tensor<?xi32>, i32) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// With empty<zero> a flag tells them, not a value that data can take.
// CHECK-LABEL: func @min_i32_v1
// CHECK: segment.reduce_by_key kinds [min, maxu] sorted
// CHECK: %[[FLAG:.*]] = arith.constant 1 : i8
// CHECK: segment.yield %{{.*}}, %[[FLAG]] : i32, i8
// CHECK: } start {
// CHECK: %[[NONE:.*]] = arith.constant 0 : i8
// CHECK: segment.yield %{{.*}}, %[[NONE]] : i32, i8
// CHECK: } finish {
// CHECK-NEXT: ^bb0(%[[MIN:.*]]: i32, %[[TOUCHED:.*]]: i8):
// CHECK: %[[ISEMPTY:.*]] = arith.cmpi eq, %[[TOUCHED]], %{{.*}} : i8
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: arith.select %[[ISEMPTY]], %[[ZERO]], %[[MIN]] : i32
func.func @min_i32_v1(%data: tensor<?xi32>, %ids: tensor<?xi32>) -> tensor<?xi32> {
  %0 = segment.segment_min %data, %ids : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// The maximum of unsigned integers starts from 0: no flag is needed.
// CHECK-LABEL: func @max_ui8_v1
// CHECK: segment.reduce_by_key kinds [maxu] sorted
// CHECK: } start {
// CHECK: %[[START:.*]] = arith.constant 0 : i8
// CHECK: segment.yield %[[START]] : i8
// CHECK-NOT: finish
// CHECK: return
func.func @max_ui8_v1(%data: tensor<?xui8>, %ids: tensor<?xi32>) -> tensor<?xui8> {
  %0 = segment.segment_max %data, %ids : (tensor<?xui8>, tensor<?xi32>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// Booleans are unsigned: false < true.
// CHECK-LABEL: func @min_i1
// CHECK: segment.reduce_by_key kinds [minu]
// CHECK: } start {
// CHECK: %[[START:.*]] = arith.constant true
// CHECK: segment.yield %[[START]] : i1
func.func @min_i1(%data: tensor<?xi1>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xi1> {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<?xi1>, tensor<?xi32>, i32) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// -----

// Quantized: exact sums of distances from the zero point, saturated once (2.4).
!narrow = !quant.uniform<i8<-127:127>:f32, 0.5:3>
// CHECK-LABEL: func @sum_quantized
// CHECK: quant.scast %{{.*}} : tensor<?x!quant.uniform<i8<-127:127>:f32, 5.000000e-01:3>> to tensor<?xi8>
// CHECK: segment.reduce_by_key kinds [add]
// CHECK: %[[WIDE:.*]] = arith.extsi %{{.*}} : i8 to i64
// CHECK: %[[ZEROPOINT:.*]] = arith.constant 3 : i64
// CHECK: arith.subi %[[WIDE]], %[[ZEROPOINT]] : i64
// CHECK: } finish {
// CHECK: %[[HIGH:.*]] = arith.constant 124 : i64
// CHECK: arith.minsi %{{.*}}, %[[HIGH]]
// CHECK: %[[LOW:.*]] = arith.constant -130 : i64
// CHECK: arith.maxsi %{{.*}}, %[[LOW]]
// CHECK: arith.addi
// CHECK: arith.trunci %{{.*}} : i64 to i8
// CHECK: quant.scast %{{.*}} : tensor<?xi8> to tensor<?x!quant.uniform<i8<-127:127>:f32, 5.000000e-01:3>>
func.func @sum_quantized(%data: tensor<?x!narrow>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x!narrow> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x!narrow>, tensor<?xi32>, i32) -> tensor<?x!narrow>
  return %0 : tensor<?x!narrow>
}

// The identity is the end of the storage range.
// CHECK-LABEL: func @min_quantized
// CHECK: segment.reduce_by_key kinds [min]
// CHECK: } start {
// CHECK: %[[START:.*]] = arith.constant 127 : i8
// CHECK: segment.yield %[[START]] : i8
func.func @min_quantized(%data: tensor<?x!narrow>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x!narrow> {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<?x!narrow>, tensor<?xi32>, i32) -> tensor<?x!narrow>
  return %0 : tensor<?x!narrow>
}

// -----

// The promise is handed to the check; the keys are still compared: rows of sorted
// operations may be past the end (clause 4.5), those of unsorted ones below 0 (4.1).
// CHECK-LABEL: func @assume
// CHECK: segment.check_segments "segment.unsorted_segment_sum" bounds<assume>
// CHECK: segment.reduce_by_key kinds [add]{{$}}
func.func @assume(%data: tensor<?xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n bounds<assume> : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// What the operation's type says more than its operands do is kept.
// CHECK-LABEL: func @static_result
// CHECK: %[[SUM:.*]] = segment.reduce_by_key
// CHECK: outs(%{{.*}} : tensor<3x4xf32>)
// CHECK-NOT: tensor.cast
// CHECK: return %[[SUM]]
func.func @static_result(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<3x4xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i32) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// Rows without elements leave nothing to fold, however many segments there are.
// CHECK-LABEL: func @no_columns
// CHECK: %{{.*}}, %[[NUM:.*]] = segment.check_segments
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[NUM]]) : tensor<?x0xf32>
// CHECK-NOT: segment.reduce_by_key
// CHECK: return %[[EMPTY]]
func.func @no_columns(%data: tensor<?x0xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x0xf32> {
  %0 = segment.unsorted_segment_mean %data, %ids, %n : (tensor<?x0xf32>, tensor<?xi32>, i32) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}
