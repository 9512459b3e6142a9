//===- RewriteDeviceCode.h - Device intrinsics as calls ---------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_EXECUTION_EMULATION_REWRITEDEVICECODE_H
#define SEGMENT_LIB_EXECUTION_EMULATION_REWRITEDEVICECODE_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::segment::emulation {

/// What emulation has to know of a rewritten module.
struct RewrittenModule {
  struct Kernel {
    std::string name;
    /// A function that takes an array of pointers to the arguments.
    std::string entry;
    bool synchronizes;
  };
  std::vector<Kernel> kernels;
  /// Names and sizes of the arrays in shared memory.
  std::vector<std::pair<std::string, size_t>> sharedMemory;
};

/// Makes a device module one that can be compiled for the CPU: intrinsics
/// become calls of Grid.h's functions, shared memory becomes global, each
/// kernel gets an entry. Each access to memory is checked, and with
/// `checkRaces` noted before. An intrinsic that isn't known is an error.
llvm::Expected<RewrittenModule> rewriteDeviceCode(llvm::Module &module,
                                                  bool checkRaces);

} // namespace mlir::segment::emulation

#endif // SEGMENT_LIB_EXECUTION_EMULATION_REWRITEDEVICECODE_H
