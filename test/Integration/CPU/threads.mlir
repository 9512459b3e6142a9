// Parallel loops run on as many threads as the call may use, and compute the same
// with any number.

// DEFINE: %{threads} = 1
// DEFINE: %{run} = segment-run %s --threads=%{threads}
// DEFINE: %{tests} = %{run} --function=shares --input=1000003xi64=3 --expected-output=i64=3000009 --expected-output=index=%{threads} && \
// DEFINE:   %{run} --function=shares --input=0xi64=[] --expected-output=i64=0 --expected-output=index=%{threads} && \
// DEFINE:   %{run} --function=stack --input=index=1000001 --expected-output=4xi64=[1000000,999997,999998,999999] && \
// DEFINE:   %{run} --function=nested --input=index=5 --expected-output=i64=400 && \
// DEFINE:   %{run} --function=forall --input="3x4xf32=[[1,2,3,4],[5,6,7,8],[0,0,0,9]]" --expected-output=3xf32=[10,26,9] && \
// DEFINE:   %{run} --function=calls --input="2x4xf32=[[1,2,3,4],[5,6,7,8]]" --input="2x4xi32=[[0,1,0,1],[2,2,2,2]]" --expected-output="2x3xf32=[[4,6,0],[0,0,26]]"

// RUN: %{tests}
// REDEFINE: %{threads} = 2
// RUN: %{tests}
// REDEFINE: %{threads} = 7
// RUN: %{tests}
// REDEFINE: %{threads} = 16
// RUN: %{tests}

// Otherwise the number is OpenMP's, and never more than 1024.
// RUN: env OMP_NUM_THREADS=3 segment-run %s --function=threads --expected-output=index=3
// RUN: env OMP_NUM_THREADS=3 segment-run %s --function=threads --threads=5 --expected-output=index=5
// RUN: segment-run %s --function=threads --threads=4000000000 --expected-output=index=1024

// The regions are OpenMP's, and with parallel=none they are not.
// RUN: segment-opt %s --segment-to-llvm-pipeline | FileCheck %s --check-prefix=OPENMP
// RUN: segment-opt %s --segment-to-llvm-pipeline=parallel=openmp | FileCheck %s --check-prefix=OPENMP
// RUN: segment-opt %s --segment-to-llvm-pipeline=parallel=none | FileCheck %s --check-prefix=NONE
// RUN: segment-opt %s --segment-to-llvm-pipeline=runtime=assert | FileCheck %s --check-prefix=NONE
// NONE-NOT: omp
// NONE-NOT: num_threads

// Each thread sums its share.
// OPENMP-LABEL: llvm.func @shares(
// OPENMP: omp.parallel if(%{{.*}}) num_threads(%{{.*}} : i32) {
// OPENMP: llvm.call @omp_get_num_threads
// OPENMP: llvm.call @omp_get_thread_num
func.func @shares(%x: tensor<?xi64>) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = tensor.dim %x, %c0 : tensor<?xi64>
  %threads = segment.num_threads
  %values = bufferization.to_buffer %x read_only : tensor<?xi64> to memref<?xi64>
  %parts = memref.alloc(%threads) : memref<?xi64>
  scf.parallel (%w) = (%c0) to (%threads) step (%c1) {
    %begin = func.call @share(%w, %threads, %n) : (index, index, index) -> index
    %next = arith.addi %w, %c1 : index
    %end = func.call @share(%next, %threads, %n) : (index, index, index) -> index
    %sum = scf.for %i = %begin to %end step %c1 iter_args(%s = %zero) -> i64 {
      %v = memref.load %values[%i] : memref<?xi64>
      %r = arith.addi %v, %s : i64
      scf.yield %r : i64
    }
    memref.store %sum, %parts[%w] : memref<?xi64>
    scf.reduce
  }
  %sum = scf.for %i = %c0 to %threads step %c1 iter_args(%s = %zero) -> i64 {
    %v = memref.load %parts[%i] : memref<?xi64>
    %r = arith.addi %s, %v : i64
    scf.yield %r : i64
  }
  return %sum, %threads : i64, index
}
func.func private @share(%w: index, %threads: index, %n: index) -> index {
  %0 = arith.muli %w, %n : index
  %1 = arith.divui %0, %threads : index
  return %1 : index
}

