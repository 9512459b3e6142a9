# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What TensorFlow has for each op."""

from systems import NotOffered

LACKING = (
    r"Could not find (device|compiler)",
    r"No OpKernel was registered",
    r"is not in the list of allowed values",
    r"not in list of allowed values",
    r"unsupported operations when trying to compile",
    r"has no attribute",
    r"No registered '\w+' OpKernel",
    r"UnimplementedError",
    r"to have DType",
    r"invalid data type",
)


def environment():
    return {
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "CUDA_VISIBLE_DEVICES": "",
        "TF_NUM_INTRAOP_THREADS": "1",
        "TF_NUM_INTEROP_THREADS": "1",
    }


def start():
    import tensorflow as tf

    return {"tensorflow": tf.__version__}


def _function(op):
    import tensorflow as tf

    if op.family == "v1":
        return getattr(tf.math, op.name)
    if op.family == "unsorted":
        return getattr(tf.math, op.name)
    if op.family == "v2":
        name = f"Segment{op.kind.capitalize()}V2"
        raw = getattr(tf.raw_ops, name, None)
        if not raw:
            raise NotOffered("op")
        return lambda data, ids, n: raw(data=data, segment_ids=ids, num_segments=n)
    function = getattr(tf, f"tensor_scatter_nd_{op.kind}", None)
    if not function:
        raise NotOffered("op")
    return function


def _on_variables(op):
    """Products and quotients are methods of variables, of one coordinate."""
    return op.kind in ("mul", "div") and op.is_scatter


def variable_for(op, operands):
    """A variable with the input's value, where the op works on one."""
    import tensorflow as tf

    if not _on_variables(op):
        return None
    if operands[1].ndim != 2 or operands[1].shape[-1] != 1:
        raise NotOffered("shape")
    return tf.Variable(operands[0])


def call(op, operands, variable=None):
    import tensorflow as tf

    if not _on_variables(op):
        return _function(op)(*operands)
    variable = variable if variable is not None else variable_for(op, operands)
    method = variable.scatter_mul if op.kind == "mul" else variable.scatter_div
    _, indices, updates = operands
    method(tf.IndexedSlices(tf.convert_to_tensor(updates), indices[:, 0]))
    return variable.read_value()
