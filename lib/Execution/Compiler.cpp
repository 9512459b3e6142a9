//===- Compiler.cpp - From the text of a module to an executable ----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/Compiler.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "segment/InitAll.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::segment;

/// A context never forgets a type or an attribute, so it is given up some time.
static constexpr unsigned maxUses = 256;
/// Idle workspaces beyond the usual number of threads that compile at once.
static constexpr size_t maxIdle = 4;
/// Sets of pipeline options for which a workspace keeps pass managers.
static constexpr size_t maxPassManagers = 8;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static ReportedDiagnostic::Severity getSeverity(const Diagnostic &diagnostic) {
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    return ReportedDiagnostic::Severity::Error;
  case DiagnosticSeverity::Warning:
    return ReportedDiagnostic::Severity::Warning;
  case DiagnosticSeverity::Remark:
    return ReportedDiagnostic::Severity::Remark;
  case DiagnosticSeverity::Note:
    return ReportedDiagnostic::Severity::Note;
  }
  llvm_unreachable("unknown severity");
}

static ReportedDiagnostic keep(const Diagnostic &diagnostic) {
  ReportedDiagnostic kept;
  kept.severity = getSeverity(diagnostic);
  kept.message = diagnostic.str();
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()) {
    kept.file = place.getFilename().str();
    kept.line = place.getLine();
    kept.column = place.getColumn();
  }
  return kept;
}

//===----------------------------------------------------------------------===//
// Workspace
//===----------------------------------------------------------------------===//

/// What one compilation at a time works with.
class Compiler::Workspace {
public:
  // Threads of MLIR's own would be started for every context, and there is
  // rarely more than one function to share among them.
  Workspace() : context(createRegistry(), MLIRContext::Threading::DISABLED) {}

  FailureOr<Executable> compile(StringRef source, StringRef name,
                                const CompileOptions &options,
                                std::vector<ReportedDiagnostic> &diagnostics);

  bool isWornOut() const { return uses >= maxUses; }

private:
  static DialectRegistry createRegistry() {
    DialectRegistry registry;
    segment::registerAllDialects(registry);
    segment::registerAllExtensions(registry);
    return registry;
  }

  FailureOr<PassManager *> getPassManager(const CompileOptions &options);

  MLIRContext context;
  /// A pass manager that has run before doesn't collect its patterns again.
  llvm::StringMap<std::unique_ptr<PassManager>> passManagers;
  unsigned uses = 0;
};

FailureOr<PassManager *>
Compiler::Workspace::getPassManager(const CompileOptions &options) {
  std::string key = std::to_string(static_cast<int>(options.target)) + " " +
                    options.pipelineOptions;
  auto it = passManagers.find(key);
  if (it != passManagers.end())
    return it->second.get();
  auto passManager =
      std::make_unique<PassManager>(&context, ModuleOp::getOperationName());
  if (failed(buildExecutablePipeline(*passManager, options.pipelineOptions,
                                     UnknownLoc::get(&context),
                                     options.target)))
    return failure();
  if (passManagers.size() >= maxPassManagers)
    passManagers.clear();
  return (passManagers[key] = std::move(passManager)).get();
}

FailureOr<Executable>
Compiler::Workspace::compile(StringRef source, StringRef name,
                             const CompileOptions &options,
                             std::vector<ReportedDiagnostic> &diagnostics) {
  ++uses;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    diagnostics.push_back(keep(diagnostic));
    for (Diagnostic &note : diagnostic.getNotes())
      diagnostics.push_back(keep(note));
  });
  FailureOr<PassManager *> passManager = getPassManager(options);
  if (failed(passManager))
    return failure();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(source, &context, name);
  if (!module)
    return failure();
  return Executable::compile(std::move(module), **passManager, options.optLevel,
                             options.target);
}

//===----------------------------------------------------------------------===//
// Compiler
//===----------------------------------------------------------------------===//

Compiler::Compiler() = default;
Compiler::~Compiler() = default;

std::unique_ptr<Compiler::Workspace> Compiler::acquire() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!idle.empty()) {
      std::unique_ptr<Workspace> workspace = std::move(idle.back());
      idle.pop_back();
      return workspace;
    }
  }
  return std::make_unique<Workspace>();
}

void Compiler::release(std::unique_ptr<Workspace> workspace) {
  if (workspace->isWornOut())
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (idle.size() < maxIdle)
    idle.push_back(std::move(workspace));
}

FailureOr<Executable>
Compiler::compile(StringRef source, StringRef name,
                  const CompileOptions &options,
                  std::vector<ReportedDiagnostic> &diagnostics) {
  std::unique_ptr<Workspace> workspace = acquire();
  FailureOr<Executable> executable =
      workspace->compile(source, name, options, diagnostics);
  release(std::move(workspace));
  return executable;
}
