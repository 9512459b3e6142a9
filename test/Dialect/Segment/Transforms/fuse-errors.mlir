// What segment-fuse is told wrongly.

// RUN: not segment-opt %s -segment-fuse=max-accumulators=0 2>&1 | FileCheck %s
// CHECK: error: segment-fuse: expected max-accumulators of at least 1, but got 0
module {}
