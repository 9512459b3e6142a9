// The dialect, the passes and the pipelines in the stock mlir-opt.

// The stock mlir-opt can't load a plugin that needs a sanitizer's run time.
// UNSUPPORTED: sanitizer

// RUN: mlir-opt --load-dialect-plugin=%segment_lib_dir/SegmentPlugin%shlibext %s | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%segment_lib_dir/SegmentPlugin%shlibext \
// RUN:   --load-pass-plugin=%segment_lib_dir/SegmentPlugin%shlibext %s \
// RUN:   --pass-pipeline="builtin.module(segment-to-llvm-pipeline{runtime=assert})" \
// RUN: | FileCheck %s --check-prefix=LLVM --implicit-check-not=segment.
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=ABSENT

// CHECK-LABEL: func.func @min
// CHECK: segment.unsorted_segment_min
// LLVM: llvm.func @min
// ABSENT: error: {{.*}}segment
func.func @min(%data: tensor<?x4xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
