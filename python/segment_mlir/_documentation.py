# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The docstrings of the operations, made of their parts."""

# What each kind computes; segment_mlir.jax and segment_mlir.torch call it so, too.
FOLDS = {
    "sum": "sum",
    "prod": "product",
    "min": "minimum",
    "max": "maximum",
    "mean": "mean",
}

# The keywords that the segment functions of segment_mlir.jax and segment_mlir.torch
# have in common.
SEGMENT_OPTIONS = """
    bounds: "error" reports bad ids, "drop" leaves their rows out, "unsafe_assume"
        promises that there are none.
    nan: "propagate" or "ignore", for min and max.
    empty: what segments without rows show: "identity", "zero" or, for min and max,
        "infinity".
    accumulate: "native" or "f64", in what floats are added up; by default 16-bit
        ones in 32 bits, others in their own type.
"""

_FAMILIES = {
    "segment": "Sorted ids; there are as many segments as the last id says.",
    "segment_v2": "Sorted ids; rows whose id is num_segments or more are ignored.",
    "unsorted_segment": "Ids in any order; a negative one leaves its row out.",
    "gather_segment": (
        "Row e is weight[e] * x[src[e]], which is never stored: the messages of a\n"
        "    graph's edges, or a bag of embeddings. Ids in any order; a negative one "
        "leaves\n    its row out."
    ),
}

_SCATTERS = {
    "add": ("Adds every update to the slice of the input that its index row names.", "+"),
    "sub": (
        "Subtracts every update from the slice of the input that its index row names.",
        "-",
    ),
    "mul": (
        "Multiplies the slice of the input that an index row names by its update.",
        "*",
    ),
    "div": (
        "Divides the slice of the input that an index row names by its update, in\n"
        "    the order of the index rows. Integers truncate, and x / 0 is 0.",
        "/",
    ),
    "min": ("The minimum of each slice of the input and the updates to it.", "min"),
    "max": ("The maximum of each slice of the input and the updates to it.", "max"),
    "update": (
        "Replaces slices of the input; of several updates to one, the last counts.",
        "last",
    ),
}

_DATA = {
    "segment": """\
        data: [N, S...]: N rows. bool (minima and maxima), integers, float16,
            bfloat16, float32, float64, and complex (sums, products, means).
        segment_ids: [N] integers (unsigned ones up to 32 bits), the segment of each
            row, ascending.
""",
    "unsorted_segment": """\
        data: [P..., S...]: a row of shape S for each id. bool (minima and maxima),
            integers, float16, bfloat16, float32, float64, and complex (sums,
            products, means).
        segment_ids: [P...] integers (unsigned ones up to 32 bits), the segment of
            each row{sorted}.
        num_segments: The number of segments{none}.
""",
    "gather_segment": """\
        x: [M, S...]: M rows. Types as in unsorted_segment_{kind}.
        src: [P...] integers, the row of x for each e.
        segment_ids: [P...] integers, the segment of each e.
        num_segments: The number of segments; None for max(segment_ids) + 1.
        weight: [P...] of the type of x, a factor for each e; None for 1.
""",
    "scatter": """\
        input: [I...], of any of the types.
        indices: [B..., K] integers: each index row names the slice
            input[indices[b, 0], ..., indices[b, K - 1]].
        updates: [B..., I[K:]...] of the type of input.
""",
}

_COMMON = """\
        out: An array of the result's type and shape to write to, which is returned.
            It may not overlap an argument{in_place}.
        threads: How many threads may be used; None for OMP_NUM_THREADS or as many
            as there are processors.
"""

_OPTIONS = {
    "bounds": """\
        bounds: "error" raises for {bad}; "drop"
            leaves such rows out; "unsafe_assume" promises that there are none:
            anything may happen if there are.
""",
    "nan": """\
        nan: "propagate" (the default): with a NaN among its elements, {it} is NaN;
            "ignore": NaNs count only where there is nothing else.
""",
    "accumulate": """\
        accumulate: "f64" for wider sums of float32; "native" for sums in the type
            itself. By default float16 and bfloat16 are summed in float32 and rounded
            once.
""",
    "empty": """\
        empty: What a segment without rows shows: {choice}.
""",
}

