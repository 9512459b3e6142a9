# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions (4.18), what they say, which of several comes (4.12), and that nothing
is left behind (4.14)."""

# RUN: %python %s

import pickle
import unittest

import numpy as np

import segment_mlir as sm

DATA = np.ones((3, 2), np.float32)


class Test(unittest.TestCase):
    def check(self, error, text, function, *arguments, **keywords):
        with self.assertRaises(error) as context:
            function(*arguments, **keywords)
        self.assertEqual(str(context.exception), f"{function.__name__}: {text}")
        return context.exception

    def test_hierarchy(self):
        for base in (sm.SegmentError, IndexError, RuntimeError):
            self.assertTrue(issubclass(sm.BoundsError, base))
        self.assertTrue(issubclass(sm.CompileError, sm.SegmentError))
        self.assertEqual(sm.BoundsError.__module__, "segment_mlir")
        error = pickle.loads(pickle.dumps(sm.BoundsError("text")))
        self.assertEqual((type(error), str(error)), (sm.BoundsError, "text"))

    def test_ids(self):
        bounds = sm.BoundsError
        self.check(
            bounds,
            "id out of range: position [1], value 7, range [0, 2)",
            sm.unsorted_segment_min,
            *(DATA, [0, 7, 1], 2),
        )
        self.check(
            bounds,
            "id out of range: position [1, 0], value 2, range [0, 2)",
            sm.unsorted_segment_sum,
            *(np.ones((2, 2, 5)), [[0, 1], [2, 1]], 2),
        )
        self.check(
            bounds,
            "ids must be sorted, but they decrease: position [2], value 1, after value 2",
            sm.segment_sum,
            *(DATA, [0, 2, 1]),
        )
        self.check(
            bounds,
            "id out of range: position [0], value -1, range [0, 3)",
            sm.segment_max_v2,
            *(DATA, [-1, 2, 2], 3),
        )
        self.check(
            bounds,
            "index out of range: index row [1], values [0, -1], dimensions [3, 2]",
            sm.scatter_min,
            *(DATA, [[0, 0], [0, -1]], [1, 2]),
        )
        np.testing.assert_array_equal(
            sm.unsorted_segment_sum(DATA, [0, 7, -1], 2, bounds="drop"),
            [[1, 1], [0, 0]],
        )

    def test_types(self):
        self.check(
            TypeError,
            "segment_ids: expected integers of 8 to 64 bits (unsigned ones up to 32), "
            "got float32",
            sm.unsorted_segment_sum,
            *(DATA, np.ones(3, np.float32), 2),
        )
        with self.assertRaisesRegex(TypeError, "got uint64"):
            sm.unsorted_segment_sum(DATA, np.ones(3, np.uint64), 2)
        with self.assertRaisesRegex(TypeError, "got bool"):
            sm.unsorted_segment_sum(DATA, [True, False, True], 2)
        self.check(
            TypeError,
            "data: expected real numbers, since complex ones have no order, got "
            "complex64",
            sm.unsorted_segment_min,
            *(DATA.astype(np.complex64), [0, 0, 0], 1),
        )
        self.check(
            TypeError,
            "data: expected numbers, got bool",
            sm.unsorted_segment_sum,
            *([True], [0], 1),
        )
        self.check(
            TypeError,
            "updates: expected the type of input, float32, got float64",
            sm.scatter_add,
            *(DATA, [[0]], np.ones((1, 2))),
        )
        for count in (2.0, "2", None, [2]):
            with self.assertRaisesRegex(TypeError, "num_segments: expected an integer"):
                sm.segment_sum_v2(DATA, [0, 0, 0], count)
        with self.assertRaisesRegex(TypeError, "bounds: expected a string, got int"):
            sm.unsorted_segment_sum(DATA, [0, 0, 0], 1, bounds=1)

    def test_shapes(self):
        self.check(
            ValueError,
            "expected the shape of segment_ids to be a prefix of that of data, got "
            "segment_ids of shape (2,) and data of shape (3, 2)",
            sm.unsorted_segment_sum,
            *(DATA, [0, 1], 2),
        )
        self.check(
            ValueError,
            "segment_ids: expected one dimension, got shape (1, 3)",
            sm.segment_sum,
            *(DATA, [[0, 1, 1]]),
        )
        self.check(
            ValueError,
            "segment_ids: expected at least one dimension, got none",
            sm.segment_sum_v2,
            *(DATA, 0, 3),
        )
        self.check(
            ValueError,
            "indices: expected at least two dimensions, [..., number of coordinates], "
            "got shape (2,)",
            sm.scatter_add,
            *(DATA, [0, 1], DATA[:2]),
        )
        self.check(
            ValueError,
            "indices: expected at most 2 coordinates, as input has dimensions, got 3",
            sm.scatter_add,
            *(DATA, [[0, 1, 2]], [1.0]),
        )
        self.check(
            ValueError,
            "updates: expected shape (1, 2) for indices of shape (1, 1) and input of "
            "shape (3, 2), got (2, 2)",
            sm.scatter_add,
            *(DATA, [[0]], DATA[:2]),
        )

    def test_sizes(self):
        self.check(
            ValueError,
            "num_segments: expected at least 0, got -1",
            sm.unsorted_segment_sum,
            *(DATA, [0, 0, 0], -1),
        )
        for count in (2**62, 2**63 - 1):
            with self.assertRaisesRegex(ValueError, "more bytes than 64 bits can count"):
                sm.unsorted_segment_sum(DATA, [0, 0, 0], count)
        with self.assertRaisesRegex(ValueError, "an integer of 64 bits, got 1" + "0" * 30):
            sm.unsorted_segment_sum(DATA, [0, 0, 0], 10**30)
        with self.assertRaisesRegex(MemoryError, "bytes of memory"):
            sm.unsorted_segment_sum(DATA, [0, 0, 0], 2**50)
        with self.assertRaisesRegex(MemoryError, "bytes of memory"):
            sm.segment_sum([1.0], [2**50])
        with self.assertRaisesRegex(ValueError, "the last id is 9223372036854775807"):
            sm.segment_sum([1.0], [2**63 - 1])
        for threads in (0, -1, 2**40):
            with self.assertRaisesRegex(ValueError, "threads: expected at least 1"):
                sm.unsorted_segment_sum(DATA, [0, 0, 0], 1, threads=threads)

    def test_options(self):
        self.check(
            ValueError,
            "bounds: expected 'error', 'drop' or 'unsafe_assume', got 'assume'",
            sm.unsorted_segment_sum,
            *(DATA, [0, 0, 0], 1),
            bounds="assume",
        )
        self.check(
            ValueError,
            "nan is for minima and maxima",
            sm.unsorted_segment_sum,
            *(DATA, [0, 0, 0], 1),
            nan="ignore",
        )
        self.check(
            ValueError,
            "empty='infinity' is for minima and maxima",
            sm.segment_mean,
            *(DATA, [0, 0, 0]),
            empty="infinity",
        )
        self.check(
            ValueError,
            "accumulate is for what adds, multiplies or divides",
            sm.scatter_update,
            *(DATA, [[0]], DATA[:1]),
            accumulate="f64",
        )
        with self.assertRaisesRegex(ValueError, "accumulate is for floats, not for int64"):
            sm.unsorted_segment_sum([1], [0], 1, accumulate="f64")
        # On integers these change nothing (4.17).
        self.assertEqual(
            sm.unsorted_segment_min([5, 3], [0, 0], 1, nan="ignore", empty="infinity"), 3
        )

    def test_order_of_faults(self):
        """Shapes, num_segments, size, then ids; among ids the first."""
        with self.assertRaisesRegex(ValueError, "prefix"):
            sm.unsorted_segment_sum(DATA, [9, 9], -1)
        with self.assertRaisesRegex(ValueError, "at least 0"):
            sm.unsorted_segment_sum(DATA, [9, 9, 9], -1)
        with self.assertRaisesRegex(ValueError, "more bytes"):
            sm.segment_sum_v2(DATA, [9, 2, -9], 2**62)
        with self.assertRaisesRegex(sm.BoundsError, r"position \[1\]"):
            sm.segment_sum_v2(DATA, [9, 2, -9], 3)

    def test_destinations_keep_their_bytes(self):
        for keywords in ({"threads": 1}, {"threads": 2}):
            out = np.full((2, 2), 7, np.float32)
            with self.assertRaises(sm.BoundsError):
                sm.unsorted_segment_sum(DATA, [0, 1, 2], 2, out=out, **keywords)
            np.testing.assert_array_equal(out, 7)
            array = np.full((4, 2), 7, np.float32)
            for destination in (array, np.full((4, 2), 7, np.float32)):
                with self.assertRaises(sm.BoundsError):
                    sm.scatter_add(
                        array, [[0], [1], [4]], DATA, out=destination, **keywords
                    )
                np.testing.assert_array_equal(array, 7)
                np.testing.assert_array_equal(destination, 7)
            np.testing.assert_array_equal(
                sm.unsorted_segment_sum(DATA, [0, 1, 1], 2, out=out, **keywords),
                [[1, 1], [2, 2]],
            )


unittest.main()
