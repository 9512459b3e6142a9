func.func @min(%data: tensor<?x64xf32>, %ids: tensor<?xi64>) -> tensor<?x64xf32> {
  %0 = segment.segment_min %data, %ids : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}
