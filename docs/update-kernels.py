#!/usr/bin/env python3
# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/Kernels.md, and checks what is promised of the kernels in it.

    docs/update-kernels.py [--build BUILD]          writes the document
    docs/update-kernels.py [--build BUILD] --check  compares it, where the tools are
                                                    those that it was written with

Compiles test/Pipelines/Inputs/kernels.mlir for each chip and schedule, assembles it
and reads the machine code, for which ptxas and nvdisasm are on the PATH. What the
functions below call a rule is checked of every kernel, with --check or without: one
that breaks a rule is named, with its chip and options, and the exit status is 1.
"""

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
INPUTS = os.path.join(ROOT, "test", "Pipelines", "Inputs")
DOCUMENT = os.path.join(ROOT, "docs", "Kernels.md")
sys.path.insert(0, INPUTS)

import kernel_resources  # pylint: disable=wrong-import-position

CHIPS = ("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120")
# The chip whose instructions are listed.
LISTED = "sm_90"
OPTIONS = {"": "as it is chosen", "schedule=csr": "*csr*"}
# The reduction of the hardware that rows of a function are combined by, where the
# schedule is chosen; those that are not here have none, and products swap.
REDUCTIONS = {
    "sum": "ADD.F32", "half_sum": "ADD.F32", "double_sum": "ADD.F64", "long_sum": "ADD.64",
    "mean": "ADD.F32", "min": "MIN.S32", "double_max": "MAX.S64", "byte_max": "MAX",
    "rows_sum": "ADD.F32", "rows_mean": "ADD.F32", "rows_complex": "ADD.F64",
    "rows_sorted": "ADD.F64", "sorted_sum": "ADD.F32", "gather": "ADD.F32",
}
SWAPPED = ("product",)
# Elements of fewer bits than they are computed with are read in less than 16 bytes.
NARROW = {"half_sum": 64, "mean": 64, "byte_max": 64}


def get_generation(chip):
    return int(chip.removeprefix("sm_"))


def split_name(kernel):
    """sorted_sum_3_fold_vector: its function, and what it does of that."""
    return re.fullmatch(r"(\w+?)_\d+_(\w+)", kernel.name).groups()


def break_rules(kernel, chip, options):
    """What is promised of a kernel and doesn't hold."""
    function, part = split_name(kernel)

    def has(pattern):
        return any(re.fullmatch(pattern, code) for code in kernel.accesses)

    # No kernel keeps what it computes with in memory.
    if kernel.stack or kernel.spilled or has(r"(LDL|STL).*"):
        yield f"local memory ({kernel.stack} bytes of stack, {kernel.spilled} of spills)"
    # Nothing is ordered, or shared beyond the device.
    if has(r"(MEMBAR|FENCE|ERRBAR|CCTL).*"):
        yield "a fence"
    if has(r".*\.STRONG\.SYS.*"):
        yield "an access of the system's scope"
    # Which memory an address is of is known when it is compiled.
    if has(r"(LD|ST|ATOM)\..*"):
        yield "an access of memory of any kind"
    # Compare-and-swap is for what the hardware has nothing else for. Sums in
    # shared memory are another thing, where the hardware retries (CAST.SPIN).
    if has(r"ATOM.*\.CAS\b.*") and function not in SWAPPED:
        yield "a compare-and-swap"
    if options == "schedule=csr" and has(r"(RED|ATOM).*"):
        yield "an atomic operation in the schedule csr"
    is_fold = re.fullmatch(r"fold(_shared|_vector)?", part)
    if is_fold and not options and function in REDUCTIONS:
        reduction = REDUCTIONS[function]
        if reduction == "ADD.F32" and part == "fold_vector" and get_generation(chip) >= 90:
            reduction = "ADD.F32x4"
        if not has(rf"REDG?\.E\.{re.escape(reduction)}\.((FTZ\.)?RN\.)?STRONG\.GPU"):
            yield f"no reduction {reduction} of the hardware"
    if part == "fold_vector":
        bits = NARROW.get(function, 128)
        if not has(rf"LDG\.E\.{bits}\b.*"):
            yield f"no loads of {bits} bits"


def compile_kernels(opt, chip, options):
    """The kernels of the module for a chip, measured."""
    pipeline = f"-segment-to-nvvm-pipeline=chip={chip} {options}"
    printed = subprocess.run(
        [opt, os.path.join(INPUTS, "kernels.mlir"), pipeline],
        stdout=subprocess.PIPE, check=True).stdout
    ptx = kernel_resources.get_ptx(printed)
    kernels = kernel_resources.measure(ptx, chip, memory=True)
    declared = kernel_resources.count_declared(ptx)
    if not kernels or len(kernels) != declared:
        sys.exit(f"error: {chip} {options}: {len(kernels)} kernels of {declared}")
    return sorted(kernels)


