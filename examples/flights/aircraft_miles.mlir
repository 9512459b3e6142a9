//===- aircraft_miles.mlir - The miles that each aircraft flew ------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// %miles holds the distance of each flight, %aircraft the number of its
// aircraft in 0 ... %n - 1, in no order. A flight whose aircraft isn't known
// carries -1 and counts nowhere; a number >= %n is an error.
//
//===----------------------------------------------------------------------===//

func.func @aircraft_miles(%miles: tensor<?xi64>, %aircraft: tensor<?xi32>,
                          %n: i32) -> tensor<?xi64> {
  %sum = segment.unsorted_segment_sum %miles, %aircraft, %n
      : (tensor<?xi64>, tensor<?xi32>, i32) -> tensor<?xi64>
  return %sum : tensor<?xi64>
}
