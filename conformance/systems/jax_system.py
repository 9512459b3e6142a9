# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX on CPU: jax.ops.segment_*, and updates at indices."""

import numpy as np

from systems import NotOffered

TITLE = "JAX"
CALLS = """\
Called are `jax.ops.segment_*`, with `num_segments` left out for the first form and with
`indices_are_sorted` for both sorted forms, and the methods of `x.at[...]`. Ids of several
dimensions are flattened, as its users do. 64-bit types are enabled."""

LACKING = (
    r"does not accept dtype",
    r"not (supported|implemented) for",
    r"NotImplementedError",
)

_UPDATES = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "div": "divide",
    "min": "min",
    "max": "max",
    "update": "set",
}


def environment():
    return {"JAX_PLATFORMS": "cpu", "JAX_ENABLE_X64": "1", "TF_CPP_MIN_LOG_LEVEL": "3"}


def start():
    import jax
    import jaxlib

    return {"jax": jax.__version__, "jaxlib": jaxlib.__version__}


def ask(op, *operands):
    return np.asarray(_scatter(op, *operands) if op.is_scatter else _segment(op, *operands))


def _segment(op, data, ids, num_segments=None):
    import jax
    import jax.numpy as jnp

    function = getattr(jax.ops, f"segment_{op.kind}", None)
    if not function:
        raise NotOffered("op")
    if ids.ndim != 1:
        # Ids are of the leading axis only; one makes one of several.
        if (
            op.family == "v1"
            or (op.is_sorted and ids.ndim == 0)
            or ids.shape != data.shape[: ids.ndim]
        ):
            raise NotOffered("shape")
        data = data.reshape(ids.size, *data.shape[ids.ndim :])
        ids = ids.reshape(-1)
    return function(
        jnp.asarray(data),
        jnp.asarray(ids),
        num_segments=num_segments,
        indices_are_sorted=op.is_sorted,
    )


def _scatter(op, start, indices, updates):
    import jax.numpy as jnp

    if indices.shape[-1] == 0:
        raise NotOffered("shape")
    coordinates = tuple(jnp.asarray(indices[..., k]) for k in range(indices.shape[-1]))
    at = jnp.asarray(start).at[coordinates]
    return getattr(at, _UPDATES[op.kind])(jnp.asarray(updates))
