// RUN: not segment-opt %s -segment-checks-to-loops=vector-bits=100 2>&1 | FileCheck %s
// CHECK: checks-to-loops-errors.mlir:{{[0-9]+}}:{{[0-9]+}}: error: segment-checks-to-loops: expected vector-bits=128, 256 or 512, but got 100

func.func @none() {
  return
}
