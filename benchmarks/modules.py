# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The MLIR of each row: what of ours is compiled and timed.

Each module has two functions: @fresh, whose result is new memory, and @into,
which writes to memory of the caller.
"""

import dtypes
from workloads import GATHER, SCATTER, SEGMENT, UNSORTED


def _tensor(shape, element):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + element + ">"


def _functions(arguments, body, result, result_type, destination_is_input=False):
    """@fresh and @into around the body that computes `result`."""
    memref = result_type.replace("tensor", "memref")
    written = f"""
  bufferization.materialize_in_destination {result} in restrict writable %out
    : ({result_type}, {memref}) -> ()"""
    into = arguments + [("%out", memref)]
    prologue = ""
    if destination_is_input:
        # The scatter in place: the destination holds the input.
        into = [a for a in arguments if a[0] != "%input"] + [("%out", memref)]
        prologue = f"""
  %input = bufferization.to_tensor %out restrict writable
    : {memref} to {result_type}"""
        written = written.replace("restrict writable", "writable")

    def join(pairs):
        return ", ".join(f"{name}: {type}" for name, type in pairs)

    return f"""
func.func @fresh({join(arguments)}) -> {result_type} {{{body}
  return {result} : {result_type}
}}
func.func @into({join(into)}) {{{prologue}{body}{written}
  return
}}
"""


def _segment_module(row, tail, element):
    data, ids = _tensor(("?",) + tail, element), "tensor<?xi32>"
    name = "unsorted_segment" if row.op == UNSORTED else "segment"
    # The number of segments is an argument, as it is of the peers' functions.
    suffix = "" if row.op == UNSORTED else "_v2"
    body = f"""
  %0 = segment.{name}_{row.kind}{suffix} %data, %ids, %n
    : ({data}, {ids}, i32) -> {data}"""
    arguments = [("%data", data), ("%ids", ids), ("%n", "i32")]
    return _functions(arguments, body, "%0", data)


def _scatter_module(row, tail, element):
    input_type = _tensor(("?",) * row.depth + tail, element)
    indices = _tensor(("?", row.depth), "i32")
    updates = _tensor(("?",) + tail, element)
    body = f"""
  %0 = segment.scatter_{row.kind} %input, %indices, %updates
    : ({input_type}, {indices}, {updates}) -> {input_type}"""
    arguments = [("%input", input_type), ("%indices", indices), ("%updates", updates)]
    return _functions(arguments, body, "%0", input_type, destination_is_input=True)


def _gather_module(row, tail, element):
    """The sum of weight[e] * data[source[e]] as one core operation."""
    data = _tensor(("?",) + tail, element)
    ids, weights = "tensor<?xi32>", _tensor(("?",), element)
    body = f"""
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : {element}
  %rows = tensor.dim %ids, %c0 : {ids}
  %s = arith.index_cast %n : i32 to index
  %e = tensor.empty(%s) : {data}
  %0 = segment.reduce_by_key kinds [add] sorted
      keys(%ids : {ids}) rows(%rows)
      ins(%data[%source : {ids}] (g, d) : {data}, %weight (n) : {weights})
      outs(%e : {data}) {{
  ^bb0(%x: {element}, %w: {element}):
    %m = arith.mulf %x, %w : {element}
    segment.yield %m : {element}
  }} start {{
  ^bb0(%old: {element}):
    segment.yield %zero : {element}
  }} -> {data}"""
    arguments = [
        ("%data", data),
        ("%source", ids),
        ("%ids", ids),
        ("%weight", weights),
        ("%n", "i32"),
    ]
    return _functions(arguments, body, "%0", data)


def make_module(row, dynamic=False):
    """The module of a row; the inner size is static unless `dynamic`."""
    tail = () if row.columns == 1 else ("?" if dynamic else row.columns,)
    make = {
        UNSORTED: _segment_module,
        SEGMENT: _segment_module,
        SCATTER: _scatter_module,
        GATHER: _gather_module,
    }[row.op]
    return make(row, tail, dtypes.mlir(row.dtype))


def make_arguments(row, arrays):
    """The arguments of @fresh."""
    import numpy as np

    n = np.int32(row.segments)
    if row.op == SCATTER:
        return [arrays["input"], arrays["indices"], arrays["data"]]
    if row.op == GATHER:
        return [arrays[k] for k in ("data", "source", "ids", "weight")] + [n]
    return [arrays["data"], arrays["ids"], n]


def make_into_arguments(row, arrays, out):
    """The arguments of @into."""
    arguments = make_arguments(row, arrays)
    if row.op == SCATTER:
        arguments = arguments[1:]
    return arguments + [out]
