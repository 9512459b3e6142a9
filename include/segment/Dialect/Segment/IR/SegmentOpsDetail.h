//===- SegmentOpsDetail.h - Shared methods of the surface operations ------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The surface operations share their methods; these are what the generated
// classes call.

#ifndef SEGMENT_DIALECT_SEGMENT_IR_SEGMENTOPSDETAIL_H
#define SEGMENT_DIALECT_SEGMENT_IR_SEGMENTOPSDETAIL_H

namespace mlir::segment::detail {

/// The verifiers, constraint by constraint of clause 4.17.
LogicalResult verifySegmentOp(SegmentOpInterface op);
LogicalResult verifyGatherSegmentOp(GatherSegmentOpInterface op);
LogicalResult verifyScatterOp(ScatterOpInterface op);

/// Clause 4.16: whether the operation cannot fail.
Speculation::Speculatability getSegmentSpeculatability(SegmentOpInterface op);
Speculation::Speculatability
getGatherSegmentSpeculatability(GatherSegmentOpInterface op);
Speculation::Speculatability getScatterSpeculatability(ScatterOpInterface op);

/// The number of segments if it is a constant, which may be negative.
std::optional<int64_t> getConstantNumSegments(SegmentOpInterface op);
/// Whether the shape of the ids is a prefix of the data's whatever happens.
bool hasProvenPrefix(SegmentOpInterface op);
/// Whether the result type admits a result with `numSegments` segments whatever
/// happens.
bool hasProvenResultShape(SegmentOpInterface op, int64_t numSegments);
/// The same of a static shape that fits 63 bits.
bool hasProvenResult(SegmentOpInterface op, int64_t numSegments);
/// Whether the shape of the updates is right whatever happens.
bool hasProvenShapes(ScatterOpInterface op);
/// Whether the static part of `shape` times `elementBytes` fits 63 bits.
bool fitsInMemory(ArrayRef<int64_t> shape, int64_t elementBytes);

/// Appends the most static result type that data, ids and num_segments allow.
LogicalResult inferSegmentResult(std::optional<Location> location,
                                 ValueRange operands,
                                 SmallVectorImpl<Type> &inferred);

/// The same for x, src, ids and num_segments.
LogicalResult inferGatherSegmentResult(std::optional<Location> location,
                                       ValueRange operands,
                                       SmallVectorImpl<Type> &inferred);

LogicalResult reifySegmentShapes(SegmentOpInterface op, OpBuilder &builder,
                                 ReifiedRankedShapedTypeDims &shapes);
LogicalResult reifyGatherSegmentShapes(GatherSegmentOpInterface op,
                                       OpBuilder &builder,
                                       ReifiedRankedShapedTypeDims &shapes);
LogicalResult reifyScatterShapes(ScatterOpInterface op, OpBuilder &builder,
                                 ReifiedRankedShapedTypeDims &shapes);

/// Adds the canonicalizations of the operation with the given name.
void populateSegmentCanonicalizations(RewritePatternSet &patterns,
                                      StringRef opName);
void populateScatterCanonicalizations(RewritePatternSet &patterns,
                                      StringRef opName);

} // namespace mlir::segment::detail

#endif // SEGMENT_DIALECT_SEGMENT_IR_SEGMENTOPSDETAIL_H
