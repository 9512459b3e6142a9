//===- Harness.cpp - Compiling modules for end-to-end tests -----*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A C interface for the Python tests: text in, entry points out. The tests make
// the calls themselves, as segment/Runtime/Runtime.h describes.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "segment/Execution/Emulation.h"
#include "segment/Execution/Executable.h"
#include "segment/InitAll.h"
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace mlir::segment;

static DialectRegistry &getRegistry() {
  static DialectRegistry registry = [] {
    DialectRegistry registry;
    mlir::segment::registerAllDialects(registry);
    mlir::segment::registerAllExtensions(registry);
    return registry;
  }();
  return registry;
}

static char *copyText(StringRef text) {
  char *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (copy) {
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
  }
  return copy;
}

extern "C" {

/// Compiles a module, for the emulation of a GPU if `isEmulation`, with the
/// default level of optimization if `optLevel` is negative. On failure returns
/// null and puts the diagnostics into `*error`, which
/// segmentTestFreeText frees.
Executable *segmentTestCompile(const char *text, int isEmulation,
                               const char *pipelineOptions, int optLevel,
                               char **error) {
  // Tests run side by side; threads of their own would only be in the way.
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  std::string messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    llvm::raw_string_ostream stream(messages);
    stream << diagnostic.getLocation() << ": " << diagnostic << "\n";
    for (Diagnostic &note : diagnostic.getNotes())
      stream << "  note: " << note.getLocation() << ": " << note << "\n";
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (module) {
    CompileOptions options;
    options.target = isEmulation ? Target::emulation : Target::cpu;
    options.pipelineOptions = pipelineOptions;
    if (optLevel >= 0)
      options.optLevel = static_cast<unsigned>(optLevel);
    FailureOr<Executable> executable = Executable::compile(*module, options);
    if (succeeded(executable))
      return new Executable(std::move(*executable));
  }
  *error = copyText(messages);
  return nullptr;
}

/// The entry point of a public function, or null if there is none.
void *segmentTestLookup(const Executable *executable, const char *name) {
  llvm::Expected<Executable::Entry> entry = executable->getEntry(name);
  if (entry)
    return reinterpret_cast<void *>(*entry);
  llvm::consumeError(entry.takeError());
  return nullptr;
}

void segmentTestDestroy(Executable *executable) { delete executable; }

void segmentTestFreeText(char *text) { std::free(text); }

/// In which order the calls of this thread run the threads of kernels, and
/// whether the modules it compiles look for races.
void segmentTestSetEmulation(uint64_t seed, int checkRaces) {
  EmulationOptions options;
  options.seed = seed;
  options.checkRaces = checkRaces != 0;
  setEmulationOptions(options);
}

} // extern "C"
