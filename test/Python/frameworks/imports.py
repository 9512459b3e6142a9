# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The package alone imports no framework, and what a framework is missing for says
so. This needs none.

RUN: %frameworks_python %s | FileCheck %s
CHECK: segment_mlir.torch needs PyTorch, {{.*}}; install it with: pip install torch
CHECK: segment_mlir.jax needs JAX, {{.*}}; install it with: pip install jax
"""

import sys

import segment_mlir

assert not {"torch", "jax", "tensorflow"} & set(sys.modules), "a framework is imported"

for name in ("torch", "jax"):
    sys.modules[name] = None  # as if it weren't there
    try:
        __import__(f"segment_mlir.{name}")
    except ImportError as error:
        print(error)
