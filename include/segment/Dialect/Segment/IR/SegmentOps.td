//===- SegmentOps.td - The surface operations -*- tablegen -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_DIALECT_SEGMENT_IR_SEGMENTOPS_TD
#define SEGMENT_DIALECT_SEGMENT_IR_SEGMENTOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "segment/Dialect/Segment/IR/SegmentEnums.td"
include "segment/Dialect/Segment/IR/SegmentInterfaces.td"

def Segment_SortedDocGroup : OpDocGroup {
  let summary = "Segment reductions of sorted ids";
  let description = [{
    Reductions of rows whose ids are sorted, in the form of TensorFlow's
    `SegmentMin` (the last id tells the number of segments) and `SegmentMinV2`.
  }];
}
def Segment_UnsortedDocGroup : OpDocGroup {
  let summary = "Segment reductions of ids in any order";
  let description = [{
    Reductions of rows whose ids come in any order, `unsorted_segment_*`.
  }];
}
def Segment_GatherDocGroup : OpDocGroup {
  let summary = "Segment reductions of gathered rows";
  let description = [{
    Reductions of rows that are gathered from a tensor by their numbers and
    perhaps multiplied by a weight, as a layer of a graph network or a bag of
    embeddings needs them. The gathered rows are never materialized.
  }];
}
def Segment_ScatterDocGroup : OpDocGroup {
  let summary = "Scatter reductions";
  let description = [{
    Reductions into slices of a given tensor, `tensor_scatter_*`.
  }];
}

// What the descriptions and the C++ need to know about a reduction.
class Reduction<string name_, string noun_, string typeClause_, string identity_,
                string zero_, string values_> {
  string name = name_;
  string noun = noun_;
  string types = typeClause_;
  string identity = identity_;
  string zero = zero_;
  string values = values_;
}
defvar arithTypes = [{f16, bf16, f32, f64, i8 to i64, ui8 to ui64, complex}];
defvar orderTypes = [{f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, and
    per-tensor `!quant.uniform` over i8, u8 or i32 (storage values are compared)}];
defvar floatSumNote = [{
    Sums of f16 and bf16 accumulate in f32 and are rounded once;
    `accumulate<f64>` asks for wider sums, `accumulate<native>` for the element
    type. Integers wrap modulo 2^n.
}];
defvar minMaxNote = [{
    A NaN anywhere in a segment makes that element NaN, and -0 < +0 (IEEE 754
    `minimum` and `maximum`), so the order of the rows doesn't matter;
    `nan<ignore>` skips NaN (`minimumNumber` and `maximumNumber`), and an element
    whose rows are all NaN is NaN. Signless integers compare as signed.
}];

def SumReduction : Reduction<"sum", "sum",
  arithTypes # [{, and per-tensor `!quant.uniform` over i8, u8 or i32 (the exact
    sum of `q - zero_point` in i64, plus the zero point, saturated once)}],
  "0", "0", floatSumNote>;
def ProdReduction : Reduction<"prod", "product", arithTypes, "1", "1",
  floatSumNote>;
def MinReduction : Reduction<"min", "minimum", orderTypes,
  "the largest finite value of the type", "0", minMaxNote>;
def MaxReduction : Reduction<"max", "maximum", orderTypes,
  "the lowest finite value of the type", "0", minMaxNote>;
def MeanReduction : Reduction<"mean", "mean", arithTypes, "0", "0", [{
    The exact sum (integers: 64 bits, 128 bits for 64-bit types) is divided once
    by the number of rows; integers truncate toward zero. Means of f16 and bf16
    accumulate in f32 and are rounded once.
}]>;
def SubReduction : Reduction<"sub", "difference", arithTypes, "", "", [{
    Every update is subtracted, in index-row order. }] # floatSumNote>;
