// Functions of which the tests call one or another.
func.func @f(%data: tensor<?x4xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @two(%data: tensor<?xf32>, %ids: tensor<?xi32>, %n: i32) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
  %1 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func @echo(%data: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %data : tensor<?x?xf32>
}
func.func private @hidden(%x: i32) -> i32 {
  return %x : i32
}
func.func @vector(%x: vector<4xf32>) -> vector<4xf32> {
  return %x : vector<4xf32>
}