// Many iterations, each with memory of its own on the stack; and a reduction that
// convert-scf-to-openmp doesn't know.
func.func @stack(%n: index) -> tensor<4xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i64
  %values = memref.alloc(%n) : memref<?xi64>
  scf.parallel (%w) = (%c0) to (%n) step (%c1) {
    %own = memref.alloca() : memref<576xi64>
    %v = arith.index_cast %w : index to i64
    %k = arith.remui %w, %c4 : index
    memref.store %v, %own[%k] : memref<576xi64>
    %again = memref.load %own[%k] : memref<576xi64>
    memref.store %again, %values[%w] : memref<?xi64>
    scf.reduce
  }
  %out = memref.alloc() : memref<4xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    %max = scf.parallel (%w) = (%i) to (%n) step (%c4) init (%zero) -> i64 {
      %v = memref.load %values[%w] : memref<?xi64>
      scf.reduce(%v : i64) {
      ^bb0(%a: i64, %b: i64):
        %r = arith.maxsi %a, %b : i64
        scf.reduce.return %r : i64
      }
    }
    memref.store %max, %out[%i] : memref<4xi64>
  }
  %0 = bufferization.to_tensor %out restrict : memref<4xi64> to tensor<4xi64>
  return %0 : tensor<4xi64>
}

// A loop in a loop: i + 10 j for i, j < n; several dimensions, and steps.
func.func @nested(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i64
  %values = memref.alloc(%n, %n) : memref<?x?xi64>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c2) {
    memref.store %zero, %values[%i, %j] : memref<?x?xi64>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      %10 = arith.muli %j, %c10 : index
      %s = arith.addi %i, %10 : index
      %v = arith.index_cast %s : index to i64
      memref.store %v, %values[%i, %j] : memref<?x?xi64>
      scf.reduce
    }
    scf.reduce
  }
  // Columns 0, 2 and 4 only.
  %sum = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c2) init (%zero) -> i64 {
    %v = memref.load %values[%i, %j] : memref<?x?xi64>
    scf.reduce(%v : i64) {
    ^bb0(%a: i64, %b: i64):
      %r = arith.addi %a, %b : i64
      scf.reduce.return %r : i64
    }
  }
  // 3 * (0 + 1 + 2 + 3 + 4) + 5 * (0 + 20 + 40) + 70
  %70 = arith.constant 70 : i64
  %0 = arith.addi %sum, %70 : i64
  return %0 : i64
}

// On tensors.
func.func @forall(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %0 = scf.forall (%i) in (3) shared_outs(%out = %empty) -> (tensor<3xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    %start = tensor.extract_slice %out[%i] [1] [1] : tensor<3xf32> to tensor<f32>
    %filled = linalg.fill ins(%zero : f32) outs(%start : tensor<f32>) -> tensor<f32>
    %sum = linalg.reduce {arith.addf} ins(%row : tensor<4xf32>) outs(%filled : tensor<f32>) dimensions = [0]
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %out[%i] [1] [1] : tensor<f32> into tensor<3xf32>
    }
  }
  return %0 : tensor<3xf32>
}

// Operations that check and allocate, each iteration on its own.
func.func @calls(%x: tensor<?x4xf32>, %ids: tensor<?x4xi32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %empty = tensor.empty(%n) : tensor<?x3xf32>
  %0 = scf.forall (%i) in (%n) shared_outs(%out = %empty) -> (tensor<?x3xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<4xf32>
    %keys = tensor.extract_slice %ids[%i, 0] [1, 4] [1, 1] : tensor<?x4xi32> to tensor<4xi32>
    %sum = segment.unsorted_segment_sum %row, %keys, %c3 : (tensor<4xf32>, tensor<4xi32>, i32) -> tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %out[%i, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<?x3xf32>
    }
  }
  return %0 : tensor<?x3xf32>
}

