# RUN: %python %s | FileCheck %s
"""Classes of the dialect's attributes: by name or enumerator, and what isn't one."""

import warnings

from segment_mlir.dialects import segment
from segment_mlir.ir import *


def refused(get, *arguments, **keywords):
    try:
        print("NOT REFUSED:", get(*arguments, **keywords))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


with Context():
    # CHECK: #segment.bounds<drop> Bounds.drop
    # CHECK: #segment.nan<ignore> NanMode.ignore
    # CHECK: #segment.empty<infinity> EmptyMode.infinity
    # CHECK: #segment.accumulate<f64> AccumulateMode.f64
    # CHECK: #segment<combiner minnum> Combiner.minnum
    # CHECK: #segment<failure gather> Failure.gather
    for cls, enumerator in (
        (segment.BoundsAttr, segment.Bounds.drop),
        (segment.NanModeAttr, segment.NanMode.ignore),
        (segment.EmptyModeAttr, segment.EmptyMode.infinity),
        (segment.AccumulateModeAttr, segment.AccumulateMode.f64),
        (segment.CombinerAttr, segment.Combiner.minnum),
        (segment.FailureAttr, segment.Failure.gather),
    ):
        attribute = cls.get(str(enumerator))
        print(attribute, repr(attribute.value).split(":")[0].strip("<"))
        # One attribute, however it is made; typed when it comes out of the IR.
        assert attribute == cls.get(enumerator) == Attribute.parse(str(attribute))
        assert type(Attribute.parse(str(attribute))) is cls
        assert cls.isinstance(attribute) and not cls.isinstance(StringAttr.get("x"))
        for other in type(enumerator):
            assert cls.get(other).value is other

    # CHECK: #segment.plan<schedule = runs, vector_bits = 512, tile = 2, block = 64, prefetch = 0>
    # CHECK-NEXT: runs 512 2 64 0
    plan = segment.PlanAttr.get("runs", vector_bits=512, tile=2, block=64, prefetch=0)
    print(plan)
    print(plan.schedule, plan.vector_bits, plan.tile, plan.block, plan.prefetch)
    assert plan == Attribute.parse(str(plan)) and type(Attribute.parse(str(plan))) is type(plan)
    # CHECK-NEXT: #segment.plan<schedule = owners>
    print(segment.PlanAttr.get(segment.Schedule.owners))

    # CHECK-NEXT: ValueError: expected a Bounds, one of 'error', 'drop', 'assume', got 'dorp'
    refused(segment.BoundsAttr.get, "dorp")
    # CHECK-NEXT: TypeError: expected a Bounds or its name, got <NanMode.ignore: 1>
    refused(segment.BoundsAttr.get, segment.NanMode.ignore)
    # CHECK-NEXT: TypeError: expected a Bounds or its name, got 1
    refused(segment.BoundsAttr.get, 1)
    # CHECK-NEXT: ValueError: expected a Schedule, one of 'plain', {{.*}}, got 'walks'
    refused(segment.PlanAttr.get, "walks")
    # CHECK-NEXT: ValueError: expected a tile of 1 to 16, but got 99
    refused(segment.PlanAttr.get, "runs", tile=99)
    # CHECK-NEXT: ValueError: Cannot cast attribute to BoundsAttr (from NanModeAttr(#segment.nan<ignore>))
    refused(segment.BoundsAttr, segment.NanModeAttr.get("ignore"))

# Without a context.
# CHECK-NEXT: TypeError: get(): incompatible function arguments
# CHECK-NEXT: context: segment_mlir.ir.Context | None = None
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    refused(segment.BoundsAttr.get, "drop")
# CHECK: Passing None as MLIR Context is only allowed inside
print(caught[0].message)
# CHECK-NEXT: #segment.bounds<drop>
print(segment.BoundsAttr.get("drop", context=Context()))

# A context that hasn't loaded the dialect loads it; one that doesn't know it says so.
# CHECK-NEXT: #segment.bounds<drop>
print(segment.BoundsAttr.get("drop", Context(load_on_create_dialects=["func"])))