def DivReduction : Reduction<"div", "quotient", arithTypes, "", "", [{
    Divides by every update, in index-row order. Integers truncate toward zero,
    `x / 0` is 0 and the division of the lowest integer by -1 wraps: never a
    trap. f16 and bf16 accumulate in f32 and are rounded once.
}]>;
def UpdateReduction : Reduction<"update", "last update",
  [{every type of the dialect except `!quant.uniform`}], "", "", [{
    Of several updates to one slice the last index row wins.
}]>;

//===----------------------------------------------------------------------===//
// Segment operations
//===----------------------------------------------------------------------===//

defvar segmentBoundsDoc = [{
    `bounds<error>` (the default) reports a bad id at run time with its position;
    `bounds<drop>` leaves the row out; `bounds<assume>` promises that there is
    none, and is the only way to undefined behaviour.
}];

class Segment_SegmentOpBase<string mnemonic, Reduction reduction, dag operands,
                            string operandFormat>
    : Segment_Op<mnemonic, [
        NoMemoryEffect,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
          ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<Segment_ReductionOpInterface,
          ["getReduction", "getRows", "getKeys"]>,
        DeclareOpInterfaceMethods<Segment_SegmentOpInterface,
          ["isSorted", "getNumSegmentsOrNull"]>]> {
  let arguments = !con(operands, (ins
    DefaultValuedAttr<Segment_BoundsAttr, "::mlir::segment::Bounds::error">:$bounds,
    OptionalAttr<Segment_NanAttr>:$nan,
    OptionalAttr<Segment_EmptyAttr>:$empty,
    OptionalAttr<Segment_AccumulateAttr>:$accumulate));
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = operandFormat # [{
    `` custom<Policies>($bounds, $nan, $empty, $accumulate)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 0;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// Any result type that the verifier accepts may be given: it can be more
    /// or less static than the inferred one.
    static bool isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r) {
      return true;
    }
  }];
  string commonDefs = [{
    ::mlir::segment::Reduction $cppClass::getReduction() {
      return ::mlir::segment::Reduction::}] # reduction.name # [{;
    }
    ::mlir::Value $cppClass::getRows() { return getData(); }
    ::mlir::Value $cppClass::getKeys() { return getIds(); }
    ::mlir::LogicalResult $cppClass::verify() {
      return ::mlir::segment::detail::verifySegmentOp(
          ::llvm::cast<::mlir::segment::SegmentOpInterface>(getOperation()));
    }
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return ::mlir::segment::detail::getSegmentSpeculatability(
          ::llvm::cast<::mlir::segment::SegmentOpInterface>(getOperation()));
    }
    ::mlir::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
      return ::mlir::segment::detail::reifySegmentShapes(
          ::llvm::cast<::mlir::segment::SegmentOpInterface>(getOperation()),
          builder, reifiedReturnShapes);
    }
    void $cppClass::getCanonicalizationPatterns(
        ::mlir::RewritePatternSet &results, ::mlir::MLIRContext *context) {
      ::mlir::segment::detail::populateSegmentCanonicalizations(
          results, getOperationName());
    }
  }];
}

// First form: `[last id + 1, S...]`, TensorFlow's SegmentMin and family.
class Segment_SegmentV1Op<Reduction reduction>
    : Segment_SegmentOpBase<"segment_" # reduction.name, reduction,
        (ins AnyRankedTensor:$data, AnyRankedTensor:$ids), "$data `,` $ids"> {
  let opDocGroup = Segment_SortedDocGroup;
  let summary = "The " # reduction.noun # " of each segment, sorted ids, "
              # "as many segments as the last id says";
  let description = [{
    For each segment `s`, the }] # reduction.noun # [{ of the rows `data[n]` with
    `ids[n] == s`. The ids are of rank 1 and sorted; the result has
    `ids[N-1] + 1` rows (none when there are no ids), computed in 64 bits.

    - `data : [N, S...]`: }] # reduction.types # [{.
    - `ids : [N]`: i8 to i64, ui8 to ui32 or index.
    - result `: [ids[N-1] + 1, S...]`, of the element type of the data. A static
      first dimension is checked at run time.

    An empty segment shows }] # reduction.zero # [{ (`empty<zero>`, the default of
    this form); `empty<identity>` shows }] # reduction.identity # [{.
}] # reduction.values # segmentBoundsDoc # [{
    Under `bounds<error>` negative and decreasing ids are errors.

    Example:

    ```mlir
    %0 = segment.segment_}] # reduction.name # [{ %data, %ids
       : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<?x64xf32>
    %1 = segment.segment_}] # reduction.name # [{ %data, %ids bounds<drop>
       : (tensor<8x4xi32>, tensor<8xi32>) -> tensor<?x4xi32>
    ```
  }];
  let extraClassDefinition = commonDefs # [{
    bool $cppClass::isSorted() { return true; }
    ::mlir::Value $cppClass::getNumSegmentsOrNull() { return {}; }
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferred) {
      return ::mlir::segment::detail::inferSegmentResult(location, operands, inferred);
    }
  }];
}

