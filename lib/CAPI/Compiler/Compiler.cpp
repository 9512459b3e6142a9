//===- Compiler.cpp - Compiling from C ------------------------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executable.h"

#include <new>

using namespace segment::capi;
using mlir::segment::ReportedDiagnostic;

const char *segmentGetVersion(void) { return SEGMENT_VERSION; }

// These strings end with a zero byte.
const char *segmentGetBuild(void) {
  return mlir::segment::getCompilerVersion().data();
}
const char *segmentGetTarget(void) {
  return mlir::segment::getTargetDescription().data();
}

SegmentCompiler *segmentCompilerCreate(void) {
  return new (std::nothrow) SegmentCompiler;
}

void segmentCompilerDestroy(SegmentCompiler *compiler) { delete compiler; }

/// Makes sure that there is an error among the diagnostics.
static void addError(std::vector<ReportedDiagnostic> &diagnostics) {
  for (const ReportedDiagnostic &diagnostic : diagnostics)
    if (diagnostic.severity == ReportedDiagnostic::Severity::Error)
      return;
  diagnostics.emplace_back().message = "the module can't be compiled";
}

SegmentExecutable *segmentCompile(SegmentCompiler *compiler, const char *module,
                                  size_t length,
                                  const SegmentCompileOptions *options,
                                  SegmentError **error) {
  auto reject = [&](const char *message) {
    setError(error, SEGMENT_ERROR_KIND_INVALID_ARGUMENT, message);
    return nullptr;
  };
  if (!compiler || (!module && length != 0))
    return reject("the compiler or the module is null");
  if (options && options->size != sizeof(SegmentCompileOptions))
    return reject("expected options.size to be sizeof(SegmentCompileOptions)");
  try {
    mlir::segment::CompileOptions compileOptions;
    llvm::StringRef name = "<module>";
    if (options) {
      if (options->optLevel < -1 || options->optLevel > 3)
        return reject("expected options.optLevel to be -1, 0, 1, 2 or 3");
      if (options->optLevel >= 0)
        compileOptions.optLevel = static_cast<unsigned>(options->optLevel);
      if (options->pipelineOptions)
        compileOptions.pipelineOptions = options->pipelineOptions;
      if (options->sourceName)
        name = options->sourceName;
    }
    std::vector<ReportedDiagnostic> diagnostics;
    auto executable = compiler->compiler.compile(
        std::string(module, length), name, compileOptions, diagnostics);
    if (llvm::failed(executable)) {
      addError(diagnostics);
      setError(error, SEGMENT_ERROR_KIND_COMPILE, std::move(diagnostics));
      return nullptr;
    }
    return new SegmentExecutable(std::move(*executable),
                                 std::move(diagnostics));
  } catch (const std::bad_alloc &) {
    setError(error, SEGMENT_ERROR_KIND_MEMORY, "out of memory");
    return nullptr;
  }
}

const char *segmentExecutableGetImage(SegmentExecutable *executable,
                                      size_t *length) {
  try {
    std::call_once(executable->imageMade, [&] {
      executable->image = executable->executable.serialize();
    });
    *length = executable->image.size();
    return executable->image.data();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

SegmentExecutable *segmentExecutableLoad(const char *image, size_t length,
                                         SegmentError **error) {
  try {
    if (!image && length != 0) {
      setError(error, SEGMENT_ERROR_KIND_INVALID_ARGUMENT, "the image is null");
      return nullptr;
    }
    auto executable = mlir::segment::Executable::deserialize({image, length});
    if (!executable) {
      setError(error, SEGMENT_ERROR_KIND_IMAGE,
               llvm::toString(executable.takeError()));
      return nullptr;
    }
    return new SegmentExecutable(std::move(*executable), {});
  } catch (const std::bad_alloc &) {
    setError(error, SEGMENT_ERROR_KIND_MEMORY, "out of memory");
    return nullptr;
  }
}
