/*===- segment-c/Compiler.h - Compiling and calling from C --------*- C -*-===*\
|*                                                                            *|
|* Part of the Segment project, under the Apache License v2.0 with LLVM       *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* From the text of a module to functions that one can call on arrays, in     *|
|* this process. It needs no other header of MLIR, and is all that the        *|
|* library SegmentCompiler exports.                                           *|
|*                                                                            *|
|*   compiler = segmentCompilerCreate();                                      *|
|*   executable = segmentCompile(compiler, text, length, NULL, &error);       *|
|*   function = segmentExecutableGetFunction(executable, "f", &error);        *|
|*   segmentFunctionCall(function, arguments, 3, results, 1, NULL, &error);   *|
|*                                                                            *|
|* Everything may be used by several threads at once, except that nothing may *|
|* be used while or after it is destroyed. Strings end with a zero byte and   *|
|* belong to the object they were asked of, as do the objects that the        *|
|* functions named ...Get... return. Objects of functions named ...Create,    *|
|* executables and errors belong to the caller.                               *|
|*                                                                            *|
|* Where a function takes a `SegmentError **error`, it may be null. After a   *|
|* failure it holds an error, which the caller destroys, or null if there was *|
|* no memory for one; after success it is left alone.                         *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SEGMENT_C_COMPILER_H
#define SEGMENT_C_COMPILER_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define SEGMENT_COMPILER_EXPORT __attribute__((visibility("default")))
#else
#define SEGMENT_COMPILER_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the project, such as "0.1.0". */
SEGMENT_COMPILER_EXPORT const char *segmentGetVersion(void);

/** The same, and after a "+" what tells this build of the library from others. */
SEGMENT_COMPILER_EXPORT const char *segmentGetBuild(void);

/** What code is generated for: the version of LLVM, the triple, the processor
    and its features, such as "LLVM 22.1.8, x86_64-pc-linux-gnu, znver4, +avx2,
    -avx512f, ...". */
SEGMENT_COMPILER_EXPORT const char *segmentGetTarget(void);

/*===----------------------------------------------------------------------===*\
|* Errors
\*===----------------------------------------------------------------------===*/

/** Why something failed. */
typedef struct SegmentError SegmentError;

/** What kind of failure it was. Below 100 a check of the called function has
    failed: they are the values of SegmentStatus in segment/Runtime/Runtime.h,
    where they are explained. */
typedef enum SegmentErrorKind {
  SEGMENT_ERROR_KIND_NONE = 0,
  SEGMENT_ERROR_KIND_SHAPE = 1,
  SEGMENT_ERROR_KIND_NUM_SEGMENTS = 2,
  SEGMENT_ERROR_KIND_SIZE = 3,
  /** Also if there was no memory outside of the function. */
  SEGMENT_ERROR_KIND_MEMORY = 4,
  SEGMENT_ERROR_KIND_ORDER = 5,
  SEGMENT_ERROR_KIND_BOUNDS = 6,
  SEGMENT_ERROR_KIND_GATHER = 7,
  /** A kernel that a device could not run. */
  SEGMENT_ERROR_KIND_DEVICE = 8,
  /** A module or options that can't be compiled. */
  SEGMENT_ERROR_KIND_COMPILE = 100,
  /** A null pointer, a function that there isn't, a wrong number of arguments
      or results, options of an unknown size. */
  SEGMENT_ERROR_KIND_INVALID_ARGUMENT = 101,
  /** An argument of another element type than the function takes. */
  SEGMENT_ERROR_KIND_ARGUMENT_TYPE = 102,
  /** An argument of another rank or extent than the function takes. */
  SEGMENT_ERROR_KIND_ARGUMENT_SHAPE = 103,
  /** An image that can't be loaded: damaged, of another build of the library,
      or for another target. */
  SEGMENT_ERROR_KIND_IMAGE = 104
} SegmentErrorKind;