// The forms that are told the number of segments.
class Segment_CountedSegmentOp<string mnemonic, Reduction reduction, string sorted>
    : Segment_SegmentOpBase<mnemonic, reduction,
        (ins AnyRankedTensor:$data, AnyRankedTensor:$ids, AnyType:$num_segments),
        "$data `,` $ids `,` $num_segments"> {
  let extraClassDefinition = commonDefs # [{
    bool $cppClass::isSorted() { return }] # sorted # [{; }
    ::mlir::Value $cppClass::getNumSegmentsOrNull() { return getNumSegments(); }
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferred) {
      return ::mlir::segment::detail::inferSegmentResult(location, operands, inferred);
    }
  }];
}

class Segment_SegmentV2Op<Reduction reduction>
    : Segment_CountedSegmentOp<"segment_" # reduction.name # "_v2", reduction,
                               "true"> {
  let opDocGroup = Segment_SortedDocGroup;
  let summary = "The " # reduction.noun # " of each segment, sorted ids, "
              # "given number of segments";
  let description = [{
    For each segment `s` in `[0, num_segments)`, the }] # reduction.noun # [{ of
    the rows of `data` whose id is `s`. The ids are of rank 1 or more and sorted
    in row-major order.

    - `data : [P..., S...]`: }] # reduction.types # [{.
    - `ids : [P...]`, rank at least 1: i8 to i64, ui8 to ui32 or index.
    - `num_segments`: i32, i64 or index, not negative, need not be a constant.
    - result `: [num_segments, S...]`, of the element type of the data. A static
      first dimension is checked at run time.

    Rows with ids beyond the last segment are ignored. An empty segment shows
    }] # reduction.identity # [{ (`empty<identity>`, the default), or with
    `empty<zero>` }] # reduction.zero # [{.
}] # reduction.values # segmentBoundsDoc # [{
    Under `bounds<error>` negative and decreasing ids are errors.

    Example:

    ```mlir
    %0 = segment.segment_}] # reduction.name # [{_v2 %data, %ids, %n
       : (tensor<?x64xf32>, tensor<?xi64>, i64) -> tensor<?x64xf32>
    %1 = segment.segment_}] # reduction.name # [{_v2 %data, %ids, %n bounds<drop>
       : (tensor<2x4x3xf64>, tensor<2x4xi32>, index) -> tensor<?x3xf64>
    ```
  }];
}

