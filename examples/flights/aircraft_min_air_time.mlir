//===- aircraft_min_air_time.mlir - Each aircraft's shortest flight -------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// %air_time holds the minutes each flight spent in the air, NaN where that
// isn't known (the flight was cancelled or diverted); %aircraft the number of
// its aircraft, -1 where that isn't known.
//
// With nan<ignore> an unknown air time takes part only where there is no known
// one: an aircraft none of whose air times is known shows as NaN. It isn't
// mistaken for a number without any flight, which would show the largest f32:
// emptiness is a matter of the ids alone.
//
//===----------------------------------------------------------------------===//

func.func @aircraft_min_air_time(%air_time: tensor<?xf32>, %aircraft: tensor<?xi32>,
                                 %n: i32) -> tensor<?xf32> {
  %min = segment.unsorted_segment_min %air_time, %aircraft, %n nan<ignore>
      : (tensor<?xf32>, tensor<?xi32>, i32) -> tensor<?xf32>
  return %min : tensor<?xf32>
}
