//===- MemoryLimit.h - How much memory there can be -------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_LIB_RUNTIME_MEMORYLIMIT_H
#define SEGMENT_LIB_RUNTIME_MEMORYLIMIT_H

#include <cstdint>
#include <string>

namespace segment::runtime {

/// The most bytes that control groups (version 2, version 1 or both) leave the
/// process, or UINT64_MAX if they set no limit. `membershipFile` lists the
/// process's groups as /proc/self/cgroup does, `root` is where the hierarchies
/// are mounted.
uint64_t getControlGroupLimit(const std::string &membershipFile,
                              const std::string &root);

/// The smaller of the machine's memory and the control groups' limit. Found
/// once in the life of the process.
uint64_t getMemoryLimit() noexcept;

} // namespace segment::runtime

#endif // SEGMENT_LIB_RUNTIME_MEMORYLIMIT_H
