// What docs/Kernels.md has the kernels of: with and without columns, sorted and not,
// accumulators of each form, several at once.

func.func @sum(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @half_sum(%data: tensor<?x?xbf16>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xbf16> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x?xbf16>, tensor<?xi32>, i64) -> tensor<?x?xbf16>
  return %0 : tensor<?x?xbf16>
}
func.func @double_sum(%data: tensor<?x?xf64>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xf64> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x?xf64>, tensor<?xi32>, i64) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @long_sum(%data: tensor<?x?xi64>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xi64> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x?xi64>, tensor<?xi32>, i64) -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}
func.func @mean(%data: tensor<?x?xf16>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xf16> {
  %0 = segment.unsorted_segment_mean %data, %ids, %n : (tensor<?x?xf16>, tensor<?xi32>, i64) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}
func.func @min(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @double_max(%data: tensor<?x?xf64>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xf64> {
  %0 = segment.unsorted_segment_max %data, %ids, %n : (tensor<?x?xf64>, tensor<?xi32>, i64) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @byte_max(%data: tensor<?x?xui8>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xui8> {
  %0 = segment.unsorted_segment_max %data, %ids, %n : (tensor<?x?xui8>, tensor<?xi32>, i64) -> tensor<?x?xui8>
  return %0 : tensor<?x?xui8>
}
func.func @product(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_prod %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @rows_sum(%data: tensor<?xf32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?xf32>, tensor<?xi32>, i64) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @rows_mean(%data: tensor<?xbf16>, %ids: tensor<?xi32>, %n: i64) -> tensor<?xbf16> {
  %0 = segment.unsorted_segment_mean %data, %ids, %n : (tensor<?xbf16>, tensor<?xi32>, i64) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}
func.func @rows_complex(%data: tensor<?xcomplex<f64>>, %ids: tensor<?xi32>, %n: i64) -> tensor<?xcomplex<f64>> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?xcomplex<f64>>, tensor<?xi32>, i64) -> tensor<?xcomplex<f64>>
  return %0 : tensor<?xcomplex<f64>>
}
func.func @rows_sorted(%data: tensor<?xf64>, %ids: tensor<?xi32>, %n: i64) -> tensor<?xf64> {
  %0 = segment.segment_sum_v2 %data, %ids, %n : (tensor<?xf64>, tensor<?xi32>, i64) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func @sorted_sum(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xf32> {
  %0 = segment.segment_sum_v2 %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @sorted_min(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xf32> {
  %0 = segment.segment_min_v2 %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @sorted_mean(%data: tensor<?x?xi64>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xi64> {
  %0 = segment.segment_mean_v2 %data, %ids, %n : (tensor<?x?xi64>, tensor<?xi32>, i64) -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}
func.func @gather(%x: tensor<?x8xf32>, %from: tensor<?xi32>, %ids: tensor<?xi32>, %n: i64, %w: tensor<?xf32>) -> tensor<?x8xf32> {
  %0 = segment.gather_segment_sum %x, %from, %ids, %n weights(%w)
     : (tensor<?x8xf32>, tensor<?xi32>, tensor<?xi32>, i64, tensor<?xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
func.func @several(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i64) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = segment.segment_sum_v2 %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  %1 = segment.segment_min_v2 %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  %2 = segment.segment_max_v2 %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  %3 = segment.segment_mean_v2 %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
