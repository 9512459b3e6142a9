# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of every function, and their gradients, against finite differences,
under jit where that can be.

REQUIRES: jax
RUN: %frameworks_python %s | FileCheck %s
CHECK: 42 functions
"""

import jax
from jax.test_util import check_grads

from jax_calls import calls, function_of, rows_depend_on_ids

count = 0
for name, arguments, differentiable, options in calls():

    def function(*values):
        inputs = list(arguments)
        for position, value in zip(differentiable, values):
            inputs[position] = value
        return function_of(name)(*inputs, **options)

    inputs = [arguments[position] for position in differentiable]
    depends = rows_depend_on_ids(name, arguments)
    check_grads(
        function if depends else jax.jit(function),
        inputs,
        order=1 if depends else 2,
        modes=("rev",),
        eps=1e-4,
    )
    count += 1
print(count, "functions")
