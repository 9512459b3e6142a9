# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ours is compared with, one module for each package.

A module has

    THREADS            the numbers of threads it is worth starting with
    environment(n)     variables of the process that runs it with n threads
    start(n)           imports the package; returns its version
    methods(row, arrays)
                       {label: function without arguments} for what it offers for
                       the row; the arrays are converted here, so that only the
                       reduction is timed. Each function waits for its result and
                       returns it
    to_numpy(result)   the result as an array of shape [segments, ...]

A function may fail, for a type or operation that the package lacks.
"""

NAMES = [
    "numpy",
    "numba",
    "numpy_groupies",
    "pandas",
    "polars",
    "torch",
    "tensorflow",
    "jax",
    "mindspore",
]


def load(name):
    import importlib

    # The modules carry a suffix: a file numpy.py would hide numpy.
    return importlib.import_module(f"peers.{name}_peer")


def omp_environment(threads):
    """For packages with an OpenMP runtime or BLAS of their own."""
    n = str(threads)
    return {
        "OMP_NUM_THREADS": n,
        "MKL_NUM_THREADS": n,
        "OPENBLAS_NUM_THREADS": n,
    }
