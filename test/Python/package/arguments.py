# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is taken for an array: layouts, types without a type, other packages' arrays,
destinations."""

# RUN: %python %s

import unittest

import ml_dtypes
import numpy as np

import segment_mlir as sm

DATA = np.arange(24, dtype=np.float64).reshape(6, 4)
IDS = np.array([1, 0, 1, 2, 0, 1])
SUMS = np.array([DATA[[1, 4]].sum(0), DATA[[0, 2, 5]].sum(0), DATA[3]])


class Exporter:
    """Has its memory to offer through DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class GpuExporter(Exporter):
    """Can't be imported, as an array on a GPU whose stream is busy."""

    __cuda_array_interface__ = {}

    def __dlpack__(self, **keywords):
        raise BufferError("on a GPU")


class Interface:
    def __init__(self, array):
        self.array = array  # Owns the memory.
        self.__array_interface__ = array.__array_interface__


class GpuInterface:
    __cuda_array_interface__ = {"shape": (6, 4), "typestr": "<f8", "version": 3}


class TestLayouts(unittest.TestCase):
    def check(self, data, ids=IDS):
        np.testing.assert_array_equal(sm.unsorted_segment_sum(data, ids, 3), SUMS)

    def test_strides(self):
        wide = np.zeros((12, 8))
        wide[::2, ::2] = DATA
        self.check(wide[::2, ::2])
        self.check(np.asfortranarray(DATA))
        self.check(DATA[::-1][::-1])
        self.check(np.ascontiguousarray(DATA[::-1])[::-1])
        self.check(np.ascontiguousarray(DATA[:, ::-1])[:, ::-1])

    def test_ids(self):
        self.check(DATA, np.repeat(IDS, 3)[::3])
        self.check(DATA, IDS[::-1].copy()[::-1])
        for dtype in "bhilqBHI":
            self.check(DATA, IDS.astype(dtype))
        self.check(DATA, IDS.astype(">i4"))

    def test_repeated(self):
        ones = np.broadcast_to(np.float32(1), (6, 4))
        np.testing.assert_array_equal(
            sm.unsorted_segment_sum(ones, IDS, 3), [[2] * 4, [3] * 4, [1] * 4]
        )
        row = np.broadcast_to(DATA[:1], (6, 4))
        np.testing.assert_array_equal(sm.unsorted_segment_max(row, IDS, 3)[2], DATA[0])

    def test_read_only_and_unaligned(self):
        data = DATA.copy()
        data.flags.writeable = False
        self.check(data)
        raw = np.zeros(DATA.nbytes + 1, np.uint8)
        raw[1:] = DATA.view(np.uint8).ravel()
        self.check(raw[1:].view(np.float64).reshape(6, 4))

    def test_fields(self):
        records = np.zeros(6, [("tag", "u1"), ("row", "f8", 4)])
        records["row"] = DATA
        self.check(records["row"])

    def test_byte_order(self):
        result = sm.unsorted_segment_sum(DATA.astype(">f8"), IDS, 3)
        self.assertEqual(result.dtype, np.dtype(np.float64))
        np.testing.assert_array_equal(result, SUMS)

    def test_results_are_arrays_of_their_own(self):
        result = sm.unsorted_segment_sum(DATA, IDS, 3)
        self.assertTrue(result.flags.c_contiguous and result.flags.writeable)
        large = sm.unsorted_segment_sum(np.ones((1, 4)), [0], 100_000)
        self.assertTrue(large.flags.c_contiguous and large.flags.writeable)
        large += 1
        self.assertEqual(large.sum(), 400_004)

    def test_scatter(self):
        input = np.asfortranarray(np.arange(6.0).reshape(2, 3))
        result = sm.scatter_add(input, np.array([[1, 0]]).T[::-1], np.ones((2, 3)))
        np.testing.assert_array_equal(result, input + 1)
        input = np.arange(24.0).reshape(2, 3, 4)
        view = input.transpose(2, 0, 1)
        updates = np.ones((1, 2, 3))
        want = view.copy()
        want[3] += 1
        np.testing.assert_array_equal(sm.scatter_add(view, [[3]], updates), want)


