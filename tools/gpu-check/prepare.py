# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the folder that gpu-check reads: compiled modules, arrays, and the plan.

Every operation is called for every type, with ids in order, at random and out of range.
What it has to give is what segment-run gives on the CPU. The numbers are small, so that
sums and products are exact whatever their order, and results equal to the bit.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import numpy as np

FLOATS = ("f16", "bf16", "f32", "f64")
INTEGERS = ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64")
COMPLEX = ("complex<f32>", "complex<f64>")
DTYPES = {
    "f16": np.float16, "f32": np.float32, "f64": np.float64,
    "complex<f32>": np.complex64, "complex<f64>": np.complex128,
    "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
}
KINDS = ("sum", "prod", "mean", "min", "max")
SCATTER = ("add", "sub", "mul", "div", "min", "max", "update")
OPS = (
    [f"segment_{kind}" for kind in KINDS]
    + [f"segment_{kind}_v2" for kind in KINDS]
    + [f"unsorted_segment_{kind}" for kind in KINDS]
    + [f"scatter_{kind}" for kind in SCATTER]
)
TIMED = {"sum": ("f32", "f16", "bf16", "i32"), "min": ("f32", "i32")}
TIMED_COLUMNS = (1, 8, 64, 256)
ROWS, COLUMNS, SEGMENTS = 300, 5, 11


def get_types(op):
    ordered = "min" in op or "max" in op
    return FLOATS + INTEGERS + (() if ordered else COMPLEX)


def make_values(element, shape, op, rng):
    """Small numbers: of products only ones of either sign, or powers of two."""
    if "prod" in op or "mul" in op or "div" in op:
        values = rng.choice((1, 2) if "div" in op else (1, 1, 1, -1), shape)
        if element.startswith("ui"):
            values = np.abs(values)
    else:
        values = rng.integers(0, 3, shape)
    if element == "bf16":
        # The upper half of an f32.
        bits = values.astype(np.float32).view(np.uint32) >> 16
        return bits.astype(np.uint16).view("V2")
    return values.astype(DTYPES[element])


def make_text(op, element, name):
    data = f"tensor<?x?x{element}>"
    if op.startswith("scatter"):
        types = f"({data}, tensor<?x1xi32>, {data}) -> {data}"
        return f"""
func.func @{name}(%x: {data}, %i: tensor<?x1xi32>, %u: {data}) -> {data} {{
  %0 = segment.{op} %x, %i, %u : {types}
  return %0 : {data}
}}
"""
    if op.startswith("segment") and not op.endswith("_v2"):
        return f"""
func.func @{name}(%x: {data}, %i: tensor<?xi32>) -> {data} {{
  %0 = segment.{op} %x, %i : ({data}, tensor<?xi32>) -> {data}
  return %0 : {data}
}}
"""
    return f"""
func.func @{name}(%x: {data}, %i: tensor<?xi32>, %n: i64) -> {data} {{
  %0 = segment.{op} %x, %i, %n : ({data}, tensor<?xi32>, i64) -> {data}
  return %0 : {data}
}}
"""


def make_ids(op, rng):
    sorted_ids = op.startswith("segment")
    ids = rng.integers(0, SEGMENTS, ROWS)
    if not sorted_ids:
        # What a GPU leaves out.
        ids[::17] = -1
        ids[5::29] = SEGMENTS + 3
    ids = np.sort(ids) if sorted_ids else ids
    return ids.astype(np.int32)


def find_nvcc():
    """The compiler of an installed CUDA toolkit or of the packages in .venv, or None."""
    found = shutil.which("nvcc")
    home = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
    packages = pathlib.Path(sysconfig.get_paths()["purelib"]) / "nvidia"
    candidates = [pathlib.Path(found).resolve()] if found else []
    candidates += [home / "bin" / "nvcc", *sorted(packages.glob("cu*/bin/nvcc"))]
    # Without CUB's headers it is of no use; scripts that call it elsewhere have none.
    return next((nvcc for nvcc in candidates
                 if nvcc.exists() and list(nvcc.parents[1].glob("include/**/cub/cub.cuh"))), None)


