//===- SegmentCoreOps.td - The core and check operations -*- tablegen -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// See the file LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_DIALECT_SEGMENT_IR_SEGMENTCOREOPS_TD
#define SEGMENT_DIALECT_SEGMENT_IR_SEGMENTCOREOPS_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "segment/Dialect/Segment/IR/SegmentEnums.td"

def Segment_CoreDocGroup : OpDocGroup {
  let summary = "The core operation";
  let description = [{
    The problem that all surface operations are decomposed into.
  }];
}
def Segment_CheckDocGroup : OpDocGroup {
  let summary = "Run-time checks";
  let description = [{
    What validates ids, shapes and sizes, and reports failures.
  }];
}

// Ids after type legalization: no unsigned integers; unsignedness is an
// attribute of the operations that read them.
def Segment_KeyType : AnyTypeOf<[I8, I16, I32, I64, Index]>;
def Segment_Keys : AnyTypeOf<[RankedTensorOf<[Segment_KeyType]>,
                              MemRefOf<[Segment_KeyType]>]>;
def Segment_Keys1D : AnyTypeOf<[1DTensorOf<[Segment_KeyType]>,
                                MemRefRankOf<[Segment_KeyType], [1]>]>;
def Segment_Shaped : AnyTypeOf<[AnyRankedTensor, AnyMemRef]>;

//===----------------------------------------------------------------------===//
// reduce_by_key
//===----------------------------------------------------------------------===//

