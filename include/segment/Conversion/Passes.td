//===- Passes.td - Conversions of the segment dialect -*- tablegen -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_CONVERSION_PASSES_TD
#define SEGMENT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// SegmentToLoops
//===----------------------------------------------------------------------===//

def SegmentChecksToLoops : Pass<"segment-checks-to-loops"> {
  let summary = "Lower bufferized check operations to scf and vector";
  let description = [{
    Shapes, num_segments and sizes become comparisons. The ids are tested in
    blocks, with vectors and in parallel; the first block with a bad one is then
    looked at one by one, for the position. What fails is reported once, by
    `segment.report`, after the loops.

    A test has no branch and no mask in its loop: it takes the greatest id (as
    unsigned, where negative ones are bad) or the differences of order, in the
    type of the ids, and compares once a block. The last vector of a block may
    overlap with the one before it. Ids that don't lie in memory without gaps, and
    too few for a vector, are looked at one by one.

    With `kernels` the first bad position is the minimum, by an atomic operation, of
    those that the iterations of one parallel loop find, each of which looks at one
    id; the id itself is then loaded for the message.

    Before:

    ```mlir
    %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
        ids(%ids : memref<?xi32>) data(%data : memref<?xf32>) num_segments(%n : i32)
    ```

    After (the parts that look at the ids):

    ```mlir
    scf.parallel (%task) = (%c0) to (%tasks) step (%c1) {
      %first = scf.for %block = %begin to %end step %c1
          iter_args(%before = %blocks) -> (index) {
        ...
        %greatest = scf.for %i = %row to %last step %c32
            iter_args(%max = %lowest) -> (vector<32xi32>) {
          %some = vector.load %ids[%i] : memref<?xi32>, vector<32xi32>
          %next = arith.maxsi %max, %some : vector<32xi32>
          scf.yield %next : vector<32xi32>
        }
        ...
        %bad = vector.reduction <or>, %flags : vector<32xi1> into i1
        ...
      }
      memref.store %first, %slots[%task] : memref<64xindex>
    }
    ...
    %scan:5 = scf.for %i = %block_begin to %block_end step %c1
        iter_args(%position = %start, %first = %none, ...) -> (i64, i64, i64, i64, i64) {
      ...
    }
    %found = arith.cmpi sge, %scan#1, %zero : i64
    scf.if %found {
      segment.report bounds "... value {1}, range [0, {2})" (%scan#1, %scan#2, %n64 : i64, i64, i64)
    }
    ...
    %rows64 = arith.select %ok, %num_ids, %zero : i64
    %rows = arith.index_cast %rows64 : i64 to index
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", /*default=*/"256",
           "Bits of a vector register: 128, 256 or 512">,
    Option<"kernels", "kernels", "bool", /*default=*/"false",
           "Look at ids in loops that can be kernels">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
  ];
}

def SegmentScheduleToLoops : Pass<"segment-schedule-to-loops"> {
  let summary = "Lower planned segment.reduce_by_key to vectorized, parallel loops";
  let description = [{
    Lowers each bufferized `segment.reduce_by_key` with a plan other than `plain`
    to `scf` (parallel loops over tasks) and `vector`.

    - `runs`: tasks take pieces of the rows; a run of equal keys is folded in
      vector registers and stored once.
    - `owners`: tasks own rows of the output; each collects the positions of
      its rows from the keys, block by block, and folds them.
    - `buckets`: the positions are sorted by ranges of keys first.
    - `adaptive`: at run time one of the two; or, where keys repeat often enough,
      tasks fold pieces of rows, of all keys, into accumulators of their own,
      which are combined at the end.
    - `pieces` (no columns): pieces of rows fold into accumulators of their own,
      which are combined at the end.

    Before:

    ```mlir
    segment.reduce_by_key kinds [add] sorted keys(%ids : memref<?xi32>) rows(%rows)
        ins(%data (n, d) : memref<?x64xf32>) outs(%out : memref<?x64xf32>)
        attributes {plan = #segment.plan<schedule = runs, vector_bits = 512>} {...}
    ```

    After (of the loop over the runs, the fold of a run):

    ```mlir
    scf.parallel (%t) = (%c0) to (%tasks) step (%c1) {
      ...
      %partial = scf.for %n = %from to %to step %c1
          iter_args(%acc = %identity) -> (vector<64xf32>) {
        %x = vector.load %data[%n, %c0] : memref<?x64xf32>, vector<64xf32>
        %sum = arith.addf %acc, %x : vector<64xf32>
        scf.yield %sum : vector<64xf32>
      }
      ...
      vector.store %total, %out[%key, %c0] : memref<?x64xf32>, vector<64xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
  ];
}

def SegmentReduceToLoops : Pass<"segment-reduce-to-loops"> {
  let summary = "Lower bufferized segment.reduce_by_key to a loop over the rows";
  let description = [{
    The plain reference lowering, for operations without a plan too: one row after
    the other, in order. Accumulators that are not what is stored are allocated,
    started and finished as a whole. Each row is
    a `linalg.generic` on subviews, which `segment-vectorize-rows` vectorizes; an
    accumulator of one value a row is loaded, combined and stored.

    Before:

    ```mlir
    segment.reduce_by_key kinds [add] keys(%ids : memref<?xi32>) rows(%rows)
        ins(%data (n, d) : memref<?x64xf32>) outs(%out : memref<?x64xf32>) {
    ^bb0(%x: f32):
      segment.yield %x : f32
    }
    ```

    After:

    ```mlir
    %end = arith.minsi %num_keys, %rows : index
    scf.for %n = %c0 to %end step %c1 {
      %k = memref.load %ids[%n] : memref<?xi32>
      %key = arith.index_cast %k : i32 to index
      %in = arith.cmpi ult, %key, %s : index
      scf.if %in {
        %row = memref.subview %data[%n, 0] [1, 64] [1, 1] : ...
        %acc = memref.subview %out[%key, 0] [1, 64] [1, 1] : ...
        linalg.generic {...} ins(%row : ...) outs(%acc : ...) {
        ^bb0(%x: f32, %a: f32):
          %0 = arith.addf %a, %x : f32
          linalg.yield %0 : f32
        }
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
  ];
}

def SegmentParallelizeCopies : Pass<"segment-parallelize-copies"> {
  let summary = "Let threads share large copies";
  let description = [{
    A `memref.copy` between two blocks of memory (row-major, without gaps) becomes
    a parallel loop over at most as many pieces as the call may use threads, each
    of half a megabyte or more. The first touch of fresh memory, which costs more
    than the copy, is shared as well. Copies that are known to be smaller stay, and
    so do those inside of parallel loops.

    Before:

    ```mlir
    memref.copy %a, %b : memref<?x64xf32> to memref<?x64xf32>
    ```

    After:

    ```mlir
    %small = arith.cmpi sle, %bytes, %c524288 : index
    scf.if %small {
      memref.copy %a, %b : memref<?x64xf32> to memref<?x64xf32>
    } else {
      %threads = segment.num_threads
      %tasks = arith.minsi %pieces, %threads : index
      scf.parallel (%task) = (%c0) to (%tasks) step (%c1) {
        ...
        "llvm.intr.memcpy"(%to, %from, %length) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::segment::SegmentDialect",
  ];
}

//===----------------------------------------------------------------------===//
// SegmentToGPU
//===----------------------------------------------------------------------===//

def SegmentReduceToGPU : Pass<"segment-reduce-to-gpu"> {
  let summary = "Lower bufferized segment.reduce_by_key to GPU kernels";
  let description = [{
    Lowers each bufferized `segment.reduce_by_key`, whatever its plan for a CPU, to
    `gpu.launch` operations. Rows go along x of the grid, which is strided over, so
    there may be any number of them; columns go across the threads of a block.
    Nothing is launched for no rows.

    A thread, or a warp where a row has one element, walks a chunk of consecutive
    rows and combines those of a run of equal keys in registers. What happens then is
    up to the schedule:

    - `atomic`: a run is combined into the accumulator of its key by an atomic
      operation. Accumulators of 8 and 16 bits lie in 32, complex sums are two
      sums, and what the hardware has no operation for is compared and swapped.
      Float sums depend on the order in which threads run.
    - `runs`: the same for sorted keys; atomic operations are only needed for the
      first and last run of a chunk, the others are stored.
    - `csr`: rows are taken in the order of their keys (sorted by a stable radix
      sort, unless `sorted` says that they are) and cut into pieces of a fixed
      number of rows. Runs within a piece are finished and stored; partial results
      of longer ones are combined in a tree that keys and sizes decide. No atomic
      operations; results don't depend on how threads run. Combiners without an
      identity have no partial results: there, a thread folds a whole segment.

    Where rows are row-major and lie so that 16 bytes of them can be loaded at once,
    which the host finds out, threads take several columns in vectors; with
    `vector-atomics` sums of four f32 are one operation.

    `auto` takes `atomic` for keys that are not sorted, `runs` for sorted ones where
    the accumulators are what is stored, and `csr` otherwise; `csr` also for what has
    no atomic operation (more than 64 bits at once, divisions, `assign`), and with
    `deterministic` for all but integers, minima and maxima.

    Before:

    ```mlir
    segment.reduce_by_key kinds [add] keys(%ids : memref<?xi32>) rows(%rows)
        ins(%data (n, d) : memref<?x64xf32>) outs(%out : memref<?x64xf32>) {
    ^bb0(%x: f32):
      segment.yield %x : f32
    }
    ```

    After:

    ```mlir
    scf.if %has_rows {
      gpu.launch module(@segment_kernels) function(@f_0_fold)
          blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%lx = %c64, %ly = %c4, %lz = %c1) {
        ...
        scf.for %chunk = %first to %num_chunks step %stride {
          ...
          scf.for %d = %tx to %c64 step %lx {
            %run:2 = scf.for %n = %begin to %end step %c1
                iter_args(%key = %first_key, %sum = %zero) -> (index, f32) {
              ...
              %next = scf.if %same_key -> f32 {
                %more = arith.addf %sum, %x : f32
                scf.yield %more : f32
              } else {
                memref.atomic_rmw addf %sum, %out[%key, %d] : (f32, memref<?x64xf32>) -> f32
                scf.yield %x : f32
              }
              scf.yield %k, %next : index, f32
            }
            memref.atomic_rmw addf %run#1, %out[%run#0, %d] : (f32, memref<?x64xf32>) -> f32
          }
        }
        gpu.terminator
      }
    }
    ```
  }];
  let options = [
    Option<"schedule", "schedule", "std::string", /*default=*/"\"auto\"",
           "The schedule: auto, atomic, runs or csr">,
    Option<"deterministic", "deterministic", "bool", /*default=*/"false",
           "Whether float sums must not depend on how threads run">,
    Option<"vectorAtomics", "vector-atomics", "bool", /*default=*/"false",
           "Whether the chip adds four f32 at once (sm_90 and later)">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
  ];
}

def SegmentParallelLoopsToGPU : Pass<"segment-parallel-loops-to-gpu"> {
  let summary = "Run parallel loops as GPU kernels";
  let description = [{
    An outermost `scf.parallel` that computes, reads and writes, and does nothing
    else, becomes a kernel in which each thread takes iterations, numbered in
    row-major order; the grid has x only, and is strided over. Loops that reduce,
    allocate or call are left alone.

    Before:

    ```mlir
    scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
      memref.store %x, %a[%i, %j] : memref<?x?xf32>
      scf.reduce
    }
    ```

    After:

    ```mlir
    %total = arith.muli %n, %m : index
    gpu.launch ... {
      scf.for %k = %first to %total step %stride {
        %j = arith.remui %k, %m : index
        %i = arith.divui %k, %m : index
        memref.store %x, %a[%i, %j] : memref<?x?xf32>
      }
      gpu.terminator
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
  ];
}

def SegmentLegalizeDeviceMath : Pass<"segment-legalize-device-math",
                                     "::mlir::gpu::GPUModuleOp"> {
  let summary = "Make math operations ones that a device has instructions for";
  let description = [{
    Functions such as the exponential are library calls on a GPU, of a library
    that comes with the vendor's toolkit. What has instructions (absolute values,
    square roots, rounding, fused multiply-add, counting of bits) becomes an
    intrinsic of LLVM here; any other operation of the math dialect is an error at
    its location.

    Before:

    ```mlir
    %0 = math.sqrt %x : f32
    ```

    After:

    ```mlir
    %0 = llvm.intr.sqrt(%x) : (f32) -> f32
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def SegmentKernelBounds : Pass<"segment-kernel-bounds",
                               "::mlir::gpu::GPUModuleOp"> {
  let summary = "Say how many threads a block of a kernel has at most";
  let description = [{
    Works on the LLVM dialect inside of the `gpu.module` that the project's kernels
    are in. Their blocks have 256 threads at most, and one of them shall fit a
    multiprocessor. Without being told, the assembler would rather spill registers
    than do with fewer blocks.

    Before:

    ```mlir
    llvm.func @f_0_fold(...) attributes {gpu.kernel, nvvm.kernel}
    ```

    After:

    ```mlir
    llvm.func @f_0_fold(...) attributes {gpu.kernel, nvvm.kernel,
        nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 1 : i32}
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def SegmentDeviceAtomics : Pass<"segment-device-atomics",
                                "::mlir::gpu::GPUModuleOp"> {
  let summary = "Relax atomic operations to what a reduction needs";
  let description = [{
    Works on the LLVM dialect inside of a `gpu.module`, where each atomic operation
    orders all memory, for the whole system: as a compare-and-swap loop that means
    a fence and an invalidated cache for each try. The kernels of this project
    only need that the operation itself is atomic on the device; kernels are
    ordered by their launches. The load that a compare-and-swap starts from becomes
    atomic, too.

    Before:

    ```mlir
    %0 = llvm.atomicrmw fadd %p, %x acq_rel : !llvm.ptr, f32
    ```

    After:

    ```mlir
    %0 = llvm.atomicrmw fadd %p, %x syncscope("device") monotonic : !llvm.ptr, f32
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def SegmentKernelsToBinary : Pass<"segment-kernels-to-binary",
                                  "::mlir::ModuleOp"> {
  let summary = "Compile kernels, and say what the code generator gets";
  let description = [{
    Does what `gpu-module-to-binary` does with every `gpu.module` that has a target
    (`nvvm-attach-target`). With `print-hash` a remark says the hash (xxh3, 64 bits,
    of the bitcode) of what the device optimizer leaves for the code generator. It is
    the same for every format, and that which the emulation says of what it runs.

    Before:

    ```mlir
    gpu.module @kernels [#nvvm.target<chip = "sm_90">] { ... }
    ```

    After:

    ```mlir
    gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90">, "...">]
    ```
  }];
  let options = [
    Option<"format", "format", "std::string", /*default=*/"\"isa\"",
           "What the kernels become: isa (PTX), bin, fatbin or llvm (bitcode)">,
    Option<"printHash", "print-hash", "bool", /*default=*/"false",
           "Remark what the device optimizer leaves by its hash">,
  ];
}

//===----------------------------------------------------------------------===//
// LoopsToOpenMP
//===----------------------------------------------------------------------===//

def SegmentSerializeLoops : Pass<"segment-serialize-loops"> {
  let summary = "Make parallel loops serial that threads should not run";
  let description = [{
    Runs before `convert-scf-to-openmp`, which turns every `scf.parallel` into a
    parallel region. An `scf.parallel` becomes a nest of `scf.for` where

    - it reduces: threads would combine floats in an order that depends on their
      number;
    - it lies inside another `scf.parallel`, whose threads are busy already.

    Before:

    ```mlir
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      scf.parallel (%j) = (%c0) to (%m) step (%c1) {
        memref.store %x, %a[%i, %j] : memref<?x?xf32>
        scf.reduce
      }
      scf.reduce
    }
    ```

    After:

    ```mlir
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      scf.for %j = %c0 to %m step %c1 {
        memref.store %x, %a[%i, %j] : memref<?x?xf32>
      }
      scf.reduce
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def SegmentOpenMPClauses : Pass<"segment-openmp-clauses"> {
  let summary = "Give parallel regions the number of threads of the call";
  let description = [{
    Runs behind `convert-scf-to-openmp`, and before `segment-lower-runtime`. A
    parallel region that consists of one loop gets as many threads as the call
    may use and the loop has iterations, and is not forked at all for one: a fork
    costs a microsecond, a region whose `if` is false a twentieth of it. The
    threads don't wait for each other at the end of the loop, since they do at
    the end of the region. Regions that have one of these clauses are left alone.

    Before:

    ```mlir
    omp.parallel {
      omp.wsloop {
        omp.loop_nest (%i) : index = (%c0) to (%tasks) step (%c1) { ... }
      }
      omp.terminator
    }
    ```

    After:

    ```mlir
    %threads = segment.num_threads
    %team = arith.minsi %threads, %tasks : index
    %fork = arith.cmpi sgt, %team, %c1 : index
    %n = arith.index_cast %team : index to i32
    omp.parallel if(%fork) num_threads(%n : i32) {
      omp.wsloop nowait {
        omp.loop_nest (%i) : index = (%c0) to (%tasks) step (%c1) { ... }
      }
      omp.terminator
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::omp::OpenMPDialect",
    "::mlir::segment::SegmentDialect",
  ];
}

def SegmentOpenMPShares : Pass<"segment-openmp-shares", "::mlir::ModuleOp"> {
  let summary = "Divide loops among threads without asking the OpenMP runtime";
  let description = [{
    Runs behind `segment-early-exit`, which needs to know where an iteration ends,
    on the LLVM dialect. In place of a loop of one dimension that
    is shared out in OpenMP's default way, without a barrier behind it, every
    thread of the region computes its own part: contiguous, of the same size, the
    first threads with one iteration more if there is a rest. That is how a static
    schedule divides a loop, but libomp takes half a microsecond for it, more than
    a small operation takes for all of its work. Other loops are left alone.

    Before:

    ```mlir
    omp.parallel if(%fork) num_threads(%n : i32) {
      omp.wsloop nowait {
        omp.loop_nest (%i) : i64 = (%c0) to (%tasks) step (%c1) { ... }
      }
      omp.terminator
    }
    ```

    After:

    ```mlir
    omp.parallel if(%fork) num_threads(%n : i32) {
      %0 = llvm.call @omp_get_num_threads() : () -> i32
      ...
      %1 = llvm.call @omp_get_thread_num() : () -> i32
      ...
      llvm.br ^head(%start : i64)
    ^head(%i: i64):
      %inside = llvm.icmp "slt" %i, %end : i64
      llvm.cond_br %inside, ^body, ^behind
    ^body:
      ...
      llvm.br ^latch
    ^latch:
      %next = llvm.add %i, %c1 : i64
      llvm.br ^head(%next : i64)
    ^behind:
      omp.terminator
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::omp::OpenMPDialect",
  ];
}

//===----------------------------------------------------------------------===//
// SegmentToRuntime
//===----------------------------------------------------------------------===//

def SegmentLowerRuntime : Pass<"segment-lower-runtime", "::mlir::ModuleOp"> {
  let summary = "Lower reports to calls of the runtime library, or to assertions";
  let description = [{
    With `runtime=library` every function that the module defines gets the
    context of the call, an `!llvm.ptr`, as its first argument and passes it on;
    `segment.report`, `segment.can_allocate` and `segment.num_threads` become
    calls of the runtime library with it. For every public function `f` an entry point

    ```c
    int32_t segment_entry_f(SegmentContext *context, void *const *args, void *const *results);
    ```

    is added (segment/Runtime/Runtime.h): it loads the arguments, calls `f`,
    stores the results unless the call failed, and returns its status.

    Where the caller set no number of threads it is OpenMP's
    (`omp_get_max_threads`); with `parallel=none` it is 1.

    With `kernels` all arrays are in memory of the device. An entry point takes the
    arguments there and results back (`segment_rt_device_argument`,
    `segment_rt_device_argument_back` for those that may be written, which are all
    but the ones with `segment.read_only`, and `segment_rt_device_result` where no
    argument was on the device before), and asks for errors of launches
    (`segment_rt_check_launches`).

    With `runtime=assert` a report becomes `cf.assert` of false, there is one
    thread, functions keep their types, and nothing outside of the C library is
    needed.

    Before:

    ```mlir
    func.func @f(%n: i64) {
      segment.report num_segments "num_segments is {0}" (%n : i64)
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%context: !llvm.ptr, %n: i64) {
      ...
      llvm.call @segment_rt_report(%context, %status, %message, %count, %values)
          : (!llvm.ptr, i32, !llvm.ptr, i64, !llvm.ptr) -> ()
      return
    }
    ```
  }];
  let options = [
    Option<"runtime", "runtime", "std::string", /*default=*/"\"library\"",
           "Where failures are reported: library or assert">,
    Option<"parallel", "parallel", "std::string", /*default=*/"\"openmp\"",
           "How loops run, with runtime=library: openmp or none">,
    Option<"kernels", "kernels", "bool", /*default=*/"false",
           "Whether there are kernels, whose memory is that of a device">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::scf::SCFDialect",
  ];
}

def SegmentDeviceMemory : Pass<"segment-device-memory", "::mlir::ModuleOp"> {
  let summary = "Let the host access memory of a device by copies";
  let description = [{
    Follows `segment-lower-runtime{kernels}`. Every memref of the host code is memory
    of the device, but those of `memref.alloca`, which are the host's stack. Kernels
    access it directly; where the host does (the last id, on which a size depends,
    the first bad position that a check has found) it is copied through a place on
    the stack: `segment_rt_device_read` and `segment_rt_device_write`, which wait for
    the kernels before. Copies that are no kernels become `segment_rt_device_copy`,
    and constants of the module are copied to the device where they are used.

    What else would access memory of the device on the host is an error: operations
    that have no form as a copy, and calls of functions that the module only declares.

    Before:

    ```mlir
    %id = memref.load %ids[%i] : memref<?xi32>
    ```

    After:

    ```mlir
    %cell = memref.alloca() : memref<1xi32>
    ...
    llvm.call @segment_rt_device_read(%context, %cell_address, %address, %bytes)
        : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> ()
    %id = memref.load %cell[%c0] : memref<1xi32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect",
  ];
}

def SegmentEarlyExit : Pass<"segment-early-exit", "::mlir::ModuleOp"> {
  let summary = "Leave functions early after a failure, and check allocations";
  let description = [{
    Works on the LLVM dialect, after `segment-lower-runtime` and
    `finalize-memref-to-llvm{use-generic-functions}`. With `runtime=library`

    - allocations and deallocations become those of the runtime library, with the
      context of the call, which knows what is allocated; with `kernels` they are those of memory of the device;
    - behind every report, every allocation that gave null, and every call of a
      function that failed (with `kernels` that is every access to the device, too), the function returns at once (zeros); the context
      frees what the call had allocated. A parallel region can't be left: there
      the iteration of the loop ends, and the function returns behind the region.

    With `runtime=assert` allocation is `malloc`, whose result is checked, and what
    was printed is written out (`fflush`) before `abort`.

    Before:

    ```mlir
    %p = llvm.call @_mlir_memref_to_llvm_alloc(%bytes) : (i64) -> !llvm.ptr
    ```

    After:

    ```mlir
      %p = llvm.call @segment_rt_alloc(%context, %bytes) : (!llvm.ptr, i64) -> !llvm.ptr
      %null = llvm.mlir.zero : !llvm.ptr
      %failed = llvm.icmp "eq" %p, %null : !llvm.ptr
      llvm.cond_br %failed, ^exit, ^next
    ```
  }];
  let options = [
    Option<"runtime", "runtime", "std::string", /*default=*/"\"library\"",
           "Where failures are reported: library or assert">,
    Option<"kernels", "kernels", "bool", /*default=*/"false",
           "Whether memory is that of a device">,
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::omp::OpenMPDialect",
  ];
}

def SegmentVerifyLowered : Pass<"segment-verify-lowered", "::mlir::ModuleOp"> {
  let summary = "Fail if anything but the LLVM dialect and OpenMP's is left";
  let description = [{
    The last pass of the pipelines: an operation that no pass lowered is an error
    that names it, at its location. Operations of the OpenMP dialect, and launches
    of kernels of a `gpu.binary`, are lowered where LLVM IR is made.
  }];
}

#endif // SEGMENT_CONVERSION_PASSES_TD
