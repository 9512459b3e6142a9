# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions that there are, their signatures, and the examples of their
docstrings."""

# RUN: %python %s

import doctest
import inspect
import unittest

import numpy as np

import segment_mlir as sm

SEGMENT_KINDS = ("sum", "prod", "min", "max", "mean")
SCATTER_KINDS = ("add", "sub", "mul", "div", "min", "max", "update")
KEYWORDS = ["bounds", "nan", "empty", "accumulate", "out", "threads"]


def parameters(function):
    return list(inspect.signature(function).parameters)


class Test(unittest.TestCase):
    def test_signatures(self):
        for kind in SEGMENT_KINDS:
            for name, arguments in {
                f"segment_{kind}": ["data", "segment_ids"],
                f"segment_{kind}_v2": ["data", "segment_ids", "num_segments"],
                f"unsorted_segment_{kind}": ["data", "segment_ids", "num_segments"],
                f"gather_segment_{kind}": [
                    *("x", "src", "segment_ids", "num_segments", "weight")
                ],
            }.items():
                function = getattr(sm, name)
                self.assertEqual(parameters(function), arguments + KEYWORDS)
                self.assertEqual(function.__name__, name)
                self.assertIn(name, sm.__all__)
        for kind in SCATTER_KINDS:
            function = getattr(sm, f"scatter_{kind}")
            self.assertEqual(
                parameters(function),
                ["input", "indices", "updates"]
                + [k for k in KEYWORDS if k != "empty"],
            )
            self.assertIs(getattr(sm, f"tensor_scatter_{kind}"), function)
            self.assertIs(getattr(sm, f"tensor_scatter_nd_{kind}"), function)

    def test_examples(self):
        failures = tests = 0
        globs = {"np": np, "segment_mlir": sm}
        for test in doctest.DocTestFinder().find(sm, "segment_mlir", globs=globs):
            runner = doctest.DocTestRunner()
            runner.run(test)
            failures += runner.failures
            tests += runner.tries
        self.assertEqual(failures, 0)
        self.assertGreater(tests, 60)

    def test_contract_1_6(self):
        data = [[1, 2, 3, 4], [5, 6, 7, 8], [4, 3, 2, 1]]
        ids = [0, 1, 0]
        self.assertEqual(
            sm.unsorted_segment_min(data, ids, 2).tolist(), [[1, 2, 2, 1], [5, 6, 7, 8]]
        )
        self.assertEqual(
            sm.unsorted_segment_sum(data, ids, 2).tolist(), [[5, 5, 5, 5], [5, 6, 7, 8]]
        )
        data = [[1, 2, 3, 4], [4, 3, 2, 1], [5, 6, 7, 8]]
        self.assertEqual(
            sm.segment_min_v2(data, [0, 0, 1], 2).tolist(), [[1, 2, 2, 1], [5, 6, 7, 8]]
        )
        input = np.array([[-0.1, 0.3, 3.6], [0.4, 0.5, -3.2]], np.float32)
        result = sm.tensor_scatter_min(input, [[0, 0], [0, 0]], [1.0, 2.2])
        np.testing.assert_array_equal(result, input)

    def test_number_of_segments(self):
        """None: max(ids) + 1."""
        for dtype in "bhiqBHI":
            ids = np.array([[3, 0], [1, 1]], dtype)
            self.assertEqual(sm.unsorted_segment_sum(np.ones((2, 2)), ids).shape, (4,))
            wide = np.zeros((2, 4), dtype)
            wide[:, ::2] = ids
            result = sm.unsorted_segment_sum(np.ones((2, 2)), wide[:, ::2])
            self.assertEqual(result.tolist(), [1, 2, 0, 1])
        self.assertEqual(sm.unsorted_segment_sum([1.0, 2], [-1, -5]).shape, (0,))
        self.assertEqual(sm.unsorted_segment_sum(np.ones((0, 3)), []).shape, (0, 3))
        self.assertEqual(sm.unsorted_segment_max([7], np.uint8([255])).shape, (256,))
        with self.assertRaises(ValueError):
            sm.unsorted_segment_sum([1.0], [2**63 - 1])

    def test_reduce(self):
        rng = np.random.default_rng(1)
        data = rng.standard_normal((50, 3)).astype(np.float32)
        ids = rng.integers(-1, 6, 50)
        kinds = ("sum", "min", "mean", "max", "prod")
        for chosen in (kinds, kinds[::-1], ["mean"], ("min", "max")):
            results = sm.segment_reduce(data, ids, 6, chosen)
            self.assertEqual((type(results), len(results)), (tuple, len(chosen)))
            for kind, result in zip(chosen, results, strict=True):
                alone = getattr(sm, f"unsorted_segment_{kind}")(data, ids, 6)
                self.assertEqual(result.tobytes(), alone.tobytes())
        self.assertEqual(len(sm.segment_reduce(data, ids, 6)), 3)
        for wrong, error, text in (
            ("sum", TypeError, "expected a tuple of strings, got str"),
            ((), ValueError, "at least one kind"),
            (("sum", "sum"), ValueError, "'sum' is given twice"),
            (("median",), ValueError, "or 'mean', got 'median'"),
            ((1,), TypeError, "expected a string, got int"),
        ):
            with self.assertRaisesRegex(error, f"^segment_reduce: kinds: .*{text}"):
                sm.segment_reduce(data, ids, 6, wrong)
        with self.assertRaisesRegex(sm.BoundsError, "^segment_reduce: id out of range"):
            sm.segment_reduce(data, ids, 2)


unittest.main()
