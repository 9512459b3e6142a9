# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorFlow, eager and compiled by XLA. Its eager operations for sorted ids
return as many rows as the last id says."""

import numpy as np

import peers
from workloads import GATHER, SCATTER, SEGMENT

THREADS = (1, 2)

_shape = ()


def environment(threads):
    return peers.omp_environment(threads) | {
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "CUDA_VISIBLE_DEVICES": "",
        "TF_NUM_INTRAOP_THREADS": str(threads),
    }


def start(threads):
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    return tf.__version__


def _compile(function, arguments):
    import tensorflow as tf

    compiled = tf.function(function, jit_compile=True, autograph=False)
    compiled = compiled.get_concrete_function(*arguments)
    return lambda: compiled(*arguments)


def methods(row, arrays):
    import tensorflow as tf

    global _shape
    data = tf.constant(arrays["data"])
    if row.op == SCATTER:
        _shape = arrays["input"].shape
        arguments = tf.constant(arrays["input"]), tf.constant(arrays["indices"]), data
        function = tf.tensor_scatter_nd_min
        return {
            "eager": lambda: function(*arguments),
            "XLA": _compile(lambda *a: function(*a), arguments),
        }

    _shape = (row.segments,) + tuple(arrays["data"].shape[1:])
    ids = tf.constant(arrays["ids"])
    if row.op == GATHER:
        source, weight = tf.constant(arrays["source"]), tf.constant(arrays["weight"])

        def gather(data, source, ids, weight):
            edges = tf.gather(data, source) * weight[:, None]
            return tf.math.unsorted_segment_sum(edges, ids, row.segments)

        return {"XLA, separate operations": _compile(gather, (data, source, ids, weight))}

    unsorted = getattr(tf.math, f"unsorted_segment_{row.kind}")

    def reduce(data, ids):
        return unsorted(data, ids, row.segments)

    found = {
        "eager unsorted": lambda: reduce(data, ids),
        "XLA": _compile(reduce, (data, ids)),
    }
    if row.op == SEGMENT:
        in_order = getattr(tf.math, f"segment_{row.kind}")
        found["eager sorted"] = lambda: in_order(data, ids)
    return found


def to_numpy(result):
    result = result.numpy()
    if result.shape == _shape:
        return result
    out = np.zeros(_shape, result.dtype)
    out[: result.shape[0]] = result
    return out