class Preparation:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(options.folder)
        self.plan = []
        self.num_files = 0

    def run_tool(self, name, *arguments):
        tool = pathlib.Path(self.options.build) / "bin" / name
        subprocess.run([str(tool), *map(str, arguments)], check=True)

    def save(self, array):
        """Writes an array as it lies in memory; returns its words for the plan."""
        self.num_files += 1
        name = f"{self.num_files}.bin"
        (self.folder / name).write_bytes(array.tobytes())
        extents = " ".join(map(str, array.shape))
        return f"{array.dtype.itemsize} {array.ndim} {extents} {name}"

    def compile(self, text, name):
        source = self.folder / f"{name}.mlir"
        source.write_text(text)
        self.run_tool("segment-compile", source, "--target=cuda",
                      f"--chip={self.options.chip}", "-o", self.folder / f"{name}.so")
        self.plan.append(f"module {name}.so")
        return source

    def add_operation(self, op):
        types = [t for t in get_types(op) if t in self.options.types]
        names = {t: f"f_{t.replace('<', '_').replace('>', '')}" for t in types}
        text = "".join(make_text(op, t, names[t]) for t in types)
        source = self.compile(text, op)
        for element in types:
            rng = np.random.default_rng(len(op) + len(element))
            data = make_values(element, (ROWS, COLUMNS), op, rng)
            ids = make_ids(op, rng)
            inputs = [data, ids]
            if op.startswith("scatter"):
                start = make_values(element, (SEGMENTS, COLUMNS), op, rng)
                inputs = [start, ids.reshape(-1, 1), data]
            scalars = ["i64=11"] if "unsorted" in op or op.endswith("_v2") else []
            self.add_call(source, op, element, names[element], inputs, scalars)
        source.unlink()

    def add_call(self, source, op, element, function, inputs, scalars):
        arguments = []
        self.plan.append(f"call {function} {op}:{element}")
        for i, array in enumerate(inputs):
            path = self.folder / f"input{i}.npy"
            np.save(path, array)
            arguments.append(f"--input=@{path}")
            self.plan.append("in " + self.save(array))
        arguments += [f"--input={scalar}" for scalar in scalars]
        self.plan += [f"scalar {SEGMENTS} 8" for _ in scalars]
        output = self.folder / "output.npy"
        self.run_tool("segment-run", source, f"--function={function}",
                      "--override-bounds=drop", "-O1", *arguments, f"--output=@{output}")
        self.plan += ["out " + self.save(np.load(output)), "end"]
        for path in self.folder.glob("*.npy"):
            path.unlink()

    def add_times(self):
        text, plan = "", []
        pairs = [(kind, element) for kind, types in TIMED.items() for element in types
                 if element in self.options.types]
        for kind, element in pairs:
            size = 2 if element in ("f16", "bf16") else 4
            for op in (f"unsorted_segment_{kind}", f"segment_{kind}_v2"):
                name = f"{op}_{element}"
                text += make_text(op, element, name)
                for columns in TIMED_COLUMNS:
                    plan.append(f"time {name} {op}:{element}x{columns} {kind} {element} "
                                f"{columns} {size} {int(op.startswith('segment'))} "
                                f"{self.options.timed_mib << 20}")
        self.compile(text, "times").unlink()
        self.plan += plan

    def add_baselines(self):
        """Compiles baselines.cu where there is nvcc; says so where that is left out."""
        nvcc = self.options.nvcc or find_nvcc()
        if not nvcc or not nvcc.exists():
            print("baselines are left out: no nvcc (scripts/nvcc.txt)")
            return
        command = [nvcc, "-O3", "-std=c++20", "-shared", "-cudart", "static",
                   "-gencode", "arch=compute_90,code=[sm_90,compute_90]",
                   "-Xcompiler", "-fPIC,-fvisibility=hidden,-static-libstdc++,-static-libgcc",
                   # The packages have libraries in lib, where nvcc doesn't look.
                   "-L", nvcc.parents[1] / "lib",
                   pathlib.Path(__file__).parent / "baselines.cu",
                   "-o", self.folder / "baselines.so"]
        run = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if run.returncode != 0:
            print(f"baselines are left out: {nvcc} failed:\n{run.stdout}{run.stderr}")
            (self.folder / "baselines.so").unlink(missing_ok=True)

    def write_plan(self):
        (self.folder / "plan.txt").write_text("\n".join(self.plan) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--chip", default="sm_75",
                        help="PTX for this chip runs on all later ones (sm_75)")
    parser.add_argument("--ops", nargs="*", default=OPS)
    parser.add_argument("--types", nargs="*", default=FLOATS + INTEGERS + COMPLEX)
    parser.add_argument("--no-times", action="store_true")
    parser.add_argument("--timed-mib", type=int, default=512,
                        help="data of a timed call: more than any cache holds (512)")
    parser.add_argument("--no-baselines", action="store_true",
                        help="time nothing beside our kernels")
    parser.add_argument("--nvcc", type=pathlib.Path,
                        help="compiles the baselines; otherwise it is looked for")
    options = parser.parse_args()
    for op in options.ops:
        if op not in OPS:
            sys.exit(f"prepare.py: unknown operation '{op}'; there are {', '.join(OPS)}")
    pathlib.Path(options.folder).mkdir(parents=True, exist_ok=True)
    preparation = Preparation(options)
    for op in options.ops:
        preparation.add_operation(op)
    if not options.no_times:
        preparation.add_times()
        if not options.no_baselines:
            preparation.add_baselines()
    preparation.write_plan()


if __name__ == "__main__":
    main()
