//===- KernelCache.h - Compiled functions by what they do -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SEGMENT_PYTHON_KERNELCACHE_H
#define SEGMENT_PYTHON_KERNELCACHE_H

#include "Kernel.h"
#include "segment-c/Compiler.h"

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace segment::python {

/// The compiler of this process.
SegmentCompiler *getCompiler();

/// The compiled functions of this process. Any number of threads may ask for
/// them at once; one of them compiles what is missing, while the others that
/// want the same wait. A function stays as long as the process lives.
class KernelCache {
public:
  static KernelCache &get();

  /// The function of a key if there is one yet, else null.
  const SegmentFunction *find(const KernelKey &key) const;

  /// The function of a key, from the disk or compiled if need be. Throws a
  /// Problem if that fails; the next one who asks tries again.
  const SegmentFunction *findOrCompile(const KernelKey &key);

private:
  struct Slot {
    std::mutex mutex;
    const SegmentFunction *function = nullptr;
  };
  struct Hash {
    size_t operator()(const KernelKey &key) const { return key.hash(); }
  };

  mutable std::shared_mutex mutex;
  std::unordered_map<KernelKey, const SegmentFunction *, Hash> functions;
  std::unordered_map<KernelKey, std::shared_ptr<Slot>, Hash> slots;
};

} // namespace segment::python

#endif // SEGMENT_PYTHON_KERNELCACHE_H