def get_tools(opt):
    """The versions that the document depends on, in words."""
    def search(pattern, command):
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return re.search(pattern, text)[1]

    return (f"LLVM {search(r'LLVM version ([0-9.]+)', [opt, '--version'])}, "
            f"ptxas {search(r'V([0-9.]+)', ['ptxas', '--version'])}, "
            f"nvdisasm {search(r'V([0-9.]+)', ['nvdisasm', '--version'])}")


def write_summary(measured):
    yield "| chip | schedule | kernels | registers of a thread, at most | shared memory of a block, at most |"
    yield "| --- | --- | --- | --- | --- |"
    for (chip, options), kernels in measured.items():
        registers = max(kernels, key=lambda kernel: kernel.registers)
        shared = max(kernel.shared for kernel in kernels)
        yield (f"| {chip} | {OPTIONS[options]} | {len(kernels)} | {registers.registers} "
               f"(`{registers.name}`) | {shared} |")


def write_kernels(measured, options):
    others = [chip for chip in CHIPS if chip != LISTED]
    yield f"| kernel | registers ({', '.join(others)}) | shared | memory instructions |"
    yield "| --- | --- | --- | --- |"
    registers = {chip: {kernel.name: kernel.registers for kernel in measured[chip, options]}
                 for chip in others}
    for kernel in measured[LISTED, options]:
        beside = ", ".join(str(registers[chip].get(kernel.name, "none")) for chip in others)
        yield (f"| `{kernel.name}` | {kernel.registers} ({beside}) | {kernel.shared} | "
               f"{kernel_resources.describe_accesses(kernel.accesses)} |")


def write_document(measured, tools):
    yield f"""<!-- Generated by docs/update-kernels.py; don't edit. -->
# Kernels

What each kernel of [kernels.mlir](../test/Pipelines/Inputs/kernels.mlir) takes on the
chips that `segment-to-nvvm-pipeline` knows, as the assembler says, and how its
machine code accesses memory. [GPU.md](GPU.md) says what the kernels do. A kernel's name
is that of its function, the number of the operation, and what it does;
`_vector` takes 16 bytes at once, `_shared` has accumulators in shared memory.

By {tools}. No kernel has a stack or spills.

`docs/update-kernels.py` checks of every kernel, on every chip, and so does a test:

- no stack, no spills;
- no fences, and no access of the system's scope;
- no access of which it isn't known whether it is of global or shared memory;
- rows that are combined in memory are so by a reduction of the hardware, by one of four
  floats where a kernel with vectors for sm_90 and later adds f32; compare-and-swap is
  for products only (`ATOMS.CAST.SPIN` is how the hardware adds in shared memory);
- no atomic operations in *csr*;
- kernels with vectors load 16 bytes at once, or 8 of elements that are widened.

## Chips
"""
    yield from write_summary(measured)
    for options, name in OPTIONS.items():
        yield (f"\n## Kernels for {LISTED}, the schedule {name}\n\n"
               "Registers of a thread (those for the other chips in parentheses), bytes of "
               "shared memory of a\nblock, and the instructions that access memory, each "
               "with how often it is in the code.\n")
        yield from write_kernels(measured, options)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    opt = os.path.join(arguments.build, "bin", "segment-opt")
    cases = [(chip, options) for chip in CHIPS for options in OPTIONS]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        measured = dict(zip(cases, pool.map(lambda case: compile_kernels(opt, *case), cases)))

    broken = 0
    for (chip, options), kernels in measured.items():
        for kernel in kernels:
            for problem in break_rules(kernel, chip, options):
                broken += 1
                print(f"error: {kernel.name}, chip={chip} {options}: {problem}; it has "
                      f"{kernel_resources.describe_accesses(kernel.accesses)}")
    print(f"{sum(map(len, measured.values()))} kernels for {len(CHIPS)} chips, "
          f"{broken} rules broken")
    if broken:
        return 1

    tools = get_tools(opt)
    text = "\n".join(write_document(measured, tools)) + "\n"
    if not arguments.check:
        with open(DOCUMENT, "w") as file:
            file.write(text)
        return 0
    with open(DOCUMENT) as file:
        written = file.read()
    if f"By {tools}." not in written:
        print(f"docs/Kernels.md is by other tools than {tools}: not compared")
        return 0
    if written != text:
        print("error: docs/Kernels.md is out of date; docs/update-kernels.py writes it")
        return 1
    print("docs/Kernels.md is up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