class Segment_UnsortedSegmentOp<Reduction reduction>
    : Segment_CountedSegmentOp<"unsorted_segment_" # reduction.name, reduction,
                               "false"> {
  let opDocGroup = Segment_UnsortedDocGroup;
  let summary = "The " # reduction.noun # " of each segment, ids in any order";
  let description = [{
    For each segment `s` in `[0, num_segments)`, the }] # reduction.noun # [{ of
    the rows of `data` whose id is `s`. The ids have any rank and any order; with
    ids of rank 0 the whole of `data` is one row.

    - `data : [P..., S...]`: }] # reduction.types # [{.
    - `ids : [P...]`: i8 to i64, ui8 to ui32 or index.
    - `num_segments`: i32, i64 or index, not negative, need not be a constant.
    - result `: [num_segments, S...]`, of the element type of the data. A static
      first dimension is checked at run time.

    Rows with a negative id are left out. An empty segment shows
    }] # reduction.identity # [{ (`empty<identity>`, the default), or with
    `empty<zero>` }] # reduction.zero # [{.
}] # reduction.values # segmentBoundsDoc # [{
    Under `bounds<error>` an id of `num_segments` or more is an error.

    Example:

    ```mlir
    %0 = segment.unsorted_segment_}] # reduction.name # [{ %data, %ids, %n
       : (tensor<?x64xf32>, tensor<?xi32>, i32) -> tensor<?x64xf32>
    %1 = segment.unsorted_segment_}] # reduction.name # [{ %data, %ids, %n bounds<drop>
       : (tensor<2x4x3xui8>, tensor<2x4xi32>, index) -> tensor<?x3xui8>
    ```
  }];
}

def Segment_SegmentSumOp : Segment_SegmentV1Op<SumReduction>;
def Segment_SegmentProdOp : Segment_SegmentV1Op<ProdReduction>;
def Segment_SegmentMinOp : Segment_SegmentV1Op<MinReduction>;
def Segment_SegmentMaxOp : Segment_SegmentV1Op<MaxReduction>;
def Segment_SegmentMeanOp : Segment_SegmentV1Op<MeanReduction>;

def Segment_SegmentSumV2Op : Segment_SegmentV2Op<SumReduction>;
def Segment_SegmentProdV2Op : Segment_SegmentV2Op<ProdReduction>;
def Segment_SegmentMinV2Op : Segment_SegmentV2Op<MinReduction>;
def Segment_SegmentMaxV2Op : Segment_SegmentV2Op<MaxReduction>;
def Segment_SegmentMeanV2Op : Segment_SegmentV2Op<MeanReduction>;

def Segment_UnsortedSegmentSumOp : Segment_UnsortedSegmentOp<SumReduction>;
def Segment_UnsortedSegmentProdOp : Segment_UnsortedSegmentOp<ProdReduction>;
def Segment_UnsortedSegmentMinOp : Segment_UnsortedSegmentOp<MinReduction>;
def Segment_UnsortedSegmentMaxOp : Segment_UnsortedSegmentOp<MaxReduction>;
def Segment_UnsortedSegmentMeanOp : Segment_UnsortedSegmentOp<MeanReduction>;

//===----------------------------------------------------------------------===//
// Segment operations on gathered rows
//===----------------------------------------------------------------------===//