def Segment_ReduceByKeyOp : Segment_Op<"reduce_by_key", [
    AttrSizedOperandSegments,
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<RegionBranchOpInterface>,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let opDocGroup = Segment_CoreDocGroup;
  let summary = "Folds rows into the accumulator rows that their keys name";
  let description = [{
    Walks the rows `n = 0 ... rows-1` in order; row `n` belongs to accumulator
    row `keys[n]`. For each column `d` the body is evaluated on the elements of
    the inputs, and each value that it yields is combined into its accumulator:

    ```
    for n in 0 ... rows-1:
      if 0 <= keys[n] < dim(outs, 0) and all gathered rows are in range:
        for d in 0 ... D-1:
          v_0, v_1, ... = body(inputs at (n, d))
          outs_i[keys[n], d] = kinds[i](outs_i[keys[n], d], v_i)
    ```

    A row whose key, or one of whose gathered row numbers, is out of range is
    left out, and nothing of it is read; with `in_bounds` the keys are promised
    to be in range and are not compared.

    **Inputs.** Each input has an access tuple that names its dimensions:
    `n` the row, `g` a gathered row `source[n]` (the source is given in brackets
    behind the input, a rank-1 array of row numbers), `d` the column. The tuples
    are `(n, d)`, `(g, d)`, `(n)`, `(g)`, `(d)` and `()`; in the attribute
    `access` they are affine maps `(n, d)[g] -> ...`. The k-th gathered input uses
    the k-th source.

    **Accumulators.** `outs` are of shape `[S, D]`, or `[S]` for a value a row (a
    count, a flag); the yielded value of a rank-1 accumulator must not depend on
    the column. What they hold before is where the reduction starts.

    **Start and finish.** Accumulators may be another thing than what is stored:
    wider (f32 sums of bf16), or more of them (the sum and the count of a mean).
    `start` makes the accumulators from the elements that `outs` hold before (which
    are not read unless the region uses them), and `finish` makes the elements to
    store from the accumulators, of which its block arguments give the types:

    ```
    for s in 0 ... S-1, d in 0 ... D-1:
      a_0, a_1, ... = start(outs at (s, d))
      for n in 0 ... rows-1 with keys[n] = s:
        a_i = kinds[i](a_i, body(inputs at (n, d))_i)
      outs at (s, d) = finish(a_0, a_1, ...)
    ```

    Without one of them it is the identity. Where `outs` have columns,
    `row_accumulators` lists the accumulators that have one value a row
    nevertheless. So nothing of the size of the result is needed besides the
    result: a schedule keeps accumulators in registers or in a block that fits
    the cache, and converts at the last store.

    **Kinds.** `add`, `mul` (integers wrap; floats; complex), `div` (floats,
    complex; signed integers, `x / 0` is 0 and the lowest integer divided by -1
    wraps), `divu`, `min`, `max` (signed integers; floats: IEEE 754 `minimum` and
    `maximum`), `minu`, `maxu` (unsigned integers), `minnum`, `maxnum` (floats:
    IEEE 754 `minimumNumber` and `maximumNumber`), `assign` (the last row wins).

    **Extents.** The numbers of rows, segments and columns must agree between the
    operands, which `segment.check_segments` and its siblings see to; the results
    of an operation whose operands disagree at run time are not defined.

    **Assumptions.** `sorted`: the keys don't decrease (a schedule must stay
    memory-safe if they do). `unique`: no key appears twice. `unsigned_keys`,
    `unsigned_sources`: the keys, the sources are read as unsigned.

    **Plan.** `plan` says how the operation is lowered on a CPU (`segment-plan`
    sets it); it never changes the result.

    The body holds elementwise operations on scalars without side effects; it
    may use values defined outside. On tensors the operation is in destination
    style and has a result for each accumulator; on memrefs it has none.

    Example, a weighted sum over the edges of a graph and the number of edges of
    each node:

    ```mlir
    %one = arith.constant 1 : i32
    %sum, %count = segment.reduce_by_key kinds [add, add] sorted
        keys(%dst : tensor<?xi32>) rows(%rows)
        ins(%x[%src : tensor<?xi32>] (g, d) : tensor<?x64xf32>, %w (n) : tensor<?xf32>)
        outs(%s : tensor<?x64xf32>, %c : tensor<?xi32>) {
    ^bb0(%xe: f32, %we: f32):
      %m = arith.mulf %xe, %we : f32
      segment.yield %m, %one : f32, i32
    } -> tensor<?x64xf32>, tensor<?xi32>
    ```

    The mean of bf16 rows:

    ```mlir
    %mean = segment.reduce_by_key kinds [add, add]
        keys(%ids : tensor<?xi32>) rows(%rows) ins(%x (n, d) : tensor<?x64xbf16>)
        outs(%e : tensor<?x64xbf16>) attributes {row_accumulators = array<i64: 1>} {
    ^bb0(%xe: bf16):
      %w = arith.extf %xe : bf16 to f32
      segment.yield %w, %one : f32, i32
    } start {
    ^bb0(%old: bf16):
      segment.yield %zero, %none : f32, i32
    } finish {
    ^bb0(%sum: f32, %count: i32):
      %n = arith.sitofp %count : i32 to f32
      %q = arith.divf %sum, %n : f32
      %r = arith.truncf %q : f32 to bf16
      segment.yield %r : bf16
    } -> tensor<?x64xbf16>
    ```
  }];
  let arguments = (ins
    Segment_Keys1D:$keys,
    Optional<Index>:$rows,
    Variadic<Segment_Shaped>:$inputs,
    Variadic<Segment_Keys1D>:$sources,
    Variadic<Segment_Shaped>:$inits,
    Segment_CombinerArrayAttr:$kinds,
    AffineMapArrayAttr:$access,
    UnitAttr:$sorted,
    UnitAttr:$unique,
    UnitAttr:$in_bounds,
    UnitAttr:$unsigned_keys,
    UnitAttr:$unsigned_sources,
    OptionalAttr<DenseI64ArrayAttr>:$row_accumulators,
    OptionalAttr<Segment_PlanAttr>:$plan);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body, MaxSizedRegion<1>:$start,
                        MaxSizedRegion<1>:$finish);
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$keys, "::mlir::Value":$rows,
      "::mlir::ValueRange":$inputs, "::mlir::ArrayRef<::mlir::AffineMap>":$access,
      "::mlir::ValueRange":$sources, "::mlir::ValueRange":$inits,
      "::mlir::ArrayRef<::mlir::segment::Combiner>":$kinds,
      "::mlir::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$bodyBuilder)>,
    // For generic creation, as bufferization does it.
    OpBuilder<(ins "::mlir::TypeRange":$resultTypes, "::mlir::ValueRange":$operands,
      "::mlir::ArrayRef<::mlir::NamedAttribute>":$attributes)>,
  ];
  let extraClassDeclaration = [{
    /// Affine maps of the access tuples; `gather` and `row` exclude each other.
    static ::mlir::AffineMap getAccessMap(::mlir::MLIRContext *context, bool row,
                                          bool gather, bool column);
    /// How an input is accessed.
    struct Access {
      /// By the row number.
      bool row = false;
      /// By a gathered row number: the position of its source, otherwise -1.
      int64_t source = -1;
      /// By the column.
      bool column = false;
    };
    /// The access of each input.
    ::llvm::SmallVector<Access> getAccesses();
    /// The combiner of accumulator `i`.
    ::mlir::segment::Combiner getKind(unsigned i) {
      return ::llvm::cast<CombinerAttr>(getKinds()[i]).getValue();
    }
    unsigned getNumAccumulators() { return getKinds().size(); }
    /// The type of accumulator `i`.
    ::mlir::Type getAccumulatorType(unsigned i);
    /// Whether accumulator `i` has one value a row.
    bool isRowAccumulator(unsigned i);
    /// Whether `inits[i]` has one value a row.
    bool isRowInit(unsigned i) {
      return ::llvm::cast<::mlir::ShapedType>(getInits()[i].getType()).getRank() == 1;
    }
    /// Whether some of `inits` have one value a row.
    bool hasRowInits();
    /// Whether rows have columns.
    bool hasColumns();
    /// Whether what `inits[i]` holds before matters.
    bool readsInit(unsigned i);
    /// Whether accumulators are what is stored, from beginning to end.
    bool isInPlace() { return getStart().empty() && getFinish().empty(); }
    bool hasTensorSemantics() {
      return ::llvm::isa<::mlir::TensorType>(getKeys().getType());
    }
    ::mlir::segment::YieldOp getYield();
    /// Verifies that the static numbers of rows, segments and columns agree if
    /// the operands are of these types.
    ::llvm::LogicalResult verifyExtents(
        ::llvm::ArrayRef<::mlir::Type> operandTypes,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError);
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
  }];
}

