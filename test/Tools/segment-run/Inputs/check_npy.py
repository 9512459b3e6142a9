# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Saves arrays of every type, order and byte order, passes them through
functions that return what they get, and compares what is written."""

import pathlib
import subprocess
import sys

import ml_dtypes
import numpy as np

tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
TYPES = {
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "index": np.int64,
    "ui8": np.uint8,
    "ui16": np.uint16,
    "ui32": np.uint32,
    "ui64": np.uint64,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}
SHAPES = [(), (0,), (5,), (2, 0, 3), (2, 3, 4)]


def module_for(name, rank):
    type = f"tensor<{'?x' * rank}{name}>"
    return f"func.func @f(%x: {type}) -> {type} {{ return %x : {type} }}\n"


random = np.random.default_rng(1)


def make(dtype, shape):
    """Values that use all bits of the type, NaN's aside."""
    if dtype == np.bool_:
        return random.integers(0, 2, shape).astype(np.bool_)
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    array = np.frombuffer(random.bytes(size), dtype).reshape(shape).copy()
    if np.dtype(dtype).kind in "fcV":
        array[np.isnan(array)] = 1.5
    return array


def check(name, array, saved):
    source, target = folder / "in.npy", folder / "out.npy"
    module = folder / "m.mlir"
    module.write_text(module_for(name, array.ndim))
    np.save(source, saved)
    command = [tool, module, f"--input=@{source}"]
    command += [f"--output=@{target}", f"--expected-output=@{source}"]
    subprocess.run(command, check=True)
    got = np.load(target)
    # A file doesn't say more of bfloat16 than that it has two bytes.
    want_type = np.dtype("V2") if name == "bf16" else array.dtype
    assert got.dtype == want_type, (name, got.dtype)
    assert got.shape == array.shape, (name, got.shape, array.shape)
    assert got.flags.c_contiguous, name
    assert got.tobytes() == np.ascontiguousarray(array).tobytes(), (name, array)
    # To the byte what numpy itself writes.
    np.save(source, array)
    assert target.read_bytes() == source.read_bytes(), name


count = 0
for name, dtype in TYPES.items():
    for shape in SHAPES:
        array = make(dtype, shape)
        variants = [array]
        if array.ndim > 1 and array.size:
            variants.append(np.asfortranarray(array))
        if np.dtype(dtype).itemsize > 1 and array.ndim == 3:
            variants.append(array.astype(np.dtype(dtype).newbyteorder(">")))
        for saved in variants:
            check(name, array, saved)
            count += 1
print(count, "arrays are the same")
