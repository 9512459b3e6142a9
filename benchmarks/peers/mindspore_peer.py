# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MindSpore on CPU: tensor_scatter_min."""

import peers
from workloads import SCATTER

THREADS = (1, 2)


def environment(threads):
    # Its warnings are about names that are to change.
    return peers.omp_environment(threads) | {"GLOG_v": "3"}


def start(threads):
    import mindspore

    mindspore.set_device("CPU")
    mindspore.runtime.dispatch_threads_num(threads)
    return mindspore.__version__


def methods(row, arrays):
    import mindspore

    if row.op != SCATTER or row.dtype == "bf16":
        return {}
    arguments = [
        mindspore.Tensor(arrays[name]) for name in ("input", "indices", "data")
    ]

    def scatter():
        result = mindspore.ops.tensor_scatter_min(*arguments)
        mindspore.runtime.synchronize()
        return result

    return {"tensor_scatter_min": scatter}


def to_numpy(result):
    return result.asnumpy()
