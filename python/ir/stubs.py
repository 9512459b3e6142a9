# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: stubs.py OPS.py OPS.pyi

Writes type hints for the operations that mlir-tblgen has generated bindings of.
Its output has hints on properties only, and an attribute of ours is any attribute
to it. What a parameter takes is told by the property of the same name, and by the
builder that is asked for an attribute of it.
"""

import ast
import sys

# What a parameter may be besides an attribute, by the name of the attribute in
# TableGen, and the class of the attribute.
ATTRIBUTES = {
    "AffineMapArrayAttr": ("_Sequence[_ir.AffineMap]", "_ir.ArrayAttr"),
    "DenseI64ArrayAttr": ("_Sequence[int]", "_ir.DenseI64ArrayAttr"),
    "I64Attr": ("int", "_ir.IntegerAttr"),
    "Segment_AccumulateAttr": ("AccumulateMode | str", "AccumulateModeAttr"),
    "Segment_BoundsAttr": ("Bounds | str", "BoundsAttr"),
    "Segment_CombinerArrayAttr": (
        "_Sequence[Combiner | CombinerAttr | str]",
        "_ir.ArrayAttr",
    ),
    "Segment_EmptyAttr": ("EmptyMode | str", "EmptyModeAttr"),
    "Segment_FailureAttr": ("Failure | str", "FailureAttr"),
    "Segment_NanAttr": ("NanMode | str", "NanModeAttr"),
    "Segment_PlanAttr": ("Schedule | str", "PlanAttr"),
    "StrAttr": ("str", "_ir.StringAttr"),
}

# What dialects/segment.py replaces, so it isn't what `import *` brings.
REPLACED = {"ReduceByKeyOp", "reduce_by_key"}

HEAD = '''# Written by python/ir/stubs.py from the bindings that mlir-tblgen generated.

from collections.abc import Sequence as _Sequence

from .. import ir as _ir
from .._mlir_libs._segment import (
    AccumulateModeAttr,
    BoundsAttr,
    CombinerAttr,
    EmptyModeAttr,
    FailureAttr,
    NanModeAttr,
    PlanAttr,
)
from ._segment_enum_gen import (
    AccumulateMode,
    Bounds,
    Combiner,
    EmptyMode,
    Failure,
    NanMode,
    Schedule,
)

_Value = _ir.Value | _ir.OpView | _ir.Operation

class _Dialect(_ir.Dialect):
    DIALECT_NAMESPACE: str
'''


def is_property(function):
    return any(
        isinstance(decorator, ast.Attribute) and decorator.attr == "property"
        for decorator in function.decorator_list
    )


def hint_of(annotation):
    """A generated hint in our names; whether it may be None."""
    text = ast.unparse(annotation).replace("_ods_ir.", "_ir.")
    if text.startswith("_Optional["):
        return text[len("_Optional[") : -1], True
    return text, False


def attribute_kinds(constructor):
    """Of each attribute that the constructor sets, the name of its builder."""
    kinds = {}
    for statement in ast.walk(constructor):
        if not (
            isinstance(statement, ast.Assign)
            and isinstance(statement.targets[0], ast.Subscript)
            and ast.unparse(statement.targets[0].value) == "attributes"
        ):
            continue
        name = statement.targets[0].slice.value
        for call in ast.walk(statement.value):
            if (
                isinstance(call, ast.Call)
                and ast.unparse(call.func) == "_ods_ir.AttrBuilder.get"
            ):
                kinds[name] = call.args[0].value
    return kinds


class Operation:
    def __init__(self, definition):
        self.name = definition.name
        functions = [f for f in definition.body if isinstance(f, ast.FunctionDef)]
        (self.constructor,) = (f for f in functions if f.name == "__init__")
        self.kinds = attribute_kinds(self.constructor)
        self.properties = {
            f.name: hint_of(f.returns) for f in functions if is_property(f)
        }
        self.setters = {
            f.name
            for f in functions
            for d in f.decorator_list
            if isinstance(d, ast.Attribute) and d.attr == "setter"
        }

    def parameter(self, name):
        """What the parameter takes besides None."""
        if name in self.kinds:
            return " | ".join(ATTRIBUTES[self.kinds[name]])
        if name == "results":
            return "_Sequence[_ir.Type]"
        if name == "loc":
            return "_ir.Location"
        if name == "ip":
            return "_ir.InsertionPoint"
        hint = self.properties[name][0]
        if hint == "bool":
            return hint
        if hint == "_ir.OpResultList":
            return "_Sequence[_ir.Type]"
        if hint == "_ir.OpOperandList":
            return "_Sequence[_Value] | _ir.OpView | _ir.Operation"
        if hint.startswith("_ir.Value"):
            return "_Value"
        raise ValueError(f"{self.name}: no rule for parameter {name} of {hint}")

    def parameters(self):
        arguments = self.constructor.args
        names = [a.arg for a in arguments.args if a.arg != "self"]
        parts = [f"{name}: {self.parameter(name)}" for name in names]
        if arguments.kwonlyargs:
            parts.append("*")
        for argument in arguments.kwonlyargs:
            parts.append(f"{argument.arg}: {self.parameter(argument.arg)} | None = None")
        return parts

    def class_lines(self):
        yield f"class {self.name}(_ir.OpView):"
        yield "    OPERATION_NAME: str"
        yield "    def __init__("
        for part in ["self", *self.parameters()]:
            yield f"        {part},"
        yield "    ) -> None: ..."
        for name, (hint, optional) in self.properties.items():
            if name in self.kinds:
                hint = ATTRIBUTES[self.kinds[name]][1]
            if optional:
                hint += " | None"
            yield "    @property"
            yield f"    def {name}(self) -> {hint}: ..."
            if name in self.setters:
                yield f"    @{name}.setter"
                yield f"    def {name}(self, value: {hint}) -> None: ..."


def function_lines(function, operation):
    yield f"def {function.name}("
    for part in operation.parameters():
        yield f"    {part},"
    hint = ast.unparse(function.returns).replace("_ods_ir.", "_ir.")
    if hint.startswith("_Union["):
        hint = hint[len("_Union[") : -1].replace(", ", " | ")
    yield f") -> {hint}: ..."


def main(source, target):
    with open(source) as file:
        tree = ast.parse(file.read(), source)
    names = [
        node.name
        for node in tree.body
        if isinstance(node, (ast.ClassDef, ast.FunctionDef))
        and not node.name.startswith("_")
        and node.name not in REPLACED
    ]
    lines = [HEAD, "__all__ = [", *[f'    "{name}",' for name in names], "]", ""]
    operation = None
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name != "_Dialect":
            operation = Operation(node)
            lines += [*operation.class_lines(), ""]
        elif isinstance(node, ast.FunctionDef):
            # Behind the class of its operation.
            lines += [*function_lines(node, operation), ""]
    with open(target, "w") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
