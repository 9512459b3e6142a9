// From surface operations to the host's LLVM dialect and PTX.

// DEFINE: %{never} = --implicit-check-not=membar --implicit-check-not=fence. --implicit-check-not=fma. --implicit-check-not=.sys.
// RUN: segment-opt %s -segment-to-nvvm-pipeline=chip=sm_75 | FileCheck %s -DCHIP=sm_75 %{never} --check-prefixes=CHECK,OLD
// RUN: segment-opt %s -segment-to-nvvm-pipeline=chip=sm_80 | FileCheck %s -DCHIP=sm_80 %{never} --check-prefixes=CHECK,OLD
// RUN: segment-opt %s -segment-to-nvvm-pipeline=chip=sm_86 | FileCheck %s -DCHIP=sm_86 %{never} --check-prefixes=CHECK,OLD
// RUN: segment-opt %s -segment-to-nvvm-pipeline=chip=sm_89 | FileCheck %s -DCHIP=sm_89 %{never} --check-prefixes=CHECK,OLD
// RUN: segment-opt %s -segment-to-nvvm-pipeline=chip=sm_90 | FileCheck %s -DCHIP=sm_90 %{never} --check-prefixes=CHECK,NEW
// RUN: segment-opt %s -segment-to-nvvm-pipeline=chip=sm_100 | FileCheck %s -DCHIP=sm_100 %{never} --check-prefixes=CHECK,NEW
// RUN: segment-opt %s -segment-to-nvvm-pipeline=chip=sm_120 | FileCheck %s -DCHIP=sm_120 %{never} --check-prefixes=CHECK,NEW
// RUN: segment-opt %s -segment-to-nvvm-pipeline=format=llvm | FileCheck %s --check-prefix=BITCODE
// RUN: segment-opt %s -segment-to-nvvm-pipeline=deterministic | FileCheck %s --check-prefix=DETERMINISTIC

// The host: a failed check ends the call; launches are left to the translation.
// CHECK: gpu.container_module
// CHECK: llvm.func @sum(
// CHECK: llvm.call @segment_rt_report(
// CHECK: llvm.call @segment_rt_device_alloc(
// CHECK: gpu.launch_func @segment_kernels::@sum_0_start blocks in
// CHECK: gpu.launch_func @segment_kernels::@sum_0_fold blocks in
// CHECK: llvm.func @segment_entry_sum(
// CHECK-COUNT-2: llvm.call @segment_rt_device_argument(
// CHECK: llvm.call @sum(
// CHECK-NEXT: llvm.call @segment_rt_check_launches(
// CHECK-NOT: segment_rt_device_argument_back
// CHECK: llvm.call @segment_rt_device_result(

// One binary for all kernels. Sums and minima are the hardware's reductions, products
// are compared and swapped at the device's scope, and there are neither fences nor
// multiplications that are contracted with additions. Vectors are loaded at once; four
// floats are added at once where the chip can.
// CHECK: gpu.binary @segment_kernels [#gpu.object<#nvvm.target<O = 3, chip = "[[CHIP]]"
// CHECK-SAME: .target [[CHIP]]
// CHECK-SAME: .visible .entry sum_0_fold_vector(
// CHECK-SAME: .minnctapersm 1
// CHECK-SAME: ld.global.v{{4.b32|2.b64}}
// NEW-SAME: red.relaxed.gpu.global.add.v4.f32
// OLD-SAME: atom.global.add.f32
// CHECK-SAME: .visible .entry sum_0_fold_shared(
// CHECK-SAME: bar{{(rier)?}}.sync
// CHECK-SAME: atom.shared.add.f32
// CHECK-SAME: bar{{(rier)?}}.sync
// CHECK-SAME: atom.global.add.f32
// CHECK-SAME: .visible .entry sum_0_fold(
// CHECK-SAME: atom.global.add.f32
// CHECK-SAME: .visible .entry min_1_fold(
// CHECK-SAME: atom.global.min.s32
// CHECK-SAME: .visible .entry max_2_fold(
// CHECK-SAME: atom.global.max.s64
// CHECK-SAME: .visible .entry bytes_3_fold(
// CHECK-SAME: atom.global.max.u32
// CHECK-SAME: .visible .entry half_4_fold_vector(
// CHECK-SAME: ld.global.v4.b16
// NEW-SAME: red.relaxed.gpu.global.add.v4.f32
// CHECK-SAME: .visible .entry half_4_fold(
// CHECK-SAME: atom.global.add.f32
// CHECK-SAME: .visible .entry long_5_fold(
// CHECK-SAME: atom.global.add.u64
// CHECK-SAME: .visible .entry product_6_fold(
// CHECK-SAME: mul.rn.f32
// CHECK-SAME: sub.rn.f32
// CHECK-SAME: atom.relaxed.gpu.global.cas.b64

// BITCODE: gpu.binary @segment_kernels [#gpu.object<#nvvm.target<{{.*}}>, {{.*}}"BC\C0\DE

// What depends on order has no atomic operation then; minima still do.
// DETERMINISTIC: .visible .entry sum_0_fold_vector(
// DETERMINISTIC-NOT: {{(atom|red)}}.
// DETERMINISTIC-SAME: .visible .entry min_1_start(
// DETERMINISTIC-SAME: .visible .entry min_1_fold(
// DETERMINISTIC-SAME: atom.global.min.s32

func.func @sum(%data: tensor<?x4xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n
     : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @min(%data: tensor<?x4xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n
     : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @max(%data: tensor<?x4xf64>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4xf64> {
  %0 = segment.unsorted_segment_max %data, %ids, %n
     : (tensor<?x4xf64>, tensor<?xi32>, i32) -> tensor<?x4xf64>
  return %0 : tensor<?x4xf64>
}
func.func @bytes(%data: tensor<?x4xui8>, %ids: tensor<?xui8>, %n: i32) -> tensor<?x4xui8> {
  %0 = segment.unsorted_segment_max %data, %ids, %n
     : (tensor<?x4xui8>, tensor<?xui8>, i32) -> tensor<?x4xui8>
  return %0 : tensor<?x4xui8>
}
func.func @half(%data: tensor<?x4xbf16>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4xbf16> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n
     : (tensor<?x4xbf16>, tensor<?xi32>, i32) -> tensor<?x4xbf16>
  return %0 : tensor<?x4xbf16>
}
func.func @long(%data: tensor<?x4xi64>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4xi64> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n
     : (tensor<?x4xi64>, tensor<?xi32>, i32) -> tensor<?x4xi64>
  return %0 : tensor<?x4xi64>
}
func.func @product(%data: tensor<?x4xcomplex<f32>>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4xcomplex<f32>> {
  %0 = segment.unsorted_segment_prod %data, %ids, %n
     : (tensor<?x4xcomplex<f32>>, tensor<?xi32>, i32) -> tensor<?x4xcomplex<f32>>
  return %0 : tensor<?x4xcomplex<f32>>
}
