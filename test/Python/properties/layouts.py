# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""5.2: arguments that are reversed, strided, transposed, repeated, unaligned,
read-only or of the other byte order answer as contiguous copies of them do."""

# RUN: %python %s | FileCheck %s
# CHECK: segments: {{[1-9][0-9]+}} examples
# CHECK: slices: {{[1-9][0-9]+}} examples
# CHECK: 2 properties hold, 0 fail

import numpy as np
from comparing import same
from draws import BFLOAT16, arrays, counts, ids, signatures
from hypothesis import strategies as st
from running import holds, run

import segment_mlir

SEGMENT = [
    ("unsorted_segment_sum", np.float32),
    ("unsorted_segment_min", np.float64),
    ("unsorted_segment_max", BFLOAT16),
    ("segment_mean_v2", np.int16),
    ("segment_sum", np.int64),
]
SCATTER = [("scatter_max", np.float32), ("scatter_sub", np.int32)]


def plain(array):
    return array


def reverse(array):
    return array[::-1].copy()[::-1]


def space(array):
    spaced = np.zeros((*array.shape, 2), array.dtype)
    spaced[..., 1] = array
    return spaced[..., 1]


def transpose(array):
    return array.T.copy().T


def swap_bytes(array):
    if array.dtype == BFLOAT16:
        return array  # It has no other order in numpy.
    return array.astype(array.dtype.newbyteorder())


def misalign(array):
    memory = np.zeros(array.nbytes + 1, np.uint8)
    memory[1:] = np.frombuffer(array.tobytes(), np.uint8)
    return memory[1:].view(array.dtype).reshape(array.shape)


def protect(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def repeat(array):
    """The first row for each, with a stride of zero."""
    return np.broadcast_to(array[:1], array.shape) if len(array) else array


LAYOUTS = [
    plain,
    reverse,
    space,
    transpose,
    swap_bytes,
    misalign,
    protect,
    repeat,
]


@st.composite
def segment_cases(draw):
    name, dtype, row = draw(signatures(SEGMENT))
    count = draw(counts(100))
    segments = draw(st.integers(1, 7))
    layout = draw(st.sampled_from(LAYOUTS)), draw(st.sampled_from(LAYOUTS))
    data = draw(arrays(dtype, (count, *row)))
    keys = draw(ids(count, 0, segments))
    if not name.startswith("unsorted"):
        keys.sort()
    arguments = [make(a) for make, a in zip(layout, (data, keys))]
    if name != "segment_sum":
        arguments.append(segments)
    return name, arguments


@st.composite
def scatter_cases(draw):
    name, dtype, row = draw(signatures(SCATTER))
    count = draw(counts(100))
    dims = 3, 2
    layout = [draw(st.sampled_from(LAYOUTS)) for _ in range(3)]
    arguments = [
        draw(arrays(dtype, (*dims, *row))),
        np.stack([draw(ids(count, 0, dim)) for dim in dims], 1),
        draw(arrays(dtype, (count, *row))),
    ]
    return name, [make(a) for make, a in zip(layout, arguments)]


def compare(case):
    name, arguments = case
    function = getattr(segment_mlir, name)
    copies = [make_plain(a) for a in arguments]
    want = function(*copies)
    assert want.flags.c_contiguous and want.dtype == copies[0].dtype
    same(function(*arguments), want)


def make_plain(argument):
    if isinstance(argument, int):
        return argument
    return np.ascontiguousarray(argument, argument.dtype.newbyteorder("="))


@holds(segment_cases(), examples=200)
def segments(case):
    compare(case)


@holds(scatter_cases())
def slices(case):
    compare(case)


run(segments, slices)