typedef enum SegmentSeverity {
  SEGMENT_SEVERITY_ERROR = 0,
  SEGMENT_SEVERITY_WARNING = 1,
  SEGMENT_SEVERITY_REMARK = 2,
  /** Belongs to the diagnostic before it. */
  SEGMENT_SEVERITY_NOTE = 3
} SegmentSeverity;

/** One message of the compiler, or that of a failed check. */
typedef struct SegmentDiagnostic {
  /** A SegmentSeverity. */
  int32_t severity;
  /** The text alone. */
  const char *message;
  /** The place in the source; an empty name if there is none. Lines and columns
      count from 1. */
  const char *file;
  uint32_t line;
  uint32_t column;
} SegmentDiagnostic;

/** A SegmentErrorKind, never SEGMENT_ERROR_KIND_NONE. */
SEGMENT_COMPILER_EXPORT int32_t segmentErrorGetKind(const SegmentError *error);

/** All of it for a person to read: a line for each diagnostic, with its place,
    such as "a.mlir:2:8: error: ...". */
SEGMENT_COMPILER_EXPORT const char *
segmentErrorGetMessage(const SegmentError *error);

/** The parts of the message; at least one. */
SEGMENT_COMPILER_EXPORT size_t
segmentErrorGetNumDiagnostics(const SegmentError *error);
/** Null if there is no such diagnostic. */
SEGMENT_COMPILER_EXPORT const SegmentDiagnostic *
segmentErrorGetDiagnostic(const SegmentError *error, size_t index);

/** Null is ignored. */
SEGMENT_COMPILER_EXPORT void segmentErrorDestroy(SegmentError *error);

/*===----------------------------------------------------------------------===*\
|* Compiling
\*===----------------------------------------------------------------------===*/

/** Keeps what compilations have in common. One for a process is enough. */
typedef struct SegmentCompiler SegmentCompiler;

/** The machine code of a module. It doesn't need its compiler any more. */
typedef struct SegmentExecutable SegmentExecutable;

/** A function of an executable, ready to be called. It belongs to it. */
typedef struct SegmentFunction SegmentFunction;

typedef struct SegmentCompileOptions {
  /** sizeof(SegmentCompileOptions): members may be added at the end. */
  size_t size;
  /** Options of segment-to-llvm-pipeline, as on its command line, such as
      "override-bounds=drop". Null for none. */
  const char *pipelineOptions;
  /** What diagnostics call the module. Null for "<module>". */
  const char *sourceName;
  /** How much LLVM optimizes, 0 to 3; -1 for the default, which is 2 for modules
      with loops of their own (linalg, scf, elementwise operations on tensors), and
      otherwise 1, which compiles in half of the time. */
  int32_t optLevel;
} SegmentCompileOptions;

/** Null if there is no memory for it. */
SEGMENT_COMPILER_EXPORT SegmentCompiler *segmentCompilerCreate(void);
/** Null is ignored. */
SEGMENT_COMPILER_EXPORT void segmentCompilerDestroy(SegmentCompiler *compiler);

/** Compiles a module of `length` bytes of MLIR's text or bytecode for this
    machine. `options` may be null. Returns null after a failure. */
SEGMENT_COMPILER_EXPORT SegmentExecutable *
segmentCompile(SegmentCompiler *compiler, const char *module, size_t length,
               const SegmentCompileOptions *options, SegmentError **error);

/** Null is ignored. */
SEGMENT_COMPILER_EXPORT void
segmentExecutableDestroy(SegmentExecutable *executable);

/** The executable as bytes, to be kept (in a file, say) and loaded without being
    compiled again. They belong to the executable. Null if there is no memory for
    them. */
SEGMENT_COMPILER_EXPORT const char *
segmentExecutableGetImage(SegmentExecutable *executable, size_t *length);

/** Makes an executable of an image, in any process on a machine of the same
    target (segmentGetTarget) with the same build of the library
    (segmentGetBuild). The image holds a hash of itself; beyond that it is
    trusted as any code that one loads. The diagnostics of the compilation are
    not in it. Returns null after a failure. */
