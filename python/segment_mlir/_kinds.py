# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results of the caller's kind."""


def _from_torch(result):
    import torch

    return torch.from_dlpack(result)


def _from_jax(result):
    import jax

    return jax.dlpack.from_dlpack(result)


def _from_tensorflow(result):
    import tensorflow

    return tensorflow.experimental.dlpack.from_dlpack(result.__dlpack__())


_KINDS = {
    "torch": _from_torch,
    "jax": _from_jax,
    "jaxlib": _from_jax,
    "tensorflow": _from_tensorflow,
}


def to_kind_of(like, result):
    """`result`, which has __dlpack__ and __dlpack_device__, as an array of the package of `like`; as it
    is if that package has no way to take it."""
    package = type(like).__module__.partition(".")[0]
    if package in _KINDS:
        return _KINDS[package](result)
    # The array API standard.
    namespace = getattr(like, "__array_namespace__", None)
    if namespace is not None:
        return namespace().from_dlpack(result)
    import numpy

    return numpy.from_dlpack(result)
