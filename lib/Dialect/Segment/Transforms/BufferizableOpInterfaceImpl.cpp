//===- BufferizableOpInterfaceImpl.cpp - Bufferization of our operations --===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Dialect/Segment/Transforms/BufferizableOpInterfaceImpl.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/IR/DialectRegistry.h"
#include "segment/Dialect/Segment/IR/SegmentDialect.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::segment;

/// The operands of `op` with tensors replaced by their buffers.
static FailureOr<SmallVector<Value>>
getBufferOperands(Operation *op, RewriterBase &rewriter,
                  const BufferizationOptions &options,
                  BufferizationState &state) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (!isa<TensorType>(operand.getType())) {
      operands.push_back(operand);
      continue;
    }
    FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
    if (failed(buffer))
      return failure();
    operands.push_back(*buffer);
  }
  return operands;
}

namespace {
struct ReduceByKeyOpInterface
    : DstBufferizableOpInterfaceExternalModel<ReduceByKeyOpInterface,
                                              ReduceByKeyOp> {
  bool bufferizesToElementwiseAccess(Operation *, const AnalysisState &,
                                     ArrayRef<OpOperand *>) const {
    // Accumulator rows are written while later rows are still to be read.
    return false;
  }

  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto reduce = cast<ReduceByKeyOp>(op);
    if (!reduce.isDpsInit(&operand))
      return true;
    return reduce.readsInit(operand.getOperandNumber() -
                            reduce.getInitsMutable()[0].getOperandNumber());
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto reduce = cast<ReduceByKeyOp>(op);
    if (!reduce.hasTensorSemantics())
      return success();
    FailureOr<SmallVector<Value>> operands =
        getBufferOperands(op, rewriter, options, state);
    if (failed(operands))
      return failure();
    rewriter.setInsertionPoint(op);
    auto buffered = ReduceByKeyOp::create(rewriter, op->getLoc(), TypeRange{},
                                          *operands, op->getAttrs());
    for (auto [to, from] :
         llvm::zip_equal(buffered->getRegions(), op->getRegions()))
      to.takeBody(from);
    replaceOpWithBufferizedValues(rewriter, op, buffered.getInits());
    return success();
  }
};

/// Checks read their ids; of data, input and updates they read the shape only.
template <typename CheckOp>
struct CheckOpInterface
    : BufferizableOpInterface::ExternalModel<CheckOpInterface<CheckOp>,
                                             CheckOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    if constexpr (std::is_same_v<CheckOp, CheckSegmentsOp>)
      return &operand == &cast<CheckOp>(op).getIdsMutable();
    if constexpr (std::is_same_v<CheckOp, CheckScatterOp>)
      return &operand == &cast<CheckOp>(op).getIndicesMutable();
    return true;
  }

  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }

  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    FailureOr<SmallVector<Value>> operands =
        getBufferOperands(op, rewriter, options, state);
    if (failed(operands))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(*operands); });
    return success();
  }
};
} // namespace

void segment::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SegmentDialect *) {
    ReduceByKeyOp::attachInterface<ReduceByKeyOpInterface>(*context);
    CheckSegmentsOp::attachInterface<CheckOpInterface<CheckSegmentsOp>>(
        *context);
    CheckScatterOp::attachInterface<CheckOpInterface<CheckScatterOp>>(*context);
    CheckGatherOp::attachInterface<CheckOpInterface<CheckGatherOp>>(*context);
  });
}