SEGMENT_COMPILER_EXPORT SegmentExecutable *
segmentExecutableLoad(const char *image, size_t length, SegmentError **error);

/** Warnings and remarks of the compilation, with their notes. */
SEGMENT_COMPILER_EXPORT size_t
segmentExecutableGetNumDiagnostics(const SegmentExecutable *executable);
/** Null if there is no such diagnostic. */
SEGMENT_COMPILER_EXPORT const SegmentDiagnostic *
segmentExecutableGetDiagnostic(const SegmentExecutable *executable,
                               size_t index);

/** The public functions, in the module's order. */
SEGMENT_COMPILER_EXPORT size_t
segmentExecutableGetNumFunctions(const SegmentExecutable *executable);
/** Null if there is no such function. */
SEGMENT_COMPILER_EXPORT const char *
segmentExecutableGetFunctionName(const SegmentExecutable *executable,
                                 size_t index);

/** The function of a name. Null after a failure: there is none, or it takes or
    returns something of which there are no arrays, such as vectors. */
SEGMENT_COMPILER_EXPORT const SegmentFunction *
segmentExecutableGetFunction(const SegmentExecutable *executable,
                             const char *name, SegmentError **error);

/*===----------------------------------------------------------------------===*\
|* Inspecting
\*===----------------------------------------------------------------------===*/

/** Types of elements, in the representation of numpy and DLPack. */
typedef enum SegmentDType {
  /** i1: a byte that is 0 or 1. */
  SEGMENT_DTYPE_BOOL = 0,
  /** Signed, or of no signedness in MLIR's terms. */
  SEGMENT_DTYPE_INT8 = 1,
  SEGMENT_DTYPE_INT16 = 2,
  SEGMENT_DTYPE_INT32 = 3,
  /** Also index. */
  SEGMENT_DTYPE_INT64 = 4,
  SEGMENT_DTYPE_UINT8 = 5,
  SEGMENT_DTYPE_UINT16 = 6,
  SEGMENT_DTYPE_UINT32 = 7,
  SEGMENT_DTYPE_UINT64 = 8,
  SEGMENT_DTYPE_FLOAT16 = 9,
  SEGMENT_DTYPE_BFLOAT16 = 10,
  SEGMENT_DTYPE_FLOAT32 = 11,
  SEGMENT_DTYPE_FLOAT64 = 12,
  /** Two 32-bit floats. */
  SEGMENT_DTYPE_COMPLEX64 = 13,
  /** Two 64-bit floats. */
  SEGMENT_DTYPE_COMPLEX128 = 14
} SegmentDType;

/** An extent that is known when the function is called. */
#define SEGMENT_DYNAMIC (-1)

/** The type of an argument or a result. Members may be added at the end. */
typedef struct SegmentValueType {
  /** A SegmentDType. */
  int32_t dtype;
  /** 0 for a scalar as well. */
  int32_t rank;
  /** `rank` extents; SEGMENT_DYNAMIC for any. */
  const int64_t *shape;
  /** 1 for a tensor or memref, 0 for a scalar. */
  int32_t isArray;
  /** 1 for an argument that the function may write to: a memref, or a tensor
      with `bufferization.writable = true`. */
  int32_t isWritable;
  /** MLIR's spelling. */
  const char *text;
} SegmentValueType;

SEGMENT_COMPILER_EXPORT const char *
segmentFunctionGetName(const SegmentFunction *function);

/** MLIR's spelling of its type. */
SEGMENT_COMPILER_EXPORT const char *
segmentFunctionGetTypeText(const SegmentFunction *function);

SEGMENT_COMPILER_EXPORT size_t
segmentFunctionGetNumArguments(const SegmentFunction *function);
/** Null if there is no such argument. */
SEGMENT_COMPILER_EXPORT const SegmentValueType *
segmentFunctionGetArgumentType(const SegmentFunction *function, size_t index);

