// RUN: segment-opt %s -split-input-file -verify-diagnostics -segment-verify-lowered

// What is left is named, at its place, each of it.
llvm.func @lowered(%x: i32) -> i32 {
  %0 = llvm.add %x, %x : i32
  llvm.return %0 : i32
}
module @nested {
  llvm.mlir.global internal constant @g(1 : i32) : i32
}

// Parallel regions are lowered where LLVM IR is made.
llvm.func @threads() {
  omp.parallel {
    omp.terminator
  }
  llvm.return
}

// -----

// expected-error @+1 {{expected everything to be lowered to the LLVM dialect, but 'func.func' is left: no pass of the pipeline lowers it}}
func.func @left(%x: i32) -> i32 {
  // expected-error @+1 {{but 'arith.addi' is left}}
  %0 = arith.addi %x, %x : i32
  // expected-error @+1 {{but 'func.return' is left}}
  return %0 : i32
}

// -----

llvm.func @cast(%x: i32) {
  // expected-error @+1 {{but 'builtin.unrealized_conversion_cast' is left}}
  %0 = builtin.unrealized_conversion_cast %x : i32 to index
  llvm.return
}

// -----

// Launches of compiled kernels are lowered where LLVM IR is made.
module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "PTX">]
  llvm.func @launch(%n: i64) {
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
}

// -----

module attributes {gpu.container_module} {
  // expected-error @+1 {{but 'gpu.module' is left}}
  gpu.module @kernels {
    llvm.func @k() attributes {gpu.kernel} {
      llvm.return
    }
  }
  llvm.func @launch(%n: i64) {
    // expected-error @+1 {{but 'gpu.launch_func' is left}}
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
}