_RAISES = """\
        BoundsError: {bounds}; the message names the position, the value and
            the range.
        TypeError: An argument is of another type.
        ValueError: Shapes don't fit, {more}.
        MemoryError: There is no memory for the result.
"""



def _get_empty(kind, family):
    zero = family == "segment"
    identity = {
        "sum": "0",
        "prod": "1",
        "min": "the largest finite value of the type",
        "max": "the lowest finite value of the type",
        "mean": "0",
    }[kind]
    choices = []
    if kind in ("min", "max"):
        choices.append(f'"identity", {identity}')
        choices.append('"infinity"')
        choices.append('"zero"')
        default = '"zero"' if zero else '"identity"'
        return ", ".join(choices) + f" (the default is {default})"
    shown = "1" if kind == "prod" else "0"
    return f'"identity", {identity}, or "zero", {shown}'


def _get_segment_example(name, kind, family):
    # Rows [1, 2], [3, 4], [5, 8]; ids 0, 0, 2 or 0, 2, 0.
    is_sorted = family in ("segment", "segment_v2")
    ids = [0, 0, 2] if is_sorted else [0, 2, 0]
    first = [[1, 2], [3, 4]] if is_sorted else [[1, 2], [5, 8]]
    alone = [5, 8] if is_sorted else [3, 4]
    if family == "gather_segment":
        ids, first, alone = [0, 2, 0], [[5, 8], [1, 2]], [5, 8]
    pairs = list(zip(*first, strict=True))
    folded = {
        "sum": [a + b for a, b in pairs],
        "prod": [a * b for a, b in pairs],
        "min": [min(p) for p in pairs],
        "max": [max(p) for p in pairs],
        "mean": [(a + b) // 2 for a, b in pairs],
    }[kind]
    unused = {"sum": 0, "prod": 1, "mean": 0}
    rows = [folded, None, alone]
    lines = ["        >>> data = np.array([[1, 2], [3, 4], [5, 8]], np.int32)"]
    call = f"segment_mlir.{name}(data, {ids}"
    if family == "gather_segment":
        lines[0] = "        >>> x = np.array([[1, 2], [3, 4], [5, 8]], np.int32)"
        call = f"segment_mlir.{name}(x, [2, 2, 0], {ids}"
    if family != "segment":
        call += ", 3"
    if kind in ("min", "max") and family != "segment":
        call += ', empty="zero"'
        rows[1] = [0, 0]
    else:
        value = unused.get(kind, 0)
        rows[1] = [value, value]
    lines.append(f"        >>> {call})")
    width = max(len(str(v)) for row in rows for v in row)
    text = [
        "[" + ", ".join(str(v).rjust(width) for v in row) + "]" for row in rows
    ]
    lines.append(
        "        array([" + ",\n               ".join(text) + "], dtype=int32)"
    )
    return "\n".join(lines) + "\n"


def _get_scatter_example(kind):
    # input [10, 20, 30], updates 4 and 2 to element 2, 5 to element 0.
    folded = {
        "add": [15, 20, 36],
        "sub": [5, 20, 24],
        "mul": [50, 20, 240],
        "div": [2, 20, 3],
        "min": [5, 20, 2],
        "max": [10, 20, 30],
        "update": [5, 20, 2],
    }[kind]
    width = max(len(str(v)) for v in folded)
    shown = ", ".join(str(v).rjust(width) for v in folded)
    return (
        "        >>> input = np.array([10, 20, 30], np.int32)\n"
        "        >>> updates = np.array([4, 5, 2], np.int32)\n"
        f"        >>> segment_mlir.scatter_{kind}(input, [[2], [0], [2]], updates)\n"
        f"        array([{shown}], dtype=int32)\n"
    )


def _get_scatter(kind):
    summary, _ = _SCATTERS[kind]
    text = summary + "\n\n    Args:\n" + _DATA["scatter"]
    text += _OPTIONS["bounds"].format(
        bad="an index below 0 or beyond its\n            dimension"
    )
    if kind in ("min", "max"):
        text += _OPTIONS["nan"].format(it="a result")
    elif kind != "update":
        text += _OPTIONS["accumulate"]
    text += _COMMON.format(in_place=", but may be `input` itself")
    text += "\n    Returns:\n        An array of the shape and type of input.\n"
    text += "\n    Raises:\n" + _RAISES.format(
        bounds="An index is out of range",
        more="or an option is none of the operation's",
    )
    return text + "\n    Example:\n" + _get_scatter_example(kind) + "    "


def _get_segment(name, kind, family):
    what = f"The {FOLDS[kind]} of each segment's rows."
    text = what + "\n\n    " + _FAMILIES[family] + "\n\n    Args:\n"
    if family == "gather_segment":
        text += _DATA[family].format(kind=kind)
    elif family == "segment":
        text += _DATA["segment"]
    else:
        text += _DATA["unsorted_segment"].format(
            sorted=", ascending in row-major\n            order"
            if family == "segment_v2"
            else "",
            none=""
            if family == "segment_v2"
            else "; None for max(segment_ids) + 1",
        )
    bad = {
        "segment": "a negative id or ids that decrease",
        "segment_v2": "a negative id or ids that decrease",
        "unsorted_segment": "an id of num_segments or more",
        "gather_segment": "an id of num_segments or more\n            and a src outside of x",
    }[family]
    text += _OPTIONS["bounds"].format(bad=bad)
    if kind in ("min", "max"):
        text += _OPTIONS["nan"].format(it="a segment's\n            result")
    text += _OPTIONS["empty"].format(choice=_get_empty(kind, family))
    if kind not in ("min", "max"):
        text += _OPTIONS["accumulate"]
    text += _COMMON.format(in_place="")
    rows = "last id + 1" if family == "segment" else "num_segments"
    text += (
        f"\n    Returns:\n        An array [{rows}, S...] of the type of "
        f"{'x' if family == 'gather_segment' else 'data'}.\n"
    )
    bounds = {
        "segment": "An id is negative, or ids decrease",
        "segment_v2": "An id is negative, or ids decrease",
        "unsorted_segment": "An id is too large",
        "gather_segment": "An id is too large, or a src out of range",
    }[family]
    text += "\n    Raises:\n" + _RAISES.format(
        bounds=bounds,
        more="or an option is none of the operation's"
        if family == "segment"
        else "num_segments is negative, or an option is none of the\n"
        "            operation's",
    )
    return text + "\n    Example:\n" + _get_segment_example(name, kind, family) + "    "


_REDUCE = (
    """Several reductions of each segment's rows in one walk over the data.

    Ids in any order; a negative one leaves its row out.

    Args:
"""
    + _DATA["unsorted_segment"].format(
        sorted="", none="; None for max(segment_ids) + 1"
    )
    + """\
        kinds: Some of "sum", "prod", "min", "max" and "mean", each at most once.
"""
    + _OPTIONS["bounds"].format(bad="an id of num_segments or more")
    + """\
        nan: As of unsorted_segment_min, for "min" and "max".
        empty: As of unsorted_segment_min, for each of the kinds; "infinity" only if
            they are "min" and "max".
        accumulate: As of unsorted_segment_sum, for the other kinds.
        out: A tuple with an array for each kind to write to, which is returned.
        threads: How many threads may be used; None for OMP_NUM_THREADS or as many
            as there are processors.

    Returns:
        A tuple with an array [num_segments, S...] for each kind, which is what
        unsorted_segment_<kind> returns.

    Raises:
"""
    + _RAISES.format(
        bounds="An id is too large",
        more="num_segments is negative, or a kind or an option is\n"
        "            none of the operation's",
    )
    + """
    Example:
        >>> data = np.array([1, 5, 3], np.float32)
        >>> segment_mlir.segment_reduce(data, [0, 1, 0], 2, kinds=("sum", "max"))
        (array([4., 5.], dtype=float32), array([3., 5.], dtype=float32))
    """
)


def get(name):
    """The docstring of an operation."""
    if name == "segment_reduce":
        return _REDUCE
    family, _, kind = name.rpartition("_")
    if kind == "v2":
        family, _, kind = family.rpartition("_")
        family += "_v2"
    if family == "scatter":
        return _get_scatter(kind)
    return _get_segment(name, kind, family)
