//===- Jit.h - Code for this machine from LLVM IR ---------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_JIT_H
#define SEGMENT_LIB_EXECUTION_JIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace mlir::segment {

enum class Target;

/// A relocatable object file, in memory.
using ObjectCode = std::unique_ptr<llvm::MemoryBuffer>;

/// Optimizes a module, which is used up, and generates its code for this
/// machine.
llvm::Expected<ObjectCode> generateCode(llvm::LLVMContext &context,
                                        llvm::Module &module,
                                        unsigned optLevel);

/// The machine code of one module, linked in this process.
class Jit {
public:
  /// Prepares an object file for look-ups. Its kernels run on `target`.
  static llvm::Expected<std::unique_ptr<Jit>> load(llvm::StringRef code,
                                                   Target target);

  Jit(const Jit &) = delete;
  Jit &operator=(const Jit &) = delete;
  ~Jit();

  /// The address of a function. The first look-up links all of the code.
  llvm::Expected<void *> lookup(llvm::StringRef name);

private:
  Jit();

  /// What LLVM reported besides the errors that it returned. It outlives the
  /// JIT, which appends to it.
  std::string reports;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// The constructors and destructors of the module; null if it has none.
  void (*initialize)() = nullptr;
  void (*finalize)() = nullptr;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_EXECUTION_JIT_H
