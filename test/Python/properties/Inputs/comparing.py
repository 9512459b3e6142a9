# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How results are compared."""

import numpy as np
from draws import is_float
from segment_e2e.compare import differences
from segment_e2e.elements import spacing, unit_roundoff


def fail(what, got, want):
    raise AssertionError(f"{what}:\n{got!r}\ninstead of\n{want!r}")


def same(got, want, what="a difference"):
    """To the bit, except that a NaN is a NaN."""
    if got.dtype != want.dtype or got.shape != want.shape:
        fail(what, (got.dtype, got.shape), (want.dtype, want.shape))
    if differences(got, want).any():
        fail(what, got, want)


def close_sums(got, want, data, ids, what="sums too far apart"):
    """Sums of the same rows in two orders.

    Either differs from the exact sum by at most (n - 1) u / (1 - (n - 1) u) times
    the sum of the n absolute values, where u is the unit roundoff of the type that
    is added in; so 2 n u times that is more than they can differ by, with n + 1
    for n to cover the divisor. A narrower result is rounded once more, to a
    neighbour at worst.
    """
    _check_shapes(got, want)
    if not is_float(got.dtype):
        return same(got, want, what)
    adder = np.dtype(np.float64 if got.dtype == np.float64 else np.float32)
    magnitudes = np.zeros(want.shape, np.float64)
    with np.errstate(invalid="ignore"):
        np.add.at(magnitudes, ids, np.abs(data.astype(np.float64)))
    count = np.zeros(len(want), np.float64)
    np.add.at(count, ids, 1)
    count = count.reshape(-1, *[1] * (want.ndim - 1))
    bound = 2 * (count + 1) * unit_roundoff(adder) * magnitudes
    if got.dtype != adder:
        bound = bound + spacing(want.astype(np.float64), got.dtype)
    _check_within(got, want, bound, what)


def close_products(got, want, ids, what="products too far apart"):
    """Products of the same rows in two orders: as for sums, each of n factors may
    add u, of the product itself."""
    _check_shapes(got, want)
    if not is_float(got.dtype):
        return same(got, want, what)
    count = np.zeros(len(want), np.float64)
    np.add.at(count, ids, 1)
    count = count.reshape(-1, *[1] * (want.ndim - 1))
    bound = 2 * (count + 1) * unit_roundoff(want.dtype) * np.abs(want.astype(float))
    _check_within(got, want, bound, what)


def _check_shapes(got, want):
    if got.dtype != want.dtype or got.shape != want.shape:
        fail("a difference", (got.dtype, got.shape), (want.dtype, want.shape))


def _check_within(got, want, bound, what):
    bound = np.where(np.isfinite(bound), bound, 0)
    if differences(got, want, bound).any():
        fail(what, got, want)
