//===- BufferizableOpInterfaceImpl.h - Bufferization of our operations ----===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_DIALECT_SEGMENT_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
#define SEGMENT_DIALECT_SEGMENT_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace segment {

/// Attaches bufferization::BufferizableOpInterface to the core and check
/// operations: accumulators are updated in place, ids are read, of data only
/// the shape is used by checks.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace segment
} // namespace mlir

#endif // SEGMENT_DIALECT_SEGMENT_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