class Segment_GatherSegmentOp<Reduction reduction>
    : Segment_Op<"gather_segment_" # reduction.name, [
        NoMemoryEffect,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
          ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<Segment_ReductionOpInterface,
          ["getReduction", "getRows", "getKeys"]>,
        Segment_GatherSegmentOpInterface]> {
  let opDocGroup = Segment_GatherDocGroup;
  let summary = "The " # reduction.noun # " of each segment of gathered rows";
  let description = [{
    For each segment `s` in `[0, num_segments)`, the }] # reduction.noun # [{ of
    the rows `x[src[e]]`, or with `weights` of `weights[e] * x[src[e]]`, whose id
    `ids[e]` is `s`. The ids come in any order, or with `sorted` in row-major
    order.

    - `x : [M, S...]`: }] # reduction.types # [{.
    - `src : [P...]`, rank at least 1, rows of `x`: i8 to i64, ui8 to ui32 or
      index.
    - `ids : [P...]`: i8 to i64, ui8 to ui32 or index.
    - `num_segments`: i32, i64 or index, not negative, need not be a constant.
    - `weights : [P...]`, if given: of the element type of `x`, which then is
      neither i1 nor quantized.
    - result `: [num_segments, S...]`, of the element type of `x`. A static first
      dimension is checked at run time.

    A weight is multiplied in the type that sums of the element type accumulate
    in (f32 for f16 and bf16), for min and max in the element type; products of
    integers wrap. A mean is divided by the number of rows, not by the sum of the
    weights. An empty segment shows }] # reduction.identity # [{
    (`empty<identity>`, the default), or with `empty<zero>` }] # reduction.zero # [{.
}] # reduction.values # segmentBoundsDoc # [{
    Under `bounds<error>` an id of `num_segments` or more is an error; with
    `sorted` it is ignored, and negative and decreasing ids are errors. Rows with
    a negative id are left out otherwise. A `src` outside of `[0, M)` is an error
    unless the id of its row is left out; under `bounds<drop>` its row is left
    out.

    Example:

    ```mlir
    %0 = segment.gather_segment_}] # reduction.name # [{ %x, %src, %ids, %n
       : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, i64) -> tensor<?x64xf32>
    %1 = segment.gather_segment_}] # reduction.name # [{ %x, %src, %ids, %n weights(%w) sorted
       : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, i64, tensor<?xf32>) -> tensor<?x64xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x, AnyRankedTensor:$src,
    AnyRankedTensor:$ids, AnyType:$num_segments,
    Optional<AnyRankedTensor>:$weights,
    UnitAttr:$sorted,
    DefaultValuedAttr<Segment_BoundsAttr, "::mlir::segment::Bounds::error">:$bounds,
    OptionalAttr<Segment_NanAttr>:$nan,
    OptionalAttr<Segment_EmptyAttr>:$empty,
    OptionalAttr<Segment_AccumulateAttr>:$accumulate);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $x `,` $src `,` $ids `,` $num_segments (`weights` `(` $weights^ `)`)?
    (`sorted` $sorted^)? `` custom<Policies>($bounds, $nan, $empty, $accumulate)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r) {
      return true;
    }
  }];
  let extraClassDefinition = [{
    ::mlir::segment::Reduction $cppClass::getReduction() {
      return ::mlir::segment::Reduction::}] # reduction.name # [{;
    }
    ::mlir::Value $cppClass::getRows() { return getX(); }
    ::mlir::Value $cppClass::getKeys() { return getIds(); }
    ::mlir::LogicalResult $cppClass::verify() {
      return ::mlir::segment::detail::verifyGatherSegmentOp(
          ::llvm::cast<::mlir::segment::GatherSegmentOpInterface>(getOperation()));
    }
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return ::mlir::segment::detail::getGatherSegmentSpeculatability(
          ::llvm::cast<::mlir::segment::GatherSegmentOpInterface>(getOperation()));
    }
    ::mlir::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
      return ::mlir::segment::detail::reifyGatherSegmentShapes(
          ::llvm::cast<::mlir::segment::GatherSegmentOpInterface>(getOperation()),
          builder, reifiedReturnShapes);
    }
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferred) {
      return ::mlir::segment::detail::inferGatherSegmentResult(location, operands,
                                                               inferred);
    }
  }];
}

def Segment_GatherSegmentSumOp : Segment_GatherSegmentOp<SumReduction>;
def Segment_GatherSegmentProdOp : Segment_GatherSegmentOp<ProdReduction>;
def Segment_GatherSegmentMinOp : Segment_GatherSegmentOp<MinReduction>;
def Segment_GatherSegmentMaxOp : Segment_GatherSegmentOp<MaxReduction>;
def Segment_GatherSegmentMeanOp : Segment_GatherSegmentOp<MeanReduction>;

//===----------------------------------------------------------------------===//
// Scatter operations
//===----------------------------------------------------------------------===//

class Segment_ScatterOp<string name, Reduction reduction>
    : Segment_Op<"scatter_" # name, [
        NoMemoryEffect,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
          ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<Segment_ReductionOpInterface,
          ["getReduction", "getRows", "getKeys"]>,
        DeclareOpInterfaceMethods<Segment_ScatterOpInterface, ["getStart"]>]> {
  let opDocGroup = Segment_ScatterDocGroup;
  let summary = "Folds updates into slices of a tensor: " # reduction.noun;
  let description = [{
    The result is `input`, into whose slices the updates are folded. Each row of
    `indices` names a slice by its first `K` coordinates; all updates to one
    slice fold into it, and a slice that no index names keeps the input's value.

    - `input : [I...]`: }] # reduction.types # [{.
    - `indices : [B..., K]`, rank at least 2, `K` static and at most the rank of
      the input (with `K = 0` every update is a whole input): i8 to i64, ui8 to
      ui32 or index.
    - `updates : [B..., I[K:]...]`, of the element type of the input.
    - result: shape and type of the input.
}] # reduction.values # [{
    `bounds<error>` (the default) reports an index that is negative or not below
    its dimension, with its index row; `bounds<drop>` skips that update;
    `bounds<assume>` promises that there is none, and is the only way to
    undefined behaviour. Negative indices never wrap.

    Example:

    ```mlir
    %0 = segment.scatter_}] # name # [{ %input, %indices, %updates
       : (tensor<5x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<5x3xf32>
    %1 = segment.scatter_}] # name # [{ %input, %indices, %updates bounds<drop>
       : (tensor<?x?xi64>, tensor<?x2xi64>, tensor<?xi64>) -> tensor<?x?xi64>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$indices,
    AnyRankedTensor:$updates,
    DefaultValuedAttr<Segment_BoundsAttr, "::mlir::segment::Bounds::error">:$bounds,
    OptionalAttr<Segment_NanAttr>:$nan,
    OptionalAttr<Segment_EmptyAttr>:$empty,
    OptionalAttr<Segment_AccumulateAttr>:$accumulate);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `,` $indices `,` $updates
    `` custom<Policies>($bounds, $nan, $empty, $accumulate)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r) {
      return true;
    }
  }];
  let extraClassDefinition = [{
    ::mlir::segment::Reduction $cppClass::getReduction() {
      return ::mlir::segment::Reduction::}] # reduction.name # [{;
    }
    ::mlir::Value $cppClass::getRows() { return getUpdates(); }
    ::mlir::Value $cppClass::getKeys() { return getIndices(); }
    ::mlir::Value $cppClass::getStart() { return getInput(); }
    ::mlir::LogicalResult $cppClass::verify() {
      return ::mlir::segment::detail::verifyScatterOp(
          ::llvm::cast<::mlir::segment::ScatterOpInterface>(getOperation()));
    }
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return ::mlir::segment::detail::getScatterSpeculatability(
          ::llvm::cast<::mlir::segment::ScatterOpInterface>(getOperation()));
    }
    ::mlir::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
      return ::mlir::segment::detail::reifyScatterShapes(
          ::llvm::cast<::mlir::segment::ScatterOpInterface>(getOperation()),
          builder, reifiedReturnShapes);
    }
    void $cppClass::getCanonicalizationPatterns(
        ::mlir::RewritePatternSet &results, ::mlir::MLIRContext *context) {
      ::mlir::segment::detail::populateScatterCanonicalizations(
          results, getOperationName());
    }
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferred) {
      inferred.push_back(operands[0].getType());
      return ::mlir::success();
    }
  }];
}

def Segment_ScatterMinOp : Segment_ScatterOp<"min", MinReduction>;
def Segment_ScatterMaxOp : Segment_ScatterOp<"max", MaxReduction>;
def Segment_ScatterAddOp : Segment_ScatterOp<"add", SumReduction>;
def Segment_ScatterSubOp : Segment_ScatterOp<"sub", SubReduction>;
def Segment_ScatterMulOp : Segment_ScatterOp<"mul", ProdReduction>;
def Segment_ScatterDivOp : Segment_ScatterOp<"div", DivReduction>;
def Segment_ScatterUpdateOp : Segment_ScatterOp<"update", UpdateReduction>;

#endif // SEGMENT_DIALECT_SEGMENT_IR_SEGMENTOPS_TD