def Segment_YieldOp : Segment_Op<"yield", [
    Pure, Terminator, HasParent<"ReduceByKeyOp">,
    DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>]> {
  let opDocGroup = Segment_CoreDocGroup;
  let summary = "Ends the body of segment.reduce_by_key";
  let description = [{
    Yields one scalar for each accumulator, or in `finish` for each of `outs`.

    Example:

    ```mlir
    segment.yield %sum, %one : f32, i32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ /* nothing to yield */ }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

class Segment_CheckOp<string mnemonic, list<Trait> traits = []>
    : Segment_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let opDocGroup = Segment_CheckDocGroup;
}

def Segment_CheckSegmentsOp : Segment_CheckOp<"check_segments",
                                              [AttrSizedOperandSegments]> {
  let summary = "Checks the operands of a segment operation";
  let description = [{
    Reads ids, shapes and the promised number of segments, and yields what may be
    used afterwards: the number of rows to fold, and the number of segments. When
    a check fails, the failure is reported once and both are 0.

    In this order: shapes (`data` starts with the shape of `ids`; `result_shape`
    is that of the result), `num_segments` is not negative, the result's size
    in bytes fits 63 bits and can be allocated (`element_bytes` is the size of
    the widest element that is allocated for it), then the ids, the first bad
    position in row-major order: under `bounds<error>` decreasing ids if
    `sorted`, negative ids if `sorted`, ids of `num_segments` or more if not.
    Other policies leave the ids unread. With zero elements of data the ids are
    not looked at.

    Without `num_segments` the number of segments is the last id plus 1 (0 when
    there are no ids or the last one is negative); a last id that has no
    successor in 64 bits is a size that overflows.

    With `sources` the rows are gathered: row `n` is row `sources[n]` of `data`,
    so `data` is `[M, S...]`, and `sources`, and `weights` if given, must have the
    shape of `ids`. Of both only the shape is looked at (`segment.check_gather`
    looks at the sources); there are zero elements if there are no ids or rows
    have none.

    The operation may record a failure, so it is neither erased nor moved nor
    merged (surface operations are, before). `op_name` is named in messages.

    Example:

    ```mlir
    %rows, %num = segment.check_segments "segment.unsorted_segment_sum"
        ids(%ids : tensor<?xi32>) data(%data : tensor<?x64xf32>)
        num_segments(%n : i32) {element_bytes = 4 : i64,
        result_shape = array<i64: -9223372036854775808, 64>}
    ```
  }];
  let arguments = (ins StrAttr:$op_name, Segment_Keys:$ids, Segment_Shaped:$data,
    Optional<AnyTypeOf<[I32, I64, Index]>>:$num_segments,
    Optional<Segment_Keys>:$sources, Optional<Segment_Shaped>:$weights,
    DenseI64ArrayAttr:$result_shape, I64Attr:$element_bytes,
    UnitAttr:$sorted, UnitAttr:$unsigned_ids,
    DefaultValuedAttr<Segment_BoundsAttr, "::mlir::segment::Bounds::error">:$bounds);
  let results = (outs Index:$rows, Index:$segments);
  let assemblyFormat = [{
    $op_name oilist(`sorted` $sorted | `unsigned_ids` $unsigned_ids
                  | `bounds` `` $bounds)
    `ids` `(` $ids `:` type($ids) `)` `data` `(` $data `:` type($data) `)`
    (`sources` `(` $sources^ `:` type($sources) `)`)?
    (`weights` `(` $weights^ `:` type($weights) `)`)?
    (`num_segments` `(` $num_segments^ `:` type($num_segments) `)`)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The first dimension of the data that belongs to a row.
    int64_t getRowDim() {
      if (getSources())
        return 1;
      return ::llvm::cast<::mlir::ShapedType>(getIds().getType()).getRank();
    }
  }];
}

def Segment_CheckScatterOp : Segment_CheckOp<"check_scatter"> {
  let summary = "Checks the operands of a scatter operation";
  let description = [{
    Reads indices and shapes, and yields the number of index rows to fold: 0 when
    a check fails, which is reported once.

    In this order: shapes (`updates` is `[B..., I[K:]...]` for `indices : [B..., K]`
    and `input : [I...]`), then under `bounds<error>` every index row in order,
    each of whose coordinates must be within its dimension of the input. With
    zero elements of updates, or of the input, the indices are not looked at.

    Example:

    ```mlir
    %rows = segment.check_scatter "segment.scatter_min"
        input(%input : tensor<?x3xf32>) indices(%indices : tensor<?x1xi32>)
        updates(%updates : tensor<?x3xf32>)
    ```
  }];
  let arguments = (ins StrAttr:$op_name, Segment_Shaped:$input,
    Segment_Keys:$indices, Segment_Shaped:$updates, UnitAttr:$unsigned_ids,
    DefaultValuedAttr<Segment_BoundsAttr, "::mlir::segment::Bounds::error">:$bounds);
  let results = (outs Index:$rows);
  let assemblyFormat = [{
    $op_name oilist(`unsigned_ids` $unsigned_ids | `bounds` `` $bounds)
    `input` `(` $input `:` type($input) `)`
    `indices` `(` $indices `:` type($indices) `)`
    `updates` `(` $updates `:` type($updates) `)` attr-dict
  }];
  let hasVerifier = 1;
}

def Segment_CheckGatherOp : Segment_CheckOp<"check_gather"> {
  let summary = "Checks gathered row numbers";
  let description = [{
    Checks that every row number `sources[n]`, `n` in `[0, rows)`, is within
    `[0, extent)`, except where `keys[n]` is outside of `[0, segments)`, since that
    row is left out anyway. Yields `rows`, or 0 when the check fails, which is
    reported once with the first bad position: the number of the row, or its
    coordinates if `shape` says how rows are arranged. Less than `rows` sources or
    keys are a failure of shapes, and come first.

    Example:

    ```mlir
    %checked = segment.check_gather "my.gather_segment_sum"
        sources(%src : tensor<?xi32>) keys(%ids : tensor<?xi32>)
        rows(%rows) segments(%num) extent(%m)
    ```
  }];
  let arguments = (ins StrAttr:$op_name, Segment_Keys1D:$sources,
    Segment_Keys1D:$keys, Index:$rows_in, Index:$segments, Index:$extent,
    Variadic<Index>:$shape,
    UnitAttr:$unsigned_sources, UnitAttr:$unsigned_keys);
  let results = (outs Index:$rows);
  let assemblyFormat = [{
    $op_name oilist(`unsigned_sources` $unsigned_sources
                  | `unsigned_keys` $unsigned_keys)
    `sources` `(` $sources `:` type($sources) `)`
    `keys` `(` $keys `:` type($keys) `)` `rows` `(` $rows_in `)`
    `segments` `(` $segments `)` `extent` `(` $extent `)`
    (`shape` `(` $shape^ `)`)? attr-dict
  }];
}

def Segment_CanAllocateOp : Segment_Op<"can_allocate", [
    MemoryEffects<[MemRead]>]> {
  let opDocGroup = Segment_CheckDocGroup;
  let summary = "Asks the allocator whether so many bytes can be had";
  let description = [{
    True if an allocation of `bytes` bytes is expected to succeed. Nothing is
    reported.

    Example:

    ```mlir
    %ok = segment.can_allocate %bytes
    ```
  }];
  let arguments = (ins I64:$bytes);
  let results = (outs I1:$result);
  let assemblyFormat = "$bytes attr-dict";
}

def Segment_NumThreadsOp : Segment_Op<"num_threads", [
    MemoryEffects<[MemRead]>]> {
  let opDocGroup = Segment_CheckDocGroup;
  let summary = "The number of threads that the call may use";
  let description = [{
    What the caller asked for, otherwise the number that OpenMP would take; at
    least 1. Work is divided into at most so many tasks, each an iteration of one
    `scf.parallel`. What a function computes must not depend on it.

    Example:

    ```mlir
    %threads = segment.num_threads
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def Segment_ReportOp : Segment_Op<"report", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let opDocGroup = Segment_CheckDocGroup;
  let summary = "Reports a run-time failure";
  let description = [{
    Records a failure in the context of the call, or with `runtime=assert` aborts.
    `{0}`, `{1}`, ... in the message stand for the values of the operands, `{0u}` for
    the unsigned reading. The first report of a call wins. The function is left
    at the next point outside of parallel regions (`segment-early-exit`).

    Example:

    ```mlir
    segment.report num_segments "num_segments is {0}, expected at least 0" (%n : i64)
    ```
  }];
  let arguments = (ins Segment_FailureAttr:$failure, StrAttr:$message,
    Variadic<I64>:$values);
  let assemblyFormat = [{
    $failure $message (`(` $values^ `:` type($values) `)`)? attr-dict
  }];
}

#endif // SEGMENT_DIALECT_SEGMENT_IR_SEGMENTCOREOPS_TD
