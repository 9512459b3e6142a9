# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gather_segment_* against the gathered array, folded by unsorted_segment_*."""

# RUN: %python %s

import unittest

import ml_dtypes
import numpy as np
from segment_e2e.compare import differences
from segment_e2e.oracle import evaluate
from segment_e2e.elements import ELEMENTS

import segment_mlir as sm

KINDS = ("sum", "prod", "min", "max", "mean")


class Test(unittest.TestCase):
    def test_equal_to_gathering_first(self):
        rng = np.random.default_rng(3)
        for kind in KINDS:
            gather = getattr(sm, f"gather_segment_{kind}")
            fold = getattr(sm, f"unsorted_segment_{kind}")
            for dtype in (np.float32, np.int16, ml_dtypes.bfloat16):
                x = rng.integers(-5, 6, (7, 3)).astype(dtype)
                src = rng.integers(0, 7, 40).astype(np.int32)
                ids = rng.integers(-1, 4, 40)
                np.testing.assert_array_equal(
                    gather(x, src, ids, 5, empty="zero"),
                    fold(x[src], ids, 5, empty="zero"),
                )

    def test_weights(self):
        rng = np.random.default_rng(4)
        x = rng.standard_normal((7, 3)).astype(np.float32)
        src, ids = rng.integers(0, 7, 40), rng.integers(0, 4, 40)
        weight = rng.standard_normal(40).astype(np.float32)
        rows = weight[:, None] * x[src]
        for kind in KINDS:
            got = getattr(sm, f"gather_segment_{kind}")(x, src, ids, 4, weight)
            want = evaluate(f"unsorted_segment_{kind}", ELEMENTS["f32"], rows, ids, 4)
            self.assertFalse(differences(got, want.value, want.tolerance).any(), kind)
        # A list takes the type of x.
        got = sm.gather_segment_sum(x, [1, 2], [0, 0], 1, [2, 0.5])
        np.testing.assert_allclose(got[0], 2 * x[1] + 0.5 * x[2], rtol=1e-6)

    def test_shapes(self):
        x = np.arange(12.0).reshape(3, 2, 2)
        src = np.array([[0, 1], [2, 2]])
        ids = np.array([[1, 1], [0, 3]])
        result = sm.gather_segment_sum(x, src, ids)
        self.assertEqual(result.shape, (4, 2, 2))
        np.testing.assert_array_equal(result[1], x[0] + x[1])
        np.testing.assert_array_equal(result[[0, 3]], x[[2, 2]])
        self.assertEqual(sm.gather_segment_sum(x, [], [], 2).shape, (2, 2, 2))
        empty = np.zeros((0, 2))
        self.assertEqual(sm.gather_segment_max(empty, [], [], 1).shape, (1, 2))
        self.assertEqual(
            sm.gather_segment_sum([1.0, 2.0], [1, 1], [0, 0], 1).tolist(), [4]
        )
        out = np.empty((2, 2, 2))
        self.assertIs(sm.gather_segment_sum(x, [0], [0], 2, out=out), out)

    def test_errors(self):
        x = np.ones((3, 2), np.float32)
        for arguments, error, text in (
            (
                ([0, 3], [0, 0], 1),
                sm.BoundsError,
                r"position \[1\], value 3, range \[0, 3\)",
            ),
            (
                ([-1, 3], [0, 0], 1),
                sm.BoundsError,
                r"position \[0\], value -1, range \[0, 3\)",
            ),
            # Ids rank before rows (4.19).
            (([3, 0], [0, 1], 1), sm.BoundsError, r"position \[1\], value 1, range"),
            (([0, 1], [0], 1), ValueError, r"the same shape, got \(2,\) and \(1,\)"),
            (([0], [0], 1, [1.0, 2.0]), ValueError, "expected weight and segment_ids"),
            (([0], [0], -1), ValueError, "num_segments: expected at least 0"),
            (([0.0], [0], 1), TypeError, "src: expected integers"),
            (([0], [0], 1, np.ones(1)), TypeError, "weight: expected the type of x"),
        ):
            with self.assertRaisesRegex(error, f"^gather_segment_sum: .*{text}"):
                sm.gather_segment_sum(x, *arguments)
        with self.assertRaisesRegex(ValueError, "x: expected at least one dimension"):
            sm.gather_segment_sum(1.0, [0], [0], 1)
        # Not looked at where the row is left out.
        result = sm.gather_segment_sum(x, [9, 1], [-1, 0], 1)
        np.testing.assert_array_equal(result, [[1, 1]])
        result = sm.gather_segment_sum(x, [9, 1, -3], [0, 0, 0], 1, bounds="drop")
        np.testing.assert_array_equal(result, [[1, 1]])


unittest.main()
