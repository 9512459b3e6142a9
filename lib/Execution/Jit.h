//===- Jit.h - Code for this process from LLVM IR ---------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_JIT_H
#define SEGMENT_LIB_EXECUTION_JIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
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

/// Owns the machine code of one module.
class Jit {
public:
  /// Optimizes the module for this machine and prepares it for look-ups.
  static llvm::Expected<std::unique_ptr<Jit>>
  create(std::unique_ptr<llvm::LLVMContext> context,
         std::unique_ptr<llvm::Module> module, unsigned optLevel);

  Jit(const Jit &) = delete;
  Jit &operator=(const Jit &) = delete;
  ~Jit();

  /// The address of a function of the module. The first look-up generates the
  /// code of the whole module.
  llvm::Expected<void *> lookup(llvm::StringRef name);

private:
  Jit();

  /// What LLVM reported besides the errors that it returned. It outlives the
  /// JIT, which appends to it.
  std::string reports;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// Whether constructors of the module have run, and destructors shall.
  bool isInitialized = false;
};

} // namespace mlir::segment

#endif // SEGMENT_LIB_EXECUTION_JIT_H
