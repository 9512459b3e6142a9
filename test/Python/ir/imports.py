# RUN: %python %s | FileCheck %s
"""Every module of the package can be imported, and needs nothing but numpy."""

import importlib
import pathlib
import sys

before = set(sys.modules)
import segment_mlir.ir

package = pathlib.Path(segment_mlir.ir.__file__).parent
dialects = sorted(
    path.stem
    for path in (package / "dialects").iterdir()
    if not path.name.startswith("_") and (path.suffix == ".py" or path.is_dir())
)
for name in dialects:
    importlib.import_module(f"segment_mlir.dialects.{name}")
importlib.import_module("segment_mlir.passmanager")
importlib.import_module("segment_mlir.rewrite")
importlib.import_module("segment_mlir.extras.types")

# CHECK: {{^}}affine arith bufferization builtin cf complex func gpu index linalg llvm math memref ml_program nvvm openmp quant scf segment shape tensor tosa ub vector{{$}}
print(*dialects)

others = {
    name.split(".")[0]
    for name, module in list(sys.modules.items())
    if name not in before
    and any(
        folder in (getattr(module, "__file__", None) or "")
        for folder in ("site-packages", "dist-packages")
    )
}
# CHECK-NEXT: others: []
print("others:", sorted(others - {"numpy", "ml_dtypes", "segment_mlir"}))
