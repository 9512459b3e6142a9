//===- SegmentEnums.td - Attributes of the segment dialect -*- tablegen -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_DIALECT_SEGMENT_IR_SEGMENTENUMS_TD
#define SEGMENT_DIALECT_SEGMENT_IR_SEGMENTENUMS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "segment/Dialect/Segment/IR/SegmentBase.td"

class Segment_I32Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::segment";
  let genSpecializedAttr = 0;
}

// Printed as `mnemonic<value>`, like arith's `fastmath<...>`.
class Segment_EnumAttr<EnumAttrInfo info, string mnemonic>
    : EnumAttr<Segment_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def Segment_BoundsEnum : Segment_I32Enum<"Bounds",
    "what happens to ids and indices that are out of range or out of order", [
      I32EnumAttrCase<"error", 0>,
      I32EnumAttrCase<"drop", 1>,
      I32EnumAttrCase<"assume", 2>,
    ]>;
def Segment_BoundsAttr : Segment_EnumAttr<Segment_BoundsEnum, "bounds">;

def Segment_NanEnum : Segment_I32Enum<"NanMode",
    "what min and max do with NaN", [
      I32EnumAttrCase<"propagate", 0>,
      I32EnumAttrCase<"ignore", 1>,
    ]>;
def Segment_NanAttr : Segment_EnumAttr<Segment_NanEnum, "nan">;

def Segment_EmptyEnum : Segment_I32Enum<"EmptyMode",
    "what a segment without rows shows", [
      I32EnumAttrCase<"identity", 0>,
      I32EnumAttrCase<"infinity", 1>,
      I32EnumAttrCase<"zero", 2>,
    ]>;
def Segment_EmptyAttr : Segment_EnumAttr<Segment_EmptyEnum, "empty">;

def Segment_AccumulateEnum : Segment_I32Enum<"AccumulateMode",
    "the type that sums, products and means of floats accumulate in", [
      I32EnumAttrCase<"native", 0>,
      I32EnumAttrCase<"f64", 1>,
    ]>;
def Segment_AccumulateAttr
    : Segment_EnumAttr<Segment_AccumulateEnum, "accumulate">;

// What a surface operation computes for each segment. Not an attribute: each
// operation has one.
def Segment_ReductionEnum : Segment_I32Enum<"Reduction",
    "the reduction of a surface operation", [
      I32EnumAttrCase<"sum", 0>,
      I32EnumAttrCase<"prod", 1>,
      I32EnumAttrCase<"min", 2>,
      I32EnumAttrCase<"max", 3>,
      I32EnumAttrCase<"mean", 4>,
      I32EnumAttrCase<"sub", 5>,
      I32EnumAttrCase<"div", 6>,
      I32EnumAttrCase<"update", 7>,
    ]>;

// How an accumulator of the core operation takes a value in.
def Segment_CombinerEnum : Segment_I32Enum<"Combiner",
    "how an accumulator of segment.reduce_by_key takes in a value", [
      I32EnumAttrCase<"add", 0>,
      I32EnumAttrCase<"mul", 1>,
      I32EnumAttrCase<"div", 2>,
      I32EnumAttrCase<"divu", 3>,
      I32EnumAttrCase<"min", 4>,
      I32EnumAttrCase<"max", 5>,
      I32EnumAttrCase<"minu", 6>,
      I32EnumAttrCase<"maxu", 7>,
      I32EnumAttrCase<"minnum", 8>,
      I32EnumAttrCase<"maxnum", 9>,
      I32EnumAttrCase<"assign", 10>,
    ]>;
def Segment_CombinerAttr : EnumAttr<Segment_Dialect, Segment_CombinerEnum,
                                    "combiner">;
def Segment_CombinerArrayAttr
    : TypedArrayAttrBase<Segment_CombinerAttr, "array of combiners">;

// How the core operation is lowered on a CPU.
def Segment_ScheduleEnum : Segment_I32Enum<"Schedule",
    "how segment.reduce_by_key is lowered to loops", [
      I32EnumAttrCase<"plain", 0>,
      I32EnumAttrCase<"runs", 1>,
      I32EnumAttrCase<"owners", 2>,
      I32EnumAttrCase<"buckets", 3>,
      I32EnumAttrCase<"adaptive", 4>,
      I32EnumAttrCase<"pieces", 5>,
    ]>;

def Segment_PlanAttr : AttrDef<Segment_Dialect, "Plan"> {
  let mnemonic = "plan";
  let summary = "How a segment.reduce_by_key is lowered to loops";
  let description = [{
    What `segment-plan` decides at compile time, or what is written by hand:

    - `schedule`: `plain` (one row after the other), `runs` (sorted keys),
      `owners`, `buckets` (any keys), `adaptive` (owners, buckets or pieces of
      rows, by the sizes at run time), `pieces` (any keys, no columns: pieces of
      rows where there are few keys, otherwise adaptive);
    - `vector_bits`: bits of a vector register;
    - `tile`: registers that each accumulator takes of a row at once;
    - `block`: rows whose positions owners collect before they are folded;
    - `prefetch`: how many rows ahead is prefetched; 0 for no prefetching.

    Example:

    ```mlir
    #segment.plan<schedule = runs, vector_bits = 512>
    ```
  }];
  let parameters = (ins
    EnumParameter<Segment_ScheduleEnum>:$schedule,
    DefaultValuedParameter<"int64_t", "256">:$vector_bits,
    DefaultValuedParameter<"int64_t", "4">:$tile,
    DefaultValuedParameter<"int64_t", "512">:$block,
    DefaultValuedParameter<"int64_t", "24">:$prefetch);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

// Clause of the contract that a run-time failure belongs to; the numbers are
// those of SegmentStatus in segment/Runtime/Runtime.h.
def Segment_FailureEnum : Segment_I32Enum<"Failure",
    "the kind of a run-time failure", [
      I32EnumAttrCase<"shape", 1>,
      I32EnumAttrCase<"num_segments", 2>,
      I32EnumAttrCase<"size", 3>,
      I32EnumAttrCase<"memory", 4>,
      I32EnumAttrCase<"order", 5>,
      I32EnumAttrCase<"bounds", 6>,
      I32EnumAttrCase<"gather", 7>,
    ]>;
def Segment_FailureAttr : EnumAttr<Segment_Dialect, Segment_FailureEnum,
                                   "failure">;

#endif // SEGMENT_DIALECT_SEGMENT_IR_SEGMENTENUMS_TD
