// What LLVM makes of the CPU pipeline's output for x86-64 with AVX2 and with AVX-512:
// registers of the whole width, and nothing slow in the loops of owners and buckets.

// REQUIRES: x86_64

// Functions call malloc, free and what reports failures (puts, fflush, abort), but no
// mathematical functions and no memset or memcpy, and nothing is atomic.
// DEFINE: %{schedule} =
// DEFINE: %{bits} =
// DEFINE: %{cpu} =
// DEFINE: %{prefixes} =
// DEFINE: %{check} = segment-opt %s --segment-to-llvm-pipeline="runtime=assert parallel=none schedule=%{schedule} vector-bits=%{bits}" \
// DEFINE:   | mlir-translate -mlir-to-llvmir | llc -O2 -mtriple=x86_64-linux-gnu -mcpu=%{cpu} \
// DEFINE:   | FileCheck %s --check-prefixes=%{prefixes} --implicit-check-not='{{[[:space:]]lock[[:space:]]}}' \
// DEFINE:     --implicit-check-not='{{xchg}}' --implicit-check-not='call{{q?[[:space:]]+[^mfpa]}}' \
// DEFINE:     --implicit-check-not='call{{q?[[:space:]]+(mem|fm)}}'

// REDEFINE: %{schedule} = owners
// REDEFINE: %{bits} = 256
// REDEFINE: %{cpu} = x86-64-v3
// REDEFINE: %{prefixes} = V3,V3-OWNERS
// RUN: %{check}
// REDEFINE: %{bits} = 512
// REDEFINE: %{cpu} = x86-64-v4
// REDEFINE: %{prefixes} = V4,V4-OWNERS
// RUN: %{check}
// REDEFINE: %{schedule} = buckets
// REDEFINE: %{prefixes} = V4
// RUN: %{check}
// REDEFINE: %{bits} = 256
// REDEFINE: %{cpu} = x86-64-v3
// REDEFINE: %{prefixes} = V3
// RUN: %{check}

// One column. The listing of a block's rows has one branch, that of the loop: AVX-512
// packs the rows, AVX2 stores each row number and moves on by the comparison.
// V4-LABEL: min:
// V4-OWNERS: vpcmpltud {{.*}}%zmm{{[0-9]+}}, %[[MASK:k[1-7]]]
// V4-OWNERS-NOT: {{[[:space:]]j[a-z]+[[:space:]]}}
// V4-OWNERS: vpcompressd %zmm{{[0-9]+}}, %zmm{{[0-9]+}} {%[[MASK]]}
// V4-OWNERS-NOT: {{[[:space:]]j[a-z]+[[:space:]]}}
// V4-OWNERS: popcntl
// V4-OWNERS-NOT: {{[[:space:]]j[a-z]+[[:space:]]}}
// V4-OWNERS: addq $16,
// V4-OWNERS-NEXT: cmpq
// V4-OWNERS-NEXT: jl
// V3-LABEL: min:
// V3-OWNERS: adcq $0, %[[COUNT:r[a-z0-9]+]]
// V3-OWNERS-NEXT: incq
// V3-OWNERS-NEXT: cmpq
// V3-OWNERS-NEXT: jl
// V3-OWNERS-NOT: {{[[:space:]]j[a-fm-z][a-z]*[[:space:]]}}
// The fold of the list: the minimum is chosen without a branch.
// V3-OWNERS: prefetcht0
// V3-OWNERS-NOT: {{[[:space:]]j[a-z]+[[:space:]]}}
// V3-OWNERS: cmovl
// V3-OWNERS-NOT: {{[[:space:]]j[a-z]+[[:space:]]}}
// V3-OWNERS: incq
// V3-OWNERS-NEXT: cmpq
// V3-OWNERS-NEXT: jl
func.func @min(%x: tensor<?xf32>, %ids: tensor<?xi32>, %n: index) -> tensor<?xf32> {
  %0 = segment.unsorted_segment_min %x, %ids, %n : (tensor<?xf32>, tensor<?xi32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// 64 columns: a row is four registers of 512 bits, or eight of 256.
// V4-LABEL: sum:
// V4: vaddps 64(%{{.*}}, %zmm{{[0-9]+}}, %zmm
// V3-LABEL: sum:
// V3: vaddps 32(%{{.*}}, %ymm{{[0-9]+}}, %ymm
func.func @sum(%x: tensor<?x64xf32>, %ids: tensor<?xi32>, %n: index) -> tensor<?x64xf32> {
  %0 = segment.unsorted_segment_sum %x, %ids, %n : (tensor<?x64xf32>, tensor<?xi32>, index) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// Any number of columns: what is left of a row is a masked vector where there are masks
// for all element types, and element by element with AVX2.
// V4-LABEL: columns:
// V4: vmovups {{.*}}%zmm{{[0-9]+}} {%k{{[1-7]}}} {z}
// V4: vaddps
// V4: vmovups %zmm{{[0-9]+}}, {{.*}} {%k{{[1-7]}}}
// V3-LABEL: columns:
// V3: vaddps {{.*}}%ymm
// V3: vaddss
func.func @columns(%x: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: index) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_sum %x, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
