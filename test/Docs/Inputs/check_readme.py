# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: check_readme.py README.md FOLDER

Runs what README.md shows and compares it with what it says comes out: its first
block of MLIR through the passes named, and every command of the block that runs
it. Prints what differs, or the number of things compared.
"""

import difflib
import os
import re
import subprocess
import sys


def run(command, folder):
    result = subprocess.run(
        command, shell=True, cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    return result.stdout.strip()


def check(what, expected, got):
    if expected.strip() == got:
        return
    lines = difflib.unified_diff(
        expected.strip().splitlines(), got.splitlines(), "README.md", what, lineterm=""
    )
    sys.exit("\n".join(lines))


def main(readme, folder):
    with open(readme) as file:
        text = file.read()
    source, lowered = re.findall(r"```mlir\n(.*?)```", text, re.S)[:2]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "sum.mlir"), "w") as file:
        file.write(source)

    passes = re.search(r"`(segment-opt [^`]*)`", text).group(1)
    check(passes, lowered, run(f"{passes} sum.mlir", folder))

    console = re.search(r"```console\n(\$ segment-run.*?)```", text, re.S).group(1)
    commands = re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", console, re.M)
    for command, expected in commands:
        check(command, expected, run(command, folder))
    print(f"{1 + len(commands)} examples hold")


if __name__ == "__main__":
    main(*sys.argv[1:])
