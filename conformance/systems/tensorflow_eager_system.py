# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorFlow, op by op."""

from systems import tensorflow_calls
from systems.tensorflow_calls import LACKING, environment, start  # noqa: F401

TITLE = "TensorFlow, eager"
CALLS = """\
Called are `tf.math.segment_*`, `tf.math.unsorted_segment_*`, `tf.tensor_scatter_nd_*` and,
for products and quotients, `scatter_mul` and `scatter_div` of `tf.Variable`. The ops of
the `v2` form have no kernels outside of XLA."""


def ask(op, *operands):
    return tensorflow_calls.call(op, operands).numpy()
