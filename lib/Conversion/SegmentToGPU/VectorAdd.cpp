//===- VectorAdd.cpp - Atomic additions of four floats --------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Neither LLVM nor NVVM has an operation for it; an addition of vectors becomes
// a compare-and-swap of 128 bits.

#include "VectorAdd.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::segment;

/// What the pointer of memory that kernels are given is at first, and is.
static constexpr unsigned genericSpace = 0, globalSpace = 1;

void segment::emitVectorAdd(LoopBuilder &b, Value value, Value memory,
                            ValueRange at) {
  Value element = b.add(b.mul(at[0], b.dim(memory, 1)), at[1]);
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, memory);
  address = b.add(address, b.mul(element, b.index(4)));
  address = arith::IndexCastOp::create(b, b.getI64Type(), address);
  auto getPointer = [&](unsigned space) {
    return LLVM::LLVMPointerType::get(b.getContext(), space);
  };
  Value pointer =
      LLVM::IntToPtrOp::create(b, getPointer(genericSpace), address);
  pointer = LLVM::AddrSpaceCastOp::create(b, getPointer(globalSpace), pointer);
  SmallVector<Value> operands{pointer};
  for (int64_t i = 0; i < vectorAddLanes; ++i)
    operands.push_back(vector::ExtractOp::create(b, value, i));
  LLVM::InlineAsmOp::create(
      b, /*res=*/Type(), operands,
      "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $2, $3, $4};",
      "l,f,f,f,f,~{memory}", /*has_side_effects=*/true,
      /*is_align_stack=*/false, LLVM::TailCallKind::None,
      /*asm_dialect=*/LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr());
}
