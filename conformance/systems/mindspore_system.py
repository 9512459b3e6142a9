# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MindSpore on CPU, op by op."""

import numpy as np

from segment_e2e.elements import BFLOAT16
from systems import NotOffered

TITLE = "MindSpore"
CALLS = """\
Called are `ops.Segment*`, `ops.unsorted_segment_*` and `ops.tensor_scatter_*`."""

LACKING = (
    r"select.*kernel",
    r"kernel.*(not support|unsupported)",
    r"(not support|unsupported).*type",
    r"must be a type of",
)


def environment():
    # Its warnings are about names that are to change.
    return {"GLOG_v": "3", "OMP_NUM_THREADS": "1"}


def start():
    import mindspore

    mindspore.set_device("CPU")
    mindspore.runtime.dispatch_threads_num(1)
    return {"mindspore": mindspore.__version__}


def _function(op):
    from mindspore import ops

    if op.family == "v1":
        return getattr(ops, f"Segment{op.kind.capitalize()}")()
    name = f"tensor_{op.name}" if op.is_scatter else op.name
    function = getattr(ops, name, None)
    if op.family == "v2" or not function:
        raise NotOffered("op")
    return function


def _tensor(operand):
    import mindspore

    if not isinstance(operand, np.ndarray):
        return operand
    if operand.dtype == BFLOAT16:
        return mindspore.Tensor(operand.astype(np.float32)).astype(mindspore.bfloat16)
    return mindspore.Tensor(np.ascontiguousarray(operand).reshape(operand.shape))


def ask(op, *operands):
    import mindspore

    result = _function(op)(*map(_tensor, operands))
    mindspore.runtime.synchronize()
    if result.dtype == mindspore.bfloat16:
        return result.astype(mindspore.float32).asnumpy().astype(BFLOAT16)
    return result.asnumpy()
