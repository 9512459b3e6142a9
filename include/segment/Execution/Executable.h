//===- Executable.h - Compiling and calling modules in a process ----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_EXECUTION_EXECUTABLE_H
#define SEGMENT_EXECUTION_EXECUTABLE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "segment/Execution/Array.h"
#include "segment/Execution/Signature.h"
#include "segment/Runtime/Runtime.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class PassManager;
} // namespace mlir

namespace mlir::segment {

class Jit;

/// What compiled code runs on.
enum class Target {
  /// The CPU (segment-to-llvm-pipeline).
  cpu,
  /// The CPU, and an emulation of a GPU for kernels (segment-to-nvvm-pipeline).
  emulation,
  /// An NVIDIA GPU for kernels, by its driver (segment-to-nvvm-pipeline).
  cuda
};

struct CompileOptions {
  Target target = Target::cpu;
  /// Options of the target's pipeline, as on its command line.
  std::string pipelineOptions;
  /// How much LLVM optimizes, 0 to 3; what getDefaultOptLevel says if not set.
  std::optional<unsigned> optLevel = {};
};

/// How much LLVM should optimize a module that has not been lowered yet. The
/// loops of the segment dialect are vectors when LLVM gets them, so that its
/// short pipeline of level 1 is enough and compiles in half of the time. It is
/// 2 where the module has loops of its own: operations with regions or
/// branches, or elementwise operations on tensors.
unsigned getDefaultOptLevel(ModuleOp module);

/// Adds the target's pipeline, with options as on its command line, to a pass
/// manager. What is wrong with the options is reported at `location`.
LogicalResult buildExecutablePipeline(PassManager &passManager,
                                      llvm::StringRef pipelineOptions,
                                      Location location,
                                      Target target = Target::cpu);

/// What code is generated for: "LLVM 22.1.8, x86_64-pc-linux-gnu, znver4,
/// +avx2, -avx512f, ...". Code runs where it would be generated in the same
/// way.
llvm::StringRef getTargetDescription();

/// The version of the project and, after a "+", what tells this build from
/// others.
llvm::StringRef getCompilerVersion();

/// A failed check of a compiled function.
class CallError : public llvm::ErrorInfo<CallError> {
public:
  static char ID;

  CallError(int32_t status, std::string message)
      : status(status), message(std::move(message)) {}

  /// A SegmentStatus, never SEGMENT_OK.
  int32_t getStatus() const { return status; }
  llvm::StringRef getMessage() const { return message; }

  void log(llvm::raw_ostream &stream) const override;
  std::error_code convertToErrorCode() const override;

private:
  int32_t status;
  std::string message;
};

/// A module compiled for this machine, in this process. It doesn't need its
/// MLIRContext any more. Functions may be called from several threads at once.
class Executable {
public:
  /// The entry point that the pipeline makes for each public function, as
  /// segment/Runtime/Runtime.h describes it.
  using Entry = int32_t (*)(SegmentContext *, void *const *, void *const *);

  /// Compiles a module that segment-to-llvm-pipeline takes; the module itself
  /// stays as it is. What can't be compiled is reported as diagnostics of the
  /// module's context, which needs the registrations of segment/InitAll.h.
  static FailureOr<Executable> compile(ModuleOp module,
                                       const CompileOptions &options = {});

  /// The same for callers that keep a pass manager, made with
  /// buildExecutablePipeline, from one module to the next. The module is used
  /// up.
  static FailureOr<Executable> compile(OwningOpRef<ModuleOp> module,
                                       PassManager &passManager,
                                       std::optional<unsigned> optLevel,
                                       Target target = Target::cpu);

  Executable(Executable &&);
  Executable &operator=(Executable &&);
  ~Executable();

  /// The names of the public functions, in the module's order.
  llvm::ArrayRef<std::string> getFunctionNames() const { return names; }

  /// The type of a function. An error if there is no such public function, or
  /// if it takes or returns something of which there are no arrays.
  llvm::Expected<const Signature &> getSignature(llvm::StringRef name) const;

  /// Calls a function. The inputs have to fit its type. Tensors are only read;
  /// what a function writes to a memref is seen in the input. They are memory
  /// of the host, whatever the target. A check that fails in the function is a
  /// CallError. Nothing of the call stays behind but the results. The call uses
  /// at most `numThreads` threads, as many as OpenMP takes if that is 0.
  llvm::Expected<std::vector<Array>> call(llvm::StringRef name,
                                          llvm::ArrayRef<Array> inputs,
                                          int32_t numThreads = 0) const;

  /// The entry point of a function, for callers with a context of their own.
  llvm::Expected<Entry> getEntry(llvm::StringRef name) const;

  /// The executable as bytes, from which `deserialize` makes it again without
  /// compiling, in this or another process.
  std::string serialize() const;

  /// Fails if the bytes were changed, or are those of another version, another
  /// LLVM or another processor (getTargetDescription). It takes no other
  /// precautions: the code is trusted.
  static llvm::Expected<Executable> deserialize(llvm::StringRef image);

private:
  struct Function {
    Signature signature;
    /// Why the function can't be called, if it can't.
    std::string problem;
    Entry entry = nullptr;
  };

  Executable();
  llvm::Expected<const Function &> getFunction(llvm::StringRef name) const;
  void collectFunctions(ModuleOp module);
  LogicalResult generate(ModuleOp lowered, unsigned optLevel);
  llvm::Error link();

  std::vector<std::string> names;
  std::map<std::string, Function, std::less<>> functions;
  Target target = Target::cpu;
  /// The object file.
  std::string code;
  std::unique_ptr<Jit> jit;
};

} // namespace mlir::segment

#endif // SEGMENT_EXECUTION_EXECUTABLE_H
