# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The type hints are those that python/stubs.py writes, and name all there is."""

# RUN: %python %s %segment_src_root %t.pyi | FileCheck %s
# CHECK: up to date
# CHECK-NEXT: {{[1-9][0-9]+}} names, without a hint: []

import ast
import subprocess
import sys
from pathlib import Path

import segment_mlir

root, output = Path(sys.argv[1]), Path(sys.argv[2])
stubs = root / "python" / "segment_mlir" / "__init__.pyi"
subprocess.run(
    [sys.executable, root / "python" / "stubs.py", output], check=True
)
if output.read_text() == stubs.read_text():
    print("up to date")
else:
    print(f"{stubs} is not what python/stubs.py writes:")
    print(f"PYTHONPATH=build/python {sys.executable} python/stubs.py {stubs}")

hinted = set()
for node in ast.parse(stubs.read_text()).body:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        hinted.add(node.name)
    elif isinstance(node, ast.Assign):
        hinted.update(target.id for target in node.targets)
names = segment_mlir.__all__
print(f"{len(names)} names, without a hint: {sorted(set(names) - hinted)}")
