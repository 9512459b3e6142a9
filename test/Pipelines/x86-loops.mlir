// What the innermost loops become on x86 with AVX2 (v3) and AVX-512 (v4): whole
// vectors, no call, nothing that locks memory, and no branch in the loops over rows
// but the loop's own.

// DEFINE: %{file} =
// DEFINE: %{schedule} =
// DEFINE: %{prefix} =
// DEFINE: %{cpu} = x86-64-v3
// DEFINE: %{bits} = 256
// DEFINE: %{check} = segment-opt %t/%{file}.mlir -segment-to-llvm-pipeline="schedule=%{schedule} vector-bits=%{bits}" \
// DEFINE:   | mlir-translate -mlir-to-llvmir \
// DEFINE:   | opt -O2 -mtriple=x86_64-linux-gnu -mcpu=%{cpu} \
// DEFINE:   | llc -O2 -mtriple=x86_64-linux-gnu -mcpu=%{cpu} \
// DEFINE:   | %python %S/Inputs/inner_loops.py > %t.loops && \
// DEFINE:   FileCheck %t/%{file}.mlir --check-prefix=%{prefix} --input-file=%t.loops \
// DEFINE:     --implicit-check-not='calls={{[1-9]}}' --implicit-check-not='atomics={{[1-9]}}'
// In code of threads, which all of the following is.
// DEFINE: %{no_branches} = --implicit-check-not='..omp_par{{[^ ]*}} loop {{.*}}branches={{([02-9]|[1-9][0-9]+) }}'

// RUN: split-file %s %t

// REDEFINE: %{file} = any-order
// REDEFINE: %{schedule} = owners
// REDEFINE: %{prefix} = OWNERS3
// RUN: %{check} %{no_branches}
// REDEFINE: %{schedule} = buckets
// REDEFINE: %{prefix} = BUCKETS3
// RUN: %{check} %{no_branches}
// REDEFINE: %{file} = no-columns
// REDEFINE: %{schedule} = pieces
// REDEFINE: %{prefix} = PIECES3
// RUN: %{check} %{no_branches}
// REDEFINE: %{file} = sorted
// REDEFINE: %{schedule} = runs
// REDEFINE: %{prefix} = RUNS3
// RUN: %{check}
// REDEFINE: %{file} = tails
// REDEFINE: %{schedule} = owners
// REDEFINE: %{prefix} = TAILS3
// RUN: %{check} %{no_branches}
// REDEFINE: %{file} = narrow
// REDEFINE: %{prefix} = NARROW3
// RUN: %{check} %{no_branches}

// REDEFINE: %{cpu} = x86-64-v4
// REDEFINE: %{bits} = 512
// REDEFINE: %{file} = any-order
// REDEFINE: %{prefix} = OWNERS4
// RUN: %{check} %{no_branches}
// REDEFINE: %{schedule} = buckets
// REDEFINE: %{prefix} = BUCKETS4
// RUN: %{check} %{no_branches}
// REDEFINE: %{file} = no-columns
// REDEFINE: %{schedule} = pieces
// REDEFINE: %{prefix} = PIECES4
// RUN: %{check} %{no_branches}
// Columns in any number: what is left of a row is masked, no column is folded alone.
// REDEFINE: %{file} = sorted
// REDEFINE: %{schedule} = runs
// REDEFINE: %{prefix} = RUNS4
// RUN: %{check}
// REDEFINE: %{file} = tails
// REDEFINE: %{schedule} = owners
// REDEFINE: %{prefix} = TAILS4
// RUN: %{check} %{no_branches} --implicit-check-not=addss
// REDEFINE: %{file} = narrow
// REDEFINE: %{prefix} = NARROW4
// RUN: %{check} %{no_branches}

//--- any-order.mlir

// Owners list their rows: a position is stored always, and the end of the list moves
// on by the comparison's carry; then the rows are folded, 64 columns in 8 registers.
// OWNERS3: loop blocks=1 branches=1 {{.*}} movl %[[I:[a-z0-9]+]], (%[[LIST:[a-z0-9]+]],%[[END:[a-z0-9]+]],4); {{.*}}subl {{.*}}cmpl {{.*}}adcq $0, %[[END]]; {{.*}}j{{[a-z]+}} .LBB
// OWNERS3-COUNT-2: loop blocks=1 branches=1 {{.*}}prefetcht1 {{.*}}{{(vpminsd [^;]*%ymm[0-9]+; .*){8}v}}

// With AVX-512 16 positions are compressed at once, and counted; 4 registers.
// OWNERS4: loop blocks=1 branches=1 {{.*}}vpcmp{{[a-z]+}} {{[^;]*}}%zmm{{[0-9]+}}, %[[K:k[1-7]]]; {{.*}}vpcompressd %zmm{{[0-9]+}}, %[[P:zmm[0-9]+]] {%[[K]]}{{.*}}; vmovdqu64 %[[P]], (%{{[^;]*}}; kmovw %[[K]], %{{.*}}; popcntl
// OWNERS4-COUNT-2: loop blocks=1 branches=1 {{.*}}prefetcht1 {{.*}}{{(vpminsd [^;]*%zmm[0-9]+; .*){4}v}}