// A failure in a parallel loop ends the call behind it, with one of the messages.
// RUN: not segment-run %s --function=calls --threads=2 --input="3x4xf32=1" --input="3x4xi32=[[0,1,0,1],[2,3,2,2],[2,2,2,4]]" 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not segment-run %s --function=calls --threads=1 --input="3x4xf32=1" --input="3x4xi32=[[0,1,0,1],[2,3,2,2],[2,2,2,4]]" 2>&1 | FileCheck %s --check-prefix=FIRST
// BAD: threads.mlir:{{.*}}: error: 'segment.unsorted_segment_sum' op id out of range: position [{{[13]}}], value {{[34]}}, range [0, 3)
// FIRST: threads.mlir:{{.*}}: error: 'segment.unsorted_segment_sum' op id out of range: position [1], value 3, range [0, 3)
// RUN: not segment-run %s --function=too_much --threads=2 --input=index=100000 --input=index=1000000000000000 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: error: cannot allocate 1000000000000000 bytes
func.func @too_much(%n: index, %bytes: index) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = memref.alloc() : memref<i8>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %own = memref.alloca() : memref<576xi8>
    %v = arith.index_cast %i : index to i8
    memref.store %v, %own[%c1] : memref<576xi8>
    %m = memref.alloc(%bytes) : memref<?xi8>
    %wide = memref.cast %own : memref<576xi8> to memref<?xi8>
    memref.copy %wide, %m : memref<?xi8> to memref<?xi8>
    %byte = memref.load %m[%c1] : memref<?xi8>
    memref.store %byte, %last[] : memref<i8>
    scf.reduce
  }
  %0 = memref.load %last[] : memref<i8>
  return %0 : i8
}

func.func @threads() -> index {
  %0 = segment.num_threads
  return %0 : index
}

// A copy that threads share, of sizes around those of the pieces.
// RUN: segment-run %s --function=copies --threads=1 --input=3000001xi8=7 --expected-output=i1=1
// RUN: segment-run %s --function=copies --threads=2 --input=3000001xi8=7 --expected-output=i1=1
// RUN: segment-run %s --function=copies --threads=7 --input=3000001xi8=7 --expected-output=i1=1
// RUN: segment-run %s --function=copies --threads=7 --input=524289xi8=7 --expected-output=i1=1
// RUN: segment-run %s --function=copies --threads=7 --input=1xi8=7 --expected-output=i1=1
// RUN: segment-run %s --function=copies --threads=7 --input=0xi8=[] --expected-output=i1=1
func.func @copies(%x: tensor<?xi8>) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %n = tensor.dim %x, %c0 : tensor<?xi8>
  %in = bufferization.to_buffer %x read_only : tensor<?xi8> to memref<?xi8>
  %from = memref.alloc(%n) : memref<?xi8>
  %to = memref.alloc(%n) : memref<?xi8>
  // All different from their neighbours.
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %in[%i] : memref<?xi8>
    %k = arith.index_cast %i : index to i8
    %s = arith.addi %v, %k : i8
    memref.store %s, %from[%i] : memref<?xi8>
  }
  memref.copy %from, %to : memref<?xi8> to memref<?xi8>
  %same = scf.for %i = %c0 to %n step %c1 iter_args(%all = %true) -> i1 {
    %a = memref.load %from[%i] : memref<?xi8>
    %b = memref.load %to[%i] : memref<?xi8>
    %eq = arith.cmpi eq, %a, %b : i8
    %next = arith.andi %all, %eq : i1
    scf.yield %next : i1
  }
  return %same : i1
}