class TestKinds(unittest.TestCase):
    def test_lists_and_numbers(self):
        result = sm.unsorted_segment_sum([[1, 2], [3, 4]], [1, 1], 2)
        self.assertEqual(result.dtype, np.int64)
        np.testing.assert_array_equal(result, [[0, 0], [4, 6]])
        np.testing.assert_array_equal(sm.unsorted_segment_sum(2.5, 1, 2), [0, 2.5])
        self.assertEqual(sm.segment_sum([], []).shape, (0,))
        np.testing.assert_array_equal(sm.unsorted_segment_sum([], [], 2), [0, 0])
        np.testing.assert_array_equal(
            sm.unsorted_segment_sum(DATA, IDS.tolist(), np.int8(3)), SUMS
        )
        np.testing.assert_array_equal(
            sm.unsorted_segment_sum(DATA, tuple(IDS), np.array(3)), SUMS
        )

    def test_updates_without_a_type(self):
        for dtype in (np.float16, np.float32, np.int8, np.complex64):
            result = sm.scatter_add(np.ones(3, dtype), [[0], [2]], [1, 2])
            self.assertEqual(result.dtype, dtype)
            np.testing.assert_array_equal(result, [2, 1, 3])
        with self.assertRaisesRegex(TypeError, "updates: expected the type of input"):
            sm.scatter_add(np.ones(3, np.int8), [[0]], [1.5])
        with self.assertRaisesRegex(ValueError, "updates: .*out of the range of int8"):
            sm.scatter_add(np.ones(3, np.int8), [[0]], [300])

    def test_bfloat16(self):
        ones = np.ones(1000, ml_dtypes.bfloat16)
        result = sm.unsorted_segment_sum(ones, np.zeros(1000, int), 1)
        self.assertEqual(result.dtype, ml_dtypes.bfloat16)
        self.assertEqual(result[0], 1000)

    def test_dlpack(self):
        result = sm.unsorted_segment_sum(Exporter(DATA), Exporter(IDS), 3)
        np.testing.assert_array_equal(result, SUMS)
        self.assertIs(type(result), np.ndarray)
        destination = Exporter(np.empty((3, 4)))
        result = sm.unsorted_segment_sum(DATA, IDS, 3, out=destination)
        self.assertIs(result, destination)
        np.testing.assert_array_equal(destination.array, SUMS)

    def test_array_interface(self):
        result = sm.unsorted_segment_sum(Interface(DATA), Interface(IDS), 3)
        np.testing.assert_array_equal(result, SUMS)

    def test_gpu(self):
        for data in (GpuExporter(DATA), GpuInterface()):
            with self.assertRaisesRegex(TypeError, "only memory of the CPU"):
                sm.unsorted_segment_sum(data, IDS, 3)

    def test_no_arrays(self):
        for data in ("text", object(), [object()], {1: 2}, None, [b"x"]):
            with self.assertRaisesRegex(TypeError, "data: expected an array of numbers"):
                sm.unsorted_segment_sum(data, IDS, 3)
        with self.assertRaisesRegex(TypeError, "datetime64"):
            sm.unsorted_segment_sum(np.zeros(6, "M8[s]"), IDS, 3)
        with self.assertRaises(ValueError):
            sm.unsorted_segment_sum([[1], [1, 2]], [0, 0], 1)
        with self.assertRaisesRegex(ValueError, "at most 32 dimensions"):
            sm.unsorted_segment_sum(np.ones([1] * 40), [0], 1)


class TestDestinations(unittest.TestCase):
    def check(self, out):
        self.assertIs(sm.unsorted_segment_sum(DATA, IDS, 3, out=out), out)
        np.testing.assert_array_equal(out, SUMS)

    def test_layouts(self):
        self.check(np.full((3, 4), np.nan))
        self.check(np.full((6, 4), np.nan)[::2])
        self.check(np.full((4, 3), np.nan).T)
        self.check(np.full((3, 8), np.nan)[:, ::-2])
        rest = np.zeros((6, 8))
        self.check(rest[1::2, 1::2])
        self.assertEqual(rest[::2].sum() + rest[:, ::2].sum(), 0)

    def test_in_place(self):
        for make in (np.array, np.asfortranarray, lambda x: np.array(x)[::-1]):
            array = make(np.arange(12.0).reshape(3, 4))
            want = array.copy()
            want[[0, 2]] += 1
            self.assertIs(
                sm.scatter_add(array, [[0], [2]], np.ones((2, 4)), out=array), array
            )
            np.testing.assert_array_equal(array, want)

    def test_several(self):
        outs = (np.empty((3, 4)), np.empty((4, 3)).T)
        result = sm.segment_reduce(DATA, IDS, 3, ("max", "sum"), out=outs)
        self.assertIs(result, outs)
        np.testing.assert_array_equal(outs[1], SUMS)
        np.testing.assert_array_equal(outs[0][2], DATA[3])

    def test_refused(self):
        def call(out, error, text):
            with self.assertRaisesRegex(error, text):
                sm.unsorted_segment_sum(DATA, IDS, 3, out=out)

        call(np.empty((3, 4), np.float32), TypeError, "expected elements of type float64")
        call(np.empty((4, 3)), ValueError, r"expected shape \(3, 4\), got \(4, 3\)")
        call([[0.0] * 4] * 3, TypeError, "can be written to, got list")
        call(np.broadcast_to(0.0, (3, 4)), ValueError, "read-only")
        call(np.empty((3, 4), ">f8"), TypeError, "byte order")
        repeated = np.lib.stride_tricks.as_strided(np.empty(4), (3, 4), (0, 8))
        call(repeated, ValueError, "in the same place")

    def test_overlaps(self):
        both = np.zeros((6, 8))
        with self.assertRaisesRegex(ValueError, "overlaps"):
            sm.unsorted_segment_sum(both[:, :4], IDS, 3, out=both[:3, 2:6])
        with self.assertRaisesRegex(ValueError, "overlaps"):
            sm.scatter_add(both, [[0]], both[1:2], out=both)
        with self.assertRaisesRegex(ValueError, "overlaps"):
            sm.scatter_add(both[1:], [[0]], np.ones((1, 8)), out=both[:-1])
        ids = np.zeros(3, np.int64)
        with self.assertRaisesRegex(ValueError, "overlaps"):
            sm.unsorted_segment_sum(np.ones(3, int), ids, 3, out=ids)
        out = np.empty(3)
        with self.assertRaisesRegex(ValueError, "overlap each other"):
            sm.segment_reduce([1.0], [0], 3, ("sum", "max"), out=(out, out))
        # Interleaved columns have no byte in common.
        both[:, :4] = DATA
        columns = np.zeros((6, 8))
        columns[:, ::2] = DATA
        sm.unsorted_segment_sum(columns[:, ::2], IDS, 3, out=columns[:3, 1::2])
        np.testing.assert_array_equal(columns[:3, 1::2], SUMS)


unittest.main()
