# RUN: %python %s | FileCheck %s
"""The type hints name what there is: every class, function, parameter and property
of the dialect's modules, and nothing else."""

import ast
import importlib
import inspect
import pathlib

import segment_mlir.ir
from segment_mlir.dialects import _segment_enum_gen, _segment_ops_gen, segment

package = pathlib.Path(segment_mlir.ir.__file__).parent
count = 0


def public(names):
    return {name for name in names if not name.startswith("_")}


def compare(what, hinted, there):
    if hinted != there:
        print(f"{what}: hints without a name {hinted - there}, names without a hint {there - hinted}")


def parameters(function):
    arguments = function.args
    return [a.arg for a in arguments.args + arguments.kwonlyargs]


for name in ("dialects._segment_ops_gen", "_mlir_libs._segment", "_mlir_libs._segmentRegistration"):
    module = importlib.import_module(f"segment_mlir.{name}")
    tree = ast.parse((package / (name.replace(".", "/") + ".pyi")).read_text())
    nodes = [n for n in tree.body if isinstance(n, (ast.ClassDef, ast.FunctionDef))]
    defined = public(
        key
        for key, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", "").endswith(name)
    )
    compare(name, public(node.name for node in nodes), defined)
    for node in nodes:
        if node.name == "_Dialect":
            continue
        there = getattr(module, node.name)
        if isinstance(node, ast.FunctionDef):
            if name.startswith("dialects"):
                assert parameters(node) == list(inspect.signature(there).parameters), node.name
            count += 1
            continue
        members = public(f.name for f in node.body if isinstance(f, ast.FunctionDef))
        compare(node.name, members, public(vars(there)) - {"OPERATION_NAME", "_ODS_REGIONS"})
        for function in node.body:
            if getattr(function, "name", "") == "__init__":
                assert parameters(function) == list(
                    inspect.signature(there.__init__).parameters
                ), node.name
            count += isinstance(function, ast.FunctionDef)

# CHECK-NOT: hints
# CHECK: {{[1-9][0-9][0-9]+}} hints hold
print(count, "hints hold")

# What is offered has a documentation.
# CHECK-NEXT: undocumented: []
print(
    "undocumented:",
    [
        name
        for name, value in vars(segment).items()
        if not name.startswith("_")
        and name not in ("Access", "Body")
        and "segment" in getattr(value, "__module__", "").split(".")[-1]
        and not (value.__doc__ or "").strip()
    ],
)
