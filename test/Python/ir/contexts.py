# RUN: %python %s | FileCheck %s
"""The dialect in contexts: fresh ones, several, several threads, and its absence."""

import concurrent.futures

from segment_mlir.dialects import func, segment
from segment_mlir.ir import *
from segment_mlir.passmanager import PassManager

SOURCE = """
func.func @f(%data: tensor<?x4xf32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?x4xf32> {
  %0 = segment.unsorted_segment_min %data, %ids, %n
    : (tensor<?x4xf32>, tensor<?xi32>, i32) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""

# Known and loaded without a word.
fresh = Context()
# CHECK: registered: True
print("registered:", fresh.is_registered_operation("segment.scatter_min"))
# CHECK-NEXT: namespace: segment
print("namespace:", fresh.dialects["segment"].DIALECT_NAMESPACE)

# What belongs to one context doesn't mix with another's.
first, second = Context(), Context()
one, two = Module.parse(SOURCE, first), Module.parse(SOURCE, second)
assert one.context is first and two.context is second
assert segment.BoundsAttr.get("drop", first) != segment.BoundsAttr.get("drop", second)
PassManager.parse("builtin.module(func.func(segment-decompose))", first).run(one.operation)
# CHECK-NEXT: True False
print("segment.reduce_by_key" in str(one), "segment.reduce_by_key" in str(two))

# A context that loads only what it is told parses the rest when it occurs.
few = Context(load_on_create_dialects=["func"])
assert Module.parse(SOURCE, few).operation.verify()

# Registering again changes nothing.
segment.register_dialect(few)
segment.register_dialect(context=few, load=False)
with few:
    segment.register_dialect()


def lower(_):
    with Context(), Location.unknown():
        module = Module.parse(SOURCE)
        PassManager.parse("builtin.module(segment-to-llvm-pipeline)").run(module.operation)
        return str(module)


with concurrent.futures.ThreadPoolExecutor(4) as pool:
    texts = set(pool.map(lower, range(8)))
# CHECK-NEXT: 1 text
print(len(texts), "text" if len(texts) == 1 else "texts")

# Everything is let go.
del one, two, first, second, few, fresh