// Buckets: rows of tasks are folded, placed and counted, without branches on keys.
// BUCKETS3-COUNT-2: loop blocks=1 branches=1 {{.*}}prefetcht1 {{.*}}{{(vpminsd [^;]*%ymm[0-9]+; .*){8}v}}
// BUCKETS3: loop blocks=1 branches=1 {{.*}}shrxq {{.*}}cmov{{[a-z]+}} %{{.*}}movl %[[N:[a-z0-9]+]], (%{{.*}}; incl %[[AT:[a-z0-9]+]]; movl %[[AT]], (%
// BUCKETS3: loop blocks=1 branches=1 {{.*}}shrxq {{.*}}cmov{{[a-z]+}} %{{.*}}incl (%
// BUCKETS4-COUNT-2: loop blocks=1 branches=1 {{.*}}prefetcht1 {{.*}}{{(vpminsd [^;]*%zmm[0-9]+; .*){4}v}}
// BUCKETS4: loop blocks=1 branches=1 {{.*}}shrxq {{.*}}cmov{{[a-z]+}} %{{.*}}movl %[[N:[a-z0-9]+]], (%{{.*}}; incl %[[AT:[a-z0-9]+]]; movl %[[AT]], (%
// BUCKETS4: loop blocks=1 branches=1 {{.*}}shrxq {{.*}}cmov{{[a-z]+}} %{{.*}}incl (%

func.func @min(%data: tensor<?x64xi32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x64xi32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n : (tensor<?x64xi32>, tensor<?xi32>, i64) -> tensor<?x64xi32>
  return %0 : tensor<?x64xi32>
}

//--- no-columns.mlir

// Without columns: pieces are combined in vectors; a row goes to the accumulator of its
// key, or to one that nobody reads.
// PIECES3: loop blocks=1 branches=1 {{.*}}vaddps {{[^;]*}}%ymm
// PIECES3: loop blocks=1 branches=1 {{.*}}cmov{{[a-z]+}} %{{[^;]*}}; vmovss (%[[ACCS:[a-z0-9]+]],%[[KEY:[a-z0-9]+]],4), %[[SUM:xmm[0-9]+]]; vaddss (%{{[^;]*}}, %[[SUM]], %[[SUM]]; vmovss %[[SUM]], (%[[ACCS]],%[[KEY]],4);
// PIECES4: loop blocks=1 branches=1 {{.*}}vaddps {{[^;]*}}%zmm
// PIECES4: loop blocks=1 branches=1 {{.*}}cmov{{[a-z]+}} %{{[^;]*}}; vmovss (%[[ACCS:[a-z0-9]+]],%[[KEY:[a-z0-9]+]],4), %[[SUM:xmm[0-9]+]]; vaddss (%{{[^;]*}}, %[[SUM]], %[[SUM]]; vmovss %[[SUM]], (%[[ACCS]],%[[KEY]],4);

func.func @sum(%data: tensor<?xf32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?xf32>, tensor<?xi32>, i64) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- sorted.mlir

// Sorted: the end of a run is searched; its rows are folded in 4 registers that are
// stored behind the loop.
// RUNS3: loop blocks=2 branches=2 {{.*}}cmpl %[[KEY:[a-z0-9]+]], (%{{[^;]*}},4); je .LBB
// RUNS3: loop blocks=1 branches=1 {{.*}}prefetcht1 {{.*}}{{(vpminsd %ymm[0-9]+, %ymm[0-9]+, %ymm[0-9]+; .*){4}[a-z]}}
// RUNS4: loop blocks=2 branches=2 {{.*}}cmpl %[[KEY:[a-z0-9]+]], (%{{[^;]*}},4); je .LBB
// RUNS4: loop blocks=1 branches=1 {{.*}}prefetcht1 {{.*}}{{(vpminsd %zmm[0-9]+, %zmm[0-9]+, %zmm[0-9]+; .*){4}[a-z]}}
// RUNS4: loop blocks=1 branches=1 {{.*}}prefetcht1 {{.*}}vmov{{[a-z0-9]+}} (%{{[^;]*}}, %zmm{{[0-9]+}} {%k{{[1-7]}}} {z};{{.*}}vpminsd %zmm

func.func @min(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xf32> {
  %0 = segment.segment_min_v2 %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- tails.mlir

// Columns that don't fill a register: a masked register with AVX-512, which has masks for
// all types; with AVX2 one by one. Vectors come first.
// TAILS3: ..omp_par{{[^ ]*}} loop blocks=1 branches=1 {{.*}}vaddps {{[^;]*}}%[[SUM:ymm[0-9]+]], %[[SUM]];
// TAILS3: ..omp_par{{[^ ]*}} loop blocks=1 branches=1 {{.*}}vaddss {{[^;]*}}%[[ONE:xmm[0-9]+]], %[[ONE]];
// TAILS4: loop blocks=1 branches=1 {{.*}}vmovups (%{{[^;]*}}, %[[ROW:zmm[0-9]+]] {%[[K:k[1-7]]]} {z}; vaddps %[[ROW]], %[[SUM:zmm[0-9]+]], %[[SUM]];

func.func @sum(%data: tensor<?x?xf32>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x?xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x?xf32>, tensor<?xi32>, i64) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- narrow.mlir

// Elements are widened in registers.
// NARROW3: loop blocks=1 branches=1 {{.*}}vcvtph2ps (%{{.*}}, %ymm{{.*}}vaddps {{[^;]*}}%ymm
// NARROW4: loop blocks=1 branches=1 {{.*}}vcvtph2ps (%{{.*}}, %zmm{{.*}}vaddps {{[^;]*}}%zmm

func.func @sum(%data: tensor<?x64xf16>, %ids: tensor<?xi32>, %n: i64) -> tensor<?x64xf16> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n : (tensor<?x64xf16>, tensor<?xi32>, i64) -> tensor<?x64xf16>
  return %0 : tensor<?x64xf16>
}
