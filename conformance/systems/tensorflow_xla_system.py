# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorFlow, compiled by XLA. Operands are arguments of the compiled function,
except the number of segments, which XLA wants to know."""

import numpy as np

from systems import tensorflow_calls
from systems.tensorflow_calls import LACKING, environment, start  # noqa: F401

TITLE = "TensorFlow, compiled by XLA"
CALLS = """\
The same calls, and `tf.raw_ops.Segment*V2`, in a `tf.function` with `jit_compile=True`."""


def ask(op, *operands):
    import tensorflow as tf

    arrays = [tf.constant(o) for o in operands if isinstance(o, np.ndarray)]
    rest = [o for o in operands if not isinstance(o, np.ndarray)]
    variable = tensorflow_calls.variable_for(op, arrays)

    @tf.function(jit_compile=True, autograph=False)
    def compiled(*arguments):
        return tensorflow_calls.call(op, [*arguments, *rest], variable)

    return compiled(*arrays).numpy()
