//===- Passes.td - Passes of the segment dialect -*- tablegen -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_DIALECT_SEGMENT_TRANSFORMS_PASSES_TD
#define SEGMENT_DIALECT_SEGMENT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SegmentOverrideBounds : Pass<"segment-override-bounds"> {
  let summary = "Set the bounds policy of all surface operations";
  let description = [{
    Gives every surface operation the same policy for bad ids and indices,
    whatever the module says.

    Before:

    ```mlir
    %0 = segment.segment_min %data, %ids : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
    ```

    After `--segment-override-bounds="bounds=drop"`:

    ```mlir
    %0 = segment.segment_min %data, %ids bounds<drop> : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
    ```
  }];
  let options = [
    Option<"bounds", "bounds", "std::string", /*default=*/"\"error\"",
           "The policy: error, drop or assume">,
  ];
}

def SegmentDecompose : Pass<"segment-decompose"> {
  let summary = "Decompose surface operations into checks, core operation, start and finish";
  let description = [{
    Rewrites every surface operation into

    - a check operation, which yields the number of rows to fold and the number
      of segments; for gathered rows another one of the row numbers, unless they
      are not to be checked,
    - reshapes to `[N, D]` (`[N]` when rows are scalars), for scatters with index
      depth above 1 also the linearization of the indices to keys (-1 for bad
      ones),
    - the start: what the fold starts from, which no segment shows by accident,
    - `segment.reduce_by_key`, to which gathered rows are a gathered input and
      weights a value a row,
    - the finish: what empty segments show, means, and the rounding of wider
      accumulators; it is left out where the accumulator is the result.

    Float minima and maxima of segment operations fold order-preserving integers
    (NaN at the end that wins, or with `nan<ignore>` just inside the end that
    loses), so that they are exact for NaN and -0 in one integer instruction, and
    an empty segment is told by a start value that data can't take. Scatters
    fold into a copy of the input, in its own type where that is exact.

    Tensors of unsigned and quantized types remain, behind `tensor.bitcast` and
    `quant.scast`: `segment-legalize-types` removes them.

    Static dimensions that become one, those of a row and those of the ids, must
    have a product that fits 64 bits; otherwise there is an error.

    Before:

    ```mlir
    %0 = segment.unsorted_segment_sum %data, %ids, %n
       : (tensor<?x64xf32>, tensor<?xi32>, i32) -> tensor<?x64xf32>
    ```

    After:

    ```mlir
    %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
        ids(%ids : tensor<?xi32>) data(%data : tensor<?x64xf32>) num_segments(%n : i32)
    %empty = tensor.empty(%num) : tensor<?x64xf32>
    %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x64xf32>) -> tensor<?x64xf32>
    %0 = segment.reduce_by_key kinds [add] keys(%ids : tensor<?xi32>) rows(%rows)
        ins(%data (n, d) : tensor<?x64xf32>) outs(%start : tensor<?x64xf32>) {
    ^bb0(%x: f32):
      segment.yield %x : f32
    } -> tensor<?x64xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::quant::QuantDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
  ];
}

def SegmentLegalizeTypes : Pass<"segment-legalize-types", "::mlir::ModuleOp"> {
  let summary = "Replace unsigned and quantized types by their signless storage";
  let description = [{
    Replaces `uiN` by `iN` and `!quant.uniform` by its storage type everywhere in
    the module: results, block arguments, function types and constants. The
    casts between them (`tensor.bitcast`, `quant.scast`) vanish, and other
    `tensor.bitcast` operations, which upstream doesn't bufferize, become
    elementwise `arith.bitcast`. Surface operations must be decomposed before,
    since they tell unsigned types from signless ones.

    Before:

    ```mlir
    func.func @f(%x: tensor<?xui8>) -> tensor<?xi8> {
      %0 = tensor.bitcast %x : tensor<?xui8> to tensor<?xi8>
      return %0 : tensor<?xi8>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<?xi8>) -> tensor<?xi8> {
      return %x : tensor<?xi8>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect",
  ];
}

def SegmentProtectArguments : Pass<"segment-protect-arguments", "::mlir::ModuleOp"> {
  let summary = "Mark tensor arguments of public functions as read-only for bufferization";
  let description = [{
    One-shot bufferization lets a function write into its tensor arguments. What
    calls a public function from outside of the module doesn't expect that, so
    their tensor arguments become read-only, unless they carry a
    `bufferization.writable` of their own (true is how one asks for an update in
    place). They also get `segment.read_only`, which bufferization leaves in place:
    `segment-lower-runtime` does not copy such arguments back from a device.

    Before:

    ```mlir
    func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32> {bufferization.writable = true})
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<?xf32> {bufferization.writable = false, segment.read_only},
                 %y: tensor<?xf32> {bufferization.writable = true})
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def SegmentExpandReshapes : Pass<"segment-expand-reshapes"> {
  let summary = "Rewrite memref.expand_shape with several dynamic sizes a group";
  let description = [{
    MLIR 22's `expand-strided-metadata` computes at most one unknown size for each
    group of a `memref.expand_shape` and crashes on more. Those become
    `memref.reinterpret_cast`, with the sizes that the operation was given.

    Before:

    ```mlir
    %1 = memref.expand_shape %0 [[0, 1]] output_shape [%a, %b] : memref<?xf32> into memref<?x?xf32>
    ```

    After:

    ```mlir
    %base, %offset, %size, %stride = memref.extract_strided_metadata %0 : ...
    %view = memref.reinterpret_cast %base to offset: [0], sizes: [%a, %b], strides: [%b, 1]
        : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    %1 = memref.cast %view : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect"];
}

def SegmentCopiesToLinalg : Pass<"segment-copies-to-linalg"> {
  let summary = "Rewrite memref.copy between strided memrefs as linalg.generic";
  let description = [{
    A `memref.copy` that isn't between row-major memrefs would become a call of
    `memrefCopy` of MLIR's runner library; as a `linalg.generic` it becomes loops.
    A copy of a memref, flattened and put back into shape, to itself is dropped.

    Before:

    ```mlir
    memref.copy %0, %1 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
    ```

    After:

    ```mlir
    linalg.generic {...} ins(%0 : memref<?xf32, strided<[?], offset: ?>>) outs(%1 : memref<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def SegmentFlattenElementwise : Pass<"segment-flatten-elementwise"> {
  let summary = "Collapse elementwise linalg operations on row-major memrefs to one dimension";
  let description = [{
    A `linalg.fill` or an elementwise `linalg.generic` whose memrefs are all
    row-major and accessed alike becomes one over a single dimension: short rows
    vectorize as long ones do, and many rows without columns cost nothing.

    Before:

    ```mlir
    linalg.fill ins(%c : f32) outs(%0 : memref<?x?xf32>)
    ```

    After:

    ```mlir
    %1 = memref.collapse_shape %0 [[0, 1]] : memref<?x?xf32> into memref<?xf32>
    linalg.fill ins(%c : f32) outs(%1 : memref<?xf32>)
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect"];
}

def SegmentExpandArith : Pass<"segment-expand-arith"> {
  let summary = "Expand bf16 conversions and rounding divisions of arith";
  let description = [{
    Expands extensions from and truncations to bf16 into integer arithmetic (round
    to nearest even, subnormals kept; the hardware's conversion flushes them) and
    the ceiling and floor divisions, with upstream's patterns. Unlike
    `arith-expand`, it leaves minima and maxima alone, whose expansion there
    doesn't order -0 before +0.

    Before:

    ```mlir
    %0 = arith.truncf %x : f32 to bf16
    ```

    After (the last operations):

    ```mlir
    %bits = arith.shrui %rounded, %c16 : i32
    %half = arith.trunci %bits : i32 to i16
    %number = arith.select %is_nan, %nan, %half : i16
    %0 = arith.bitcast %number : i16 to bf16
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def SegmentVectorizeRows : Pass<"segment-vectorize-rows", "::mlir::func::FuncOp"> {
  let summary = "Vectorize elementwise linalg operations on buffers along the innermost dimension";
  let description = [{
    Tiles the innermost dimension of elementwise `linalg.generic` operations on
    memrefs by the vector length and vectorizes the full tiles with upstream's
    vectorizer; the rest is left as a scalar `linalg.generic` for
    `convert-linalg-to-loops`. Outer dimensions become loops. Operations on element
    types that vectors don't hold well (complex, i1, index, i128), on rows shorter
    than a vector and on non-unit strides are left alone.

    Before:

    ```mlir
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : memref<?xf32, strided<[1], offset: ?>>)
      outs(%acc : memref<?xf32, strided<[1], offset: ?>>) { ... arith.addf ... }
    ```

    After:

    ```mlir
    %rest = arith.remui %columns, %c16 : index
    %main = arith.subi %columns, %rest : index
    scf.for %d = %c0 to %main step %c16 {
      %row16 = memref.subview %row[%d] [16] [1] : ...
      %acc16 = memref.subview %acc[%d] [16] [1] : ...
      %a = vector.transfer_read %row16[%c0] ... vector<16xf32>
      %b = vector.transfer_read %acc16[%c0] ... vector<16xf32>
      %c = arith.addf %b, %a : vector<16xf32>
      vector.transfer_write %c, %acc16[%c0] ... vector<16xf32>
    }
    %row_rest = memref.subview %row[%main] [%rest] [1] : ...
    %acc_rest = memref.subview %acc[%main] [%rest] [1] : ...
    linalg.generic ... ins(%row_rest) outs(%acc_rest) // at most 15 elements
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", /*default=*/"512",
           "Width of a vector in bits: 128, 256 or 512">,
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect",
  ];
}

def SegmentFuse : Pass<"segment-fuse"> {
  let summary = "Merge reductions over the same keys and move producers into the body";
  let description = [{
    Three things, each of which leaves every bit of the results as it was:

    - **Checks** that an equal one comes before in the block, but for the name in
      its messages, go: had that failed, the function would have been left.
    - **Siblings**, `segment.reduce_by_key` operations on tensors of one block
      with the same keys, rows, promises and gathered row numbers, become one
      with the accumulators of all. Inputs are read once, and equal accumulators
      (of the same kind, value and start, as the sums of a sum and of a mean) are
      kept once. Not merged are operations whose order of float sums and
      products would become another one (docs/Semantics.md, section 6), whose
      numbers of rows, columns or accumulator rows are not known to be equal,
      that have a `plan` or attributes of others, or that could trap in front of
      what may leave the function.
    - **Producers**, elementwise linalg operations whose only use are inputs
      `(n, d)`, `(n)`, `(d)` or `()` of one `segment.reduce_by_key` in the same
      block, move into its body; their operands may be broadcast along rows or
      columns, and their result may have been collapsed on the way. Nothing is
      computed for rows that are left out. Producers of
      gathered inputs stay: a row may be gathered many times. Shapes that checks
      and `tensor.dim` take from such an operation are taken from its operands.

    Runs after `segment-decompose` and `segment-legalize-types`, before
    `segment-plan`; `-cse` before it makes sizes equal, after it bodies smaller.

    Before:

    ```mlir
    %sum = segment.reduce_by_key kinds [add] keys(%ids : tensor<?xi32>) rows(%rows)
        ins(%x (n, d) : tensor<?x64xi32>) outs(%s : tensor<?x64xi32>) {
    ^bb0(%e: i32):
      segment.yield %e : i32
    } -> tensor<?x64xi32>
    %max = segment.reduce_by_key kinds [max] keys(%ids : tensor<?xi32>) rows(%rows)
        ins(%x (n, d) : tensor<?x64xi32>) outs(%m : tensor<?x64xi32>) {
    ^bb0(%e: i32):
      segment.yield %e : i32
    } -> tensor<?x64xi32>
    ```

    After:

    ```mlir
    %sum, %max = segment.reduce_by_key kinds [add, max] keys(%ids : tensor<?xi32>) rows(%rows)
        ins(%x (n, d) : tensor<?x64xi32>) outs(%s : tensor<?x64xi32>, %m : tensor<?x64xi32>) {
    ^bb0(%e: i32):
      segment.yield %e, %e : i32, i32
    } -> tensor<?x64xi32>, tensor<?x64xi32>
    ```
  }];
  let options = [
    Option<"maxAccumulators", "max-accumulators", "unsigned", /*default=*/"8",
           "How many accumulators a merged operation may have: each takes registers">,
  ];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::segment::SegmentDialect",
    "::mlir::tensor::TensorDialect",
  ];
}

def SegmentPlan : Pass<"segment-plan"> {
  let summary = "Choose how segment.reduce_by_key is lowered on a CPU";
  let description = [{
    Sets `plan` on each `segment.reduce_by_key` that has none:

    - sorted keys: `runs`, unless the operation folds one row after the other
      (`div`, `assign`, products of complex numbers, float sums and products in
      16 bits);
    - other keys and no columns: `pieces`, with the same exception;
    - otherwise: `adaptive`.

    What depends on sizes that only run time knows is decided there. Bits of a
    vector register come from the option, otherwise from
    `max_vector_op_width` of the module's `#dlti.target_system_spec`, otherwise
    256. A remark (category `segment-plan`) says what was chosen and why.

    A schedule that doesn't keep the order in which the operation folds, and so
    would give other bits, is refused with an error, be it forced by the option
    or written on the operation. Only `plain` is exempt: it folds row by row.

    Before:

    ```mlir
    %0 = segment.reduce_by_key kinds [add] sorted keys(%ids : tensor<?xi32>) ...
    ```

    After `--segment-plan="vector-bits=512"`:

    ```mlir
    %0 = segment.reduce_by_key kinds [add] sorted keys(%ids : tensor<?xi32>) ...
        attributes {plan = #segment.plan<schedule = runs, vector_bits = 512>}
    ```
  }];
  let options = [
    Option<"schedule", "schedule", "std::string", /*default=*/"\"\"",
           "Force a schedule: plain, runs, owners, buckets, adaptive or pieces">,
    Option<"vectorBits", "vector-bits", "int64_t", /*default=*/"0",
           "Bits of a vector register: 128, 256 or 512; 0: as the target says">,
    Option<"tile", "tile", "int64_t", /*default=*/"0",
           "Registers that an accumulator takes of a row at once; 0: by the width "
           "of rows">,
    Option<"block", "block", "int64_t", /*default=*/"512",
           "Rows whose positions are collected before they are folded">,
    Option<"prefetch", "prefetch", "int64_t", /*default=*/"24",
           "How many rows ahead is prefetched; 0 for no prefetching">,
  ];
  let dependentDialects = ["::mlir::segment::SegmentDialect"];
}

#endif // SEGMENT_DIALECT_SEGMENT_TRANSFORMS_PASSES_TD
