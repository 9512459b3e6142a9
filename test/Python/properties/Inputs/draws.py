# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What properties are tried on.

Everything that decides what is compiled (types, shapes of rows, attributes) comes
from small sets, so that a test compiles some dozen functions.
"""

from math import prod

import ml_dtypes
import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

# Rows of one element, of a static and of a dynamic number of elements.
ROWS = ((), (3,), (11, 3))

# More rows than these are made by repeating them.
_MOST_DRAWN = 24


def is_float(dtype):
    return dtype == BFLOAT16 or np.dtype(dtype).kind == "f"


def _finite(dtype, largest):
    """Floats that the type holds. A multiple of 1/16 below 128 has a bfloat16."""
    if dtype == BFLOAT16:
        return st.integers(-255, 255).map(lambda i: i / 16)
    width = 8 * np.dtype(dtype).itemsize
    return st.floats(-largest, largest, width=width)


def elements(dtype, special=True, largest=1000.0):
    """Values of a type, the unusual ones of floats often if they are wanted."""
    dtype = np.dtype(dtype)
    if not is_float(dtype):
        return hnp.from_dtype(dtype)
    finite = _finite(dtype, largest)
    if not special:
        return finite
    return finite | st.sampled_from([np.nan, np.inf, -np.inf, -0.0, 0.0])


def factors(dtype):
    """Floats of which no product of some dozen overflows or loses its digits."""
    return st.sampled_from([0.5, 0.75, 1.0, -1.0, 1.25, -1.5, 2.0])


@st.composite
def arrays(draw, dtype, shape, values=None):
    dtype = np.dtype(dtype)
    values = elements(dtype) if values is None else values
    drawn = np.float32 if dtype == BFLOAT16 else dtype
    return draw(hnp.arrays(drawn, shape, elements=values)).astype(dtype)


@st.composite
def rows(draw, dtype, row, count, values=None):
    """`count` rows; of many, each is one of some few."""
    few = min(count, _MOST_DRAWN)
    drawn = draw(arrays(dtype, (few, *row), values))
    if count == few:
        return drawn
    return drawn[shuffler(draw).integers(0, few, count)]


def shuffler(draw):
    """Random numbers that an example repeats."""
    return np.random.default_rng(draw(st.integers(0, 2**16)))


@st.composite
def ids(draw, count, low, high, dtype=np.int64):
    """`count` ids from low to high - 1, which is at least low + 1."""
    few = min(count, _MOST_DRAWN)
    drawn = draw(
        hnp.arrays(dtype, few, elements=st.integers(low, high - 1), fill=st.nothing())
    )
    if count == few:
        return drawn
    # Those drawn, and others that they say nothing about.
    rest = shuffler(draw).integers(low, high, count - few).astype(dtype)
    return np.concatenate([drawn, rest])


@st.composite
def signatures(draw, choices, shapes=ROWS):
    """One of the choices, which are tuples, and the shape of a row."""
    return (*draw(st.sampled_from(choices)), draw(st.sampled_from(shapes)))


def counts(most=40):
    return st.integers(0, most)


def many(row):
    """Numbers of rows that fill vectors, tiles and threads, small ones as well."""
    most = 150_000 // max(prod(row), 1)
    return st.integers(0, 40) | st.sampled_from([100, 1000, most // 7, most])