SEGMENT_COMPILER_EXPORT size_t
segmentFunctionGetNumResults(const SegmentFunction *function);
/** Null if there is no such result. */
SEGMENT_COMPILER_EXPORT const SegmentValueType *
segmentFunctionGetResultType(const SegmentFunction *function, size_t index);

/*===----------------------------------------------------------------------===*\
|* Calling
\*===----------------------------------------------------------------------===*/

/** An argument: elements in memory of the caller. A scalar is an array of rank
    0. */
typedef struct SegmentArray {
  /** The first element (all indices 0), of any alignment. May be null if there
      are no elements. */
  void *data;
  /** `rank` extents; may be null if `rank` is 0. */
  const int64_t *shape;
  /** `rank` strides in elements, of any sign, 0 repeats; null for row-major
      order without gaps. Compiled code wants that order: other arguments are
      copied for the call, and copied back after it if they are writable. */
  const int64_t *strides;
  /** A SegmentDType. */
  int32_t dtype;
  int32_t rank;
} SegmentArray;

/** To whom a result belongs. */
typedef enum SegmentOwnership {
  /** To the caller, who frees it with segmentResultFree. */
  SEGMENT_RESULT_OWNED = 0,
  /** It is the memory of an argument, handed back by the function: an update in
      place, or an argument that was returned as it came. */
  SEGMENT_RESULT_BORROWED = 1,
  /** A scalar: it is in the SegmentResult itself, which must not be moved as
      long as `data` is used. */
  SEGMENT_RESULT_SCALAR = 2
} SegmentOwnership;

/** A result. In row-major order without gaps, its elements are at `data`. */
typedef struct SegmentResult {
  void *data;
  /** Given by the caller: storage for as many extents as the result's rank. The
      call writes the extents there. May be null if the rank is 0. */
  int64_t *shape;
  /** What segmentResultFree wants; null unless the caller owns the result. */
  void *allocation;
  /** A SegmentDType. */
  int32_t dtype;
  int32_t rank;
  /** A SegmentOwnership. */
  int32_t ownership;
  /** The argument whose memory is borrowed, otherwise -1. */
  int32_t argument;
  /** A scalar's value. */
  uint64_t scalar[2];
} SegmentResult;

typedef struct SegmentCallOptions {
  /** sizeof(SegmentCallOptions): members may be added at the end. */
  size_t size;
  /** How many threads the call may use; 0 leaves it to OpenMP
      (OMP_NUM_THREADS, or as many as there are processors). */
  int32_t threads;
} SegmentCallOptions;

/** Calls a function.

    A function of its own kind writes into memory of the caller: one whose
    destination is a memref argument, as in

      func.func @sum_into(%data: tensor<?x64xf32>, %ids: tensor<?xi32>,
                          %n: i32, %out: memref<?x64xf32>) {
        %0 = segment.unsorted_segment_sum %data, %ids, %n : ...
        bufferization.materialize_in_destination %0
            in restrict writable %out : ...
        return
      }

    Nothing is copied then: the sum is folded in the destination. Whether its
    shape fits is for the module (segment.report) or the caller to see to, and
    that it overlaps no other argument for the caller.

    There have to be as many arguments and results as it has,
    and `options` may be null. Returns 0, or a SegmentErrorKind if the call has
    failed; then there are no results, and strided writable arguments hold what
    they held before. */
SEGMENT_COMPILER_EXPORT int32_t segmentFunctionCall(
    const SegmentFunction *function, const SegmentArray *arguments,
    size_t numArguments, SegmentResult *results, size_t numResults,
    const SegmentCallOptions *options, SegmentError **error);

/** Memory for `size` bytes of the kind that results are in (aligned, in large
    pages where that helps), for destinations. Null if there is not enough, or if
    `size` is negative. It is freed with segmentResultFree. */
SEGMENT_COMPILER_EXPORT void *segmentResultAllocate(int64_t size);

/** Frees the memory of a result (its `allocation`) that the caller owns. Null
    is ignored. */
SEGMENT_COMPILER_EXPORT void segmentResultFree(void *allocation);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SEGMENT_C_COMPILER_H */
