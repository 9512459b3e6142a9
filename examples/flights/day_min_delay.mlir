//===- day_min_delay.mlir - The smallest departure delay of each day ------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// %delay holds the departure delay of each flight in minutes, NaN where it
// isn't known; %day its day of the year, counted from 0, in rising order. Row d
// of the result is the smallest delay of day d; there are `last day + 1` rows,
// and a day without flights shows 0.
//
// Days that fall, as when the rows come in another order, are an error that
// names the place: a sorted op doesn't sort.
//
//===----------------------------------------------------------------------===//

// One unknown delay makes its day unknown.
func.func @propagate(%delay: tensor<?xf32>, %day: tensor<?xi64>) -> tensor<?xf32> {
  %min = segment.segment_min %delay, %day
      : (tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %min : tensor<?xf32>
}

// The smallest of the known delays; NaN where a day's flights have none.
func.func @ignore(%delay: tensor<?xf32>, %day: tensor<?xi64>) -> tensor<?xf32> {
  %min = segment.segment_min %delay, %day nan<ignore>
      : (tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %min : tensor<?xf32>
}
