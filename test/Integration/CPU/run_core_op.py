#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The core operation on rows of many lengths and element types, against numpy.

One module for each element type: the same sums and minima with 0, 1, 17 and 64
columns, static and dynamic, so that vectors, their rest and rows shorter than a
vector are met. Values are small integers, so that every type is exact.

  run_core_op.py build/bin/segment-run
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import ml_dtypes
import numpy as np

COLUMNS = (0, 1, 17, 64)
ROWS, SEGMENTS = 23, 4
TYPES = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "complex<f32>": np.complex64,
}


def function(name, element, rows, columns):
    """`rows`, `columns` as in a type: a number or `?`."""
    data, out = f"tensor<{rows}x{columns}x{element}>", f"tensor<?x{columns}x{element}>"
    # Complex numbers have no order.
    second = "mul" if element.startswith("complex") else "min"
    return f"""
func.func private @{name}(%keys: tensor<{rows}xi32>, %x: {data}, %start: {out}) -> ({out}, {out}) {{
  %0:2 = segment.reduce_by_key kinds [add, {second}] keys(%keys : tensor<{rows}xi32>)
      ins(%x (n, d) : {data}) outs(%start : {out}, %start : {out}) {{
  ^bb0(%e: {element}):
    segment.yield %e, %e : {element}, {element}
  }} -> {out}, {out}
  return %0#0, %0#1 : {out}, {out}
}}
"""


def module(element):
    """One function that calls one for each number of columns, static and dynamic."""
    text, calls = "", ""
    arguments = [f"%keys: tensor<{ROWS}xi32>"]
    results, values = [], []
    for columns in COLUMNS:
        data = f"tensor<{ROWS}x{columns}x{element}>"
        out = f"tensor<?x{columns}x{element}>"
        arguments += [f"%x{columns}: {data}", f"%s{columns}: {out}"]
        dynamic, dynamic_out = f"tensor<?x?x{element}>", f"tensor<?x?x{element}>"
        text += function(f"static{columns}", element, ROWS, columns)
        calls += f"""
  %a{columns}:2 = call @static{columns}(%keys, %x{columns}, %s{columns}) : (tensor<{ROWS}xi32>, {data}, {out}) -> ({out}, {out})
  %xd{columns} = tensor.cast %x{columns} : {data} to {dynamic}
  %sd{columns} = tensor.cast %s{columns} : {out} to {dynamic_out}
  %b{columns}:2 = call @dynamic(%dkeys, %xd{columns}, %sd{columns}) : (tensor<?xi32>, {dynamic}, {dynamic_out}) -> ({dynamic_out}, {dynamic_out})
"""
        results += [out, out, dynamic_out, dynamic_out]
        values += [f"%{v}{columns}#{i}" for v in "ab" for i in (0, 1)]
    text += function("dynamic", element, "?", "?")
    return f"""{text}
func.func @main({", ".join(arguments)}) -> ({", ".join(results)}) {{
  %dkeys = tensor.cast %keys : tensor<{ROWS}xi32> to tensor<?xi32>
{calls}
  return {", ".join(values)} : {", ".join(results)}
}}
"""


def fold(keys, x, start, combine):
    result = start.copy()
    for key, row in zip(keys, x):
        if 0 <= key < len(result):
            result[key] = combine(result[key], row)
    return result


def check(segment_run, element, dtype, random, folder):
    # A tenth of the keys is out of range.
    keys = random.integers(-1, SEGMENTS + 1, ROWS, dtype=np.int32)
    arrays, expected = [keys], []
    is_complex = element.startswith("complex")
    for columns in COLUMNS:
        # Products stay small, sums of 23 rows exact.
        values = random.choice((-1, 1), (ROWS, columns)) if is_complex else (
            random.integers(-5, 6, (ROWS, columns)))
        x = values.astype(dtype)
        start = np.ones((SEGMENTS, columns), dtype)
        arrays += [x, start]
        combine = np.multiply if is_complex else np.minimum
        both = [
            fold(keys, x, start, lambda a, b: (a + b).astype(dtype)),
            fold(keys, x, start, lambda a, b: combine(a, b).astype(dtype)),
        ]
        expected += both + both
    command = [segment_run, "-", "--function=main"]
    for kind, list_of in (("input", arrays), ("expected-output", expected)):
        for i, array in enumerate(list_of):
            path = folder / f"{kind}{i}.npy"
            np.save(path, array)
            command.append(f"--{kind}=@{path}")
    done = subprocess.run(
        command, input=module(element), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        print(f"{element}: exit status {done.returncode}\n{done.stderr}")
        return 0
    return len(expected)


def main():
    random = np.random.default_rng(3)
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for element, dtype in TYPES.items():
            compared += check(sys.argv[1], element, dtype, random, Path(folder))
    # Sum and minimum, static and dynamic.
    wanted = len(TYPES) * len(COLUMNS) * 2 * 2
    print(f"core operation: {compared} of {wanted} results compared and equal")
    return compared != wanted


if __name__ == "__main__":
    sys.exit(main())
