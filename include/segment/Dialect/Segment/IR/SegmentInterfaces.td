//===- SegmentInterfaces.td - Interfaces of the surface operations -*- tablegen -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_DIALECT_SEGMENT_IR_SEGMENTINTERFACES_TD
#define SEGMENT_DIALECT_SEGMENT_IR_SEGMENTINTERFACES_TD

include "mlir/IR/OpBase.td"

def Segment_ReductionOpInterface : OpInterface<"ReductionOpInterface"> {
  let description = [{
    What all surface operations have in common: a reduction and the policies
    `bounds`, `nan` and `accumulate`. The effective policies, with the defaults
    of the operation filled in, are what transformations ask for.
  }];
  let cppNamespace = "::mlir::segment";
  let methods = [
    InterfaceMethod<"The reduction that the operation computes.",
      "::mlir::segment::Reduction", "getReduction">,
    InterfaceMethod<"The policy for bad ids and indices.",
      "::mlir::segment::Bounds", "getBounds">,
    InterfaceMethod<"Sets the policy for bad ids and indices.",
      "void", "setBounds", (ins "::mlir::segment::Bounds":$bounds)>,
    InterfaceMethod<"The explicit NaN policy, if any.",
      "std::optional<::mlir::segment::NanMode>", "getNan">,
    InterfaceMethod<"The explicit policy for empty segments, if any.",
      "std::optional<::mlir::segment::EmptyMode>", "getEmpty">,
    InterfaceMethod<"The explicit accumulator policy, if any.",
      "std::optional<::mlir::segment::AccumulateMode>", "getAccumulate">,
    InterfaceMethod<"The rows: data of segment operations, updates of scatters, "
                    "what is gathered from.",
      "::mlir::Value", "getRows">,
    InterfaceMethod<"The ids of segment operations, the indices of scatters.",
      "::mlir::Value", "getKeys">,
  ];
  let extraSharedClassDeclaration = [{
    /// Whether the reduction is a minimum or a maximum.
    bool isMinOrMax() {
      return $_op.getReduction() == ::mlir::segment::Reduction::min ||
             $_op.getReduction() == ::mlir::segment::Reduction::max;
    }
    /// Whether NaN is skipped by min and max (clause 3.2).
    bool ignoresNan() {
      return $_op.getNan() == ::mlir::segment::NanMode::ignore;
    }
  }];
}

def Segment_SegmentOpInterface
    : OpInterface<"SegmentOpInterface", [Segment_ReductionOpInterface]> {
  let description = [{
    A segment operation: `data`, `ids`, and unless it is of the first form a
    `num_segments`.
  }];
  let cppNamespace = "::mlir::segment";
  let methods = [
    InterfaceMethod<"Whether the ids must be sorted.", "bool", "isSorted">,
    InterfaceMethod<"The promised number of segments, null in the first form.",
      "::mlir::Value", "getNumSegmentsOrNull">,
  ];
  let extraSharedClassDeclaration = [{
    /// The policy for empty segments with the operation's default filled in:
    /// zero in the first form, identity in the others (clause 1.2).
    ::mlir::segment::EmptyMode getEffectiveEmpty() {
      return $_op.getEmpty().value_or(
          $_op.getNumSegmentsOrNull() ? ::mlir::segment::EmptyMode::identity
                                      : ::mlir::segment::EmptyMode::zero);
    }
    ::mlir::RankedTensorType getDataType() {
      return ::llvm::cast<::mlir::RankedTensorType>($_op.getRows().getType());
    }
    ::mlir::RankedTensorType getIdsType() {
      return ::llvm::cast<::mlir::RankedTensorType>($_op.getKeys().getType());
    }
    ::mlir::RankedTensorType getResultType() {
      return ::llvm::cast<::mlir::RankedTensorType>(
          $_op->getResult(0).getType());
    }
  }];
}

def Segment_ScatterOpInterface
    : OpInterface<"ScatterOpInterface", [Segment_ReductionOpInterface]> {
  let description = [{
    A scatter operation: `input`, `indices`, `updates`.
  }];
  let cppNamespace = "::mlir::segment";
  let methods = [
    InterfaceMethod<"The tensor whose slices start the reductions.",
      "::mlir::Value", "getStart">,
  ];
  let extraSharedClassDeclaration = [{
    ::mlir::RankedTensorType getInputType() {
      return ::llvm::cast<::mlir::RankedTensorType>($_op.getStart().getType());
    }
    ::mlir::RankedTensorType getIndicesType() {
      return ::llvm::cast<::mlir::RankedTensorType>($_op.getKeys().getType());
    }
    ::mlir::RankedTensorType getUpdatesType() {
      return ::llvm::cast<::mlir::RankedTensorType>($_op.getRows().getType());
    }
    /// The number of leading dimensions of the input that an index row names.
    int64_t getIndexDepth() { return getIndicesType().getShape().back(); }
  }];
}

def Segment_GatherSegmentOpInterface
    : OpInterface<"GatherSegmentOpInterface", [Segment_ReductionOpInterface]> {
  let description = [{
    A segment operation on gathered rows: `x`, `src`, `ids`, `num_segments` and
    perhaps `weights`.
  }];
  let cppNamespace = "::mlir::segment";
  let methods = [
    InterfaceMethod<"The numbers of the rows that are gathered.",
      "::mlir::Value", "getSrc">,
    InterfaceMethod<"The promised number of segments.",
      "::mlir::Value", "getNumSegments">,
    InterfaceMethod<"The factor of each gathered row, null if there is none.",
      "::mlir::Value", "getWeights">,
    InterfaceMethod<"Whether the ids must be sorted.", "bool", "getSorted">,
  ];
  let extraSharedClassDeclaration = [{
    /// The policy for empty segments with the default filled in (clause 1.2).
    ::mlir::segment::EmptyMode getEffectiveEmpty() {
      return $_op.getEmpty().value_or(::mlir::segment::EmptyMode::identity);
    }
    ::mlir::RankedTensorType getXType() {
      return ::llvm::cast<::mlir::RankedTensorType>($_op.getRows().getType());
    }
    ::mlir::RankedTensorType getSrcType() {
      return ::llvm::cast<::mlir::RankedTensorType>($_op.getSrc().getType());
    }
    ::mlir::RankedTensorType getIdsType() {
      return ::llvm::cast<::mlir::RankedTensorType>($_op.getKeys().getType());
    }
    ::mlir::RankedTensorType getResultType() {
      return ::llvm::cast<::mlir::RankedTensorType>(
          $_op->getResult(0).getType());
    }
  }];
}

#endif // SEGMENT_DIALECT_SEGMENT_IR_SEGMENTINTERFACES_TD
