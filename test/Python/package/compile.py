# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""segment_mlir.compile: functions of modules."""

# RUN: %python %s

import gc
import unittest

import ml_dtypes
import numpy as np

import segment_mlir as sm

SUM = """
func.func @sum(%data: tensor<?x2xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x2xf32> {
  %0 = segment.unsorted_segment_sum %data, %ids, %n
    : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
"""
OTHERS = """
func.func @mixed(%x: index, %y: tensor<i1>, %z: f16)
    -> (index, tensor<i1>, f16, tensor<2xi16>) {
  %c = arith.constant dense<[3, -4]> : tensor<2xi16>
  return %x, %y, %z, %c : index, tensor<i1>, f16, tensor<2xi16>
}
func.func @in_place(%out: memref<?xbf16>) -> memref<?xbf16> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : bf16
  memref.store %one, %out[%c0] : memref<?xbf16>
  return %out : memref<?xbf16>
}
func.func @nothing() { return }
func.func @back(%x: tensor<?xi8>) -> tensor<?xi8> { return %x : tensor<?xi8> }
func.func @vector(%x: vector<4xf32>) { return }
func.func private @hidden() { return }
"""


class Test(unittest.TestCase):
    def test_call(self):
        module = sm.compile(SUM)
        self.assertEqual(module.functions, ["sum"])
        self.assertEqual(repr(module), "<compiled module with sum>")
        data = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
        want = [[6, 8], [0, 0], [3, 4]]
        for function in (module.sum, module["sum"]):
            np.testing.assert_array_equal(function(data, np.int32([0, 2, 0]), 3), want)
        # Lists are converted to the function's types.
        self.assertEqual(module.sum(data.tolist(), [0, 2, 0], 3).dtype, np.float32)
        np.testing.assert_array_equal(
            module.sum(data[:, ::-1], [0, 2, 0], 3, threads=2), np.array(want)[:, ::-1]
        )
        self.assertEqual(module.sum.name, "sum")
        self.assertIn("tensor<?x2xf32>, tensor<?xi32>, i32", module.sum.type)
        self.assertIn("sum", dir(module))

    def test_functions_outlive_their_module(self):
        function = sm.compile(SUM).sum
        gc.collect()
        self.assertEqual(function([[1, 2]], [0], 1).tolist(), [[1, 2]])

    def test_other_types(self):
        module = sm.compile(OTHERS)
        x, y, z, c = module.mixed(5, True, 0.5)
        self.assertEqual((x.dtype, x), (np.int64, 5))
        self.assertEqual((y.dtype, y), (np.bool_, True))
        self.assertEqual((z.dtype, z), (np.float16, 0.5))
        self.assertEqual(c.tolist(), [3, -4])
        array = np.zeros(3, ml_dtypes.bfloat16)
        self.assertEqual(module.in_place(array).tolist(), [1, 0, 0])
        self.assertEqual(array.tolist(), [1, 0, 0])
        self.assertIsNone(module.nothing())
        given = np.array([1, 2], np.int8)
        got = module.back(given)
        self.assertFalse(np.shares_memory(got, given))
        self.assertEqual(got.tolist(), [1, 2])

    def test_bytecode_options_and_names(self):
        module = sm.compile(SUM, options="override-bounds=drop", opt_level=1)
        self.assertEqual(module.sum([[1, 2], [3, 4]], [0, 9], 1).tolist(), [[1, 2]])
        with self.assertRaisesRegex(sm.CompileError, "^mine.mlir:3:"):
            sm.compile("func.func @f() {\n  return\n  %x\n}", name="mine.mlir")

    def test_errors(self):
        module = sm.compile(SUM)
        with self.assertRaisesRegex(
            sm.BoundsError, r"<module>:3:8: error: .*position \[0\], value 7, range"
        ):
            module.sum([[1, 2]], [7], 1)
        for error, text, arguments in (
            (TypeError, "sum: expected 3 arguments of type .*, got 1", ([[1, 2]],)),
            (
                TypeError,
                "argument 0: expected tensor<.x2xf32>, got 1x2xf64",
                (np.ones((1, 2)), [0], 1),
            ),
            (ValueError, "got 1x3xf32", ([[1, 2, 3]], [0], 1)),
            (ValueError, "prefix", ([[1, 2]], [0, 0], 1)),
            (ValueError, "num_segments", ([[1, 2]], [0], -1)),
            (OverflowError, "", ([[1, 2]], [2**40], 1)),
        ):
            with self.assertRaisesRegex(error, text):
                module.sum(*arguments)
        with self.assertRaisesRegex(AttributeError, "no function 'absent'; there is sum"):
            module.absent
        with self.assertRaises(KeyError):
            module["absent"]
        others = sm.compile(OTHERS)
        with self.assertRaisesRegex(ValueError, "type vector<4xf32> can't be passed"):
            others.vector
        self.assertNotIn("hidden", others.functions)
        read_only = np.zeros(1, ml_dtypes.bfloat16)
        read_only.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "argument 0: the array is read-only"):
            others.in_place(read_only)
        with self.assertRaisesRegex(TypeError, "argument 0: expected an array that can"):
            others.in_place([1])
        with self.assertRaisesRegex(ValueError, "target: expected 'cpu', got 'tpu'"):
            sm.compile(SUM, target="tpu")
        with self.assertRaisesRegex(ValueError, "opt"):
            sm.compile(SUM, opt_level=7)
        with self.assertRaisesRegex(TypeError, "expected the text of a module"):
            sm.compile(7)

    def test_compile_errors(self):
        with self.assertRaises(sm.CompileError) as context:
            sm.compile(
                "func.func @f(%x: f32) -> i32 {\n  return %x : f32\n}", name="a.mlir"
            )
        error = context.exception
        self.assertIsInstance(error, sm.SegmentError)
        self.assertTrue(str(error).startswith("a.mlir:2:"), error)
        severity, message, file, line, column = error.diagnostics[0]
        self.assertEqual((severity, file, line), ("error", "a.mlir", 2))
        self.assertIn("return", message)
        self.assertGreater(column, 0)
        with self.assertRaisesRegex(sm.CompileError, "no-such-option"):
            sm.compile(SUM, options="no-such-option")


unittest.main()
