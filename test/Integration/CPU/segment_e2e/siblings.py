# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of several reductions over the same ids, and of each of them alone.

What is fused in the one must have the bits of the other (clause 3.6).
"""

from dataclasses import dataclass

import numpy as np

from .workloads import DTYPES, ROWS, SEGMENTS, random_values

_ELEMENTS = ("f16", "bf16", "f32", "f32", "f64", "i8", "i32", "i64", "complex<f32>")
_COLUMNS = (None, None, None, 1, 3, 8, 17, 65)
_KINDS = ("sum", "prod", "mean", "min", "max")
_SCATTER_KINDS = ("add", "sub", "mul", "div", "min", "max", "update")
_ID_DTYPES = {"i32": np.int32, "i64": np.int64}


@dataclass
class Siblings:
    """@all returns all results, @alone_0, @alone_1 ... one each."""

    text: str
    operands: list
    result: tuple  # dtype and rank of each
    count: int
    name: str
    # Of each: whether @alone returns the data that was made for it, too.
    made: list


def random_siblings(seed):
    rng = np.random.default_rng(seed)

    def choose(options):
        return options[rng.integers(len(options))]

    element = choose(_ELEMENTS)
    columns, rows, segments = choose(_COLUMNS), choose(ROWS), choose(SEGMENTS)
    if columns and columns > 8:
        rows, segments = min(rows, 10000), min(segments, 3000)
    family = choose(["unsorted", "unsorted", "v2", "v1", "gather", "gather", "scatter"])
    known = None
    if seed % 8 == 0:
        # The bytes of an accumulator decide whether there are pieces.
        element, columns, rows, segments = "f32", None, 200000, 10000
        family, known = "unsorted", [("sum", ""), ("sum", " accumulate<f64>"), ("mean", "")]
    if seed % 8 == 4:
        # Complex products fold row by row, sums by runs.
        element, rows, segments = "complex<f32>", 5000, 3
        family, known = "v2", [("sum", ""), ("prod", ""), ("mean", "")]
    dtype = DTYPES[element]
    shape = () if columns is None else (columns,)
    if columns is None:
        dims = "?x"
    elif rng.random() < 0.3:
        shape = (columns, 2)
        dims = choose(["?x?x?x", f"?x{columns}x2x"])
    else:
        dims = choose(["?x?x", f"?x{columns}x"])
    tensor = f"tensor<{dims}{element}>"
    id_type = choose(list(_ID_DTYPES))
    ids = rng.integers(0, segments, rows)
    bounds = choose(["error", "error", "drop"])
    if bounds == "drop":
        ids = np.where(rng.random(rows) < 0.05, rng.integers(-3, segments + 3, rows), ids)
    is_sorted = family in ("v1", "v2") or (family == "gather" and bool(rng.integers(2)))
    if is_sorted:
        ids = np.sort(ids)
    ids = ids.astype(_ID_DTYPES[id_type])
    extent = int(choose((1, 50, 2000)))
    data = random_values(rng, element, (extent if family == "gather" else rows, *shape))
    weights = random_values(rng, element, (rows,))

    def is_defined(kind):
        return not (dtype.kind == "c" and kind in ("min", "max"))

    pool = [k for k in (_SCATTER_KINDS if family == "scatter" else _KINDS) if is_defined(k)]
    kinds = [choose(pool) for _ in range(rng.integers(2, 5))]
    if known:
        kinds = [kind for kind, _ in known]
    has_weights = family == "gather" and bool(rng.integers(2))
    # Of some the data is made before, from the data and a value a row.
    made = [family != "gather" and rng.random() < 0.3 for _ in kinds]

    ids_tensor = f"tensor<?x1x{id_type}>" if family == "scatter" else f"tensor<?x{id_type}>"
    arguments = [("%data", tensor, data), ("%w", f"tensor<?x{element}>", weights)]
    arguments.append(("%ids", ids_tensor, ids.reshape(-1, 1) if family == "scatter" else ids))
    arguments.append(("%n", "i64", np.int64(segments)))
    if family == "gather":
        src = rng.integers(0, extent, rows)
        if bounds == "drop":
            src = np.where(rng.random(rows) < 0.05, rng.integers(-3, extent + 3, rows), src)
        arguments.append(("%src", "tensor<?xi32>", src.astype(np.int32)))
    if family == "scatter":
        arguments.append(("%input", tensor, random_values(rng, element, (segments, *shape))))
    signature = ", ".join(f"{name}: {type}" for name, type, _ in arguments)

    def reduction(i):
        lines, source = [], "%data"
        if made[i]:
            source = f"%made{i}"
            lines += _producer(element, tensor, data.ndim, source)
        policies = f"bounds<{bounds}>"
        if known:
            policies += known[i][1]
        elif kinds[i] in ("min", "max"):
            policies += choose(["", " nan<ignore>"])
            if family != "scatter":
                policies += choose(["", " empty<zero>", " empty<infinity>"])
        elif DTYPES[element].kind not in "ic" and kinds[i] != "update":
            policies += choose(["", "", "", " accumulate<native>", " accumulate<f64>"])
        types, names = [tensor, ids_tensor, "i64"], [source, "%ids", "%n"]
        op = f"unsorted_segment_{kinds[i]}"
        if family == "v2":
            op = f"segment_{kinds[i]}_v2"
        if family == "v1":
            op, types, names = f"segment_{kinds[i]}", types[:2], names[:2]
        if family == "scatter":
            op = f"scatter_{kinds[i]}"
            types, names = [tensor, ids_tensor, tensor], ["%input", "%ids", source]
        if family == "gather":
            op = f"gather_segment_{kinds[i]}"
            types.insert(1, "tensor<?xi32>")
            names.insert(1, "%src")
            policies = ("sorted " if is_sorted else "") + policies
            if has_weights:
                policies = "weights(%w) " + policies
                types.append(f"tensor<?x{element}>")
        lines.append(
            f"  %r{i} = segment.{op} {', '.join(names)} {policies} :\n"
            f"      ({', '.join(types)}) -> {tensor}"
        )
        return "\n".join(lines)

    reductions = [reduction(i) for i in range(len(kinds))]
    every = ", ".join([tensor] * len(kinds))
    text = f"func.func @all({signature}) -> ({every}) {{\n" + "\n".join(reductions)
    text += f"\n  return {', '.join(f'%r{i}' for i in range(len(kinds)))} : {every}\n}}\n"
    for i, body in enumerate(reductions):
        results = [(f"%r{i}", tensor)] + ([(f"%made{i}", tensor)] if made[i] else [])
        types = ", ".join(type for _, type in results)
        text += f"func.func @alone_{i}({signature}) -> ({types}) {{\n{body}\n"
        text += f"  return {', '.join(name for name, _ in results)} : {types}\n}}\n"
    name = (
        f"{family} {kinds} of {element}, {rows} rows of {shape}, {segments} segments, "
        f"{id_type} ids, bounds<{bounds}>, made {made}"
    )
    operands = [value for *_, value in arguments]
    return Siblings(text, operands, (dtype, data.ndim), len(kinds), name, made)


def _producer(element, tensor, loops, result):
    """The data times a value a row, plus itself."""
    dims = ", ".join(f"d{i}" for i in range(loops))
    each, row = (f"affine_map<({dims}) -> ({d})>" for d in (dims, "d0"))
    parallel = ", ".join(['"parallel"'] * loops)
    suffix = "i" if element.startswith("i") else "f"
    mul, add = f"arith.mul{suffix}", f"arith.add{suffix}"
    if element.startswith("complex"):
        mul, add = "complex.mul", "complex.add"
    return [
        f"  {result} = linalg.generic {{indexing_maps = [{each}, {row}, {each}],",
        f"      iterator_types = [{parallel}]}}",
        f"      ins(%data, %w : {tensor}, tensor<?x{element}>) outs(%data : {tensor}) {{",
        f"  ^bb0(%x: {element}, %y: {element}, %o: {element}):",
        f"    %p = {mul} %x, %y : {element}",
        f"    %q = {add} %p, %x : {element}",
        f"    linalg.yield %q : {element}",
        f"  }} -> {tensor}",
    ]
