//===- SegmentBase.td - The segment dialect -*- tablegen -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_DIALECT_SEGMENT_IR_SEGMENTBASE_TD
#define SEGMENT_DIALECT_SEGMENT_IR_SEGMENTBASE_TD

include "mlir/IR/OpBase.td"

def Segment_Dialect : Dialect {
  let name = "segment";
  let cppNamespace = "::mlir::segment";
  let summary = "Segment and scatter reductions";
  let description = [{
    Segment and scatter reductions as machine-learning programs know them:
    TensorFlow's `segment_*` and `unsorted_segment_*`, MindSpore's
    `tensor_scatter_*`, JAX's `segment_sum`, PyTorch's `scatter_reduce`.

    All of them are one small problem: walk the rows `n = 0 ... N-1`; row `n`
    belongs to accumulator row `keys[n]`; fold it in, column by column. The
    *surface operations* name the members of the family, have value semantics
    on ranked tensors and take data and ids of any rank. The *core operation*
    `segment.reduce_by_key` is the problem itself, on tensors or memrefs, with a
    body; the *check operations* validate ids, shapes and sizes before anything
    is allocated or written.

    Notation: `data : [P..., S...]` and `ids : [P...]`, so a *row* is a slice of
    shape `S...`; `N = product(P)`, `D = product(S)`; `S` stands for the number
    of segments where no confusion is possible.
  }];
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect",
  ];
}

class Segment_Op<string mnemonic, list<Trait> traits = []>
    : Op<Segment_Dialect, mnemonic, traits>;

#endif // SEGMENT_DIALECT_SEGMENT_IR_SEGMENTBASE_TD
