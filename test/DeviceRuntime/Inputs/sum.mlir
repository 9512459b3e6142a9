func.func @sum(%data: tensor<?x2xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x2xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n
     : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
