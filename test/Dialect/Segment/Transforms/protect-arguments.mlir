// RUN: segment-opt %s -segment-protect-arguments | FileCheck %s

// CHECK: func.func @public(%{{.*}}: tensor<?xf32> {bufferization.writable = false, segment.read_only}, %{{.*}}: tensor<?xf32> {bufferization.writable = true}, %{{.*}}: i32, %{{.*}}: memref<?xf32>, %{{.*}}: tensor<*xf32> {bufferization.writable = false, my.other, segment.read_only}) {
func.func @public(%x: tensor<?xf32>, %y: tensor<?xf32> {bufferization.writable = true}, %n: i32, %m: memref<?xf32>, %u: tensor<*xf32> {my.other}) {
  return
}

// What only the module calls may be written, if bufferization finds it dead.
// CHECK: func.func private @private(%{{.*}}: tensor<?xf32>) {
func.func private @private(%x: tensor<?xf32>) {
  return
}

// A declaration has no body to protect them from.
// CHECK: func.func private @external(tensor<?xf32>)
func.func private @external(tensor<?xf32>)
