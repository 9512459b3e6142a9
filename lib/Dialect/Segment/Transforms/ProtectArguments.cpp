//===- ProtectArguments.cpp - segment-protect-arguments -*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/BuiltinOps.h"
#include "segment/Conversion/SegmentToRuntime/RuntimeNames.h"
#include "segment/Dialect/Segment/Transforms/Passes.h"

namespace mlir::segment {
#define GEN_PASS_DEF_SEGMENTPROTECTARGUMENTS
#include "segment/Dialect/Segment/Transforms/Passes.h.inc"
} // namespace mlir::segment

using namespace mlir;

namespace {
struct SegmentProtectArguments
    : segment::impl::SegmentProtectArgumentsBase<SegmentProtectArguments> {
  void runOnOperation() override {
    StringRef name = bufferization::BufferizationDialect::kWritableAttrName;
    Attribute readOnly = BoolAttr::get(&getContext(), false);
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        if (isa<TensorType>(type)) {
          if (!function.getArgAttr(i, name))
            function.setArgAttr(i, name, readOnly);
          // Bufferization drops its own attribute.
          if (function.getArgAttr(i, name) == readOnly)
            function.setArgAttr(i, segment::runtime::kReadOnlyAttr,
                                UnitAttr::get(&getContext()));
        }
    }
  }
};
} // namespace
