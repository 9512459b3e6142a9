# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX on CPU, jitted: jax.ops.segment_*, and .at[] for scatters."""

import numpy as np

import peers
from workloads import GATHER, SCATTER, SEGMENT

THREADS = (1, 2)


def environment(threads):
    flags = f"--xla_cpu_multi_thread_eigen={'true' if threads > 1 else 'false'}"
    return peers.omp_environment(threads) | {
        "JAX_PLATFORMS": "cpu",
        "JAX_ENABLE_X64": "1",
        "XLA_FLAGS": flags,
        # The size of the client's pool of threads.
        "PJRT_NPROC": str(threads),
        "NPROC": str(threads),
    }


def start(threads):
    import jax

    return jax.__version__


def _call(function, arguments):
    import jax

    compiled = jax.jit(function).lower(*arguments).compile()
    return lambda: compiled(*arguments).block_until_ready()


def methods(row, arrays):
    import jax
    import jax.numpy as jnp

    data = jnp.asarray(arrays["data"])
    if row.op == SCATTER:
        arguments = jnp.asarray(arrays["input"]), jnp.asarray(arrays["indices"]), data

        def scatter(start, indices, updates):
            return start.at[tuple(indices.T)].min(updates)

        return {"at[].min": _call(scatter, arguments)}

    ids = jnp.asarray(arrays["ids"])
    is_sorted = row.op == SEGMENT
    if row.op == GATHER:
        source, weight = jnp.asarray(arrays["source"]), jnp.asarray(arrays["weight"])

        def gather(data, source, ids, weight):
            return jax.ops.segment_sum(
                data[source] * weight[:, None],
                ids,
                row.segments,
                indices_are_sorted=True,
            )

        return {"separate operations": _call(gather, (data, source, ids, weight))}

    reduce = getattr(jax.ops, f"segment_{row.kind}")

    def segment(data, ids):
        return reduce(data, ids, row.segments, indices_are_sorted=is_sorted)

    return {f"segment_{row.kind}": _call(segment, (data, ids))}


def to_numpy(result):
    return np.asarray(result)
