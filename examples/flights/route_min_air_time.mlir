//===- route_min_air_time.mlir - From each origin to each destination -----===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// %route holds [origin, destination] of each flight, an index into a table of
// %origins x %destinations; %air_time its minutes in the air, NaN where they
// aren't known. The table starts from 10,000 minutes, so that is what a route
// without any known air time keeps: a NaN never replaces the table's value
// under nan<ignore>.
//
// The ops of other dialects around it are compiled together with ours.
//
//===----------------------------------------------------------------------===//

func.func @route_min_air_time(%air_time: tensor<?xf32>, %route: tensor<?x2xi32>,
                              %origins: i32, %destinations: i32) -> tensor<?x?xf32> {
  %start = arith.constant 10000.0 : f32
  %rows = arith.index_cast %origins : i32 to index
  %columns = arith.index_cast %destinations : i32 to index
  %table = tensor.splat %start[%rows, %columns] : tensor<?x?xf32>
  %min = segment.scatter_min %table, %route, %air_time nan<ignore>
      : (tensor<?x?xf32>, tensor<?x2xi32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %min : tensor<?x?xf32>
}
