// RUN: not segment-opt %s -segment-override-bounds=bounds=ignore 2>&1 | FileCheck %s

// CHECK: override-bounds-errors.mlir:{{[0-9]+}}:{{[0-9]+}}: error: segment-override-bounds: expected bounds=error, drop or assume, but got 'ignore'
module {
}
